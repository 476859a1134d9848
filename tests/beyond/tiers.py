"""Loads a game in the interpreter and, in slow runs, as machine code too.

Compiling a game takes seconds, so each run tests the interpreter; `test_native_too.py` runs all of
these tests again with `FORTHGAME_BOTH_TIERS=1`.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import forthgame

NATIVE_TOO = os.environ.get("FORTHGAME_BOTH_TIERS") == "1"
TIERS = [
    pytest.param(False, id="interpreted"),
    pytest.param(True, id="native", marks=() if NATIVE_TOO else pytest.mark.slow),
]


def both(path: Path) -> list[forthgame.Game]:
    """The game in the interpreter, and as machine code if that is to be tried."""
    games = [forthgame.load(path, native=False)]
    if NATIVE_TOO:
        game = forthgame.load(path)
        assert game.native is not None
        game.native.prepare(wait=True)
        games.append(game)
    return games
