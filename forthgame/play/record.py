"""A game that has been played: moves, result, and what each seat has used."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final, Literal

from forthgame.play.statistics import Evaluations

End = Literal["result", "ply limit", "fault", "void"]
ENDS: Final[tuple[End, ...]] = ("result", "ply limit", "fault", "void")


@dataclass
class Usage:
    """What a seat has used for its moves.

    `choices` adds up the legal moves it had, `nodes` the positions its engine says it has seen.
    """

    moves: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    nodes: int = 0
    choices: int = 0
    evaluations: Evaluations = field(default_factory=Evaluations)


@dataclass
class GameRecord:
    """A game that has been played.

    `seats` names the entrant of each seat, `outcome` its result; `winner` is the entrant who won
    alone. `end` is how the game ended: by its rules, by the limit of plies (a draw), by a
    `fault` of the entrant on seat `fault`, or not at all (`void`: the referee could not go on).
    `opening` counts the moves at the start that nobody chose.
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

    def as_dict(self) -> dict[str, Any]:
        """For JSON: of times only that of the whole game, all else follows from plan and seed."""
        whole = asdict(self)
        for used in whole["usage"].values():
            del used["seconds"], used["slowest"]
        return whole

    @property
    def line(self) -> str:
        """The moves as a hash: equal games have equal lines."""
        text = "\n".join(f"{player}\t{move}" for player, move in self.moves)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def finish(self, end: End, reason: str, outcome: dict[str, str]) -> None:
        """Set the result."""
        self.end, self.reason, self.outcome = end, reason, outcome
        winners = [seat for seat, result in outcome.items() if result == "win"]
        self.winner = self.seats[winners[0]] if len(winners) == 1 else None

    def lose(self, seat: str, reason: str) -> None:
        """End the game by a fault of a seat: it loses, all others win."""
        outcome = dict.fromkeys(self.seats, "win")
        outcome[seat] = "loss"
        self.fault = seat
        self.finish("fault", reason, outcome)

    def void(self, reason: str) -> None:
        """End the game without a result."""
        self.finish("void", reason, {})

    def points(self) -> dict[str, float]:
        """Points of each seat, 1 in all: winners share it, or else those who drew."""
        for best in ("win", "draw", "loss"):
            first = [seat for seat, result in self.outcome.items() if result == best]
            if first:
                return {s: 1 / len(first) if s in first else 0.0 for s in self.seats}
        return dict.fromkeys(self.seats, 0.0)

    def groups(self) -> list[list[int]]:
        """Entrants who ended alike, the best first."""
        found = (
            [self.seats[seat] for seat, result in self.outcome.items() if result == kind]
            for kind in ("win", "draw", "loss")
        )
        return [group for group in found if group]


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


def derive_seed(*parts: int) -> int:
    """A seed of its own for each game and seat: the parts hashed to 31 bits."""
    text = ",".join(map(str, parts)).encode()
    return int.from_bytes(hashlib.sha256(text).digest()[:4], "little") & 0x7FFFFFFF


def repeats(records: Sequence[GameRecord]) -> dict[int, int]:
    """Games with the same moves as an earlier one: their numbers, and the number of the first."""
    first: dict[str, int] = {}
    found = {}
    for record in records:
        if not record.moves or record.end == "void":
            continue
        earlier = first.setdefault(record.line, record.number)
        if earlier != record.number:
            found[record.number] = earlier
    return found
