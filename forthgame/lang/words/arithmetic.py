"""Arithmetic, logic and comparison on 32-bit cells that wrap; division truncates toward zero."""

from __future__ import annotations

from forthgame.lang.cells import pack, quotient64, remainder64, wrap32
from forthgame.lang.word import Group

arithmetic = Group("arithmetic")


def divisor_given(b: int) -> int:
    """Guard: the divisor is not 0."""
    return -10 if b == 0 else 0


@arithmetic.word("+", "( a b -- sum )", "Add.", "3 4 + -> 7", "2147483647 1 + -> -2147483648")
def add(a: int, b: int) -> int:
    return a + b


@arithmetic.word("-", "( a b -- difference )", "Subtract b from a.", "3 4 - -> -1")
def subtract(a: int, b: int) -> int:
    return a - b


@arithmetic.word("*", "( a b -- product )", "Multiply.", "3 4 * -> 12", "65536 65536 * -> 0")
def multiply(a: int, b: int) -> int:
    return a * b


@arithmetic.word(
    "/", "( a b -- quotient )", "Divide, truncating toward zero.", "-7 2 / -> -3",
    "-2147483648 -1 / -> -2147483648", guard=divisor_given,
)  # fmt: skip
def divide(a: int, b: int) -> int:
    return quotient64(a, b)


@arithmetic.word(
    "MOD",
    "( a b -- remainder )",
    "Give the remainder of a divided by b; it has the sign of a.",
    "-7 2 MOD -> -1",
    guard=divisor_given,
)
def modulo(a: int, b: int) -> int:
    return remainder64(a, b)


@arithmetic.word(
    "/MOD",
    "( a b -- remainder quotient )",
    "Divide a by b; give the remainder and the quotient.",
    "17 5 /MOD -> 2 3",
    guard=divisor_given,
)
def divide_modulo(a: int, b: int) -> int:
    return pack(remainder64(a, b), quotient64(a, b))


def scale_divisor_given(c: int) -> int:
    return -10 if c == 0 else 0


@arithmetic.word(
    "*/", "( a b c -- quotient )", "Multiply a by b, then divide by c, with 64 bits in between.",
    "7 3 2 */ -> 10", guard=scale_divisor_given,
)  # fmt: skip
def scale(a: int, b: int, c: int) -> int:
    return quotient64(a * b, c)


@arithmetic.word(
    "*/MOD",
    "( a b c -- remainder quotient )",
    "Multiply a by b and divide by c; give the remainder too.",
    "7 3 2 */MOD -> 1 10",
    guard=scale_divisor_given,
)
def scale_modulo(a: int, b: int, c: int) -> int:
    return pack(remainder64(a * b, c), quotient64(a * b, c))


@arithmetic.word("1+", "( a -- b )", "Add 1.", "7 1+ -> 8")
def increment(a: int) -> int:
    return a + 1


@arithmetic.word("1-", "( a -- b )", "Subtract 1.", "7 1- -> 6")
def decrement(a: int) -> int:
    return a - 1


@arithmetic.word("2+", "( a -- b )", "Add 2.", "7 2+ -> 9")
def add_two(a: int) -> int:
    return a + 2


@arithmetic.word("2-", "( a -- b )", "Subtract 2.", "7 2- -> 5")
def subtract_two(a: int) -> int:
    return a - 2


@arithmetic.word("2*", "( a -- b )", "Double.", "3 2* -> 6")
def double(a: int) -> int:
    return a + a


@arithmetic.word("2/", "( a -- b )", "Halve, truncating toward zero.", "-7 2/ -> -3")
def halve(a: int) -> int:
    return quotient64(a, 2)


@arithmetic.word("ABS", "( a -- n )", "Give the absolute value.", "-5 ABS -> 5")
def absolute(a: int) -> int:
    return -a if a < 0 else a


@arithmetic.word("NEGATE", "( a -- b )", "Change the sign.", "5 NEGATE -> -5")
def negate(a: int) -> int:
    return -a


@arithmetic.word("MIN", "( a b -- c )", "Give the smaller of two numbers.", "3 9 MIN -> 3")
def minimum(a: int, b: int) -> int:
    return a if a < b else b


@arithmetic.word("MAX", "( a b -- c )", "Give the larger of two numbers.", "3 9 MAX -> 9")
def maximum(a: int, b: int) -> int:
    return a if a > b else b


@arithmetic.word("AND", "( a b -- c )", "Bitwise and.", "12 10 AND -> 8")
def bit_and(a: int, b: int) -> int:
    return a & b


@arithmetic.word("OR", "( a b -- c )", "Bitwise or.", "12 10 OR -> 14")
def bit_or(a: int, b: int) -> int:
    return a | b


@arithmetic.word("XOR", "( a b -- c )", "Bitwise exclusive or.", "12 10 XOR -> 6")
def bit_xor(a: int, b: int) -> int:
    return a ^ b


@arithmetic.word("INVERT", "( a -- b )", "Bitwise complement.", "0 INVERT -> -1")
def invert(a: int) -> int:
    return ~a


@arithmetic.word(
    "NOT", "( a -- ? )", "True if a is 0, otherwise false.", "7 NOT -> 0", "0 NOT -> -1"
)
def logical_not(a: int) -> int:
    return -1 if a == 0 else 0


@arithmetic.word("TRUE", "( -- ? )", "The true flag, -1.", "TRUE -> -1")
def true() -> int:
    return -1


@arithmetic.word("FALSE", "( -- ? )", "The false flag, 0.", "FALSE -> 0")
def false() -> int:
    return 0


@arithmetic.word("=", "( a b -- ? )", "True if a and b are equal.", "2 2 = -> -1", "1 2 = -> 0")
def equal(a: int, b: int) -> int:
    return -1 if a == b else 0


@arithmetic.word("<>", "( a b -- ? )", "True if a and b differ.", "1 2 <> -> -1")
def unequal(a: int, b: int) -> int:
    return -1 if a != b else 0


@arithmetic.word("<", "( a b -- ? )", "True if a is less than b.", "-1 1 < -> -1")
def less(a: int, b: int) -> int:
    return -1 if a < b else 0


@arithmetic.word(">", "( a b -- ? )", "True if a is greater than b.", "10 0 > -> -1")
def greater(a: int, b: int) -> int:
    return -1 if a > b else 0


@arithmetic.word("<=", "( a b -- ? )", "True if a is at most b.", "5 5 <= -> -1")
def not_greater(a: int, b: int) -> int:
    return -1 if a <= b else 0


@arithmetic.word(">=", "( a b -- ? )", "True if a is at least b.", "5 6 >= -> 0")
def not_less(a: int, b: int) -> int:
    return -1 if a >= b else 0


@arithmetic.word("0=", "( a -- ? )", "True if a is 0.", "0 0= -> -1")
def zero(a: int) -> int:
    return -1 if a == 0 else 0


@arithmetic.word("0<>", "( a -- ? )", "True if a is not 0.", "3 0<> -> -1")
def not_zero(a: int) -> int:
    return -1 if a != 0 else 0


@arithmetic.word("0<", "( a -- ? )", "True if a is negative.", "-3 0< -> -1")
def negative(a: int) -> int:
    return -1 if a < 0 else 0


@arithmetic.word("0>", "( a -- ? )", "True if a is positive.", "3 0> -> -1")
def positive(a: int) -> int:
    return -1 if a > 0 else 0


@arithmetic.word("CELLS", "( n -- bytes )", "Give the size of n cells in bytes.", "3 CELLS -> 12")
def cells(n: int) -> int:
    return wrap32(n * 4)


@arithmetic.word("CELLSIZE", "( -- 4 )", "Give the size of a cell in bytes.", "CELLSIZE -> 4")
def cell_size() -> int:
    return 4
