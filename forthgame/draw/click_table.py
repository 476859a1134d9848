"""Read the table `[clicks]` of a board file: what a page needs to turn clicks into moves.

The page narrows the legal moves by itself (`ui/serve/web/clicks.js`); a game only names dice that
the steps of a move use up, positions that need not be clicked, and groups of positions that count
as one place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from forthgame.draw.board_file_table import BoardFileTable

if TYPE_CHECKING:
    from forthgame.draw.piece_looks import Figure

KEYS = ("skip", "areas", "dice", "track")
MOST_AREAS = 400


@dataclass(frozen=True)
class ClickRules:
    """The rules of a game for entering moves by clicks.

    skip   positions that need not be clicked
    areas  groups of positions; a click on one of them means the one that can be clicked
    dice   positions of dice; each step of a move uses the one with as many points as it is long
    track  first and last position of the way on which steps are counted
    """

    skip: tuple[str, ...] = ()
    areas: tuple[tuple[str, ...], ...] = ()
    dice: tuple[str, ...] = ()
    track: tuple[str, ...] = ()

    def document(self, figures: Mapping[str, Figure]) -> dict[str, Any]:
        """Return the rules for a page, with the points of each type of piece as a die."""
        found: dict[str, Any] = {}
        if self.skip:
            found["skip"] = list(self.skip)
        if self.areas:
            found["areas"] = [list(area) for area in self.areas]
        if self.dice:
            points = {piece: figure.pips for piece, figure in figures.items()}
            first, last = self.track
            found["dice"] = {"on": list(self.dice), "points": points, "first": first, "last": last}
        return found


def read_click_rules(table: BoardFileTable) -> ClickRules:
    """Read the table. Raises BoardFileError."""
    table.only(KEYS)
    areas = table.entries.get("areas", [])
    if not isinstance(areas, list) or not all(isinstance(area, str) for area in areas):
        raise table.fail('areas is a list of texts with names of positions: ["a1 b1 a2 b2"]')
    if len(areas) > MOST_AREAS:
        raise table.fail(f"more than {MOST_AREAS} areas")
    known = table.names.positions
    dice = _positions(table, "dice")
    track = _positions(table, "track")
    if dice and len(track) != 2:
        raise table.fail("dice need a track: the first and the last position of the way")
    return ClickRules(
        _positions(table, "skip"),
        tuple(tuple(table.chosen(area.split(), known, "position")) for area in areas),
        dice,
        track,
    )


def _positions(table: BoardFileTable, key: str) -> tuple[str, ...]:
    named = table.texts(key) if table.has(key) else []
    return tuple(table.chosen(named, table.names.positions, "position"))
