"""The actions of a move in words, those that one place has recorded together."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING

from forthgame.debug.expressions import expression
from forthgame.debug.origins import READING, Origin
from forthgame.debug.trial import Recorded
from forthgame.lang import layout as at

if TYPE_CHECKING:
    from forthgame.debug.wording import Wording

FOLLOWED = 60  # numbers of which the reads are looked for
TOGETHER = 3  # actions of one place that share a line
NAMED = 12  # positions that such a line names


def actions_told(wording: Wording, actions: list[Recorded]) -> list[str]:
    """What the actions do, in their order; many of one place in one line, with their positions."""
    by_place: dict[tuple[int, int], list[Recorded]] = {}
    for action in actions:
        by_place.setdefault((action.kind, action.cell), []).append(action)
    lines: list[str] = []
    for action in actions:
        alike = by_place[action.kind, action.cell]
        if len(alike) < TOGETHER or action.kind <= 0:
            lines.append(wording.action(action))
        elif action is alike[0]:
            rest = [wording.position(other.values[0]) for other in alike[1:]]
            more = " …" if len(rest) > NAMED else ""
            told = f", and {len(rest)} times more: {', '.join(rest[:NAMED])}{more}"
            lines.append(wording.action(action) + told)
    return lines


def cells_read(wording: Wording, roots: Iterable[Origin]) -> list[tuple[int, str]]:
    """The cells of board storage from which numbers were read that nothing has stored since.

    Each is its place in the board record, with the name that the script has for it.
    """
    processor = wording.game.forth.processor
    start = processor.register(at.BOARD)
    count = len(wording.game.positions)
    size = processor.register(at.BOARD_SIZE) >> 2
    found: dict[int, str] = {}
    todo = deque(roots)
    for _ in range(FOLLOWED):
        if not todo:
            break
        origin = todo.popleft()
        todo += origin.inputs
        if origin.word in READING and origin.stored is None and origin.inputs:
            address = origin.inputs[0]
            cell = (address.value - start) >> 2
            if count <= cell < size:
                found.setdefault(cell, f"`{expression(address)}`")
    return list(found.items())
