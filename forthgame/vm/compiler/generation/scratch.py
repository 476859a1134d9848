"""Variables that move words use as temporary storage."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from forthgame.code.function import Function
from forthgame.code.walk import closure
from forthgame.code.written_first import stores_of
from forthgame.vm.compiler.generation.parts import Part, used


def written_by(entries: Iterable[int], functions: Mapping[int, Function]) -> frozenset[int]:
    """Return the variables that words, or words that they call, store into by name."""
    if not used(Part.SCRATCH):
        return frozenset()

    def callees(entry: int) -> set[int]:
        return functions[entry].callees() & functions.keys()

    called = closure(functions.keys() & set(entries), callees)
    return frozenset(a for entry in called for a in stores_of(functions[entry]).values())
