"""Turns in which several players choose: who they are, and what nobody may see before all have.

A position keeps choices in its board record. While somebody still has to choose they are left out
of what the machine holds, so neither their move words nor their engine can see them.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from typing import TYPE_CHECKING, Any

from forthgame import arguments
from forthgame.game.kept import OUT
from forthgame.game.played import Position
from forthgame.lang import beyond
from forthgame.lang import layout as at

if TYPE_CHECKING:
    from forthgame.game.moves import Move
    from forthgame.game.playthrough import AnyPlaythrough, Playthrough
    from forthgame.game.script import Script

TURN_BYTES = 12  # of a turn in the turn order
CHOICE_BYTES = 8


class Choosing:
    """Who chooses, as a part of `State`."""

    game: Script
    player: Any
    position: Position

    @property
    def choosers(self) -> tuple[str, ...]:
        """Who has to choose now: several in a turn with `{together}`, else the player to move.

        Choices of several are recorded as plies in this order.
        """
        game, board = self.game, self.position.board
        offset, mover = struct.unpack_from("<2i", self.position.turn)
        group = _group(game, offset)
        if len(group) < 2:
            return (self.player,)
        known = game.declaration.storage_places()
        out = struct.unpack_from("<i", board, known[OUT][0])[0] if OUT in known else 0
        done = have_chosen(game, board)
        left = [turn.player for turn in (game.declaration.turns[k] for k in group)]
        left = [code for code in left if code not in done]
        present = [c for c in left if not out >> c // at.PLAYER_UNIT & 1] or left
        named = {player.code: player.name for player in game.declaration.players}
        return (self.player, *(named[code] for code in present if code != mover))

    @property
    def concealed(self) -> int:
        """How many of the newest plies are choices that nobody else may see yet."""
        return len(have_chosen(self.game, self.position.board))


def _choices(game: Script, board: bytes | bytearray) -> tuple[int, bytes]:
    """Where in a record choices are kept, and they; 0 where nobody chooses together."""
    start = game.forth.processor.register(beyond.CHOICE_CELL)
    return start, bytes(board[start : start + CHOICE_BYTES * len(game.players)]) if start else b""


def choose_together(game: Script) -> bool:
    """Whether a game has turns in which several choose."""
    return bool(game.forth.processor.register(beyond.CHOICE_CELL))


def unseen(game: Script, board: bytes) -> bytes:
    """A board record without what has been chosen."""
    start, kept = _choices(game, board)
    if not any(kept):
        return board
    return board[:start] + bytes(len(kept)) + board[start + len(kept) :]


def still_chosen(game: Script, found: Position, before: Position) -> Position:
    """What the machine holds, with what had been chosen before, which it was not to see."""
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
    """Encodings of the players whose choices a record keeps."""
    _, kept = _choices(game, board)
    return [
        player.code
        for k, player in enumerate(game.declaration.players)
        if any(kept[CHOICE_BYTES * k : CHOICE_BYTES * (k + 1)])
    ]


def _group(game: Script, offset: int) -> range:
    """Numbers of the turns whose players choose together with that of the turn at an offset."""
    turns, number = game.declaration.turns, offset // TURN_BYTES
    if not choose_together(game) or not 0 <= number < len(turns):
        return range(0)
    return game.declaration.choosers(number)


def chosen_together(game: Script, position: Position) -> bool:
    """Whether it is a turn in which several choose."""
    return len(_group(game, struct.unpack_from("<i", position.turn)[0])) > 1


def in_turn_order(state: Playthrough) -> list[str]:
    """Who has to choose now, in the order of the turn, whoever may choose first."""
    known = state.game.declaration
    named = {player.code: player.name for player in known.players}
    group = _group(state.game, state.turn_cell(0))
    order = [named.get(known.turns[k].player, "") for k in group]
    return sorted(state.choosers, key=lambda name: order.index(name) if name in order else -1)


def aimed(state: AnyPlaythrough, player: str) -> AnyPlaythrough:
    """The same position with another one of the choosers to choose. Raises ValueError."""
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
    turn = turns[number]
    cells = (TURN_BYTES * number, code, turn.for_player, turn.of_type, state.turn_number, 0)
    turned = b"".join(value.to_bytes(4, "little", signed=True) for value in cells)
    twin = state.copy()
    twin.position = Position(turned, state.position.board)
    return twin


def blindfolded(state: AnyPlaythrough) -> AnyPlaythrough:
    """A copy to look ahead in, without what others have chosen: what the player to move knows."""
    return _forgetting(state.ahead())


def unaware(state: AnyPlaythrough) -> AnyPlaythrough:
    """The same position as the player to move knows it, and how it has come about.

    It is the position itself where nothing has been chosen in secret, else a copy.
    """
    secret = state.concealed
    if not secret:
        return state
    twin = _forgetting(state.copy())
    known = len(twin.past) - secret  # a position from a text has no past
    del twin.past[max(0, known) :], twin.move_texts[max(0, len(twin.move_texts) - secret) :]
    return twin


def _forgetting(twin: AnyPlaythrough) -> AnyPlaythrough:
    """A copy, in which nothing has been chosen any more."""
    position = twin.position
    board = unseen(twin.game, position.board)
    if board is not position.board:
        twin.position = copy(position)
        twin.position.board = board
    return twin


@contextmanager
def choosing_as_searched(state: Playthrough) -> Iterator[None]:
    """Within it players choose in the order in which the last search has let them."""
    processor = state.game.forth.processor
    some = processor.register(beyond.CHOICE_CELL)
    if some:
        processor.set_cell(at.SYSTEM_CELLS["$searching"], -1)
    try:
        yield
    finally:
        if some:
            processor.set_cell(at.SYSTEM_CELLS["$searching"], 0)


def play_all(state: Playthrough, moves: Mapping[str, Move | str]) -> None:
    """Play what each chooser has chosen. Raises ValueError unless each is given one move.

    Raises IllegalMove or ScriptError; the position is then what it was.
    """
    choosing = state.choosers
    if set(moves) != set(choosing):
        names = (name if isinstance(name, str) else arguments.shown(name) for name in moves)
        given = ", ".join(names) or "nobody"
        raise ValueError(f"a move each of {' and '.join(choosing)} is needed, not of {given}")
    for player in choosing:
        aimed(state, player).legal(moves[player])
    plies = len(state.past)
    try:
        for player in choosing:
            state.play(moves[player])
    except BaseException:
        while len(state.past) > plies:
            state.step_back()
        raise


def contradiction(game: Script, board: bytes | bytearray, offset: int, mover: int) -> str:
    """What is wrong with the choices of a position that was written by somebody, or nothing."""
    turns = game.declaration.turns
    choosing = [turns[k].player for k in _group(game, offset)]
    for code in have_chosen(game, board):
        name = next(p.name for p in game.declaration.players if p.code == code)
        if code not in choosing:
            return f"{name} cannot have chosen: it is not a turn in which they choose together"
        if code == mover:
            return f"{name} has chosen, and is to choose"
    return ""
