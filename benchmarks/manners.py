"""Compare three ways of writing one game with each other, and with a C program for the game.

Variant a has small helpers with tables of tokens, arrays and deferred words; b has everything
copied out by hand; c follows the cookbook. Rules, counts and random games of the three are equal.
"""

from __future__ import annotations

from dataclasses import replace

from benchmarks.measuring import Peer, Row
from benchmarks.untuned import ALIKE, Chances, Count, Subject, peer_in_c, random_games

MANNERS = ("a", "b", "c")
GAMES = (
    Subject(
        "hasami",
        200,
        None,
        Chances(30_000, 199.997, 0.258, 0.00010, 0.99983),
        Count(3, 254_219, None),
    ),
    Subject(
        "pente",
        2000,
        None,
        Chances(100_000, 90.082, 20.400, 0.50938, 0.00000),
        Count(2, 28_392, None),
    ),
    Subject(
        "konane",
        3000,
        None,
        Chances(200_000, 46.955, 3.249, 0.49093, 0.00000),
        Count(5, 892, None),
    ),
    Subject(
        "reversi",
        3000,
        None,
        Chances(200_000, 32.504, 0.906, 0.43449, 0.05613),
        Count(6, 7_604, None),
    ),
    Subject(
        "jungle",
        800,
        None,
        Chances(60_000, 195.144, 18.068, 0.05277, 0.89597),
        Count(3, 12_240, None),
    ),
    Subject(
        "onitama",
        3000,
        None,
        Chances(300_000, 27.763, 18.979, 0.50224, 0.00000),
        Count(4, 19_052, None),
    ),
    Subject(
        "six",
        2000,
        None,
        Chances(100_000, 90.265, 16.875, 0.50658, 0.02097),
        Count(2, 14_520, None),
    ),
    Subject(
        "dameo",
        2000,
        None,
        Chances(100_000, 44.427, 22.030, 0.49298, 0.00000),
        Count(3, 135_930, None),
    ),
)


def rows() -> list[Row]:
    """A ply of random games in each manner, beside the C program and the manner of the cookbook."""
    found = []
    for game in GAMES:
        cookbook = Peer("c", random_games(in_manner(game, "c")), None, ALIKE)
        for manner in MANNERS:
            subject = in_manner(game, manner)
            peers = (peer_in_c(subject),) if manner == "c" else (peer_in_c(subject), cookbook)
            name = f"manner-{game.name}-{manner}"
            found.append(Row(name, ALIKE, random_games(subject), peers, unit="plies"))
    return found


def in_manner(game: Subject, manner: str) -> Subject:
    """Return a game in one manner."""
    return replace(game, script=f"scripts/phrasings/{game.name}-{manner}.4th")
