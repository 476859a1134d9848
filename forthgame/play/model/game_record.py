"""The record of a game: moves, result, and each seat's usage of time and nodes."""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass, field
from functools import cache
from typing import Any, Final, Literal, NamedTuple

from forthgame.base.lazy import lazy
from forthgame.play.statistics.summary import Evaluations

End = Literal["result", "ply limit", "adjudicated", "fault", "void"]
RESULTS: Final = ("win", "draw", "loss")
MOST: Final = (1 << 63) - 1  # the largest integer in a store
ENDS: Final[tuple[End, ...]] = ("result", "ply limit", "adjudicated", "fault", "void")


class Thought(NamedTuple):
    """An engine's report on the move it has chosen.

    `score` is from the mover's view, for Monte Carlo searches in thousandths above an even share,
    None if not reported. `seconds` are processor time, or wall-clock time for another program.
    """

    score: int | None
    depth: int
    nodes: int
    seconds: float


@dataclass
class Usage:
    """A seat's usage of time and nodes.

    `choices` is the sum of legal moves, `nodes` of positions as reported by the engine, `cpu`
    processor time in seconds; `near` counts moves that took more than half of the time allowed for
    an answer.
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

    `seats` maps each seat to its entrant, `outcome` to its result; `winner` is the entrant who won
    alone. `end` is how the game ended: by its rules, by the limit of plies, by the engines' scores
    (`adjudicated`), by a `fault` of the entrant on seat `fault`, or not at all (`void`: the referee
    could not go on). `opening` counts the plies of the opening; `thoughts` maps plies from 0 to the
    reports of engines.
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
        """Return the record for JSON; of all times, only that of the whole game is included."""
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
        """Hash of the moves; games with the same moves have the same hash."""
        text = "\n".join(["\t".join(move) for move in self.moves])
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def finish(self, end: End, reason: str, outcome: dict[str, str]) -> None:
        self.end, self.reason = end, reason
        self.outcome = {seat: outcome[seat] for seat in self.seats if seat in outcome}
        winners = [seat for seat, result in outcome.items() if result == "win"]
        self.winner = self.seats[winners[0]] if len(winners) == 1 else None

    def lose(self, seat: str, reason: str) -> None:
        """End the game by a fault of a seat, which loses; all others win."""
        outcome = dict.fromkeys(self.seats, "win")
        outcome[seat] = "loss"
        self.fault = seat
        self.finish("fault", reason, outcome)

    def moves_with_thoughts(self) -> list[list[Any]]:
        """Return for each move [player, text], for JSON.

        If there was a search, score, depth, nodes and seconds follow.
        """
        return [[*move, *self.thoughts.get(ply, ())] for ply, move in enumerate(self.moves)]

    def void(self, reason: str) -> None:
        self.finish("void", reason, {})

    def points(self) -> dict[str, float]:
        """Return the points of each seat; see `shared_points`."""
        if not self.outcome:
            return dict.fromkeys(self.seats, 0.0)
        return dict(zip(self.outcome, shared_points(tuple(self.outcome.values())), strict=True))


@dataclass
class AutoplayStanding:
    """Axiom's counts: games won alone by each entrant, and games without a single winner."""

    wins: list[int]
    draws: int = 0
    games: int = 0

    def add(self, record: GameRecord) -> None:
        """Count a game; a void one is not a draw."""
        self.games += 1
        if record.winner is not None:
            self.wins[record.winner] += 1
        elif record.end != "void":
            self.draws += 1


@cache
def shared_points(results: tuple[str, ...]) -> tuple[float, ...]:
    """Return points for results, 1 in all, shared by the winners, else by those who drew."""
    best = min(results, key=RESULTS.index)
    share = 1 / results.count(best)
    return tuple(share if result == best else 0.0 for result in results)


def derive_seed(*parts: int) -> int:
    """Hash numbers to a seed of 31 bits."""
    return seed_of(",".join(map(str, parts)))


def seed_of(text: str) -> int:
    """Hash a text to a seed; `derive_seed` joins its parts with commas."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "little") & 0x7FFFFFFF


def rounded(seconds: float) -> float:
    """Round seconds to 1e-7, which JSON writes much faster than all digits."""
    return round(seconds * 1e7) / 1e7
