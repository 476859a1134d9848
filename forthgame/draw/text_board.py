"""Positions as text: rows of piece signs with coordinates."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from forthgame.draw.piece_looks import Signs, legend, signs_of
from forthgame.draw.placement import Placement, place_positions
from forthgame.position.playthrough import Playthrough
from forthgame.position.texts.texts_file import BOARD_ENDING, tables_path
from forthgame.rules.fact_cache import fact
from forthgame.rules.script import Script

Board = dict[str, tuple[str, str]]
LISTED = 8  # positions in a row for boards without a drawing
WIDTH = 100  # columns of a drawing; a wider grid is set closer or split into parts
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class TextMark:
    """A piece of a line: text, owner, and kind (`name`, `empty` or `piece`).

    `last` marks positions that the last move has changed.
    """

    text: str
    owner: str = ""
    kind: str = "name"
    last: bool = False


Line = list[TextMark]


class CellTexts(NamedTuple):
    """Contents and signs of the positions; `width` is that of the widest sign."""

    names: list[str]
    board: Board
    signs: Signs
    width: int
    last: Collection[str]
    hidden: Collection[str]  # positions that are not drawn

    def at(self, name: str) -> Line:
        last = name in self.last
        if name not in self.board:
            if name in self.hidden:
                return [TextMark(" " * self.width)]
            return [TextMark(".", kind="empty", last=last), TextMark(" " * (self.width - 1))]
        player, piece = self.board[name]
        sign = self.signs.sign(player, piece)
        return [TextMark(sign, player, "piece", last), TextMark(" " * (self.width - len(sign)))]


def board_text(state: Playthrough, flipped: bool = False) -> str:
    """Return the board with the signs of its pieces: see `forthgame.draw.piece_looks`.

    A flipped board is seen from the other side. Occupied positions beside the drawing are listed
    below it.
    """
    return "\n".join(plain(line) for line in state_lines(state, flipped))


def state_lines(
    state: Playthrough, flipped: bool = False, last: Collection[str] = ()
) -> Iterator[Line]:
    """Yield the lines of board and hands (`Black has 2 pawn`); mark the `last` move's positions."""
    yield from board_lines(state.game, state.board, flipped, last)
    for player, pieces in state.hands.items():
        if pieces:
            text = ", ".join(f"{number} {piece}" for piece, number in pieces.items())
            yield [TextMark(f"{player} has "), TextMark(text, player, "piece")]


def legend_line(game: Script, board: Board) -> Line:
    line: Line = []
    for text, player in legend(signs_of(game), board):
        line += [TextMark("   " if line else ""), TextMark(text, player, "piece")]
    return line


def plain(line: Line) -> str:
    return "".join(mark.text for mark in line).rstrip()


def board_lines(
    game: Script, board: Board, flipped: bool = False, last: Collection[str] = ()
) -> Iterator[Line]:
    """Yield the lines of a drawing as marks with owners, for colouring."""
    declared = game.declaration
    signs = signs_of(game)
    width = max((len(signs.sign(*piece)) for piece in board.values()), default=1)
    names = declared.positions
    cells = CellTexts(names, board, signs, width, last, _hidden(game))
    placing = place_positions(declared)
    if flipped:
        placing = placing.turned()
    if placing.regular:
        yield from _grid(cells, placing)
    elif placing.spots:
        yield from _scattered(cells, placing)
    beside = [names[k] for k in placing.beside]
    if placing.spots:
        for name in beside:
            if name in board:
                player, piece = board[name]
                yield [TextMark(f"{name}: "), TextMark(f"{player} {piece}", player, "piece")]
        return
    widest = max(map(len, names), default=0) + 3 + width
    for start in range(0, len(beside), LISTED):
        yield [
            mark for name in beside[start : start + LISTED] for mark in _named(cells, name, widest)
        ]


@fact
def _hidden(game: Script) -> frozenset[str]:
    if tables_path(game, BOARD_ENDING) is not None:
        from forthgame.draw.board_file import board_file
        from forthgame.draw.board_file_table import BoardFileError

        with suppress(BoardFileError):
            return board_file(game).hidden
    return frozenset()


def _grid(cells: CellTexts, placing: Placement) -> Iterator[Line]:
    across = 1 + max(x for x, _ in placing.spots.values()) // 2
    rows = _rows(placing)
    labels = [cells.names[row[0]].lstrip(LETTERS) for row in rows]
    heads: dict[int, str] = {}
    for k, (x, _) in placing.spots.items():
        heads.setdefault(x // 2, cells.names[k].rstrip("0123456789"))
    margin = max(3, *map(len, labels)) + 2
    gap = 1 if margin + across * (cells.width + 1) <= WIDTH else 0
    part = max(1, (WIDTH - margin) // (cells.width + gap))
    for first in range(0, across, part):
        columns = range(first, min(first + part, across))
        if first:
            yield []
        for row, label in zip(rows, labels, strict=True):
            there = {placing.spots[k][0] // 2: k for k in row}
            line = [TextMark(f"{label:>{margin - 2}}  ")]
            for column in columns:
                known = column in there
                line += (
                    cells.at(cells.names[there[column]]) if known else [TextMark(" " * cells.width)]
                )
                line.append(TextMark(" " * gap))
            yield line
        for text in _column_heads([heads.get(column, "") for column in columns]):
            yield [TextMark(" " * margin + (" " * gap).join(c.ljust(cells.width) for c in text))]


def _column_heads(names: list[str]) -> Iterator[list[str]]:
    """Yield column names, set vertically and without their common prefix."""
    while len({name[:1] for name in names if name}) == 1 and min(map(len, names)) > 1:
        names = [name[1:] for name in names]
    deep = max(map(len, names))
    for k in range(deep):
        yield [name.rjust(deep)[k] for name in names]


def _scattered(cells: CellTexts, placing: Placement) -> Iterator[Line]:
    """Yield each position with its name; a half column is half the widest name."""
    names = cells.names
    rows = _rows(placing)
    half = (max(len(names[k]) for k in placing.spots) + 4 + cells.width) // 2
    if placing.leaning and (2 + max(x for x, _ in placing.spots.values())) * half > WIDTH:
        yield from _hexagons(cells, placing, rows)
        return
    previous = -1
    for row in rows:
        line: Line = []
        y = placing.spots[row[0]][1]
        yield from ([] for _ in range(max(0, y - previous - 1)))
        previous, column = y, 0
        for k in row:
            start = placing.spots[k][0] * half
            line.append(TextMark(" " * (start - column)))
            line += _named(cells, names[k], 2 * half)
            column = start + 2 * half
        yield line


def _hexagons(cells: CellTexts, placing: Placement, rows: list[list[int]]) -> Iterator[Line]:
    """Yield rows shifted by half a cell, with names of rows and columns only."""
    half = (cells.width + 2) // 2
    previous = -1
    for number, row in enumerate(rows):
        y = placing.spots[row[0]][1]
        yield from ([] for _ in range(max(0, y - previous - 1)))
        previous = y
        starts = [placing.spots[k][0] * half for k in row]
        if number == 0:
            yield _slanted_heads([cells.names[k].rstrip("0123456789") for k in row], starts, half)
        line = [TextMark(" " * starts[0] + f"{cells.names[row[0]].lstrip(LETTERS):>3}  ")]
        column = starts[0]
        for k, start in zip(row, starts, strict=True):
            line += [TextMark(" " * (start - column)), *cells.at(cells.names[k])]
            column = start + cells.width
        yield line
    columns = [cells.names[k].rstrip("0123456789") for k in rows[-1]]
    yield _slanted_heads(columns, [start + half for start in starts], half)


def _slanted_heads(names: list[str], starts: list[int], half: int) -> Line:
    text = ""
    for name, start in zip(names, starts, strict=True):
        text = text.ljust(start) + name[: 2 * half]
    return [TextMark("     " + text)]


def _named(cells: CellTexts, name: str, width: int) -> Line:
    space = " " * (width - len(name) - 1 - cells.width)
    return [TextMark(f"{name}:"), *cells.at(name), TextMark(space)]


def _rows(placing: Placement) -> list[list[int]]:
    rows: dict[int, list[int]] = {}
    for k, (_, y) in placing.spots.items():
        rows.setdefault(y, []).append(k)
    return [sorted(rows[y], key=lambda k: placing.spots[k][0]) for y in sorted(rows)]
