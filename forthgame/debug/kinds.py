"""Kinds of words that explanations put into sentences, computed from their rows."""

from __future__ import annotations

from forthgame.lang.facts import reaching, taking
from forthgame.lang.sealed import is_sealed
from forthgame.lang.words import TABLE, board

_TRUTHS = {
    row.name: len(row.effect.inputs)
    for row in TABLE.rows if row.group == "arithmetic" and row.effect.outputs == ("?",)
}  # fmt: skip
_ASKING = frozenset(
    row.name for row in TABLE.rows
    if row.group == "board" and row.effect.outputs and not is_sealed(row.name)
) & reaching(board.contents)  # fmt: skip
# questions about what stands on a position; those about friends are of `stdlib.4th`
THERE = (_ASKING & taking("pos")) | {"friend-at?", "enemy-at?", "friend-of?", "enemy-of?"}
HERE = (_ASKING - taking("pos") - taking("player")) | {"friend?", "enemy?"}
TURNING = frozenset(("NOT", "INVERT"))
COMPARING = frozenset(name for name, count in _TRUTHS.items() if count == 2)
AGAINST_ZERO = frozenset(name for name, count in _TRUTHS.items() if count == 1) - TURNING
