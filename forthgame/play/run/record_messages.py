"""Messages that carry finished games from a playing process to the pool (`messages.py`).

Moves and ends that occur in several games are sent once. A message is an object:

    kind     "records"
    moves    [player, text] for each distinct move
    ends     [end, reason, seat at fault or null, {seat: result}] for each distinct end
    records  [end, plies of the opening, seconds, moves, usage, thoughts] for each game

In a record, `end` and `moves` are indexes into the lists above. `usage` has an entry for each seat,
in order: [moves, seconds, slowest, nodes, choices, cpu, near, counts], or an empty list. Each
thought is [ply, score, depth, nodes, seconds]. Every field is checked on receipt.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, fields
from typing import Any, TypeVar

from forthgame.play.model.game_record import ENDS, End, GameRecord, Thought, Usage
from forthgame.play.processes.messages import (
    OUTCOMES,
    BadMessage,
    as_count,
    as_list,
    as_object,
    as_seconds,
    as_text,
    as_whole,
)
from forthgame.play.statistics.summary import Evaluations

RECORD_FIELDS = 6  # fields of a record
EVALUATION_COUNTS = len(fields(Evaluations))
INT_ONLY = {int}
USAGE_TYPES = [int, float, float, int, int, float, int]  # types of a usage in nearly all messages
ALWAYS_VALID_BELOW = 1 << 29  # a smaller number is valid in every field of the usage
T = TypeVar("T")
# end, reason, seat at fault, results, seat of the winner if there is exactly one
Ending = tuple[End, str, str | None, dict[str, str], str | None]


def records_message(records: Iterable[GameRecord]) -> dict[str, Any]:
    moves: dict[tuple[str, str], int] = {}
    ends: dict[tuple[Any, ...], int] = {}
    games = []
    for record in records:
        end = (record.end, record.reason, record.fault, tuple(record.outcome.items()))
        games.append(
            [
                ends.setdefault(end, len(ends)),
                record.opening,
                record.seconds,
                [moves.setdefault(move, len(moves)) for move in record.moves],
                [_encode_usage(used) for used in map(record.usage.get, record.seats)],
                [[ply, *thought] for ply, thought in record.thoughts.items()],
            ]
        )
    return {
        "kind": "records",
        "moves": list(moves),
        "ends": [[*end[:-1], dict(end[-1])] for end in ends],
        "records": games,
    }


def _encode_usage(used: Usage | None) -> list[Any]:
    if used is None:
        return []
    counts = list(astuple(used.evaluations)) if used.evaluations.moves else []
    return [used.moves, used.seconds, used.slowest, used.nodes, used.choices, used.cpu, used.near,
            counts]  # fmt: skip


class RecordsMessage:
    """A received message. Raises BadMessage if it is malformed."""

    def __init__(self, message: dict[str, Any], seats: Sequence[str]) -> None:
        self._seats = seats
        self._moves = [_move(each) for each in as_list(message.get("moves"))]
        self._ends = [_ending(each, seats) for each in as_list(message.get("ends"))]
        self._games = as_list(message.get("records"))

    def fill(self, records: Iterable[GameRecord]) -> Iterator[GameRecord]:
        """Fill in the announced records in order, one for each game of the message.

        The message cannot change seats, seed and block. Raises BadMessage if a game is malformed,
        or if there are more games than records.
        """
        announced = iter(records)
        for parts in self._games:
            record = next(announced, None)
            if record is None:
                raise BadMessage("an answer without a request")
            self._fill(record, as_list(parts))
            yield record

    def _fill(self, record: GameRecord, parts: list[Any]) -> None:
        if len(parts) != RECORD_FIELDS:
            raise BadMessage("a game with a wrong number of fields")
        end, opening, seconds, moves, usage, thoughts = parts
        (ending,) = _lookup(self._ends, [end])
        record.moves = _lookup(self._moves, as_list(moves))
        record.end, record.reason, record.fault, outcome, winner = ending
        record.outcome = outcome.copy()
        record.winner = None if winner is None else record.seats[winner]
        record.seconds = as_seconds(seconds)
        record.opening = min(max(0, as_whole(opening)), len(record.moves))
        if len(as_list(usage)) != len(self._seats):
            raise BadMessage("usage for a wrong number of seats")
        record.usage = dict(zip(self._seats, map(_decode_usage, usage), strict=True))
        for thought in as_list(thoughts):
            if len(as_list(thought)) != 5:
                raise BadMessage("a thought with a wrong number of fields")
            ply, score, depth, nodes, spent = thought
            if not 0 <= as_whole(ply) < len(record.moves):
                raise BadMessage("a thought for a move that the game does not have")
            record.thoughts[ply] = Thought(
                None if score is None else as_whole(score),
                as_whole(depth),
                as_count(nodes),
                as_seconds(spent),
            )


def _lookup(table: list[T], numbers: list[Any]) -> list[T]:
    """Return the entries of a table at the given indexes. Raises BadMessage."""
    if numbers and (set(map(type, numbers)) != INT_ONLY or min(numbers) < 0):
        raise BadMessage("an index outside its list")
    try:
        return [table[number] for number in numbers]
    except IndexError:
        raise BadMessage("an index outside its list") from None


def _move(value: Any) -> tuple[str, str]:
    if len(as_list(value)) != 2:
        raise BadMessage("a move that is not a player and a text")
    return as_text(value[0]), as_text(value[1])


def _ending(value: Any, seats: Sequence[str]) -> Ending:
    if len(as_list(value)) != 4:
        raise BadMessage("an end with a wrong number of fields")
    found = {as_text(s): as_text(o) for s, o in as_object(value[3]).items()}
    end: End = value[0]
    fault = None if value[2] is None else as_text(value[2])
    for valid, message in (
        (set(found) in (set(), set(seats)), "an outcome of other seats"),
        (set(found.values()) <= set(OUTCOMES), "an unknown outcome"),
        (end in ENDS and fault in (None, *seats), "an unknown end, or a fault of an unknown seat"),
        (
            (end == "void") == (not found) and (end == "fault") == (fault is not None),
            "an end that contradicts the outcome",
        ),
    ):
        if not valid:
            raise BadMessage(message)
    outcome = {seat: found[seat] for seat in seats if found}
    winners = [seat for seat, result in outcome.items() if result == "win"]
    winner = winners[0] if len(winners) == 1 else None
    return end, as_text(value[1]), fault, outcome, winner


def _decode_usage(value: Any) -> Usage:
    parts = as_list(value)
    if not parts:
        return Usage()
    if len(parts) != 8:
        raise BadMessage("usage with a wrong number of fields")
    moves, seconds, slowest, nodes, choices, cpu, near, counts = parts
    numbers = parts[:-1]
    if (
        [*map(type, numbers)] == USAGE_TYPES
        and min(numbers) >= 0
        and max(numbers) < ALWAYS_VALID_BELOW
        and counts == []
    ):
        return Usage(moves, seconds, slowest, nodes, choices, cpu=cpu, near=near)
    used = Usage(as_count(moves), as_seconds(seconds), as_seconds(slowest), as_count(nodes),
                 as_count(choices), cpu=as_seconds(cpu), near=as_count(near))  # fmt: skip
    if as_list(counts):
        if len(counts) != EVALUATION_COUNTS:
            raise BadMessage("a wrong number of evaluation counts")
        used.evaluations = Evaluations(*map(as_count, counts))
    return used
