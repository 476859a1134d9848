"""Replay the games of a tournament to get the board at each ply.

`python -m forthgame.play.results.board_replay` reads a pickled request from its input and
writes one message. It
runs confined and returns data only; pictures are drawn by the calling process.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from forthgame.api.game import State
from forthgame.base.errors import ForthgameError
from forthgame.draw.scenes import BoardPiece, HandPiece, Scene, scene
from forthgame.play.match.contestant import Contestant
from forthgame.play.model.game_record import GameRecord, derive_seed
from forthgame.play.model.limits import Limits
from forthgame.play.model.schedule import Entrant
from forthgame.play.plan.plan import Plan
from forthgame.play.processes import messages
from forthgame.play.processes.child_process import answer_of_process, bundled
from forthgame.play.processes.messages import as_list
from forthgame.play.results.scene_message import as_number, as_text, as_whole, read_scene

REPLAYING = 60.0  # seconds to replay
LARGEST = 4 << 20  # bytes of the boards of all games
Request = tuple[str, list[tuple[int, list[str]]], Limits]


@dataclass(frozen=True)
class PlaceContent:
    """The content of a place from a ply on: a piece, pieces in hand, or None.

    `place` is the number of a position; higher numbers are places for pieces in hand.
    """

    place: int
    what: BoardPiece | HandPiece | None


@dataclass(frozen=True)
class Boards:
    """The scene that all games share, and for each game the changes at each ply."""

    scene: Scene
    games: list[list[list[PlaceContent]]]


def replay(plan: Plan, records: Sequence[GameRecord]) -> Boards | None:
    """Return the boards of the first games, as many as the limits of size and time allow.

    Return None if the script can no longer be loaded or drawn, or the process fails.
    """
    games = [(derive_seed(r.seed, r.number, 0), [move for _, move in r.moves]) for r in records]
    request: Request = (plan.referee, games, plan.limits)
    try:
        if not plan.confined or bundled([plan.referee]):
            message: Any = json.loads(json.dumps(_replayed(*request)))
        else:
            message = answer_of_process(__name__, [plan.referee], request)
        return _boards_of(message)
    except ForthgameError:
        return None


# -- replaying ------------------------------------------------------------------------------------


def _replayed(script: str, games: list[tuple[int, list[str]]], limits: Limits) -> dict[str, Any]:
    """Return the message: a scene, and for each game the changed places of each ply."""
    referee = Contestant(Entrant("referee", script), native=False)
    until = time.monotonic() + REPLAYING
    referee.begin(games[0][0] if games else 1, limits)
    first = scene(referee.state)
    found: list[Any] = []
    message = {"kind": "boards", "scene": first.as_dict(), "games": found}
    size = 0
    for seed, moves in games:
        referee.begin(seed, limits)
        plies: list[Any] = []
        before: dict[int, list[Any]] = {}
        for move in [None, *moves]:
            if move is not None:
                try:
                    referee.hear(move, limits)
                except ForthgameError:  # the script has changed
                    return message
            now = _standing(referee.state)
            changed = [[place, *row] for place, row in now.items() if before.get(place) != row]
            changed += [[place] for place in before if place not in now]
            plies.append(changed)
            size += 40 * len(changed) + 4
            before = now
            if size > LARGEST or time.monotonic() > until:
                return message
        found.append(plies)
    return message


def _standing(state: State) -> dict[int, list[Any]]:
    now = scene(state)
    numbers = {name: k for k, name in enumerate(now.names)}
    found: dict[int, list[Any]] = {
        numbers[p.position]: [p.player, p.piece, p.x, p.y, p.size, p.count, p.step, p.width,
                              p.height]
        for p in now.pieces
    }  # fmt: skip
    players, pieces = list(now.looks), list(now.figures)
    for h in now.held:
        kind = players.index(h.player) * len(pieces) + pieces.index(h.piece)
        found[len(now.names) + kind] = [h.player, h.piece, h.x, h.y, h.size, h.count]
    return found


# -- reading --------------------------------------------------------------------------------------


def _boards_of(message: dict[str, Any]) -> Boards:
    messages.raise_error_in(message)
    found = read_scene(message.get("scene"))
    games = [
        [[_read(found, as_list(row)) for row in as_list(ply)] for ply in as_list(game)]
        for game in as_list(message.get("games"))
    ]
    return Boards(found, games)


def _read(found: Scene, row: list[Any]) -> PlaceContent:
    place = as_whole(row[0] if row else None)
    if len(row) == 1:
        return PlaceContent(place, None)
    if len(row) not in (7, 10):
        raise messages.BadMessage("an invalid piece")
    player, piece = as_text(row[1]), as_text(row[2])
    x, y, size = (as_number(part) for part in row[3:6])
    count = as_whole(row[6])
    if len(row) == 7:
        return PlaceContent(place, HandPiece(player, piece, count, x, y, size))
    position = found.names[place] if place < len(found.names) else ""
    step, width, height = (as_number(part) for part in row[7:])
    return PlaceContent(
        place, BoardPiece(position, player, piece, x, y, size, count, step, width, height)
    )


if __name__ == "__main__":
    messages.answer_once(lambda request: _replayed(*request))
