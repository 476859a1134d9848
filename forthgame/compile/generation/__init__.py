"""Provide switches, list entries, purity and copies of words for fast generation.

The rest of the package uses fast generation through this module. Each part can be switched off
(`switches.py`), and everything works without it. Modules that read words and write machine code are
loaded when that happens, because most starts find the results in the cache.

Steady words change nothing but `here` and their move, use no host, and commit everything that they
record (`purity.py`). Quiet words change neither board nor turn unnoticed: a store by address into a
board or a system cell, `EXECUTE` of an unknown token, a deferred word that may be set, and anything
the host does set `SCAN_STIRRED`, after which pieces are searched again.

Words that are called with tokens are copied for them (`word_copies.py`): at most 250 instructions a
word, 4 000 a module, eight deep. If the copies for one direction each would exceed 800
instructions, and moves are not counted, or a word is too long, it is copied once for all
directions: the token is looked up once, and `(ALONG)` takes the number of the direction. A token
that may be one of up to eight others is compared with each. A deferred word that no word sets
becomes a call after a comparison; if a stray store has changed it, the interpreter continues.
Othello, amazons and nine men's morris play 1.8 to 2.3 times as many random plies with copies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.base.lazy import loading
from forthgame.compile.generation.list_entries import (
    LISTED,
    TALLIED,
    Candidate,
    Candidates,
    CountingMethod,
)
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
    "TALLIED",
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
