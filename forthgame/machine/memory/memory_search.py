"""Searches a machine's memory for numbers, and finds the end of a script's data."""

from __future__ import annotations

from struct import pack

from forthgame.analysis.time_checks import time_check
from forthgame.machine.memory.processor import Processor
from forthgame.words.registers import memory_layout as at

FEW = 16  # numbers up to this count are searched for one by one


def data_end(processor: Processor) -> int:
    """Return the end of the used dictionary memory: a script may set `DP` anywhere."""
    return min(max(at.DATA, processor.cell(at.A_DP)), at.DATA_END)


def found_in(processor: Processor, numbers: set[int], begin: int, end: int) -> set[int]:
    """Return the numbers that occur in a part of the memory, at any address."""
    look, found = time_check(), set[int]()
    if not numbers:
        return found
    block = bytes(processor.bytes[at.MEMORY + begin : at.MEMORY + end])
    if len(numbers) <= FEW:
        for number in numbers:
            look()
            if pack("<i", number) in block:
                found.add(number)
        return found
    for shift in range(at.CELL):
        look()
        whole = memoryview(block)[shift : shift + (len(block) - shift) // at.CELL * at.CELL]
        found |= numbers.intersection(whole.cast("i"))
    return found
