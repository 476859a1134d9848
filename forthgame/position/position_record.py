"""Positions with their move lists, and results of random games."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from forthgame.base.html_tables import table
from forthgame.words.registers import extension_registers, memory_layout as at, winner_counts

if TYPE_CHECKING:
    from forthgame.position.moves import Moves
    from forthgame.rules.script import Script

POINTS = {"win": 1.0, "draw": 0.5, "loss": 0.0}
STEPS = (at.ACT_MOVE, at.ACT_MOVE_TAKE)
PACKED_FROM = 1 << 16  # bytes of a list of moves
TURN_SIZE = at.TURN_BLOCK_SIZE
new_object = object.__new__  # faster than calling a class


@dataclass(frozen=True)
class Verdict:
    """The result of an ending.

    `name` is the ending's; `outcomes` and `scores` have an entry for each player, including neutral
    ones and dice. `scores` is empty if the ending does not give any.
    """

    name: str
    outcomes: dict[str, str]
    scores: dict[str, int]


def read_verdict(game: Script) -> Verdict | None:
    """Return the verdict that the engine received last, None if no ending has decided."""
    name = game.declaration.endings.found
    if name is None:
        return None
    players = game.declaration.players
    outcomes = {p.name: outcome_name(game.call_short("(result-of)", p.code)) or "" for p in players}
    scores: dict[str, int] = {}
    if game.forth.processor.register(extension_registers.ENDING_SCORED):
        scores = {p.name: game.call_short("(score-of)", p.code) for p in players}
    return Verdict(name, outcomes, scores)


def opposite_outcomes(seats: list[str], mover: str, outcome: str) -> dict[str, str] | None:
    """Return the outcomes of all players if they follow from the mover's, else None."""
    if outcome == "draw":
        return dict.fromkeys(seats, "draw")
    if len(seats) == 2 and mover in seats:
        other = "loss" if outcome == "win" else "win"
        return {seat: outcome if seat == mover else other for seat in seats}
    return None


def winners_text(outcomes: dict[str, str], mover: str) -> str:
    won = [player for player, outcome in outcomes.items() if outcome == "win"]
    if won:
        return f"{' and '.join(won)} {'wins' if len(won) == 1 else 'win'}"
    if set(outcomes.values()) == {"loss"}:
        return "nobody wins" if len(outcomes) > 1 else f"{mover} loses"
    return "a draw"


@dataclass(frozen=True, slots=True)
class Action:
    """An action of a move.

    kind     ACT_MOVE and the like of `forthgame.words.registers.memory_layout`
    a, b, c  operands: positions, pieces
    """

    kind: int
    a: int
    b: int
    c: int


def moved_cell(actions: Sequence[Action]) -> int:
    """Return the cell of the piece that moves first, else of the first placed one, else 0."""
    steps = [action.c for action in actions if action.kind in STEPS]
    placed = [action.b for action in actions if action.kind == at.ACT_ADD]
    return next(iter(steps or placed), 0)


class Position:
    """A position, with its moves and outcome after they have been computed.

    whole     bytes of the turn block, then of the board record
    number    index of the move that led here, in the list before; below 0 if unknown
    arena     move list as generated: scripts may draw random numbers, so it is not generated again
    packed    `arena` compressed
    count     number of moves
    moves     the Moves object for the list
    asked     whether the outcome is known
    outcomes  outcomes of all players, if they were computed one by one
    key       key that `repetitions` uses, set when the position is left
    opened    board record as OnGenerateMoves left it, if it has stored something
    trouble   the reason why an edited position is impossible; empty if it is not
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
        return self.whole[:TURN_SIZE]

    @property
    def board(self) -> bytes:
        return self.whole[TURN_SIZE:]

    @board.setter
    def board(self, board: bytes) -> None:
        self.whole = self.turn + board

    @property
    def has_list(self) -> bool:
        return self.arena is not None or self.packed is not None

    @property
    def whole_list(self) -> bytes:
        """Return the uncompressed move list; empty if it was not generated."""
        if self.arena is not None:
            return self.arena
        return b"" if self.packed is None else zlib.decompress(self.packed)

    def pack(self, longest: int = PACKED_FROM) -> None:
        """Compress the move list if it has more than `longest` bytes."""
        if self.arena is not None and len(self.arena) > longest:
            self.packed = zlib.compress(self.arena, 1)
            self.arena = self.moves = None

    def for_copy(self) -> Position:
        """Return the position for a copy of its state: itself after list and outcome are known.

        A script may draw both at random, and each state has random streams of its own.
        """
        ended = self.outcome is not None and self.verdict is None
        if self.asked and self.has_list and (self.outcomes or not ended):
            return self
        twin = new_object(Position)
        vars(twin).update(vars(self))
        twin.moves = None  # they name the position that they are moves of
        return twin

    def unpack(self) -> None:
        if self.packed is not None:
            self.arena, self.packed = zlib.decompress(self.packed), None


@dataclass(frozen=True)
class Playouts:
    """Results of random games.

    players     players who can win
    wins        games won by each player, alone or together with others
    shared      games won by several players; `wins` counts them for each
    draws       games that no player won, except those that all have lost
    lost        games that all have lost
    unfinished  games that were cut off, or ended without a move and a result
    games       number of games
    plies       plies of all games together
    seconds     duration
    results     for each player who was to move at the end, the results of OnIsGameOver

    `wins`, less the `shared` ones, `draws`, `lost` and `unfinished` add up to `games`.
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
        """Return the players who can win, in declared order."""
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
        summary = f"{self.games:,} games of {length:.1f} plies"
        return ": ".join([summary, *[", ".join(shares)] * bool(self.games and shares)])

    def _repr_html_(self) -> str:
        games = max(self.games, 1)
        rows = [(what, number, f"{100 * number / games:.1f} %") for what, number in self._lines()]
        return table(f"{self.games:,} random games, {self.plies:,} plies", rows)


def joined_playouts(parts: list[Playouts], seconds: float) -> Playouts:
    """Return the sum of random games from one position that were played in parts."""
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
    """Return the name of a result of OnIsGameOver; None for an unfinished game."""
    if score == at.UNKNOWN_SCORE:
        return None
    if score == at.DRAW_SCORE:
        return "draw"
    return "win" if score > 0 else "loss"


def read_playouts(game: Script, games: int, seconds: float) -> Playouts:
    """Return the results that the machine has counted in a number of random games."""
    processor = game.forth.processor
    results: dict[str, dict[str, int]] = {}
    for player in game.declaration.players:
        number = (at.RESULTS >> 2) + 4 * (player.code // at.PLAYER_UNIT)
        found = processor.i32[number : number + 3]
        counts = dict(zip(("win", "loss", "draw"), found, strict=True))
        if any(counts.values()):
            results[player.name] = counts
    ended = sum(sum(counts.values()) for counts in results.values())
    plies, left = processor.i64[at.PLIES.index], games - ended
    able = [p for p in game.declaration.players if not p.neutral and not p.chance]
    cells = processor.i32
    if processor.register(extension_registers.EACH_COUNTED):
        wins = {p.name: cells[(winner_counts.WON >> 2) + p.code // at.PLAYER_UNIT] for p in able}
        drawn, shared, lost = (
            cells[k >> 2] for k in (winner_counts.DRAWN, winner_counts.TOGETHER, winner_counts.LOST)
        )
        return Playouts(games, plies, seconds, results, left, wins, drawn, shared, lost)
    return _counted_for_both(
        Playouts(games, plies, seconds, results, left, {p.name: 0 for p in able}, 0)
    )


def _counted_for_both(played: Playouts) -> Playouts:
    """Derive the wins of both players from the results of one, if at most two can win."""
    wins, lost = dict(played.wins), 0
    for mover, counts in played.results.items():
        if mover not in wins:  # an event has given the turn to a player who cannot win
            lost += counts["win"] + counts["loss"]
            continue
        wins[mover] += counts["win"]
        others = [player for player in wins if player != mover]
        for player in others:
            wins[player] += counts["loss"]
        lost += 0 if others else counts["loss"]
    draws = sum(counts["draw"] for counts in played.results.values())
    return replace(played, wins=wins, draws=draws, lost=lost)
