"""Kinds of words that findings and explanations distinguish, computed from the word table."""

from __future__ import annotations

from forthgame.lang.doing import TURN_READING, reaching
from forthgame.lang.facts import GOING_ON, taking
from forthgame.lang.sealed import is_sealed
from forthgame.lang.word import Row
from forthgame.lang.words import TABLE, board

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
) & reaching(board.contents)  # fmt: skip
# `stdlib.4th` defines the tests for friends
AT = (_ASKING & taking("pos")) | {"friend-at?", "enemy-at?"}
THERE = AT | {"friend-of?", "enemy-of?"}
HERE = (_ASKING - taking("pos") - taking("player")) | {"friend?", "enemy?"}
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
