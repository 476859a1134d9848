"""A position as text: a grid as rows of pieces, other positions by name."""

from __future__ import annotations

from forthgame.game.state import State


def board_text(state: State) -> str:
    """The board: a piece is the first letter of its name, in capitals for the first player.

    Positions beside the grid are listed below it if something stands there.
    """
    declared = state.game.declaration
    first = declared.players[0].name if declared.players else ""
    board = state.board
    lines = []
    for row in range(declared.rows):
        start = row * declared.columns
        names = declared.positions[start : start + declared.columns]
        label = names[0].lstrip("abcdefghijklmnopqrstuvwxyz")
        cells = " ".join(_letter(board.get(name), first) for name in names)
        lines.append(f"{label:>3}  {cells}")
    if declared.rows:
        columns = declared.positions[: declared.columns]
        lines.append("     " + " ".join(name.rstrip("0123456789")[-1] for name in columns))
    beside = declared.positions[declared.rows * declared.columns :]
    lines += [f"{name}: {' '.join(board[name])}" for name in beside if name in board]
    return "\n".join(lines)


def _letter(piece: tuple[str, str] | None, first: str) -> str:
    if piece is None:
        return "."
    player, name = piece
    return name[0].upper() if player == first else name[0].lower()
