"""What makes generating, counting and random play fast. The rest of the package comes in here.

Each part can be switched off (`parts.py`), and everything works without it.
"""

from forthgame.vm.compiler.generation.candidates import Candidate, Candidates
from forthgame.vm.compiler.generation.copies import Deferred, copy_for_tokens
from forthgame.vm.compiler.generation.door import Generation
from forthgame.vm.compiler.generation.parts import Part, off, used, without
from forthgame.vm.compiler.generation.paths import Path
from forthgame.vm.compiler.generation.scratch import ScratchReader, written_by
from forthgame.vm.compiler.generation.steady import is_repeatable

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
    "off",
    "used",
    "without",
    "written_by",
]
