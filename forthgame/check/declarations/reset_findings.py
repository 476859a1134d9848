"""Findings about variables that are counted up and never reset, and resets that are doubled."""

from __future__ import annotations

from collections import defaultdict

from forthgame.check.findings import line_of
from forthgame.check.loading.checked_script import CheckedScript
from forthgame.check.loading.reader import Use
from forthgame.check.text.definition_text import DefinitionText, DefinitionTexts
from forthgame.words.word_sets import FETCHING

READING = FETCHING | {"?"}
COUNTING = frozenset(("++", "+!", "ON"))
RESETTING = frozenset(("OFF", "!"))
PERIODIC_EVENTS = ("OnNewGame", "OnNextTurn", "OnGenerateMoves", "OnMakeAMove", "OnIsGameOver")
Reset = tuple[str, int]  # variable, index of its token


def check_resets(texts: DefinitionTexts) -> None:
    """Report a counter that nothing resets although its siblings are, and doubled resets."""
    script = texts.script
    doubled: list[tuple[DefinitionText, Reset, Reset]] = []
    reset: dict[str, list[tuple[DefinitionText, int]]] = defaultdict(list)
    for body in texts.bodies:
        for run in _runs(texts, body):
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
    if not doubled and len(forgotten) == 1:
        _report_forgotten(script, forgotten[0], reset)


def _report_forgotten(
    script: CheckedScript, name: str, reset: dict[str, list[tuple[DefinitionText, int]]]
) -> None:
    """Report a counter without a reset at the resets of a sibling in an event."""
    counters = {use.word.name for use in script.uses if use.follower in COUNTING}
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


def _runs(texts: DefinitionTexts, body: DefinitionText) -> list[list[Reset]]:
    """Return runs of adjacent statements that store a constant: `0 x !`, `x OFF`, `x ON`."""
    found: list[list[Reset]] = []
    said, k, end = body.texts, 0, -1
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
    for use in script.uses:
        if use.word.role == "variable":
            uses[use.word.name].append(use)
    return [
        name
        for name, found in uses.items()
        if (followers := {use.follower for use in found}) & COUNTING
        and followers & READING
        and followers <= COUNTING | READING
        and all(use.inside is not None for use in found)
    ]
