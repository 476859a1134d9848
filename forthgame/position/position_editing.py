"""Validate positions that were read, edit positions by hand or by a line, and begin levels.

Such a position may contradict data that a script derives from the board and keeps in storage, such
as the positions of kings. The event OnPosition recomputes them. It rejects a position by ABORT",
and `[fen.numbers]` in the game's own file of texts limits the pieces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import cast

from forthgame.base.environment import entropy
from forthgame.base.errors import ForthgameError, ScriptError, alike
from forthgame.base.name_quoting import quoted
from forthgame.machine.random_streams import seed_of
from forthgame.position.moves import list_cut_short
from forthgame.position.playthrough import AnyPlaythrough, Playthrough
from forthgame.position.position_record import Position
from forthgame.position.position_text import (
    PositionError,
    position_text,
    read_position,
    refuse,
    storage_contents,
    storage_places,
    without_foreign_past,
)
from forthgame.position.simultaneous_turns import (
    TURN_BYTES,
    still_chosen,
    turn_block,
    without_choices,
)
from forthgame.rules.checkpoint import isolated, looking_ahead
from forthgame.rules.declaration.levels import Level, wrong
from forthgame.rules.script import Script
from forthgame.rules.word_execution import reset_here
from forthgame.words.registers import memory_layout as at
from forthgame.words.table.dictionary import Word

EVENT = "OnPosition"
REGISTER = at.EVENTS + at.CELL * at.EVENT_NAMES.index(EVENT)
ABORTED = -1  # number of the error that ABORT" raises
NO_TURN = bytes(at.TURN_BLOCK_SIZE)
FREE_FROM = 16  # bits of a cell below a piece's attributes
COLUMN = re.compile(r"column (\d+) of the position: ")
START = "turn=0,{0},{1},{2},1,0"  # the turn of a position without one


def validated(state: AnyPlaythrough, counted: bool = False) -> AnyPlaythrough:
    """Return the state after OnPosition. Raises PositionError for an impossible position.

    The state must be new: it has no history, and its moves have not been generated. With `counted`
    its pieces are within the limits of the game's file.
    """
    with state.game.lock:
        refuse(state.game, "" if counted else piece_limit_trouble(state))
        position = _after_event(state)
        refuse(state.game, position.trouble)
        state.position = position
    return state


def with_trouble(state: AnyPlaythrough) -> AnyPlaythrough:
    """Return the state after OnPosition, with the reason in `trouble` if it is impossible.

    Editing passes through impossible positions, for example with two kings or none. They are
    rejected when their moves are generated.
    """
    with state.game.lock:
        trouble, position = piece_limit_trouble(state), _after_event(state)
        if trouble:
            position = Position(position.turn, position.board)
            position.trouble = trouble
        state.position = position
    return state


def piece_limit_trouble(state: Playthrough) -> str:
    """Return an error message for too many or too few pieces of some kind, else an empty text."""
    from forthgame.position.texts.content import piece_trouble
    from forthgame.position.texts.fen import piece_limits

    game, cells = state.game, memoryview(state.position.board).cast("i")
    return piece_trouble(game, cells, piece_limits(game))


def _after_event(state: Playthrough) -> Position:
    """Return the position with OnPosition's changes to the board; other changes are undone.

    If it stops by ABORT", the position is unchanged with the text as its trouble. Raises
    ScriptError for any other error in the event.
    """
    game, before = state.game, state.position
    processor = game.forth.processor
    if not processor.register(REGISTER):
        return before
    found, twin = Position(before.turn, before.board), state.copy()
    twin.position = found
    at_rest = processor.at_rest and game.aside is None
    with _alone(twin) if at_rest else isolated(game):
        twin.enter()
        try:
            if at_rest:
                reset_here(processor)
                game.short.run(game.forth.word(EVENT).entry, 0)
            else:
                game.run_event(EVENT)
        except ScriptError as error:
            if error.number != ABORTED:
                raise
            found.trouble = error.message
            return found
        board = still_chosen(game, twin.capture(), before).board
    return Position(before.turn, board)


@contextmanager
def _alone(state: Playthrough) -> Iterator[None]:
    """Run the body, which enters a state, without leaving a trace in the script's data.

    For a machine at rest: this takes a fraction of the time of `isolated`. Printed text is dropped.
    """
    game, forth = state.game, state.game.forth
    output, forth.output = forth.output, lambda _: None
    try:
        with looking_ahead(game):
            yield
    finally:
        with suppress(ScriptError):  # too much output must not prevent the rest
            forth.processor.flush()
        forth.output = output
        if game.active is state:
            game.active = None


def load_into_machine(state: Playthrough) -> None:
    processor = state.game.forth.processor
    here, start = processor.cell(at.A_HERE), processor.cell(at.A_FROM)
    state.enter()  # resets `here` and `from`, but the prompt goes on from its own
    processor.set_cell(at.A_HERE, here)
    processor.set_cell(at.A_FROM, start)


def position_in_machine(state: AnyPlaythrough) -> AnyPlaythrough | None:
    """Return the position of the machine, or None if it is still that of `state`.

    Returns None, too, while there are copies of the board, made by `$CloneBoard`.
    """
    if state.game.forth.processor.register(at.BOARD_DEPTH):
        return None
    found = still_chosen(state.game, state.capture(), state.position)
    if found.whole == state.position.whole:
        return None
    twin = _with(state, found)
    state.game.active = twin  # the machine continues with its random streams
    return twin


def forget_moves(state: Playthrough) -> None:
    trouble = state.position.trouble
    state.position = Position(state.position.turn, state.position.board)
    state.position.trouble = trouble


def read(game: Script, text: str) -> Playthrough:
    """Read the text of a position that is being edited, even of an impossible one.

    Raises PositionError if it is not a text of the game.
    """
    return with_trouble(read_position(game, text))


def put(state: AnyPlaythrough, player: str, piece: str, position: str) -> AnyPlaythrough:
    """Return the position with a piece added by OnEditAdd, as in a set-up.

    This and every other change ends with OnPosition. A position that it rejects is marked as
    impossible and can be edited further. Raises ForthgameError for an unknown name.
    """
    return with_trouble(_put(state, player, piece, position))


def _put(state: AnyPlaythrough, player: str, piece: str, position: str) -> AnyPlaythrough:
    game = state.game
    code = game.declaration.players[_index(game.players, player, "player")].code
    arguments = (
        code, _index(game.pieces, piece, "piece") + 1, _index(game.positions, position, "position"),
    )  # fmt: skip
    return _after(state, "OnEditAdd", *arguments)


def remove(state: AnyPlaythrough, position: str) -> AnyPlaythrough:
    return with_trouble(_remove(state, position))


def _remove(state: AnyPlaythrough, position: str) -> AnyPlaythrough:
    return _after(state, "OnEditRemove", _index(state.game.positions, position, "position"))


def with_owner(state: AnyPlaythrough, position: str, player: str) -> AnyPlaythrough:
    """Return the position with a piece given to another player; its attributes stay.

    Raises ForthgameError if there is no declared piece at the position.
    """
    found = state.board.get(position)
    if found is None or found[1] not in state.game.pieces:
        raise ForthgameError(f"no piece stands on {position}")
    place = 4 * _index(state.game.positions, position, "position")
    attributes = _cell(state, place) & ~((1 << FREE_FROM) - 1)
    changed = _put(_remove(state, position), player, found[1], position)
    if attributes:
        cell = (_cell(changed, place) & ((1 << FREE_FROM) - 1)) | attributes
        changed = _with(changed, _written(changed, place, cell))
    return with_trouble(changed)


def with_piece_moved(state: AnyPlaythrough, start: str, end: str) -> AnyPlaythrough:
    found = state.board.get(start)
    if found is None or found[1] not in state.game.pieces:
        raise ForthgameError(f"no piece stands on {start}")
    without = _remove(state, start)
    if end in without.board:
        without = _remove(without, end)
    return with_trouble(_put(without, *found, end))


def on_turn(state: AnyPlaythrough, number: int) -> AnyPlaythrough:
    """Return the position with the turn of this index, from 0, in the turn order.

    A partial move and choices (`{together}`) are discarded. Raises ForthgameError if no turn has
    this index.
    """
    turns = state.game.declaration.turns
    if not 0 <= number < len(turns):
        raise ForthgameError(f"there is no turn {number + 1}: the order has {len(turns)}")
    board = without_choices(state.game, state.position.board)
    return with_trouble(_with(state, Position(turn_block(state, number), board)))


def on_turn_of(state: AnyPlaythrough, player: str) -> AnyPlaythrough:
    """Return the position with the first turn of a player.

    It is unchanged if the player is to move already, or has no turn. Raises as `on_turn`.
    """
    declared = state.game.declaration
    code = declared.players[state.game.players.index(player)].code
    numbers = [number for number, turn in enumerate(declared.turns) if turn.player == code]
    return on_turn(state, numbers[0]) if state.player != player and numbers else state


def with_value(state: AnyPlaythrough, name: str, value: int) -> AnyPlaythrough:
    """Return the position with another value for `name=n` in its text.

    The name is that of storage (`wizards`, `kept[3]`), a mark (`lit@a1`), or pieces in hand
    (`Black:pawn`). Raises PositionError if it is unknown, or the value does not fit.
    """
    if set(name) & set("| ="):
        raise PositionError(f"column 1 of the position: there is no value {name[:60]!r}")
    parts = position_text(state).split(" | ")
    others = [
        [item for item in part.split(" ") if item.rpartition("=")[0] != name] for part in parts
    ]
    lines = [" ".join(part) for part in others]
    lines.append(f"{name}={value}")
    twin = read_position(state.game, " | ".join(line for line in lines if line))
    return with_trouble(_with(state, twin.position))


def _cell(state: Playthrough, place: int) -> int:
    return int.from_bytes(state.position.board[place : place + 4], "little", signed=True)


def _written(state: Playthrough, place: int, cell: int) -> Position:
    board = bytearray(state.position.board)
    board[place : place + 4] = cell.to_bytes(4, "little", signed=True)
    return Position(state.position.turn, bytes(board))


def transferred(state: AnyPlaythrough, game: Script) -> AnyPlaythrough:
    """Return the position in another game, by names, after a script was loaded again.

    Raises PositionError if the other game does not declare all of it.
    """
    found = cast("AnyPlaythrough", taken_over(game, state.to_text()))
    found.move_texts = list(state.history)
    return found


def taken_over(game: Script, text: str) -> Playthrough:
    """Return a position of another version of a script, from its text.

    Earlier positions are forgotten if they cannot be compared as before. Raises PositionError if
    this version does not declare all of it.
    """
    _, _, rest = text.partition("|")
    return validated(
        read_position(game, f"{quoted(game.name)} |{without_foreign_past(game, rest)}")
    )


def board_now(game: Script) -> dict[str, tuple[str, str]]:
    processor = game.forth.processor
    start = at.MEMORY + processor.register(at.BOARD)
    size = 4 * len(game.positions)
    position = Position(NO_TURN, bytes(processor.bytes[start : start + size]))
    state: Playthrough = game.states(game, position, b"", b"")
    return state.board


def turn_now(state: Playthrough) -> dict[str, int | str]:
    offset, player, for_player, of_type, number, partial = (
        state.turn_cell(k) for k in range(at.TURN_BLOCK_CELLS)
    )
    names = [state.game.player_by_code(code) for code in (player, for_player)]
    return {
        "offset": offset // TURN_BYTES,
        "player": names[0].name if names[0] else "nobody",
        "for": names[1].name if names[1] else "nobody",
        "type": of_type,
        "number": number,
        "partial": partial,
    }


def storage(state: Playthrough) -> list[tuple[str, int, list[int]]]:
    """Return the storage of the board: name, number of items, and values."""
    return [(name, len(values), values) for name, values in storage_contents(state)]


def _after(state: AnyPlaythrough, event: str, *arguments: int) -> AnyPlaythrough:
    try:
        state.enter()
        state.game.run_event(event, *arguments)
        return _with(state, still_chosen(state.game, state.capture(), state.position))
    finally:
        state.enter()


def _with(state: AnyPlaythrough, position: Position) -> AnyPlaythrough:
    twin = state.copy()
    twin.position = position
    return twin


def _index(known: list[str], name: str, what: str) -> int:
    if name not in known:
        near = alike(name, known) or known[:8]
        raise ForthgameError(f"there is no {what} {name!r}; try {', '.join(near)}")
    return known.index(name)


# -- beginning a level ----------------------------------------------------------------------------


def begin_level(
    game: Script, number: int, seed: int | None, before: Playthrough | None = None
) -> Playthrough:
    """Return a state at the beginning of a level, counted from 1.

    Carried storage and the random streams come from `before` if it is given, else from a seed.
    Raises ScriptError for a level that cannot be set up, ValueError if there is no level of the
    number.
    """
    levels = game.declaration.levels
    if not 1 <= number <= len(levels):
        there = f"there are {len(levels)}" if levels else "the game has none"
        raise ValueError(f"there is no level {number}: {there}")
    level = levels[number - 1]
    if before is not None:
        seed = seed_of(before.kept_streams()[0])
    state = _read_text(game, level, seed) if level.is_text else game.states._begin(game, seed)
    if not level.is_text:
        _draw(game, level, state)
    if before is not None:
        _carry(game, before, state)
    state.level = number
    try:
        return validated(state)
    except PositionError as error:
        raise wrong(level, 0, 0, str(error)) from None


def _read_text(game: Script, level: Level, seed: int | None) -> Playthrough:
    text, shift = level.rows[0], 0
    if text.lstrip().startswith("|"):  # the game's name is optional
        name = quoted(game.name) + " "
        text, shift = name + text.lstrip(), len(name) - (len(text) - len(text.lstrip()))
    items = text.split()
    if not any(item.startswith("turn=") for item in items):
        first = game.declaration.turns[0]
        owners = [game.player_by_code(code) for code in (first.player, first.for_player)]
        names = [quoted(owner.name) if owner else "" for owner in owners]
        text += " | " + START.format(*names, first.of_type)
    try:
        state = read_position(game, text)
    except PositionError as error:
        found = COLUMN.match(str(error))
        column = int(found[1]) - 1 - shift if found else 0
        column = column if 0 <= column < len(level.rows[0]) else 0
        message = str(error)[found.end() :] if found else str(error)
        raise wrong(level, 0, column, message) from None
    if not any(item.startswith("random=") for item in items):
        state.use_seed(entropy() if seed is None else seed)
    return state


def _draw(game: Script, level: Level, state: Playthrough) -> None:
    word = game.declaration.level_word
    if word is None:
        raise wrong(level, 0, 0, "a drawing needs {drawn} word in {levels, to be read with")
    state.enter()
    with game.time_of_turn():
        _read_letters(game, level, word)
    state.position = state.capture()


def _read_letters(game: Script, level: Level, reader: Word) -> None:
    processor = game.forth.processor
    for row, letters in enumerate(level.rows):
        for column, letter in enumerate(letters):
            position = game.declaration.level_position(level, row, column)
            if position is None:
                continue
            processor.set_cell(at.A_HERE, position)
            try:
                game.call(reader.entry, ord(letter))
            except ScriptError as error:
                where = f" ({error.place})" if error.place else ""
                message = f"{reader.name} cannot read {letter!r}: {error.message}{where}"
                found = wrong(level, row, column, message)
                found.stack, found.chain = error.stack, error.chain
                raise found from error
            finally:
                reset_here(processor)


def _carry(game: Script, before: Playthrough, state: Playthrough) -> None:
    board = bytearray(state.position.board)
    for name, offset, count, size in storage_places(game):
        if name in game.declaration.carried:
            part = slice(offset, offset + count * size)
            board[part] = before.position.board[part]
    state.position.board = bytes(board)


def after_actions(state: AnyPlaythrough, number: int, count: int) -> AnyPlaythrough:
    """Return a copy with the first actions of a legal move made, for a look at half a move.

    `number` is the move's index, and `count` a number of its `actions`. The copy is neither a
    position of the game nor a place to go on from: the turn has advanced as if the move were whole.
    """
    twin = state.copy()
    with state.game.lock:
        moves = twin.moves()
        half = Position(twin.position.turn, twin.position.board)
        half.arena, half.count = list_cut_short(moves, number, count), len(moves)
        half.opened = twin.position.opened
        twin.position = half
        with looking_ahead(state.game):
            twin.position = twin.without_list(number)
    return twin
