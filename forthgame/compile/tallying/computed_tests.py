"""Tests of numbers that words compute when they run, for 64 positions one after the other.

Each test is a function of its own. It calls the bodies of the words that compute its numbers; LLVM
inlines them, and often computes several positions at once. A number that is the same for all
positions is computed once, and compared with the cells of the board at once.
"""

from __future__ import annotations

from forthgame.compile.ir.ir_lines import IrLines, define, load_item
from forthgame.compile.primitives.signatures import body_name
from forthgame.compile.reading.decision_diagrams import COMPARING, PositionTest
from forthgame.compile.reading.symbolic_values import (
    MIRRORED,
    AskedValue,
    BoardField,
    Computed,
    PerPosition,
    RelativePosition,
    StorageItem,
    StoredValue,
    TableItem,
    Value,
    depends_on_position,
)
from forthgame.words.primitives import TABLE
from forthgame.words.registers import memory_layout as at
from forthgame.words.registers.extension_registers import ANSWERS

LANES = 64
ROOM = "%result = alloca i32", "%trouble = alloca ptr"  # for the results of bodies


def compared_cells(test: PositionTest) -> tuple[BoardField, str, Value] | None:
    """Return the cells that a test compares with one number, the comparison, and the number.

    Return None for other tests.
    """
    if test.kind != "computed":
        return None
    one, other = test.items
    for field, name, number in ((one, test.name, other), (other, MIRRORED[test.name], one)):
        if isinstance(field, BoardField) and not (field.fixed or field.shift):
            return None if depends_on_position(number) else (field, name, number)
    return None


class ComputedTests:
    """The functions of such tests; their names begin with a `prefix`."""

    def __init__(self, prefix: str, positions: int) -> None:
        self._prefix, self._positions = prefix, positions
        self._names: dict[PositionTest, str] = {}
        self._numbers: dict[Value, str] = {}  # the functions of numbers
        self._tables: dict[PerPosition, str] = {}
        self._texts: list[str] = []

    def call(self, o: IrLines, test: PositionTest, start: str) -> str:
        """Write a call that returns the bits of the positions from `start` on."""
        if test not in self._names:
            name = self._names[test] = f"{self._prefix}.{len(self._names)}"
            head = f"define i64 @{name}(ptr %vm, i64 %start) nounwind"
            self._texts.append(define(head, lambda o: self._write(o, test)))
        return o.value(f"call i64 @{self._names[test]}(ptr %vm, i64 {start})")

    def number(self, o: IrLines, value: Value) -> str:
        """Write a call that returns a number that is the same for all positions."""
        if value not in self._numbers:
            name = self._numbers[value] = f"{self._prefix}.number.{len(self._numbers)}"

            def write(o: IrLines) -> None:
                o.do(*ROOM)
                o.do(f"ret i32 {self._number(o, value)}")

            self._texts.append(define(f"define i32 @{name}(ptr %vm) nounwind", write))
        return o.value(f"call i32 @{self._numbers[value]}(ptr %vm)")

    def text(self) -> str:
        return "".join(self._texts)

    def _write(self, o: IrLines, test: PositionTest) -> None:
        o.do(*ROOM)
        if not any(map(depends_on_position, test.items)):
            found = o.value(f"sext i1 {self._compared(o, test)} to i64")
            o.do(f"ret i64 {found}")
            return
        o.do(
            "br label %lane",
            "lane:",
            "%number = phi i64 [ 0, %0 ], [ %following, %lane ]",
            "%bits = phi i64 [ 0, %0 ], [ %more, %lane ]",
            "%position = add i64 %start, %number",
        )
        bit = o.value(f"zext i1 {self._compared(o, test)} to i64")
        o.do(
            f"%more = or i64 %bits, {o.value(f'shl i64 {bit}, %number')}",
            "%following = add i64 %number, 1",
            f"%ended = icmp eq i64 %following, {min(LANES, self._positions)}",
            "br i1 %ended, label %done, label %lane",
            "done:",
            "ret i64 %more",
        )

    def _compared(self, o: IrLines, test: PositionTest) -> str:
        one, other = (self._number(o, each) for each in test.items)
        return o.value(f"icmp {COMPARING[test.name]} i32 {one}, {other}")

    def _number(self, o: IrLines, value: Value) -> str:
        """Write a number and return it; %position is the position."""
        if isinstance(value, int):
            return str(value)
        if isinstance(value, Computed):
            return self._result(o, value)
        if isinstance(value, StoredValue):
            return load_item(o, str(value.address), value.moves, value.fetched)
        if isinstance(value, AskedValue):
            return o.load("i32", ANSWERS + value.number * at.CELL)
        if isinstance(value, RelativePosition):
            number = o.value("trunc i64 %position to i32")
            return o.value(f"add i32 {number}, {value.offset}")
        if isinstance(value, PerPosition):
            return self._row(o, value)
        if isinstance(value, StorageItem):
            address = o.value(f"sext i32 {self._row(o, value.offsets)} to i64")
            return load_item(o, address, True, value.fetched)
        if isinstance(value, TableItem):
            size = at.CELL if value.fetched == "@" else 1
            beside = o.value(f"mul i64 %position, {size}")
            address = o.value(f"add i64 {beside}, {value.address}")
            return load_item(o, address, False, value.fetched)
        assert isinstance(value, BoardField)
        return self._field(o, value)

    def _field(self, o: IrLines, field: BoardField) -> str:
        number = str(field.offset + field.plane)
        if not field.fixed:
            number = o.value(f"add i64 %position, {number}")
        cell = load_item(o, o.value(f"mul i64 {number}, {at.CELL}"), True, "@")
        under = o.value(f"and i32 {cell}, {field.mask}")
        return o.value(f"lshr i32 {under}, {field.shift}") if field.shift else under

    def _row(self, o: IrLines, numbers: PerPosition) -> str:
        place = o.value(f"getelementptr i32, ptr {self._table(numbers)}, i64 %position")
        return o.value(f"load i32, ptr {place}")

    def _table(self, numbers: PerPosition) -> str:
        if numbers not in self._tables:
            name = self._tables[numbers] = f"@{self._prefix}.table.{len(self._tables)}"
            padding = [0] * (-len(numbers.numbers) % LANES)
            row = ", ".join(f"i32 {each}" for each in (*numbers.numbers, *padding))
            kind = f"[{len(numbers.numbers) + len(padding)} x i32]"
            self._texts.append(f"{name} = private constant {kind} [ {row} ]\n")
        return self._tables[numbers]

    def _result(self, o: IrLines, computed: Computed) -> str:
        row = TABLE.by_name[computed.name]
        items = iter([self._number(o, each) for each in computed.items])
        given = ["ptr %vm" if each == "vm" else f"i32 {next(items)}" for each in row.parameters]
        assert row.body is not None
        arguments = ", ".join(["ptr %result", "ptr %trouble", *given])
        o.value(f"call i32 @{body_name(row.body)}({arguments})")
        found = o.value("load i32, ptr %result")
        if row.effect.outputs != ("?",):
            return found
        return o.value(f"sext i1 {o.value(f'icmp ne i32 {found}, 0')} to i32")
