"""Playing commands: moves, engines, editing and saved positions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from forthgame.api.game import State
from forthgame.base.arguments import digits
from forthgame.base.errors import AmbiguousMove, ForthgameError, IllegalMove, shortened
from forthgame.base.files import write_whole
from forthgame.draw.piece_looks import signs_of
from forthgame.position import position_editing
from forthgame.rules.engines import parse_engine
from forthgame.ui.cli.starting_positions import given_position, listed_move, move_or_number
from forthgame.ui.repl.command_table import command, numbered_move
from forthgame.ui.repl.inspect_commands import show_board
from forthgame.ui.repl.session import Session
from forthgame.words.registers import memory_layout as at

LONGEST = 1000  # digits of a seed
SECONDS = 1.0  # seconds for an engine without a limit of its own


def _go_to(session: Session, state: State) -> None:
    session.move_to(state)
    show_board(session)


@command(
    "play MOVE", "Play", "Play a move by its text, or by its number in `moves`.", completes="move"
)
def play(session: Session, text: str) -> None:
    state = session.position
    legal = state.moves()
    if not text:
        raise ForthgameError("say which move: its text, or its number in `moves`")
    after = state.copy()
    try:
        after.play(move_or_number(state, text))
    except AmbiguousMove as error:
        fitting = [f"{number + 1:4}  {listed_move(legal[number])}" for number in error.numbers]
        question = f"which of these {error.count}? `play` its number:"
        raise ForthgameError("\n".join([question, *fitting])) from None
    except IllegalMove:
        if text.isdecimal():
            numbered_move(legal, text)
        raise
    _go_to(session, after)


@command("undo", "Play", "Undo the last change of the position.")
def undo(session: Session, rest: str) -> None:
    if session.past and _is_one_move(session.past[-1], session.position):
        session.position.copy().undo()  # runs the script's OnRetractMove
    _swap(session, session.past, session.future, "there is nothing to take back")


@command("redo", "Play", "Redo an undone change.")
def redo(session: Session, rest: str) -> None:
    if session.future and _is_one_move(session.position, session.future[-1]):
        session.position.copy().play(session.future[-1].history[-1], after_end=True)
    _swap(session, session.future, session.past, "nothing was taken back")


def _is_one_move(before: State, after: State) -> bool:
    """Return whether the positions are one move apart in a game with OnRetractMove."""
    retracts = before.game.forth.processor.register(at.RETRACTS)
    return bool(retracts) and after.history[:-1] == before.history != after.history


def _swap(session: Session, ahead: list[State], behind: list[State], without: str) -> None:
    """Move the newest state of `ahead` to the session, and the current state to `behind`."""
    state = session.position
    if not ahead:
        raise ForthgameError(without)
    behind.append(state)
    session.state = ahead.pop()
    show_board(session)


@command(
    "go [ENGINE]",
    "Play",
    "Let an engine choose and play a move: the script's, or `negamax`, `uct:playouts=500` …",
    completes="engine",
)
def go(session: Session, engine: str) -> None:
    state = session.position
    if state.outcome:
        raise ForthgameError(f"the game is over: {state.outcome} for {state.player}")
    _, own = parse_engine(engine or "script")
    counted = own.depth is not None or own.nodes is not None or own.playouts is not None
    seconds = None if counted or own.time is not None else SECONDS
    result = state.search(engine or "script", time=seconds)
    secret = len(state.choosers) > 1
    result_line = f"{state.player}: {'has chosen' if secret else result.move}"
    if result.depth and not secret:
        result_line += f"   score {result.score}, depth {result.depth}"
    session.say(result_line)
    after = state.copy()
    after.play(result.move)
    _go_to(session, after)


@command(
    "put PLAYER PIECE POSITION",
    "Play",
    "Put a piece on the board; `put SIGN POSITION` works too.",
    completes="player piece position",
)
def put(session: Session, rest: str) -> None:
    parts = rest.split()
    game = session.position.game
    if len(parts) == 2:
        piece = signs_of(game).meant(parts[0])
        if piece is None:
            raise ForthgameError(f"no piece has the sign {shortened(parts[0])!r}")
        parts[:1] = piece
    if len(parts) != 3:
        raise ForthgameError("write `put PLAYER PIECE POSITION` or `put SIGN POSITION`")
    known = (game.players, game.pieces, game.positions)
    names = [_in_any_case(name, own) for name, own in zip(parts, known, strict=True)]
    _go_to(session, position_editing.put(session.position, *names))


def _in_any_case(text: str, names: Sequence[str]) -> str:
    """Return the only name that differs from a text in upper and lower case, else the text."""
    found = [] if text in names else [n for n in names if n.casefold() == text.casefold()]
    return found[0] if len(found) == 1 else text


@command("remove POSITION", "Play", "Take a piece off the board.", completes="position")
def remove(session: Session, name: str) -> None:
    if not name:
        raise ForthgameError("write `remove POSITION`")
    state = session.position
    if name in state.game.positions and name not in state.board:
        raise ForthgameError(f"nothing stands on {name}")
    _go_to(session, position_editing.remove(state, name))


@command(
    "position [save FILE | load FILE|TEXT]",
    "Play",
    "Show the position as text, save it to "
    "a file (as JSON if its name ends in .json), or load one.",
    completes="file",
)
def position(session: Session, rest: str) -> None:
    state = session.position
    verb, _, name = rest.partition(" ")
    name = name.strip()
    if not rest:
        session.say(state.to_text())
    elif verb == "save" and name:
        if name.endswith(".json"):
            text = json.dumps(state.to_json(), indent=1, ensure_ascii=False)
        else:
            text = state.to_text()
        write_whole(Path(name), f"{text}\n")
        session.say(f"the position is in {name}")
    elif verb == "load" and name:
        _go_to(session, given_position(state.game, name))
    else:
        raise ForthgameError("write `position`, `position save FILE` or `position load FILE`")


@command("new [SEED]", "Play", "Begin a new game, with the session's seed by default.")
def new(session: Session, seed: str) -> None:
    if seed and digits(seed, LONGEST) is None:
        raise ForthgameError(f"{shortened(seed)!r} is not a seed: write `new` or `new NUMBER`")
    _go_to(session, session.position.game.new_game(int(seed) if seed else session.seed))


@command("history", "Play", "List the moves of the game.", paused=True)
def history(session: Session, rest: str) -> None:
    texts = session.standing.history
    hidden = session.standing.concealed
    texts[len(texts) - hidden :] = ["chosen, and hidden until all have"] * hidden
    for number, text in enumerate(texts, 1):
        session.say(f"{number:4}  {text}")
    if not texts:
        session.say("no move has been played")
