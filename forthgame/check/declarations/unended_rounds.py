"""Findings about words that go in one direction after the other, and do not come back between.

`8 0 DO I way step LOOP` tries eight directions from one position only if `step` returns there.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from forthgame.check.findings import line_of
from forthgame.check.text.definition_text import DefinitionText, DefinitionTexts
from forthgame.check.word_kinds import STRUCTURES

RETURNS = frozenset(("back", "to", "home"))
TICK = "[']"
FEWEST = 3  # directions one after the other


def check_unended_rounds(texts: DefinitionTexts) -> None:
    """Report a helper that adds moves in a direction, stays there, and is called for the next."""
    bodies = {body.word.name: body for body in texts.bodies}
    helpers = {name: body for name, body in bodies.items() if _goes_and_stays(body)}
    helpers |= _walkers(texts)
    if not helpers:
        return
    reported: set[str] = set()
    for body in texts.bodies:
        if helpers.keys().isdisjoint(body.texts):
            continue
        texts.deadline.look()
        for round_ in _rounds(texts, body):
            called = [text for text in round_ if text in helpers]
            if not called or not RETURNS.isdisjoint(round_) or called[0] in reported:
                continue
            reported.add(called[0])
            _report(texts, body, helpers[called[0]], [bodies[t] for t in round_ if t in bodies])


def _goes_and_stays(body: DefinitionText) -> bool:
    """Return whether a word goes where a token leads, adds a move, and never comes back."""
    said = body.texts
    adds = "add-move" in said and "EXECUTE" in said
    return adds and RETURNS.isdisjoint(said) and "verify" not in said


def _walkers(texts: DefinitionTexts) -> dict[str, DefinitionText]:
    """Return words that walk along a line and stay there, if others of the script come back."""
    walking = [body for body in texts.bodies if _walks(body)]
    back = any("back" in body.texts for body in walking)
    return {b.word.name: b for b in walking if back and RETURNS.isdisjoint(b.texts)}


def _walks(body: DefinitionText) -> bool:
    return {"BEGIN", "EXECUTE", "REPEAT"} <= {*body.texts} and "add-move" not in body.texts


def _rounds(texts: DefinitionTexts, body: DefinitionText) -> Iterator[list[str]]:
    """Yield the words of loops with a direction for each round, and rows of directions.

    A short word that runs another one for two directions is such a row as well.
    """
    said = body.texts
    begin = -1
    for at, text in enumerate(said):
        if text == "DO":
            begin = at + 1
        elif text == "LOOP" and begin >= 0:
            round_ = said[begin:at]
            if "I" in round_ and not {"BEGIN", "EXIT", "LEAVE"} & {*round_}:
                yield round_
            begin = -1
        elif text == "UNTIL" and "BEGIN" in said[:at]:
            round_ = said[at - said[:at][::-1].index("BEGIN") : at]
            if "1+" in round_ and "IF" not in round_:  # a counter goes through the directions
                yield [each for before, each in pairwise(round_) if before == "DUP"]
    if len(said) == len(set(said)) + 1 and said[-1:] and not {*said} & STRUCTURES:
        yield [text for text in said if said.count(text) > 1]
    ways = [at for at, (text, way) in enumerate(pairwise(said)) if _ticks(texts, text, way)]
    if len(ways) >= FEWEST and all(later - at == 3 for at, later in pairwise(ways)):
        called = {said[at + 2] for at in ways if at + 2 < len(said)}
        if len(called) == 1:
            yield said[ways[0] : ways[-1] + 3]


def _ticks(texts: DefinitionTexts, text: str, way: str) -> bool:
    return text == TICK and texts.kind(way) == "direction"


def _report(
    texts: DefinitionTexts,
    body: DefinitionText,
    helper: DefinitionText,
    called: list[DefinitionText],
) -> None:
    token = helper.tokens[-1]
    returning = next((each for each in called if "back" in each.texts), None)
    beside = ""
    if returning is not None:
        line = line_of(returning.tokens[0].place, token.place)
        beside = f", unlike `{returning.word.name}` ({line})"
    texts.script.report(
        "FG570",
        f"`{helper.word.name}` ends where it has gone{beside}, and `{body.word.name}` "
        f"({line_of(body.tokens[0].place, token.place)}) calls it for one direction after the "
        "other, so the next begins there; is `back` missing?",
        token,
        helper.word.name,
    )
