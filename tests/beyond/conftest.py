"""Loads small games in both tiers."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame

from .small import FRAME
from .tiers import TIERS


@pytest.fixture(params=TIERS)
def game(request: pytest.FixtureRequest, tmp_path: Path):
    """Return a function that loads small games: definitions, then the entries of the move list."""

    def load(text: str, listed: str = "{move} step", before: str = "") -> forthgame.Game:
        path = tmp_path / "small.4th"
        path.write_text(before + FRAME % (text, listed))
        found = forthgame.load(path, native=request.param)
        if found.native is not None:
            found.native.prepare(wait=True, engines=False)
        return found

    return load
