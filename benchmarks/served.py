"""Measure a position of `forthgame serve`: processor time of the server and its processes."""

from __future__ import annotations

import atexit
import random
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path

from benchmarks.board import Reader, server, used
from benchmarks.burdens import budget
from benchmarks.measuring import FailureError, NotInstalledError, Prepare, Row, Run, Sample

A_MINUTE = 10_000  # positions of any game for one reader
GAMES = ("gomoku", "go", "hex", "chess", "shogi", "splut")
WALKED = 300  # positions of a run, of random games up to 200 plies long


def rows() -> list[Row]:
    """Return rows for positions of random games as a page requests them: drawn, with moves and
    effects.
    """
    least = budget(60 / A_MINUTE)
    return [Row(f"served-{game}", "", walking(game), (least,), unit="positions") for game in GAMES]


def walking(game: str) -> Prepare:
    """Measure a reader who walks through random games."""

    def prepare(folder: Path) -> Run:
        if not all(map(find_spec, ("uvicorn", "starlette", "websockets"))):
            raise NotInstalledError("needs the extra `board`, which is not installed: left out")
        stack = ExitStack()
        atexit.register(stack.close)
        url, process = stack.enter_context(server())
        reader = Reader(url)
        reader.sit(game)
        chosen, line = random.Random(1), list[str]()

        def run() -> Sample:
            before = used(process)
            for _ in range(WALKED):
                plies = len(line)
                view = reader.walk(chosen, line)
                if view["position"]["ply"] != plies or "</svg>" not in view["svg"]:
                    raise FailureError("that is another position, or it is not drawn")
            return Sample("", (used(process) - before) / WALKED)

        return run

    return prepare
