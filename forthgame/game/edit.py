"""Changing a position by hand, and taking over what a line of the dialect has made of it."""

from __future__ import annotations

from forthgame.errors import ForthgameError
from forthgame.game.game import Game
from forthgame.game.played import Position
from forthgame.game.state import State
from forthgame.lang import layout as at


def hold(state: State) -> None:
    """Make the machine hold this position, with empty stacks."""
    state._enter()


def held(state: State) -> State | None:
    """The position that the machine holds, None if it is still the one of `state`.

    Copies of the board that `$CloneBoard` has made are looked through only when they are gone.
    """
    if state.game.forth.processor.register(at.BOARD_DEPTH):
        return None
    found = state._capture()
    if (found.turn, found.board) == (state._position.turn, state._position.board):
        return None
    twin = _with(state, found)
    state.game.active = twin  # whose random streams the machine goes on with
    return twin


def forget_moves(state: State) -> None:
    """Have moves and outcome worked out anew: the words they come from have changed."""
    state._position = Position(state._position.turn, state._position.board)


def size_of(state: State) -> int:
    """Bytes of the position's board record."""
    return len(state._position.board)


def put(state: State, player: str, piece: str, position: str) -> State:
    """The same position with a piece more, put there by OnEditAdd as in a set-up.

    Raises ForthgameError for a name that the game does not know.
    """
    game = state.game
    code = game.declaration.players[_index(game.players, player, "player")].code
    arguments = (
        code, _index(game.pieces, piece, "piece") + 1, _index(game.positions, position, "position"),
    )  # fmt: skip
    return _after(state, "OnEditAdd", *arguments)


def remove(state: State, position: str) -> State:
    """The same position with a piece less, taken off by OnEditRemove."""
    return _after(state, "OnEditRemove", _index(state.game.positions, position, "position"))


def transferred(state: State, game: Game) -> State:
    """The position in another game, by names: for a script that was loaded again.

    Raises PositionError if something of it is not declared there.
    """
    from forthgame.game.position import quoted

    _, _, text = state.to_text().partition("|")
    moved = game.position(f"{quoted(game.name)} |{text}")
    moved._texts = list(state.history)
    return moved


def board_now(game: Game) -> dict[str, tuple[str, str]]:
    """What stands where on the board that the machine has at hand, in the middle of a word too."""
    processor = game.forth.processor
    start = at.MEMORY + processor.register(at.BOARD)
    size = 4 * len(game.positions)
    return State(game, Position(b"", bytes(processor.bytes[start : start + size])), b"", b"").board


def turn_now(state: State) -> dict[str, int | str]:
    """The turn: number, player, whose pieces, type asked for, what may follow a partial move."""
    offset, player, for_player, of_type, number, partial = (
        state._turn_cell(k) for k in range(at.TURN_BLOCK_CELLS)
    )
    names = [state.game.player_by_code(code) for code in (player, for_player)]
    return {
        "offset": offset // 12,
        "player": names[0].name if names[0] else "nobody",
        "for": names[1].name if names[1] else "nobody",
        "type": of_type,
        "number": number,
        "partial": partial,
    }


def stored(state: State) -> list[tuple[str, int, int]]:
    """The board's own storage: name, index, value; of arrays only what is not 0."""
    from forthgame.game.position import storage_places

    found = []
    for name, offset, count, size in storage_places(state.game):
        for k in range(count):
            start = offset + k * size
            data = state._position.board[start : start + size]
            value = int.from_bytes(data, "little", signed=size == 4)
            if value or count == 1:
                found.append((name, k if count > 1 else -1, value))
    return found


def _after(state: State, event: str, *arguments: int) -> State:
    state._enter()
    try:
        state.game.run_event(event, *arguments)
        return _with(state, state._capture())
    finally:
        state._enter()


def _with(state: State, position: Position) -> State:
    twin = state.copy()
    twin._position = position
    return twin


def _index(known: list[str], name: str, what: str) -> int:
    from difflib import get_close_matches

    if name not in known:
        near = get_close_matches(name, known, n=3) or known[:8]
        raise ForthgameError(f"there is no {what} {name!r}; try {', '.join(near)}")
    return known.index(name)
