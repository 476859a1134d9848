"""Compute the positions where a piece may capture, from each start, to speed up `attacked?`.

For each player and piece type, the words of its moves are followed from all positions at once. A
row of bits for each start holds the possible positions of `here`; it grows along directions,
branches, calls and loops up to a fixed point. Moves that end on `here` or on a constant reach these
positions; if the end is unknown, they reach all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce
from operator import or_

from forthgame.analysis.effect_summary import AddressKind, accesses, is_own, sources
from forthgame.analysis.function import Function, constant_before, used_by
from forthgame.analysis.instruction import Instruction
from forthgame.analysis.interprocedural import InterproceduralWalk, NotFollowed
from forthgame.analysis.program import Program
from forthgame.machine.outer.deferred_words import own_entries
from forthgame.machine.outer.outer_interpreter import Forth
from forthgame.rules.facts.engine_roots import ASKING, ATTACKS, EXECUTING, Tokens, never_set
from forthgame.rules.facts.index_bounds import IndexBounds
from forthgame.words.effect_sets import (
    CHANGING_BOARD,
    CHANGING_TURN,
    PLACING,
    PLACING_HERE,
    PLACING_THERE,
    WHOLE_CELLS,
)
from forthgame.words.registers import memory_layout as at
from forthgame.words.word_sets import STORAGE, STORING, rows_where

Rows = tuple[int, ...]  # for each start, a bit for each position
MOST_WORK = 200_000  # for all words of a game; an instruction costs 1 per 64 positions
KNOWN_GROUPS = frozenset(("stack", "arithmetic", "control", "board", "moves", "turns"))
READING = frozenset(("@", "C@"))
CALM = frozenset((at.A_TURN_NUMBER, at.A_PLAYER, at.A_FOR_PLAYER, at.A_HERE, at.A_FROM))
STORES = WHOLE_CELLS & STORING | {"C!"}
# words that may compute a token; AND, OR and XOR only with a constant, else they take flags
MASKING = frozenset(("AND", "OR", "XOR"))
SUMS = rows_where(lambda row: row.group == "arithmetic" and "?" not in row.effect.outputs)
SUMS = SUMS - MASKING | {"I", "J", "K"}
PUSHING = frozenset(("LIT", "current-player", "for-player", "next-player"))  # without other effects
# stack items of words that read a position; without items they read `here`
TAKEN = {
    "friend?": (), "enemy?": (),
    "friend-at?": ("pos",), "enemy-at?": ("pos",), "attacked?": ("pos",),
    "friend-of?": ("pos", "player"), "enemy-of?": ("pos", "player"),
    "attacked-by?": ("pos", "player"), "attackers": ("pos", "player"),
    "attacked-by-type?": ("pos", "player", "type"),
}  # fmt: skip
ANYWHERE = ("player",)
IN_HAND = frozenset(("in-hand", "in-hand-of"))
# words that depend on more than one position
WHOLE = frozenset((
    "last", "material-balance", "quiet-turns", "repetitions", "board-repetitions", "cycle-turns",
))  # fmt: skip
FOLLOWED = rows_where(lambda row: row.group in KNOWN_GROUPS) | READING | STORES | {"LIT"}
FOLLOWED -= WHOLE | CHANGING_BOARD | CHANGING_TURN | {"(FRAME)", "(CANDIDATE)", "home"}
GOING = frozenset(("(DIRECTION)", "(SYMMETRIC)", "back", "to", "EXECUTE", "(DEFER)"))
NOTED = (
    READING | STORES | STORAGE | PLACING | IN_HAND | rows_where(lambda row: row.group == "board")
)
PLAIN = FOLLOWED - GOING - NOTED  # without effect on the analysis
MOST_SHIFTS = 16  # for a direction; beyond that, bits are moved one by one


@dataclass
class WorkBudget:
    left: int = MOST_WORK

    def spend(self, work: int) -> None:
        """Subtract work. Raises Unfollowed if the budget is exceeded."""
        self.left -= work
        if self.left < 0:
            raise NotFollowed


@dataclass
class WordReach:
    """Facts about a move word: for each start, the positions it may capture on and read."""

    taken: Rows
    seen: Rows
    read: frozenset[int]  # offsets of board storage, as operands of address words
    by_hands: bool = False  # may read pieces in hand
    known: bool = True  # these are all its reads
    stores: bool = False  # stores into the script's memory


def spaced_ones(count: int, step: int) -> int:
    """Return a number with `count` ones, the lowest first and each `step` bits above the last."""
    return int("1".zfill(step) * count or "0", 2)


class PositionSets:
    """Sets of possible positions of `here` for every start, each set as one integer.

    It has a row of bits for each start, in the order of their numbers, and in each row a bit for
    each position. One shift moves, in all rows, the positions whose links lead equally far.
    """

    def __init__(
        self, count: int, links: Callable[[int], Sequence[int]], spend: Callable[[int], None]
    ) -> None:
        """`links` returns the target of each position in a direction, below 0 for none.

        `spend` is called with the work beyond a few shifts, in units of 32 bits.
        """
        self._count, self._links_of, self._spend = count, links, spend
        self._links: dict[int, Sequence[int]] = {}
        self._first_column = spaced_ones(count, count)
        self.none = 0
        self.starts = spaced_ones(count, count + 1)
        self.anywhere = (1 << count * count) - 1
        self._shifts: dict[int, dict[int, int]] = {}  # direction -> distance -> moved bits

    def at(self, position: int) -> int:
        """Return the set that has the same position for every start."""
        return self._first_column << position

    def rows(self, numbers: int) -> tuple[int, ...]:
        count = self._count
        row = (1 << count) - 1
        return tuple(numbers >> k * count & row for k in range(count))

    def along(self, direction: int, numbers: int) -> int:
        """Return the positions reached along a direction; positions without a link stay."""
        shifts = self._shifts.get(direction)
        if shifts is None:
            links = self._links[direction] = self._links_of(direction)
            shifts = self._shifts[direction] = self._shifts_of(links)
        if len(shifts) > MOST_SHIFTS:
            self._spend(numbers.bit_count() >> 5)
            return self._each_along(self._links[direction], numbers)
        found = 0
        for distance, moved in shifts.items():
            taken = numbers & moved
            found |= taken << distance if distance >= 0 else taken >> -distance
        return found

    def _shifts_of(self, links: Sequence[int]) -> dict[int, int]:
        columns: dict[int, int] = {}
        for position, link in enumerate(links):
            distance = link - position if link >= 0 else 0
            columns[distance] = columns.get(distance, 0) | 1 << position
        if len(columns) > MOST_SHIFTS:
            return columns
        # a product of the first column repeats the bits in each row
        return {distance: self._first_column * bits for distance, bits in columns.items()}

    def _each_along(self, links: Sequence[int], numbers: int) -> int:
        found = 0
        while numbers:
            low = numbers & -numbers
            start, position = divmod(low.bit_length() - 1, self._count)
            link = links[position]
            found |= 1 << start * self._count + (link if link >= 0 else position)
            numbers ^= low
        return found


class AttackReach:
    """Follows move words for one player."""

    def __init__(
        self, forth: Forth, program: Program, player: int, copied: Callable[[], Program],
        budget: WorkBudget, inside: IndexBounds,
    ) -> None:  # fmt: skip
        """`copied` returns the program with copies for the tokens that its words hand on.

        The `budget` is shared by all players. `inside` decides whether addresses of board storage
        stay inside the storage that they name.
        """
        self._forth, self._program, self._copied, self._player = forth, program, copied, player
        self._processor, self._fixed = forth.processor, never_set(forth)
        self._run, self._first = Tokens(forth), min(own_entries(forth))
        self.count = self._processor.register(at.POSITIONS)
        self.places = PositionSets(self.count, self._links, budget.spend)
        self._known: dict[int, WordReach] = {}
        self.budget, self.inside = budget, inside
        self.asking = {
            forth.engine_word(word).entry: TAKEN.get(word, ANYWHERE) for word in (*ASKING, *ATTACKS)
        }

    def ways(self, entry: int) -> WordReach:
        """Return where the word at an entry may capture and which positions it reads."""
        if entry not in self._known:
            rows = self.places.rows
            whole = rows(self.places.anywhere)
            self._known[entry] = WordReach(whole, whole, frozenset(), by_hands=True, known=False)
            with suppress(NotFollowed):
                tokens = self._runnable(entry)
                program = self._program if tokens is not None else self._copied()
                word = _MoveWord(self, program, tokens or ())
                word.after(entry, self.places.starts)
                beside = word.beside
                self._known[entry] = WordReach(
                    rows(word.taken), whole if beside else rows(word.seen), frozenset(word.read),
                    word.by_hands or beside, not beside, word.stores,
                )  # fmt: skip
        return self._known[entry]

    def _runnable(self, entry: int) -> tuple[int, ...] | None:
        """Return the entries of the words that a word may run with EXECUTE; None if unknown."""
        found: dict[int, None] = {}  # in the order of discovery

        def handed(function: Function) -> list[int]:
            entries = sorted(self._run.handed(function, compiled=False))
            found.update(dict.fromkeys(entries))
            return [*function.framed(), *entries]

        called = list(self._program.called({entry}, handed))
        return None if self._may_find_tokens(called) else tuple(found)

    def _may_find_tokens(self, functions: list[Function]) -> bool:
        if not any(each.has(EXECUTING) for each in functions):
            return False
        own = [each for each in functions if each.start >= self._first]
        sums = any(each.has(SUMS) or _masks(each) for each in own)
        return sums or any(each.has(READING) for each in functions) or self._run.are_unknown(own)

    def deferred(self, address: int) -> int:
        """Return the entry of a deferred word. Raises Unfollowed if a game may set it."""
        found = self._forth.dictionary.by_token(self._fixed(address))
        if found is None:
            raise NotFollowed
        return found.entry

    def along(self, instruction: Instruction, here: int) -> int:
        direction = instruction.operand
        if instruction.name != "(DIRECTION)":
            table = self._processor.register(at.SYMMETRIES)
            number = (self._player >> 11) & 31
            direction = int(self._processor.cell(table + (number * 128 + direction) * 4))
        return self.places.along(direction, here)

    def _links(self, direction: int) -> list[int]:
        start = self._processor.register(at.LINKS)
        start += direction * self._processor.register(at.LINK_STRIDE) * 4
        return [self._processor.cell(start + 4 * k) for k in range(self.count)]


class _MoveWord(InterproceduralWalk[int]):
    """Follows the possible positions of `here` in a move word, and records captures and reads."""

    ends = ("EXIT", "$Exit")

    def __init__(self, reach: AttackReach, program: Program, tokens: tuple[int, ...]) -> None:
        """`tokens` are the entries of the words that it may run with EXECUTE."""
        super().__init__(program.function)
        self._reach, self._program, self._tokens = reach, program, tokens
        self._places = reach.places
        self.taken = self.seen = self._places.none
        self.read: set[int] = set()
        self.by_hands = self.beside = self.stores = False

    def call(self, function: Function, each: Instruction, state: int) -> int | None:
        self._spend()
        taken = self._reach.asking.get(each.operand)
        if taken is None:
            return self.after(each.operand, state)
        self._look(function, each, taken, state)
        return state

    def step(self, function: Function, each: Instruction, state: int) -> int | None:
        self._spend()
        name, inputs = each.name, each.row.effect.inputs
        if name in PLAIN:
            return state
        if name in ("(DIRECTION)", "(SYMMETRIC)"):
            return self._reach.along(each, state)
        if name == "back":
            return self._places.starts
        if name == "to":
            return self._position(function, each, 0, state)
        if name == "EXECUTE":
            return self._run_any(state)
        if name == "(DEFER)":
            return self.after(self._reach.deferred(each.operand), state)
        if name in STORAGE:
            self._read_storage(function, each)
        elif name in PLACING_HERE:
            self.taken |= state
        elif name in PLACING_THERE:
            self.taken |= self._position(function, each, 0, state)
        elif name in STORES or name in READING:
            self._touch(function, each)
        elif name in IN_HAND:
            self.by_hands = True
        elif each.row.group == "board":
            self._look(function, each, inputs if "pos" in inputs else (), state)
        if name not in FOLLOWED:
            raise NotFollowed
        return state

    def _spend(self) -> None:
        self._reach.budget.spend(1 + (self._reach.count >> 6))

    def _run_any(self, here: int) -> int:
        if not self._tokens:
            raise NotFollowed
        return reduce(or_, (self.after(entry, here) or 0 for entry in self._tokens), here)

    def _look(self, function: Function, each: Instruction, taken: Sequence[str], here: int) -> None:
        found = here
        if taken:
            item = taken[::-1].index("pos") if "pos" in taken else -1
            found = (
                self._position(function, each, item, here) if item >= 0 else self._places.anywhere
            )
        self.seen |= found

    def _position(self, function: Function, each: Instruction, item: int, here: int) -> int:
        found = self._places.none
        for giving in sources(function, each.cell, item):
            name = "" if giving is None else giving.name
            number = -1 if giving is None or name != "LIT" else giving.operand
            if giving is not None and name == "here" and _is_near(function, giving, each):
                found |= here
            elif name == "from":
                found |= self._places.starts
            elif 0 <= number < self._reach.count:
                found |= self._places.at(number)
            else:
                return self._places.anywhere
        return found

    def _read_storage(self, function: Function, array: Instruction) -> None:
        """Record storage that is read by address, unless a move stores there later."""
        following = used_by(function, array)
        if following is not None and following.name == "later!":
            return
        if self._reach.inside.stays(self._program, function, array):
            self.read.add(array.operand)
        else:
            self.beside = True

    def _touch(self, function: Function, each: Instruction) -> None:
        """Allow stores to the script's own memory only, and reads of it and of recorded storage."""
        self.stores |= each.name in STORES
        for access in accesses(self._program, function).get(each.cell, ()):
            number = access.number if access.kind is AddressKind.NUMBER else 0
            read = access.kind in (AddressKind.STORAGE, AddressKind.ELEMENT) or number in CALM
            if not is_own(number) and (each.name in STORES or not read):
                raise NotFollowed


def _is_near(function: Function, here: Instruction, taking: Instruction) -> bool:
    """Return whether `here` has not moved between being pushed and used."""
    between = function.instructions.get(here.next)
    pushing = between is not None and between.name in PUSHING and between.next == taking.cell
    return here.next == taking.cell or pushing


def _masks(function: Function) -> bool:
    return any(
        each.name in MASKING and constant_before(function, each.cell) is not None
        for each in function.instructions.values()
    )
