"""A register: a place in the first part of a machine's block, and what is done with it.

A register is a number, its offset in bytes, so that it can be used wherever an offset is wanted.
What is settled, saved by generations, reset after errors or kept by the host follows from the rows,
and `tests/test_registers.py` refuses two that overlap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

CELL: Final = 4
WIDE: Final = 8


class Register(int):
    """The offset of a register.

    size      its bytes
    meaning   a sentence
    settled   a game that has been declared no longer changes it: a constant in machine code
    saved     a generation puts it back when it ends
    reset     0 again after an error
    host      belongs to one processor: neither copied to another machine nor put back
    running   where the machine stands: not part of the language that a machine begins with
    """

    size: int
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
        settled: bool = False,
        saved: bool = False,
        reset: bool = False,
        host: bool = False,
        running: bool = False,
    ) -> Register:
        """A row."""
        made = super().__new__(cls, offset)
        made.size, made.meaning = size, meaning
        made.settled, made.saved, made.reset = settled, saved, reset
        made.host, made.running = host, running
        return made

    @property
    def end(self) -> int:
        """The offset behind it."""
        return self + self.size


def cell(offset: int, meaning: str, count: int = 1, **kinds: bool) -> Register:
    """A cell of 32 bits, or several."""
    return Register(offset, count * CELL, meaning, **kinds)


def wide(offset: int, meaning: str, count: int = 1, **kinds: bool) -> Register:
    """64 bits, or several: a pointer or a large number."""
    return Register(offset, count * WIDE, meaning, **kinds)


def area(offset: int, size: int, meaning: str, **kinds: bool) -> Register:
    """Some bytes."""
    return Register(offset, size, meaning, **kinds)


def named(names: Mapping[str, Any]) -> dict[str, Register]:
    """The registers among the names of a module."""
    return {name: value for name, value in names.items() if isinstance(value, Register)}


def cells_of(registers: Iterable[Register], holds: Callable[[Register], bool]) -> tuple[int, ...]:
    """Offsets of all cells of the registers of which something holds, in order."""
    chosen = sorted(register for register in registers if holds(register))
    return tuple(offset for each in chosen for offset in range(each, each.end, CELL))


def without(
    registers: Iterable[Register], holds: Callable[[Register], bool], end: int
) -> Iterator[slice]:
    """The parts of the block up to an offset that are none of the registers for which it holds."""
    start = 0
    for register in sorted(each for each in registers if holds(each)):
        if register > start:
            yield slice(start, int(register))
        start = register.end
    yield slice(start, end)
