"""A game that has been played: moves, result, and what each seat has used."""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass, field
from functools import cache
from typing import Any, Final, Literal, NamedTuple

from forthgame.lazy import lazy
from forthgame.play.statistics import Evaluations

End = Literal["result", "ply limit", "adjudicated", "fault", "void"]
RESULTS: Final = ("win", "draw", "loss")
MOST: Final = (1 << 63) - 1  # that a store can hold of anything
ENDS: Final[tuple[End, ...]] = ("result", "ply limit", "adjudicated", "fault", "void")


class Thought(NamedTuple):
    """What an engine says of the move it has chosen.

    `score` is in the mover's view, that of trees of random games in thousandths above an even
    share; None if the engine says none. `seconds` of processor time; of another program by the
    clock.
    """

    score: int | None
    depth: int
    nodes: int
    seconds: float


@dataclass
class Usage:
    """What a seat has used for its moves.

    `choices` adds up the legal moves it had, `nodes` the positions its engine says it has seen,
    `cpu` is processor time in seconds; `near` counts moves that took more than half of what is
    waited for an answer.
    """

    moves: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    nodes: int = 0
    choices: int = 0
    evaluations: Evaluations = field(default_factory=Evaluations)
    cpu: float = 0.0
    near: int = 0

    def add(
        self, choices: int, nodes: int, seconds: float, cpu: float = 0.0, near: bool = False
    ) -> None:
        """Count a move."""
        self.moves += 1
        self.choices += choices
        self.nodes = min(self.nodes + nodes, MOST)  # another program may claim any number
        self.seconds += seconds
        self.slowest = max(self.slowest, seconds)
        self.cpu += cpu
        self.near += near


@dataclass
class GameRecord:
    """A game that has been played.

    `seats` names the entrant of each seat, `outcome` its result; `winner` is the entrant who won
    alone. `end` is how the game ended: by its rules, by the limit of plies, by the engines' scores
    (`adjudicated`), by a `fault` of the entrant on seat `fault`, or not at all (`void`: the referee
    could not go on). `opening` counts the moves at the start that nobody chose; `thoughts` are
    those of engines that think, by the number of the move from 0.
    """

    number: int
    seed: int
    seats: dict[str, int]
    moves: list[tuple[str, str]] = field(default_factory=list)
    outcome: dict[str, str] = field(default_factory=dict)
    winner: int | None = None
    reason: str = ""
    seconds: float = 0.0
    end: End = "result"
    fault: str | None = None
    block: int = 0
    opening: int = 0
    usage: dict[str, Usage] = field(default_factory=dict)
    thoughts: dict[int, Thought] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """For JSON: of times only that of the whole game, all else follows from plan and seed."""
        whole = asdict(self)
        whole["thoughts"] = [
            {"ply": ply + 1, "score": said.score, "depth": said.depth, "nodes": said.nodes}
            for ply, said in self.thoughts.items()
        ]
        for used in whole["usage"].values():
            for time in ("seconds", "slowest", "cpu", "near"):
                del used[time]
        return whole

    @lazy
    def line(self) -> str:
        """The moves of a game that has been played as a hash: equal games have equal lines."""
        text = "\n".join(["\t".join(move) for move in self.moves])
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def finish(self, end: End, reason: str, outcome: dict[str, str]) -> None:
        """Set the result."""
        self.end, self.reason = end, reason
        self.outcome = {seat: outcome[seat] for seat in self.seats if seat in outcome}
        winners = [seat for seat, result in outcome.items() if result == "win"]
        self.winner = self.seats[winners[0]] if len(winners) == 1 else None

    def lose(self, seat: str, reason: str) -> None:
        """End the game by a fault of a seat: it loses, all others win."""
        outcome = dict.fromkeys(self.seats, "win")
        outcome[seat] = "loss"
        self.fault = seat
        self.finish("fault", reason, outcome)

    def moves_with_thoughts(self) -> list[list[Any]]:
        """For JSON: player and text of each move; of engines that think score, depth, nodes and
        seconds behind them."""
        thoughts = self.thoughts
        if not thoughts:
            return list(map(list, self.moves))
        return [
            [*move, *thoughts[ply]] if ply in thoughts else list(move)
            for ply, move in enumerate(self.moves)
        ]

    def void(self, reason: str) -> None:
        """End the game without a result."""
        self.finish("void", reason, {})

    def points(self) -> dict[str, float]:
        """Points of each seat, 1 in all: winners share it, or else those who drew."""
        if not self.outcome:
            return dict.fromkeys(self.seats, 0.0)
        return dict(zip(self.outcome, shared_points(tuple(self.outcome.values())), strict=True))


@dataclass
class Standing:
    """What Axiom counts: games won alone by each entrant, games that nobody won alone."""

    wins: list[int]
    draws: int = 0
    games: int = 0

    def add(self, record: GameRecord) -> None:
        """Count a game; a void one is no draw."""
        self.games += 1
        if record.winner is not None:
            self.wins[record.winner] += 1
        elif record.end != "void":
            self.draws += 1


@cache
def shared_points(results: tuple[str, ...]) -> tuple[float, ...]:
    """The points that results bring, 1 in all: winners share it, or else those who drew."""
    best = min(results, key=RESULTS.index)
    share = 1 / results.count(best)
    return tuple(share if result == best else 0.0 for result in results)


def derive_seed(*parts: int) -> int:
    """A seed of its own for each game and seat: the parts hashed to 31 bits."""
    return seed_of(",".join(map(str, parts)))


def seed_of(text: str) -> int:
    """The seed that `derive_seed` makes of parts which are written with commas between them."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "little") & 0x7FFFFFFF


def rounded(seconds: float) -> float:
    """Seconds to a tenth of a millionth, which are written much faster than all their digits."""
    return round(seconds * 1e7) / 1e7
