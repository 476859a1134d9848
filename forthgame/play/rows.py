"""The rows of a store that a game becomes (`tables.py`); `stored.py` reads them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from forthgame.play.record import GameRecord, Usage
from forthgame.play.statistics import Evaluations

NOT_COUNTED = json.dumps(vars(Evaluations()))
Row = Sequence[Any]
_as_text = json.JSONEncoder(ensure_ascii=False).encode


def rows_of(record: GameRecord) -> tuple[Row, list[Row]]:
    """The rows of a game and of its seats."""
    points = record.points()
    game = (record.number, record.block, record.seed, record.end, record.reason, record.fault,
            record.winner, record.opening, len(record.moves), record.seconds, record.line,
            _moves_text(record))  # fmt: skip
    seats: list[Row] = []
    for position, (seat, entrant) in enumerate(record.seats.items()):
        used = record.usage.get(seat) or Usage()
        seats.append(
            (record.number, seat, position, entrant, record.outcome.get(seat), points[seat],
             used.moves, used.seconds, used.slowest, used.nodes, used.choices,
             _as_text(vars(used.evaluations)) if used.evaluations.moves else NOT_COUNTED, used.cpu,
             used.near)
        )  # fmt: skip
    return game, seats


def _moves_text(record: GameRecord) -> str:
    """The moves as JSON: lists of player and text, of engines that think with what they said."""
    if record.thoughts:
        return _as_text(record.moves_with_thoughts())
    return f"[{', '.join(map(_move_text, record.moves))}]"


@lru_cache(maxsize=4096)
def _move_text(move: tuple[str, str]) -> str:
    return _as_text(move)
