"""Copies of a state for use in the body of `isolated`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from copy import copy

from forthgame.base.errors import ForthgameError
from forthgame.position.playthrough import Playthrough
from forthgame.position.position_record import Position
from forthgame.rules.checkpoint import MachineState, isolated
from forthgame.rules.script import Script
from forthgame.why.inspection.short_texts import moves_of, run_engine
from forthgame.words.registers import memory_layout as at

__all__ = ["MachineState", "before_passing", "copy_state", "few_steps", "isolated"]

MOST_STEPS = 25_000_000  # of the words of a script; long lists of moves take some six million


@contextmanager
def few_steps(game: Script) -> Iterator[None]:
    """Limit what words of a script may run in the body, so that an endless loop ends soon."""
    processor = game.forth.processor
    before = processor.steps_left
    processor.steps_left = MOST_STEPS if before is None else min(before, MOST_STEPS)
    try:
        yield
    finally:
        processor.steps_left = before


def copy_state(state: Playthrough, fresh: bool = False) -> Playthrough:
    """Return a copy of a state with a position of its own, so that questions leave no trace.

    A fresh copy has no move list, even if the state has one.
    """
    twin = state.copy()
    position = twin.position
    twin.position = Position(position.turn, position.board) if fresh else copy(position)
    return twin


def before_passing(state: Playthrough) -> Playthrough | None:
    """Return the state in a partial move that nothing could follow, before the turn passed on.

    None is returned if the last move was not such a move.
    """
    if not state.past or not state.history[-1].startswith("partial"):
        return None
    if state.turn_cell(1) == int.from_bytes(state.past[-1].turn[4:8], "little", signed=True):
        return None
    game, text = state.game, state.history[-1]
    inside = state.copy()
    inside.step_back()
    with isolated(game), suppress(ForthgameError):
        move = copy_state(inside).find(text, exact=True, after_end=True)
        inside.enter(seeing=True)
        address = moves_of(game, game.forth.processor.register(at.LIST))[move.index]
        game.forth.processor.set_cell(at.A_MOVE_ADDRESS, address)
        run_engine(game, "(execute-move)")
        partial = game.forth.processor.cell(address + 4 * at.MOVE_PARTIAL)
        game.forth.processor.set_cell(at.A_PARTIAL, partial)
        inside.position = inside.capture()
        inside.past.append(state.past[-1])
        inside.move_texts.append(text)
        return inside
    return None
