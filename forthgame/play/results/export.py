"""Export the games of a store as CSV, JSON, lines of moves or PGN."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from forthgame.play.model.game_record import GameRecord, Thought, Usage
from forthgame.play.model.schedule import in_a_line, opening_line
from forthgame.play.plan.plan import Plan
from forthgame.play.results.analysis import analyse

COLUMNS = ("game", "block", "seat", "entrant", "result", "points", "end", "reason", "plies",
           "opening", "seconds", "moves", "move_seconds", "slowest", "nodes", "choices",
           "root_moves", "evaluations", "line", "cpu_seconds", "fault", "seed")  # fmt: skip


@dataclass(frozen=True)
class GameFilter:
    """Conditions on games: entrant, seat, winner, end, and a range of numbers from 1."""

    entrant: int | None = None
    seat: str | None = None
    winner: int | None = None
    end: str | None = None
    games: tuple[int, int] | None = None

    def admits(self, record: GameRecord) -> bool:
        """Return whether a game meets all conditions.

        If entrant and seat are given, the entrant must have had that seat.
        """
        seats = [seat for seat, entrant in record.seats.items() if self.entrant in (None, entrant)]
        return (
            (bool(seats) if self.seat is None else self.seat in seats)
            and self.winner in (None, record.winner)
            and self.end in (None, record.end)
            and (self.games is None or self.games[0] <= record.number + 1 <= self.games[1])
        )


def to_csv(plan: Plan, records: Iterable[GameRecord]) -> Iterator[str]:
    """Yield CSV: a header with the first game, then a line for each seat of each game."""
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
                 used.evaluations.moves, used.evaluations.total, record.line,
                 f"{used.cpu:.6f}", record.fault or "", record.seed)
            )  # fmt: skip
        yield text.getvalue()
        text.seek(0)
        text.truncate()
    yield text.getvalue()


def to_document(plan: Plan, records: Sequence[GameRecord]) -> dict[str, Any]:
    """Return a tournament for JSON; of all times, only that of each game is included."""
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
        "records": [_document_of(record) for record in records],
    }


def _document_of(record: GameRecord) -> dict[str, Any]:
    whole = record.as_dict()
    return {"game": whole.pop("number") + 1, **whole, "block": record.block + 1}


def to_lines(plan: Plan, records: Iterable[GameRecord]) -> Iterator[str]:
    """Yield for each game a comment with players and result, and a line of an openings file."""
    names = plan.names
    for record in records:
        seats = ", ".join(f"{seat}: {names[k]}" for seat, k in record.seats.items())
        results = ", ".join(f"{seat} {result}" for seat, result in record.outcome.items())
        head = f"# game {record.number + 1}; {seats}; {results or 'void'}; {record.reason}"
        moves = opening_line(text for _, text in record.moves)
        yield "".join(in_a_line(line) + "\n" for line in (head, moves))


def to_json_lines(plan: Plan, records: Iterable[GameRecord]) -> Iterator[str]:
    """Yield a line of JSON for each game (fields: docs/tournaments.md)."""
    names = plan.names
    for record in records:
        points = record.points()
        seats = [
            {
                "seat": seat, "entrant": names[number], "result": record.outcome.get(seat),
                "points": points[seat], "moves": used.moves, "seconds": used.seconds,
                "cpu_seconds": used.cpu, "slowest": used.slowest, "nodes": used.nodes,
            }
            for seat, number in record.seats.items()
            for used in (record.usage.get(seat) or Usage(),)
        ]  # fmt: skip
        thoughts = {ply: thought._asdict() for ply, thought in record.thoughts.items()}
        document = {
            "game": record.number + 1, "round": plan.pairing(record.number).round + 1,
            "seed": record.seed, "end": record.end, "reason": record.reason,
            "fault": record.fault, "opening_plies": record.opening,
            "seconds": record.seconds, "seats": seats,
            "moves": [
                {"player": player, "move": text, **thoughts.get(ply, {})}
                for ply, (player, text) in enumerate(record.moves)
            ],
        }  # fmt: skip
        yield json.dumps(document, ensure_ascii=False) + "\n"


def to_games(plan: Plan, records: Iterable[GameRecord]) -> Iterator[str]:
    """Yield each game as PGN if it has two seats, else as text in the manner of PGN.

    PGN names two players, so games of more seats, or of one, have a tag `Seat` for each, and a line
    for each move with the player in front. Comments are `{score/depth time}` if the engine
    searched.
    """
    if len(plan.seats) == 2:
        from forthgame.play.results.record_export import to_records

        return to_records(plan, records, "pgn")
    return _games_of_many_seats(plan, records)


def _games_of_many_seats(plan: Plan, records: Iterable[GameRecord]) -> Iterator[str]:
    names = plan.names
    for record in records:
        results = ", ".join(f"{seat} {result}" for seat, result in record.outcome.items())
        tags = [
            ("Event", f"{plan.schedule} of {', '.join(names)}"),
            ("Round", str(plan.pairing(record.number).round + 1)),
            *(("Seat", f"{seat}: {names[number]}") for seat, number in record.seats.items()),
            ("Result", results or "void"), ("End", record.end), ("Reason", record.reason),
            ("Game", str(record.number + 1)), ("Seed", str(record.seed)),
            ("Opening", str(record.opening)), ("Plies", str(len(record.moves))),
        ]  # fmt: skip
        if plan.limits.clock is not None:
            tags.append(("TimeControl", str(plan.limits.clock)))
        lines = [f"[{name} {json.dumps(value, ensure_ascii=False)}]" for name, value in tags]
        lines.append("")
        for ply, (player, text) in enumerate(record.moves):
            said = record.thoughts.get(ply)
            comment = "" if said is None else " " + _comment(said)
            lines.append(f"{ply + 1}. {player}: {text}{comment}")
        yield "".join(in_a_line(line) + "\n" for line in lines) + "\n"


def _comment(said: Thought) -> str:
    score = "?" if said.score is None else f"{said.score:+d}"
    return f"{{{score}/{said.depth} {said.seconds:.3f}s}}"
