"""Measure the cost of rules that need the words beyond Axiom, with OpenSpiel beside them."""

from __future__ import annotations

import random
import shutil
import tempfile
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from benchmarks.measuring import NotInstalledError, Peer, Prepare, Row, Run, Sample
from benchmarks.sides import timed, timed_by_processor
from benchmarks.untuned import SUBJECTS, leaves_in_c

SEED = 1
GAMES, PLIES = 300, 120  # random games, cut at a length that nearly all reach
THEIR_GAMES = 12
DEPTH = 5
IN_C = 281  # million leaves a second of the C program for breakthrough where ours were 80
RULE = ": OnIsLegal? ( -- ? )    king-cell @ attacked? NOT ;"
MATE = "stalemate? IF in-check? IF current-player loses ENDIF ENDIF"
TAKEN = "king-cell @ friend-at? NOT IF current-player loses ENDIF"
Changes = tuple[tuple[str, str, str], ...]  # a file of the game, a text in it, and its replacement
NO_RULE: Changes = (("rules.4th", RULE, ""), ("rules.4th", MATE, TAKEN))


def rows() -> list[Row]:
    """The times are of one ply, one node, one leaf."""
    return [
        Row(
            "random-chess",
            "",
            random_games("chess"),
            (
                Peer("without check", random_games("chess", NO_RULE), 2.0),
                Peer("OpenSpiel", open_spiel("chess"), 0.5),
            ),
            unit="plies",
        ),
        Row(
            "search-chess",
            "",
            search("chess"),
            (Peer("taking kings", search("chess", NO_RULE), 2.0),),
            unit="nodes",
        ),
        Row("perft-chess", "4865609", leaves("chess", 5), (leaf_in_c(8),), unit="leaves"),
        Row("perft-draughts", "6483961", leaves("draughts", 8), (leaf_in_c(4),), unit="leaves"),
        Row("perft-shogi", "719731", leaves("shogi", 4), (leaf_in_c(3),), unit="leaves"),
    ]


def leaf_in_c(millions: float) -> Peer:
    """Time a leaf of the C program for breakthrough, with a bar for ours.

    The bars are millions of leaves a second on a machine that counted 80 million of breakthrough
    word by word. Since 64 positions are counted at a time it counts 225 million instead of 81, so
    the C program, which counts 1.25 times as many as those 81, is the reference.
    """
    (subject,) = (each for each in SUBJECTS if each.name == "breakthrough")
    count = str(subject.count.leaves)
    return Peer("C, breakthrough", leaves_in_c(subject), round(IN_C / millions, 1), answer=count)


def changed(name: str, folder: Path, changes: Changes) -> Path:
    """A copy of a bundled game in which some texts are others."""
    from forthgame.base.source import package_path

    copied = Path(tempfile.mkdtemp(dir=folder)) / name
    shutil.copytree(package_path("games") / name, copied)
    for file, old, new in changes:
        text = (copied / file).read_text()
        if text.count(old) != 1:
            raise ValueError(f"{old!r} is not once in {name}/{file}")
        (copied / file).write_text(text.replace(old, new))
    return copied / f"{name}.4th"


def each(sample: Sample, count: int) -> Sample:
    """Return the time of one of so many; their number is not part of the answer."""
    return Sample("", sample.seconds / count)


def random_games(name: str, changes: Changes = ()) -> Prepare:
    """Random games in machine code."""

    def prepare(folder: Path) -> Run:
        import forthgame

        game = forthgame.load(changed(name, folder, changes) if changes else name)
        if game.native:
            game.native.prepare(wait=True, engines=False)
        plies: list[int] = []

        def play() -> str:
            plies[:] = [game.playouts(GAMES, seed=SEED, plies=PLIES).plies]
            return ""

        return lambda: each(timed(play), plies[0])

    return prepare


def search(name: str, changes: Changes = ()) -> Prepare:
    """Alpha-beta to a fixed depth from the set-up."""

    def prepare(folder: Path) -> Run:
        import forthgame

        game = forthgame.load(changed(name, folder, changes) if changes else name)
        if game.native:
            game.native.prepare(wait=True)
        state = game.new_game(seed=SEED)
        nodes: list[int] = []

        def think() -> str:
            nodes[:] = [state.search("negamax", depth=DEPTH).nodes]
            return ""

        return lambda: each(timed(think), nodes[0])

    return prepare


def leaves(name: str, depth: int) -> Prepare:
    """`game.perft(depth)`: the time of a leaf."""

    def prepare(folder: Path) -> Run:
        import forthgame

        game = forthgame.load(name)
        if game.native:
            game.native.prepare(wait=True, engines=False)

        def run() -> Sample:
            sample = timed_by_processor(lambda: str(game.perft(depth)))
            return Sample(sample.answer, sample.seconds / int(sample.answer))

        return run

    return prepare


def open_spiel(theirs: str) -> Prepare:
    """Random games as OpenSpiel's own examples play them from Python."""

    def prepare(folder: Path) -> Run:
        try:
            pyspiel = import_module("pyspiel")
        except ImportError:
            raise NotInstalledError("needs open_spiel, which is not installed: left out") from None
        game = pyspiel.load_game(theirs)
        choose: Callable[[list[int]], int] = random.Random(SEED).choice
        plies: list[int] = []

        def play() -> str:
            plies[:] = [0]
            for _ in range(THEIR_GAMES):
                state = game.new_initial_state()
                played = 0
                while not state.is_terminal() and played < PLIES:
                    state.apply_action(choose(state.legal_actions()))
                    played += 1
                plies[0] += played
            return ""

        return lambda: each(timed(play), plies[0])

    return prepare
