"""Jumps over several pieces: the landing squares, derived from the captured pieces."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from forthgame.game.moves import Move
    from forthgame.game.script import Script

Cell = tuple[int, int]  # row and column
Way = list[str]  # names of squares on a path


def prey(move: Move) -> set[str]:
    """Return the captured positions; a piece that returns to its source does not capture itself."""
    return set(move.captured) - {move.source}


class Ways:
    """Straight jumps on the first grid of a game."""

    def __init__(self, game: Script) -> None:
        self.names = game.declaration.first_grid()
        self.cells = {name: cell for cell, name in self.names.items()}

    def over(self, board: set[str], move: Move) -> Way | None:
        """Return a path from a move's source to its target over its captures in order, or None.

        `board` has the names of the occupied squares.
        """
        if move.source not in self.cells or move.target not in self.cells:
            return None
        free = board - {move.source}
        taken = [name for name in move.captured if name != move.source]
        return self._over(free, move.source, taken, move.target)

    def _over(self, board: set[str], start: str, taken: list[str], end: str) -> Way | None:
        if not taken:
            return [start] if start == end else None
        between = self._line(start, taken[0])
        if between is None or board & set(between):
            return None
        for name in self._behind(board, start, taken[0]):
            rest = self._over(board, name, taken[1:], end)
            if rest is not None:
                return [start, *rest]
        return None

    def taken(self, board: set[str], way: Way) -> set[str] | None:
        """Return the captures on a path, one piece in each jump; None if the path is invalid."""
        found: set[str] = set()
        for start, end in pairwise(way):
            between = self._line(start, end)
            filled = [name for name in between or () if name in board and name != way[0]]
            if len(filled) != 1:
                return None
            found.update(filled)
        return found

    def _step(self, start: str, end: str) -> Cell | None:
        """Return the direction between two squares of a row, column or diagonal."""
        if start not in self.cells or end not in self.cells:
            return None
        (row, column), (last, final) = self.cells[start], self.cells[end]
        down, right = last - row, final - column
        if start == end or (down and right and abs(down) != abs(right)):
            return None
        return (down > 0) - (down < 0), (right > 0) - (right < 0)

    def _line(self, start: str, end: str) -> list[str] | None:
        """Return the squares between two others, None if they are not on a straight line."""
        step = self._step(start, end)
        if step is None:
            return None
        found: list[str] = []
        (row, column), last = self.cells[start], self.cells[end]
        while (row := row + step[0], column := column + step[1]) != last:
            if (row, column) not in self.names:
                return None
            found.append(self.names[row, column])
        return found

    def _behind(self, board: set[str], start: str, over: str) -> Iterator[str]:
        step = self._step(start, over)
        if step is not None:
            row, column = self.cells[over]
            row, column = row + step[0], column + step[1]
            while (name := self.names.get((row, column))) is not None and name not in board:
                yield name
                row, column = row + step[0], column + step[1]
