"""Replay the games of a tournament to write their moves in a format of records.

`python -m forthgame.play.results.record_replay` reads a pickled request from its input and writes
one message. It runs confined and returns texts of moves only; the calling process writes the
results and the names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from forthgame.base.errors import ForthgameError
from forthgame.play.model.game_record import GameRecord, derive_seed
from forthgame.play.model.limits import Limits
from forthgame.play.model.schedule import Entrant
from forthgame.play.plan.plan import Plan
from forthgame.play.processes import messages
from forthgame.play.processes.child_process import answer_of_process, bundled
from forthgame.position.records.formats import move_texts
from forthgame.position.records.game_tree import Sides
from forthgame.position.records.recorded_game import round_of

if TYPE_CHECKING:
    from forthgame.play.match.contestant import Contestant

BATCH = 20_000  # plies that are replayed at a time
Request = tuple[str, str, list[tuple[int, str, list[str]]], Limits]


@dataclass
class WrittenGame:
    """The moves of a game in a format, with the tags that its game and its start need."""

    moves: list[str] = field(default_factory=list)
    tags: dict[str, str] = field(default_factory=dict)
    round: int = 1
    sides: Sides | None = None


def written_games(
    plan: Plan, records: Iterable[GameRecord], form: str
) -> Iterator[tuple[GameRecord, WrittenGame | None]]:
    """Yield each game with its moves in a format.

    None stands for games that cannot be replayed: the script has changed or cannot be loaded, or
    its game does not have the format.
    """
    batch, plies = list[GameRecord](), 0
    replay = _Replay(plan, form)
    for record in records:
        batch.append(record)
        plies += len(record.moves)
        if plies >= BATCH:
            yield from zip(batch, replay.written(batch), strict=True)
            batch, plies = [], 0
    yield from zip(batch, replay.written(batch), strict=True)


class _Replay:
    """Replays games of a plan, in this process if its script is bundled or unconfined."""

    def __init__(self, plan: Plan, form: str) -> None:
        self._plan, self._form = plan, form
        self._here = not plan.confined or bundled([plan.referee])
        self._referee: Contestant | None = None
        self.trouble = ""  # why games cannot be replayed

    def written(self, records: Sequence[GameRecord]) -> list[WrittenGame | None]:
        plan = self._plan
        games = [
            (derive_seed(r.seed, r.number, 0), plan.opening(plan.pairing(r.number).round).position,
             [text for _, text in r.moves])
            for r in records
        ]  # fmt: skip
        request: Request = (plan.referee, self._form, games, plan.limits)
        found: list[WrittenGame | None] = []
        with suppress(ForthgameError):
            if not games or self.trouble:
                return [None] * len(games)
            if self._here:
                self._referee = self._referee or _referee(plan.referee)
                found = [_written(self._referee, self._form, game, plan.limits) for game in games]
            else:
                found = _games_of(answer_of_process(__name__, [plan.referee], request))
        return [*found, *[None] * (len(games) - len(found))]


def _referee(script: str) -> Contestant:
    from forthgame.play.match.contestant import Contestant  # the command itself loads no machine

    return Contestant(Entrant("referee", script), native=False)


def _written(
    referee: Contestant, form: str, game: tuple[int, str, list[str]], limits: Limits
) -> WrittenGame | None:
    """Return the moves of a game, None if they cannot be played or written."""
    seed, position, moves = game
    try:
        texts = move_texts(referee.game, form)
        if texts.sides is None:
            return None
        referee.first_position = position
        referee.begin(seed, limits)
        start = referee.state
        found = WrittenGame(tags=texts.game_tags() | texts.start_tags(start),
                            round=round_of(start), sides=texts.sides)  # fmt: skip
        for text in moves:
            state = referee.state
            with referee.patience(limits):
                legal = state.moves(after_end=True)
                move = state.find(text, exact=True, after_end=True)
                found.moves.append(texts.write(state, move, legal))
            referee.hear(text, limits)
    except ForthgameError:
        return None
    return found


def _message(request: Request) -> dict[str, Any]:
    script, form, games, limits = request
    referee = _referee(script)
    found = [_written(referee, form, game, limits) for game in games]
    return {
        "kind": "records",
        "games": [
            None if game is None
            else [game.moves, list(map(list, game.tags.items())), game.round, game.sides]
            for game in found
        ],
    }  # fmt: skip


def _games_of(message: dict[str, Any]) -> list[WrittenGame | None]:
    """Read the games of a message. Raises the error in it, or BadMessage."""
    messages.raise_error_in(message)
    found: list[WrittenGame | None] = []
    for game in messages.as_list(message.get("games")):
        if game is None:
            found.append(None)
            continue
        moves, tags, number, sides = (*messages.as_list(game), None, None, None, None)[:4]
        found.append(
            WrittenGame(
                messages.as_type(list[str], moves),
                dict(messages.as_type(list[tuple[str, str]], tags)),
                messages.as_count(number),
                Sides(*messages.as_type(tuple[str, str, str], sides)),
            )
        )
    return found


if __name__ == "__main__":
    messages.answer_once(_message)
