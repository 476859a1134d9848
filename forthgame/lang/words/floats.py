"""Floats of 32 bits, on a separate stack."""

from __future__ import annotations

import math

from forthgame.lang import layout as at
from forthgame.lang.cells import Block, cell, load_float, store_float
from forthgame.lang.word import Group, helper
from forthgame.lang.words.memory import appended, readable, room_for_cell, writable
from forthgame.lang.words.random import FIRST, next_random
from forthgame.lang.words.rare import note_stored

floats = Group("floats")

floats.shuffle("FDUP", "( F: r -- r r )", "Copy the top float.")
floats.shuffle("FDROP", "( F: r -- )", "Discard the top float.")
floats.shuffle("FSWAP", "( F: r s -- s r )", "Exchange the top two floats.")
floats.shuffle("FOVER", "( F: r s -- r s r )", "Copy the second float.")
floats.shuffle("FROT", "( F: r s t -- s t r )", "Bring the third float to the top.")
floats.shuffle("F2DUP", "( F: r s -- r s r s )", "Copy the top two floats.")
floats.shuffle("F2DROP", "( F: r s -- )", "Discard the top two floats.")


@floats.word("F+", "( F: r s -- t )", "Add.", "1.5 2.5 F+ F>N -> 4")
def add(r: float, s: float) -> float:
    return r + s


@floats.word("F-", "( F: r s -- t )", "Subtract.", "4. 1. F- F>N -> 3")
def subtract(r: float, s: float) -> float:
    return r - s


@floats.word("F*", "( F: r s -- t )", "Multiply.", "2. 3. F* F>N -> 6")
def multiply(r: float, s: float) -> float:
    return r * s


@floats.word(
    "F/", "( F: r s -- t )", "Divide; division by zero gives infinity.", "7. 2. F/ F>N -> 3"
)
def divide(r: float, s: float) -> float:
    return r / s


@floats.word(
    "FMOD",
    "( F: r s -- t )",
    "Give the remainder of r divided by s; it has the sign of r.",
    "7. 4. FMOD F>N -> 3",
)
def modulo(r: float, s: float) -> float:
    remainder = abs(r) % abs(s)
    return -remainder if r < 0 else remainder


@floats.word("FMIN", "( F: r s -- t )", "Give the smaller of two floats.", "7. 4. FMIN F>N -> 4")
def minimum(r: float, s: float) -> float:
    return r if r < s else s


@floats.word("FMAX", "( F: r s -- t )", "Give the larger of two floats.", "7. 4. FMAX F>N -> 7")
def maximum(r: float, s: float) -> float:
    return r if r > s else s


@floats.word("FNEGATE", "( F: r -- s )", "Change the sign.", "7. FNEGATE F>N -> -7")
def negate(r: float) -> float:
    return -r


@floats.word("FABS", "( F: r -- s )", "Give the absolute value.", "-7. FABS F>N -> 7")
def absolute(r: float) -> float:
    return abs(r)


@floats.word("FSQRT", "( F: r -- s )", "Square root.", "49. FSQRT F>N -> 7")
def square_root(r: float) -> float:
    return math.sqrt(r) if r >= 0 else math.nan


@floats.word("FSIN", "( F: r -- s )", "Sine of an angle in radians.", "0. FSIN F>N -> 0")
def sine(r: float) -> float:
    return math.sin(r)


@floats.word("FCOS", "( F: r -- s )", "Cosine.", "0. FCOS F>N -> 1")
def cosine(r: float) -> float:
    return math.cos(r)


@floats.word("FTAN", "( F: r -- s )", "Tangent.", "0. FTAN F>N -> 0")
def tangent(r: float) -> float:
    return math.tan(r)


@floats.word("FASIN", "( F: r -- s )", "Arc sine.", "0. FASIN F>N -> 0")
def arc_sine(r: float) -> float:
    return math.asin(r) if -1 <= r <= 1 else math.nan


@floats.word("FACOS", "( F: r -- s )", "Arc cosine.", "1. FACOS F>N -> 0")
def arc_cosine(r: float) -> float:
    return math.acos(r) if -1 <= r <= 1 else math.nan


@floats.word("FATAN", "( F: r -- s )", "Arc tangent.", "0. FATAN F>N -> 0")
def arc_tangent(r: float) -> float:
    return math.atan(r)


@floats.word("FLN", "( F: r -- s )", "Natural logarithm.", "1. FLN F>N -> 0")
def logarithm(r: float) -> float:
    return math.log(r) if r > 0 else math.nan


@floats.word("FLOG", "( F: r -- s )", "Logarithm to the base 10.", "1000. FLOG 0.5 F+ F>N -> 3")
def logarithm_10(r: float) -> float:
    return math.log10(r) if r > 0 else math.nan


@floats.word("FEXP", "( F: r -- s )", "Exponential.", "0. FEXP F>N -> 1")
def exponential(r: float) -> float:
    return math.exp(r)


@helper
def whole(r: float) -> float:
    """Truncate toward zero; floats beyond 2^31 are integers already."""
    return float(int(r)) if -2147483648.0 < r < 2147483648.0 else r


@floats.word("FLOOR", "( F: r -- s )", "Round down to a whole number.", "-1.5 FLOOR F>N -> -2")
def floor(r: float) -> float:
    return whole(r) - (1.0 if r < whole(r) else 0.0)


@floats.word("CEIL", "( F: r -- s )", "Round up to a whole number.", "1.5 CEIL F>N -> 2")
def ceiling(r: float) -> float:
    return whole(r) + (1.0 if r > whole(r) else 0.0)


@floats.word(
    "F>N",
    "( -- n ) ( F: r -- )",
    "Turn a float into a number, truncating toward zero.",
    "2.9 F>N -> 2",
)
def to_number(r: float) -> int:
    return int(r) if -2147483648.0 <= r <= 2147483520.0 else -2147483648


@floats.word("N>F", "( n -- ) ( F: -- r )", "Turn a number into a float.", "7 N>F F>N -> 7")
def from_number(n: int) -> float:
    return float(n)


@floats.word("F=", "( -- ? ) ( F: r s -- )", "True if r and s are equal.", "2. 2. F= -> -1")
def equal(r: float, s: float) -> int:
    return -1 if r == s else 0


@floats.word("F<>", "( -- ? ) ( F: r s -- )", "True if r and s differ.", "2. 2. F<> -> 0")
def unequal(r: float, s: float) -> int:
    return -1 if r != s else 0


@floats.word("F<", "( -- ? ) ( F: r s -- )", "True if r is less than s.", "1. 2. F< -> -1")
def less(r: float, s: float) -> int:
    return -1 if r < s else 0


@floats.word("F>", "( -- ? ) ( F: r s -- )", "True if r is greater than s.", "1. 2. F> -> 0")
def greater(r: float, s: float) -> int:
    return -1 if r > s else 0


@floats.word("F<=", "( -- ? ) ( F: r s -- )", "True if r is at most s.", "1. 1. F<= -> -1")
def not_greater(r: float, s: float) -> int:
    return -1 if r <= s else 0


@floats.word("F>=", "( -- ? ) ( F: r s -- )", "True if r is at least s.", "1. 2. F>= -> 0")
def not_less(r: float, s: float) -> int:
    return -1 if r >= s else 0


@floats.word("F0=", "( -- ? ) ( F: r -- )", "True if r is 0.", "0. F0= -> -1")
def zero(r: float) -> int:
    return -1 if r == 0 else 0


@floats.word("F0<>", "( -- ? ) ( F: r -- )", "True if r is not 0.", "0. F0<> -> 0")
def not_zero(r: float) -> int:
    return -1 if r != 0 else 0


@floats.word("F0<", "( -- ? ) ( F: r -- )", "True if r is negative.", "-1. F0< -> -1")
def negative(r: float) -> int:
    return -1 if r < 0 else 0


@floats.word("F0>", "( -- ? ) ( F: r -- )", "True if r is positive.", "-1. F0> -> 0")
def positive(r: float) -> int:
    return -1 if r > 0 else 0


@helper
def one_nan(r: float) -> float:
    """Return a float with a canonical NaN, because LLVM does not specify its sign."""
    return math.nan if math.isnan(r) else r


@floats.word(
    "F@", "( addr -- ) ( F: -- r )", "Fetch a float.", "2. PAD F! PAD F@ F>N -> 2", guard=readable
)
def fetch(vm: Block, addr: int) -> float:
    return load_float(vm, at.MEMORY + addr)


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


@floats.word("FCELLS", "( n -- bytes )", "Give the size of n floats in bytes.", "3 FCELLS -> 12")
def float_cells(n: int) -> int:
    return n * 4


@floats.word("FRAND", "( F: -- r )", "Give a random float from 0 up to, but not including, 1.",
             "FRAND 1. F< -> -1")  # fmt: skip
def random(vm: Block) -> float:
    return next_random(vm, FIRST) / 714025.0


@floats.word(
    "(FLOAT)", "( F: -- r )", "Push the float stored at an address.", operand="addr", hidden=True
)
def literal(vm: Block, operand: int) -> float:
    return load_float(vm, at.MEMORY + operand)


floats.control("FPICK", "( n -- ) ( F: -- r )", "Copy the float that has n others above it.")
