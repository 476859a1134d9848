"""Conditions under which a game can be solved as a puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.errors import ForthgameError
from forthgame.game.lists import judges_without_lists, looks_at_turns
from forthgame.lang import beyond as more
from forthgame.lang import layout as at
from forthgame.lang.words.puzzle import EARLY, TURNS_COUNT, WITH_TURNS

if TYPE_CHECKING:
    from forthgame.game.playthrough import Playthrough
    from forthgame.game.script import Script

DISTANCE = at.EVENT_NAMES.index("OnDistance")


def require_puzzle(state: Playthrough) -> None:
    """Raise ForthgameError if a game is not a puzzle or has state outside its positions."""
    game = state.game
    seats = game.declaration.competitors
    if len(seats) != 1:
        who = f"{len(seats)} players who can win ({', '.join(seats)})" if seats else "no player"
        raise ForthgameError(f"{game.name} is not a puzzle: it has {who}, and a puzzle has one")
    code = game.player_named(seats[0]).code
    for turn in game.declaration.turns:
        if turn.player != code:
            other = game.player_by_code(turn.player)
            name = other.name if other else "another player"
            raise ForthgameError(
                f"{game.name} is not a puzzle: {name} has turns too, and {seats[0]} does not "
                "choose the moves there"
            )
    if game.forth.processor.register(more.PLAYED_USED):
        raise ForthgameError(
            f"{game.name} asks how often positions have stood, so they are not solved one by one"
        )
    if state.in_turn:
        raise ForthgameError("a solution begins with a turn, and this position is in the middle")


def flags_of(game: Script, turns: bool) -> int:
    """Return the flags by which the search evaluates and compares positions."""
    stored = game.forth.processor.register(more.LISTS_JUDGED)
    early = not stored and judges_without_lists(game.forth)
    return (EARLY if early else 0) | (WITH_TURNS if turns else 0)


def flags_by_depth(game: Script, turns: bool) -> int:
    """Return the flags for a search by depth, which stores bounds of positions."""
    late = not turns and looks_at_turns(game.forth)
    return flags_of(game, turns) | (TURNS_COUNT if late else 0)


def has_distance(game: Script) -> bool:
    return game.forth.processor.register(at.EVENTS + 4 * DISTANCE) != 0
