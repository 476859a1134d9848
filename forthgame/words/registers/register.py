"""Registers: places in the first part of a machine's block, with their properties.

A register is an int, its offset in bytes, so it can be used as an offset. The sets of settled,
saved, reset and host registers are computed from these properties; `tests/words/test_registers.py`
rejects registers that overlap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

CELL: Final = 4
WIDE: Final = 8


class Register(int):
    """The offset of a register.

    size      its size in bytes
    index     its number in an array of the block's cells, or 64-bit numbers if it is wide
    meaning   a sentence
    settled   constant once a game is declared, so a constant in machine code
    saved     restored at the end of a generation
    reset     set to 0 after an error
    host      belongs to one processor: neither copied to another machine nor restored
    running   state of the running machine, not part of the initial language
    """

    size: int
    index: int
    meaning: str
    settled: bool
    saved: bool
    reset: bool
    host: bool
    running: bool

    def __new__(
        cls,
        offset: int,
        size: int,
        meaning: str,
        *,
        unit: int = CELL,
        settled: bool = False,
        saved: bool = False,
        reset: bool = False,
        host: bool = False,
        running: bool = False,
    ) -> Register:
        made = super().__new__(cls, offset)
        made.size, made.index, made.meaning = size, offset // unit, meaning
        made.settled, made.saved, made.reset = settled, saved, reset
        made.host, made.running = host, running
        return made

    @property
    def end(self) -> int:
        return self + self.size


def cell(offset: int, meaning: str, count: int = 1, **kinds: bool) -> Register:
    """Declare a register of one or more 32-bit cells."""
    return Register(offset, count * CELL, meaning, **kinds)


def wide(offset: int, meaning: str, count: int = 1, **kinds: bool) -> Register:
    """Declare a register of one or more 64-bit numbers: a pointer or a large number."""
    return Register(offset, count * WIDE, meaning, unit=WIDE, **kinds)


def area(offset: int, size: int, meaning: str, **kinds: bool) -> Register:
    """Declare a register of `size` bytes."""
    return Register(offset, size, meaning, **kinds)


def named(names: Mapping[str, Any]) -> dict[str, Register]:
    """Return the registers among the names of a module."""
    return {name: value for name, value in names.items() if isinstance(value, Register)}


def cells_of(registers: Iterable[Register], holds: Callable[[Register], bool]) -> tuple[int, ...]:
    """Return the offsets of all cells of the registers that satisfy a predicate, in order."""
    chosen = sorted(register for register in registers if holds(register))
    return tuple(offset for each in chosen for offset in range(each, each.end, CELL))


def without(
    registers: Iterable[Register], holds: Callable[[Register], bool], end: int
) -> Iterator[slice]:
    """Yield the parts of the block before `end` outside the registers that satisfy a predicate."""
    start = 0
    for register in sorted(each for each in registers if holds(each)):
        if register > start:
            yield slice(start, int(register))
        start = register.end
    yield slice(start, end)
