"""What playing makes: positions with their lists, and how random games ended."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from forthgame.game.html import table
from forthgame.lang import layout as at

if TYPE_CHECKING:
    from forthgame.game.game import Game
    from forthgame.game.moves import Moves
    from forthgame.game.result import Verdict

PACKED_FROM = 1 << 16  # bytes of a list of moves


@dataclass(frozen=True, slots=True)
class Action:
    """A part of a move: its kind, and up to three numbers (`lang/layout.py`)."""

    kind: int
    a: int
    b: int
    c: int


class Position:
    """A position, and once they were asked for its moves and outcome.

    `turn` and `board` are the bytes of the turn block and of the board record. `arena` holds the
    move list as it was generated, because scripts may draw random numbers while generating: what
    was shown is what is played. `count` is the number of its moves, `moves` what Python is shown
    of them. `key` is the one by which `repetitions` knows the position, once it has been left.
    `number` is that of the move, in the list of the position before, that has led here; below 0
    where it is not known.
    """

    arena: bytes | None = None
    count = 0
    moves: Moves | None = None
    outcome: str | None = None
    asked = False
    packed: bytes | None = None
    verdict: Verdict | None = None
    key = b""
    number = -1

    def __init__(self, turn: bytes, board: bytes) -> None:
        self.turn = turn
        self.board = board

    @property
    def has_list(self) -> bool:
        """Whether its moves have been generated."""
        return self.arena is not None or self.packed is not None

    @property
    def whole_list(self) -> bytes:
        """The list as it was generated; empty if it was not."""
        if self.arena is not None:
            return self.arena
        return b"" if self.packed is None else zlib.decompress(self.packed)

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

    `results` counts, for each player who was to move at the end, the result of OnIsGameOver;
    `unfinished` are games that were cut, or had no move and no result. `players` are those who
    can win.
    """

    games: int
    plies: int
    seconds: float
    results: dict[str, dict[str, int]]
    unfinished: int
    players: tuple[str, ...] = ()

    @property
    def wins(self) -> dict[str, int]:
        """Games that each player has won, of one or two; empty for more players.

        A game is counted by who was to move at its end, which does not say who of several others
        has won.
        """
        if len(self.players) > 2:
            return {}
        counted = dict.fromkeys(self.players, 0)
        for mover, counts in self.results.items():
            for player in self.players:
                counted[player] += counts["win" if player == mover else "loss"]
        return counted

    @property
    def draws(self) -> int:
        """Games that nobody has won."""
        return sum(counts["draw"] for counts in self.results.values())

    def _lines(self) -> list[tuple[str, int]]:
        if self.players and len(self.players) <= 2:
            found = [(f"{player} wins", number) for player, number in self.wins.items()]
        else:
            found = [
                (f"{player} to move: {outcome}", counts[outcome])
                for player, counts in self.results.items()
                for outcome in ("win", "loss")
            ]
        return [*found, ("drawn", self.draws), ("unfinished", self.unfinished)]

    def __str__(self) -> str:
        shares = [
            f"{what} {100 * number / self.games:.1f} %"
            for what, number in self._lines()
            if number or what.endswith("wins")
        ]
        length = self.plies / self.games if self.games else 0.0
        told = f"{self.games:,} games of {length:.1f} plies"
        return ": ".join([told, *[", ".join(shares)] * bool(self.games and shares)])

    def _repr_html_(self) -> str:
        games = max(self.games, 1)
        rows = [(what, number, f"{100 * number / games:.1f} %") for what, number in self._lines()]
        return table(f"{self.games:,} random games, {self.plies:,} plies", rows)


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
    able = tuple(p.name for p in game.declaration.players if not p.neutral and not p.chance)
    return Playouts(games, processor.i64[at.PLIES >> 3], seconds, results, games - ended, able)
