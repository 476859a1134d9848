"""Preparation of a search: list moves within its time, visit earlier positions."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from forthgame.errors import TIME_LIMIT, ForthgameError, ScriptError, sentence

if TYPE_CHECKING:
    from forthgame.game.engines import Limits
    from forthgame.game.moves import Moves
    from forthgame.game.playthrough import Playthrough
    from forthgame.vm.machine import Processor


LIST_TIME = 0.5  # seconds that the list of moves may take, even for a shorter search


@contextmanager
def within(processor: Processor, seconds: float | None) -> Iterator[None]:
    """Limit the machine to `seconds` in the body, or to its own deadline if that is earlier."""
    before = processor.deadline
    if seconds is not None:
        ours = time.monotonic() + max(seconds, 0.0)
        processor.deadline = ours if before is None else min(ours, before)
    try:
        yield
    finally:
        processor.deadline = before


def refuse_chance(state: Playthrough) -> None:
    """Raise ForthgameError if dice or cards decide at this turn instead of a player."""
    if state.game.is_chance(state.player):
        raise ForthgameError(
            f"{state.player} is to move: chance decides there, and nobody has anything to choose; "
            "play one of its moves first"
        )


def root_moves(state: Playthrough, limits: Limits, after_end: bool) -> Moves:
    """Return the moves to choose from, listed within the search's time or LIST_TIME.

    Raises ForthgameError if there are none, if the game is over and not `after_end`, in the middle
    of another call, and in a report of another search. Raises ScriptError if time runs out.
    """
    processor = state.game.forth.processor
    processor.refuse_inside()
    if processor.searching:
        raise ForthgameError(
            "the game is in the middle of a search, and its report cannot begin another one: load "
            "the game once more for that"
        )
    seconds = None if limits.time is None else max(limits.time, LIST_TIME)
    try:
        with within(processor, seconds):
            moves = state.moves(after_end=after_end)
    except ScriptError as error:
        if error.message == sentence(TIME_LIMIT) and limits.time is not None:
            error.message = f"the list of moves was not made in the {seconds:g} s that it may take"
        raise
    if not moves:
        ending = "" if after_end else state.ending_text()
        raise ForthgameError(ending or f"{state.player} has no move to choose from")
    return moves


def visit_past(state: Playthrough, word: str, most: int) -> None:
    """Run a word on the last `most` earlier positions of the game, oldest first."""
    present = state.position
    try:
        for past in state.past[-most:]:
            state.position = past
            state.run_here(state.game.entries[word])
    finally:
        state.position = present
        state.enter()
