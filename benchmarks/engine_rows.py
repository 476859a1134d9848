"""Rows about whole games: perft by words, random play, a script's engine, search, compiling."""

from __future__ import annotations

import os
import random
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from large_script import large_script
from measuring import FailureError, NotInstalledError, Peer, Prepare, Row, Run, Sample
from sides import HERE, perft, timed

PLAYOUTS = {"breakthrough": 400, "connectfour": 800, "tictactoe": 4000, "splut": 100}
SPIEL = {"breakthrough": "breakthrough", "connectfour": "connect_four", "tictactoe": "tic_tac_toe"}
DUEL_DEPTH, DUEL_PLIES = 5, 40


def engine_rows() -> Iterable[Row]:
    """All of them."""
    for name, games in PLAYOUTS.items():
        peers = [Peer("interpreter", playouts(name, games, False), 1 / 6)]
        if name in SPIEL:
            peers.append(Peer("OpenSpiel", open_spiel(name, games), 1 / 3))
        yield Row(f"playouts-{name}", str(games), playouts(name, games, True), tuple(peers))
    moves = "played"
    yield Row("duel-move", moves, duel(True), (Peer("interpreter", duel(False), 1 / 6),))
    yield Row(
        "negamax-2M-nodes",
        "2000000",
        negamax(2_000_000),
        (Peer("perft(5), 6.2 M leaves", perft("breakthrough", 5, True), answer="6182818"),),
    )
    for kind, load in (("splut", splut), ("large", large)):
        yield Row(f"compile-{kind}", "compiled", compiled(load, cold=True),
                  (Peer("loading, interpreted", loaded(load)),
                   Peer("from the cache", compiled(load, cold=False))))  # fmt: skip


def perft_by_words() -> Prepare:
    """The same count by a word of a script."""

    def prepare(folder: Path) -> Run:
        import forthgame

        game = forthgame.load(HERE / "words" / "breakthrough-perft.4th")
        prepare_native(game)
        state = game.new_game(seed=1)

        def count() -> str:
            state.moves()
            state._enter()
            return str(game.run_event("count-five"))

        return lambda: timed(count)

    return prepare


def prepare_native(game: Any) -> None:
    """Have the machine code of a game ready."""
    if game.native is not None:
        game.native.prepare(wait=True)


def playouts(name: str, games: int, native: bool) -> Prepare:
    """Random games inside the engine."""

    def prepare(folder: Path) -> Run:
        import forthgame

        game = forthgame.load(name, native=native)
        prepare_native(game)

        def play() -> str:
            played = game.playouts(games, seed=1)
            return str(played.games - played.unfinished)

        return lambda: timed(play)

    return prepare


def open_spiel(name: str, games: int) -> Prepare:
    """The same number of random games of OpenSpiel, driven from Python."""

    def prepare(folder: Path) -> Run:
        try:
            import pyspiel
        except ImportError:
            raise NotInstalledError("needs open_spiel, which is not installed: left out") from None
        game = pyspiel.load_game(SPIEL[name])
        choice = random.Random(1).choice

        def play() -> str:
            for _ in range(games):
                state = game.new_initial_state()
                while not state.is_terminal():
                    state.apply_action(choice(state.legal_actions()))
            return str(games)

        return lambda: timed(play)

    return prepare


def duel(native: bool) -> Prepare:
    """Forty moves of Duel's own engine; all sides must choose the same ones."""

    def prepare(folder: Path) -> Run:
        import forthgame
        from forthgame.source import shipped

        place = folder / f"duel-{native}"
        if not place.exists():
            shutil.copytree(shipped("games") / "splut", place)
        script = place / "deep.4th"
        script.write_text(f"LOAD duel.4th\n{DUEL_DEPTH} MaxDepth !\n", encoding="utf-8")
        game = forthgame.load(script, native=native)
        prepare_native(game)

        def play() -> Sample:
            state, seconds, moves = game.new_game(seed=1), 0.0, []
            for _ in range(DUEL_PLIES):
                started = time.perf_counter()
                move = state.search(time=None).move
                seconds += time.perf_counter() - started
                moves.append(str(move))
                state.play(move)
            ALL_MOVES.append(tuple(moves))
            same = len(set(ALL_MOVES)) == 1
            return Sample("played" if same else "the tiers differ", seconds / DUEL_PLIES)

        return play

    return prepare


ALL_MOVES: list[tuple[str, ...]] = []


def negamax(nodes: int) -> Prepare:
    """A search of breakthrough that sees so many positions, with everything on."""

    def prepare(folder: Path) -> Run:
        import forthgame

        game = forthgame.load("breakthrough")
        prepare_native(game)
        state = game.new_game(seed=1)
        return lambda: timed(lambda: str(state.search("negamax", nodes=nodes).nodes))

    return prepare


# -- compiling ----------------------------------------------------------------------------------


def splut(folder: Path) -> Path:
    """The script of Splut!."""
    from forthgame.source import shipped

    return shipped("games") / "splut" / "splut.4th"


def large(folder: Path) -> Path:
    """A script of 4 000 lines."""
    path = folder / "large.4th"
    path.write_text(large_script(), encoding="utf-8")
    return path


@contextmanager
def own_cache(keep_words: bool, folder: Path) -> Any:
    """A cache folder that holds the primitives, and words only if they are to be kept."""
    from forthgame.vm import cache

    before = cache.folder()
    place = folder / "cache"
    if not place.exists():
        place.mkdir()
        for file in before.iterdir():
            if file.name.startswith(("primitives-", "interpreter-")):
                shutil.copy(file, place)
    if not keep_words:
        for file in place.glob("words-*"):
            file.unlink()
    kept = os.environ.get("FORTHGAME_CACHE")
    os.environ["FORTHGAME_CACHE"] = str(place)
    try:
        yield
    finally:
        if kept is None:
            del os.environ["FORTHGAME_CACHE"]
        else:
            os.environ["FORTHGAME_CACHE"] = kept


def compiled(load: Callable[[Path], Path], cold: bool) -> Prepare:
    """Load a script and have its machine code, made anew or from the cache."""

    def prepare(folder: Path) -> Run:
        import forthgame

        place = Path(tempfile.mkdtemp(dir=folder))
        path = load(place)

        def run() -> Sample:
            with own_cache(not cold, place):
                started = time.perf_counter()
                game = forthgame.load(path)
                prepare_native(game)
                seconds = time.perf_counter() - started
            if game.native is None or game.native.refused:
                raise FailureError(f"words fell back: {game.native and game.native.refused}")
            return Sample("compiled", seconds)

        return run

    return prepare


def loaded(load: Callable[[Path], Path]) -> Prepare:
    """Only load it."""

    def prepare(folder: Path) -> Run:
        import forthgame

        path = load(Path(tempfile.mkdtemp(dir=folder)))

        def run() -> str:
            forthgame.load(path, native=False)
            return "compiled"

        return lambda: timed(run)

    return prepare
