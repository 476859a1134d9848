"""Finds which games have an oracle, and how often each can be played.

Each module beside this one names its games in `GAMES` (bare name to a function that begins a game).
Counts of 1, 2, … plies that are not in `perft.json` stand in `COUNTS`. A module that needs another
package imports it in the function, by `pytest.importorskip`.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .base import Oracle

Factory = Callable[[], Oracle]
PUBLISHED = Path(__file__).parents[1] / "perft.json"


def published() -> dict[str, list[int]]:
    """Counts of `perft.json` by bare name: independent programs agree on them."""
    games: dict[str, Any] = json.loads(PUBLISHED.read_text())["games"]
    return {name: list(game["counts"]) for name, game in games.items()}


def _modules() -> list[Any]:
    package = Path(__file__).parent
    names = sorted(module.name for module in pkgutil.iter_modules([str(package)]))
    return [importlib.import_module(f"oracles.{name}") for name in names if name != "registry"]


def all_games() -> dict[str, Factory]:
    """The oracle of each game that has one."""
    return {
        name: make for module in _modules() for name, make in getattr(module, "GAMES", {}).items()
    }


def all_counts() -> dict[str, list[int]]:
    """Counts of all games: the published ones, and those that modules add or continue."""
    counts = published()
    for module in _modules():
        counts |= getattr(module, "COUNTS", {})
    return counts
