"""Which attacks OnIsLegal? has found when it forbids a move: who could take where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.debug.candidate import open_call
from forthgame.debug.keeping import kept
from forthgame.debug.moves import piece_name
from forthgame.errors import ScriptError
from forthgame.lang import beyond
from forthgame.lang import layout as at

if TYPE_CHECKING:
    from forthgame.game.game import Game

STEPS = 2_000_000  # of the event
SHOWN = 3  # attackers of a position that are named


def attacks_behind(game: Game, move: int) -> list[str]:
    """The positions of which OnIsLegal? asks whether they are attacked, and are, behind a move.

    The machine holds the list of the move; it is left as it was.
    """
    event = game.forth.dictionary.find("OnIsLegal?")
    if event is None:
        return []
    processor = game.forth.processor
    with kept(game):
        try:
            game.call(game.forth.engine_word("(push-position)").entry)
            processor.set_cell(at.A_MOVE_ADDRESS, move)
            game.call(game.forth.engine_word("(execute-move)").entry)
            asked = _asked(game, move, event.entry)
            return [told for pos, player in asked if (told := _attackers(game, pos, player))]
        except ScriptError:  # the script fails here: then the answer is shorter
            return []


def _asked(game: Game, move: int, event: int) -> list[tuple[int, int]]:
    """The positions and players that the event asks about, in order."""
    processor = game.forth.processor
    processor.set_register(beyond.ASKED_MOVE, move)
    stop = game.forth.engine_word("(attackers)").entry
    found: list[tuple[int, int]] = []
    left = STEPS
    processor.tidy()
    open_call(game, event)
    while left > 0:
        status, done = processor.advance(left, (stop,))
        left -= done
        if status != at.BREAKPOINT:
            break
        pos, player, _ = processor.items()[-3:]
        if (pos, player) not in found:
            found.append((pos, player))
        left -= processor.advance(1)[1]
    processor.reset_stacks()
    processor.set_register(beyond.ASKED_MOVE, 0)
    processor.set_register(beyond.ATTACKING, 0)
    return found


def _attackers(game: Game, pos: int, player: int) -> str:
    """Who could take on a position, "" if nobody."""
    processor, entry = game.forth.processor, game.forth.engine_word("(attackers)").entry
    count = game.call(entry, pos, player, -1)
    if not count:
        return ""
    board = processor.register(at.BOARD)
    named = []
    for number, name in enumerate(game.positions):
        cell = processor.cell(board + 4 * number)
        if number == pos or cell & at.PLAYER_MASK != player:
            continue
        processor.set_cell(board + 4 * number, 0)
        if game.call(entry, pos, player, -1) < count:
            named.append(f"{piece_name(game, cell)} at {name}")
        processor.set_cell(board + 4 * number, cell)
    more = " …" if len(named) > SHOWN else ""
    return f"{game.positions[pos]} could be taken by {', '.join(named[:SHOWN])}{more}"
