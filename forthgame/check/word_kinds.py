"""Kinds of words that findings and explanations distinguish, computed from the word table."""

from __future__ import annotations

from forthgame.words.board import board
from forthgame.words.effect_sets import TURN_READING, operations_reaching
from forthgame.words.primitives import TABLE
from forthgame.words.table.row import Row
from forthgame.words.table.sealed_words import is_sealed
from forthgame.words.word_sets import GOING_ON, consuming

KINDS = {"player": "player", "type": "piece type", "pos": "position", "target": "position"}
PLAYING = frozenset(("board", "moves", "turns"))  # groups of words for move words and events
RULED = [row for row in TABLE.rows if row.group in PLAYING and not is_sealed(row.name)]


def _kind(row: Row, items: tuple[str, ...]) -> str:
    """Return the kind of the last item. Effects call move types `type` too; they are left out."""
    if not items or row.open or (items[-1] == "type" and row.name in GOING_ON | TURN_READING):
        return ""
    return KINDS.get(items[-1], "")


# -- contents of positions ----------------------------------------------------------------------
_TRUTHS = {
    row.name: len(row.effect.inputs)
    for row in TABLE.rows if row.group == "arithmetic" and row.effect.outputs == ("?",)
}  # fmt: skip
_ASKING = frozenset(
    row.name for row in RULED if row.group == "board" and row.effect.outputs
) & operations_reaching(board.contents)  # fmt: skip
# `stdlib.4th` defines the tests for friends
AT = (_ASKING & consuming("pos")) | {"friend-at?", "enemy-at?"}
THERE = AT | {"friend-of?", "enemy-of?"}
HERE = (_ASKING - consuming("pos") - consuming("player")) | {"friend?", "enemy?"}
TURNING = frozenset(("NOT", "INVERT"))
COMPARING = frozenset(name for name, count in _TRUTHS.items() if count == 2)
AGAINST_ZERO = frozenset(name for name, count in _TRUTHS.items() if count == 1) - TURNING

# -- kinds of numbers: name -> kind of its top input, of its top output ---------------------------
TAKES = {row.name: kind for row in RULED if (kind := _kind(row, row.effect.inputs))}
TAKES |= {"friend-at?": "position", "enemy-at?": "position"}
GIVES = {row.name: kind for row in RULED if (kind := _kind(row, row.effect.outputs))}

# -- control flow -------------------------------------------------------------------------------
STRUCTURES = frozenset(row.name for row in TABLE.rows if row.group == "control structures")
TESTS = frozenset(
    row.name for row in TABLE.rows
    if (row.branches or row.leaves) and row.effect.inputs == ("?",)
)  # fmt: skip
DIRECTIONS = frozenset(row.name for row in TABLE.rows if row.operand == "direction")
OF_A_PLAYER = frozenset(("wins", "loses", "score", "goal"))  # end a game for a player
VARIABLES = frozenset(("variable", "array", "board storage"))  # roles of words for storage
