"""A position as text: rows of letters for pieces, with the names of the places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from forthgame.game.game import Game
from forthgame.game.naming import piece_letters
from forthgame.game.state import State
from forthgame.ui.placing import Placing, place

Board = dict[str, tuple[str, str]]
LISTED = 8  # positions in a row where a board has no drawing


@dataclass(frozen=True)
class Mark:
    """A piece of a line: its text, and what it is: `name`, `empty`, or a player's name."""

    text: str
    owner: str = ""
    kind: str = "name"


Line = list[Mark]


def board_text(state: State, flipped: bool = False) -> str:
    """The board: a piece is the first letter of its name, in capitals for the first player.

    Positions beside the drawing are listed below it if something stands there.
    """
    lines = [*board_lines(state.game, state.board), *hand_lines(state)]
    return "\n".join("".join(mark.text for mark in line).rstrip() for line in lines)


def board_lines(game: Game, board: Board) -> Iterator[Line]:
    """The lines of a drawing in marks, which may be coloured by player."""
    declared = game.declaration
    placing = place(declared)
    if placing.regular:
        yield from _grid(game, board, placing)
    elif placing.spots:
        yield from _scattered(game, board, placing)
    names = declared.positions
    beside = [names[k] for k in placing.beside]
    if placing.spots:
        for name in beside:
            if name in board:
                player, piece = board[name]
                yield [Mark(f"{name}: "), Mark(f"{player} {piece}", player, "piece")]
        return
    width = max(map(len, names), default=0) + 2
    for start in range(0, len(beside), LISTED):
        yield [
            mark
            for name in beside[start : start + LISTED]
            for mark in _named(game, board, name, width + 2)
        ]


def hand_lines(state: State) -> Iterator[Line]:
    """A line for each player with pieces in hand: `Black has 2 pawn, 1 gold`."""
    for player, held in state.hands.items():
        if held:
            text = ", ".join(f"{number} {piece}" for piece, number in held.items())
            yield [Mark(f"{player} has "), Mark(text, player, "piece")]


def letters(game: Game) -> dict[str, str]:
    """A letter for each piece type: of its glyph, or of its name the first that is free."""
    return {name: glyph[:1] for name, glyph in piece_letters(game.declaration).items()}


def _letter(game: Game, piece: tuple[str, str]) -> Mark:
    player, name = piece
    letter = letters(game).get(name, "?")
    first = game.players[0] if game.players else ""
    return Mark(letter.upper() if player == first else letter.lower(), player, "piece")


def _cell(game: Game, board: Board, name: str) -> Mark:
    return _letter(game, board[name]) if name in board else Mark(".", kind="empty")


def _grid(game: Game, board: Board, placing: Placing) -> Iterator[Line]:
    names = game.positions
    across = 1 + max(x for x, _ in placing.spots.values()) // 2
    rows = _rows(placing)
    for row in rows:
        label = names[row[0]].lstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
        line = [Mark(f"{label:>3}  ")]
        cells = {placing.spots[k][0] // 2: k for k in row}
        for column in range(across):
            known = column in cells
            line.append(_cell(game, board, names[cells[column]]) if known else Mark(" "))
            line.append(Mark(" "))
        yield line
    heads: dict[int, str] = {}
    for k, (x, _) in placing.spots.items():
        heads.setdefault(x // 2, names[k].rstrip("0123456789")[-1])
    yield [Mark("     " + " ".join(heads.get(column, " ") for column in range(across)))]


def _scattered(game: Game, board: Board, placing: Placing) -> Iterator[Line]:
    """Each position with its name, half a column being half as wide as the widest."""
    names = game.positions
    half = (max(len(names[k]) for k in placing.spots) + 4) // 2
    previous = -1
    for row in _rows(placing):
        line: Line = []
        y = placing.spots[row[0]][1]
        yield from ([] for _ in range(max(0, y - previous - 1)))
        previous, column = y, 0
        for k in row:
            start = placing.spots[k][0] * half
            line.append(Mark(" " * (start - column)))
            line += _named(game, board, names[k], 2 * half)
            column = start + 2 * half
        yield line


def _named(game: Game, board: Board, name: str, width: int) -> Line:
    return [Mark(f"{name}:"), _cell(game, board, name), Mark(" " * (width - len(name) - 2))]


def _rows(placing: Placing) -> Iterable[list[int]]:
    rows: dict[int, list[int]] = {}
    for k, (_, y) in placing.spots.items():
        rows.setdefault(y, []).append(k)
    return [sorted(rows[y], key=lambda k: placing.spots[k][0]) for y in sorted(rows)]
