"""Compare random games and perft with C programs for one game each, on games not used for tuning.

The C programs (`c/games`) are first versions by a good programmer: a mailbox and a list of all
moves at every position. Bars are shares of their speed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.measuring import FailureError, Peer, Prepare, Row, Run, Sample
from benchmarks.sides import HERE, built, output_of, reported, timed_by_processor

if TYPE_CHECKING:
    from forthgame import Game
    from forthgame.position.position_record import Playouts

SEED = 1
FLAGS = ("-O2", "-march=native")
STANDARD_ERRORS = 3.0  # by which lengths and results of random games may differ
ELSEWHERE = ("tictactoe", "connectfour", "breakthrough")
ALIKE = "lengths and results as expected"


@dataclass(frozen=True)
class Chances:
    """Expected random games: their length, and the shares of wins of the first player and of draws.

    They come from so many `games` of the C program.
    """

    games: int
    length: float
    deviation: float
    first: float
    draw: float


@dataclass(frozen=True)
class Count:
    """A perft: its depth, its count, and the share of the C program's speed to reach."""

    depth: int
    leaves: int
    share: float | None


@dataclass(frozen=True)
class Subject:
    """A game by the name of its C program, with games for ours to play and the share to reach."""

    name: str
    games: int
    share: float | None
    chances: Chances
    count: Count
    script: str = ""  # name to load, if it differs

    @property
    def their_games(self) -> int:
        """The C program's, which is quicker; as few games would be over too soon to be timed."""
        return 3 * self.games

    def load(self) -> Game:
        """Our game, with the machine code ready that games need."""
        import forthgame

        script = self.script or self.name
        game = forthgame.load(HERE / script if script.endswith(".4th") else script)
        if game.native:
            game.native.prepare(wait=True, engines=False)
        return game


SUBJECTS = (
    Subject(
        "tictactoe",
        40000,
        0.6,
        Chances(2_000_000, 7.625, 1.299, 0.58482, 0.12686),
        Count(9, 127_872, None),
    ),
    Subject(
        "connectfour",
        15000,
        0.35,
        Chances(2_000_000, 21.312, 7.374, 0.55529, 0.00252),
        Count(8, 5_673_234, 0.25),
    ),
    Subject(
        "breakthrough",
        6000,
        0.61,
        Chances(2_000_000, 64.098, 16.070, 0.50946, 0.0),
        Count(5, 6_182_818, 0.4),
    ),
    Subject(
        "knightthrough",
        8000,
        0.79,
        Chances(2_000_000, 33.640, 11.726, 0.51678, 0.0),
        Count(4, 2_521_306, 0.4),
    ),
    Subject(
        "clobber",
        15000,
        0.6,
        Chances(2_000_000, 18.956, 1.751, 0.50070, 0.0),
        Count(4, 2_630_382, 0.45),
    ),
    Subject(
        "othello",
        800,
        0.5,
        Chances(300_000, 60.415, 1.258, 0.45610, 0.04192),
        Count(7, 55_092, 0.4),
    ),
    Subject(
        "hex",
        1500,
        0.64,
        Chances(500_000, 107.499, 10.697, 0.52296, 0.0),
        Count(3, 1_727_880, 0.25),
    ),
    Subject(
        "gomoku",
        1000,
        0.38,
        Chances(500_000, 109.000, 24.855, 0.50947, 0.0),
        Count(3, 11_239_200, 0.25),
    ),
    Subject(
        "amazons",
        100,
        None,
        Chances(40_000, 71.442, 5.768, 0.50062, 0.0),
        Count(2, 4_307_152, None),
    ),
    Subject(
        "amazons_plies",
        1500,
        0.5,
        Chances(500_000, 136.341, 13.506, 0.50019, 0.0),
        Count(4, 4_307_152, 0.25),
        "scripts/amazons_plies.4th",
    ),
    Subject(
        "morris",
        1500,
        0.55,
        Chances(500_000, 80.452, 39.743, 0.51078, 0.03479),
        Count(5, 5_140_800, 0.35),
    ),
    Subject(
        "english-draughts",
        3000,
        0.7,
        Chances(1_000_000, 70.603, 34.581, 0.49039, 0.00532),
        Count(8, 845_931, 0.6),
        "draughts/english",
    ),
)


def rows() -> list[Row]:
    """Playouts, a ply of which is timed, and perft, a leaf of which is.

    The playouts of the games that come first are rows of playouts.py, which has other peers too.
    """
    played = [each for each in SUBJECTS if each.name not in ELSEWHERE]
    return [*(playouts(each) for each in played), *(perft(each) for each in SUBJECTS)]


def playouts(subject: Subject) -> Row:
    """Random games from the set-up to the end."""
    name, peers = f"playouts-{subject.name}", (peer_in_c(subject),)
    return Row(name, ALIKE, random_games(subject), peers, unit="plies")


def peer_in_c(subject: Subject) -> Peer:
    """Random games by the C program, and the bar for ours."""
    return Peer("C", random_games_in_c(subject), times(subject.share), ALIKE)


def perft(subject: Subject) -> Row:
    """All moves of every position generated, those of the last ply too."""
    count = subject.count
    peers = (Peer("C", leaves_in_c(subject), times(count.share)),)
    return Row(f"perft-{subject.name}", str(count.leaves), leaves(subject), peers, unit="leaves")


def times(share: float | None) -> float | None:
    """Return how many times as long ours may take to reach that share of the peer's speed."""
    return None if share is None else round(1 / share, 2)


# -- ours ---------------------------------------------------------------------------------------


def random_games(subject: Subject) -> Prepare:
    """`game.playouts` in machine code: a ply."""

    def prepare(folder: Path) -> Run:
        game = subject.load()
        played: list[Playouts] = []

        def play() -> str:
            played[:] = [game.playouts(subject.games, seed=SEED)]
            return ""

        def run() -> Sample:
            seconds = timed_by_processor(play).seconds
            if played[0].unfinished:
                raise FailureError(f"{played[0].unfinished} games came to no end")
            return judged(subject, ending(played[0]), played[0].plies, seconds)

        return run

    return prepare


def leaves(subject: Subject) -> Prepare:
    """`game.perft`: a leaf."""

    def prepare(folder: Path) -> Run:
        game = subject.load()

        def run() -> Sample:
            return a_leaf(timed_by_processor(lambda: str(game.perft(subject.count.depth))))

        return run

    return prepare


def ending(played: Playouts) -> tuple[int, int, int]:
    """Return the numbers of games won by the first player, won by the other, and drawn.

    In games that always end at the turn of one player, only this player has results: they are
    drawn.
    """
    none = {"win": 0, "loss": 0, "draw": 0}
    first, second, *_ = [*played.results.values(), none]
    draws = first["draw"] + second["draw"]
    return first["win"] + second["loss"], first["loss"] + second["win"], draws


# -- the C programs -----------------------------------------------------------------------------


def random_games_in_c(subject: Subject) -> Prepare:
    """Play random games by the C program, which has other random numbers."""

    def prepare(folder: Path) -> Run:
        program = built(folder, f"games/{subject.name}", *FLAGS)

        def run() -> Sample:
            printed = output_of(program, "playouts", str(subject.their_games)).split()
            if len(printed) != 6:
                raise FailureError(f"printed what cannot be read: {' '.join(printed)[:60]!r}")
            plies, _, first, second, draws = map(int, printed[:-1])
            return judged(subject, (first, second, draws), plies, float(printed[-1]) * 1e-6)

        return run

    return prepare


def leaves_in_c(subject: Subject) -> Prepare:
    """Count the same leaves by the C program."""

    def prepare(folder: Path) -> Run:
        program = built(folder, f"games/{subject.name}", *FLAGS)
        depth = str(subject.count.depth)
        return lambda: a_leaf(reported(output_of(program, "perft", depth)))

    return prepare


# -- answers ------------------------------------------------------------------------------------


def a_leaf(sample: Sample) -> Sample:
    """The time of one leaf; the answer is how many there are."""
    return Sample(sample.answer, sample.seconds / int(sample.answer))


def judged(subject: Subject, ends: tuple[int, int, int], plies: int, seconds: float) -> Sample:
    """Return the time of a ply; the answer is whether lengths and results are as expected."""
    differing = list(differences(subject.chances, ends, plies))
    return Sample("; ".join(differing) or ALIKE, seconds / plies)


def differences(chances: Chances, ends: tuple[int, int, int], plies: int) -> Iterator[str]:
    """Return the deviations of more than three standard errors."""
    games = sum(ends)
    first, _, draws = ends
    for what, seen, expected, deviation in (
        ("plies a game", plies / games, chances.length, chances.deviation),
        ("won by the first player", first / games, chances.first, of_share(chances.first)),
        ("drawn", draws / games, chances.draw, of_share(chances.draw)),
    ):
        error = deviation * sqrt(1 / games + 1 / chances.games)
        if abs(seen - expected) > STANDARD_ERRORS * error:
            yield f"{seen:.4f} {what}, not {expected:.4f}"


def of_share(share: float) -> float:
    """Return the standard deviation of an indicator that is 1 in the given share of games."""
    return sqrt(share * (1 - share))
