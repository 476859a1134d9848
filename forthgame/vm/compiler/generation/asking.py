"""Words that test positions: board cells, attributes and marks, zones."""

from __future__ import annotations

import re
from collections.abc import Mapping

from forthgame.lang import layout as at
from forthgame.lang.beyond import MARK_PLANES, MARKS
from forthgame.lang.cells import wrap32
from forthgame.lang.words import TABLE
from forthgame.vm.compiler.generation.numbers import Field, Here, Value

WHOLE = -1  # mask of a whole cell
FIELDS = {"piece": WHOLE, "piece-type": at.PIECE_MASK, "player": at.PLAYER_MASK}
SYSTEM = {"turn-number": at.A_TURN_NUMBER}
# words that test a position given on the stack, with their counterparts for `here`
_ABOUT = [r.name for r in TABLE.operations() if r.effect.inputs == ("pos",) and r.effect.outputs]
_HERE = {name: re.sub("-at", "", name, flags=re.IGNORECASE) for name in _ABOUT}
AT_HERE = {
    name: here
    for name, here in _HERE.items()
    if here != name and here in TABLE.by_name and not TABLE.by_name[here].effect.inputs
}


def kept_bits(
    name: str, offset: int, operand: int, settled: Mapping[int, int], fixed: bool
) -> Field | None:
    """Return the field of a piece attribute or of a mark on a position
    (`lang/words/attributes.py`).

    Return None if the mark does not exist.
    """
    plane = 0
    if name == "(MARK)":
        number = operand >> 10
        if not 0 <= number < settled[MARK_PLANES]:
            return None
        plane = (settled[MARKS] >> 2) + number * settled[at.POSITIONS]
    shift = operand & 31
    mask = ((1 << (operand >> 5 & 31)) - 1) << shift
    return Field(offset, wrap32(mask), shift, plane, fixed)


def asked_zone(name: str, offset: int, taken: tuple[Value, ...]) -> tuple[int, int] | None:
    """Return the zone that a word tests, and the offset of the tested position.

    Return None for other words.
    """
    where = Here(offset)
    if name == "in-zone-at?" and isinstance(taken[0], Here):
        where = taken[0]
    elif name != "in-zone?":
        return None
    zone = taken[-1]
    return (zone, where.offset) if isinstance(zone, int) else None
