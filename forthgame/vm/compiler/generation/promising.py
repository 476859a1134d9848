"""Where move words may do something, written as `@promising`: a bit for each of 64 positions.
Where no word of any list does anything, a position is passed over.
"""

from __future__ import annotations

from forthgame.code.walk import closure
from forthgame.lang import layout as at
from forthgame.vm.compiler.generation.formulas import FALSE, TRUE, Formula, Number
from forthgame.vm.compiler.generation.links import TOGETHER, Board
from forthgame.vm.compiler.lines import Lines, cells_from, define
from forthgame.vm.compiler.stack import ON_BOARD

HEAD = "define i64 @{}(ptr %vm, i64 %start) nounwind"
FEWER = (8, 16, 32)  # cells
CALLED = f"{HEAD.format('promising')} noinline"


def inlined(name: str) -> str:
    """The head of a function of 64 positions that becomes part of who calls it."""
    return f"{HEAD.format(name)} alwaysinline"


def promising_text(
    formula: Formula = TRUE, board: Board | None = None, name: str = "promising"
) -> str:
    """The function behind `cells.promising` or the like; without a formula every position is."""
    if board is None or formula == TRUE:
        return define(inlined(name), lambda o: o.do("ret i64 -1"))

    def write(o: Lines) -> None:
        writer = FormulaWriter(o, board)
        o.do(f"ret i64 {writer.from_start(writer.bits(formula))}")

    return define(f"{HEAD.format(name)} noinline", write)


def asked_at_once(formula: Formula, board: Board) -> frozenset[object]:
    """What is compared for 64 cells together to know where a formula is true, each once.

    On a small board what stands elsewhere is known with what stands here, and links are constants.
    """
    found: set[object] = set()
    small = board.positions <= TOGETHER
    for part in closure((formula,), lambda part: part.parts):
        if part.parts or part.is_global or part.kind == "place":
            continue
        if part.kind == "linked":
            found |= set() if small else {part}
        else:
            kinds = ("empty", "friend") if part.kind == "enemy" else (part.kind,)
            found |= {(kind, None if small else part.direction) for kind in kinds}
    return frozenset(found)


class FormulaWriter:
    """Writes a formula as instructions, each part of it once."""

    def __init__(self, lines: Lines, board: Board) -> None:
        self._lines, self._board = lines, board
        self._known: dict[Formula, str] = {TRUE: "-1", FALSE: "0"}
        self._small = board.positions <= TOGETHER
        # cells that are compared at once: on a small board no more than there are
        self._count = next((n for n in FEWER if board.positions <= n), TOGETHER)
        self._lanes = f"<{self._count} x i32>"
        self._whole: dict[str, str] = {}  # on a small board, bits of all its positions
        self._start = ""

    def from_start(self, bits: str) -> str:
        """Bits of the positions from `%start` on, which are what is asked for."""
        o = self._lines
        if not self._small or bits in ("0", "-1"):
            return bits
        if not self._start:
            self._start = o.value(f"and i64 %start, {TOGETHER - 1}")
        return o.value(f"lshr i64 {bits}, {self._start}")

    def bits(self, formula: Formula) -> str:
        """A value of 64 bits: on a small board for all positions, else from `%start` on."""
        todo = [formula]  # not by calls of itself: formulas may be deep
        while todo:
            missing = [part for part in todo[-1].parts if part not in self._known]
            if missing:
                todo += missing
            elif (part := todo.pop()) not in self._known:
                self._known[part] = self._write(part)
        return self._known[formula]

    def of_type(self, type: int) -> str:
        """Where pieces of a type stand: bits like those of a formula."""
        o = self._lines
        cells = self._board_cells(0, "0") if self._small else self._board_cells(0)
        types = o.value(f"and {self._lanes} {cells}, {self._spread(str(at.PIECE_MASK))}")
        return self._bits(f"icmp eq {self._lanes} {types}, {self._spread(str(type))}")

    def _write(self, formula: Formula) -> str:
        o = self._lines
        if formula.kind == "not":
            return o.value(f"xor i64 {self.bits(formula.parts[0])}, -1")
        if formula.kind == "and":
            a, b = (self.bits(part) for part in formula.parts)
            return o.value(f"and i64 {a}, {b}")
        if formula.kind in ("owner", "place"):
            return self._is_number(formula.kind, self._value(formula.numbers[0]))
        if formula.numbers:
            one, other = (self._value(number) for number in formula.numbers)
            return o.value(f"sext i1 {o.value(f'icmp {formula.kind} i32 {one}, {other}')} to i64")
        return self._asked(formula.kind, formula.direction)

    def _is_number(self, kind: str, number: str) -> str:
        """On a small board: where pieces have an owner, or the one position that has a number."""
        o = self._lines
        if kind == "owner":
            return self._owned(self._board_cells(0, "0"), number)
        inside = o.value(f"icmp ult i32 {number}, {TOGETHER}")
        place = o.value(f"zext i32 {o.value(f'and i32 {number}, {TOGETHER - 1}')} to i64")
        return o.value(f"select i1 {inside}, i64 {o.value(f'shl i64 1, {place}')}, i64 0")

    def _value(self, number: Number) -> str:
        if number.literal is not None:
            return str(number.literal)
        return self._lines.cell(number.address)

    def _asked(self, kind: str, direction: int | None) -> str:
        """Which positions are so; with a direction, the positions one step along it."""
        if kind == "linked" and self._small:
            return _signed(self._board.leads(direction or 0))
        if kind == "linked":
            return self._so("linked", self._cells(str(self._board.row(direction or 0))))
        step = 0 if direction is None else self._board.step(direction) or 0
        if not self._small:
            return self._so(kind, self._board_cells(step))
        if kind not in self._whole:
            self._whole[kind] = self._so(kind, self._board_cells(0, "0"))
        shift = f"lshr i64 {self._whole[kind]}, {step}"
        if step < 0:
            shift = f"shl i64 {self._whole[kind]}, {-step}"
        return self._lines.value(shift) if step else self._whole[kind]

    def _board_cells(self, offset: int, start: str = "%start") -> str:
        """The board's cells so many positions from the first."""
        o = self._lines
        board = o.value(f"sext i32 {o.load('i32', at.BOARD)} to i64")
        first = o.value(f"add i64 {board}, {offset * at.CELL}")
        return cells_from(o, first, f", {ON_BOARD}", start, self._count)

    def _cells(self, first: str) -> str:
        return cells_from(self._lines, first, count=self._count)

    def _so(self, kind: str, cells: str) -> str:
        """Which of 64 cells are so."""
        o = self._lines
        if kind in ("empty", "linked"):
            condition = "eq" if kind == "empty" else "sge"
            return self._bits(f"icmp {condition} {self._lanes} {cells}, zeroinitializer")
        own = self._same_owner(cells)
        if kind == "friend":
            return own
        empty = self._bits(f"icmp eq {self._lanes} {cells}, zeroinitializer")
        return o.value(f"xor i64 {o.value(f'or i64 {own}, {empty}')}, -1")

    def _same_owner(self, cells: str) -> str:
        """Which cells have a piece of the player to move, whose code is not 0."""
        return self._owned(cells, self._lines.cell(at.A_PLAYER))

    def _owned(self, cells: str, player: str) -> str:
        """Which cells have pieces of an owner; none, that is 0, if they are empty."""
        mask = self._spread(str(at.PLAYER_MASK))
        owners = self._lines.value(f"and {self._lanes} {cells}, {mask}")
        return self._bits(f"icmp eq {self._lanes} {owners}, {self._spread(player)}")

    def _spread(self, number: str) -> str:
        o = self._lines
        one = o.value(f"insertelement {self._lanes} poison, i32 {number}, i64 0")
        first = f"{self._lanes} zeroinitializer"
        return o.value(f"shufflevector {self._lanes} {one}, {self._lanes} poison, {first}")

    def _bits(self, comparison: str) -> str:
        o = self._lines
        count = self._count
        bits = o.value(f"bitcast <{count} x i1> {o.value(comparison)} to i{count}")
        return bits if count == TOGETHER else o.value(f"zext i{count} {bits} to i64")


def _signed(bits: int) -> str:
    """A constant of 64 bits."""
    return str(bits - (1 << 64) if bits >> 63 else bits)
