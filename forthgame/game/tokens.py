"""Words that a script runs by their tokens: those that are pushed, deferred, or in memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from forthgame.code.function import Function
from forthgame.code.program import Program
from forthgame.game.addresses import uses_elsewhere
from forthgame.lang import layout as at
from forthgame.lang.facts import FETCHING, FILLING, STORING
from forthgame.lazy import lazy
from forthgame.vm.compiler.generation import never_fixed
from forthgame.vm.deferring import fixed_tokens

if TYPE_CHECKING:
    from forthgame.vm.forth import Forth

EXECUTING = frozenset(("EXECUTE",))
ARRAYS = frozenset(("(CELLS)",))
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


class Tokens:
    """Which words of a game may be run by their tokens, and from where."""

    def __init__(self, forth: Forth) -> None:
        self._forth = forth
        self._fixed = never_set(forth)

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

        A deferred word may be set while the game runs, or a token fetched from memory.
        """
        own = [function for function in functions if function.start >= self._first]
        fetched = any(function.has(FETCHING) for function in own)
        return (fetched and any(function.has(EXECUTING) for function in own)) or any(
            each.name == "(DEFER)" and not self._fixed(each.operand)
            for function in functions
            for each in function.instructions.values()
        )

    @lazy
    def _first(self) -> int:
        return min(own_entries(self._forth), default=NOWHERE)

    def at_hand(self, functions: list[Function]) -> set[int]:
        """Entries of all words of which the script has a token; `functions` are its own."""
        found: set[int] = set()
        for function in functions:
            found |= self.handed(function, compiled=False)
        entries = map(self._forth.entry_of, self._in_memory())
        return found | {entry for entry in entries if entry is not None}

    def _in_memory(self) -> set[int]:
        """The numbers that stand in the script's memory."""
        forth = self._forth
        begin = min((word.token for word in forth.dictionary.words[forth.fence :]), default=at.DATA)
        end = min(forth.processor.cell(at.A_DP), at.DATA_END)
        cells = forth.processor.i32
        return set(cells[(at.MEMORY + begin) >> 2 : (at.MEMORY + max(begin, end)) >> 2])
