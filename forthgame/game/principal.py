"""The principal variation of a search as texts, recovered from the hashes of its moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.game.choosing import blindfolded, have_chosen, in_turn_order
from forthgame.game.naming import text_alone
from forthgame.lang import layout as at

if TYPE_CHECKING:
    from forthgame.game.moves import Move
    from forthgame.game.playthrough import Playthrough

TURN_NUMBER = slice(16, 20)  # of the bytes of a turn


def line_hashes(state: Playthrough) -> list[int]:
    """Return the move hashes of the principal variation that the search has left."""
    start = at.LINES >> 2
    cells = state.game.forth.processor.i32[start : start + at.LINE_CELLS].tolist()
    return cells[: cells.index(0)] if 0 in cells else cells


def follow_line(state: Playthrough, move: Move, hashes: list[int], texts: list[str]) -> None:
    """Play a line after a move on a copy, and append the texts of its moves.

    The line ends where a position repeats: there, the table holds the line's own beginning. Choices
    that other players have already made are left out, and the line ends with their turn, because
    the search only guesses them. Choices of later turns are put in playing order.
    """
    if not hashes:
        return
    waiting, known = list(state.choosers[1:]), dict[str, str]()
    follower = blindfolded(state)
    done = have_chosen(state.game, state.position.board)
    chosen = [player.name for player in state.game.declaration.players if player.code in done]
    stood = {_standing(follower)}
    follower.play(move, after_end=True)
    for wanted in hashes:
        here = _standing(follower)
        begins = not follower.concealed
        if chosen and begins:
            break
        if here in stood or not follower.moves(after_end=True):
            break
        if begins:
            waiting, known = in_turn_order(follower), {}
        stood.add(here)
        number = follower.run_here(follower.game.entries["(move-of-hash)"], wanted)
        if number < 0:
            break
        moves = follower.moves(after_end=True)
        known[follower.player] = text_alone(moves, number)
        while waiting and waiting[0] in known:
            texts.append(known[waiting.pop(0)])
        follower.play(moves[number], after_end=True)


def follow_numbers(
    state: Playthrough, move: Move, numbers: list[tuple[int, int]], texts: list[str]
) -> None:
    """Play moves after a move on a copy, and append their texts.

    Each is an index in a list, with the length of that list. The line ends at chance moves, at
    simultaneous choices, and if a list has another length, since a script may draw its moves.
    """
    follower = blindfolded(state)
    follower.play(move, after_end=True)
    for number, count in numbers:
        moves = follower.moves(after_end=True)
        thrown = state.game.is_chance(follower.player)
        together = len(follower.choosers) > 1 or follower.concealed
        if thrown or together or len(moves) != count:
            break
        texts.append(text_alone(moves, number))
        follower.play(moves[number], after_end=True)


def _standing(state: Playthrough) -> tuple[bytes, bytes]:
    turn = bytearray(state.position.turn)
    turn[TURN_NUMBER] = bytes(4)
    return bytes(turn), state.position.board
