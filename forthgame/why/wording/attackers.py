"""Explains `attacked?` and similar words by naming the pieces that could capture on a position."""

from __future__ import annotations

from forthgame.base.errors import ScriptError
from forthgame.rules.facts.engine_roots import ATTACKS
from forthgame.rules.script import Script
from forthgame.why.inspection.short_texts import piece_name, position_name, run_engine
from forthgame.why.inspection.state_copies import isolated
from forthgame.why.recording.stack_origins import Origin
from forthgame.words.registers import memory_layout as at

ASKING = frozenset(ATTACKS)  # without `attacks`, which does not test a position
SHOWN = 3  # attackers that are named


def attackers_of(game: Script, asked: Origin) -> str:
    """Return a sentence that names the attackers of the position an attack test was about.

    Requires that the machine holds the position.
    """
    if not asked.inputs:
        return ""
    pos = asked.inputs[0].value
    if not 0 <= pos < len(game.declaration.positions):
        return f"{pos} is not a position"
    with isolated(game, alone=True):
        try:
            if asked.word == "attacked?":
                named = [who for player in _enemies(game) for who in _named(game, pos, player)]
            else:
                named = _named(game, pos, asked.inputs[-1].value)
        except ScriptError:  # the script fails here: leave out the attackers
            return ""
    if not named:
        return f"nobody could take on {position_name(game, pos)}"
    more = " …" if len(named) > SHOWN else ""
    return f"{', '.join(named[:SHOWN])}{more} could take on {position_name(game, pos)}"


def _enemies(game: Script) -> list[int]:
    """Return the opponents of the player to move as the player codes of their pieces."""
    mask = run_engine(game, "(opponents)", game.forth.processor.cell(at.A_PLAYER))
    numbers = range(1, len(game.declaration.players) + 1)
    codes = [run_engine(game, "(player-of)", number) for number in numbers]
    return [code for code in codes if run_engine(game, "(bit)", code) & mask]


def _named(game: Script, pos: int, player: int) -> list[str]:
    """Name a player's attackers of a position: pieces without which there are fewer attackers."""
    processor = game.forth.processor
    count = run_engine(game, "(attackers)", pos, player, -1)
    if not count:
        return []
    board = processor.register(at.BOARD)
    found = []
    for number, name in enumerate(game.positions):
        cell = processor.cell(board + 4 * number)
        if number == pos or not cell or cell & at.PLAYER_MASK != player & at.PLAYER_MASK:
            continue
        processor.set_cell(board + 4 * number, 0)
        if run_engine(game, "(attackers)", pos, player, -1) < count:
            found.append(f"{piece_name(game, cell)} at {name}")
        processor.set_cell(board + 4 * number, cell)
    return found
