"""The actions of a move in words, those that one place has recorded together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.debug.trial import Recorded

if TYPE_CHECKING:
    from forthgame.debug.wording import Wording

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
