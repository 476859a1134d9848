"""Turns in which several players choose, and choices that are hidden until all have chosen.

A position keeps choices in its board record. Until all have chosen they are left out of the
machine's memory, so neither move words nor engines of the others can see them.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from typing import TYPE_CHECKING

from forthgame.base import arguments
from forthgame.position.position_record import Position
from forthgame.rules.declaration.geometry import OUT
from forthgame.words.registers import extension_registers, memory_layout as at

if TYPE_CHECKING:
    from forthgame.position.moves import Move
    from forthgame.position.playthrough import AnyPlaythrough, Playthrough
    from forthgame.rules.script import Script

TURN_BYTES = 12  # of a turn in the turn order
CHOICE_BYTES = 8


def choosers_of(state: Playthrough) -> tuple[str, ...]:
    """Return the player to move, then the others who choose in the same turn."""
    game, board = state.game, state.position.board
    offset, mover = struct.unpack_from("<2i", state.position.turn)
    group = _group(game, offset)
    if len(group) < 2:
        return (state.player,)
    known = game.declaration.storage_places()
    out = struct.unpack_from("<i", board, known[OUT][0])[0] if OUT in known else 0
    done = have_chosen(game, board)
    order = [game.declaration.turns[k].player for k in group]
    left = [code for code in order if code not in done]
    present = [c for c in left if not out >> c // at.PLAYER_UNIT & 1] or left
    named = {player.code: player.name for player in game.declaration.players}
    return (state.player, *(named[code] for code in present if code != mover))


def _choices(game: Script, board: bytes | bytearray) -> tuple[int, bytes]:
    """Return the offset of choices in a record, and the choices; 0 in games without them."""
    start = game.forth.processor.register(extension_registers.CHOICE_CELL)
    return start, bytes(board[start : start + CHOICE_BYTES * len(game.players)]) if start else b""


def choose_together(game: Script) -> bool:
    return bool(game.forth.processor.register(extension_registers.CHOICE_CELL))


def without_choices(game: Script, board: bytes) -> bytes:
    start, kept = _choices(game, board)
    if not any(kept):
        return board
    return board[:start] + bytes(len(kept)) + board[start + len(kept) :]


def still_chosen(game: Script, found: Position, before: Position) -> Position:
    """Return the machine's position with the hidden choices of `before` put back."""
    start, kept = _choices(game, before.board)
    if not any(kept):
        return found
    board = bytearray(found.board)
    for place in range(0, len(kept), CHOICE_BYTES):
        own = slice(start + place, start + place + CHOICE_BYTES)
        if not any(board[own]):
            board[own] = kept[place : place + CHOICE_BYTES]
    return Position(found.turn, bytes(board))


def have_chosen(game: Script, board: bytes | bytearray) -> list[int]:
    _, kept = _choices(game, board)
    return [
        player.code
        for k, player in enumerate(game.declaration.players)
        if any(kept[CHOICE_BYTES * k : CHOICE_BYTES * (k + 1)])
    ]


def _group(game: Script, offset: int) -> range:
    """Return the numbers of the turns whose players choose together with the turn at an offset."""
    turns, number = game.declaration.turns, offset // TURN_BYTES
    if not choose_together(game) or not 0 <= number < len(turns):
        return range(0)
    return game.declaration.choosers(number)


def chosen_together(game: Script, position: Position) -> bool:
    return len(_group(game, struct.unpack_from("<i", position.turn)[0])) > 1


def in_turn_order(state: Playthrough) -> list[str]:
    known = state.game.declaration
    named = {player.code: player.name for player in known.players}
    group = _group(state.game, state.turn_cell(0))
    order = [named.get(known.turns[k].player, "") for k in group]
    return sorted(state.choosers, key=lambda name: order.index(name) if name in order else -1)


def with_mover(state: AnyPlaythrough, player: str) -> AnyPlaythrough:
    """Return the position with another chooser to move.

    Raises ValueError if the player does not choose now.
    """
    if player == state.player:
        return state
    choosing = state.choosers
    if player not in choosing:
        state.game.player_named(player)
        raise ValueError(f"{player} does not choose now; {' and '.join(choosing)} may")
    game = state.game
    turns = game.declaration.turns
    code = game.player_named(player).code
    number = next(k for k in _group(game, state.turn_cell(0)) if turns[k].player == code)
    twin = state.copy()
    twin.position = Position(turn_block(state, number), state.position.board)
    return twin


def turn_block(state: Playthrough, number: int) -> bytes:
    """Return a turn block for the turn with this index in the turn order."""
    turn = state.game.declaration.turns[number]
    return struct.pack(
        "<6i", TURN_BYTES * number, turn.player, turn.for_player, turn.of_type, state.turn_number, 0
    )


def blindfolded(state: AnyPlaythrough) -> AnyPlaythrough:
    """Return a copy for looking ahead, without choices that the player to move may not see."""
    return _forgetting(state.ahead())


def as_seen_by_mover(state: AnyPlaythrough) -> AnyPlaythrough:
    """Return the position and its history as the player to move may see them.

    Returns the state itself if there are no hidden choices, else a copy.
    """
    secret = state.concealed
    if not secret:
        return state
    twin = _forgetting(state.copy())
    known = len(twin.past) - secret  # a position read from text has no past
    del twin.past[max(0, known) :], twin.move_texts[max(0, len(twin.move_texts) - secret) :]
    return twin


def _forgetting(twin: AnyPlaythrough) -> AnyPlaythrough:
    position = twin.position
    board = without_choices(twin.game, position.board)
    if board is not position.board:
        twin.position = copy(position)
        twin.position.board = board
    return twin


@contextmanager
def choosing_as_searched(state: Playthrough) -> Iterator[None]:
    """Let players choose in the order of the last search, within the body."""
    processor = state.game.forth.processor
    some = processor.register(extension_registers.CHOICE_CELL)
    if some:
        processor.set_cell(at.SYSTEM_CELLS["$searching"], -1)
    try:
        yield
    finally:
        if some:
            processor.set_cell(at.SYSTEM_CELLS["$searching"], 0)


def play_all(state: Playthrough, moves: Mapping[str, Move | str]) -> None:
    """Play the choice of each chooser. Raises ValueError unless each is given one move.

    Raises IllegalMove or ScriptError; the position is then unchanged.
    """
    choosing = state.choosers
    if set(moves) != set(choosing):
        names = (name if isinstance(name, str) else arguments.shown(name) for name in moves)
        given = ", ".join(names) or "nobody"
        raise ValueError(f"a move each of {' and '.join(choosing)} is needed, not of {given}")
    for player in choosing:
        with_mover(state, player).legal(moves[player])
    plies = len(state.past)
    try:
        for player in choosing:
            state.play(moves[player])
    except BaseException:
        while len(state.past) > plies:
            state.step_back()
        raise


def contradiction(game: Script, board: bytes | bytearray, offset: int, mover: int) -> str:
    """Return an error text if the choices of a position written by hand are contradictory."""
    turns = game.declaration.turns
    choosing = [turns[k].player for k in _group(game, offset)]
    for code in have_chosen(game, board):
        name = next(p.name for p in game.declaration.players if p.code == code)
        if code not in choosing:
            return f"{name} cannot have chosen: it is not a turn in which they choose together"
        if code == mover:
            return f"{name} has chosen, and is to choose"
    return ""
