"""Traces the steps of a word at a position."""

from __future__ import annotations

from collections.abc import Iterator

from forthgame.base.arguments import instance
from forthgame.position.machine_binding import MachineBinding
from forthgame.position.playthrough import Playthrough
from forthgame.why.debugger.stepper import Step, Stepper
from forthgame.why.inspection.state_copies import MachineState, copy_state, isolated
from forthgame.why.inspection.word_call_setup import position_number, stand_before, word_named

FIRST_BATCH = 64  # steps per batch; the machine is restored between batches
BATCH = 8192


def trace(
    state: Playthrough, word: str, position: str | None = None, *, inner: bool = False
) -> Iterator[Step]:
    """Yield the steps of a word of the script, run as generation would run a move word.

    The state's player to move is the mover and `here` is the position; without one, the first
    position where generation would try the word is used. `inner` includes the steps of the
    language's own words. Memory use does not grow with the number of steps, and the game and its
    states may be used between steps. An event (`OnIsGameOver`) is run with the moves of the state.

    Raises ForthgameError immediately if the word or the position is unknown.
    """
    instance(state, MachineBinding, "a position", "a State")
    found = word_named(state.game, word)
    number = None if position is None else position_number(state.game, position)
    return _traced(copy_state(state), found.name, number, inner)


def _traced(state: Playthrough, word: str, position: int | None, inner: bool) -> Iterator[Step]:
    game = state.game
    size = FIRST_BATCH
    with isolated(game) as printed:
        stand_before(state, word_named(game, word), position)
        stepper = Stepper(game, inner, printed)
        batch = _batch(stepper, size)
        running = MachineState(game)
    yield from batch
    while not stepper.ended:
        size = min(2 * size, BATCH)
        with isolated(game, alone=True) as printed:
            running.put_back()
            stepper.printed = printed
            batch = _batch(stepper, size)
            running = MachineState(game)
        yield from batch


def _batch(stepper: Stepper, size: int) -> list[Step]:
    found: list[Step] = []
    for _ in range(size):
        found += stepper.step()
        if stepper.ended:
            break
    return found
