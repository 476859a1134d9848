"""Verification of a solution: the moves between its positions, and warnings about the script.

OnDistance must not exceed the remaining turns, and the game should not end within a turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from forthgame.errors import ForthgameError, ScriptError
from forthgame.game.solving.puzzle import has_distance
from forthgame.game.solving.solution import turns_text
from forthgame.lang import layout as at
from forthgame.lang.words.puzzle import DEEPEST_TURN

if TYPE_CHECKING:
    from forthgame.game.playthrough import Playthrough
    from forthgame.game.solving.side import Record

NUMBER = at.A_TURN_NUMBER - at.TURN_BLOCK  # byte offset of the turn's number


def _stands(state: Playthrough, wanted: Record) -> bool:
    """Return whether a position equals a record, apart from the number of the turn."""
    turn = list(memoryview(state.position.turn).cast("i"))
    number = NUMBER // 4
    same = [a == b for k, (a, b) in enumerate(zip(turn, wanted.turn, strict=True)) if k != number]
    return state.position.board == wanted.board and all(same)


def _ways(state: Playthrough) -> Iterator[list[int]]:
    """Play each possible turn in sequence, and yield the indices of its moves; changes `state`."""
    depth, numbers = [iter(state.moves(after_end=True))], list[int]()
    seen: set[tuple[bytes, bytes]] = set()  # partial moves may go back and forth
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
    """Play the turn that leads to a record's position; return the indices of its moves.

    Raises ForthgameError if no turn leads there.
    """
    for numbers in _ways(state):
        if _stands(state, wanted):
            return numbers
    raise ForthgameError(
        "the moves of the solution are not found again: does the script draw random numbers while "
        "it makes moves?"
    )


def compared(ends: list[Playthrough]) -> tuple[str, ...]:
    """Return warnings about OnDistance in the positions after each turn of a solution.

    An error in the event gives a warning instead.
    """
    if not has_distance(ends[0].game):
        return ()
    turns = len(ends) - 1
    for done, state in enumerate(ends):
        where = f"after {done} of {turns_text(turns)}"
        try:
            said = _distance(state)
        except ScriptError as error:
            why = str(error).splitlines()[0]
            return (f"OnDistance could not be compared with the solution {where}: {why}",)
        if said > turns - done:
            return (
                f"OnDistance says {said} {where}, {turns - done} are left: it must never say "
                "more, or the solution may not be a shortest one",
            )
    return ()


def ended_within(state: Playthrough, move: str) -> tuple[str, ...]:
    """Return a warning if the game is over after a partial move of a solution.

    An error in the event is ignored.
    """
    try:
        outcome = state.outcome
    except ScriptError:
        return ()
    if outcome is None:
        return ()
    return (
        f"in play the game is over behind {move!r} ({outcome}), in the middle of a turn; a puzzle "
        "is judged between turns",
    )


def _distance(state: Playthrough) -> int:
    game = state.game
    state.enter()
    game.run_word("(abandon-generation)")
    return game.at_many(game.forth.engine_word("(distance)").entry)
