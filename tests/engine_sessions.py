"""Sessions of programs with an engine: lines that they write, and its answers."""

from __future__ import annotations

from forthgame import Game
from forthgame.play.ugi.engine_server import EngineServer


def server_of(game: Game, *lines: str) -> tuple[EngineServer, list[str]]:
    """Return a server that has read some lines, and its answers so far and later."""
    said: list[str] = []
    server = EngineServer(game, said.append, "negamax")
    for line in lines:
        if not server.obey(line):
            break
    return server, said


def answers(game: Game, *lines: str) -> list[str]:
    """Return all answers to some lines, after which the input ends."""
    server, said = server_of(game, *lines)
    server.wait()
    return said
