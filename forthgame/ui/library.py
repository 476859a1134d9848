"""The bundled games: what each is, for whom, on which board."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from forthgame.errors import ScriptError
from forthgame.game.game import Game, load
from forthgame.source import shipped

HEAD = re.compile(r"\\ \S+ -- (?P<what>.*)")


@dataclass(frozen=True)
class Bundled:
    """A game: its bare name, players who compete, board, and what its script is."""

    name: str
    players: int
    board: str
    what: str

    def document(self) -> dict[str, Any]:
        """The same for JSON."""
        return asdict(self)


def bundled_games() -> list[Bundled]:
    """The bundled games by name, variants behind the game of their folder.

    Scripts that are only loaded by others declare no game and are left out.
    """
    found = []
    for folder in sorted(path for path in shipped("games").iterdir() if path.is_dir()):
        scripts = sorted(folder.glob("*.4th"), key=lambda path: (path.stem != folder.name, path))
        for script in scripts:
            try:
                game = load(script, native=False)
            except ScriptError:
                continue
            own = script.stem == folder.name
            name = folder.name if own else f"{folder.name}/{script.stem}"
            found.append(Bundled(name, _competitors(game), _board(game), _what(script)))
    return found


def _competitors(game: Game) -> int:
    players = game.declaration.players
    return sum(not player.neutral and not player.chance for player in players)


def _board(game: Game) -> str:
    """Rows and columns of a board that is one grid, else the number of positions."""
    declared = game.declaration
    grid = declared.rows * declared.columns
    if grid and grid == len(declared.positions):
        return f"{declared.columns} x {declared.rows}"
    return f"{len(declared.positions)} positions"


def _what(script: Path) -> str:
    """The first comment of a script."""
    found = HEAD.match(script.read_text(encoding="utf-8"))
    return found["what"].rstrip(".") if found else ""
