"""Commands that show the position: board, pieces, turn, moves."""

from __future__ import annotations

import re

from forthgame.draw.text_board import Board, board_lines, legend_line, letters, state_lines
from forthgame.position import position_editing
from forthgame.position.moves import Move
from forthgame.ui.repl.command_table import command
from forthgame.ui.repl.inspect_commands import matches
from forthgame.ui.repl.session import Session
from forthgame.ui.terminal.coloured_board import picture
from forthgame.ui.terminal.escaping import visible


def show_board(session: Session) -> None:
    """Show the board and the player to move; at a breakpoint, the board of the paused word."""
    state = session.standing
    if session.pausing:
        session.say(
            picture(state.game, board_lines(state.game, position_editing.board_now(state.game)))
        )
        return
    session.say(picture(state.game, state_lines(state)))
    if state.position.trouble:
        session.say(f"turn {state.turn_number}: {state.player} to move")
        session.say(f"this is not a position of {state.game.name}: {state.position.trouble}")
        return
    watching = session.debugging is not None and session.debugging.watching
    outcome = None if watching else session.position.outcome  # showing a board must not pause
    over = f"; the game is over: {outcome} for {state.player}" if outcome else ""
    session.say(visible(f"turn {state.turn_number}: {state.player} to move{over}"))


@command("board", "Inspect", "Draw the board with a legend.", paused=True)
def board(session: Session, rest: str) -> None:
    show_board(session)
    game = session.standing.game
    if legend := picture(game, [legend_line(game, _board_now(session))]):
        session.say(legend)


def _board_now(session: Session) -> Board:
    """Return the board; at a breakpoint, that of the paused word."""
    state = session.standing
    return position_editing.board_now(state.game) if session.pausing else state.board


@command(
    "pieces",
    "Inspect",
    "List piece types with letter, moves, value, and number of each player.",
    paused=True,
)
def pieces(session: Session, rest: str) -> None:
    game, standing = session.standing.game, _board_now(session)
    marks = letters(game)
    for piece in game.declaration.pieces:
        parts = [f"{marks[piece.name]}  {piece.name}"]
        for kind, address in (("moves", piece.moves), ("drops", piece.drops)):
            if address:
                entries = game.declaration.lists[address].entries
                parts.append(f"{kind} {' '.join(word.name for word, _ in entries)}")
        parts.append(f"value {piece.value}")
        for player in game.players:
            places = [p for p, held in standing.items() if held == (player, piece.name)]
            if places:
                parts.append(f"{player} {len(places)}: {' '.join(places)}")
        session.say("\n     ".join(parts))


@command("turn", "Inspect", "Show the turn order and the current turn.", paused=True)
def turn(session: Session, rest: str) -> None:
    state = session.standing
    game, declared, now = state.game, state.game.declaration, position_editing.turn_now(state)
    types = {number: name for name, number in declared.types.items()}
    for number, item in enumerate(declared.turns):
        player, other = (game.player_by_code(c) for c in (item.player, item.for_player))
        parts = [player.name if player else str(item.player)]
        if item.for_player != item.player:
            parts.append(f"for {other.name if other else item.for_player}")
        if item.of_type:
            parts.append(f"of type {types.get(item.of_type, item.of_type)}")
        mark = "->" if number == now["offset"] else "  "
        if declared.repeat_turn and number == declared.repeat_turn:
            session.say("   from here on again and again:")
        session.say(f"{mark} {' '.join(parts)}")
    session.say(f"turn {now['number']}: {now['player']} to move")
    if now["for"] != now["player"]:
        session.say(f"with the pieces of {now['for']}")
    if now["type"]:
        session.say(f"only moves of type {types.get(int(now['type']), now['type'])}")
    if now["partial"]:
        following = int(now["partial"]) - 1
        kind = f" of type {types.get(following, following)}" if following else ""
        session.say(f"a partial move has been made; another{kind} may follow")


@command(
    "moves [PIECE|POSITION|PATTERN]",
    "Inspect",
    "List the legal moves, or those that contain a piece, a position or a pattern.",
    completes="piece position",
)
def moves(session: Session, pattern: str) -> None:
    state = session.position
    legal = state.moves()
    found = [move for move in legal if not pattern or _fits(session, move, pattern)]
    for move in found:
        session.say(f"{move.index + 1:4}  {move}")
    of = f" of {len(legal)}" if pattern else ""
    what = "move" if len(found) == 1 and not pattern else "moves"
    outcome = state.outcome
    over = f"; the game is over: {outcome} for {state.player}" if outcome else ""
    session.say(f"{len(found)}{of} {what} of {state.player}{over}")


def _fits(session: Session, move: Move, pattern: str) -> bool:
    game = session.game
    if game is not None and (pattern in game.pieces or pattern in game.positions):
        return re.search(rf"(?<!\w){re.escape(pattern)}(?!\w)", move.text) is not None
    return matches(move.text, pattern)
