"""Findings about copies in several directions of which one lacks its mirror image.

Right and left are alike in nearly every game, unlike forward and back. So words of a family, calls
of one word and words of a list should go in the mirror image of each of their directions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection

from forthgame.check.loading.checked_script import CheckedScript, DeclaredName
from forthgame.check.text.word_families import Codes, Shape, WordCode

Step = tuple[int, int]
Way = tuple[int, ...]  # directions, as operands of code
FEWEST = 3  # ways that make a missing one doubtful
FEWEST_PAIRS = 6  # ways that make a strange one doubtful
SIDES: tuple[Callable[[int, int], Step], ...] = (
    lambda rows, columns: (rows, -columns),
    lambda rows, columns: (columns, rows),
    lambda rows, columns: (-columns, -rows),
)  # exchanges of right and left, also on boards of hexagons


def opposite(rows: int, columns: int) -> Step:
    return -rows, -columns


TURNS: tuple[Callable[[int, int], Step], ...] = (
    opposite,
    lambda rows, columns: (-rows, columns),
    lambda rows, columns: (columns, -rows),
)  # other maps of a board onto itself


class Mirror:
    """The directions of a grid, and those that exchanging right and left makes of them."""

    def __init__(self, script: CheckedScript) -> None:
        declared = {d.name: d.steps[:2] for d in script.declared.directions if d.steps is not None}
        words = [w for w in script.words if w.role == "direction" and w.name in declared]
        self.by_token = {word.token: word.operand or 0 for word in words}
        self.names = {word.operand or 0: word.name for word in words}
        self.steps = {number: declared[name] for number, name in self.names.items()}
        self.numbers = {step: number for number, step in self.steps.items()}
        closed = [
            side for side in SIDES if all(side(*step) in self.numbers for step in self.numbers)
        ]
        moving = [side for side in closed if any(side(*step) != step for step in self.numbers)]
        self.side = moving[0] if moving and len(self.numbers) == len(self.names) else None

    def image(self, way: Way, turn: Callable[[int, int], Step]) -> Way:
        """Return the images of directions under a map of the board; -1 for those without one."""
        return tuple(self.numbers.get(turn(*self.steps[number]), -1) for number in way)

    def lonely(self, ways: Collection[Way]) -> list[Way]:
        """Return the ways whose mirror images are missing."""
        if self.side is None or not all(number in self.steps for way in ways for number in way):
            return []
        return sorted(way for way in ways if self.image(way, self.side) not in ways)

    def turned(self, way: Way, ways: Collection[Way]) -> int:
        """Return how many images of a way there are."""
        return sum(self.image(way, turn) in ways for turn in (*SIDES, *TURNS))

    def said(self, way: Way) -> str:
        return " ".join(self.names[number] for number in way)


def check_reflected(script: CheckedScript, codes: Codes) -> None:
    """Report the only way of a family, a word or a list whose mirror image is missing."""
    mirror = Mirror(script)
    reported = {f.word for f in script.findings if f.code in ("FG535", "FG536", "FG537")}
    if mirror.side is None:
        return
    families: dict[Shape, list[WordCode]] = defaultdict(list)
    for body in codes.values():
        script.deadline.look()
        if len(body.directions) > 1 and body.word.name not in reported:
            families[body.shape].append(body)
        if body.word.name not in reported:
            _check_calls(script, mirror, body)
    for family in families.values():
        _check_family(script, mirror, family)
    if not reported:
        _check_lists(script, mirror, codes)


def _check_family(script: CheckedScript, mirror: Mirror, family: list[WordCode]) -> None:
    """Report the word of a family that breaks the symmetry of their pairs of directions."""
    ways = {body.directions: body for body in family}
    lonely = sorted(mirror.lonely(ways), key=lambda way: mirror.turned(way, ways))
    if len(ways) < FEWEST_PAIRS or len(lonely) != 2:
        return
    odd, other = lonely
    body, beside = ways[odd], ways[other]
    if mirror.turned(odd, ways) < mirror.turned(other, ways) and mirror.side is not None:
        meant = mirror.image(other, mirror.side)
        script.report(
            "FG536",
            f"`{body.word.name}` goes `{mirror.said(odd)}`, and each of {len(ways) - 2} others has "
            f"its mirror image; is `{mirror.said(meant)}` meant, that of `{beside.word.name}`?",
            body.word.place,
            body.word.name,
        )


def _check_calls(script: CheckedScript, mirror: Mirror, body: WordCode) -> None:
    """Report a word that is called for some directions, and not for the mirror image of one."""
    rounds: dict[tuple[str, int], list[tuple[int, int]]] = defaultdict(list)
    for place, (name, operand) in enumerate(body.full[:-1]):
        called = body.full[place + 1]
        if name == "LIT" and operand in mirror.by_token and called[0] == "(CALL)":
            rounds[called].append((mirror.by_token[operand], body.cells[place]))
    for calls in rounds.values():
        ways = {(number,) for number, _ in calls}
        lonely = mirror.lonely(ways)
        opposed = any(mirror.image(way, opposite) in ways for way in ways)  # not one way a line
        if len(ways) != len(calls) or len(ways) < FEWEST or not opposed:
            continue
        if len(lonely) == 1 and mirror.side is not None:
            missing = mirror.said(mirror.image(lonely[0], mirror.side))
            script.report_at(
                "FG537",
                f"`{body.word.name}` goes through several directions, and not through the mirror "
                f"image of this one, `{missing}`; is it missing?",
                next(cell for number, cell in calls if (number,) == lonely[0]),
                body.word,
            )


def _check_lists(script: CheckedScript, mirror: Mirror, codes: Codes) -> None:
    """Report a list with words for some directions, and without one for a mirror image."""
    for moves in script.declared.list_moves:
        alike: dict[Shape, dict[Way, DeclaredName]] = defaultdict(dict)
        for record, _ in moves:
            body = codes.get(record.word.token) if record.word is not None else None
            if body is not None and body.directions:
                alike[body.shape][body.directions] = record
        for ways in alike.values():
            lonely = mirror.lonely(ways)
            if len(ways) < FEWEST or len(lonely) != 1 or mirror.side is None:
                continue
            record, missing = ways[lonely[0]], mirror.image(lonely[0], mirror.side)
            script.report(
                "FG537",
                f"this list goes through several directions, and with `{record.name}` not through "
                f"the mirror image, `{mirror.said(missing)}`; is a move missing?",
                record.token,
                record.name,
            )
