"""Optimisations for generating, counting and random play.

Each can be switched off (`parts.py`), and everything works without it. Modules that analyse words
and write machine code are imported on first use: most starts load the result from the cache.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.base.lazy import loading
from forthgame.compile.generation.list_entries import LISTED, Candidate, Candidates, CountingMethod
from forthgame.compile.generation.switches import Optimisation, off, used, without

if TYPE_CHECKING:
    from forthgame.compile.emitting.generation_writer import GenerationWriter
    from forthgame.compile.generation.purity import AS_RUN, first_change, said_of, written_by
    from forthgame.compile.generation.word_copies import (
        Deferred,
        copied_from,
        copy_for_directions,
        copy_for_tokens,
        never_fixed,
        stored_tokens,
    )

__all__ = [
    "AS_RUN",
    "LISTED",
    "Candidate",
    "Candidates",
    "CountingMethod",
    "Deferred",
    "GenerationWriter",
    "Optimisation",
    "copied_from",
    "copy_for_directions",
    "copy_for_tokens",
    "first_change",
    "never_fixed",
    "off",
    "said_of",
    "stored_tokens",
    "used",
    "without",
    "written_by",
]
_HOMES = {
    "forthgame.compile.generation.word_copies": (
        "Deferred",
        "copied_from",
        "copy_for_directions",
        "copy_for_tokens",
        "never_fixed",
        "stored_tokens",
    ),
    "forthgame.compile.emitting.generation_writer": ("GenerationWriter",),
    "forthgame.compile.generation.purity": (
        "AS_RUN",
        "first_change",
        "said_of",
        "written_by",
    ),
}
__getattr__ = loading(__name__, {name: home for home, names in _HOMES.items() for name in names})
