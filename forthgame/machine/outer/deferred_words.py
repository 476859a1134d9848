"""Numbers in a script's memory, and deferred words that it never sets.

Such words can be compiled as direct calls.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from struct import pack

from forthgame.analysis.program import Program
from forthgame.analysis.time_checks import time_check
from forthgame.machine.memory.processor import Processor
from forthgame.machine.outer.definer import Definer
from forthgame.words.registers import memory_layout as at

FEW = 16  # numbers up to this count are searched for one by one


def data_end(processor: Processor) -> int:
    """Return the end of the used dictionary memory: a script may set `DP` anywhere."""
    return min(max(at.DATA, processor.cell(at.A_DP)), at.DATA_END)


def found_in(processor: Processor, numbers: set[int], *ranges: tuple[int, int]) -> set[int]:
    """Return the numbers that occur in parts of the memory, at any address.

    Each range has the addresses of its first byte and of the byte after its last.
    """
    look, found = time_check(), set[int]()
    if not numbers:
        return found
    # across the border of two ranges no token or address of a cell is found: 255 is not aligned
    block = b"\xff".join(processor.bytes[at.MEMORY + a : at.MEMORY + b] for a, b in ranges)
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


def held_tokens(forth: Definer) -> tuple[int, ...]:
    """Return the tokens in all deferred words: machine code is only valid for these tokens."""
    words = forth.dictionary.words
    return tuple(forth.processor.cell(word.value) for word in words if word.kind == "defer")


def own_entries(forth: Definer) -> frozenset[int]:
    words, known = forth.dictionary.words, forth.program.found
    key = ("own", forth.fence, len(words))
    if key not in known:
        own = [word for word in words[forth.fence :] if word.kind in ("colon", "does")]
        known[key] = frozenset(e for word in own for e in (word.entry, word.does) if e)
    found: frozenset[int] = known[key]
    return found


def aimed_at(forth: Definer) -> frozenset[int]:
    """Return the addresses of deferred words that occur in the script's memory or on its board.

    A word may fetch them there and store into them.
    """
    processor = forth.processor
    own = {word.value for word in forth.dictionary.words[forth.fence :] if word.kind == "defer"}
    data = at.MEMORY_LOW, data_end(processor)  # PAD lies before it
    board = at.BOARDS, at.BOARDS + processor.register(at.BOARD_SIZE)
    return frozenset(found_in(processor, own, data, board))


def fixed_tokens(
    forth: Definer, cell: Callable[[int], int] | None = None, program: Program | None = None
) -> Callable[[int], int]:
    """Return a function from the address of a deferred word to its token, or 0.

    `cell` reads the memory and may record what is read; `program` has words decoded already.

    The result is 0 if the script may set the word while it runs: one of its words pushes the
    address or the token, or sets deferred words by token, or the address occurs in its memory. A
    store to a computed address may still hit the word, so callers have to compare the token.
    """

    aimed = aimed_at(forth)

    @cache
    def pushed() -> frozenset[int] | None:
        """Return the numbers that the script's words push; None if it sets words by token."""
        code = program or forth.program
        setter = forth.dictionary.engine["(IS)"].entry
        by_token = code.function(setter).instructions[setter]
        own = [code.function(entry) for entry in own_entries(forth)]
        for each in own:
            if setter in each.callees() or by_token.operand in each.operands.get(by_token.name, ()):
                return None
        return frozenset[int]().union(*(each.literals() for each in own))

    @cache
    def own_tokens() -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for word in forth.dictionary.words:
            if word.kind == "defer":
                found.setdefault(word.value, []).append(word.token)
        return found

    def token(address: int) -> int:
        numbers = pushed()
        if numbers is None or not numbers.isdisjoint(own_tokens().get(address, ())):
            return 0
        if address in numbers or address in aimed:
            return 0
        return (cell or forth.processor.cell)(address)

    return cache(token)
