"""From positions behind each other to the moves between them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from forthgame.errors import ForthgameError
from forthgame.lang import layout as at
from forthgame.lang.words.puzzle import DEEPEST_TURN

if TYPE_CHECKING:
    from forthgame.game.playthrough import Playthrough
    from forthgame.game.solving.side import Record

NUMBER = at.A_TURN_NUMBER - at.TURN_BLOCK  # of the turn, in bytes


def _stands(state: Playthrough, wanted: Record) -> bool:
    """Whether a position is the one of a record, whatever the number of the turn."""
    turn = list(memoryview(state.position.turn).cast("i"))
    number = NUMBER // 4
    same = [a == b for k, (a, b) in enumerate(zip(turn, wanted.turn, strict=True)) if k != number]
    return state.position.board == wanted.board and all(same)


def _ways(state: Playthrough) -> Iterator[list[int]]:
    """Stand behind each turn that can follow, one after the other, and give its moves' numbers.

    `state` is changed meanwhile.
    """
    depth, numbers = [iter(state.moves(after_end=True))], list[int]()
    seen: set[tuple[bytes, bytes]] = set()  # between partial moves, which may go back and forth
    while depth:
        move = next(depth[-1], None)
        if move is None:
            depth.pop()
            if depth:
                state.undo()
                numbers.pop()
            continue
        state.play(move, after_end=True)
        numbers.append(move.index)
        if state.in_turn and len(depth) <= DEEPEST_TURN:
            stands = (bytes(state.position.board), bytes(state.position.turn))
            moves = () if stands in seen else state.moves(after_end=True)
            seen.add(stands)
            depth.append(iter(moves))
            continue
        yield numbers
        state.undo()
        numbers.pop()


def follow(state: Playthrough, wanted: Record) -> list[int]:
    """Play the turn that leads to a record's position; the numbers of its moves in their lists.

    Raises ForthgameError if no turn leads there.
    """
    for numbers in _ways(state):
        if _stands(state, wanted):
            return numbers
    raise ForthgameError(
        "the moves of the solution are not found again: does the script draw random numbers while "
        "it makes moves?"
    )
