"""The bare machine against models in plain Python: cells, loops, memory, random numbers, limits."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import assume, given, settings, strategies as st

import forthgame
from forthgame.base.source import Source
from forthgame.words.registers import memory_layout
from tests.waiting import HANGS_AFTER

LOWEST, HIGHEST = -(2**31), 2**31 - 1
SOME = settings(max_examples=60, deadline=None)
FEW = settings(max_examples=25, deadline=None)
EDGES = st.sampled_from(
    [0, 1, -1, 2, -2, 3, 7, -7, 255, 256, 65535, 65536, HIGHEST, HIGHEST - 1, LOWEST, LOWEST + 1]
)
CELLS = EDGES | st.integers(LOWEST, HIGHEST) | st.integers(-50, 50)
STEPS_REACHED = -265
DIVISION_BY_ZERO = -10
BAD_ADDRESS = -9


@pytest.fixture(scope="module")
def machine() -> forthgame.Machine:
    """Return one machine for all examples: each leaves the stack unchanged."""
    return forthgame.Machine()


def wrap(n: int) -> int:
    """A number as a 32-bit cell holds it."""
    return (n + 2**31) % 2**32 - 2**31


def quotient(a: int, b: int) -> int:
    """Division toward zero, in whole numbers only."""
    size = abs(a) // abs(b)
    return size if (a < 0) == (b < 0) else -size


def remainder(a: int, b: int) -> int:
    """Return the remainder of that division: it has the sign of the dividend."""
    return a - b * quotient(a, b)


def flag(truth: bool) -> int:
    """Forth's truth."""
    return -1 if truth else 0


def result(machine: forthgame.Machine, text: str) -> list[int]:
    """Return the items that a text leaves on the stack, and empty it."""
    machine.run(text)
    left = machine.stack
    machine.run("DROP " * len(left))
    return left


def stopped(machine: forthgame.Machine, text: str) -> forthgame.ScriptError:
    """The error that a text ends with."""
    with pytest.raises(forthgame.ScriptError) as caught:
        machine.run(text)
    return caught.value


# ---- what lasts from one text to the next ----


def test_words_stack_and_memory_last() -> None:
    """Definitions, items, variables, floats and BASE are there in the next run."""
    machine = forthgame.Machine()
    assert machine.run(": sq DUP * ; VARIABLE v 9 v ! 2.5 1 2") == ""
    assert machine.stack == [1, 2]
    assert machine.run("+ sq v @ .S") == "9 9 "
    assert machine.stack == [9, 9]
    assert machine.run("2DROP HEX F.") == "2.5 "
    assert machine.run("FF . 16 DECIMAL .") == "FF 22 "
    assert machine.stack == []


def test_machines_are_independent() -> None:
    """A word, a variable or BASE of one does not exist in the other."""
    one, other = forthgame.Machine(), forthgame.Machine()
    one.run(": only 1 ; HEX 5")
    assert other.stack == []
    assert other.run("10 .") == "10 "
    assert "unknown word" in stopped(other, "only").message
    assert one.run("only . 10 .") == "1 10 "


def test_the_stack_is_a_list_with_the_top_last() -> None:
    """A copy: changing it changes nothing."""
    machine = forthgame.Machine()
    machine.run("1 -2 3")
    machine.stack.append(4)
    assert machine.stack == [1, -2, 3]


def test_an_error_empties_the_stacks_and_keeps_the_words() -> None:
    """This also holds for an error in the middle of a definition, which is then forgotten."""
    machine = forthgame.Machine()
    machine.run(": good 5 ; VARIABLE v 8 v ! 1.5")
    error = stopped(machine, '7 ." before" : half good frobnicate')
    assert (error.output, machine.output, error.stack) == ("before", "before", [7])
    assert machine.stack == []
    assert machine.run("good v @ + .") == "13 "
    assert "float stack underflow" in stopped(machine, "F.").message
    assert "unknown word 'half'" in stopped(machine, "half").message


def test_output_is_that_of_one_run() -> None:
    """`run` returns it, `output` keeps it, and the next run clears it."""
    machine = forthgame.Machine()
    assert machine.run('." one" CR 65 EMIT SPACE TAB 7 3 .R') == "one\nA \t  7"
    assert machine.output == "one\nA \t  7"
    assert machine.run("") == machine.output == ""


def test_long_output_arrives_whole() -> None:
    """The output is longer than the machine's buffer, in order; output before an error is
    there too.
    """
    machine = forthgame.Machine()
    wanted = "".join(f"{n} " for n in range(30_000))
    assert machine.run(": count 30000 0 DO I . LOOP ; count") == wanted
    assert stopped(machine, "count 1 0 /").output == wanted


def test_bytes_above_127_pass_through() -> None:
    """EMIT prints the low byte; texts keep their letters, compiled or not."""
    machine = forthgame.Machine()
    assert machine.run("233 EMIT 321 EMIT") == "éA"
    assert machine.run('." é" : t ." é" S" é" TYPE ; t') == "ééé"


# ---- numbers ----


@given(n=CELLS, base=st.integers(2, 36))
@SOME
def test_numbers_in_every_base(machine: forthgame.Machine, n: int, base: int) -> None:
    """Output of `.` in a base is read back as the same number, in either case."""
    digits, rest = "", abs(n)
    while rest or not digits:
        digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[rest % base] + digits
        rest //= base
    written = "-" * (n < 0) + digits
    assert machine.run(f"{n} {base} BASE ! . DECIMAL") == f"{written} "
    # a word would be found before a number: ABS is one, 12 is none
    assume(not written[-1:].isalpha())
    assert result(machine, f"{base} BASE ! {written} {written.lower()} DECIMAL") == [n, n]


def test_bases_by_name() -> None:
    """HEX, OCTAL, BINARY, DECIMAL work; an invalid digit makes an unknown word."""
    machine = forthgame.Machine()
    text = "HEX -FF OCTAL 17 BINARY 101 DECIMAL 19 .S 2DROP 2DROP"
    assert machine.run(text) == "-255 15 5 19 "
    for text in ("BINARY 2", "OCTAL 8", "DECIMAL 1F", "HEX 1G"):
        assert "unknown word" in stopped(machine, text).message
        machine.run("DECIMAL")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2147483647", HIGHEST), ("-2147483648", LOWEST), ("2147483648", LOWEST),
        ("4294967295", -1), ("-0", 0), ("007", 7),
    ],
)  # fmt: skip
def test_numbers_that_fit_a_cell(text: str, value: int) -> None:
    """Signed or unsigned; the same in a definition."""
    assert result(forthgame.Machine(), f"{text} : t {text} ; t") == [value, value]


@pytest.mark.parametrize(
    "text",
    ["1_000", "--1", "0x10", "HEX 0x10", "BINARY 0b1", "\u0663"],
)
def test_what_is_no_number(text: str) -> None:
    """Digits, with a sign or without, are numbers; texts that only Python accepts are unknown
    words.
    """
    error = stopped(forthgame.Machine(), text)
    assert error.message == f"unknown word '{text.split()[-1]}'"


# ---- arithmetic ----

UNARY: dict[str, Callable[[int], int]] = {
    "1+": lambda a: a + 1,
    "1-": lambda a: a - 1,
    "2+": lambda a: a + 2,
    "2-": lambda a: a - 2,
    "2*": lambda a: a * 2,
    "2/": lambda a: quotient(a, 2),
    "ABS": abs,
    "NEGATE": lambda a: -a,
    "INVERT": lambda a: ~a,
    "NOT": lambda a: flag(a == 0),
    "0=": lambda a: flag(a == 0),
    "0<>": lambda a: flag(a != 0),
    "0<": lambda a: flag(a < 0),
    "0>": lambda a: flag(a > 0),
    "CELLS": lambda a: a * 4,
}
BINARY: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "MIN": min,
    "MAX": max,
    "AND": lambda a, b: a & b,
    "OR": lambda a, b: a | b,
    "XOR": lambda a, b: a ^ b,
    "=": lambda a, b: flag(a == b),
    "<>": lambda a, b: flag(a != b),
    "<": lambda a, b: flag(a < b),
    ">": lambda a, b: flag(a > b),
    "<=": lambda a, b: flag(a <= b),
    ">=": lambda a, b: flag(a >= b),
}


@given(a=CELLS)
@SOME
def test_one_operand(machine: forthgame.Machine, a: int) -> None:
    """Results are those of Python, wrapped to a cell."""
    for word, model in UNARY.items():
        assert result(machine, f"{a} {word}") == [wrap(model(a))], word


@given(a=CELLS, b=CELLS)
@SOME
def test_two_operands(machine: forthgame.Machine, a: int, b: int) -> None:
    """Results are those of Python for two operands; items below are untouched."""
    for word, model in BINARY.items():
        assert result(machine, f"77 {a} {b} {word}") == [77, wrap(model(a, b))], word


@given(a=CELLS, b=CELLS.filter(bool))
@SOME
def test_division(machine: forthgame.Machine, a: int, b: int) -> None:
    """Toward zero; the remainder has the dividend's sign; the two fit together."""
    q, r = wrap(quotient(a, b)), wrap(remainder(a, b))
    assert result(machine, f"{a} {b} /") == [q]
    assert result(machine, f"{a} {b} MOD") == [r]
    assert result(machine, f"{a} {b} /MOD") == [r, q]
    assert result(machine, f"{a} {b} /MOD {b} * +") == [a]


@given(a=CELLS, b=CELLS, c=CELLS.filter(bool))
@SOME
def test_scaling(machine: forthgame.Machine, a: int, b: int, c: int) -> None:
    """The product has 64 bits before it is divided."""
    q, r = wrap(quotient(a * b, c)), wrap(remainder(a * b, c))
    assert result(machine, f"{a} {b} {c} */") == [q]
    assert result(machine, f"{a} {b} {c} */MOD") == [r, q]


@given(a=CELLS)
@FEW
def test_division_by_zero(machine: forthgame.Machine, a: int) -> None:
    """An error that leaves the operands on the stack it shows."""
    for word in ("/", "MOD", "/MOD"):
        error = stopped(machine, f"{a} 0 {word}")
        assert (error.number, error.word, error.stack) == (DIVISION_BY_ZERO, word, [a, 0])
    for word in ("*/", "*/MOD"):
        assert stopped(machine, f"{a} 5 0 {word}").number == DIVISION_BY_ZERO


# ---- floats: 32 bits ----


def single(x: float) -> float:
    """A float as 32 bits hold it."""
    try:
        return float(struct.unpack("<f", struct.pack("<f", x))[0])
    except OverflowError:
        return float("inf") if x > 0 else float("-inf")


def bits(x: float) -> int:
    """The cell that holds a float."""
    return int(struct.unpack("<i", struct.pack("<f", x))[0])


FLOATS = st.floats(width=32, allow_nan=False, allow_infinity=False) | st.sampled_from(
    [0.0, 1.0, -1.0, 0.5, -2.5, single(1e30), single(-1e-30)]
)
FLOAT_WORDS: dict[str, Callable[[float, float], float]] = {
    "F+": lambda r, s: single(r + s),
    "F-": lambda r, s: single(r - s),
    "F*": lambda r, s: single(r * s),
    "F/": lambda r, s: single(r / s) if s else float("nan"),
    "FMIN": min,
    "FMAX": max,
}
FLOAT_TESTS: dict[str, Callable[[float, float], bool]] = {
    "F=": lambda r, s: r == s,
    "F<>": lambda r, s: r != s,
    "F<": lambda r, s: r < s,
    "F>": lambda r, s: r > s,
    "F<=": lambda r, s: r <= s,
    "F>=": lambda r, s: r >= s,
}


@given(r=FLOATS, s=FLOATS)
@SOME
def test_floats(machine: forthgame.Machine, r: float, s: float) -> None:
    """Each operation is rounded once, to 32 bits, and `F!` stores just these bits."""
    for word, model in FLOAT_WORDS.items():
        if word == "F/" and s == 0:
            continue
        found = result(machine, f"{r:.12e} {s:.12e} {word} PAD F! PAD @")
        wanted = model(r, s)
        assert found == [bits(wanted)] or (wanted == 0 and found[0] & HIGHEST == 0), word
    for word, test in FLOAT_TESTS.items():
        assert result(machine, f"{r:.12e} {s:.12e} {word}") == [flag(test(r, s))], word


@given(r=FLOATS)
@SOME
def test_floats_to_numbers(machine: forthgame.Machine, r: float) -> None:
    """F>N cuts toward zero; FLOOR and CEIL go down and up; FABS and FNEGATE respect the sign."""
    assume(abs(r) < 2**30)
    text = f"{r:.12e}"
    floor = int(r // 1)
    ceiling = -int(-r // 1)
    assert result(machine, f"{text} F>N") == [int(r)]
    assert result(machine, f"{text} FLOOR F>N {text} CEIL F>N") == [floor, ceiling]
    assert result(machine, f"{text} FABS F>N {text} FNEGATE F>N") == [int(abs(r)), int(-r)]


def test_float_stack_words() -> None:
    """The float stack is one of its own; `F.` prints six digits and always a point."""
    machine = forthgame.Machine()
    assert machine.run("1. 2. 3. FROT F. F. F.") == "1. 3. 2. "
    assert machine.run("1. 2. FSWAP F. F. 1. 2. FOVER F. F. F.") == "1. 2. 1. 2. 1. "
    assert machine.run("1. FDUP F+ F. 5. 6. F2DUP F. F. F2DROP") == "2. 6. 5. "
    assert machine.run("4. 5. 6. 1 FPICK F. FDROP FDROP FDROP 3 N>F F.") == "5. 3. "
    assert (
        machine.run("0.5 F. 100000. F. 123456.789 F. -2.5e-3 F.") == "0.5 100000. 123457. -0.0025 "
    )
    assert machine.run(
        ": t 1.5 2.5 F* ; t F. FVARIABLE v 7.5 v F! v F@ F. 2.5 FCONSTANT c c F."
    ) == ("3.75 7.5 2.5 ")
    assert machine.stack == []


# ---- loops ----


def counted(limit: int, start: int, step: int, leave: int | None, most: int) -> list[int]:
    """Return the indices of fig-Forth's loop: the test follows the body; LEAVE ends it there."""
    seen, index = [], start
    while True:
        seen.append(index)
        if index == leave:
            return seen
        index = wrap(index + step)
        if len(seen) > most or not (index >= limit if step < 0 else index < limit):
            return seen


@given(
    limit=st.integers(-30, 30),
    start=st.integers(-30, 30),
    step=st.integers(-9, 9).filter(bool),
    shift=st.sampled_from([0, 0, 0, HIGHEST - 40, LOWEST + 40]),
    leave=st.none() | st.integers(-30, 30),
)
@settings(max_examples=150, deadline=None)
def test_counted_loops(
    machine: forthgame.Machine, limit: int, start: int, step: int, shift: int, leave: int | None
) -> None:
    """Limits, starts and steps of either sign; LEAVE lets the rest of the body run."""
    limit, start = limit + shift, start + shift
    leave = None if leave is None else leave + shift
    seen = counted(limit, start, step, leave, most=300)
    exit_test = "" if leave is None else f"I {leave} = IF LEAVE ENDIF"
    machine.run(f": by-step {limit} {start} DO I . {exit_test} I . {step} +LOOP ;")
    assert machine.run("by-step DEPTH .") == "".join(f"{n} {n} " for n in seen) + "0 "
    if step == 1:
        machine.run(f": by-one {limit} {start} DO I . {exit_test} I . LOOP ;")
        assert machine.run("by-one DEPTH .") == "".join(f"{n} {n} " for n in seen) + "0 "


@given(bounds=st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=3, max_size=3))
@FEW
def test_loops_inside_each_other(machine: forthgame.Machine, bounds: list[tuple[int, int]]) -> None:
    """I, J and K are the indices from the inside out."""
    (a, b), (c, d), (e, f) = bounds
    machine.run(f": nest {a} {b} DO {c} {d} DO {e} {f} DO K . J . I . LOOP LOOP LOOP ;")
    wanted = [
        f"{k} {j} {i} "
        for k in counted(a, b, 1, None, 9)
        for j in counted(c, d, 1, None, 9)
        for i in counted(e, f, 1, None, 9)
    ]
    assert machine.run("nest") == "".join(wanted)


# ---- memory ----

SIZE = 48
PLACES = st.integers(0, SIZE - 4)
STORES = st.one_of(
    st.tuples(st.sampled_from(["!", "I!", "C!", "+!"]), PLACES, CELLS),
    st.tuples(st.sampled_from(["++", "--", "ON", "OFF"]), PLACES),
    st.tuples(st.just("FILL"), PLACES, st.integers(-2, SIZE), CELLS),
    st.tuples(st.just("ERASE"), PLACES, st.integers(-2, SIZE)),
    st.tuples(st.just("CMOVE"), PLACES, PLACES, st.integers(-2, SIZE)),
    st.tuples(st.just("MOVE"), PLACES, PLACES, st.integers(-2, SIZE // 4)),
)


class Memory(bytearray):
    """Little-endian memory, and the effect of each storing word on it."""

    def cell(self, at: int) -> int:
        """The cell at a place."""
        return int.from_bytes(self[at : at + 4], "little", signed=True)

    def put(self, at: int, n: int, size: int = 4) -> None:
        """Store the low bytes of a number."""
        self[at : at + size] = (n % 2 ** (8 * size)).to_bytes(size, "little")

    def apply(self, word: str, *given: int) -> str:
        """Store as the word does; return the text that makes Forth do it."""
        at = given[0]
        rest = " ".join(map(str, given[1:]))
        if word in ("!", "I!", "C!", "+!"):
            n = self.cell(at) + given[1] if word == "+!" else given[1]
            self.put(at, n, {"I!": 2, "C!": 1}.get(word, 4))
            return f"{rest} area {at} + {word}"
        if word in ("++", "--", "ON", "OFF"):
            n = self.cell(at)
            self.put(at, {"++": n + 1, "--": n - 1, "ON": -1, "OFF": 0}[word])
            return f"area {at} + {word}"
        if word in ("FILL", "ERASE"):
            size = max(0, min(given[1], SIZE - at))
            byte = given[2] % 256 if word == "FILL" else 0
            self[at : at + size] = bytes([byte]) * size
            tail = f" {given[2]}" if word == "FILL" else ""
            return f"area {at} + {min(given[1], SIZE - at)}{tail} {word}"
        to, count = given[1], given[2]
        unit = 4 if word == "MOVE" else 1
        count = min(count, (SIZE - max(at, to)) // unit)
        before = bytes(self)
        for k in range(max(0, count) * unit):
            self[to + k] = self[at + k] if word == "CMOVE" else before[at + k]
        return f"area {at} + area {to} + {count} {word}"


@given(stores=st.lists(STORES, max_size=12))
@SOME
def test_memory(machine: forthgame.Machine, stores: list[tuple[str, *tuple[int, ...]]]) -> None:
    """After any stores, aligned or not, every cell, short and byte reads as the model has it."""
    model = Memory(SIZE)
    texts = [model.apply(word, *numbers) for word, *numbers in stores]
    machine.run(f"CREATE area {SIZE} ALLOT area {SIZE} ERASE " + " ".join(texts))
    read = f": read {SIZE} 0 DO area I + C@ LOOP {SIZE - 3} 0 DO area I + @ area I + I@ LOOP ; read"
    wanted = list(model)
    for k in range(SIZE - 3):
        short = int.from_bytes(model[k : k + 2], "little", signed=True)
        wanted += [model.cell(k), short]
    assert result(machine, read) == wanted, texts


def test_the_dictionary_grows_by_what_is_appended() -> None:
    """HERE, ALLOT and the commas; arrays are of cells."""
    machine = forthgame.Machine()
    assert result(machine, "HERE 5 , 6 C, 7 I, HERE SWAP -") == [7]
    assert result(machine, "HERE 12 ALLOT HERE SWAP - HERE -4 ALLOT HERE SWAP -") == [12, -4]
    assert result(machine, "CREATE t 10 , -1 C, 513 I, t @ t 4 + C@ t 5 + I@") == [10, 255, 513]
    assert result(machine, "5 [] a 9 4 a ! 4 a @ 0 a @ 3 a 1 a -") == [9, 0, 8]


@pytest.mark.parametrize("word", ["@", "C@", "I@", "!", "C!", "I!", "+!", "++", "ON", "F@"])
@pytest.mark.parametrize("address", [0, 63, -1, LOWEST, HIGHEST, 64 << 20])
def test_wild_addresses(machine: forthgame.Machine, word: str, address: int) -> None:
    """An error before anything is touched."""
    error = stopped(machine, f"1 {address} {word}")
    assert (error.number, error.word, error.stack) == (BAD_ADDRESS, word, [1, address])


# ---- random numbers ----


def ran2(seed: int) -> Iterator[tuple[int, int]]:
    """ran2 of Numerical Recipes in C, first edition: the numbers, and the seed as it is then."""
    modulus, factor, increment = 714025, 1366, 150889
    idum = abs(remainder(increment - seed, modulus))
    table = []
    for _ in range(97):
        idum = (factor * idum + increment) % modulus
        table.append(idum)
    idum = (factor * idum + increment) % modulus
    y = idum
    while True:
        j = 97 * y // modulus
        y = table[j]
        idum = (factor * idum + increment) % modulus
        table[j] = idum
        yield y, idum


def within(low: int, high: int, number: int) -> int:
    """Return the draw from both ends included, with the original's 32-bit factor."""
    return low + int(number * single(1 / 714025) * (high - low + 1))


@given(
    seed=st.integers(0, HIGHEST) | st.integers(-1000, 1000),
    low=st.integers(-100_000, 100_000),
    span=st.integers(0, 2_000_000) | st.integers(0, 10),
)
@SOME
def test_random_stream(machine: forthgame.Machine, seed: int, low: int, span: int) -> None:
    """The original's stream, drawn 250 times: the table of 97 comes round more than twice."""
    high = low + span
    draws = f": draws 250 0 DO {low} {high} RAND-WITHIN LOOP SEED@ ; {seed} SEED! draws"
    model = [next(pair) for pair in [ran2(seed)] for _ in range(250)]
    wanted = [within(low, high, number) for number, _ in model]
    assert result(machine, draws) == [*wanted, model[-1][1]]
    assert all(low <= n <= high for n in wanted)


def test_two_streams() -> None:
    """The second starts from a seed of its own and goes its own way."""
    machine = forthgame.Machine()
    first = [within(0, 9, number) for number, _ in zip_first(ran2(7), 12)]
    assert first == [2, 0, 8, 3, 6, 3, 6, 0, 5, 5, 5, 4]  # measured on the original
    second = [within(0, 9, number) for number, _ in zip_first(ran2(99), 12)]
    machine.run("7 SEED! 99 SEED2!")
    drawn = result(machine, ": both 12 0 DO 0 9 RAND-WITHIN 0 9 RAND-WITHIN2 LOOP ; both")
    assert drawn[::2] == first
    assert drawn[1::2] == second


def zip_first(stream: Iterator[tuple[int, int]], count: int) -> list[tuple[int, int]]:
    """The first so many of a stream."""
    return [next(stream) for _ in range(count)]


# ---- limits ----


@given(numbers=st.lists(CELLS, min_size=1, max_size=20), data=st.data())
@FEW
def test_the_step_limit_is_exact(numbers: list[int], data: st.DataObject) -> None:
    """With a limit of n, the first n steps have taken effect: here a number each."""
    limit = data.draw(st.integers(0, len(numbers)))
    text = f": t {' '.join(map(str, numbers))} ; t"
    error = stopped(forthgame.Machine(steps=limit), text)
    assert (error.number, error.stack) == (STEPS_REACHED, numbers[:limit])


PROGRAMS = [
    ": t 0 9 0 DO I + LOOP ; t .",
    ": f DUP 1 > IF DUP 1- RECURSE * ENDIF ; 6 f .",
    ": maker <BUILDS , DOES> @ 100 + ; 7 maker seven seven seven + .",
    "VARIABLE v : t BEGIN v ++ v @ 5 = UNTIL ; t v ?",
    ": t 5 0 DO I . LOOP ; ' t EXECUTE 1 2 + .",
]


@pytest.mark.parametrize("text", PROGRAMS)
def test_every_limit_stops_at_the_same_place(text: str) -> None:
    """Native code and interpreter stop at the same step, for any limit."""
    whole = forthgame.Machine().run(text)

    def attempt(limit: int, native: bool) -> tuple[object, ...]:
        machine = forthgame.Machine(steps=limit, native=native)
        try:
            return True, machine.run(text), machine.stack
        except forthgame.ScriptError as error:
            assert error.number == STEPS_REACHED  # noqa: PT017 (either end is right)
            done = machine.forth.processor.steps_done
            return False, error.output, error.stack, str(error.place), error.word, done

    stops = []
    while not (end := attempt(len(stops) + 1, native=True))[0]:
        stops.append(end)
        assert len(stops) < 200
    assert len(stops) > 5
    assert end == (True, whole, []) == attempt(len(stops) + 50, native=True)
    for limit in range(1, len(stops), 4):
        assert attempt(limit, native=False) == stops[limit - 1]
    assert all(whole.startswith(str(stop[1])) for stop in stops)
    steps = [int(str(stop[-1])) for stop in stops]
    assert all(after == before + 1 for before, after in pairwise(steps))


def test_a_machine_with_a_limit_goes_on() -> None:
    """Each run has the whole limit; a run that is stopped leaves the machine ready."""
    machine = forthgame.Machine(steps=500)
    machine.run(": endless BEGIN 1+ FALSE UNTIL ; : sum 0 100 0 DO I + LOOP ;")
    for _ in range(5):
        assert machine.run("sum .") == "4950 "  # more than 300 steps a time
        error = stopped(machine, "0 endless")
        assert (error.number, machine.stack) == (STEPS_REACHED, [])
        assert error.stack[0] > 100
    machine.steps = 5_000
    assert stopped(machine, "0 endless").stack[0] > 1_000
    machine.steps = 20
    assert stopped(machine, "sum").number == STEPS_REACHED
    machine.steps = None
    assert machine.run("sum sum + .") == "9900 "


def test_a_time_limit() -> None:
    """The clock stops an endless loop; the machine goes on."""
    machine = forthgame.Machine(seconds=0.1)
    assert "time limit" in stopped(machine, ": t BEGIN FALSE UNTIL ; t").message
    assert machine.run("1 2 + .") == "3 "


# ---- the return stack ----


def test_the_return_stack_inside_a_word() -> None:
    """>R, R@, R and R> within a word, beside a loop's items, and over the caller's return."""
    machine = forthgame.Machine()
    assert result(machine, ": t >R 1 R@ R R> ; 5 t") == [1, 5, 5, 5]
    assert result(machine, ": t 2 0 DO I >R 7 R> LOOP ; t") == [7, 0, 7, 1]
    assert result(machine, ": skip R> DROP ; : t 1 skip 2 ; : u t 3 ; u") == [1, 3]
    for text in (": t 1 >R ; t", ": t R> DROP 5 >R ; t"):
        assert "return stack" in stopped(machine, text).message


GAME = """
{board 3 3 {grid} board}
{directions 0 1 {direction} e directions}
{players {player} X {player} O players}
{turn-order {turn} X {turn} O turn-order}
: step %s e verify from here move add-move ;
{moves list {move} step moves}
{pieces {piece} man {moves} list pieces}
{board-setup {setup} X man a1 board-setup}
: OnIsGameOver %s #UnknownScore ;
"""
PLAY = """
import sys
import forthgame
for path, tier in zip(sys.argv[1::2], sys.argv[2::2]):
    print(path, tier, file=sys.stderr, flush=True)
    game = forthgame.load(path)
    if tier == "native":
        game.native.prepare(wait=True, engines=False)
    state = game.new_game(seed=1)
    for look in (lambda: state.moves(), lambda: state.outcome):
        try:
            look()
        except forthgame.ScriptError as error:
            print(error.message)
print("alive")
"""
BELOW = [
    "LEAVE",
    "1 LEAVE",
    "R> R> R> R> R> R> LEAVE FALSE verify",
    "R> R> DROP DROP 8 >R FALSE verify",
    "R> R> R> DROP DROP DROP 8 >R 8 >R FALSE verify",
    "R> R> R> R> R> R> R> R> 8 >R 8 >R 8 >R -1 >R 8 >R 8 >R 8 >R FALSE verify",
    "100 0 DO R> DROP LOOP",
]


@pytest.mark.slow
def test_a_frame_guards_what_lies_below_it(tmp_path: Path) -> None:
    """The engine's items on the return stack below an event or a move word cannot be reached."""
    looks: list[tuple[Path, str]] = []
    for number, text in enumerate(BELOW):
        event, move_word = tmp_path / f"event{number}.4th", tmp_path / f"move-word{number}.4th"
        event.write_text(GAME % ("", text))
        move_word.write_text(GAME % (text, ""))
        looks += [(event, "interpreted"), (event, "native"), (move_word, "interpreted")]
    found = subprocess.run(
        [sys.executable, "-c", PLAY, *(str(part) for look in looks for part in look)],
        capture_output=True, text=True, check=False, timeout=HANGS_AFTER, env=dict(os.environ),
        cwd=Path(forthgame.__file__).parent.parent,
    )  # fmt: skip
    assert found.returncode == 0, found.stderr
    assert found.stdout.split()[-1] == "alive"


def test_no_memory_for_a_machine_is_an_error_with_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system has no room for its block."""

    def full(size: int, flags: int) -> None:
        raise OSError(12, "Cannot allocate memory")

    monkeypatch.setattr("forthgame.base.memory_mapping.allocate", full)
    size = f"no room for a machine of {memory_layout.BLOCK_SIZE >> 20} MB"
    with pytest.raises(forthgame.ForthgameError, match=size):
        forthgame.Machine(native=False)


def test_places_of_one_line_share_its_text() -> None:
    """A line may be as long as the script, and have a place for each of its words."""
    source = Source("x", "one\ttwo three\nfour")
    one, two = source.place(0), source.place(4)
    assert one.text == "one two three"
    assert one.text is two.text
    assert source.place(14).text == "four"
