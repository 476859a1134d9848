"""Write tests and decisions as bit sets: one bit for each of 64 positions."""

from __future__ import annotations

from collections.abc import Sequence

from forthgame.compile.ir.ir_lines import IrLines, cells_from, load_item
from forthgame.compile.reading.decision_diagrams import COMPARING, NO, YES, Decisions, PositionTest
from forthgame.compile.reading.path_graph import PathStep
from forthgame.compile.reading.symbolic_values import Value
from forthgame.compile.tallying.computed_tests import ComputedTests, compared_cells
from forthgame.compile.writer.stack_writer import ON_BOARD
from forthgame.words.registers import memory_layout as at
from forthgame.words.registers.extension_registers import ANSWERS

ALL, NONE = "-1", "0"
WIDTHS = (8, 16, 32, 64)  # how many cells are compared at once


class BitsWriter:
    """Write decisions for the 64 positions from `%start` on.

    `masks` collects the definitions of constant tables that the function needs, by their bits,
    `computed` the functions of tests.
    `chunk` is the index of the 64 positions if it is a constant.
    """

    def __init__(
        self,
        lines: IrLines,
        positions: int,
        decisions: Decisions,
        masks: dict[int, str],
        computed: ComputedTests | None,
        chunk: int | None = None,
    ) -> None:
        self._chunk = chunk
        self.start = "%start" if chunk is None else str(chunk * 64)
        self._lines, self._decisions = lines, decisions
        self._positions, self._masks, self._computed = positions, masks, computed
        self._count = next((n for n in WIDTHS if positions <= n), WIDTHS[-1])
        self._lanes = f"<{self._count} x i32>"
        self._known: dict[int, str] = {NO: NONE, YES: ALL}
        self._tests: dict[PositionTest, str] = {}
        self._rows: dict[tuple[int, int, str, int, str], str] = {}
        self._player = ""
        self._numbers: dict[Value, str] = {}

    def bits(self, decisions: list[int]) -> list[str]:
        """Write some decisions and return their bits."""
        for decision in self._needed(decisions):
            test, yes, no = self._decisions[decision]
            self._known[decision] = self._either(self.test(test), self._known[yes], self._known[no])
        return [self._known[decision] for decision in decisions]

    def needs(self, decisions: list[int]) -> int:
        """Return the number of decisions that have to be written to know the given ones."""
        return len(self._needed(decisions))

    def reached(self, steps: Sequence[PathStep], among: str) -> dict[int, str]:
        """Return the bits of each site of the steps, for positions that have a bit in `among`.

        The bits are followed from the start of the word, so common beginnings are computed once.
        """
        o = self._lines
        there = {0: among}
        sites: dict[int, str] = {}
        for number, step in enumerate(steps):
            bits = there.pop(number)
            if step.site >= 0:
                before = sites.get(step.site)
                sites[step.site] = bits if before is None else o.value(f"or i64 {before}, {bits}")
            for k, following in enumerate(step.following):
                if following < 0:
                    continue
                here = bits
                if step.test is not None:
                    test = self.test(step.test)
                    so = test if k == 0 else o.value(f"xor i64 {test}, -1")
                    here = o.value(f"and i64 {bits}, {so}")
                before = there.get(following)
                there[following] = here if before is None else o.value(f"or i64 {before}, {here}")
        return sites

    def _needed(self, decisions: list[int]) -> list[int]:
        found: set[int] = set()
        todo = list(decisions)
        while todo:
            decision = todo.pop()
            if decision not in found and decision not in self._known:
                found.add(decision)
                todo.extend(self._decisions[decision][1:])
        return sorted(found)  # a decision has a greater number than its parts

    def _either(self, test: str, yes: str, no: str) -> str:
        o = self._lines
        if yes == ALL:
            return test if no == NONE else o.value(f"or i64 {test}, {no}")
        if no == NONE:
            return o.value(f"and i64 {test}, {yes}")
        opposite = o.value(f"xor i64 {test}, -1")
        if no == ALL:
            return opposite if yes == NONE else o.value(f"or i64 {opposite}, {yes}")
        if yes == NONE:
            return o.value(f"and i64 {opposite}, {no}")
        there, elsewhere = o.value(f"and i64 {test}, {yes}"), o.value(f"and i64 {opposite}, {no}")
        return o.value(f"or i64 {there}, {elsewhere}")

    def test(self, test: PositionTest) -> str:
        """Return the bits of the positions for which a test is true."""
        if test not in self._tests:
            self._tests[test] = self._write(test)
        return self._tests[test]

    def _write(self, test: PositionTest) -> str:
        o = self._lines
        if test.kind == "mask":
            return self._mask(test.value)
        if test.fixed:
            return self._fixed(test)
        if test.kind == "friend":
            own = self.field(test.offset, at.PLAYER_MASK, self._owner())
            return o.value(f"and i64 {own}, {self._all_if(f'icmp ne i32 {self._owner()}, 0')}")
        if test.kind == "enemy":
            free = self.test(PositionTest("field", test.offset, -1, 0))
            own = self.field(test.offset, at.PLAYER_MASK, self._owner())
            return o.value(f"xor i64 {o.value(f'or i64 {free}, {own}')}, -1")
        if test.kind == "field":
            return self.field(test.offset, test.mask, str(test.value), test.plane, test.name)
        if test.kind == "like":
            wanted = self._stored(test.value, moves=False, fetched="@")
            return self.field(test.offset, test.mask, wanted, test.plane)
        if test.kind == "computed":
            assert self._computed is not None
            if (cells := compared_cells(test)) is None:
                return self._computed.call(o, test, self.start)
            compared, name, number = cells
            if number not in self._numbers:
                self._numbers[number] = self._computed.number(o, number)
            wanted = self._numbers[number]
            return self.field(compared.offset, compared.mask, wanted, compared.plane, name)
        if test.kind == "pair":
            return self._pair(test)
        if test.kind == "row":
            return self._in_row(test)
        if test.kind == "asked":
            answer = o.load("i32", ANSWERS + test.value * at.CELL)
            return self._all_if(f"icmp {COMPARING[test.name]} i32 {answer}, {test.mask}")
        moves = test.kind == "slot" or (test.kind == "here" and bool(test.mask))
        stands = self._stored(test.value, moves, test.fetched)
        if test.kind != "here":
            return self._all_if(f"icmp {COMPARING[test.name]} i32 {stands}, {test.mask}")
        first = o.value(f"add i64 {self.start}, {test.offset}")
        place = o.value(f"sub i64 {o.value(f'sext i32 {stands} to i64')}, {first}")
        inside = o.value(f"icmp ult i64 {place}, 64")
        safe = o.value(f"and i64 {place}, 63")
        return o.value(f"select i1 {inside}, i64 {o.value(f'shl i64 1, {safe}')}, i64 0")

    def _pair(self, test: PositionTest) -> str:
        """Write a comparison of the cells at two offsets."""
        o = self._lines
        one, other = (self._cells(each + test.plane) for each in (test.offset, test.value))
        unequal = o.value(f"xor {self._lanes} {one}, {other}")
        masked = o.value(f"and {self._lanes} {unequal}, {self._everywhere(str(test.mask))}")
        return self._compare_all(masked, "0", "=")

    def _in_row(self, test: PositionTest) -> str:
        """Write a test of a table in the script."""
        o = self._lines
        size, kind = (at.CELL, "i32") if test.fetched == "@" else (1, "i8")
        first = o.value(f"mul i64 {self.start}, {size}")
        first = o.value(f"add i64 {first}, {test.value}")
        place = o.value(f"getelementptr i8, ptr {o.register(at.MEMORY)}, i64 {first}")
        cells = o.value(f"load <{self._count} x {kind}>, ptr {place}, align 1")
        if size == 1:
            cells = o.value(f"zext <{self._count} x i8> {cells} to {self._lanes}")
        return self._compare_all(cells, str(test.mask), test.name)

    def _fixed(self, test: PositionTest) -> str:
        """Write a test of a fixed position: all bits are set, or none."""
        o, offset = self._lines, (test.offset + test.plane) * at.CELL
        cell = self._stored(offset, moves=True, fetched="@")
        if test.kind not in ("friend", "enemy"):
            like = test.kind == "like"
            wanted = self._stored(test.value, False, "@") if like else str(test.value)
            under = o.value(f"and i32 {cell}, {test.mask}")
            return self._all_if(f"icmp {COMPARING[test.name]} i32 {under}, {wanted}")
        owner = o.value(f"and i32 {cell}, {at.PLAYER_MASK}")
        compared, there = ("eq", self._owner()) if test.kind == "friend" else ("ne", cell)
        so = o.value(f"icmp {compared} i32 {owner}, {self._owner()}")
        return self._all_if(f"and i1 {so}, {o.value(f'icmp ne i32 {there}, 0')}")

    def _all_if(self, condition: str) -> str:
        """Write a condition that holds for all positions or for none, and return the bits."""
        return self._lines.value(f"sext i1 {self._lines.value(condition)} to i64")

    def _stored(self, address: int, moves: bool, fetched: str) -> str:
        return load_item(self._lines, str(address), moves, fetched)

    def _owner(self) -> str:
        if not self._player:
            self._player = self._lines.cell(at.A_PLAYER)
        return self._player

    def _mask(self, bits: int) -> str:
        parts = [(bits >> k) & ((1 << 64) - 1) for k in range(0, self._positions, 64)]
        if len(parts) == 1 or self._chunk is not None:
            part = parts[self._chunk or 0]
            return str(part - (1 << 64) if part >> 63 else part)
        kind, name = f"[{len(parts)} x i64]", f"@tally.mask{bits:x}"
        row = ", ".join(f"i64 {part}" for part in parts)
        self._masks[bits] = f"{name} = private constant {kind} [ {row} ]\n"
        o = self._lines
        chunk = o.value(f"lshr i64 {self.start}, 6")
        return o.value(f"load i64, ptr {o.value(f'getelementptr i64, ptr {name}, i64 {chunk}')}")

    def field(
        self, offset: int, mask: int, wanted: str, plane: int = 0, compared: str = "="
    ) -> str:
        """Return the bits of the positions whose cell at an offset matches under a mask.

        `plane` is the distance in cells from the pieces to the tested cells. `compared` is the
        comparison, by default equality.
        """
        o = self._lines
        if self._positions <= 64:
            own = self._row(0, mask, wanted, plane, compared)
            way = "lshr" if offset > 0 else "shl"
            return o.value(f"{way} i64 {own}, {abs(offset)}") if offset else own
        chunk, within = divmod(offset, 64)
        first = self._row(chunk * 64, mask, wanted, plane, compared)
        if within == 0:
            return first
        near = o.value(f"lshr i64 {first}, {within}")
        beside = self._row((chunk + 1) * 64, mask, wanted, plane, compared)
        far = o.value(f"shl i64 {beside}, {64 - within}")
        return o.value(f"or i64 {near}, {far}")

    def _row(self, offset: int, mask: int, wanted: str, plane: int, compared: str) -> str:
        """Compare cells of the board. Bits of cells off the board are arbitrary."""
        if self._chunk is not None and not 0 <= self._chunk * 64 + offset < self._positions:
            return NONE
        key = (offset, mask, wanted, plane, compared)
        if key not in self._rows:
            self._rows[key] = self._compared(offset + plane, mask, wanted, compared)
        return self._rows[key]

    def _compared(self, offset: int, mask: int, wanted: str, compared: str) -> str:
        cells = self._cells(offset)
        if mask != -1:
            under = self._everywhere(str(mask))
            cells = self._lines.value(f"and {self._lanes} {cells}, {under}")
        return self._compare_all(cells, wanted, compared)

    def _cells(self, offset: int) -> str:
        """Load the cells of the board at an offset from each position."""
        o = self._lines
        board = o.value(f"sext i32 {o.load('i32', at.BOARD)} to i64")
        first = o.value(f"add i64 {board}, {offset * at.CELL}")
        return cells_from(o, first, f", {ON_BOARD}", self.start, self._count)

    def _compare_all(self, cells: str, wanted: str, compared: str) -> str:
        o, wide = self._lines, self._everywhere(wanted)
        so = o.value(f"icmp {COMPARING[compared]} {self._lanes} {cells}, {wide}")
        bits = o.value(f"bitcast <{self._count} x i1> {so} to i{self._count}")
        return bits if self._count == 64 else o.value(f"zext i{self._count} {bits} to i64")

    def _everywhere(self, value: str) -> str:
        o, lanes = self._lines, self._lanes
        one = o.value(f"insertelement {lanes} poison, i32 {value}, i32 0")
        return o.value(f"shufflevector {lanes} {one}, {lanes} poison, {lanes} zeroinitializer")
