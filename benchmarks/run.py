"""The project's benchmarks, as ratios against what is installed to compare with.

    python benchmarks/run.py [names...] [--json]        or: forthgame bench [names...] [--json]

README.md beside this file tells what each row measures and how to read it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from fnmatch import fnmatchcase
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from engine_rows import engine_rows, perft_by_words
from measuring import FEWEST_ROUNDS, Peer, Row, results
from reporting import document, print_table
from sides import c_program, command, first_moves, gforth, perft, process, standing, words

HERE = Path(__file__).resolve().parent
PROGRAMS = {
    "fib": "2178309",
    "sieve": "379800",
    "sort": "16103349",
    "loops": "6144",
    "matrix": "12566279",
    "scan": "9740",
}
FIB35_PEERS = (
    Peer("gforth-fast", gforth("fib35"), 0.2),
    Peer("C", c_program("fib", "35"), 3.5),
)
GFORTH_BARS = {"fib": 1.2}  # for the interpreter


def program_rows(native: bool) -> Iterable[Row]:
    """A row for each of the small programs."""
    for name, answer in PROGRAMS.items():
        bar = None if native else GFORTH_BARS.get(name)
        native_bars = (0.125, 1.5) if native and name != "fib" else (bar, None)
        peers = (
            Peer("gforth-fast", gforth(name), native_bars[0]),
            Peer("C", c_program(name), native_bars[1]),
        )
        shown = "fib32" if name == "fib" else name
        yield Row(shown + "-native" * native, answer, words(name, native), peers)


def breakthrough_peers(depth: int, bar: float | None = None) -> tuple[Peer, ...]:
    """Three C programs that know nothing but breakthrough.

    The bar is for the one that does the same work: it generates every move, leaves included. The
    others only count at the last ply, one by a scan of the board and one by lists of men.
    """
    return (
        Peer("C, every move", c_program("breakthrough_moves", str(depth)), bar),
        Peer("C, leaves counted", c_program("breakthrough_scan", str(depth))),
        Peer("C, lists of men", c_program("breakthrough", str(depth))),
    )


def rows() -> list[Row]:
    """All benchmarks, in the order they are run in."""
    opening = "wizard d2 - d3; dwarf e2 - e3; troll f2 - f3"
    duel = ("autoplay", "splut/duel", "splut/random", "1", "--seed", "1", "--json")
    numba = process(sys.executable, "-c", "import numba", read=str)
    return [
        Row("perft4", "256036", perft("breakthrough", 4, False), breakthrough_peers(4, 60)),
        Row("perft5-native", "6182818", perft("breakthrough", 5, True), breakthrough_peers(5, 5)),
        Row("perft5-words", "6182818", perft_by_words(), breakthrough_peers(5, 6)),
        *program_rows(native=False),
        *program_rows(native=True),
        Row("fib35-native", "9227465", words("fib35", True), FIB35_PEERS),
        Row("tictactoe9", "127872", perft("tictactoe", 9, False)),
        Row("tictactoe9-native", "127872", perft("tictactoe", 9, True)),
        Row(
            "load-splut",
            opening,
            command("moves", "splut", read=first_moves),
            (Peer("import numba", numba, 1.5, answer=""),),
        ),
        Row("duel", "duel 1, random 0", command(*duel, read=standing), optional=True),
        *engine_rows(),
    ]


def at_least_five(text: str) -> int:
    """The number of rounds, from the command line."""
    number = int(text)
    if number < FEWEST_ROUNDS:
        raise argparse.ArgumentTypeError(f"medians need at least {FEWEST_ROUNDS} rounds")
    return number


def parser(known: list[str]) -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser(
        prog="forthgame bench", description="The project's benchmarks, as ratios."
    )
    made.add_argument(
        "names", nargs="*", help=f"rows to run, all by default; * matches: {', '.join(known)}"
    )
    made.add_argument("--json", action="store_true", help="one JSON document on stdout")
    made.add_argument(
        "--rounds", type=at_least_five, default=FEWEST_ROUNDS, metavar="N", help="5 by default"
    )
    return made


def main(argv: list[str] | None = None) -> int:
    """Run the rows named, or all; give 1 if something broke off or gave a wrong answer."""
    known = rows()
    options = parser([row.name for row in known])
    chosen = options.parse_args(argv)
    for name in chosen.names:
        if not any(fnmatchcase(row.name, name) for row in known):
            options.error(f"there is no benchmark {name!r}")
    patterns = chosen.names or ["*"]
    wanted = [row for row in known if any(fnmatchcase(row.name, name) for name in patterns)]
    measured = list(results(wanted, chosen.rounds))
    if chosen.json:
        print(json.dumps(document(measured, chosen.rounds), indent=2))
    else:
        print_table(measured, chosen.rounds)
    return 1 if any(result.failed for result in measured) else 0


if __name__ == "__main__":
    if (HERE.parent / "forthgame" / "__init__.py").is_file():  # a checkout: measure this one
        sys.path.insert(0, str(HERE.parent))
    sys.exit(main())
