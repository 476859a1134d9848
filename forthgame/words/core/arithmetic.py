"""Arithmetic, logic and comparison on 32-bit cells that wrap; division truncates toward zero."""

from __future__ import annotations

from forthgame.words.table.memory_access import pack, quotient64, remainder64, wrap32
from forthgame.words.table.row import Group, plain

arithmetic = Group("arithmetic")


def divisor_given(b: int) -> int:
    """Guard: the divisor is not 0."""
    return -10 if b == 0 else 0


def scale_divisor_given(c: int) -> int:
    return -10 if c == 0 else 0


arithmetic.words(
    plain(
        "+",
        "( a b -- sum )",
        "Add.",
        lambda a, b: a + b,
        "3 4 + -> 7",
        "2147483647 1 + -> -2147483648",
    ),
    plain("-", "( a b -- difference )", "Subtract b from a.", lambda a, b: a - b, "3 4 - -> -1"),
    plain(
        "*",
        "( a b -- product )",
        "Multiply.",
        lambda a, b: a * b,
        "3 4 * -> 12",
        "65536 65536 * -> 0",
    ),
    plain(
        "/",
        "( a b -- quotient )",
        "Divide, truncating toward zero.",
        lambda a, b: quotient64(a, b),
        "-7 2 / -> -3",
        "-2147483648 -1 / -> -2147483648",
        guard=divisor_given,
    ),
    plain(
        "MOD",
        "( a b -- remainder )",
        "Give the remainder of a divided by b; it has the sign of a.",
        lambda a, b: remainder64(a, b),
        "-7 2 MOD -> -1",
        guard=divisor_given,
    ),
    plain(
        "/MOD",
        "( a b -- remainder quotient )",
        "Divide a by b; give the remainder and the quotient.",
        lambda a, b: pack(remainder64(a, b), quotient64(a, b)),
        "17 5 /MOD -> 2 3",
        guard=divisor_given,
    ),
    plain(
        "*/",
        "( a b c -- quotient )",
        "Multiply a by b, then divide by c, with 64 bits in between.",
        lambda a, b, c: quotient64(a * b, c),
        "7 3 2 */ -> 10",
        guard=scale_divisor_given,
    ),
    plain(
        "*/MOD",
        "( a b c -- remainder quotient )",
        "Multiply a by b and divide by c; give the remainder too.",
        lambda a, b, c: pack(remainder64(a * b, c), quotient64(a * b, c)),
        "7 3 2 */MOD -> 1 10",
        guard=scale_divisor_given,
    ),
    plain("1+", "( a -- b )", "Add 1.", lambda a: a + 1, "7 1+ -> 8"),
    plain("1-", "( a -- b )", "Subtract 1.", lambda a: a - 1, "7 1- -> 6"),
    plain("2+", "( a -- b )", "Add 2.", lambda a: a + 2, "7 2+ -> 9"),
    plain("2-", "( a -- b )", "Subtract 2.", lambda a: a - 2, "7 2- -> 5"),
    plain("2*", "( a -- b )", "Double.", lambda a: a + a, "3 2* -> 6"),
    plain(
        "2/",
        "( a -- b )",
        "Halve, truncating toward zero.",
        lambda a: quotient64(a, 2),
        "-7 2/ -> -3",
    ),
    plain(
        "ABS", "( a -- n )", "Give the absolute value.", lambda a: -a if a < 0 else a, "-5 ABS -> 5"
    ),
    plain("NEGATE", "( a -- b )", "Change the sign.", lambda a: -a, "5 NEGATE -> -5"),
    plain(
        "MIN",
        "( a b -- c )",
        "Give the smaller of two numbers.",
        lambda a, b: a if a < b else b,
        "3 9 MIN -> 3",
    ),
    plain(
        "MAX",
        "( a b -- c )",
        "Give the larger of two numbers.",
        lambda a, b: a if a > b else b,
        "3 9 MAX -> 9",
    ),
    plain("AND", "( a b -- c )", "Bitwise and.", lambda a, b: a & b, "12 10 AND -> 8"),
    plain("OR", "( a b -- c )", "Bitwise or.", lambda a, b: a | b, "12 10 OR -> 14"),
    plain("XOR", "( a b -- c )", "Bitwise exclusive or.", lambda a, b: a ^ b, "12 10 XOR -> 6"),
    plain("INVERT", "( a -- b )", "Bitwise complement.", lambda a: ~a, "0 INVERT -> -1"),
    plain(
        "NOT",
        "( a -- ? )",
        "True if a is 0, otherwise false.",
        lambda a: -1 if a == 0 else 0,
        "7 NOT -> 0",
        "0 NOT -> -1",
    ),
    plain("TRUE", "( -- ? )", "The true flag, -1.", lambda: -1, "TRUE -> -1"),
    plain("FALSE", "( -- ? )", "The false flag, 0.", lambda: 0, "FALSE -> 0"),
    plain(
        "=",
        "( a b -- ? )",
        "True if a and b are equal.",
        lambda a, b: -1 if a == b else 0,
        "2 2 = -> -1",
        "1 2 = -> 0",
    ),
    plain(
        "<>",
        "( a b -- ? )",
        "True if a and b differ.",
        lambda a, b: -1 if a != b else 0,
        "1 2 <> -> -1",
    ),
    plain(
        "<",
        "( a b -- ? )",
        "True if a is less than b.",
        lambda a, b: -1 if a < b else 0,
        "-1 1 < -> -1",
    ),
    plain(
        ">",
        "( a b -- ? )",
        "True if a is greater than b.",
        lambda a, b: -1 if a > b else 0,
        "10 0 > -> -1",
    ),
    plain(
        "<=",
        "( a b -- ? )",
        "True if a is at most b.",
        lambda a, b: -1 if a <= b else 0,
        "5 5 <= -> -1",
    ),
    plain(
        ">=",
        "( a b -- ? )",
        "True if a is at least b.",
        lambda a, b: -1 if a >= b else 0,
        "5 6 >= -> 0",
    ),
    plain("0=", "( a -- ? )", "True if a is 0.", lambda a: -1 if a == 0 else 0, "0 0= -> -1"),
    plain("0<>", "( a -- ? )", "True if a is not 0.", lambda a: -1 if a != 0 else 0, "3 0<> -> -1"),
    plain(
        "0<", "( a -- ? )", "True if a is negative.", lambda a: -1 if a < 0 else 0, "-3 0< -> -1"
    ),
    plain("0>", "( a -- ? )", "True if a is positive.", lambda a: -1 if a > 0 else 0, "3 0> -> -1"),
    plain(
        "CELLS",
        "( n -- bytes )",
        "Give the size of n cells in bytes.",
        lambda n: wrap32(n * 4),
        "3 CELLS -> 12",
    ),
    plain("CELLSIZE", "( -- 4 )", "Give the size of a cell in bytes.", lambda: 4, "CELLSIZE -> 4"),
)
