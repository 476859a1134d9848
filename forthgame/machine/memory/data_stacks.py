"""The data stack and the float stack of a machine, for access between two words."""

from __future__ import annotations

from collections.abc import Mapping

from forthgame.base.errors import ScriptError
from forthgame.words.registers import call_registers, memory_layout as at

CALLS = call_registers.CALLS >> 3


class Stacks:
    """The part of a processor that handles the items which words take and leave."""

    address: int
    bytes: memoryview
    i32: memoryview
    i64: memoryview
    f32: memoryview[float]

    def register(self, offset: int) -> int:
        return self.i32[offset >> 2]

    def set_register(self, offset: int, value: int) -> None:
        self.i32[offset >> 2] = value

    def set_registers(self, values: Mapping[int, int]) -> None:
        for offset, value in values.items():
            self.i32[offset >> 2] = value

    def set_system(self, values: Mapping[str, int]) -> None:
        """Set system cells by their names in scripts."""
        for name, value in values.items():
            self.i32[(at.MEMORY + at.SYSTEM_CELLS[name]) >> 2] = value

    def error(self, number: int, message: str = "", hint: str = "") -> ScriptError:
        raise NotImplementedError

    @property
    def short(self) -> int:
        """Return the number of the running short call of machine code, or 0."""
        calls = self.i64[CALLS]
        return calls if calls & 1 else 0

    @property
    def cell_to_run(self) -> int:
        """The cell of threaded code at the instruction pointer."""
        return (self.i64[at.IP >> 3] - self.address - at.CODE) >> 2

    @cell_to_run.setter
    def cell_to_run(self, cell: int) -> None:
        self.i64[at.IP >> 3] = self.address + at.CODE + at.CELL * cell

    @property
    def depth(self) -> int:
        """Return the number of items of the current frame; negative after an underflow."""
        return (self.i64[at.SP >> 3] - self.i64[at.FRAME_BASE >> 3]) >> 2

    def items(self) -> list[int]:
        """Return the data stack of the current frame, the top last."""
        depth = self.depth
        if depth <= 0:
            return []
        first = (self.i64[at.FRAME_BASE >> 3] - self.address + 8) >> 2
        return [*self.i32[first : first + depth - 1], self.register(at.TOP)]

    def push(self, value: int) -> None:
        sp = self.i64[at.SP >> 3] + 4
        if sp > self.i64[at.FRAME_LIMIT >> 3]:
            raise self.error(-3)
        self.i32[(sp - self.address) >> 2] = self.register(at.TOP)
        self.i64[at.SP >> 3] = sp
        self.set_register(at.TOP, (value + 0x80000000 & 0xFFFFFFFF) - 0x80000000)

    def pop(self) -> int:
        if self.depth <= 0:
            raise self.error(-4)
        value = self.register(at.TOP)
        sp = self.i64[at.SP >> 3]
        self.set_register(at.TOP, self.i32[(sp - self.address) >> 2])
        self.i64[at.SP >> 3] = sp - 4
        return value

    def push_float(self, value: float) -> None:
        depth = self.register(at.FSP)
        if depth >= at.FLOAT_LIMIT:
            raise self.error(-44)
        self.f32[(at.FLOAT_STACK >> 2) + depth] = value
        self.set_register(at.FSP, depth + 1)

    def pop_float(self) -> float:
        depth = self.register(at.FSP)
        if depth <= 0:
            raise self.error(-45)
        self.set_register(at.FSP, depth - 1)
        return self.f32[(at.FLOAT_STACK >> 2) + depth - 1]

    def tidy(self) -> None:
        """Clear the cells below the bottom of the stack, between words of the script's text."""
        base = self.i64[at.FRAME_BASE >> 3]
        if self.i64[at.FRAME_LOW >> 3] < base:
            start = base - self.address - at.STACK_ZONE * at.CELL
            self.bytes[start : base - self.address + 4] = bytes(at.STACK_ZONE * at.CELL + 4)
            self.i64[at.FRAME_LOW >> 3] = base
        if self.i64[at.SP >> 3] <= base:
            self.i64[at.SP >> 3] = base
            self.set_register(at.TOP, 0)
