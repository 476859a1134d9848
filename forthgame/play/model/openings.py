"""Read openings from files: lines of moves, games in PGN or another format, positions as EPD."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

from forthgame.base.errors import ForthgameError
from forthgame.base.limits import DEFAULT_LIMITS
from forthgame.base.source import read_limited, split_lines
from forthgame.play.model.schedule import POSITION, read_openings
from forthgame.position.records.formats import format_of, read_trees
from forthgame.position.records.game_tree import GameTree

Line = tuple[str, ...]  # texts of moves, before them perhaps `position FEN`
WITH_PLIES = re.compile(r"(?P<path>.*):plies=(?P<plies>[0-9]{1,6})$", re.DOTALL)
POSITIONS = (".epd", ".fen")  # endings of files with a position on each line


def openings_of(given: str | Path) -> list[Line]:
    """Return the openings of a file, each once: `book.pgn`, `book.pgn:plies=8`, `starts.epd`.

    A file of records gives the first `plies` moves of each game, and its position if the game
    begins elsewhere; a file of positions (`.epd`, `.fen`) one for each line. Other files have a
    line of moves for each opening: see `read_openings`. Raises ForthgameError.
    """
    found = WITH_PLIES.match(str(given))
    path, plies = (Path(found["path"]), int(found["plies"])) if found else (Path(given), None)
    form = format_of(str(path))
    if form is not None:
        lines = [_opening(tree, plies) for tree in read_trees(path, form)]
    elif path.suffix.lower() in POSITIONS:
        lines = _positions(path)
    else:
        lines = [_first(line, plies) for line in read_openings(path)]
    openings = list(dict.fromkeys(line for line in lines if line))
    if not openings:
        raise ForthgameError(f"{path} contains no openings")
    return openings


def _opening(tree: GameTree, plies: int | None) -> Line:
    """Return the opening of a game. Raises RecordError if the text of these moves has a mistake."""
    for problem in tree.problems:
        if plies is None or problem.ply <= plies:
            raise problem
    start = tree.tags.get("FEN") or tree.tags.get("Position")
    before = (f"{POSITION}{start}",) if start else ()
    return (*before, *(move.text for move in islice(tree.moves, plies)))


def _first(line: Line, plies: int | None) -> Line:
    start = int(line[0].startswith(POSITION))
    return line if plies is None else line[: start + plies]


def _positions(path: Path) -> list[Line]:
    try:
        text = read_limited(path, DEFAULT_LIMITS.game_file).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ForthgameError(f"the openings in {path} cannot be read: they are not text") from None
    lines = (line.strip() for line in split_lines(text))
    return [(f"{POSITION}{line}",) for line in lines if line and line[0] != "#"]
