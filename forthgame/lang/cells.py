"""The few operations that primitives are made of, and the only place integer semantics are written.

The functions without a body are names: `vm/intrinsics.py` gives each its LLVM instructions when
numba compiles the primitives. `vm` is the address of the machine's block; offsets are in bytes.
"""

from __future__ import annotations

from typing import Any

from forthgame.lang import layout as at
from forthgame.lang.word import helper

Block = Any
MEMORY = at.MEMORY


def load8(vm: Block, offset: int) -> int:
    """The unsigned byte at an offset of the block."""
    return 0


def load16(vm: Block, offset: int) -> int:
    """The signed 16-bit value at an offset of the block."""
    return 0


def load32(vm: Block, offset: int) -> int:
    """The cell at an offset of the block."""
    return 0


def load64(vm: Block, offset: int) -> int:
    """The 64-bit value at an offset of the block."""
    return 0


def store8(vm: Block, offset: int, value: int) -> None:
    """Store the low byte."""


def store16(vm: Block, offset: int, value: int) -> None:
    """Store the low 16 bits."""


def store32(vm: Block, offset: int, value: int) -> None:
    """Store a cell."""


def store64(vm: Block, offset: int, value: int) -> None:
    """Store 64 bits."""


def load_float(vm: Block, offset: int) -> float:
    """The 32-bit float at an offset of the block."""
    return 0.0


def store_float(vm: Block, offset: int, value: float) -> None:
    """Store a 32-bit float."""


def copy_block(vm: Block, target: int, source: int, size: int) -> None:
    """Copy bytes inside the block; the two places may overlap."""


def fill_block(vm: Block, target: int, value: int, size: int) -> None:
    """Fill bytes of the block."""


def quotient64(a: int, b: int) -> int:
    """Quotient of two 64-bit numbers, toward zero; b is not 0, nor -1 for the least a."""
    return 0


def remainder64(a: int, b: int) -> int:
    """Remainder of the same division, with the sign of a."""
    return 0


def wrap32(value: int) -> int:
    """The cell that a 64-bit number wraps to."""
    return 0


@helper
def pack(first: int, second: int) -> int:
    """Two cells as the one 64-bit value that a body with two outputs returns."""
    return (first & 0xFFFFFFFF) | (second << 32)


@helper
def cell(vm: Block, address: int) -> int:
    """The cell at a Forth address that is known to be good."""
    return load32(vm, MEMORY + address)


@helper
def set_cell(vm: Block, address: int, value: int) -> None:
    """Store a cell at a Forth address that is known to be good."""
    store32(vm, MEMORY + address, value)


@helper
def byte(vm: Block, address: int) -> int:
    """The byte at a Forth address that is known to be good."""
    return load8(vm, MEMORY + address)


@helper
def set_byte(vm: Block, address: int, value: int) -> None:
    """Store a byte at a Forth address that is known to be good."""
    store8(vm, MEMORY + address, value)
