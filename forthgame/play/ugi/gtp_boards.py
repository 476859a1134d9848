"""The boards of GTP: scripts by the size of the board, and the points of handicap stones."""

from __future__ import annotations

from pathlib import Path

from forthgame.base.errors import ForthgameError
from forthgame.base.source import is_file, resolved
from forthgame.position.texts.texts_file import read_tables
from forthgame.rules.script import Script

SMALL, WIDE = 7, 13  # columns of a board with corners only, and of one with points on the 4th line
MOST = 9


def scripts_by_size(script: Path) -> dict[int, Path]:
    """Return the scripts of a family that a file of texts beside a script lists, its own included.

    It is empty if no file lists the script.
    """
    for path in sorted(script.parent.glob("*.texts.toml")):
        try:
            tables = read_tables(path, resolved(script).parent)
        except ForthgameError:  # reported when the game is loaded
            continue
        records = tables.get("records")
        sgf = records.get("sgf") if isinstance(records, dict) else None
        named = sgf.get("scripts") if isinstance(sgf, dict) else None
        if not isinstance(named, dict):
            continue
        found = {
            int(size): script.with_name(f"{name}.4th")
            for size, name in named.items()
            if size.isdecimal() and isinstance(name, str) and Path(name).name == name
        }
        if script in found.values():
            return {size: path for size, path in found.items() if is_file(path)}
    return {}


def handicap_positions(game: Script, number: int) -> list[str] | None:
    """Return the positions of handicap stones as GTP fixes them, None for a wrong number."""
    board = next(iter(game.declaration.boards), None)
    if board is None or board.columns != board.rows or board.columns < SMALL:
        return None
    size = board.columns
    most = MOST if size % 2 and size > SMALL else 4
    if not 2 <= number <= most:
        return None
    edge = 3 if size >= WIDE else 2
    low, middle, high = edge, size // 2, size - 1 - edge
    corners = [(low, low), (high, high), (low, high), (high, low)]
    sides = [(low, middle), (high, middle), (middle, low), (middle, high)]
    points = (corners + sides)[: number - (number % 2 if number > 4 else 0)]
    if number > 4 and number % 2:
        points.append((middle, middle))
    grid = game.declaration.first_grid()
    return [grid[size - 1 - row, column] for column, row in points]
