"""Kinds of words that findings and explanations distinguish, computed from the word table."""

from __future__ import annotations

from forthgame.words.board import board
from forthgame.words.effect_sets import operations_reaching
from forthgame.words.primitives import TABLE
from forthgame.words.table.sealed_words import is_sealed
from forthgame.words.word_sets import consuming

PLAYING = frozenset(("board", "moves", "turns"))  # groups of words for move words and events
RULED = [row for row in TABLE.rows if row.group in PLAYING and not is_sealed(row.name)]


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

# -- control flow -------------------------------------------------------------------------------
STRUCTURES = frozenset(row.name for row in TABLE.rows if row.group == "control structures")
TESTS = frozenset(
    row.name for row in TABLE.rows
    if (row.branches or row.leaves) and row.effect.inputs == ("?",)
)  # fmt: skip
DIRECTIONS = frozenset(row.name for row in TABLE.rows if row.operand == "direction")
OF_A_PLAYER = frozenset(("wins", "loses", "score", "goal"))  # end a game for a player
VARIABLES = frozenset(("variable", "array", "board storage"))  # roles of words for storage
