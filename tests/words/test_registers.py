"""Registers: none overlaps another, each is described, and every access lies in one."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pytest

import forthgame
from forthgame.words.registers import core_registers, extension_registers, memory_layout as at
from forthgame.words.registers.register import Register, cell, cells_of, wide, without

LANGUAGE = Path(forthgame.__file__).parent / "words"
ROWS = [
    (f"{module}.{name}", register)
    for module, rows in core_registers.MODULES.items() for name, register in rows.items()
]  # fmt: skip
# the function, and the bytes at its offset argument
ACCESSES = {
    "load8": 1, "load16": 2, "load32": 4, "load64": 8, "load_float": 4, "settled": 4,
    "store8": 1, "store16": 2, "store32": 4, "store64": 8, "store_float": 4,
}  # fmt: skip


def overlapping(rows: list[tuple[str, Register]]) -> list[tuple[str, str]]:
    ordered = sorted(rows, key=lambda row: (int(row[1]), row[1].end))
    return [(a, b) for (a, one), (b, other) in pairwise(ordered) if one.end > other]


def test_no_register_overlaps_another() -> None:
    assert len(ROWS) > 250
    assert overlapping(ROWS) == []
    assert all(0 <= row < row.end <= at.REGISTERS_SIZE for _, row in ROWS)


def test_one_that_overlaps_is_noticed() -> None:
    assert overlapping([*ROWS, ("new", cell(int(at.STEPS) + 4, "New."))]) == [
        ("layout.STEPS", "new")
    ]
    assert overlapping([*ROWS, ("new", cell(int(at.LIST), "The same."))]) != []


def test_registers_explain_themselves() -> None:
    for name, row in ROWS:
        assert row.meaning.endswith("."), name
        assert row.meaning[0].isupper() or not row.meaning[0].isalpha(), name
        wanted = 8 if row.size % 8 == 0 and row.size < 16 else 4
        assert row % wanted == 0, name


def constant(node: ast.expr, module: ModuleType) -> object:
    """Return the value of an expression of constants of a module, or None."""
    try:
        code = compile(ast.Expression(node), "", "eval")
        return eval(code, {"__builtins__": {}, **vars(module)})
    except (NameError, TypeError):
        return constant(node.left, module) if isinstance(node, ast.BinOp) else None


def module_of(path: Path) -> ModuleType:
    inner = path.relative_to(LANGUAGE).with_suffix("")
    return importlib.import_module(".".join(("forthgame.words", *inner.parts)))


def accesses() -> Iterator[tuple[str, int, int]]:
    """Yield the accesses of the language to a register: place, offset, bytes."""
    for path in sorted(LANGUAGE.rglob("*.py")):
        module = module_of(path)
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                size = ACCESSES.get(node.func.id)
                offset = constant(node.args[1], module) if size and len(node.args) > 1 else None
                if size and isinstance(offset, int) and offset < at.REGISTERS_SIZE:
                    yield f"{path.name}:{node.lineno}", offset, size


def test_every_access_to_a_register_lies_in_one_row() -> None:
    """An offset outside the rows, or a cell used as 64 bits, is noticed."""
    found = list(accesses())
    assert len(found) > 600
    for place, offset, size in found:
        inside = [row for _, row in ROWS if row <= offset and offset + size <= row.end]
        assert len(inside) == 1, place


def test_what_machine_code_takes_for_a_constant_is_settled() -> None:
    """`settled` is called for no other register."""
    settled = set(at.SETTLED)
    for path in sorted(LANGUAGE.rglob("*.py")):
        module = module_of(path)
        for node in ast.walk(ast.parse(path.read_text())):
            named = isinstance(node, ast.Call) and ast.unparse(node.func) == "settled"
            if named and (offset := constant(node.args[1], module)) is not None:
                assert offset in settled, f"{path.name}:{node.lineno}"


def test_sets_follow_from_the_rows() -> None:
    assert {at.BOARD_SIZE, at.COALITIONS, extension_registers.INVARIANT} <= set(at.SETTLED)
    assert {at.RECORD, extension_registers.HAND_TYPES, extension_registers.HAND_TYPES + 4} <= set(
        at.SAVED_REGISTERS
    )
    assert {extension_registers.CHECK_MODE, extension_registers.COUNTING} <= set(at.RESET)
    rows = [wide(8, "A.", settled=True), cell(0, "B."), cell(16, "C.", count=2, settled=True)]
    assert cells_of(rows, lambda row: row.settled) == (8, 12, 16, 20)


def test_what_belongs_to_a_processor_is_left_out_of_copies() -> None:
    rows = [wide(0, "A.", host=True), cell(8, "B."), cell(12, "C.", host=True), wide(16, "D.")]
    assert list(without(rows, lambda row: row.host, 24)) == [slice(8, 12), slice(16, 24)]
    left = list(without(at.ALL, lambda row: row.host, at.REGISTERS_SIZE))
    assert sum(part.stop - part.start for part in left) == at.REGISTERS_SIZE - sum(
        row.size for row in at.ALL if row.host
    )


@pytest.mark.parametrize("number", range(3))
def test_a_register_is_a_number(number: int) -> None:
    row = cell(96, "Test.")
    assert (f"{row}", row + number, row >> 2) == ("96", 96 + number, 24)
