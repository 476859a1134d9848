"""Findings about variables that are not treated as those beside them: never counted, or not reset.

A counter that is reset with another one, and never counted, probably belongs where that one is
counted twice. A variable that a move sets with others, which each turn resets, is reset too.
"""

from __future__ import annotations

from collections import defaultdict

from forthgame.analysis.dataflow import closure
from forthgame.check.declarations.reset_findings import READING, runs_of
from forthgame.check.declarations.word_findings import live_names
from forthgame.check.findings import line_of
from forthgame.check.loading.checked_script import CheckedScript, WordRoles
from forthgame.check.text.definition_text import DefinitionText, DefinitionTexts
from forthgame.words.registers.memory_layout import CELL

ZEROS = frozenset(("0", "FALSE"))
STORES = frozenset(("!", "later!", "++", "--", "+!", "ON", "OFF"))
FEWEST = 2  # siblings that are reset
EVENT = "OnNextTurn"
Spot = tuple[DefinitionText, int]  # a definition and the index of a word


def check_unlike_siblings(texts: DefinitionTexts, roles: WordRoles) -> None:
    """Report a variable that is only ever set to 0, and one that no turn resets."""
    names = _variables(texts.script)
    spots: dict[str, list[Spot]] = defaultdict(list)
    for body in texts.bodies:
        if not names.isdisjoint(body.texts):
            for at, text in enumerate(body.texts):
                if text in names:
                    spots[text].append((body, at))
    uses = defaultdict[str, int](int)
    for use in texts.script.uses:
        if use.word.name in names:
            uses[use.word.name] += 1
    reported = {f.word for f in texts.script.findings if f.code == "FG563"}
    live = live_names(texts.script, roles)
    run = {name: [s for s in spots[name] if s[0].word.name in live] for name in names}
    for name in sorted(names - reported):
        if len(spots[name]) == uses[name]:
            _check_never_counted(texts, name, run)
    _check_not_reset(texts, names - reported, spots)


def _variables(script: CheckedScript) -> set[str]:
    """Return the names of variables of one cell."""
    sizes = {name: size for name, (_, size) in script.declared.storage_places().items()}
    return {
        word.name
        for word in script.words
        if word.role == "variable"
        or (word.role == "board storage" and sizes.get(word.name, 0) == CELL)
    }


def _follower(spot: Spot) -> str:
    body, at = spot
    return body.texts[at + 1] if at + 1 < len(body.texts) else ""


def _is_reset(spot: Spot) -> bool:
    body, at = spot
    after = _follower(spot)
    return after == "OFF" or (after in ("!", "later!") and at > 0 and body.texts[at - 1] in ZEROS)


# -- never counted ---------------------------------------------------------------------------------


def _check_never_counted(texts: DefinitionTexts, name: str, spots: dict[str, list[Spot]]) -> None:
    """Report a variable that is read and reset, and never gets another value than 0."""
    resets = [spot for spot in spots[name] if _is_reset(spot)]
    others = {_follower(spot) for spot in spots[name] if not _is_reset(spot)}
    reads = [spot for spot in spots[name] if _follower(spot) in READING]
    indexed = all(at and texts.kind(body.texts[at - 1]) == "number" for body, at in reads)
    down = "--" in others
    if not resets or not others & READING or not others - {"--"} <= READING or indexed:
        return
    body, at = resets[0]
    twice = _counted_twice(texts, body, name, spots)
    token = body.tokens[at]
    message = f"`{name}` is read, and only ever set to 0{' or counted down' if down else ''}; "
    message += "is it to be counted or set somewhere?"
    if twice is not None:
        (first, one), (other, again) = twice
        token = other.tokens[again]
        line = line_of(first.tokens[one].place, token.place)
        message = (
            f"`{token.text}` is counted here and in {line}, and `{name}`, which is reset with it, "
            f"never; is `{name}` meant?"
        )
    texts.script.report("FG563", message, token, name)


def _counted_twice(
    texts: DefinitionTexts, body: DefinitionText, name: str, spots: dict[str, list[Spot]]
) -> tuple[Spot, Spot] | None:
    """Return the two places where one variable is counted that is reset beside another one."""
    for run in runs_of(texts, body):
        reset = [each for each, _ in run]
        for sibling in reset if name in reset else ():
            counted = [spot for spot in spots[sibling] if _follower(spot) in ("++", "ON", "+!")]
            if sibling != name and len(counted) == FEWEST:
                return counted[0], counted[1]
    return None


# -- not reset -------------------------------------------------------------------------------------


def _check_not_reset(texts: DefinitionTexts, names: set[str], spots: dict[str, list[Spot]]) -> None:
    """Report the only variable set by a word that the next turn does not reset."""
    bodies = {body.word.name: body for body in texts.bodies}
    if EVENT not in bodies:
        return
    ran = closure([EVENT], lambda name: [t for t in bodies[name].texts if t in bodies])
    resetting = {each for each in ran if each in bodies}
    arrays = {w.name for w in texts.script.words if w.role in ("array", "board storage")}
    reset: dict[str, Spot] = {}
    for each in resetting:
        for at, text in enumerate(bodies[each].texts):
            if text in names | arrays and _is_reset_of(bodies[each], at, text in names):
                reset.setdefault(text, (bodies[each], at))
    for body in texts.bodies:
        if body.word.name in resetting:
            continue
        said = {t for k, t in enumerate(body.texts) if t in names | arrays and _stores(body, k)}
        left = said - reset.keys()
        if len(left) != 1 or len(said) <= FEWEST or not left <= names:
            continue
        (name,) = left
        if any(map(_is_reset, spots[name])):
            continue
        siblings = sorted(said - left, key=lambda each: (each in names, reset[each][1]))
        other, at = reset[siblings[-1]]
        place = other.tokens[at].place
        set_at = next(k for k, t in enumerate(body.texts) if t == name and _stores(body, k))
        texts.script.report(
            "FG563",
            f"`{name}` is set with {' and '.join(f'`{each}`' for each in sorted(said - left))} "
            f"({line_of(body.tokens[set_at].place, place)}), which `{EVENT}` resets, and nothing "
            f"resets `{name}`; reset it too",
            place,
            name,
        )
        return


def _stores(body: DefinitionText, at: int) -> bool:
    return _follower((body, at)) in STORES


def _is_reset_of(body: DefinitionText, at: int, scalar: bool) -> bool:
    """Return whether a variable, or an item of an array, gets the value 0."""
    if scalar:
        return _is_reset((body, at))
    return _stores(body, at) and bool(ZEROS & set(body.texts[max(0, at - 2) : at]))
