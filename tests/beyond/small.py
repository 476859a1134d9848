"""A small game to put definitions and move words into."""

from __future__ import annotations

import forthgame

FRAME = """
{board 1 6 {grid} {variable} note 3 {array} notes board}
{directions 0 1 {direction} east 0 -1 {direction} west directions}
{players {player} One {player} Two players}
{turn-order {turn} One {turn} Two turn-order}
%s
{moves words %s moves}
{pieces {piece} man {moves} words {piece} king pieces}
{board-setup {setup} One man a1 {setup} Two man f1 board-setup}
"""

GO = ": go ( pos -- ) from SWAP move ;\n"
ALL = GO + ": step b1 go add-move c1 go add-move d1 go add-move e1 go add-move f1 go add-move ;\n"
MANA = """
: step east verify empty? verify from here move %s partial add-move ;
: leap from a1 = verify from c1 move %s partial add-move ;
: stop here b1 = verify from e1 move add-move ;
"""


def texts(game: forthgame.Game) -> list[str]:
    return [str(move) for move in game.new_game(seed=1).moves()]
