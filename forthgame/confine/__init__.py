"""The second wall: processes that can do little, for scripts of strangers.

`confine(rules)` takes away from its own process what a script does not need, for good; `start(…)`
runs a module in a new process that is confined before it reads anything. Both work without a
package of their own; what a platform lacks is named in the `Report`. See docs/confinement.md.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from forthgame.confine.child import ending, leave_with_parent, reason, start
    from forthgame.confine.rules import Report, Rules, script_places
    from forthgame.confine.wall import confine, current, own_rules

__all__ = [
    "Report",
    "Rules",
    "confine",
    "current",
    "ending",
    "leave_with_parent",
    "own_rules",
    "reason",
    "script_places",
    "start",
]
_HOMES = {
    "ending": "child",
    "leave_with_parent": "child",
    "reason": "child",
    "start": "child",
    "Report": "rules",
    "Rules": "rules",
    "script_places": "rules",
    "confine": "wall",
    "current": "wall",
    "own_rules": "wall",
}


def __getattr__(name: str) -> Any:
    """Load the parts when they are first asked for: most commands confine nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = found
    return found
