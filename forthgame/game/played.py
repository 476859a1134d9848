"""What playing makes: positions with their lists, and how random games ended."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from forthgame.game.html import table
from forthgame.lang import beyond as more
from forthgame.lang import layout as at
from forthgame.lang import winners as won

if TYPE_CHECKING:
    from forthgame.game.moves import Moves
    from forthgame.game.result import Verdict
    from forthgame.game.script import Script

PACKED_FROM = 1 << 16  # bytes of a list of moves
TURN_SIZE = at.TURN_BLOCK_SIZE
bare = object.__new__  # makes an object more quickly than a call of its class


@dataclass(frozen=True, slots=True)
class Action:
    """A part of a move.

    kind     what it does, ACT_MOVE and the like of `forthgame.lang.layout`
    a, b, c  its numbers: positions, pieces
    """

    kind: int
    a: int
    b: int
    c: int


class Position:
    """A position, and once they were asked for its moves and outcome.

    `turn` and `board` are the bytes of the turn block and of the board record; they are kept in one
    piece, `whole`, as the machine gives them. `arena` holds the move list as it was generated,
    because scripts may draw random numbers while generating: what was shown is what is played.
    `count` is the number of its moves, `moves` what Python is shown of them. `outcomes` are those
    of all players, if they had to be asked for one by one. `key` is the one by which `repetitions`
    knows the position, once it has been left. `number` is that of the move, in the list of the
    position before, that has led here; below 0 where it is not known. `opened` is the board record
    as OnGenerateMoves has left it, where it has made the list and stored something afterwards.
    `trouble` is a sentence if the position was edited by hand and is impossible.
    """

    arena: bytes | None = None
    count = 0
    moves: Moves | None = None
    outcome: str | None = None
    asked = False
    outcomes: dict[str, str] | None = None
    packed: bytes | None = None
    verdict: Verdict | None = None
    key = b""
    opened: bytes | None = None
    trouble = ""

    def __init__(self, turn: bytes, board: bytes, number: int = -1) -> None:
        self.whole = turn + board
        self.number = number

    @property
    def turn(self) -> bytes:
        """The bytes of the turn block."""
        return self.whole[:TURN_SIZE]

    @property
    def board(self) -> bytes:
        """The bytes of the board record."""
        return self.whole[TURN_SIZE:]

    @board.setter
    def board(self, board: bytes) -> None:
        self.whole = self.turn + board

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

    def pack(self, longest: int = PACKED_FROM) -> None:
        """Take less room while another position is played: a longer list is kept compressed."""
        if self.arena is not None and len(self.arena) > longest:
            self.packed = zlib.compress(self.arena, 1)
            self.arena = self.moves = None

    def for_copy(self) -> Position:
        """The position for a copy of its state: another one until its list and end are known.

        A script may draw both by lot, and whoever asks moves only their own random streams on.
        """
        ended = self.outcome is not None and self.verdict is None
        if self.asked and self.has_list and (self.outcomes or not ended):
            return self
        twin = bare(Position)
        vars(twin).update(vars(self))
        twin.moves = None  # they name the position that they are moves of
        return twin

    def unpack(self) -> None:
        """Have the list at hand that `pack` has compressed."""
        if self.packed is not None:
            self.arena, self.packed = zlib.decompress(self.packed), None


@dataclass(frozen=True)
class Playouts:
    """Random games, and how they ended.

    players     those who can win
    wins        games that each of them has won, alone or together with others
    shared      games that several have won; they count for each of these in `wins`
    draws       games that nobody has won, but for those that all have lost
    lost        games that all have lost
    unfinished  games that were cut, or had no move and no result
    games       how many
    plies       of all games together
    seconds     how long it took
    results     for each player who was to move at the end, the results of OnIsGameOver

    `wins`, less what is `shared`, `draws`, `lost` and `unfinished` make all games.
    """

    games: int
    plies: int
    seconds: float
    results: dict[str, dict[str, int]]
    unfinished: int
    wins: dict[str, int]
    draws: int
    shared: int = 0
    lost: int = 0

    @property
    def players(self) -> tuple[str, ...]:
        """Those who can win, in declared order."""
        return tuple(self.wins)

    def _lines(self) -> list[tuple[str, int]]:
        won = [(f"{player} wins", number) for player, number in self.wins.items()]
        shared, drawn = ("won by several", self.shared), ("drawn", self.draws)
        lost = ("lost" if len(self.wins) == 1 else "lost by all", self.lost)
        few = [line for line in (shared, drawn, lost) if line[1] or line is drawn]
        return [*won, *few, ("unfinished", self.unfinished)]

    def __str__(self) -> str:
        shares = [
            f"{what} {100 * number / max(self.games, 1):.1f} %"
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


def joined_playouts(parts: list[Playouts], seconds: float) -> Playouts:
    """Random games from one position that were played in parts."""
    results: dict[str, dict[str, int]] = {}
    for part in parts:
        for player, counts in part.results.items():
            own = results.setdefault(player, dict.fromkeys(counts, 0))
            for outcome, number in counts.items():
                own[outcome] += number
    wins = {player: sum(part.wins[player] for part in parts) for player in parts[0].wins}
    names = ("games", "plies", "unfinished", "draws", "shared", "lost")
    total = {name: sum(getattr(part, name) for part in parts) for name in names}
    return Playouts(seconds=seconds, results=results, wins=wins, **total)


def outcome_name(score: int) -> str | None:
    """A result of OnIsGameOver in a word, None while the game goes on."""
    if score == at.UNKNOWN_SCORE:
        return None
    if score == at.DRAW_SCORE:
        return "draw"
    return "win" if score > 0 else "loss"


def read_playouts(game: Script, games: int, seconds: float) -> Playouts:
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
    plies, left = processor.i64[at.PLIES >> 3], games - ended
    able = [p for p in game.declaration.players if not p.neutral and not p.chance]
    cells = processor.i32
    if processor.register(more.EACH_COUNTED):
        wins = {p.name: cells[(won.WON >> 2) + p.code // at.PLAYER_UNIT] for p in able}
        drawn, shared, lost = (cells[k >> 2] for k in (won.DRAWN, won.TOGETHER, won.LOST))
        return Playouts(games, plies, seconds, results, left, wins, drawn, shared, lost)
    return _counted_for_both(
        Playouts(games, plies, seconds, results, left, {p.name: 0 for p in able}, 0)
    )


def _counted_for_both(played: Playouts) -> Playouts:
    """The same with what follows where at most two can win, from the result of one of them."""
    wins, lost = dict(played.wins), 0
    for mover, counts in played.results.items():
        if mover not in wins:  # an event has given the turn to somebody without an interest
            lost += counts["win"] + counts["loss"]
            continue
        wins[mover] += counts["win"]
        others = [player for player in wins if player != mover]
        for player in others:
            wins[player] += counts["loss"]
        lost += 0 if others else counts["loss"]
    draws = sum(counts["draw"] for counts in played.results.values())
    return replace(played, wins=wins, draws=draws, lost=lost)
