"""Words that a script runs by their tokens: those that are pushed, deferred, or in memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from forthgame.code.function import Function, used_by
from forthgame.code.instruction import Instruction
from forthgame.code.program import Program
from forthgame.game.addresses import uses_elsewhere
from forthgame.lang import layout as at
from forthgame.lang.facts import ENDS, FETCHING, FILLING, STORING
from forthgame.lazy import lazy
from forthgame.vm.compiler.generation import never_fixed
from forthgame.vm.deferring import fixed_tokens

if TYPE_CHECKING:
    from forthgame.vm.forth import Forth

EXECUTING = frozenset(("EXECUTE",))
BY_TOKEN = EXECUTING | {"(DEFER)"}
ARRAYS = frozenset(("(CELLS)",))
RUNNERS = ("$DoDirection", "$SetPlayer", "remove-from-reserve,")  # they run tokens of the script
FINDERS = ("NFA>CFA", "PFA>NFA", "$DoDirection")  # they work out a token
TAKING = frozenset(("ringbuffer-remove-item", "ringbuffer2-remove-item"))
RINGS = slice(at.RING >> 2, (at.RING2 >> 2) + at.RING_SIZE)
NOWHERE = 1 << 32  # no code begins there


def own_entries(forth: Forth) -> set[int]:
    """Entries of the words that the script defines."""
    words = forth.dictionary.words[forth.fence :]
    found = {word.entry for word in words if word.kind in ("colon", "does")}
    return found | {word.does for word in words if word.kind == "does"}


def never_set(forth: Forth) -> Callable[[int], int]:
    """As `fixed_tokens`, for who does not compare the token when the game runs.

    No deferred word counts as fixed if a word of the script stores at an address that was worked
    out, which may be that of one. Elements of arrays are stored into where they are.
    """
    if any(word.kind == "defer" for word in forth.dictionary.words[forth.fence :]):
        program = Program(forth.code.cells, forth.code.top)
        own = map(program.function, sorted(own_entries(forth)))
        if any(uses_elsewhere(program, function, STORING | FILLING, ARRAYS) for function in own):
            return never_fixed
    return fixed_tokens(forth)


def _works_out(function: Function, tokens: set[int]) -> bool:
    """Whether a function runs what a sum gives, or does a sum with one of these tokens."""
    for each in function.instructions.values():
        taking = _taker(function, each)
        if taking is None:
            continue
        if _adds(each) and taking.name in EXECUTING:
            return True
        if each.name == "LIT" and each.operand in tokens and _adds(taking):
            return True
    return False


def _adds(instruction: Instruction) -> bool:
    return instruction.row.group == "arithmetic"


def _taker(function: Function, instruction: Instruction) -> Instruction | None:
    """What takes the number that an instruction leaves, in the same block; None if unknown."""
    above = 0  # items that lie on it
    following = used_by(function, instruction)
    while following is not None and following.name not in ENDS:
        effect = following.row.effect
        if following.name == "(CALL)":
            return None
        if len(effect.inputs) > above and following.name != "DUP":
            return following
        if len(effect.inputs) <= above:  # else DUP, whose copy is looked at
            above += len(effect.outputs) - len(effect.inputs)
        following = used_by(function, following)
    return None


class Tokens:
    """Which words of a game may be run by their tokens, and from where."""

    def __init__(self, forth: Forth) -> None:
        self._forth = forth

    @lazy
    def _fixed(self) -> Callable[[int], int]:
        return never_set(self._forth)

    def handed(self, function: Function, compiled: bool = True) -> set[int]:
        """Entries of the words whose tokens a function pushes, and of the deferred ones it runs.

        `compiled` says whether also of those that it compiles into moves.
        """
        tokens = set()
        for each in function.instructions.values():
            if each.name == "LIT" or (compiled and each.name == "(COMPILE)"):
                tokens.add(each.operand)
            elif each.name == "(DEFER)":
                tokens.add(self._forth.processor.cell(each.operand))
        entries = map(self._forth.entry_of, tokens)
        return {entry for entry in entries if entry is not None}

    def are_unknown(self, functions: list[Function]) -> bool:
        """Whether functions may run a word whose token none of them pushes.

        A deferred word may be set while the game runs, a token fetched from memory or worked out.
        """
        runners = self._of_engine(RUNNERS)
        own = [each for each in functions if each.start >= self._first or each.start in runners]
        fetched = any(each.has(FETCHING | TAKING) for each in own) or self._work_out(own)
        return (fetched and any(each.has(EXECUTING) for each in own)) or any(
            each.name == "(DEFER)" and not self._fixed(each.operand)
            for function in functions
            for each in function.instructions.values()
        )

    @lazy
    def _first(self) -> int:
        return min(own_entries(self._forth), default=NOWHERE)

    def at_hand(self, functions: list[Function]) -> set[int]:
        """Entries of all words of which the script has a token; `functions` are its own.

        That is all words of its own where one works out tokens.
        """
        found = own_entries(self._forth) if self._work_out(functions) else set()
        for function in functions:
            found |= self.handed(function, compiled=False)
        entries = map(self._forth.entry_of, self._in_memory)
        return found | {entry for entry in entries if entry is not None}

    def _work_out(self, functions: list[Function]) -> bool:
        """Whether functions work out tokens of words from what else they have of them."""
        finders = self._of_engine(FINDERS)
        tokens = self._own_tokens
        return any(finders & each.callees() or _works_out(each, tokens) for each in functions)

    def _of_engine(self, names: tuple[str, ...]) -> set[int]:
        return {self._forth.engine_word(name).entry for name in names}

    @lazy
    def _own_tokens(self) -> set[int]:
        words = self._forth.dictionary.words[self._forth.fence :]
        return {word.token for word in words}

    @lazy
    def _in_memory(self) -> set[int]:
        """The tokens that stand in the script's memory; below it, those of its own words."""
        forth = self._forth
        tokens = {word.token for word in forth.dictionary.words}
        own = self._own_tokens
        below = self._among(own, at.SYSTEM, at.PAD + at.PAD_SIZE)
        below |= own.intersection(forth.processor.i32[RINGS])
        return below | self._among(tokens, *self._memory)

    def has_in_memory(self, number: int) -> bool:
        """Whether a number stands in the script's memory."""
        return bool(self._among({number}, *self._memory))

    @property
    def _memory(self) -> tuple[int, int]:
        """Where it begins and ends."""
        words = self._forth.dictionary.words[self._forth.fence :]
        begin = min((word.token for word in words), default=at.DATA)
        return begin, max(begin, min(self._forth.processor.cell(at.A_DP), at.DATA_END))

    def _among(self, tokens: set[int], begin: int, end: int) -> set[int]:
        """Those that stand in a part of the memory, at whatever address."""
        block = memoryview(bytes(self._forth.processor.bytes[at.MEMORY + begin : at.MEMORY + end]))
        whole = (block[shift : shift + (len(block) - shift) // at.CELL * at.CELL]
                 for shift in range(at.CELL))  # fmt: skip
        return set().union(*(tokens.intersection(cells.cast("i")) for cells in whole))
