"""Searches: a script's own engine move by move, and the built-in one by nodes."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

from benchmarks.measuring import FailureError, Peer, Prepare, Row, Run, Sample
from benchmarks.sides import timed
from benchmarks.trees import perft

PLIES = 40
MAX_DEPTH = 5
DUEL = "37bf9218faedb7ba"  # a digest of the moves, as the interpreter plays them with seed 1
SECONDS = 2.0
LEAVES = 6182818  # of five plies of breakthrough


def rows() -> list[Row]:
    """The row of the script's engine, then the one of the built-in search."""
    return [
        Row("duel-move", DUEL, duel(native=True), (Peer("interpreted", duel(native=False)),)),
        Row(
            "negamax-nodes",
            "a legal move",
            negamax,
            (Peer("perft(5), leaves", leaves, answer=str(LEAVES)),),
            unit="nodes",
        ),
    ]


def duel(native: bool) -> Prepare:
    """Splut's duel with a deeper search than the bundled script: the mean time of a move."""

    def prepare(folder: Path) -> Run:
        import forthgame
        from forthgame.base.source import package_path

        own = folder / ("duel-native" if native else "duel-interpreted")
        shutil.copytree(package_path("games", "splut"), own)
        script = own / "deeper.4th"
        script.write_text(f"LOAD duel.4th\n{MAX_DEPTH} MaxDepth !\n", "utf-8")
        game = forthgame.load(script, native=native)
        if game.native:
            game.native.prepare(wait=True)

        def play() -> str:
            state = game.new_game(seed=1)
            for _ in range(PLIES):
                state.play(state.search(time=None).move)
            return hashlib.sha256("\n".join(state.history).encode()).hexdigest()[:16]

        def run() -> Sample:
            sample = timed(play)
            return Sample(sample.answer, sample.seconds / PLIES)

        return run

    return prepare


def negamax(folder: Path) -> Run:
    """Alpha-beta on breakthrough for two seconds: the time of one node."""
    import forthgame

    game = forthgame.load("breakthrough")
    if game.native:
        game.native.prepare(wait=True)

    def run() -> Sample:
        state = game.new_game(seed=1)
        found = state.search("negamax", time=SECONDS)
        if found.nodes < 1:
            raise FailureError("searched no node")
        legal = found.move.text in [move.text for move in state.moves()]
        return Sample("a legal move" if legal else found.move.text, found.seconds / found.nodes)

    return run


def leaves(folder: Path) -> Run:
    """The count of five plies by the same engine: the time of one leaf."""
    counted = perft("breakthrough", 5, native=True)(folder)

    def run() -> Sample:
        sample = counted()
        return Sample(sample.answer, sample.seconds / LEAVES)

    return run
