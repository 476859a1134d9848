"""Kinds of words that findings and explanations tell apart, computed from their rows."""

from __future__ import annotations

from forthgame.lang.doing import TURN_READING, reaching
from forthgame.lang.facts import GOING_ON, taking
from forthgame.lang.sealed import is_sealed
from forthgame.lang.word import Row
from forthgame.lang.words import TABLE, board

KINDS = {"player": "player", "type": "piece type", "pos": "position", "target": "position"}
PLAYING = frozenset(("board", "moves", "turns"))  # groups of words that move words and events use
RULED = [row for row in TABLE.rows if row.group in PLAYING and not is_sealed(row.name)]


def _kind(row: Row, items: tuple[str, ...]) -> str:
    """What the top of some items is. Types of moves are called types too in effects."""
    if not items or row.open or (items[-1] == "type" and row.name in GOING_ON | TURN_READING):
        return ""
    return KINDS.get(items[-1], "")


# -- what stands on a position ------------------------------------------------------------------
_TRUTHS = {
    row.name: len(row.effect.inputs)
    for row in TABLE.rows if row.group == "arithmetic" and row.effect.outputs == ("?",)
}  # fmt: skip
_ASKING = frozenset(
    row.name for row in RULED if row.group == "board" and row.effect.outputs
) & reaching(board.contents)  # fmt: skip
# questions about friends are of `stdlib.4th`
AT = (_ASKING & taking("pos")) | {"friend-at?", "enemy-at?"}
THERE = AT | {"friend-of?", "enemy-of?"}
HERE = (_ASKING - taking("pos") - taking("player")) | {"friend?", "enemy?"}
TURNING = frozenset(("NOT", "INVERT"))
COMPARING = frozenset(name for name, count in _TRUTHS.items() if count == 2)
AGAINST_ZERO = frozenset(name for name, count in _TRUTHS.items() if count == 1) - TURNING

# -- numbers: name -> what it takes from the top of the stack, what it leaves there ---------------
TAKES = {row.name: kind for row in RULED if (kind := _kind(row, row.effect.inputs))}
TAKES |= {"friend-at?": "position", "enemy-at?": "position"}
GIVES = {row.name: kind for row in RULED if (kind := _kind(row, row.effect.outputs))}

# -- the flow -----------------------------------------------------------------------------------
STRUCTURES = frozenset(row.name for row in TABLE.rows if row.group == "control structures")
TESTS = frozenset(
    row.name for row in TABLE.rows
    if (row.branches or row.leaves) and row.effect.inputs == ("?",)
)  # fmt: skip
DIRECTIONS = frozenset(row.name for row in TABLE.rows if row.operand == "direction")
OF_A_PLAYER = frozenset(("wins", "loses", "score", "goal"))  # words of endings that take a player
VARIABLES = frozenset(("variable", "array", "board storage"))  # roles of words that store
