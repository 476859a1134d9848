"""Which positions a piece may take on from where it stands: what `attacked?` need not try.

For each player and type of pieces, the words of its moves are followed from all positions at once.
A row of bits for each start says where `here` may be; it grows along directions, through branches,
calls and loops, until it grows no more. Where a move ends on `here` or on a constant, these are the
positions reached; where that is unknown, all are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from forthgame.code.following import Following, Unfollowed
from forthgame.code.function import Function, constant_before, used_by
from forthgame.code.instruction import Instruction
from forthgame.code.program import Program
from forthgame.code.provenance import sources
from forthgame.code.summary import Kind, accesses, is_own
from forthgame.game.index_bounds import IndexBounds
from forthgame.game.roots import ASKING, ATTACKS
from forthgame.game.tokens import EXECUTING, Tokens, never_set
from forthgame.game.whereabouts import Whereabouts
from forthgame.lang import layout as at
from forthgame.lang.doing import (
    CHANGING_BOARD,
    CHANGING_TURN,
    PLACING,
    PLACING_HERE,
    PLACING_THERE,
    WHOLE_CELLS,
)
from forthgame.lang.facts import STORAGE, STORING, that
from forthgame.vm.deferring import own_entries

if TYPE_CHECKING:
    from forthgame.vm.forth import Forth

Rows = tuple[int, ...]  # for each start, a bit for each position
MOST_WORK = 200_000  # of following the words of a game; an instruction is one for 64 positions
KNOWN_GROUPS = frozenset(("stack", "arithmetic", "control", "board", "moves", "turns"))
READING = frozenset(("@", "C@"))
CALM = frozenset((at.A_TURN_NUMBER, at.A_PLAYER, at.A_FOR_PLAYER, at.A_HERE, at.A_FROM))
STORES = WHOLE_CELLS & STORING | {"C!"}
# what may work out a token; the others take flags, if no number stands before
MASKING = frozenset(("AND", "OR", "XOR"))
SUMS = that(lambda row: row.group == "arithmetic" and "?" not in row.effect.outputs)
SUMS = SUMS - MASKING | {"I", "J", "K"}
PUSHING = frozenset(("LIT", "current-player", "for-player", "next-player"))  # and nothing else
# what words of the language take that look at a position; nothing: they look at `here`
TAKEN = {
    "friend?": (), "enemy?": (),
    "friend-at?": ("pos",), "enemy-at?": ("pos",), "attacked?": ("pos",),
    "friend-of?": ("pos", "player"), "enemy-of?": ("pos", "player"),
    "attacked-by?": ("pos", "player"), "attackers": ("pos", "player"),
}  # fmt: skip
ANYWHERE = ("player",)
IN_HAND = frozenset(("in-hand", "in-hand-of"))
# words that tell of more than one position
WHOLE = frozenset((
    "last", "material-balance", "quiet-turns", "repetitions", "board-repetitions", "cycle-turns",
))  # fmt: skip
FOLLOWED = that(lambda row: row.group in KNOWN_GROUPS) | READING | STORES | {"LIT"}
FOLLOWED -= WHOLE | CHANGING_BOARD | CHANGING_TURN | {"(FRAME)", "(CANDIDATE)", "home"}
GOING = frozenset(("(DIRECTION)", "(SYMMETRIC)", "back", "to", "EXECUTE", "(DEFER)"))
NOTED = READING | STORES | STORAGE | PLACING | IN_HAND | that(lambda row: row.group == "board")
PLAIN = FOLLOWED - GOING - NOTED  # nothing is known of a move by them


@dataclass
class Budget:
    """How much work is left."""

    left: int = MOST_WORK

    def spend(self, work: int) -> None:
        """Take some away. Raises Unfollowed if there is not so much."""
        self.left -= work
        if self.left < 0:
            raise Unfollowed


@dataclass
class Ways:
    """What is known of a move word: for each start, where it may take and what it looks at."""

    taken: Rows
    seen: Rows
    read: frozenset[int]  # offsets of board storage, as operands of the words that give addresses
    by_hands: bool = False  # whether it may look at pieces in hand
    known: bool = True  # whether that is all it looks at
    stores: bool = False  # whether it stores into the script's memory


class Reach:
    """Follows move words for one player."""

    def __init__(
        self, forth: Forth, program: Program, player: int, copied: Callable[[], Program],
        budget: Budget, inside: IndexBounds,
    ) -> None:  # fmt: skip
        """`copied` gives the program with copies for the tokens that its words hand on.

        The `budget` is that of all players. `inside` says whether words that give an address of
        board storage give one of the storage that they name.
        """
        self._forth, self._program, self._copied, self._player = forth, program, copied, player
        self._processor, self._fixed = forth.processor, never_set(forth)
        self._run, self._first = Tokens(forth), min(own_entries(forth))
        self.count = self._processor.register(at.POSITIONS)
        self.places = Whereabouts(self.count, self._links, budget.spend)
        self._known: dict[int, Ways] = {}
        self.budget, self.inside = budget, inside
        self.asking = {
            forth.engine_word(word).entry: TAKEN.get(word, ANYWHERE) for word in (*ASKING, *ATTACKS)
        }

    def ways(self, entry: int) -> Ways:
        """Return what the word at a cell may take and look at."""
        if entry not in self._known:
            rows = self.places.rows
            whole = rows(self.places.anywhere)
            self._known[entry] = Ways(whole, whole, frozenset(), by_hands=True, known=False)
            with suppress(Unfollowed):
                tokens = self._runnable(entry)
                program = self._program if tokens is not None else self._copied()
                word = _MoveWord(self, program, tokens or ())
                word.after(entry, self.places.starts)
                beside = word.beside
                self._known[entry] = Ways(
                    rows(word.taken), whole if beside else rows(word.seen), frozenset(word.read),
                    word.by_hands or beside, not beside, word.stores,
                )  # fmt: skip
        return self._known[entry]

    def _runnable(self, entry: int) -> tuple[int, ...] | None:
        """Return the entries of the words that a word may run with EXECUTE; None if unknown."""
        found: dict[int, None] = {}  # in the order in which they are found

        def handed(function: Function) -> list[int]:
            entries = sorted(self._run.handed(function, compiled=False))
            found.update(dict.fromkeys(entries))
            return [*function.framed(), *entries]

        called = list(self._program.called({entry}, handed))
        return None if self._may_find_tokens(called) else tuple(found)

    def _may_find_tokens(self, functions: list[Function]) -> bool:
        """Return whether functions may run a word whose token they have fetched or worked out."""
        if not any(each.has(EXECUTING) for each in functions):
            return False
        own = [each for each in functions if each.start >= self._first]
        sums = any(each.has(SUMS) or _masks(each) for each in own)
        return sums or any(each.has(READING) for each in functions) or self._run.are_unknown(own)

    def deferred(self, address: int) -> int:
        """Return the code of a deferred word, if nothing sets it while the game runs."""
        found = self._forth.dictionary.by_token(self._fixed(address))
        if found is None:
            raise Unfollowed
        return found.entry

    def along(self, instruction: Instruction, here: int) -> int:
        """Return where a direction leads from some positions."""
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


class _MoveWord(Following[int]):
    """Follows where `here` may be in a move word, and notes what it may take and look at."""

    ends = ("EXIT", "$Exit")

    def __init__(self, reach: Reach, program: Program, tokens: tuple[int, ...]) -> None:
        """`tokens` are the entries of the words that it may run with EXECUTE."""
        super().__init__(program.function)
        self._reach, self._program, self._tokens = reach, program, tokens
        self._places = reach.places
        self.taken = self.seen = self._places.none
        self.read: set[int] = set()
        self.by_hands = self.beside = self.stores = False

    def call(self, function: Function, each: Instruction, state: int) -> int | None:
        """Look at a position, or follow a word."""
        self._spend()
        taken = self._reach.asking.get(each.operand)
        if taken is None:
            return self.after(each.operand, state)
        self._look(function, each, taken, state)
        return state

    def step(self, function: Function, each: Instruction, state: int) -> int | None:
        """Return where `here` may be behind an instruction. Raises Unfollowed."""
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
            raise Unfollowed
        return state

    def _spend(self) -> None:
        self._reach.budget.spend(1 + (self._reach.count >> 6))

    def _run_any(self, here: int) -> int:
        if not self._tokens:
            raise Unfollowed
        return reduce(or_, (self.after(entry, here) or 0 for entry in self._tokens), here)

    def _look(self, function: Function, each: Instruction, taken: Sequence[str], here: int) -> None:
        """Note the position that a word looks at, among the items that it takes."""
        found = here
        if taken:
            item = taken[::-1].index("pos") if "pos" in taken else -1
            found = (
                self._position(function, each, item, here) if item >= 0 else self._places.anywhere
            )
        self.seen |= found

    def _position(self, function: Function, each: Instruction, item: int, here: int) -> int:
        """Return which positions an item may be that an instruction takes."""
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
        """Note what is read by an address, unless a move is to store there."""
        following = used_by(function, array)
        if following is not None and following.name == "later!":
            return
        if self._reach.inside.stays(self._program, function, array):
            self.read.add(array.operand)
        else:
            self.beside = True

    def _touch(self, function: Function, each: Instruction) -> None:
        """A store may go to the script's own memory, and not to a cell such as that of `here`.

        What is read is storage that is noted, or the script's own memory.
        """
        self.stores |= each.name in STORES
        for access in accesses(self._program, function).get(each.cell, ()):
            number = access.number if access.kind is Kind.NUMBER else 0
            read = access.kind in (Kind.STORAGE, Kind.ELEMENT) or number in CALM
            if not is_own(number) and (each.name in STORES or not read):
                raise Unfollowed


def _is_near(function: Function, here: Instruction, taking: Instruction) -> bool:
    """Return whether `here` has not moved where what it has pushed is taken."""
    between = function.instructions.get(here.next)
    pushing = between is not None and between.name in PUSHING and between.next == taking.cell
    return here.next == taking.cell or pushing


def _masks(function: Function) -> bool:
    """Return whether a function takes some of the bits of a number."""
    return any(
        each.name in MASKING and constant_before(function, each.cell) is not None
        for each in function.instructions.values()
    )
