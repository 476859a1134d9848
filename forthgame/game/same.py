"""Equality, copies and pickles of states."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any, cast

from forthgame.errors import ForthgameError
from forthgame.game.choosing import Choosing
from forthgame.game.pickled import check_seal, same_game, sealed
from forthgame.game.played import Position
from forthgame.game.streams import plain
from forthgame.lang import layout as at

if TYPE_CHECKING:
    from forthgame.game.playthrough import Playthrough
    from forthgame.game.script import Script

VERSION = 4


class Comparable(Choosing):
    """The part of a State for `==`, `hash`, copies, pickles and `repr`."""

    position: Position
    played_keys: bytes

    def __eq__(self, other: object) -> bool:
        """Return whether board, turn, random streams and history are equal, in the same script."""
        if not isinstance(other, Comparable):
            return NotImplemented
        if self is other:
            return True
        return (
            self._bytes == other._bytes
            and same_game(self.game, other.game)
            and _streams_of(self) == _streams_of(other)
            and _own(self).history == _own(other).history
        )

    def __hash__(self) -> int:
        return hash(self._bytes)

    @property
    def _bytes(self) -> tuple[bytes, bytes]:
        return self.position.whole, self.played_keys

    def __copy__(self) -> Playthrough:
        return _own(self).copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Playthrough:
        return _own(self).copy()

    def __reduce__(self) -> tuple[Any, ...]:
        state = _own(self)
        with self.game.lock:
            document = {
                "version": VERSION,
                "streams": _streams_of(self),
                "position": _kept(self.position),
                "past": [_kept(position) for position in state.past],
                "texts": list(state.move_texts),
                "played": self.played_keys,
                "level": state.level,
            }
        return (unpickled_state, (self.game, sealed(document)))

    def __repr__(self) -> str:
        state, position = _own(self), self.position
        known = position.asked and position.outcome is not None
        told = state.ending_text() if known else f"{self.player} to move"
        return f"<State {self.game.name}, {told}, ply {len(state.move_texts)}>"


def _own(state: Comparable) -> Playthrough:
    return cast("Playthrough", state)


def _streams_of(state: Comparable) -> tuple[bytes, bytes]:
    """Return the random streams, which are in the machine while it holds the position."""
    with state.game.lock:
        random, entropy = _own(state).kept_streams()
    return plain(random), entropy


def _kept(position: Position) -> tuple[Any, ...]:
    """Return the pickled form of a position, with its move list and result."""
    packed = position.packed
    if packed is None and position.arena is not None:
        packed = zlib.compress(position.arena, 1)
    result = None
    if position.asked:
        result = (position.outcome, position.verdict, position.outcomes)
    board, opened = position.board, position.opened
    return (position.turn, board, packed, position.count, position.key, result, opened)


def _taken(game: Script, kept: tuple[Any, ...]) -> Position:
    turn, board, packed, count, key, result, opened = kept
    right = len(turn) == at.TURN_BLOCK_SIZE
    size = game.forth.processor.register(at.BOARD_SIZE)
    if not right or any(len(each) != size for each in (board, opened or board)):
        raise ForthgameError("the pickle of a state is of another game")
    position = Position(turn, board)
    position.packed, position.count, position.key = packed, count, key
    position.opened = opened
    if result is not None:
        position.asked = True
        position.outcome, position.verdict, position.outcomes = result
    return position


def unpickled_state(game: Script, document: dict[str, Any]) -> Playthrough:
    """Return a state pickled by `State.__reduce__`. Raises ForthgameError for other documents."""
    if document.get("version") != VERSION:
        raise ForthgameError("the state was pickled by another version of forthgame")
    check_seal(document, "a state")
    random, entropy = document["streams"]
    state = game.states(game, _taken(game, document["position"]), random, entropy)
    state.past = [_taken(game, kept) for kept in document["past"]]
    state.move_texts = document["texts"]
    state.played_keys, state.level = document["played"], document["level"]
    return state
