"""Infer the stack effects of functions: the numbers of cells consumed and left."""

from __future__ import annotations

from collections.abc import Callable

from forthgame.analysis.dataflow import Arrivals, walk
from forthgame.analysis.function import Function, constant_before
from forthgame.analysis.instruction import Instruction
from forthgame.words.registers.memory_layout import HIGHEST
from forthgame.words.word_sets import LOOPS, RETURN_EFFECTS

UNKNOWN_CALLS = frozenset(("EXECUTE", "(DEFER)", "(HOST)"))
TRIES = 6  # attempts to find the effect of a recursive function
PICK_LIMIT = 64  # greatest constant depth supported for PICK
NEVER = -1  # stands for the number of cells left by a function that never returns

CellCounts = tuple[int, int]
Depths = tuple[int, int]  # data stack relative to the start; return stack


class UnknownEffect(Exception):
    """Raised if a function has no known effect, or can only be interpreted."""


class Effects:
    """Infers the effects of functions, each once."""

    def __init__(
        self, function: Callable[[int], Function], most: int = HIGHEST, *, noting: bool = True
    ) -> None:
        """Create an inference over functions, looked up by entry with `function`.

        Effects of more than `most` items count as unknown. With `noting`, results are stored in the
        functions; pass False for shared functions.
        """
        self._function = function
        self._most = most
        self._noting = noting
        self._guess: dict[int, CellCounts | None] = {}
        self._open: list[int] = []  # functions being followed, each called by the one before

    def forget(self, entry: int) -> None:
        """Forget the effect of a function whose code has changed."""
        self._guess.pop(entry, None)

    def assume(self, entry: int, effect: CellCounts | None) -> None:
        """Set the effect of a function without reading its code; None for unknown."""
        self._guess[entry] = effect

    def infer(self, entry: int) -> CellCounts | None:
        """Return the numbers of cells that a function consumes and leaves, None if unknown.

        A recursive call is first assumed not to return; the resulting effect is assumed in the next
        attempt, until it is stable.
        """
        function = self._function(entry)
        if entry in self._guess:
            return self._guess[entry]
        if function.refused:
            return None
        guess: CellCounts | None = (0, NEVER)
        self._guess[entry] = guess
        self._open.append(entry)
        try:
            for _ in range(TRIES):
                found = self._walk(function)
                if found == guess:
                    break
                guess = self._guess[entry] = found
            else:
                guess = None
        except UnknownEffect as reason:
            guess = None
            if self._noting and str(reason).startswith("return stack"):
                function.refused = str(reason)
        finally:
            self._open.pop()
        if guess is not None and guess[1] == NEVER:  # it ends in other ways, as by `verify`
            guess = guess[0], 0
        self._guess[entry] = guess
        if self._noting:
            function.effect = guess
        return guess

    def _walk(self, function: Function) -> CellCounts:
        low = 0
        results: set[int] = set()

        def step(instruction: Instruction, depths: Depths) -> Arrivals[Depths]:
            nonlocal low
            depth, returns = depths
            if instruction.stops:
                low = min(low, depth - len(instruction.stops.effect.inputs))
                return ()
            taken, left, behind = self._effect(function, instruction, returns)
            if taken < 0:
                return ()
            low = min(low, depth - taken)
            depth += left - taken
            name = instruction.name
            if name == "EXIT":
                if behind:
                    raise UnknownEffect("return stack is not empty at EXIT")
                results.add(depth)
            if name in LOOPS:  # the way out drops its bounds from the return stack
                again = instruction.operand, (depth, behind + 2)
                return again, (instruction.next, (depth, behind))
            return [(cell, (depth, behind)) for cell in instruction.ways]

        walk(function, (0, 0), step, _must_agree)
        if len(results) > 1:
            raise UnknownEffect("the stack differs at its exits")
        effect = (-low, results.pop() - low if results else NEVER)
        if max(effect) > self._most:
            raise UnknownEffect(f"it takes or leaves more than {self._most} items")
        return effect

    def _effect(
        self, function: Function, instruction: Instruction, returns: int
    ) -> tuple[int, int, int]:
        """Return cells taken, cells left and the return depth afterwards; taken < 0: no return."""
        name = instruction.name
        effect = instruction.row.effect
        taken, left = len(effect.inputs), len(effect.outputs)
        if name == "(CALL)":
            if instruction.operand in self._open[:-1]:  # its effect is only a guess so far
                raise UnknownEffect("words that call each other")
            inner = self.infer(instruction.operand)
            if inner is None:
                raise UnknownEffect("calls a word of unknown effect")
            more = 1 if instruction.drops else 0
            return (-1, 0, returns) if inner[1] == NEVER else (inner[0] + more, inner[1], returns)
        if name in UNKNOWN_CALLS:
            raise UnknownEffect(f"{name} has no known effect")
        if name == "PICK":
            depth = constant_before(function, instruction.cell)
            if depth is None or not 0 <= depth < PICK_LIMIT:
                raise UnknownEffect("PICK from a depth that is not constant")
            return depth + 2, depth + 2, returns
        change = RETURN_EFFECTS.get(name)
        if change is not None:
            need, delta = change
            if returns < need:
                raise UnknownEffect(f"return stack: {name} takes what the caller left")
            returns += delta
        return taken, left, returns


def _must_agree(cell: int, known: Depths, depths: Depths) -> None:
    if known != depths:
        unequal = "return stack" if known[1] != depths[1] else "stack"
        raise UnknownEffect(f"{unequal} differs where branches meet")
