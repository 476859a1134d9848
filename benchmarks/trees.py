"""Counting move sequences: generating, applying and undoing moves; and whole commands."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from benchmarks.measuring import Peer, Prepare, Row, Run
from benchmarks.sides import HERE, c_program, command, process, timed_twice


def rows() -> list[Row]:
    """Counts by the engine and by a script's own word, then commands from start to end."""
    opening = "wizard d2 - d3; dwarf e2 - e3; troll f2 - f3"
    duel = ("autoplay", "splut/duel", "splut/random", "1", "--seed", "1", "--json")
    numba = process(sys.executable, "-c", "import numba", read=str)
    engine = Peer("Game.perft", perft("breakthrough", 5, True))
    return [
        Row("perft4", "256036", perft("breakthrough", 4, False), breakthrough_peers(4, 60)),
        Row("perft5-native", "6182818", perft("breakthrough", 5, True), breakthrough_peers(5)),
        Row("perft5-words", "6182818", perft_by_words, (engine, *breakthrough_peers(5))),
        Row("tictactoe9", "127872", perft("tictactoe", 9, False)),
        Row("tictactoe9-native", "127872", perft("tictactoe", 9, True)),
        Row(
            "load-splut",
            opening,
            command("moves", "splut", read=first_moves),
            (Peer("import numba", numba, 1.5, answer=""),),
        ),
        Row("duel", "duel 1, random 0", command(*duel, read=standing), optional=True),
    ]


def perft(name: str, depth: int, native: bool) -> Prepare:
    """`game.perft(depth)` of a bundled game."""

    def prepare(folder: Path) -> Run:
        import forthgame

        game = forthgame.load(name, native=native)
        return lambda: timed_twice(lambda: str(game.perft(depth)))

    return prepare


def perft_by_words(folder: Path) -> Run:
    """Count with a word of a script, which makes and takes back every move itself."""
    import forthgame

    game = forthgame.load(HERE / "words" / "breakthrough.4th")
    if game.native:
        game.native.prepare(wait=True, engines=False)

    def count() -> str:
        game.new_game(seed=1)
        return str(game.run_event("counting"))

    return lambda: timed_twice(count)


def breakthrough_peers(depth: int, bar: float | None = None) -> tuple[Peer, ...]:
    """Return three C programs that are written for breakthrough alone.

    The bar is for the one that does the same work: it generates every move, leaves included. The
    others only count at the last ply, one by a scan of the board and one by lists of men.
    """
    return (
        Peer("C, every move", c_program("breakthrough_moves", str(depth)), bar),
        Peer("C, leaves counted", c_program("breakthrough_scan", str(depth))),
        Peer("C, lists of men", c_program("breakthrough", str(depth))),
    )


def first_moves(output: str) -> str:
    """The moves that `forthgame moves` lists."""
    return "; ".join(output.splitlines())


def standing(output: str) -> str:
    """Return how often each player won, from the JSON document of `forthgame autoplay`."""
    entrants = json.loads(output)["entrants"]
    return ", ".join(f"{entrant['name']} {entrant['wins']}" for entrant in entrants)
