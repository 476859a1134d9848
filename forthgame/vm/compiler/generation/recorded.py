"""Actions that a word records in the move in progress."""

from __future__ import annotations

from collections.abc import Mapping

from forthgame.code.instruction import Instruction
from forthgame.lang import layout as at
from forthgame.lang.beyond import CHOICE_CELL, HANDS
from forthgame.lang.doing import PLACING_THERE
from forthgame.lang.facts import GOING_ON
from forthgame.vm.compiler.generation.numbers import STARTED, Beside, Here, Slot, Value
from forthgame.vm.compiler.generation.places import Place
from forthgame.vm.compiler.generation.recording import (
    CHOICES,
    FOR_CREATING,
    RECORDING,
    Action,
    Inexact,
)


def record(
    place: Place,
    instruction: Instruction,
    type: int,
    drops: bool,
    settled: Mapping[int, int],
    begun: Value,
) -> tuple[Place, Action]:
    """Return the state after a word that records an action, and the action. Raises Inexact.

    The move word is read for pieces of a `type`, which are put on the board if it `drops`, and has
    begun at the position `begun`.
    """
    name = instruction.name
    count = RECORDING[name]
    if len(place.items) < count:
        raise Inexact(f"{name} takes what is not there")
    below = place.items[: len(place.items) - count]
    taken = place.items[len(place.items) - count :]
    action = Action(name, taken, instruction.operand, place.offset, type)
    if name in CHOICES:
        return place._replace(items=below), action
    if name in GOING_ON:
        if settled.get(CHOICE_CELL) != 0:
            raise Inexact(name)
        return place._replace(items=below), action
    if name in FOR_CREATING and settled.get(HANDS) != 0:
        raise Inexact("pieces in hand")
    positions = settled[at.POSITIONS]
    if name == "move":
        # only the start of the word certainly has a piece
        if taken[0] != begun or not _is_inside(taken[1], positions) or drops:
            raise Inexact("move, but not `from here move`")
    elif name == "later!":
        if not _is_stored(taken[1], settled):
            raise Inexact("later! into what is no storage of the board")
    elif name in PLACING_THERE and not _is_inside(taken[-1], positions):
        raise Inexact(f"{name} somewhere that cannot be known beforehand")
    reached = place.reached if place.recorded else place.possible
    return place._replace(items=below, recorded=True, reached=reached), action


def _is_inside(where: Value, positions: int) -> bool:
    return (
        isinstance(where, Here)
        or where == STARTED
        or (isinstance(where, int) and 0 <= where < positions)
    )


def _is_stored(address: Value, settled: Mapping[int, int]) -> bool:
    positions = settled[at.POSITIONS] * at.CELL
    if isinstance(address, Beside):
        first, span = address.plane * at.CELL, positions - at.CELL
    elif isinstance(address, Slot):
        first, span = address.offset, address.span
    else:
        return False
    return positions <= first and first + span <= settled[at.BOARD_SIZE] - at.CELL
