"""Paths of pieces that capture by jumping in straight lines, as draughts notations write them."""

from __future__ import annotations

from collections.abc import Container, Iterator
from itertools import pairwise

from forthgame.rules.script import Script

Cell = tuple[int, int]  # row and column
Way = list[str]  # names of squares on a path


class JumpPaths:
    """Straight jumps between some squares of the first grid of a game, over nothing but those."""

    def __init__(self, game: Script, squares: Container[str]) -> None:
        grid = game.declaration.first_grid()
        self.names = {cell: name for cell, name in grid.items() if name in squares}
        self.cells = {name: cell for cell, name in self.names.items()}

    def over(
        self, board: set[str], start: str, taken: tuple[str, ...], end: str, by: Way | None = None
    ) -> Way | None:
        """Return a path from start to end over captures in their order, or None.

        `board` has the names of the occupied squares. With `by` the path goes by all its squares,
        in this order; a path lands as soon as it can.
        """
        if start not in self.cells or end not in self.cells:
            return None
        order = tuple(name for name in taken if name != start)
        return self._over(board - {start}, start, order, end, tuple(by or ()), set())

    def _over(
        self,
        board: set[str],
        start: str,
        taken: tuple[str, ...],
        end: str,
        by: tuple[str, ...],
        failed: set[tuple[str, int, int]],
    ) -> Way | None:
        by = by[1:] if by[:1] == (start,) else by
        if not taken:
            return [start] if start == end and not by else None
        if (start, len(taken), len(by)) in failed:
            return None
        between = self._line(start, taken[0])
        if between is not None and not board & set(between):
            for name in self._squares_after(board, start, taken[0]):
                rest = self._over(board, name, taken[1:], end, by, failed)
                if rest is not None:
                    return [start, *rest]
        failed.add((start, len(taken), len(by)))
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

    def _squares_after(self, board: set[str], start: str, over: str) -> Iterator[str]:
        step = self._step(start, over)
        if step is not None:
            row, column = self.cells[over]
            row, column = row + step[0], column + step[1]
            while (name := self.names.get((row, column))) is not None and name not in board:
                yield name
                row, column = row + step[0], column + step[1]
