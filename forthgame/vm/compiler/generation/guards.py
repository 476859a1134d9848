"""What a move word asks first, read for all positions at once.

Many move words begin with questions about the board: `empty? verify`, `n verify not-empty? verify`.
Others ask for the phase of the game: `turn-number 18 > verify`, `stage @ 2 = verify`. Where the
answer is no the word does nothing, so a generation need not run it there. The questions are
followed through branches and calls up to the first thing that is none of them; what comes of it is
a formula over positions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from forthgame.code.function import Function
from forthgame.code.instruction import Instruction
from forthgame.lang import layout as at
from forthgame.vm.compiler.generation.formulas import (
    FALSE,
    TRUE,
    WITH_ZERO,
    Formula,
    Item,
    Number,
    both,
    comparison,
    flag,
    joined,
    negation,
    one_or_other,
)
from forthgame.vm.compiler.generation.links import Board

# instructions that are followed in one word, on all its ways: formulas are as deep, and so few
# items never fill the stack of a frame
STEPS = 240
CALLS = 8  # deep
TAKING = frozenset(("DUP", "DROP", "NOT", "0=", "verify", "0BRANCH"))  # a flag that is known
SYSTEM = {"turn-number": at.A_TURN_NUMBER, "current-player": at.A_PLAYER}
ASKING = {"empty?": ("empty", True), "not-empty?": ("empty", False)}
OWNERS = {"(enemy?)": "enemy", "(friend?)": "friend"}
Stores = tuple[tuple[int, int], ...]  # addresses, each with what stands there then


@dataclass(frozen=True)
class Guard:
    """Where a word surely does nothing the formula is false; but then it has done the stores."""

    formula: Formula
    stores: Stores = ()


@dataclass(frozen=True)
class _Place:
    """Where a reader is: in which function, on which position, with which items on the stack."""

    function: Function
    cell: int
    direction: int | None = None  # one step from the position that is asked about, or on it
    flags: tuple[Item, ...] = ()
    callers: tuple[tuple[Function, int], ...] = ()
    stores: Stores = ()

    @property
    def key(self) -> object:
        """What the rest of the word depends on."""
        callers = tuple((id(function), cell) for function, cell in self.callers)
        return id(self.function), self.cell, self.direction, self.flags, callers, self.stores


class GuardReader:
    """Reads what words ask first.

    For one player, the number of whom is given, it also reads who stands somewhere, and directions
    that others stand for; and constants that are stored into variables. What a variable holds
    beside is then not read, because words that are run before may change it.
    """

    def __init__(
        self, functions: Mapping[int, Function], board: Board, player: int | None = None
    ) -> None:
        self._functions, self._board, self._player = functions, board, player
        self._left = 0
        self._known: dict[object, Formula] = {}
        self._ends: set[Stores] = set()

    def guard(self, entry: int) -> Guard:
        """When a word does something, and what it stores where it does nothing else."""
        self._left, self._known, self._ends = STEPS, {}, set()
        formula = self._read(_Place(self._functions[entry], self._functions[entry].start))
        if formula == TRUE or len(self._ends) > 1:
            return Guard(TRUE)
        return Guard(formula, *self._ends)

    def _read(self, place: _Place) -> Formula:
        """Whether the word does something from a place on; each is read once."""
        key = place.key
        if key not in self._known:
            self._known[key] = self._follow(place)
        return self._known[key]

    def _follow(self, place: _Place) -> Formula:
        while self._left > 0:
            self._left -= 1
            function, cell, direction = place.function, place.cell, place.direction
            flags, callers, stores = place.flags, place.callers, place.stores
            instruction = function.instructions[cell]
            name, cell = instruction.name, instruction.next
            if name in TAKING and not flags:
                return TRUE
            if (asked := self._question(name, direction)) is not None:
                flags += (asked,)
            elif name in ("TRUE", "FALSE"):
                flags += (TRUE if name == "TRUE" else FALSE,)
            elif name == "DUP":
                flags += flags[-1:]
            elif name == "DROP":
                flags = flags[:-1]
            elif name in ("NOT", "0="):
                flags = (*flags[:-1], negation(flag(flags[-1])))
            elif name in ("AND", "OR") and (both_ways := joined(name, flags)) is not None:
                flags = (*flags[:-2], both_ways)
            elif (number := self._number(instruction, flags, stores)) is not None:
                flags = (*(flags[:-1] if name == "@" else flags), number)
            elif (found := comparison(name, flags)) is not None:
                flags = (*flags[: -1 if name in WITH_ZERO else -2], found)
            elif name == "!" and self._player and (stored := _stored(flags, stores)) is not None:
                flags, stores = flags[:-2], stored
            elif name == "back":
                direction = None
            elif name == "BRANCH" and not instruction.backward:
                cell = instruction.operand
            elif name == "(CALL)" and len(callers) < CALLS and instruction.deferred is None:
                callers += ((function, cell),)
                flags = flags[:-1] if instruction.drops else flags
                function = self._functions[instruction.operand]
                cell = function.start
            elif name == "EXIT" and callers:
                (function, cell), callers = callers[-1], callers[:-1]
            elif name in ("EXIT", "$Exit"):
                self._ends.add(stores)
                return FALSE  # and nothing has been recorded
            elif name in ("verify", "0BRANCH", "(DIRECTION)", "(SYMMETRIC)"):
                here = _Place(function, cell, direction, flags, callers, stores)
                return self._fork(here, name, instruction.operand)
            else:
                return TRUE
            place = _Place(function, cell, direction, flags, callers, stores)
        return TRUE

    def _question(self, name: str, direction: int | None) -> Formula | None:
        """What a question about the position is that a word has come to."""
        if name in ASKING:
            kind, yes = ASKING[name]
            return Formula(kind, direction) if yes else negation(Formula(kind, direction))
        if name in OWNERS and self._player:
            return Formula(OWNERS[name], direction)
        return None

    def _number(
        self, instruction: Instruction, items: tuple[Item, ...], stores: Stores
    ) -> Number | None:
        """What a word puts on the stack that is the same at all positions."""
        if instruction.name == "LIT":
            return Number(instruction.operand)
        if instruction.name in SYSTEM:
            return Number(address=SYSTEM[instruction.name])
        if instruction.name == "@" and items and isinstance(items[-1], Number):
            address = items[-1].literal
            if address is None:
                return None
            if address in dict(stores):
                return Number(dict(stores)[address])
            if self._player is None and _stays(address):
                return Number(address=address)
        return None

    def _fork(self, place: _Place, name: str, operand: int) -> Formula:
        """Behind an instruction from which a word goes on in two ways, or not at all."""
        if name in ("(DIRECTION)", "(SYMMETRIC)"):
            if name == "(SYMMETRIC)":
                if self._player is None:
                    return TRUE
                operand = self._board.symmetric(self._player, operand)
            if place.direction is not None or self._board.step(operand) is None:
                return TRUE
            linked = Formula("linked", operand)
            gone = replace(place, direction=operand, flags=(*place.flags, TRUE))
            stayed = replace(place, flags=(*place.flags, FALSE))
            return one_or_other(linked, self._read(gone), self._read(stayed))
        *under, item = place.flags
        top = flag(item)
        taken = replace(place, flags=tuple(under))
        yes = FALSE if top == FALSE else self._read(taken)
        if name == "verify" and top != TRUE:
            self._ends.add(place.stores)
        if name == "verify" or top == TRUE:
            return both(top, yes)
        no = self._read(replace(taken, cell=operand))
        return one_or_other(top, yes, no)


def _stays(address: int) -> bool:
    """Whether a cell is the same for all words of a generation that store nothing.

    It is one of the script's, of a board or of a table. Other cells of the engine, such as that of
    `here`, and lists of moves change from word to word.
    """
    return address in SYSTEM.values() or at.DATA <= address <= at.TABLES_END - at.CELL


def _stored(items: tuple[Item, ...], stores: Stores) -> Stores | None:
    """What has been stored behind a store of a constant into a variable; else None."""
    if len(items) < 2:
        return None
    value, place = items[-2:]
    if isinstance(value, Formula) or isinstance(place, Formula):
        return None
    number, address = value.literal, place.literal
    if number is None or address is None:
        return None
    if not at.DATA <= address < at.DATA_END or address % at.CELL != 0:
        return None
    return tuple(sorted({**dict(stores), address: number}.items()))
