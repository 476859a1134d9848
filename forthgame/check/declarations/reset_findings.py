"""Findings about variables that are counted up and never reset, and resets that are doubled."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

from forthgame.analysis.dataflow import closure
from forthgame.base.source import Token
from forthgame.check.findings import line_of
from forthgame.check.loading.checked_script import CheckedScript, WordRoles
from forthgame.check.loading.reader import Use
from forthgame.check.text.definition_text import DefinitionText, DefinitionTexts
from forthgame.words.word_sets import FETCHING

READING = FETCHING | {"?"}
COUNTING = frozenset(("++", "+!", "ON"))
MARKS = frozenset(("=", "<>", "!", "later!", "C!", "COMPILE-LITERAL"))  # after a mark
MARKING = 4  # words after a mark that use it
APPLYING = frozenset(("COMPILE", "later"))  # before a word that runs when a move is made
STORING = frozenset(("!", "ON", "OFF"))
PERIODIC_EVENTS = ("OnNewGame", "OnNextTurn", "OnGenerateMoves", "OnMakeAMove", "OnIsGameOver")
JUDGING_EVENTS = ("OnIsGameOver", "OnEvaluate", "OnIsLegal?")  # they run many times a turn
Reset = tuple[str, int]  # variable, index of its token


def check_resets(texts: DefinitionTexts, roles: WordRoles) -> None:
    """Report a counter that nothing resets although its siblings are, and doubled resets."""
    script = texts.script
    doubled: list[tuple[DefinitionText, Reset, Reset]] = []
    reset: dict[str, list[tuple[DefinitionText, int]]] = defaultdict(list)
    for body in texts.bodies:
        for run in runs_of(texts, body):
            seen: dict[str, Reset] = {}
            for name, at in run:
                reset[name].append((body, at))
                if name in seen:
                    doubled.append((body, seen[name], (name, at)))
                seen[name] = (name, at)
    forgotten = _forgotten(script)
    for body, before, (name, at) in doubled:
        line = line_of(body.tokens[before[1]].place, body.tokens[at].place)
        hint = f", and nothing resets `{forgotten[0]}`" if forgotten else ""
        script.report(
            "FG563",
            f"`{name}` is set here and in {line} of the same run{hint}; is another variable meant?",
            body.tokens[at],
            name,
        )
    called = _called(script) if forgotten else {}
    if not doubled and len(forgotten) == 1:
        moving = {
            *closure([w.name for w in roles.move_words.values()], lambda w: called.get(w, ()))
        }
        _report_forgotten(script, forgotten[0], reset, moving)
    known = {finding.word for finding in script.findings if finding.code == "FG563"}
    known |= {*forgotten[:1]} if doubled else set()
    for name in forgotten:
        if name not in known and not _is_mark(texts, name):
            _report_unreset(texts, roles, name, called)


def _report_forgotten(
    script: CheckedScript,
    name: str,
    reset: dict[str, list[tuple[DefinitionText, int]]],
    moving: set[str],
) -> None:
    """Report a counter without a reset at the resets of a sibling in an event.

    Siblings are both counted by words that move words run (`moving`), or both by others.
    """
    counting = [use for use in script.uses if use.follower in COUNTING]
    tried = {use.word.name for use in counting if use.inside in moving}
    counters = {u.word.name for u in counting if (u.word.name in tried) == (name in tried)}
    for event in PERIODIC_EVENTS:
        found = [
            (body, at, sibling)
            for sibling, places in reset.items()
            for body, at in places
            if sibling in counters and body.word.name == event
        ]
        if found:
            body, at, sibling = found[-1]
            counted = next(
                u.token.place for u in script.uses if u.word.name == name and u.follower in COUNTING
            )
            place = body.tokens[at].place
            script.report(
                "FG563",
                f"`{event}` resets `{sibling}`, and nothing ever resets `{name}`, which "
                f"{line_of(counted, place)} counts up; reset it too",
                place,
                name,
            )
            return


def _report_unreset(
    texts: DefinitionTexts, roles: WordRoles, name: str, called: dict[str, set[str]]
) -> None:
    """Report a counter that moves or events count up and test, and that nothing ever resets."""
    script = texts.script
    names = [word.name for word in roles.move_words.values()]
    events = [body.word.name for body in texts.bodies if body.word.name in JUDGING_EVENTS]
    uses = [use for use in script.uses if use.word.name == name]
    for starts, run in (
        (names, "runs for a move"),
        (events, f"runs for {' and '.join(events)}"),
        ([use.word.name for use in _applied(script)], "is run by a move"),
    ):
        ran = set(closure(starts, lambda word: called.get(word, ())))
        counted = [
            use
            for use in uses
            if use.inside in ran and (use.follower in COUNTING or use.follower == "!")
        ]
        read = any(
            use.follower in READING and (use.inside in ran or starts is not names) for use in uses
        )
        if counted and read:
            _report_counted(texts, name, counted[0], run)
            return


def _report_counted(texts: DefinitionTexts, name: str, counted: Use, run: str) -> None:
    body = next(b for b in texts.bodies if b.word.name == counted.inside)
    other = _reset_instead(texts, body, name) or _reset_beside(texts, body, name)
    reader = None if other is not None else _reader(texts, body, name)
    place = other.place if other is not None else (reader or body).word.place
    if reader is not None:
        place = _last_store(reader, body.word.name).place
    line = line_of(counted.token.place, place)
    where = f", and `{other.text}` is reset here" if other is not None else ""
    before = " before"
    if reader is not None:
        began = line_of(reader.word.place, place) if reader.word.place and place else "above"
        before = f" in `{reader.word.name}` ({began}), before it runs"
    texts.script.report(
        "FG563",
        f"`{name}` is changed in {line} each time that `{body.word.name}` {run}, and "
        f"nothing ever resets it{where}; give it its first value{before}",
        place,
        name,
    )


def _last_store(reader: DefinitionText, counting: str) -> Token:
    """Return the last store of a definition before it runs another one, or its first word."""
    until = reader.texts.index(counting)
    stores = [at for at, text in enumerate(reader.texts[:until]) if text in STORING | COUNTING]
    return reader.tokens[stores[-1] if stores else 0]


def _reader(texts: DefinitionTexts, counting: DefinitionText, name: str) -> DefinitionText | None:
    """Return the definition that reads what another one counts for it, None if several do.

    It runs that one, and reads the variable itself or by a word that it runs.
    """
    reading = {b.word.name for b in texts.bodies if (name, "@") in pairwise(b.texts)}
    if counting.word.name in reading:
        return None
    found = [
        body
        for body in texts.bodies
        if counting.word.name in body.texts
        and not reading.isdisjoint((body.word.name, *body.texts))
    ]
    return found[0] if len(found) == 1 else None


def _is_mark(texts: DefinitionTexts, name: str) -> bool:
    """Return whether a number marks what belongs to one run, and may grow for ever.

    Marks are stored elsewhere, or only compared with what was stored. What is compared with a
    number, or is an index into an array, is a count.
    """
    arrays = {word.name for word in texts.script.words if word.role == "array"}
    for body in texts.bodies:
        for at, text in enumerate(body.texts):
            if text == name and body.texts[at + 1 : at + 2] == ["@"]:
                following = body.texts[at + 2 : at + 2 + MARKING]
                first = following[0] if following else ""
                number = texts.kind(first) in ("number", "constant")
                if MARKS & set(following) and not number and first not in arrays:
                    return True
    return False


def _called(script: CheckedScript) -> dict[str, set[str]]:
    """Return the names that each definition runs, without those that run when a move is made."""
    found: dict[str, set[str]] = defaultdict(set)
    for before, use in pairwise(script.uses):
        if use.inside is not None and before.word.name not in APPLYING:
            found[use.inside].add(use.word.name)
    return found


def _applied(script: CheckedScript) -> list[Use]:
    """Return the uses of words that run when a move is made."""
    return [use for before, use in pairwise(script.uses) if before.word.name in APPLYING]


def _reset_beside(texts: DefinitionTexts, body: DefinitionText, name: str) -> Token | None:
    """Return the reset, in another word, of a variable that is set where a counter is counted."""
    beside = {t for t in body.texts if texts.kind(t) == "variable" and t != name}
    return next(
        (
            other.tokens[at]
            for other in texts.bodies
            if other is not body
            for run in runs_of(texts, other)
            for sibling, at in run
            if sibling in beside
        ),
        None,
    )


def _reset_instead(texts: DefinitionTexts, body: DefinitionText, name: str) -> Token | None:
    """Return another variable that a word sets to FALSE, and that never becomes TRUE."""
    for run in runs_of(texts, body):
        for other, at in run:
            flags = [
                each.texts[k - 1]
                for each in texts.bodies
                for k, text in enumerate(each.texts[:-1])
                if k and text == other and each.texts[k + 1] == "!"
            ]
            if other != name and body.texts[at - 1] == "FALSE" and "TRUE" not in flags:
                return body.tokens[at]
    return None


def runs_of(texts: DefinitionTexts, body: DefinitionText) -> list[list[Reset]]:
    """Return runs of adjacent statements that store a constant: `0 x !`, `x OFF`, `x ON`."""
    found: list[list[Reset]] = []
    said, k, end = body.texts, 0, -1
    if STORING.isdisjoint(said):
        return found
    while k < len(said):
        step, at = 0, k
        if texts.kind(said[k]) == "variable" and said[k + 1 : k + 2] in (["OFF"], ["ON"]):
            step = 2
        elif _is_constant(texts, said[k]) and said[k + 2 : k + 3] == ["!"]:
            step, at = 3 if texts.kind(said[k + 1]) == "variable" else 0, k + 1
        if not step:
            k += 1
            continue
        if end != k:
            found.append([])
        found[-1].append((said[at], at))
        k += step
        end = k
    return found


def _is_constant(texts: DefinitionTexts, text: str) -> bool:
    return texts.kind(text) in ("number", "constant") or text in ("TRUE", "FALSE")


def _forgotten(script: CheckedScript) -> list[str]:
    """Return the variables that are read and counted up, and never set otherwise."""
    uses: dict[str, list[Use]] = defaultdict(list)
    raised: dict[str, int] = defaultdict(int)  # stores of TRUE
    for before, use in pairwise(script.uses):
        if use.word.role == "variable":
            uses[use.word.name].append(use)
            raised[use.word.name] += use.follower == "!" and before.word.name == "TRUE"
    return [
        name
        for name, found in uses.items()
        if (followers := {use.follower for use in found}) & (COUNTING | {"!"})
        and followers & READING
        and followers <= COUNTING | READING | {"!"}
        and sum(use.follower == "!" for use in found) == raised[name]
        and all(use.inside is not None for use in found)
    ]
