"""What a move word asks first, read for all positions at once.

Many move words begin with questions about the board: `empty? verify`, `n verify not-empty? verify`.
Others ask for the phase of the game: `turn-number 18 > verify`, `stage @ 2 = verify`. Where the
answer is no the word does nothing, so a generation need not run it there. The questions are
followed through branches and calls up to the first thing that is none of them; what comes of it is
a formula over positions, which is written as `@promising`: a bit for each of 64 positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from forthgame.code.function import Function
from forthgame.code.instruction import Instruction
from forthgame.lang import layout as at
from forthgame.vm.compiler.lines import LANES, Lines, cells_from, define
from forthgame.vm.compiler.stack import ON_BOARD

STEPS = 60  # instructions that are followed in one word, on all its ways together
CALLS = 4  # deep
TAKING = frozenset(("DUP", "DROP", "NOT", "0=", "verify", "0BRANCH"))  # a flag that is known
COMPARING = {"=": "eq", "<>": "ne", "<": "slt", ">": "sgt", "<=": "sle", ">=": "sge"}
WITH_ZERO = {"0<>": "ne", "0<": "slt", "0>": "sgt"}
SYSTEM = {"turn-number": at.A_TURN_NUMBER, "current-player": at.A_PLAYER}
HEAD = "define i64 @promising(ptr %vm, i64 %start) alwaysinline nounwind"


@dataclass(frozen=True)
class Number:
    """A number that is the same at all positions: a literal, or what stands in a cell of memory."""

    literal: int | None = None
    address: int = 0


@dataclass(frozen=True)
class Formula:
    """True or false at a position: a constant, a question about the board, or made of others.

    `kind` is `true`, `false`, `not`, `and`, or `empty` or `linked` with a direction (None for the
    position itself), or how two `numbers` are compared.
    """

    kind: str
    direction: int | None = None
    parts: tuple[Formula, ...] = ()
    numbers: tuple[Number, ...] = ()


TRUE, FALSE = Formula("true"), Formula("false")


def negation(a: Formula) -> Formula:
    """Not a."""
    if a in (TRUE, FALSE):
        return FALSE if a == TRUE else TRUE
    return a.parts[0] if a.kind == "not" else Formula("not", parts=(a,))


def both(a: Formula, b: Formula) -> Formula:
    """a and b."""
    if FALSE in (a, b):
        return FALSE
    if a == b or b == TRUE:
        return a
    return b if a == TRUE else Formula("and", parts=(a, b))


def either(a: Formula, b: Formula) -> Formula:
    """a or b."""
    return negation(both(negation(a), negation(b)))


def everywhere(formula: Formula, wanted: Formula = TRUE) -> Formula:
    """A formula that is the same at all positions, and true where the given one is at any.

    With `wanted` FALSE it is true only where the given one is at all.
    """
    if formula.kind == "not":
        return negation(everywhere(formula.parts[0], negation(wanted)))
    if formula.kind == "and":
        return both(*(everywhere(part, wanted) for part in formula.parts))
    return formula if formula.numbers or formula in (TRUE, FALSE) else wanted


Item = Formula | Number  # on the stack


def flag(item: Item) -> Formula:
    """Whether an item is not 0."""
    if isinstance(item, Formula):
        return item
    return Formula("ne", numbers=(item, Number(0)))


class Board:
    """The links of a game: `cell` reads its memory, `settled` are registers that do not change."""

    def __init__(self, settled: Mapping[int, int], cell: Callable[[int], int]) -> None:
        self._settled, self.cell = settled, cell
        self._steps: dict[int, int | None] = {}
        self._leads: dict[int, int] = {}

    def row(self, direction: int) -> int:
        """Forth address of a direction's links."""
        stride = self._settled[at.LINK_STRIDE]
        return self._settled[at.LINKS] + direction * stride * at.CELL

    def symmetric(self, player: int, direction: int) -> int:
        """The direction that stands for another for a player."""
        table = self._settled[at.SYMMETRIES]
        return self.cell(table + (player * at.MAX_DIRECTIONS + direction) * at.CELL)

    def leads(self, direction: int) -> int:
        """Bits of the positions from which a direction leads on."""
        if direction not in self._leads:
            row, bits = self.row(direction), 0
            for position in range(self._settled[at.POSITIONS]):
                bits |= (self.cell(row + position * at.CELL) >= 0) << position
            self._leads[direction] = bits
        return self._leads[direction]

    def step(self, direction: int) -> int | None:
        """How much greater a position's number is that a link leads to, if always the same."""
        if direction not in self._steps:
            start = self.row(direction)
            links = [self.cell(start + 4 * k) for k in range(self._settled[at.POSITIONS])]
            steps = {link - k for k, link in enumerate(links) if link >= 0}
            self._steps[direction] = steps.pop() if len(steps) == 1 else None
        return self._steps[direction]


@dataclass(frozen=True)
class _Place:
    """Where a reader is: in which function, on which position, with which items on the stack."""

    function: Function
    cell: int
    direction: int | None = None  # one step from the position that is asked about, or on it
    flags: tuple[Item, ...] = ()
    callers: tuple[tuple[Function, int], ...] = ()


class GuardReader:
    """Reads what words ask first."""

    def __init__(self, functions: Mapping[int, Function], board: Board) -> None:
        self._functions, self._board = functions, board
        self._left = 0

    def guard(self, entry: int) -> Formula:
        """False where a word surely does nothing."""
        self._left = STEPS
        return self._read(_Place(self._functions[entry], self._functions[entry].start))

    def _read(self, place: _Place) -> Formula:
        while self._left > 0:
            self._left -= 1
            function, cell, direction = place.function, place.cell, place.direction
            flags, callers = place.flags, place.callers
            instruction = function.instructions[cell]
            name, cell = instruction.name, instruction.next
            if name in TAKING and not flags:
                return TRUE
            if name in ("empty?", "not-empty?"):
                empty = Formula("empty", direction)
                flags += (empty if name == "empty?" else negation(empty),)
            elif name in ("TRUE", "FALSE"):
                flags += (TRUE if name == "TRUE" else FALSE,)
            elif name == "DUP":
                flags += flags[-1:]
            elif name == "DROP":
                flags = flags[:-1]
            elif name in ("NOT", "0="):
                flags = (*flags[:-1], negation(flag(flags[-1])))
            elif (number := _number(instruction, flags)) is not None:
                flags = (*(flags[:-1] if name == "@" else flags), number)
            elif (found := _comparison(name, flags)) is not None:
                flags = (*flags[: -1 if name in WITH_ZERO else -2], found)
            elif name == "back":
                direction = None
            elif name == "BRANCH" and not instruction.backward:
                cell = instruction.operand
            elif name == "(CALL)" and len(callers) < CALLS and instruction.deferred is None:
                callers += ((function, cell),)
                function = self._functions[instruction.operand]
                cell = function.start
            elif name == "EXIT" and callers:
                (function, cell), callers = callers[-1], callers[:-1]
            elif name in ("EXIT", "$Exit"):
                return FALSE  # and nothing has been recorded
            elif name in ("verify", "0BRANCH", "(DIRECTION)"):
                here = _Place(function, cell, direction, flags, callers)
                return self._fork(here, name, instruction.operand)
            else:
                return TRUE
            place = _Place(function, cell, direction, flags, callers)
        return TRUE

    def _fork(self, place: _Place, name: str, operand: int) -> Formula:
        """Behind an instruction from which a word goes on in two ways, or not at all."""

        def on(cell: int, direction: int | None, *flags: Item) -> Formula:
            return self._read(_Place(place.function, cell, direction, flags, place.callers))

        if name == "(DIRECTION)":
            if place.direction is not None or self._board.step(operand) is None:
                return TRUE
            linked = Formula("linked", operand)
            gone = both(linked, on(place.cell, operand, *place.flags, TRUE))
            return either(gone, both(negation(linked), on(place.cell, None, *place.flags, FALSE)))
        *under, item = place.flags
        top = flag(item)
        yes = on(place.cell, place.direction, *under)
        if name == "verify":
            return both(top, yes)
        no = on(operand, place.direction, *under)
        return either(both(top, yes), both(negation(top), no))


def _number(instruction: Instruction, items: tuple[Item, ...]) -> Number | None:
    """What a word puts on the stack that is the same at all positions."""
    if instruction.name == "LIT":
        return Number(instruction.operand)
    if instruction.name in SYSTEM:
        return Number(address=SYSTEM[instruction.name])
    if instruction.name == "@" and items and isinstance(items[-1], Number):
        address = items[-1].literal
        if address is not None and at.MEMORY_LOW <= address <= at.READ_END - at.CELL:
            return Number(address=address)
    return None


def _comparison(name: str, items: tuple[Item, ...]) -> Formula | None:
    """What comes of comparing numbers; a comparison with 0 takes one."""
    if name in WITH_ZERO and items and isinstance(items[-1], Number):
        return Formula(WITH_ZERO[name], numbers=(items[-1], Number(0)))
    if name not in COMPARING or len(items) < 2:
        return None
    one, other = items[-2:]
    if isinstance(one, Formula) or isinstance(other, Formula):
        return None
    return Formula(COMPARING[name], numbers=(one, other))


def promising(reader: GuardReader, entries: Iterable[int]) -> Formula:
    """False where none of some words does anything."""
    found = FALSE
    for entry in entries:
        found = either(found, reader.guard(entry))
    return found


def promising_text(formula: Formula = TRUE, board: Board | None = None) -> str:
    """The function behind `cells.promising`; without a formula every position is."""

    def write(o: Lines) -> None:
        o.do(f"ret i64 {FormulaWriter(o, board).bits(formula) if board else -1}")

    return define(HEAD, write)


class FormulaWriter:
    """Writes a formula as instructions, each part of it once."""

    def __init__(self, lines: Lines, board: Board) -> None:
        self._lines, self._board = lines, board
        self._known: dict[Formula, str] = {TRUE: "-1", FALSE: "0"}

    def bits(self, formula: Formula) -> str:
        """A value of 64 bits, one for each position."""
        if formula not in self._known:
            self._known[formula] = self._write(formula)
        return self._known[formula]

    def _write(self, formula: Formula) -> str:
        o = self._lines
        if formula.kind == "not":
            return o.value(f"xor i64 {self.bits(formula.parts[0])}, -1")
        if formula.kind == "and":
            a, b = (self.bits(part) for part in formula.parts)
            return o.value(f"and i64 {a}, {b}")
        if formula.kind == "linked":
            return self._compared(str(self._board.row(formula.direction or 0)), "sge")
        if formula.numbers:
            one, other = (self._value(number) for number in formula.numbers)
            return o.value(f"sext i1 {o.value(f'icmp {formula.kind} i32 {one}, {other}')} to i64")
        step = 0 if formula.direction is None else self._board.step(formula.direction) or 0
        return self._compared(self._board_row(step), "eq", f", {ON_BOARD}")

    def _value(self, number: Number) -> str:
        if number.literal is not None:
            return str(number.literal)
        return self._lines.cell(number.address)

    def _board_row(self, offset: int) -> str:
        """Address of the cell so many positions from the first."""
        o = self._lines
        board = o.value(f"sext i32 {o.load('i32', at.BOARD)} to i64")
        return o.value(f"add i64 {board}, {offset * at.CELL}")

    def _compared(self, first: str, condition: str, tag: str = "") -> str:
        """Which of 64 cells, from the one that belongs to `%start` on, are so beside 0."""
        o = self._lines
        cells = cells_from(o, first, tag)
        so = o.value(f"icmp {condition} {LANES} {cells}, zeroinitializer")
        return o.value(f"bitcast <64 x i1> {so} to i64")
