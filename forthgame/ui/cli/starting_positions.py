"""Load games and positions for the commands."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import click

from forthgame.api.game import Game, State, load
from forthgame.base.arguments import digits
from forthgame.base.errors import shortened
from forthgame.base.limits import DEFAULT_LIMITS
from forthgame.base.source import UnreadableFile, is_file, read_limited
from forthgame.base.untrusted_json import parse_json
from forthgame.position.move_texts import find_move
from forthgame.position.moves import Move
from forthgame.position.position_text import PositionError
from forthgame.ui.cli import compile_handover
from forthgame.ui.cli.confined_option import chosen_limits
from forthgame.ui.cli.shared_options import was_given
from forthgame.ui.terminal.ctrl_c import report_interrupts_in
from forthgame.ui.terminal.error_output import prepare_cache


def load_game(name: str, native: bool = True) -> Game:
    """Load a game that is closed when the command ends."""
    prepare_cache()
    game = load(name, native=native, limits=chosen_limits())
    if (context := click.get_current_context(silent=True)) is not None:
        context.call_on_close(partial(end_game, game))
    report_interrupts_in(game.forth)
    return game


def end_game(game: Game) -> None:
    """Close a game, and have unfinished compilation completed in the background."""
    try:
        game.close()
    finally:
        compile_handover.hand_over(game)


def listed_move(move: Move) -> str:
    """Return a move for a list, after the notation of the game's players if there is one."""
    text, short = str(move), move.short
    return text if short in ("", text) else f"{short:<8}  {text}"


def move_or_number(state: State, text: str) -> Move:
    """Return the move with a text, or else with that number in the move list.

    Raises IllegalMove, AmbiguousMove.
    """
    moves = state.moves()
    number = digits(text) or 0
    if find_move(moves, text) is None and 1 <= number <= len(moves):
        return moves[number - 1]
    return state.find(text)


def first_state(
    game: Game,
    position: str | None,
    level: int | None,
    seed: int,
    after: str = "",
    *,
    after_end: bool = False,
) -> State:
    """Return the position named by options, `after` moves given as `M1; M2` or a record.

    `%3b` and `%25` in a move stand for `;` and `%`. A record is a file such as `game.pgn`, or
    `game.pgn:plies=8` for its first plies.
    Pass `after_end=True` to allow moves after the end of the game. A given seed also applies to a
    saved position. Raises UsageError if the options name two positions or an unknown level.
    """
    recorded = _after_record(game, after)
    if recorded is not None:
        if position is not None or level is not None:
            raise click.UsageError("the record of --after says where to begin")
        if was_given("seed"):
            recorded.use_seed(seed)
        return recorded
    state = _initial_state(game, position, level, seed)
    if after.strip():
        from forthgame.play.model.schedule import unescaped

        for text in filter(None, map(str.strip, after.split(";"))):
            state.play(unescaped(text), after_end=after_end)
    return state


def _after_record(game: Game, text: str) -> State | None:
    """Return the position after the plies of a record's first game; None for moves as text."""
    if "." not in text:
        return None
    from forthgame.play.model.openings import WITH_PLIES
    from forthgame.position.records.formats import format_of
    from forthgame.position.records.game_tree import RecordError

    found = WITH_PLIES.match(text)
    path, plies = (found["path"], int(found["plies"])) if found else (text, None)
    form = format_of(path)
    if form is None or not is_file(Path(path)):
        return None
    record = next(game.records(Path(path), form), None)
    if record is None:
        raise RecordError("there is no game", path)
    try:
        return record.state(plies)
    except ValueError as error:
        if isinstance(error, RecordError):
            raise
        raise click.UsageError(f"--after: {error}") from None


def _initial_state(game: Game, position: str | None, level: int | None, seed: int) -> State:
    if position is not None and level is not None:
        raise click.UsageError("--position and --level both say where to begin: give one of them")
    if position is not None:
        state = given_position(game, position)
        if was_given("seed"):
            state.use_seed(seed)
        return state
    if level is not None and level > len(game.levels):
        there = f"it has {len(game.levels)}" if game.levels else "it has none"
        raise click.UsageError(f"{game.name} has no level {level}: {there}")
    return game.new_game(seed=seed, level=level)


def given_position(game: Game, text: str) -> State:
    """Read a position from the text of an option, or from the file that it names."""
    path = Path(text)
    if not is_file(path):
        if ("|" in text or not _has_fen(game)) and len(text.split()) < 2:
            raise PositionError(
                f"there is no file {shortened(text)!r}; the name of one is meant, or a position as "
                "text"
            )
        return _read_position(game, text)
    try:
        text = read_limited(path, DEFAULT_LIMITS.position).decode().strip()
    except UnreadableFile as error:
        raise PositionError(str(error)) from None
    except UnicodeDecodeError:
        raise PositionError(f"{path} cannot be read as text") from None
    source: str | dict[str, Any] = text
    if text.startswith("{"):
        try:
            source = parse_json(text)
        except ValueError as error:
            raise PositionError(f"{path}: damaged JSON: {error}") from None
    try:
        return _read_position(game, source)
    except PositionError as error:
        raise PositionError(f"{path}: {error}") from None


def _has_fen(game: Game) -> bool:
    from forthgame.position.texts.texts_file import declares_fen

    return declares_fen(game)


def _read_position(game: Game, source: str | dict[str, Any]) -> State:
    if isinstance(source, str) and "|" not in source and _has_fen(game):
        return game.position(fen=source)
    return game.position(source)


def last_places(state: State) -> list[str]:
    if not state.history:
        return []
    before = state.copy()
    try:
        before.step_back()
    except IndexError:  # moves before a saved position are only texts
        return []
    old, new = before.board, state.board
    return [name for name in state.game.positions if old.get(name) != new.get(name)]
