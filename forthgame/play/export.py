"""The games of a store in forms for other programs."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from forthgame.play.analysis import analyse
from forthgame.play.plan import Plan
from forthgame.play.record import GameRecord, Usage

COLUMNS = ("game", "block", "seat", "entrant", "result", "points", "end", "reason", "plies",
           "opening", "seconds", "moves", "move_seconds", "slowest", "nodes", "choices",
           "root_moves", "evaluations", "line")  # fmt: skip


@dataclass(frozen=True)
class Filter:
    """Which games are wanted: of an entrant, on a seat, won by somebody, ended in some way."""

    entrant: int | None = None
    seat: str | None = None
    winner: int | None = None
    end: str | None = None
    games: tuple[int, int] | None = None

    def admits(self, record: GameRecord) -> bool:
        """Whether a game is wanted; with entrant and seat, the entrant has that seat."""
        seats = [seat for seat, entrant in record.seats.items() if self.entrant in (None, entrant)]
        return (
            (bool(seats) if self.seat is None else self.seat in seats)
            and self.winner in (None, record.winner)
            and self.end in (None, record.end)
            and (self.games is None or self.games[0] <= record.number + 1 <= self.games[1])
        )


def to_csv(plan: Plan, records: Iterable[GameRecord]) -> str:
    """A line for each seat of each game."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    names = plan.names
    for record in records:
        points = record.points()
        for seat, entrant in record.seats.items():
            used = record.usage.get(seat, Usage())
            writer.writerow(
                (record.number + 1, record.block + 1, seat, names[entrant],
                 record.outcome.get(seat, ""), f"{points[seat]:g}", record.end, record.reason,
                 len(record.moves), record.opening, f"{record.seconds:.6f}", used.moves,
                 f"{used.seconds:.6f}", f"{used.slowest:.6f}", used.nodes, used.choices,
                 used.evaluations.moves, used.evaluations.total, record.line)
            )  # fmt: skip
    return text.getvalue()


def to_document(plan: Plan, records: Sequence[GameRecord]) -> dict[str, Any]:
    """A tournament for JSON: what follows from plan and seed, and the time of each game."""
    analysis = analyse(plan, records)
    whole = analysis.as_dict()
    entrants = [
        {
            **shown,
            "name": entrant.name,
            "wins": result.total.wins,
            "interval": [result.total.score.low, result.total.score.high],
        }
        for entrant, result, shown in zip(
            plan.entrants, analysis.entrants, whole.pop("entrants"), strict=True
        )
    ]
    return {
        "entrants": entrants,
        "draws": analysis.winless,
        "games": analysis.games,
        "seed": plan.seed,
        "plan": asdict(plan),
        "analysis": whole,
        "records": [record.as_dict() for record in records],
    }


def to_lines(plan: Plan, records: Sequence[GameRecord]) -> str:
    """A line of moves for each game, as a file of openings has them, after a comment that says who
    played and how it ended."""
    names = plan.names
    lines = []
    for record in records:
        seats = ", ".join(f"{seat}: {names[k]}" for seat, k in record.seats.items())
        results = ", ".join(f"{seat} {result}" for seat, result in record.outcome.items())
        lines.append(f"# game {record.number + 1}; {seats}; {results or 'void'}; {record.reason}")
        lines.append("; ".join(text for _, text in record.moves))
    return "".join(line.replace("\n", " ") + "\n" for line in lines)
