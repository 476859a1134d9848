"""The schedule of a tournament: meetings, seats and openings, as pure functions of numbers.

A tournament is a sequence of rounds. In a round every meeting takes place, and each is played from
one opening with every rotation of its seats in consecutive games.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from forthgame.base.errors import ForthgameError
from forthgame.base.limits import DEFAULT_LIMITS
from forthgame.base.source import read_limited, split_lines, split_words

if TYPE_CHECKING:
    from forthgame.api.game import Game

KINDS: Final = ("match", "round-robin", "gauntlet")
MOST_MEETINGS: Final = 100_000
ALL_ORDERS: Final = 4  # seats up to which all permutations are used, else only rotations
MARKS: Final = re.compile(r"[;#]|%(?=3b|23|25)", re.IGNORECASE)  # special in a line
WRITTEN: Final = re.compile(r"%(3b|23|25)", re.IGNORECASE)  # their escapes within a move


class Pairing(NamedTuple):
    """A game to be played.

    `number` counts from 0; a `block` is one meeting from one opening; `entrants` are in the order
    of seats.
    """

    number: int
    block: int
    round: int
    entrants: tuple[int, ...]


@dataclass(frozen=True)
class Opening:
    """Moves at the start that entrants do not choose: given, or random from a seed."""

    moves: tuple[str, ...] = ()
    plies: int = 0
    seed: int = 0


def seats_of(game: Game) -> list[str]:
    """Return the players that entrants play: in the turn order, neither neutral nor `?` players."""
    declared = game.declaration
    on_turn = {turn.player for turn in declared.turns}
    return [
        player.name
        for player in declared.players
        if player.code in on_turn and not player.neutral and not player.chance
    ]


def meetings(kind: str, entrants: int, seats: int) -> list[tuple[int, ...]]:
    """Return the groups of entrants that meet in a round.

    `match`: all of them. `round-robin`: every combination of as many as there are seats.
    `gauntlet`: the first with every combination of the others. Raises ForthgameError if the numbers
    do not fit.
    """
    if kind not in KINDS:
        raise ForthgameError(f"there is no schedule {kind!r}; there are {', '.join(KINDS)}")
    if entrants < seats or (kind == "match" and entrants != seats):
        raise ForthgameError(
            f"a {kind} of {entrants} entrants does not fit a game of {seats} seats"
        )
    fixed = 1 if kind == "gauntlet" else 0
    if comb(entrants - fixed, seats - fixed) > MOST_MEETINGS:
        raise ForthgameError(
            f"a {kind} of {entrants} entrants in games of {seats} has more than {MOST_MEETINGS} "
            "meetings in a round: name fewer entrants"
        )
    if kind == "gauntlet":
        return [(0, *others) for others in combinations(range(1, entrants), seats - 1)]
    return list(combinations(range(entrants), seats))


@cache
def orders(seats: int) -> list[tuple[int, ...]]:
    """Return orders of seats which, with all rotations of each, give all permutations.

    With more than four seats only the given order is returned.
    """
    if seats > ALL_ORDERS:
        return [tuple(range(seats))]
    return [(0, *others) for others in permutations(range(1, seats))]


def pairing(groups: Sequence[tuple[int, ...]], seats: int, number: int) -> Pairing:
    """Return game `number` of a schedule whose rounds have these meetings.

    In every `seats` games each entrant of a meeting has each seat once.
    """
    block, turn = divmod(number, seats)
    round_number, meeting = divmod(block, len(groups))
    arrangements = orders(seats)
    order = arrangements[round_number % len(arrangements)]
    group = groups[meeting]
    return Pairing(
        number,
        block,
        round_number,
        tuple(group[order[(seat + turn) % seats]] for seat in range(seats)),
    )


def in_a_line(text: str) -> str:
    """Replace line ends by blanks, which mean the same in a move."""
    return " ".join(split_lines(text))


def opening_line(moves: Iterable[str]) -> str:
    """Format moves as a line of an openings file."""
    return "; ".join(MARKS.sub(lambda found: f"%{ord(found[0]):02x}", text) for text in moves)


def unescaped(move: str) -> str:
    """Return the text of a move in which `%3b`, `%23` and `%25` are `;`, `#` and `%`."""
    return WRITTEN.sub(lambda found: chr(int(found[1], 16)), move)


def read_openings(path: Path) -> list[tuple[str, ...]]:
    """Read openings from a file: one a line, moves separated by `;`, comments after `#`.

    `%3b`, `%23` and `%25` within a move are `;`, `#` and `%`. Raises ForthgameError if the file
    cannot be read or contains none.
    """
    try:
        text = read_limited(path, DEFAULT_LIMITS.game_file).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ForthgameError(f"the openings in {path} cannot be read: they are not text") from None
    found = []
    for line in split_lines(text):
        parts = [" ".join(split_words(part)) for part in line.partition("#")[0].split(";")]
        moves = tuple(unescaped(part) for part in parts if part)
        if moves:
            found.append(moves)
    if not found:
        raise ForthgameError(f"{path} holds no openings: one a line, moves separated by `;`")
    return found
