"""Findings about tests of positions: zones of players that should mirror each other, and bounds.

A test that depends on the position and the player only is computed for all of them.
"""

from __future__ import annotations

from forthgame.check.declarations.asymmetries import Step, board_images
from forthgame.check.findings import line_of
from forthgame.check.text.contradictions import COMPARISONS, report_comparison
from forthgame.check.text.definition_text import DefinitionText, DefinitionTexts
from forthgame.check.text.expressions import (
    FROM,
    GIVEN,
    HERE,
    OWN,
    Expression,
    Expressions,
    Operation,
    parts_of,
    value,
)

FEWEST = 4  # positions in the zones of both players together
SHOWN = 3  # positions that a message names
ORDERS = (("<", "<="), (">", ">="))  # comparisons that bound a number on one side
TESTS = frozenset(("FG550", "FG567"))  # findings about tests
MOST = 1000  # largest divisor whose remainders are tried
TESTED = frozenset(COMPARISONS) | {"AND", "OR"}
BORDERING = ("/", "MOD")  # they make a row or a column of a position


def check_position_tests(texts: DefinitionTexts) -> None:
    """Report zones that are nearly mirrored, and tests that no position or number meets."""
    expressions = Expressions(texts)
    personal = expressions.mentioning(OWN.name)
    near = expressions.mentioning(*BORDERING) | {"AND", "OR"}
    reported = {(f.place.file, f.place.line) for f in texts.script.findings if f.code in TESTS}
    for body in texts.bodies:
        texts.deadline.look()
        if body.word.name in personal:
            _check_zone(texts, expressions, body)
        for at, found in expressions.along(body, TESTED, near):
            place = body.tokens[at].place
            why = _contradiction(texts, found)
            if why and (place.file, place.line) not in reported:
                reported.add((place.file, place.line))
                report_comparison(texts, body, at, why)


# -- zones ----------------------------------------------------------------------------------------


def _check_zone(texts: DefinitionTexts, expressions: Expressions, body: DefinitionText) -> None:
    """Report a test of positions that holds for two players on zones that nearly mirror."""
    declared = texts.script.declared
    players = [p for p in declared.players if not (p.chance or p.neutral)]
    left = expressions.of(body.word.name) if len(players) == 2 else None
    if left is None or len(left) != 1:
        return
    parts = {*parts_of(left[0])}
    if OWN not in parts or parts <= {OWN} or parts - {OWN, HERE, FROM, GIVEN}:
        return
    spots = {k: (r, c) for k, (board, r, c) in declared.spots().items() if board == 0}
    zones = [_zone(left[0], player.code, spots) for player in players]
    one, other = zones
    if not one or not other or one == other or len(one) + len(other) < FEWEST:
        return
    turned = [
        {image(*spot) for spot in one} for image in board_images(declared.rows, declared.columns)
    ]
    nearest = min(turned, key=lambda zone: len(zone ^ other))
    if 0 < len(nearest ^ other) <= len(nearest & other):
        names = {spot: declared.positions[position] for position, spot in spots.items()}
        _report_zone(texts, body, players[1].name, (nearest - other, other - nearest), names)


def _zone(test: Expression, player: int, spots: dict[int, Step]) -> set[Step]:
    """Return the positions that pass a test for a player; none if it is unknown for some."""
    found = set()
    for position, spot in spots.items():
        known: dict[Expression, int] = dict.fromkeys((HERE, FROM, GIVEN), position)
        known[OWN] = player
        holds = value(test, known)
        if holds not in (0, -1):
            return set()
        if holds:
            found.add(spot)
    return found


def _report_zone(
    texts: DefinitionTexts,
    body: DefinitionText,
    player: str,
    odd: tuple[set[Step], set[Step]],
    names: dict[Step, str],
) -> None:
    """Report a zone at its definition, with the lines of the words that it consists of."""
    what = [
        f"{text} {' '.join([names[spot] for spot in sorted(spots)][:SHOWN])}"
        for text, spots in zip(("lacks", "has"), odd, strict=True)
        if spots
    ]
    words = {b.word.name: b.word.place for b in texts.bodies}
    places = [place for text in body.texts if (place := words.get(text)) is not None]
    places = [token.place for token in body.tokens] + places
    own = body.word.place or body.tokens[0].place
    lines = [
        line_of(place, own) for place in places if place.line != own.line or place.file != own.file
    ]
    others = f" ({', '.join(dict.fromkeys(lines))})" if lines else ""
    texts.script.report(
        "FG568",
        f"`{body.word.name}`{others} holds for the two players on zones that mirror each other "
        f"nearly: that of {player} {' and '.join(what)}; is a limit wrong?",
        own,
        body.word.name,
    )


# -- tests that never hold ------------------------------------------------------------------------


def _contradiction(texts: DefinitionTexts, found: Operation) -> str:
    """Return why a test never or always holds, or why a part of it has no effect."""
    if found.name in COMPARISONS:
        subject, limit = found.items
        numbers = isinstance(limit, int) and isinstance(subject, Operation)
        return _of_numbers(texts, found, subject) if numbers else ""
    *before, last = _limits(found.name, found)
    whys = (_together(found.name, each, last) for each in before if each and last)
    return next((why for why in whys if why), "")


def _of_numbers(texts: DefinitionTexts, test: Operation, subject: Expression) -> str:
    """Return why no position, or no remainder, meets a comparison with a number."""
    if not isinstance(subject, Operation) or subject.name not in BORDERING:
        return ""
    parts, divisor = {*parts_of(subject)}, subject.items[-1]
    tried: list[dict[Expression, int]]
    if parts and all(part.name in (HERE.name, FROM.name) for part in parts):
        count = len(texts.script.declared.positions)
        tried, what = [dict.fromkeys(parts, k) for k in range(count)], "position of the board"
    elif subject.name == "MOD" and isinstance(divisor, int) and 0 < divisor <= MOST:
        tried, what = [{subject: k} for k in range(divisor)], "remainder"
    else:
        return ""
    found = {value(test, known) for known in tried}
    if found == {0}:
        return f"holds for no {what}"
    return f"holds for every {what}" if found == {-1} else ""


Limit = tuple[Expression, str, int]  # the subject, the comparison, the number


def _limits(joint: str, test: Expression) -> list[Limit | None]:
    """Return the comparisons with numbers that a test joins, None for other parts."""
    if isinstance(test, Operation) and len(test.items) == 2:
        one, other = test.items
        if test.name == joint:
            return _limits(joint, one) + _limits(joint, other)
        if test.name in COMPARISONS and isinstance(other, int) and not isinstance(one, int):
            return [(one, test.name, other)]
    return [None]


def _together(joint: str, one: Limit, other: Limit) -> str:
    """Return why two comparisons of one number do not fit together."""
    if one[0] != other[0]:
        return ""
    near = sorted({number + by for number in (one[2], other[2]) for by in (-1, 0, 1)})
    holds = [[COMPARISONS[test](k, number) for k in near] for _, test, number in (one, other)]
    if joint == "AND" and not any(map(min, *holds)):
        return "never holds, as one number cannot meet both tests"
    if joint == "OR" and all(map(max, *holds)):
        return "always holds, as every number meets one test"
    if any({one[1], other[1]} <= {*order} for order in ORDERS):
        return "asks for two limits on the same side, of which one includes the other"
    return ""
