"""Confined processes, a second wall for scripts of strangers.

`confine(rules)` permanently restricts its own process to the needs of a script; `start(…)` runs a
module in a new process that is confined before it reads anything. No further package is needed. The
`Report` names restrictions that the platform lacks. See docs/confinement.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.lazy import loading

if TYPE_CHECKING:
    from forthgame.confine.child import (
        ending,
        from_here,
        has_named_parent,
        leave_with_parent,
        reason,
        start,
        starting,
    )
    from forthgame.confine.rules import Report, Rules, script_places
    from forthgame.confine.wall import confine, current, own_rules

__all__ = [
    "Report",
    "Rules",
    "confine",
    "current",
    "ending",
    "from_here",
    "has_named_parent",
    "leave_with_parent",
    "own_rules",
    "reason",
    "script_places",
    "start",
    "starting",
]
_HOMES = {
    "ending": "forthgame.confine.child",
    "from_here": "forthgame.confine.child",
    "has_named_parent": "forthgame.confine.child",
    "leave_with_parent": "forthgame.confine.child",
    "reason": "forthgame.confine.child",
    "start": "forthgame.confine.child",
    "starting": "forthgame.confine.child",
    "Report": "forthgame.confine.rules",
    "Rules": "forthgame.confine.rules",
    "script_places": "forthgame.confine.rules",
    "confine": "forthgame.confine.wall",
    "current": "forthgame.confine.wall",
    "own_rules": "forthgame.confine.wall",
}
__getattr__ = loading(__name__, _HOMES)  # most commands confine nothing
