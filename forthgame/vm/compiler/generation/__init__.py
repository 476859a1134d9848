"""What makes generating, counting and random play fast. The rest of the package comes in here.

Each part can be switched off (`parts.py`), and everything works without it. What writes machine
code is loaded when something is written: most starts find theirs in the cache.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.lazy import loading
from forthgame.vm.compiler.generation.copies import Deferred, copy_for_tokens, never_fixed
from forthgame.vm.compiler.generation.entries import Candidate, Candidates, Path
from forthgame.vm.compiler.generation.parts import Part, off, used, without
from forthgame.vm.compiler.generation.scratch import ScratchReader, written_by
from forthgame.vm.compiler.generation.steady import is_repeatable

if TYPE_CHECKING:
    from forthgame.vm.compiler.generation.door import Generation

__all__ = [
    "Candidate",
    "Candidates",
    "Deferred",
    "Generation",
    "Part",
    "Path",
    "ScratchReader",
    "copy_for_tokens",
    "is_repeatable",
    "never_fixed",
    "off",
    "used",
    "without",
    "written_by",
]
__getattr__ = loading(__name__, {"Generation": f"{__name__}.door"})
