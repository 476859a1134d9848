"""The kinds of cases there are."""

from __future__ import annotations

from . import caches, calls, files, games, positions, programs, stores, tiers
from .kind import Kind
from .rules import events, families

KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        programs.KIND, games.KIND, positions.KIND, files.KIND, stores.KIND, caches.KIND, calls.KIND,
        tiers.PROGRAMS, tiers.GAMES, families.KIND, events.KIND,
    )
}  # fmt: skip
