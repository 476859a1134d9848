"""Interval analysis of the numbers that words leave on the stack.

Unknown numbers have the full interval. Intervals are joined where paths meet, and widened for
numbers that keep growing in a loop (Cousot and Cousot, 1977).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import reduce

from forthgame.analysis.dataflow import Arrivals, callees_first, onward, walk
from forthgame.analysis.effect_inference import UNKNOWN_CALLS
from forthgame.analysis.function import Function
from forthgame.analysis.instruction import Instruction, rearranged
from forthgame.analysis.program import Program
from forthgame.words.primitives import TABLE
from forthgame.words.registers import memory_layout as at
from forthgame.words.word_sets import CONSTANTS, LOOPS, RETURN_EFFECTS

Range = tuple[int, int]  # the least and the greatest number
Items = tuple[Range, ...]  # the tracked items on top of a stack, the top last
State = tuple[Items, Items]  # data stack, own items of the return stack

ANY: Range = (at.LOWEST, at.HIGHEST)
FLAG: Range = (-1, 0)
UNLIMITED = at.PIECE_MASK * at.CELL  # bytes in an interval of addresses that says nothing
PLAYERS = frozenset(("current-player", "for-player", "next-player"))
WITHIN = frozenset(("RAND-WITHIN", "RAND-WITHIN2"))  # random numbers between two others
TRACKED_ITEMS = 16  # tracked items of each stack
WIDENING_DELAY = 3  # joins at a cell before a changing interval is widened
# words that copy the lowest return stack item that they need
COPYING = frozenset(
    name
    for name, (need, change) in RETURN_EFFECTS.items()
    if need and not change and TABLE.by_name[name].effect.outputs
)


def _sum(a: Range, b: Range) -> Range:
    return _wrapped(a[0] + b[0], a[1] + b[1])


def _difference(a: Range, b: Range) -> Range:
    return _wrapped(a[0] - b[1], a[1] - b[0])


def _product(a: Range, b: Range) -> Range:
    found = [x * y for x in a for y in b]
    return _wrapped(min(found), max(found))


def _remainder(a: Range, b: Range) -> Range:
    if b[0] <= 0:
        return ANY
    return (0 if a[0] >= 0 else 1 - b[1]), (0 if a[1] <= 0 else min(a[1], b[1] - 1))


def _quotient(a: Range, b: Range) -> Range:
    if b[0] <= 0:
        return ANY
    found = [abs(x) // y * (1 if x >= 0 else -1) for x in a for y in b]
    return min(found), max(found)


def _masked(a: Range, b: Range) -> Range:
    tops = [each[1] for each in (a, b) if each[0] >= 0]
    if not tops:
        return FLAG if a == b == FLAG else ANY
    return 0, min(tops)


def _either(a: Range, b: Range) -> Range:
    return FLAG if a == b == FLAG else ANY


def _wrapped(low: int, high: int) -> Range:
    return (low, high) if low >= at.LOWEST and high <= at.HIGHEST else ANY


ONE: dict[str, Callable[[Range], Range]] = {
    "1+": lambda a: _sum(a, (1, 1)),
    "1-": lambda a: _difference(a, (1, 1)),
    "NEGATE": lambda a: _difference((0, 0), a),
    "CELLS": lambda a: _product(a, (at.CELL, at.CELL)),
}
TWO: dict[str, Callable[[Range, Range], Range]] = {
    "+": _sum, "-": _difference, "*": _product, "MOD": _remainder, "/": _quotient,
    "AND": _masked, "OR": _either,
    "MIN": lambda a, b: (min(a[0], b[0]), min(a[1], b[1])),
    "MAX": lambda a, b: (max(a[0], b[0]), max(a[1], b[1])),
}  # fmt: skip


def codes_of(players: int) -> Range:
    """Return the interval of the player codes of a game with the given number of players."""
    return at.PLAYER_UNIT, (players + 1) * at.PLAYER_UNIT - 1


def result_range(name: str, taken: Items) -> Range | None:
    """Return the interval of the result of an arithmetic word, None for other words.

    The word leaves one number.
    """
    if name in ONE:
        return ONE[name](*taken)
    if name in TWO:
        return TWO[name](*taken)
    if name == "player-index":
        low, high = taken[0]
        if low < 0 or high > at.PLAYER_MASK:
            return -1, at.MAX_PLAYERS - 1
        return low // at.PLAYER_UNIT - 1, high // at.PLAYER_UNIT - 1
    return None


class IntervalAnalysis:
    """Computes intervals for the words of a program."""

    def __init__(self, program: Program, players: int) -> None:
        self._program = program
        self._players = codes_of(players)
        self._left: dict[int, Items] = {}  # by entry
        self._tops: dict[int, dict[int, Range]] = {}

    def before(self, function: Function, cell: int) -> Range:
        """Return the interval of the top of the stack before an instruction of a function."""
        if function.entry not in self._tops:
            for entry in callees_first({function.entry}, self._unread):
                if entry not in self._tops:
                    self._program.infer(entry)
                    self._left[entry] = ()  # for recursive calls
                    self._left[entry] = self._read(self._program.function(entry)) or ()
        return self._tops[function.entry].get(cell, ANY)

    def _unread(self, entry: int) -> set[int]:
        return set() if entry in self._tops else self._program.function(entry).callees()

    def _read(self, function: Function, given: Items = ()) -> Items | None:
        """Analyse a function after its callees; return what it leaves, None if it does not end.

        `given` are the items that its callers leave to it.
        """
        tops = self._tops[function.entry] = {}
        ends: list[Items] = []
        met = Counter[int]()

        def step(instruction: Instruction, state: State) -> Arrivals[State]:
            cell, items = instruction.cell, state[0]
            tops[cell] = hull(tops[cell], _top(items)) if cell in tops else _top(items)
            if instruction.name == "EXIT":
                ends.append(items)
            behind = self._behind(function, instruction, state)
            if behind is None:
                return ()
            if instruction.name in LOOPS:  # the way out drops its bounds from the return stack
                left = behind[0], behind[1][:-2]
                return (instruction.operand, behind), (instruction.next, left)
            return onward(instruction, behind)

        def meet(cell: int, known: State, state: State) -> State | None:
            met[cell] += 1
            found = tuple(
                joined(a, b, met[cell] > WIDENING_DELAY) for a, b in zip(known, state, strict=True)
            )
            return None if found == known else (found[0], found[1])

        if function.refused or function.held:
            return ()
        start: State = (given, ())
        walk(function, start, step, meet)
        return reduce(joined, ends) if ends else None

    def _behind(self, function: Function, instruction: Instruction, state: State) -> State | None:
        """Return the state after an instruction; None if it is not known yet."""
        name, (items, returns) = instruction.name, state
        count = len(instruction.row.effect.inputs)
        if name == "(CALL)":
            return self._called(instruction, state)
        if name in UNKNOWN_CALLS:  # they may take items below their return address
            return (), ()
        if name == "LIT":
            return _pushed(items, (instruction.operand, instruction.operand)), returns
        if name in COPYING:
            depth, _ = RETURN_EFFECTS[name]
            return _pushed(items, returns[-depth] if len(returns) >= depth else ANY), returns
        if name == "R>":
            return _pushed(items, returns[-1] if returns else ANY), returns[:-1]
        below = items[: max(0, len(items) - count)]
        if name == ">R":
            return below, _pushed(returns, _top(items))
        if name == "(DO)":
            return below, _pushed(returns, ANY, _index_of(function, instruction, items))
        if name == "LEAVE":
            return items, (*returns[:-2], ANY, ANY)
        if name == "PICK":
            depth = _top(items)[0]
            picked = len(items) > 1 and _top(items)[1] == depth and 0 <= depth <= len(items) - 2
            return _pushed(items[:-1], items[-2 - depth] if picked else ANY), returns
        padded = (ANY,) * (count - len(items)) + items
        taken = padded[len(padded) - count :]
        moved = rearranged(instruction, taken)
        found_items = moved if moved is not None else self._given(instruction, taken)
        return _pushed(below, *found_items), returns

    def _called(self, instruction: Instruction, state: State) -> State | None:
        items, returns = state
        if instruction.drops:
            items = items[:-1]
        effect = self._program.infer(instruction.operand)
        if effect is None:
            return (), ()
        left = self._left.get(instruction.operand, ())[-effect[1] :] if effect[1] else ()
        unknown = (ANY,) * (effect[1] - len(left))
        return _pushed(items[: max(0, len(items) - effect[0])], *unknown, *left), returns

    def _given(self, instruction: Instruction, taken: Items) -> Items:
        name, outputs = instruction.name, instruction.row.effect.outputs
        if name in CONSTANTS:
            return ((CONSTANTS[name], CONSTANTS[name]),)
        if name in PLAYERS:
            return (self._players,)
        if name in WITHIN and taken[0][0] <= taken[1][1]:
            return ((taken[0][0], taken[1][1]),)
        if name == "(CELLS)":
            base, offset = instruction.operand, ONE["CELLS"](taken[-1])
            return (_sum((base, base), offset),)
        if (found := result_range(name, taken)) is not None:
            return (found,)
        flag = instruction.row.group == "arithmetic" and outputs == ("?",)
        return (FLAG,) if flag else (ANY,) * len(outputs)


def _index_of(function: Function, do: Instruction, items: Items) -> Range:
    loop = function.loops.get(do.next)
    if loop is None or not loop.counted or len(items) < 2:
        return ANY
    limit, first = items[-2:]
    if first[1] == at.HIGHEST:  # the next index wraps to the lowest number
        return ANY
    return first[0], max(first[1], limit[1] - 1)


def _top(items: Items) -> Range:
    return items[-1] if items else ANY


def _pushed(items: Items, *more: Range) -> Items:
    return (*items, *more)[-TRACKED_ITEMS:]


def hull(a: Range, b: Range) -> Range:
    """Return the smallest interval that contains two others."""
    return min(a[0], b[0]), max(a[1], b[1])


def joined(known: Items, items: Items, wide: bool = False) -> Items:
    """Join two stacks from the top; with `wide`, items that differ get the full interval."""
    count = min(len(known), len(items))
    pairs = zip(known[len(known) - count :], items[len(items) - count :], strict=True)
    return tuple(a if hull(a, b) == a else ANY if wide else hull(a, b) for a, b in pairs)
