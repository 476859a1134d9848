"""Which positions a piece may take on from where it stands: what `attacked?` need not try.

For each player and type of pieces, the words of its moves are followed from all positions at once.
A row of bits for each start says where `here` may be; it grows along directions, through branches,
calls and loops, until it grows no more. Where a move ends on `here` or on a constant, these are the
positions reached; where that is unknown, all are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from forthgame.code.function import Function, constant_before, used_by
from forthgame.code.instruction import Instruction
from forthgame.code.program import Program
from forthgame.code.walk import Arrivals, onward, walk
from forthgame.game.addresses import is_own, leaves_storage
from forthgame.game.inside import Inside
from forthgame.game.lists import ASKING, ATTACKS
from forthgame.game.tokens import EXECUTING, Tokens, never_set, own_entries
from forthgame.game.whereabouts import Whereabouts
from forthgame.lang import layout as at
from forthgame.lang.doing import (
    CHANGING_BOARD,
    CHANGING_TURN,
    PLACING_HERE,
    PLACING_THERE,
    WHOLE_CELLS,
)
from forthgame.lang.facts import STORAGE, STORING, that

if TYPE_CHECKING:
    from forthgame.vm.forth import Forth

Rows = tuple[int, ...]  # for each start, a bit for each position
Before = tuple[Instruction, ...]  # what stands before in the same block, two at most
State = tuple[Before, int]  # and where `here` may be: see whereabouts.py
MOST_WORK = 200_000  # of following the words of a game; an instruction is one for 64 positions
DEEPEST = 60  # calls
KNOWN_GROUPS = frozenset(("stack", "arithmetic", "control", "board", "moves", "turns"))
CHANGING = CHANGING_BOARD | CHANGING_TURN | {"(FRAME)", "(CANDIDATE)", "home"}
READING = frozenset(("@", "C@"))
CALM = frozenset((at.A_TURN_NUMBER, at.A_PLAYER, at.A_FOR_PLAYER, at.A_HERE, at.A_FROM))
STORES = WHOLE_CELLS & STORING | {"C!"}
# what may work out a token; the others take flags, if no number stands before
MASKING = frozenset(("AND", "OR", "XOR"))
SUMS = that(lambda row: row.group == "arithmetic" and "?" not in row.effect.outputs)
SUMS = SUMS - MASKING | {"I", "J", "K"}
HARMLESS = READING | STORES | {"LIT"}
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


class Unknown(Exception):
    """A move word does what is not followed: it may reach every position."""


@dataclass
class Budget:
    """How much work is left."""

    left: int = MOST_WORK

    def spend(self, work: int) -> None:
        """Take some away. Raises Unknown if there is not so much."""
        self.left -= work
        if self.left < 0:
            raise Unknown


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
        budget: Budget, inside: Inside,
    ) -> None:  # fmt: skip
        """`copied` gives the program with copies for the tokens that its words hand on.

        The `budget` is that of all players. `inside` says whether words that give an address of
        board storage give one of the storage that they name.
        """
        self._forth, self._plain, self._copied, self._player = forth, program, copied, player
        self._program = program
        self._processor, self._fixed = forth.processor, never_set(forth)
        self._run, self._first = Tokens(forth), min(own_entries(forth))
        self._count = self._processor.register(at.POSITIONS)
        self._places = Whereabouts(self._count, self._links, budget.spend)
        self._tokens: tuple[int, ...] = ()
        self._taken = self._seen = self._places.none
        self._read: set[int] = set()
        self._by_hands = False
        self._beside = self._stores = False
        self._known: dict[int, Ways] = {}
        self._followed: dict[tuple[int, int], int] = {}  # of one move word: see _follow
        self._budget, self._inside = budget, inside
        self._asking = {
            forth.engine_word(word).entry: TAKEN.get(word, ANYWHERE) for word in (*ASKING, *ATTACKS)
        }

    def ways(self, entry: int) -> Ways:
        """What the word at a cell may take and look at."""
        known = self._known.get(entry)
        if known is None:
            self._taken = self._seen = self._places.none
            self._read, self._by_hands = set(), False
            self._beside = self._stores = False
            self._followed.clear()
            rows = self._places.rows
            whole = rows(self._places.anywhere)
            try:
                self._program, tokens = self._plain, self._runnable(entry)
                if tokens is None:
                    self._program = self._copied()
                self._tokens = tokens or ()
                self._follow(entry, self._places.starts, 0)
                seen = whole if self._beside else rows(self._seen)
                read, by_hands = frozenset(self._read), self._by_hands or self._beside
                known = Ways(
                    rows(self._taken), seen, read, by_hands, not self._beside, self._stores
                )
            except Unknown:
                known = Ways(whole, whole, frozenset(), by_hands=True, known=False)
            self._known[entry] = known
        return known

    def _runnable(self, entry: int) -> tuple[int, ...] | None:
        """Entries of the words whose tokens a word may run with EXECUTE; None if unknown."""
        found: dict[int, None] = {}  # in the order in which they are found

        def handed(function: Function) -> list[int]:
            entries = sorted(self._run.handed(function, compiled=False))
            found.update(dict.fromkeys(entries))
            return [*function.framed(), *entries]

        called = list(self._program.called({entry}, handed))
        return None if self._may_find_tokens(called) else tuple(found)

    def _may_find_tokens(self, functions: list[Function]) -> bool:
        """Whether functions may run a word whose token they have fetched or worked out."""
        if not any(each.has(EXECUTING) for each in functions):
            return False
        own = [each for each in functions if each.start >= self._first]
        sums = any(each.has(SUMS) or _masks(each) for each in own)
        return sums or any(each.has(READING) for each in functions) or self._run.are_unknown(own)

    # -- one word -------------------------------------------------------------------------------

    def _follow(self, entry: int, here: int, depth: int) -> int:
        """Where `here` may be behind a word that begins with it there."""
        known = self._followed.get((entry, here))
        if known is not None:  # what it takes and looks at has been noted
            return known
        if depth > DEEPEST:
            raise Unknown
        function = self._program.function(entry)
        if function.refused:
            raise Unknown
        behind = self._places.none

        def step(instruction: Instruction, state: State) -> Arrivals[State]:
            nonlocal behind
            self._budget.spend(1 + (self._count >> 6))
            before, here = state
            if instruction.name in STORAGE:
                self._read_storage(function, instruction)
            here = self._step(instruction, before, here, depth)
            if instruction.name in ("EXIT", "$Exit"):
                behind |= here
            return onward(instruction, ((*before[-1:], instruction), here))

        start: State = ((), here)
        walk(function, start, step, _meet, begin=_begin)
        self._followed[entry, here] = behind
        return behind

    def _step(self, instruction: Instruction, behind: Before, here: int, depth: int) -> int:
        """Where `here` may be behind an instruction; `behind` are those that it stands behind."""
        name, row = instruction.name, instruction.row
        before = behind[-1] if behind else None
        if name in ("(DIRECTION)", "(SYMMETRIC)"):
            return self._places.along(self._direction(instruction), here)
        if name == "(CALL)":
            taken = self._asking.get(instruction.operand)
            if taken is None:
                return self._follow(instruction.operand, here, depth + 1)
            self._seen |= self._constant(_giving(behind, taken), here) if taken else here
            return here
        if name == "back":
            return self._places.starts
        if name == "to":
            return self._constant(before, here)
        if name == "EXECUTE":
            return self._run_any(here, depth)
        if name == "(DEFER)":
            return self._follow(self._deferred(instruction.operand), here, depth + 1)
        if name in PLACING_HERE:
            self._taken |= here
        elif name in PLACING_THERE:
            self._taken |= self._constant(before, here)
        elif name in STORES:
            self._require_harmless(before)
        elif name in READING:
            self._fetch(before)
        elif name in IN_HAND:
            self._by_hands = True
        elif name in WHOLE:
            raise Unknown
        elif row.group == "board" and name not in STORAGE:
            inputs = row.effect.inputs
            found = self._constant(_giving(behind, inputs), here) if "pos" in inputs else here
            self._seen |= found
        if name in CHANGING or not (row.group in KNOWN_GROUPS or name in HARMLESS):
            raise Unknown
        return here

    def _run_any(self, here: int, depth: int) -> int:
        if not self._tokens:
            raise Unknown
        behind = here
        for entry in self._tokens:
            behind |= self._follow(entry, here, depth + 1)
        return behind

    def _deferred(self, address: int) -> int:
        """The code of a deferred word, if nothing sets it while the game runs."""
        found = self._forth.dictionary.by_token(self._fixed(address))
        if found is None:
            raise Unknown
        return found.entry

    def _constant(self, before: Instruction | None, here: int) -> int:
        """What the top of the stack is behind an instruction, if it is a position that is known."""
        if before is not None and before.name == "here":
            return here
        if before is not None and before.name == "from":
            return self._places.starts
        if before is not None and before.name == "LIT" and 0 <= before.operand < self._count:
            return self._places.at(before.operand)
        return self._places.anywhere

    def _read_storage(self, function: Function, array: Instruction) -> None:
        """Note what is read by an address, unless a move is to store there."""
        following = used_by(function, array)
        if following is not None and following.name == "later!":
            return
        if self._inside.stays(self._program, function, array):
            self._read.add(array.operand)
        else:
            self._beside = True

    def _require_harmless(self, before: Instruction | None) -> None:
        """A store may go to the script's own memory, and not to a cell such as that of `here`."""
        if before is None or before.name != "LIT" or not is_own(before.operand):
            raise Unknown
        self._stores = True

    def _fetch(self, before: Instruction | None) -> None:
        """What `@` reads: storage that is noted, the script's own memory, or anything."""
        known = before is not None and (
            before.name in STORAGE
            or before.name == "(CELLS)"
            or (before.name == "LIT" and (is_own(before.operand) or before.operand in CALM))
            or (before.name == "(CALL)" and leaves_storage(self._program, before.operand))
        )
        if not known:
            raise Unknown("@")

    # -- directions -----------------------------------------------------------------------------

    def _direction(self, instruction: Instruction) -> int:
        if instruction.name == "(DIRECTION)":
            return instruction.operand
        table = self._processor.register(at.SYMMETRIES)
        number = (self._player >> 11) & 31
        return int(self._processor.cell(table + (number * 128 + instruction.operand) * 4))

    def _links(self, direction: int) -> list[int]:
        start = self._processor.register(at.LINKS)
        start += direction * self._processor.register(at.LINK_STRIDE) * 4
        return [self._processor.cell(start + 4 * k) for k in range(self._count)]


def _masks(function: Function) -> bool:
    """Whether a function takes some of the bits of a number."""
    return any(
        each.name in MASKING and constant_before(function, each.cell) is not None
        for each in function.instructions.values()
    )


def _giving(behind: Before, inputs: Sequence[str]) -> Instruction | None:
    """What has pushed the position among what a word takes, if that is plain."""
    if inputs[-1:] == ("pos",):
        return behind[-1] if behind else None
    plain = len(behind) == 2 and inputs[-2:-1] == ("pos",) and behind[1].name in PUSHING
    return behind[0] if plain else None


def _begin(state: State) -> State:
    """Where ways meet, nothing stands before."""
    return (), state[1]


def _meet(cell: int, known: State, state: State) -> State | None:
    """All that is reached on two ways, None if that is no more than on the first."""
    joined = known[1] | state[1]
    return None if joined == known[1] else ((), joined)
