"""Random games of the first four games, by both tiers, by C, by OpenSpiel driven from Python."""

from __future__ import annotations

import random
import statistics
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from benchmarks.measuring import NotInstalledError, Peer, Prepare, Row, Run, Sample
from benchmarks.sides import timed_by_processor
from benchmarks.untuned import SUBJECTS as PEERS, peer_in_c

SEED = 1
STANDARD_ERRORS = 5.0  # by which mean lengths of games may differ


@dataclass(frozen=True)
class Subject:
    """A game: how many to play, the interpreter's result for the seed, its name in OpenSpiel."""

    name: str
    games: int
    answer: str
    theirs: str = ""
    their_games: int = 0


BREAKTHROUGH = "64369 plies: 495 loss White, 505 loss Black"
CONNECT_FOUR = "42555 plies: 897 loss Yellow, 6 draw Yellow, 1097 loss Red"
TIC_TAC_TOE = "37931 plies: 1491 loss X, 2897 loss O, 612 draw O"
SPLUT = (
    "85370 plies: 13 win South, 13 loss South, 11 win West, 19 loss West, "
    "9 win North, 11 loss North, 11 win East, 13 loss East"
)
SUBJECTS = (
    Subject("breakthrough", 1000, BREAKTHROUGH, "breakthrough", 200),
    Subject("connectfour", 2000, CONNECT_FOUR, "connect_four", 500),
    Subject("tictactoe", 5000, TIC_TAC_TOE, "tic_tac_toe", 1000),
    Subject("splut", 100, SPLUT),
)
LIKEWISE = "lengths as ours"


def rows() -> list[Row]:
    """A row for each game; the times are of one ply."""
    return [
        Row(
            f"playouts-{subject.name}",
            subject.answer,
            ours(subject, native=True),
            peers(subject),
            unit="plies",
        )
        for subject in SUBJECTS
    ]


def peers(subject: Subject) -> tuple[Peer, ...]:
    """Return the interpreter, and C and OpenSpiel if they have the game."""
    found = [Peer("interpreted", ours(subject, native=False))]
    found += [peer_in_c(other) for other in PEERS if other.name == subject.name]
    if subject.theirs:
        found.append(Peer("OpenSpiel", open_spiel(subject), answer=LIKEWISE))
    return tuple(found)


def ours(subject: Subject, native: bool) -> Prepare:
    """Time `game.playouts`: its plies and results are determined by the seed."""

    def prepare(folder: Path) -> Run:
        import forthgame

        game = forthgame.load(subject.name, native=native)
        if game.native:
            game.native.prepare(wait=True, engines=False)

        def play() -> str:
            played = game.playouts(subject.games, seed=SEED)
            said = [
                f"{count} {result} {player}"
                for player, results in played.results.items()
                for result, count in results.items()
                if count
            ]
            return f"{played.plies} plies: {', '.join(said)}"

        return lambda: a_ply(timed_by_processor(play), int(subject.answer.split()[0]))

    return prepare


def open_spiel(subject: Subject) -> Prepare:
    """The loop that OpenSpiel's own examples have: legal actions, one of them, apply it.

    Other random numbers give other games, so it is the mean length that is checked: it may differ
    from that of ours by five standard errors.
    """

    def prepare(folder: Path) -> Run:
        try:
            pyspiel = import_module("pyspiel")
        except ImportError:
            raise NotInstalledError("needs open_spiel, which is not installed: left out") from None
        game = pyspiel.load_game(subject.theirs)
        generator = random.Random(SEED)
        lengths: list[int] = []

        def play() -> str:
            lengths.clear()
            for _ in range(subject.their_games):
                state = game.new_initial_state()
                plies = 0
                while not state.is_terminal():
                    state.apply_action(generator.choice(state.legal_actions()))
                    plies += 1
                lengths.append(plies)
            return ""

        def run() -> Sample:
            seconds = timed_by_processor(play).seconds
            expected = int(subject.answer.split()[0]) / subject.games
            return a_ply(Sample(compared(lengths, expected), seconds), sum(lengths))

        return run

    return prepare


def compared(lengths: list[int], expected: float) -> str:
    """Whether games are as long as expected, on average."""
    mean = statistics.fmean(lengths)
    error = statistics.stdev(lengths) / len(lengths) ** 0.5
    alike = abs(mean - expected) <= STANDARD_ERRORS * error
    return LIKEWISE if alike else f"{mean:.2f} plies a game where ours have {expected:.2f}"


def a_ply(sample: Sample, plies: int) -> Sample:
    """The time of one ply."""
    return Sample(sample.answer, sample.seconds / plies)
