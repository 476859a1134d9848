"""Floats of 32 bits, on a separate stack."""

from __future__ import annotations

import math

from forthgame.words.core.memory import appended, readable, room_for_cell, writable
from forthgame.words.core.random_streams import FIRST, next_random
from forthgame.words.core.sparse_storage import note_stored
from forthgame.words.registers import memory_layout as at
from forthgame.words.table.memory_access import Block, cell, load_float, store_float
from forthgame.words.table.row import Group, helper, plain

floats = Group("floats")

floats.shuffle("FDUP", "( F: r -- r r )", "Copy the top float.")
floats.shuffle("FDROP", "( F: r -- )", "Discard the top float.")
floats.shuffle("FSWAP", "( F: r s -- s r )", "Exchange the top two floats.")
floats.shuffle("FOVER", "( F: r s -- r s r )", "Copy the second float.")
floats.shuffle("FROT", "( F: r s t -- s t r )", "Bring the third float to the top.")
floats.shuffle("F2DUP", "( F: r s -- r s r s )", "Copy the top two floats.")
floats.shuffle("F2DROP", "( F: r s -- )", "Discard the top two floats.")


floats.words(
    plain("F+", "( F: r s -- t )", "Add.", lambda r, s: r + s, "1.5 2.5 F+ F>N -> 4"),
    plain("F-", "( F: r s -- t )", "Subtract.", lambda r, s: r - s, "4. 1. F- F>N -> 3"),
    plain("F*", "( F: r s -- t )", "Multiply.", lambda r, s: r * s, "2. 3. F* F>N -> 6"),
    plain(
        "F/",
        "( F: r s -- t )",
        "Divide; division by zero gives infinity.",
        lambda r, s: r / s,
        "7. 2. F/ F>N -> 3",
    ),
)


@floats.word(
    "FMOD",
    "( F: r s -- t )",
    "Give the remainder of r divided by s; it has the sign of r.",
    "7. 4. FMOD F>N -> 3",
)
def modulo(r: float, s: float) -> float:
    remainder = abs(r) % abs(s)
    return -remainder if r < 0 else remainder


floats.words(
    plain(
        "FMIN",
        "( F: r s -- t )",
        "Give the smaller of two floats.",
        lambda r, s: r if r < s else s,
        "7. 4. FMIN F>N -> 4",
    ),
    plain(
        "FMAX",
        "( F: r s -- t )",
        "Give the larger of two floats.",
        lambda r, s: r if r > s else s,
        "7. 4. FMAX F>N -> 7",
    ),
    plain("FNEGATE", "( F: r -- s )", "Change the sign.", lambda r: -r, "7. FNEGATE F>N -> -7"),
    plain(
        "FABS", "( F: r -- s )", "Give the absolute value.", lambda r: abs(r), "-7. FABS F>N -> 7"
    ),
    plain(
        "FSQRT",
        "( F: r -- s )",
        "Square root.",
        lambda r: math.sqrt(r) if r >= 0 else math.nan,
        "49. FSQRT F>N -> 7",
    ),
    plain(
        "FSIN",
        "( F: r -- s )",
        "Sine of an angle in radians.",
        lambda r: math.sin(r),
        "0. FSIN F>N -> 0",
    ),
    plain("FCOS", "( F: r -- s )", "Cosine.", lambda r: math.cos(r), "0. FCOS F>N -> 1"),
    plain("FTAN", "( F: r -- s )", "Tangent.", lambda r: math.tan(r), "0. FTAN F>N -> 0"),
    plain(
        "FASIN",
        "( F: r -- s )",
        "Arc sine.",
        lambda r: math.asin(r) if -1 <= r <= 1 else math.nan,
        "0. FASIN F>N -> 0",
    ),
    plain(
        "FACOS",
        "( F: r -- s )",
        "Arc cosine.",
        lambda r: math.acos(r) if -1 <= r <= 1 else math.nan,
        "1. FACOS F>N -> 0",
    ),
    plain("FATAN", "( F: r -- s )", "Arc tangent.", lambda r: math.atan(r), "0. FATAN F>N -> 0"),
    plain(
        "FLN",
        "( F: r -- s )",
        "Natural logarithm.",
        lambda r: math.log(r) if r > 0 else math.nan,
        "1. FLN F>N -> 0",
    ),
    plain(
        "FLOG",
        "( F: r -- s )",
        "Logarithm to the base 10.",
        lambda r: math.log10(r) if r > 0 else math.nan,
        "1000. FLOG 0.5 F+ F>N -> 3",
    ),
    plain("FEXP", "( F: r -- s )", "Exponential.", lambda r: math.exp(r), "0. FEXP F>N -> 1"),
)


@helper
def whole(r: float) -> float:
    """Truncate toward zero; floats beyond 2^31 are integers already."""
    return float(int(r)) if -2147483648.0 < r < 2147483648.0 else r


floats.words(
    plain(
        "FLOOR",
        "( F: r -- s )",
        "Round down to a whole number.",
        lambda r: whole(r) - (1.0 if r < whole(r) else 0.0),
        "-1.5 FLOOR F>N -> -2",
    ),
    plain(
        "CEIL",
        "( F: r -- s )",
        "Round up to a whole number.",
        lambda r: whole(r) + (1.0 if r > whole(r) else 0.0),
        "1.5 CEIL F>N -> 2",
    ),
    plain(
        "F>N",
        "( -- n ) ( F: r -- )",
        "Turn a float into a number, truncating toward zero.",
        lambda r: int(r) if -2147483648.0 <= r <= 2147483520.0 else -2147483648,
        "2.9 F>N -> 2",
    ),
    plain(
        "N>F",
        "( n -- ) ( F: -- r )",
        "Turn a number into a float.",
        lambda n: float(n),
        "7 N>F F>N -> 7",
    ),
    plain(
        "F=",
        "( -- ? ) ( F: r s -- )",
        "True if r and s are equal.",
        lambda r, s: -1 if r == s else 0,
        "2. 2. F= -> -1",
    ),
    plain(
        "F<>",
        "( -- ? ) ( F: r s -- )",
        "True if r and s differ.",
        lambda r, s: -1 if r != s else 0,
        "2. 2. F<> -> 0",
    ),
    plain(
        "F<",
        "( -- ? ) ( F: r s -- )",
        "True if r is less than s.",
        lambda r, s: -1 if r < s else 0,
        "1. 2. F< -> -1",
    ),
    plain(
        "F>",
        "( -- ? ) ( F: r s -- )",
        "True if r is greater than s.",
        lambda r, s: -1 if r > s else 0,
        "1. 2. F> -> 0",
    ),
    plain(
        "F<=",
        "( -- ? ) ( F: r s -- )",
        "True if r is at most s.",
        lambda r, s: -1 if r <= s else 0,
        "1. 1. F<= -> -1",
    ),
    plain(
        "F>=",
        "( -- ? ) ( F: r s -- )",
        "True if r is at least s.",
        lambda r, s: -1 if r >= s else 0,
        "1. 2. F>= -> 0",
    ),
    plain(
        "F0=",
        "( -- ? ) ( F: r -- )",
        "True if r is 0.",
        lambda r: -1 if r == 0 else 0,
        "0. F0= -> -1",
    ),
    plain(
        "F0<>",
        "( -- ? ) ( F: r -- )",
        "True if r is not 0.",
        lambda r: -1 if r != 0 else 0,
        "0. F0<> -> 0",
    ),
    plain(
        "F0<",
        "( -- ? ) ( F: r -- )",
        "True if r is negative.",
        lambda r: -1 if r < 0 else 0,
        "-1. F0< -> -1",
    ),
    plain(
        "F0>",
        "( -- ? ) ( F: r -- )",
        "True if r is positive.",
        lambda r: -1 if r > 0 else 0,
        "-1. F0> -> 0",
    ),
)


@helper
def one_nan(r: float) -> float:
    """Return a float with a canonical NaN, because LLVM does not specify its sign."""
    return math.nan if math.isnan(r) else r


floats.words(
    plain(
        "F@",
        "( addr -- ) ( F: -- r )",
        "Fetch a float.",
        lambda vm, addr: load_float(vm, at.MEMORY + addr),
        "2. PAD F! PAD F@ F>N -> 2",
        guard=readable,
    ),
)


@floats.word(
    "F!", "( addr -- ) ( F: r -- )", "Store a float.", "2. PAD F! PAD F@ F>N -> 2", guard=writable
)
def store(vm: Block, addr: int, r: float) -> None:
    store_float(vm, at.MEMORY + addr, one_nan(r))
    note_stored(vm, addr, 4)


@floats.word("F,", "( F: r -- )", "Append a float to the dictionary.", guard=room_for_cell)
def append(vm: Block, r: float) -> None:
    store_float(vm, at.MEMORY + cell(vm, at.A_DP), one_nan(r))
    appended(vm, 4)


floats.words(
    plain(
        "FCELLS",
        "( n -- bytes )",
        "Give the size of n floats in bytes.",
        lambda n: n * 4,
        "3 FCELLS -> 12",
    ),
    plain(
        "FRAND",
        "( F: -- r )",
        "Give a random float from 0 up to, but not including, 1.",
        lambda vm: next_random(vm, FIRST) / 714025.0,
        "FRAND 1. F< -> -1",
    ),
    plain(
        "(FLOAT)",
        "( F: -- r )",
        "Push the float stored at an address.",
        lambda vm, operand: load_float(vm, at.MEMORY + operand),
        operand="addr",
        hidden=True,
    ),
)


floats.control("FPICK", "( n -- ) ( F: -- r )", "Copy the float that has n others above it.")
