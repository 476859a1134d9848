"""Measure small programs: the cost of a word, a loop and a memory access."""

from __future__ import annotations

from collections.abc import Iterable

from benchmarks.measuring import Peer, Row
from benchmarks.sides import c_program, gforth, words

PROGRAMS = {
    "fib": "2178309",
    "sieve": "379800",
    "sort": "16103349",
    "loops": "6144",
    "matrix": "12566279",
    "scan": "9740",
}
GFORTH_BARS = {"fib": 1.2}  # for the interpreter


def rows() -> list[Row]:
    """Return rows: each program in the interpreter, then in machine code, then the long
    recursion.
    """
    fib35 = (Peer("C", c_program("fib", "35")), Peer("gforth-fast", gforth("fib35")))
    return [
        *program_rows(native=False),
        *program_rows(native=True),
        Row("fib35-native", "9227465", words("fib35", native=True), fib35),
    ]


def program_rows(native: bool) -> Iterable[Row]:
    """A row for each of the small programs."""
    for name, answer in PROGRAMS.items():
        bar = None if native else GFORTH_BARS.get(name)
        peers = (Peer("gforth-fast", gforth(name), bar), Peer("C", c_program(name)))
        shown = "fib32" if name == "fib" else name
        yield Row(shown + "-native" * native, answer, words(name, native), peers)
