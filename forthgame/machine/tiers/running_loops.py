"""The counted loops that are running, with their indexes and limits."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

from forthgame.analysis.function import Function
from forthgame.analysis.program import Program
from forthgame.base.errors import TIME_LIMIT, ScriptError
from forthgame.base.interrupts import Interrupted
from forthgame.base.source import LANGUAGE
from forthgame.base.text_encoding import signed
from forthgame.machine.memory.processor import Processor
from forthgame.machine.outer.definer import Definer
from forthgame.words.registers import memory_layout as at
from forthgame.words.word_sets import LOOPS

DEEPEST = 64  # calls that are examined
LOOPS_SHOWN = 6


def running_loops(forth: Definer, whole: bool = False) -> str:
    """Return the running counted loops of the script, the innermost first, a line each.

    While machine code runs, only its current word is in memory. After it has ended with an error,
    pass `whole`: it has then recorded all calls and the loops around them.
    """
    with suppress(LookupError, ValueError, ScriptError):  # it may be in the middle of a step
        return "\n  ".join(_loops(forth, whole))
    return ""


def with_recorded_calls(processor: Processor, pending: BaseException) -> BaseException:
    """Add all recorded calls and loops to an exception raised while machine code ran."""
    if isinstance(pending, ScriptError):
        pending._called(processor.calls())
        if pending.number == TIME_LIMIT:
            pending.hint = processor.loops(True) or pending.hint
    elif isinstance(pending, Interrupted):
        pending.left()
    return pending


def _loops(forth: Definer, whole: bool) -> list[str]:
    code, slots = forth.code, forth.processor.i64
    program = forth.program
    tier = forth.processor.tier
    native = not whole and tier is not None and tier.running
    lines: list[str] = []
    for cell, first in islice(_frames(forth, program), 1 if native else None):
        token = code.token(cell)
        if token is None or token.source.name == LANGUAGE:
            continue
        function = program.function(code.start(cell))
        for start, end in _around(function, cell):
            top = first + function.returns_at[start]
            limit, index = (slots[top - k] & 0xFFFFFFFF for k in (2, 1))
            begun = code.token(start - 1)
            line = "" if begun is None else f" of line {begun.place.line}"
            word = function.instructions[end].name.strip("()")
            lines.append(f"DO … {word}{line}: index {signed(index)}, limit {signed(limit)}")
    return lines[:LOOPS_SHOWN]


def _frames(forth: Definer, program: Program) -> Iterator[tuple[int, int]]:
    """Yield the current cell and first return stack slot of each running word, innermost first."""
    processor, code = forth.processor, forth.code
    cell = processor.cell_to_run
    slot = (processor.i64[at.RP.index] - processor.address) >> 3
    for _ in range(DEEPEST):
        if not 3 < cell < code.top:
            return
        held = program.function(code.start(cell)).returns_at.get(cell)
        if held is None:
            return
        slot -= held
        if slot <= at.RETURN_STACK >> 3 or not at.is_return(processor.i64[slot - 1]):
            return
        yield cell, slot
        slot -= 1
        cell = processor.i64[slot] & 0xFFFFFFFF


def _around(function: Function, cell: int) -> list[tuple[int, int]]:
    found = [
        (instruction.operand, instruction.cell)
        for instruction in function.instructions.values()
        if instruction.name in LOOPS and instruction.operand <= cell <= instruction.cell
    ]
    return sorted(found, reverse=True)
