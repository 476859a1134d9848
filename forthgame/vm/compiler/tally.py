"""Counts the moves of simple move words for 64 positions at once.

A word such as `north verify empty? verify from here move add-move` asks about the board, records,
and adds one move or none. Its questions are followed like those of `guards.py`, but here the
formula must be exact: true where the word makes one move. If all entries of a game's lists are
such words, `(tally)` counts set bits instead of running them. One word that does anything else,
and the game keeps the loop.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from forthgame.lang import layout as at
from forthgame.lang.beyond import HANDS
from forthgame.lang.words.counting import MOST_ENTRIES
from forthgame.vm.compiler.decode import Function, Instruction
from forthgame.vm.compiler.guards import (
    FALSE,
    TRUE,
    Board,
    Formula,
    FormulaWriter,
    both,
    either,
    negation,
)
from forthgame.vm.compiler.lines import Lines, define
from forthgame.vm.compiler.scan import Candidates
from forthgame.vm.linked import NO_TALLY

STEPS = 400  # instructions that are followed in one word, on all its ways together
CALLS = 6  # deep

MOST_ACTIONS = 16  # that a move records: surely fewer than it may
HEAD = "define i64 @tally(ptr %vm, i64 %start, i64 %number) noinline nounwind"
ENTRY_HEAD = "define i32 @tally_entry(ptr %vm, i64 %number) alwaysinline nounwind"
QUESTIONS = ("empty?", "not-empty?", "(friend?)", "(enemy?)")
NUMBERS = frozenset(("LIT", "current-player", "for-player", "next-player", "current-piece"))
RECORDING = frozenset(("drop", "create", "capture", "change-type", "change-owner", "move"))
CARRIED = frozenset(("(COMPILE)", "COMPILE-LITERAL"))
HERE, FROM = "here", "from"


class Inexact(Exception):
    """A word does what cannot be counted for many positions at once; `cell` is where, or -1."""

    def __init__(self, why: str, cell: int = -1) -> None:
        super().__init__(why)
        self.cell = cell


@dataclass(frozen=True)
class Entry:
    """An entry of a move list: its address, its word, and the type of the pieces; 0 for drops."""

    address: int
    word: int
    type: int


@dataclass(frozen=True)
class _Place:
    """Where a reader is: in a function, so many positions from the start, with items on the stack.

    An item is a formula, HERE or FROM for these positions, or None for another number.
    """

    function: Function
    cell: int
    offset: int = 0
    items: tuple[Formula | str | None, ...] = ()
    callers: tuple[tuple[Function, int], ...] = ()
    actions: int = 0
    added: bool = False


class TallyReader:
    """Reads where a word makes exactly one move, for one player to move."""

    def __init__(
        self,
        functions: Mapping[int, Function],
        board: Board,
        player: int,
        settled: Mapping[int, int],
    ) -> None:
        self._functions, self._board = functions, board
        self._player, self._settled = player, settled
        self._left = STEPS
        self._drops = False
        self._cell = -1

    def read(self, entry: Entry) -> Formula:
        """The formula of an entry's word. Raises Inexact."""
        self._left, self._drops = STEPS, entry.type == 0
        function = self._functions[entry.word]
        return self._read(_Place(function, function.start))

    def _inexact(self, why: str) -> Inexact:
        return Inexact(why, self._cell)

    def _read(self, place: _Place) -> Formula:
        while True:
            self._left -= 1
            instruction = place.function.instructions[place.cell]
            self._cell, name = instruction.cell, instruction.name
            if self._left < 0:
                raise self._inexact("the word has too many ways")
            place = replace(place, cell=instruction.next)
            if name in ("EXIT", "$Exit"):
                if name == "$Exit" or not place.callers:
                    return TRUE if place.added else FALSE
                (function, cell), callers = place.callers[-1], place.callers[:-1]
                place = replace(place, function=function, cell=cell, callers=callers)
            elif name in ("verify", "0BRANCH", "(DIRECTION)", "(SYMMETRIC)"):
                return self._fork(place, instruction)
            elif name == "BRANCH" and not instruction.backward:
                place = replace(place, cell=instruction.operand)
            elif name == "(CALL)":
                place = self._enter(place, instruction)
            else:
                place = self._step(place, instruction)

    def _enter(self, place: _Place, instruction: Instruction) -> _Place:
        if len(place.callers) >= CALLS:
            raise self._inexact("words call each other too deeply")
        if instruction.deferred is not None:
            raise self._inexact("a deferred word")
        items = place.items[:-1] if instruction.drops else place.items
        function = self._functions[instruction.operand]
        callers = (*place.callers, (place.function, place.cell))
        return replace(place, function=function, cell=function.start, callers=callers, items=items)

    def _step(self, place: _Place, instruction: Instruction) -> _Place:
        """Behind an instruction that goes on in one way."""
        name, items = instruction.name, place.items
        effect = instruction.row.effect
        count = len(effect.inputs)
        if len(items) < count:
            raise self._inexact(f"{name} takes what is not there")
        below, taken = items[: len(items) - count], items[len(items) - count :]
        if name in QUESTIONS:
            return replace(place, items=(*items, _question(name, place.offset)))
        if name == "(coalitions?)" and self._settled.get(at.COALITIONS) == 0:
            return replace(place, items=(*items, FALSE))
        if name in ("TRUE", "FALSE"):
            return replace(place, items=(*items, TRUE if name == "TRUE" else FALSE))
        if name in ("NOT", "0=", "AND", "OR"):
            return replace(place, items=(*below, _combined(name, taken)))
        if instruction.row.kind == "shuffle" and not effect.float_inputs:
            named = dict(zip(effect.inputs, taken, strict=True))
            return replace(place, items=below + tuple(named[each] for each in effect.outputs))
        if name == "here":
            return replace(place, items=(*items, HERE if place.offset else FROM))
        if name == "from":
            return replace(place, items=(*items, FROM))
        if name == "back":
            return replace(place, offset=0)
        if name in NUMBERS:
            return replace(place, items=(*items, None))
        return self._record(place, name, below, taken)

    def _record(
        self,
        place: _Place,
        name: str,
        below: tuple[Formula | str | None, ...],
        taken: tuple[Formula | str | None, ...],
    ) -> _Place:
        """Behind a word that records, or adds the move."""
        if name == "add-move":
            if place.actions == 0:
                return place
            if place.added:
                raise self._inexact("a second move of one word")
            return replace(place, added=True, actions=0)
        # what is moved stands where the word began: only there something surely stands
        moving = name == "move" and taken == (FROM, HERE) and not self._drops
        if name == "move" and not moving:
            raise self._inexact("move, but not `from here move`")
        if name not in RECORDING | CARRIED:
            raise self._inexact("a loop" if name == "BRANCH" else name)
        if name in ("drop", "create") and self._settled.get(HANDS) != 0:
            raise self._inexact("pieces in hand")
        if place.actions >= MOST_ACTIONS:
            raise self._inexact("a move of many actions")
        return replace(place, items=below, actions=place.actions + 1)

    def _fork(self, place: _Place, instruction: Instruction) -> Formula:
        """Behind an instruction from which a word goes on in two ways, or ends."""
        name = instruction.name
        if name in ("(DIRECTION)", "(SYMMETRIC)"):
            direction = instruction.operand
            if name == "(SYMMETRIC)":
                direction = self._board.symmetric(self._player, direction)
            step = self._board.step(direction)
            if step is None:
                raise self._inexact("a direction that does not always lead equally far")
            linked = Formula("linked-at", self._board.row(direction) + place.offset * at.CELL)
            moved = replace(place, offset=place.offset + step, items=(*place.items, TRUE))
            stayed = replace(place, items=(*place.items, FALSE))
            return _either_way(linked, self._read(moved), self._read(stayed))
        top = place.items[-1] if place.items else None
        if not isinstance(top, Formula):
            raise self._inexact(f"{name} of what is no question about empty, friend or enemy")
        if instruction.backward:
            raise self._inexact("a loop")
        place = replace(place, items=place.items[:-1])
        yes = self._read(place) if top != FALSE else FALSE
        if top == TRUE:
            return yes
        if name == "verify":
            return _either_way(top, yes, TRUE if place.added else FALSE)
        return _either_way(top, yes, self._read(replace(place, cell=instruction.operand)))


def _question(name: str, offset: int) -> Formula:
    empty, friend = Formula("empty-at", offset), Formula("friend-at", offset)
    if name == "(friend?)":
        return friend
    if name == "(enemy?)":
        return both(negation(empty), negation(friend))
    return empty if name == "empty?" else negation(empty)


def _combined(name: str, taken: tuple[Formula | str | None, ...]) -> Formula:
    flags = [item for item in taken if isinstance(item, Formula)]
    if len(flags) != len(taken):
        raise Inexact(f"{name} of what is no question about empty, friend or enemy")
    if name in ("NOT", "0="):
        return negation(flags[0])
    return both(*flags) if name == "AND" else either(*flags)


def _either_way(condition: Formula, yes: Formula, no: Formula) -> Formula:
    return either(both(condition, yes), both(negation(condition), no))


# -- the functions behind `cells.tally` -----------------------------------------------------------


def tally_text(
    functions: Mapping[int, Function],
    board: Board,
    settled: Mapping[int, int],
    candidates: Candidates,
) -> str:
    """The two functions for a game, which tally nothing if a word is not exact."""
    try:
        entries = tallied_entries(board, settled, candidates)
        players = range(1, settled[at.PLAYER_COUNT] + 1)
        formulas = [
            [TallyReader(functions, board, player, settled).read(entry) for player in players]
            for entry in entries
        ]
    except Inexact:
        return NO_TALLY
    if not entries or not players:
        return NO_TALLY
    return _bits_text(board, entries, formulas) + _entry_text(entries)


def tallied_entries(
    board: Board, settled: Mapping[int, int], candidates: Candidates
) -> list[Entry]:
    """The entries in the order in which they are tried at a position."""
    drops = settled[at.DROP_COUNT]
    only_one = settled[at.SCAN_PIECES] == 1 and settled[at.MOVING_COUNT] == 0
    if drops and not (drops == 1 and only_one):
        raise Inexact("drops of several types, or beside moves")
    entries: list[Entry] = []
    for type in range(1, settled[at.SCAN_PIECES] + 1):
        address = board.cell(settled[at.PIECES] + (type - 1) * 16 + (8 if drops else 4))
        while address and board.cell(address):
            if address not in candidates or len(entries) >= MOST_ENTRIES:
                raise Inexact("too many entries of lists")
            entries.append(Entry(address, candidates[address].entry, 0 if drops else type))
            address += 8
    return entries


def _bits_text(board: Board, entries: list[Entry], formulas: list[list[Formula]]) -> str:
    def write(o: Lines) -> None:
        arms = " ".join(f"i64 {number}, label %entry{number}" for number in range(len(entries)))
        o.do(f"switch i64 %number, label %none [ {arms} ]")
        o.do("none:")
        o.do("ret i64 0")
        for number, (entry, of_players) in enumerate(zip(entries, formulas, strict=True)):
            o.do(f"entry{number}:")
            if len(set(of_players)) == 1:
                _write_bits(o, board, entry, of_players[0])
                continue
            player = o.value(f"lshr i32 {_system(o, at.A_PLAYER)}, 11")
            player = o.value(f"and i32 {player}, 31")
            arms = " ".join(
                f"i32 {k}, label %entry{number}.{k}" for k in range(2, len(of_players) + 1)
            )
            o.do(f"switch i32 {player}, label %entry{number}.1 [ {arms} ]")
            for k, formula in enumerate(of_players, 1):
                o.do(f"entry{number}.{k}:")
                _write_bits(o, board, entry, formula)

    return define(HEAD, write)


def _system(o: Lines, cell: int) -> str:
    return o.value(f"load i32, ptr {o.register(at.MEMORY + cell)}, align 1")


def _write_bits(o: Lines, board: Board, entry: Entry, formula: Formula) -> None:
    """Return where the formula is true, among the pieces that have the entry."""
    writer = FormulaWriter(o, board)
    bits = writer.bits(formula)
    if entry.type:
        owner = o.value(f"and i32 {_system(o, at.A_FOR_PLAYER)}, {at.PLAYER_MASK}")
        piece = o.value(f"or i32 {owner}, {entry.type}")
        own = writer.equal(0, at.PLAYER_MASK | at.PIECE_MASK, piece)
        bits = o.value(f"and i64 {bits}, {own}")
    o.do(f"ret i64 {bits}")


def _entry_text(entries: list[Entry]) -> str:
    def write(o: Lines) -> None:
        arms = " ".join(f"i64 {k}, label %entry{k}" for k in range(len(entries)))
        o.do(f"switch i64 %number, label %none [ {arms} ]")
        o.do("none:")
        o.do("ret i32 0")
        for k, entry in enumerate(entries):
            o.do(f"entry{k}:")
            o.do(f"ret i32 {entry.address}")

    return define(ENTRY_HEAD, write)
