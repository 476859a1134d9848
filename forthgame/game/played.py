"""What playing makes: moves, positions with their lists, and how random games ended."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from forthgame.lang import layout as at

if TYPE_CHECKING:
    from forthgame.game.game import Game
    from forthgame.game.result import Verdict

PACKED_FROM = 1 << 16  # bytes of a list of moves


@dataclass(frozen=True, slots=True)
class Action:
    """A part of a move: its kind, and up to three numbers (`lang/layout.py`)."""

    kind: int
    a: int
    b: int
    c: int


@dataclass(frozen=True)
class Move:
    """A legal move: its text, and where it stands in the list it was generated in.

    choice    what `choice"` names it; shown behind the text where texts are equal
    key       a number that is the same in every run and process
    source    the position that its piece leaves, None if it comes from elsewhere
    target    the position that its piece ends on, None if there is none
    captured  positions whose pieces it takes
    short     its text by `{notation}`, empty without one
    """

    text: str
    index: int
    address: int = field(repr=False, compare=False)
    choice: str = field(default="", repr=False, compare=False)
    key: int = field(default=0, repr=False, compare=False)
    source: str | None = field(default=None, repr=False, compare=False)
    target: str | None = field(default=None, repr=False, compare=False)
    captured: tuple[str, ...] = field(default=(), repr=False, compare=False)
    short: str = field(default="", repr=False, compare=False)
    actions: tuple[Action, ...] = field(default=(), repr=False, compare=False)

    def __str__(self) -> str:
        return self.text


@dataclass
class Position:
    """A position, and once they were asked for its moves and outcome.

    `turn` and `board` are the bytes of the turn block and of the board record. `arena` holds the
    move list as it was generated, because scripts may draw random numbers while generating: what
    was shown is what is played.
    """

    turn: bytes
    board: bytes
    arena: bytes | None = None
    moves: list[Move] | None = None
    outcome: str | None = None
    asked: bool = False
    packed: bytes | None = None
    verdict: Verdict | None = None
    key: bytes = b""  # by which `repetitions` knows it, once it has been left

    @property
    def has_list(self) -> bool:
        """Whether its moves have been generated."""
        return self.arena is not None or self.packed is not None

    def pack(self) -> None:
        """Take less room while another position is played: a long list is kept compressed."""
        if self.arena is not None and len(self.arena) > PACKED_FROM:
            self.packed = zlib.compress(self.arena, 1)
            self.arena = self.moves = None

    def unpack(self) -> None:
        """Have the list at hand that `pack` has compressed."""
        if self.packed is not None:
            self.arena, self.packed = zlib.decompress(self.packed), None


@dataclass(frozen=True)
class Playouts:
    """Random games: how many, their plies, the seconds they took, and how they ended.

    `results` counts, for each player who was to move at the end, what OnIsGameOver said of him;
    `unfinished` are games that were cut, or had no move and no result.
    """

    games: int
    plies: int
    seconds: float
    results: dict[str, dict[str, int]]
    unfinished: int


def outcome_name(score: int) -> str | None:
    """A result of OnIsGameOver in a word, None while the game goes on."""
    if score == at.UNKNOWN_SCORE:
        return None
    if score == at.DRAW_SCORE:
        return "draw"
    return "win" if score > 0 else "loss"


def read_playouts(game: Game, games: int, seconds: float) -> Playouts:
    """What the machine has counted in so many random games."""
    processor = game.forth.processor
    results: dict[str, dict[str, int]] = {}
    for player in game.declaration.players:
        number = (at.RESULTS >> 2) + 4 * (player.code // at.PLAYER_UNIT)
        found = processor.i32[number : number + 3]
        counts = dict(zip(("win", "loss", "draw"), found, strict=True))
        if any(counts.values()):
            results[player.name] = counts
    ended = sum(sum(counts.values()) for counts in results.values())
    return Playouts(games, processor.i64[at.PLIES >> 3], seconds, results, games - ended)
