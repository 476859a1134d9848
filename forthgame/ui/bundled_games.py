"""List the bundled games with players, board and description."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from forthgame.base.errors import ForthgameError
from forthgame.base.source import decoded_source, package_path, read_limited
from forthgame.ui.script_outline import ScriptOutline, read_script

MOST_READ = 1 << 20  # bytes of a described script
LONGEST = 160  # characters of a description
HEAD = re.compile(r"\\ \S+ -- (?P<what>.*)")


@dataclass(frozen=True)
class Bundled:
    """A bundled game: name, number of competing players, board and description."""

    name: str
    players: int
    board: str
    what: str

    def document(self) -> dict[str, Any]:
        return asdict(self)


def bundled_games() -> list[Bundled]:
    """Return the bundled games by name; variants follow the main game of their folder.

    Scripts are read but not compiled. Scripts called `rules.4th`, and others that do not declare a
    complete game, are skipped.
    """
    found = []
    for folder in sorted(path for path in package_path("games").iterdir() if path.is_dir()):
        scripts = sorted(folder.glob("*.4th"), key=lambda path: (path.stem != folder.name, path))
        for script in scripts:
            read = read_script(script)
            if script.stem != "rules" and read.is_game and read.positions:
                own = script.stem == folder.name
                name = folder.name if own else f"{folder.name}/{script.stem}"
                found.append(Bundled(name, read.players, _board(read), _description(script)))
    return found


def described(name: str, script: Path) -> Bundled:
    """Describe any script; unreadable parts are left out."""
    with suppress(ForthgameError, OSError):
        read = read_script(script)
        board = _board(read) if read.positions else ""
        return Bundled(name, read.players, board, _first_comment(script))
    return Bundled(name, 0, "", "")


def _first_comment(script: Path) -> str:
    text = decoded_source(read_limited(script, MOST_READ), script).text
    line = text.lstrip().partition("\n")[0].strip()
    comment = line.removeprefix("\\ ") if line.startswith("\\ ") else ""
    return comment.rpartition(" -- ")[2].rstrip(".")[:LONGEST]


def _board(read: ScriptOutline) -> str:
    if read.rows and read.columns and read.rows * read.columns == read.positions:
        return f"{read.columns} x {read.rows}"
    return f"{read.positions} positions"


def _description(script: Path) -> str:
    found = HEAD.match(script.read_text(encoding="utf-8"))
    return found["what"].rstrip(".") if found else ""
