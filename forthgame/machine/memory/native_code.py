"""Machine code of words for one processor: its tables, and the calls that a processor makes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from forthgame.compile.writer.machine_code import MachineCodeBuild
from forthgame.machine.memory.data_stacks import Stacks
from forthgame.words.registers import call_registers, memory_layout as at


class NativeCode(ABC):
    """Machine code of the words of a processor.

    addresses   machine code by entry
    refused     reasons why words are interpreted, by entry
    quick       machine code of words that have not been refused, by entry
    frame       upper bound of bytes of the C stack that a function needs
    taken_over  whether words have been replaced while they ran
    thread      the thread that runs native code
    watched_by  the ticker that watches its short calls
    """

    def __init__(self, processor: Stacks) -> None:
        self.processor = processor
        self.built: list[MachineCodeBuild] = []
        self.addresses: dict[int, int] = {}
        self.refused: dict[int, str] = {}
        self.quick: dict[int, int] = {}
        self.frame = self.thread = self._nesting = 0
        self.taken_over = False
        self.watched_by: object = None
        self._enter: Any = None

    def share(self, other: NativeCode) -> None:
        self.built, self._enter, self.frame = list(other.built), other._enter, other.frame
        self.addresses, self.refused = other.addresses, other.refused
        self.quick = other.quick
        self._measure_again()

    def drop_from(self, top: int) -> None:
        """Remove the machine code of words whose threaded code begins at or after a cell."""
        self.addresses = {e: a for e, a in self.addresses.items() if e < top}
        self.refused = {e: why for e, why in self.refused.items() if e < top}
        self.quick = {e: a for e, a in self.quick.items() if e < top}

    def _measure_again(self) -> None:
        """Have C stacks measured again, as frames may be larger now."""
        self.processor.i64[call_registers.CALLER >> 3] = 0

    @property
    def short(self) -> int:
        return self.processor.short

    @property
    def running(self) -> bool:
        return bool(self._nesting or self.short)

    def ask_to_poll(self) -> None:
        """Make native code call the host soon. For use from another thread."""
        self.processor.i32[at.POLL >> 2] = 1
        self.processor.i64[at.RETURN_LIMIT >> 3] = 0

    @abstractmethod
    def run(self, entry: int) -> bool:
        """Run a compiled function; return False if there is none. Raises ScriptError.

        The registers describe the stacks, as for the interpreter. Also returns False without
        running anything if too little of the C stack is left.
        """

    @abstractmethod
    def take_over(self) -> None:
        """Replace running interpreted words by machine code, the innermost first.

        The registers describe an interpreter that was stopped between two steps; afterwards they
        describe it at the return point of the replaced words.
        """

    @abstractmethod
    def leave(self) -> None:
        """Reset in a forked process, which lacks the thread that ran native code."""

    @abstractmethod
    def error(self) -> BaseException:
        """Return the error that has stopped native code."""
