"""Specialised copies of words for the tokens that they are called with.

`['] n slide` passes a direction, and `slide` executes its argument: its effect is unknown, and so
is that of every word that calls it. Constants are propagated through the stacks of each word.
`EXECUTE` of a known token becomes a call; a word of unknown effect that is called with known tokens
is copied for them, if the effect of the copy is known.

If that makes too many instructions, the word is copied once for all directions, and `EXECUTE`
becomes a step along the direction given at run time; the same is done for tokens from tables of
directions. A deferred word that is never set becomes a call after a comparison.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import reduce

from forthgame.analysis.constant_folding import folded
from forthgame.analysis.dataflow import Arrivals, onward, walk
from forthgame.analysis.effect_inference import UNKNOWN_CALLS
from forthgame.analysis.function import Function
from forthgame.analysis.instruction import CELL_BITS, Instruction, rearranged
from forthgame.analysis.program import Program
from forthgame.analysis.token_cells import NO_TOKENS, TokenCells
from forthgame.compile.generation.switches import Optimisation, used
from forthgame.compile.generation.token_items import (
    ALONG,
    ANY_DIRECTION,
    ANY_SYMMETRIC,
    SOME,
    Items,
    Numbers,
    TokenEntry,
    TokenItems,
    numbers_among,
)
from forthgame.words.word_sets import LOOPS

GIVEN = 4  # items on top of the stack that a copy may depend on
DEPTH = 8  # nested copies
SIZE = 250  # instructions; the largest word that is copied for one token
LARGEST = 2000  # the largest that is copied for all directions
TOTAL = 4000  # instructions in all copies together
APART = 800  # instructions in all copies for a single direction; above it, they are shared
TRACKED = 24  # items of each stack that are tracked
SHIFT = CELL_BITS  # copies are numbered above the cells of threaded code

Changes = dict[int, tuple[Instruction, ...]]  # replacements by cell
State = tuple[Items, Items]  # data stack, own items of the return stack
Deferred = Callable[[int], int]


def never_fixed(address: int) -> int:
    """Return 0: every deferred word may be set again."""
    return 0


def copy_for_tokens(
    program: Program,
    roots: set[int],
    token_entry: TokenEntry,
    deferred: Deferred,
    sure: TokenCells = NO_TOKENS,
) -> None:
    """Specialise the words that are reachable from some roots.

    `token_entry` returns the entry of a token. `deferred` returns the token of the deferred word at
    an address if it is never set, else 0. `sure` has the cells whose tokens are known.
    """
    if used(Optimisation.COPIES):
        _Copier(program, token_entry, deferred, sure).rewrite(roots)


def copy_for_directions(
    program: Program,
    roots: set[int],
    token_entry: TokenEntry,
    deferred: Deferred,
    countable: bool = False,
    sure: TokenCells = NO_TOKENS,
) -> tuple[Numbers, bool]:
    """Specialise words, with one copy for all directions if separate copies would be too large.

    Separate copies may be larger if moves are `countable` without being made. Return the numbers of
    the directions that the shared copies step along, and whether tokens of other words may reach
    these copies from tables.
    """
    if not used(Optimisation.COPIES):
        return {}, False
    if used(Optimisation.EACH):
        before = program.kept()
        copier = _Copier(program, token_entry, deferred, sure, TOTAL if countable else APART)
        try:
            copier.rewrite(roots)
            return copier.numbers, copier.reads_tables
        except _TooManyCopies:
            program.restore(before)
    copier = _Copier(program, token_entry, deferred, sure, 0)
    copier.rewrite(roots)
    return copier.numbers, copier.reads_tables


def stored_tokens(
    program: Program,
    roots: set[int],
    token_entry: TokenEntry,
    deferred: Deferred,
    sure: TokenCells,
) -> dict[tuple[int, int], tuple[int, tuple[int, ...]]]:
    """Return address and possible tokens of each `!` that stores a token at a known address.

    The keys are the function and the cell of the store. The program is rewritten.
    """
    copier = _Copier(program, token_entry, deferred, sure)
    copier.rewrite(roots)
    return {place: (address, tokens) for place, address, tokens in copier.stored() if tokens}


def copied_from(entry: int) -> int:
    """Return the entry of the word that a function is a copy of, or its own entry."""
    return entry & ((1 << SHIFT) - 1)


class _TooManyCopies(Exception):
    """Raised if separate copies for each direction would be too large."""


class _Copier(TokenItems):
    def __init__(
        self,
        program: Program,
        token_entry: TokenEntry,
        deferred: Deferred,
        sure: TokenCells,
        apart: int | None = None,
    ) -> None:
        """Create a copier. `apart` limits the instructions of copies for a single direction.

        With 0 no such copies are made; without a limit no copies for all directions are.
        """
        super().__init__(program, token_entry, sure, apart)
        self._deferred = deferred
        self._copies: dict[tuple[int, Items], int | None] = {}
        self._rewritten = set[int]()
        self._left: dict[int, Items] = {}  # known items that functions leave
        # items taken by `!`, by function and cell, and by the tokens that a copy is given
        self._stored: dict[tuple[int, int], dict[Items, Items]] = {}
        self._begun = list[tuple[tuple[int, Items], int]]()  # copies being made, with their numbers
        self._recursive = set[int]()  # copies that call themselves, with a known effect
        self._room = TOTAL

    def rewrite(self, roots: set[int]) -> None:
        """Rewrite the functions that are reachable from some roots, in order of definition."""
        for entry in sorted(each.entry for each in self._program.reachable(roots)):
            self._rewrite(entry)
        if self._mixed:
            together = self.numbers.setdefault(ALONG[ANY_SYMMETRIC], {})
            together.update(self.numbers.get(ALONG[ANY_DIRECTION], {}))

    def stored(self) -> Iterator[tuple[tuple[int, int], int, tuple[int, ...]]]:
        """Yield function and cell of each `!` of tokens, or of addresses in their tables.

        Also yield its own address, and what it may store. If it stores what the word is given, that
        is what copies of the word are given, or 0 for anything else.
        """
        for place, taken in self._stored.items():
            plain = self._numbers_stored(taken.get((), ()))
            given_copies = (each for tokens, each in taken.items() if tokens)
            copies = [plain] if plain[1] else [*map(self._numbers_stored, given_copies)]
            addresses = {address for address, _ in copies}
            if addresses == {plain[0]} and plain[0] is not None and all(n for _, n in copies):
                given = {number for _, numbers in copies for number in numbers}
                yield place, plain[0], (*given, *(() if plain[1] else (0,)))

    def _numbers_stored(self, items: Items) -> tuple[int | None, tuple[int, ...]]:
        """Return the address of a `!` and the tokens or addresses that it may store."""
        token, address = items if len(items) == 2 else (None, items[-1] if items else None)
        if token is None:
            return address, ()
        directions = self.numbers.get(ALONG.get(token, ""), {})
        return address, tuple(directions) or self._possible(token)

    def _rewrite(self, entry: int) -> None:
        function = self._program.function(entry)
        if entry in self._rewritten or function.held or function.refused:
            return
        self._rewritten.add(entry)
        changes, self._left[entry] = self._changes(function, ())
        if changes:
            self._program.renew(_changed(function, function.entry, changes))
        self._program.infer(entry)

    def _rewrite_all(self, root: int) -> None:
        if root not in self._rewritten:
            for entry in sorted(each.entry for each in self._program.reachable({root})):
                self._rewrite(entry)

    # -- copies -----------------------------------------------------------------------------------

    def _copy(self, entry: int, given: Items) -> int | None:
        tokens = tuple(self._given(item) for item in given[-GIVEN:])
        while tokens and tokens[0] is None:
            tokens = tokens[1:]
        if not tokens or len(self._begun) >= DEPTH:
            return None
        key = entry, tokens
        if key not in self._copies:
            self._copies[key] = None
            number = self._program.function(entry).start + (len(self._copies) << SHIFT)
            self._begun.append((key, number))
            try:
                self._copies[key] = self._make(entry, tokens, number)
            finally:
                self._begun.pop()
        elif self._begun and self._begun[-1][0] == key:  # the word calls itself
            return self._begun[-1][1]
        return self._copies[key]

    def _make(self, entry: int, tokens: Items, number: int) -> int | None:
        function = self._program.function(entry)
        size = len(function.instructions)
        if function.refused or function.held or not self._has_room(size, tokens):
            return None
        changes, left = self._changes(function, tokens)
        if not changes:
            return None
        copy = _changed(function, number, changes)
        self._program.renew(copy)
        effect = self._program.infer(number)
        if effect is None:
            if copy.has(UNKNOWN_CALLS):
                return None
            self._room -= size
            return number
        if any(each.operand == number for new in changes.values() for each in new):
            self._recursive.add(number)  # now the effect of its calls is known as well
            changes, left = self._changes(function, tokens)
            self._program.renew(_changed(function, number, changes))
            effect = self._program.infer(number)
            assert effect is not None
        if effect[0] < len(tokens):  # the copy does not use the lower items
            return self._copy(entry, tokens[len(tokens) - effect[0] :])
        self._room -= size
        self._left[number] = left
        return number

    def _has_room(self, size: int, tokens: Items) -> bool:
        """Return whether a word of some size may be copied. Raises _TooManyCopies."""
        together = any(token in ALONG for token in tokens)
        fits = size <= (LARGEST if together else SIZE)
        many = self._apart and (not fits or TOTAL - self._room + size > self._apart)
        if many and any(self._direction(token) for token in tokens):
            raise _TooManyCopies
        return fits and size <= self._room

    def _given(self, item: int | None) -> int | None:
        """Return the key of a copy for an item: the token of a word, or any direction."""
        if item is None or item in ALONG or item >= SOME:
            return item
        if self._entry_of(item) is None:
            return item if self._sure else None  # it may be an index of a table of tokens
        return item if self._apart != 0 else self._any_or_same(item)

    # -- constants --------------------------------------------------------------------------------

    def _changes(self, function: Function, given: Items) -> tuple[Changes, Items]:
        """Return the instructions that change for known items, and the items left at the end."""
        changes: Changes = {}
        ends: list[Items] = []

        def step(instruction: Instruction, state: State) -> Arrivals[State]:
            if instruction.name == "!":
                place = copied_from(function.entry), instruction.cell
                self._stored.setdefault(place, {})[given] = state[0][-2:]
            changed, behind = self._step(instruction, state)
            if instruction.name == "EXIT":
                ends.append(behind[0])
            if changed is None:
                changes.pop(instruction.cell, None)
            else:
                changes[instruction.cell] = changed if isinstance(changed, tuple) else (changed,)
            if instruction.name in LOOPS:  # the bounds stay on the return stack until the loop ends
                left = (behind[0], behind[1][:-2])
                return (instruction.operand, behind), (instruction.next, left)
            return onward(instruction, behind)

        start: State = (given, ())
        walk(function, start, step, self._meet)
        return changes, reduce(self._joined, ends) if ends else ()

    def _step(
        self, instruction: Instruction, state: State
    ) -> tuple[Instruction | tuple[Instruction, ...] | None, State]:
        """Return the replacement of an instruction, if it has one, and the state after it."""
        name, (items, returns) = instruction.name, state
        top = items[-1] if items else None
        if name == "LIT":
            return None, (_tracked((*items, instruction.operand)), returns)
        if name == "(CALL)":
            taken = items[:-1] if instruction.drops else items
            return self._call(instruction, (taken, returns))
        if name == "EXECUTE":
            below = (items[:-1], returns)
            if top in ALONG:
                return instruction.another(ALONG[top], 0), ((*items[:-1], None), returns)
            if top is not None and top >= SOME and (tokens := self._words_of(top)):
                return self._choose(instruction, tokens, below)
            entry = self._entry_of(top)
            if entry is None:
                return None, ((), returns)
            return self._call(self._call_of(instruction, entry), below)
        if name == "(TOKEN)":
            return None, state
        if name == "(DEFER)":
            return self._call_deferred(instruction, state)
        if name == "(HOST)":
            return None, ((), returns)
        if name == "@" and (held := self._variable_items(top)):
            return None, (_tracked((*items[:-1], self._any_of(held))), returns)
        under = items[: max(0, len(items) - len(instruction.row.effect.inputs))]
        if self._sure and (found := self._from_tables(instruction, items)) is not None:
            several = found in ALONG or found >= SOME
            fetched = replace(instruction, of_token=True) if several else None
            return fetched, (_tracked((*under, found)), returns)
        if name == "PICK":
            picked = top is not None and 0 <= top <= len(items) - 2
            item = items[-2 - top] if top is not None and picked else None
            return None, ((*items[:-1], item), returns)
        if name == ">R":
            return None, (items[:-1], _tracked((*returns, top)))
        if name in ("R>", "R@", "R"):
            item = returns[-1] if returns else None
            return None, (_tracked((*items, item)), returns[:-1] if name == "R>" else returns)
        if name == "(DO)":
            return None, (items[:-2], _tracked((*returns, None, None)))
        if name == "LEAVE":
            return None, (items, (*returns[:-2], None, None))
        if self._sure and (numbers := folded(name, numbers_among(items))) is not None:
            return None, (_tracked(under + numbers), returns)
        return None, (_moved(instruction, items), returns)

    def _call(self, called: Instruction, state: State) -> tuple[Instruction | None, State]:
        """Return the changed call, None if it is not changed or unknown, and the state after it."""
        (items, returns), entry = state, called.operand
        effect = self._program.infer(entry)
        if effect is None or self._address_tables(items[len(items) - effect[0] :]):
            copy = self._copy(entry, items)
            if copy is not None:
                known = copy in self._recursive or copy not in (each for _, each in self._begun)
                effect, entry = self._program.infer(copy) if known else None, copy
        if effect is None:
            changed = None if entry == called.operand else replace(called, operand=entry)
            return changed, ((), returns)
        same = entry == called.operand and not called.drops and not called.deferred
        behind = _replaced(items, *effect)
        left = self._left.get(entry, ())[-effect[1] :] if effect[1] else ()
        after = ((*behind[: len(behind) - len(left)], *left), returns)
        return None if same else replace(called, operand=entry), after

    def _call_of(self, instruction: Instruction, entry: int) -> Instruction:
        """Return the call that replaces an instruction if its token is that of a word."""
        self._rewrite_all(entry)
        return replace(instruction.another("(CALL)", entry), drops=True)

    def _choose(
        self,
        instruction: Instruction,
        tokens: Sequence[int],
        state: State,
        complete: bool = False,
    ) -> tuple[tuple[Instruction, ...], State]:
        """Compare a token with all possible ones but the last, and call the word of each.

        If the token is not the last one either, the interpreter continues, unless the tokens are
        `complete`.
        """
        cells = [instruction.cell + (k << CELL_BITS) for k in range(2 * len(tokens) - 1)]
        tests, calls = cells[: len(tokens) - 1], cells[len(tokens) - 1 :][::-1]
        found, states = list[Instruction](), list[State]()
        for token, cell in zip(tokens, calls, strict=True):
            entry = self._entry_of(token)
            assert entry is not None
            called = self._call_of(instruction, entry)
            changed, behind = self._call(called, state)
            last = token if token == tokens[-1] and not complete else None
            found.append(replace(changed or called, cell=cell, token=last))
            states.append(behind)
        for k, (token, cell) in enumerate(zip(tokens, tests, strict=False)):
            test = replace(instruction.another("(TOKEN)", calls[k]), cell=cell, token=token)
            found.append(replace(test, next=[*tests, calls[-1]][k + 1]))
        return tuple(found), reduce(self._join, states)

    def _call_deferred(
        self, instruction: Instruction, state: State
    ) -> tuple[Instruction | tuple[Instruction, ...] | None, State]:
        token = self._deferred(instruction.operand)
        entry = self._token_entry(token) if token else None
        if entry is None:
            return self._call_stored(instruction, state)
        address = instruction.operand
        held = None if address in self._sure else (address, token)
        called = replace(instruction.another("(CALL)", entry), deferred=held)
        changed, behind = self._call(called, state)
        return changed or called, behind

    def _call_stored(
        self, instruction: Instruction, state: State
    ) -> tuple[tuple[Instruction, ...] | None, State]:
        """Fetch the token of a deferred word and call one of the words that it may hold."""
        tokens, place = self._variable_items(instruction.operand), instruction.cell
        complete = 0 not in self._variables.get(instruction.operand, (0,))
        item = self._any_of(tokens)
        if not tokens or (item is None and len(tokens) > 1):
            return None, ((), state[1])
        fetching, last = place + (1 << CELL_BITS), place + (2 << CELL_BITS)
        address = replace(instruction.another("LIT", instruction.operand), next=fetching)
        fetch = replace(instruction.another("@", 0), cell=fetching, next=last)
        run = replace(instruction, cell=last, fetched=True)
        if item in ALONG:
            below, returns = state
            return (address, fetch, run.another(ALONG[item], 0)), ((*below, None), returns)
        calls, behind = self._choose(run, tokens, state, complete)
        return (address, fetch, *calls), behind

    # -- joins ----------------------------------------------------------------------------------

    def _meet(self, cell: int, found: State, state: State) -> State | None:
        """Return the common knowledge of two states; None if it equals the first."""
        joined = self._join(found, state)
        return None if joined == found else joined

    def _join(self, one: State, other: State) -> State:
        return self._joined(one[0], other[0]), self._joined(one[1], other[1])


def _changed(function: Function, number: int, changes: Changes) -> Function:
    new = {each.cell: each for some in changes.values() for each in some}
    several = [each for some in changes.values() if len(some) > 1 for each in some]
    chosen = [each for each in several if each.name in ("(TOKEN)", "(CALL)")]
    leaders = {each.next for each in chosen} | {e.operand for e in chosen if e.name == "(TOKEN)"}
    return Function(
        number, function.instructions | new, function.leaders | leaders, start=function.start
    )


def _tracked(items: Items) -> Items:
    return items[-TRACKED:]


def _replaced(items: Items, taken: int, left: int) -> Items:
    return _tracked(items[: max(0, len(items) - taken)] + (None,) * left)


def _moved(instruction: Instruction, items: Items) -> Items:
    effect = instruction.row.effect
    count = len(effect.inputs)
    padded = (None,) * (count - len(items)) + items
    moved = rearranged(instruction, padded[len(padded) - count :])
    if moved is None:
        return _replaced(items, count, len(effect.outputs))
    return _tracked(padded[: len(padded) - count] + moved)
