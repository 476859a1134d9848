"""Optimisations for generating, counting and random play.

Each can be switched off (`parts.py`), and everything works without it. Modules that analyse words
and write machine code are imported on first use: most starts load the result from the cache.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.lazy import loading
from forthgame.vm.compiler.generation.entries import LISTED, Candidate, Candidates, Path
from forthgame.vm.compiler.generation.parts import Part, off, used, without

if TYPE_CHECKING:
    from forthgame.vm.compiler.generation.copies import (
        Deferred,
        copied_from,
        copy_for_directions,
        copy_for_tokens,
        never_fixed,
        stored_tokens,
    )
    from forthgame.vm.compiler.generation.door import Generation
    from forthgame.vm.compiler.generation.purity import (
        AS_RUN,
        first_change,
        said_of,
        written_by,
    )

__all__ = [
    "AS_RUN",
    "LISTED",
    "Candidate",
    "Candidates",
    "Deferred",
    "Generation",
    "Part",
    "Path",
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
    "forthgame.vm.compiler.generation.copies": (
        "Deferred",
        "copied_from",
        "copy_for_directions",
        "copy_for_tokens",
        "never_fixed",
        "stored_tokens",
    ),
    "forthgame.vm.compiler.generation.door": ("Generation",),
    "forthgame.vm.compiler.generation.purity": (
        "AS_RUN",
        "first_change",
        "said_of",
        "written_by",
    ),
}
__getattr__ = loading(__name__, {name: home for home, names in _HOMES.items() for name in names})
