"""Moves by numbers of squares, as PDN has them: `11-15`, `11x18x25`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from forthgame.position.position_record import STEPS
from forthgame.position.texts.jump_paths import JumpPaths, Way
from forthgame.position.texts.move_style import Notation, Reading, as_one
from forthgame.position.texts.piece_placement import Squares
from forthgame.position.texts.texts_file import TextsTable, find_tables

if TYPE_CHECKING:
    from forthgame.position.moves import Moves
    from forthgame.rules.script import Script

SIGNS = re.compile(r"\s*[-–x×:*]\s*", re.IGNORECASE)
STEPPING = "-–"


class SquareNumbers(Notation):
    """Numbers or names of squares, `x` for captures, with the whole path if it is needed.

    A path names the squares where the piece lands, as soon as it can. All or some of the squares of
    any path over the same captures can be read.
    """

    def __init__(self, game: Script, table: TextsTable) -> None:
        super().__init__(game, table)
        numbered = table.has("squares") or table.has("order")
        self.squares = Squares(table if numbered else find_tables(game).table("fen"))
        self.takes = table.text("takes", "x")
        self.named = table.text("write", "numbers") == "names"
        self.ways = JumpPaths(game, self.squares.numbers)
        names = game.positions
        self._known = {name: name for name in names} if self.named else {
            str(number): name for name, number in self.squares.numbers.items()
        }  # fmt: skip
        self._written = dict(zip(self._known.values(), self._known, strict=True))
        self._index = {name: k for k, name in enumerate(names)}

    def text(self, moves: Moves, number: int) -> str:
        source, target, _, _, takes = moves._outlines.outline(number)
        if source < 0 or target < 0:
            return self.passing
        names = self.game.positions
        ends = [names[source], names[target]]
        if len(self._between(moves, source, target)) > 1:
            ends = self._way(moves, number, ends)
        sign = self.takes if takes else "-"
        return sign.join(map(self.written, ends))

    def written(self, name: str) -> str:
        """Return what is written for a position."""
        return self._written.get(name, name)

    def _between(self, moves: Moves, source: int, target: int) -> list[int]:
        outlines = moves._outlines
        return outlines.numbers([o for o in outlines.moved_to(target) if o[1].source == source])

    def _way(self, moves: Moves, number: int, ends: Way) -> Way:
        """Return the squares where a piece lands, or those that the script moves it to."""
        captured = moves[number].captured
        if way := self.ways.over(self._occupied(moves), ends[0], captured, ends[1]):
            return way
        return self._steps(moves, number, ends)

    def _steps(self, moves: Moves, number: int, ends: Way) -> Way:
        names, way = self.game.positions, ends[:1]
        for action in moves[number].actions:
            if action.kind in STEPS and names[action.a] == way[-1]:
                way.append(names[action.b])
        return way if len(way) > 1 else ends

    def _occupied(self, moves: Moves) -> set[str]:
        names = self.game.positions
        return {name for name, cell in zip(names, moves._board_cells, strict=False) if cell}

    def asked(self, moves: Moves, text: str) -> str:
        way = [self._known.get(part, "") for part in SIGNS.split(text.strip())]
        return "" if len(way) < 2 or "" in way else f"{way[0]} {way[-1]}"

    def read_move(self, moves: Moves, text: str) -> Reading | None:
        body = text.rstrip(" .*")  # a dot may follow the last move, a star a forced one
        given = SIGNS.split(body)
        if len(given) < 2:
            return None
        way = [self._known.get(part, "") for part in given]
        if "" in way:
            missing = given[way.index("")]
            plain = all(part.isdecimal() for part in given)
            return Reading((), f"there is no square {missing}") if plain else None
        outlines = moves._outlines
        captures = not any(sign in body for sign in STEPPING)
        found = [
            k for k in self._between(moves, self._index[way[0]], self._index[way[-1]])
            if outlines.outline(k).takes is captures
        ]  # fmt: skip
        if len(way) > 2:
            board = self._occupied(moves)
            whole = [k for k in found if self._is_path(moves, k, way, board)]
            found = whole or [k for k in found if self._lands(moves, k, way, board)]
        return Reading(as_one(moves, found))

    def _is_path(self, moves: Moves, number: int, way: Way, board: set[str]) -> bool:
        """Return whether squares are the whole path of a move."""
        if way == self._steps(moves, number, [way[0], way[-1]]):
            return True
        # a piece that returns to its source does not capture itself
        return self.ways.taken(board, way) == set(moves[number].captured) - {way[0]}

    def _lands(self, moves: Moves, number: int, way: Way, board: set[str]) -> bool:
        """Return whether a move's piece can land on all squares of a way, in their order."""
        captured = moves[number].captured
        return self.ways.over(board, way[0], captured, way[-1], way) is not None
