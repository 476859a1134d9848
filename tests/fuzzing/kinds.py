"""The kinds of cases there are."""

from __future__ import annotations

from . import games, programs, tiers
from .kind import Kind

KINDS: dict[str, Kind] = {kind.name: kind for kind in (programs.KIND, games.KIND, tiers.PROGRAMS, tiers.GAMES)}
