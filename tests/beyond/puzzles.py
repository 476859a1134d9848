"""Small puzzles to be solved in several ways."""

from __future__ import annotations

from pathlib import Path

import forthgame

WALK = """
{board %(rows)d %(columns)d {grid} {variable} note board}
{directions 0 1 {direction} east 0 -1 {direction} west 1 0 {direction} south -1 0 {direction} north
directions}
{players {player} One %(players)s players}
{turn-order {turn} One %(turns)s turn-order}
: step ( ? -- ) verify empty? verify from here move add-move ;
: e ( -- ) east step ;  : w ( -- ) west step ;  : s ( -- ) south step ;  : n ( -- ) north step ;
%(before)s
{moves ways %(ways)s moves}
{pieces {piece} man {moves} ways {piece} wall pieces}
{board-setup %(man)s %(setup)s board-setup}
%(end)s
"""
ROUND = "{move} e {move} w {move} s {move} n"
GOAL = """
: there ( -- ) c1 piece-type-at man = IF One goal ENDIF ;
{endings there {ending} there endings}
"""


def puzzle(folder: Path, native: bool = False, **parts: object) -> forthgame.Game:
    """Return a puzzle in which a man on a grid has to reach c1."""
    given = {"man": "{setup} One man a1", "rows": 3,
             "columns": 3, "players": "", "turns": "", "ways": ROUND, "before": "",
             "setup": "", "end": GOAL, **parts}  # fmt: skip
    path = folder / "walk.4th"
    path.write_text(WALK % given)
    return forthgame.load(path, native=native)
