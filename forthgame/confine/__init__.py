"""Run processes that the system restricts, as a second wall around scripts of strangers.

`confine(rules)` permanently restricts its own process to the needs of a script; `start(…)` runs a
module in a new process that is confined before it reads anything. No further package is needed. The
`ConfinementReport` names restrictions that the platform lacks. See docs/confinement.md.

The rights are removed by resource limits, by a filter of system calls (a classic BPF program), and
by Landlock, each through ctypes. Ctrl-C is blocked in a new process until it can end without a
message. Confining a process takes about 4 ms, and the filter 35 ns for each system call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.base.lazy import loading

if TYPE_CHECKING:
    from forthgame.confine.confined_process import (
        child_variables,
        ending_signal,
        has_named_parent,
        leave_with_parent,
        signal_meaning,
        start,
        start_errors,
    )
    from forthgame.confine.confinement import confine, current_report, current_rules
    from forthgame.confine.rules import ConfinementReport, Rules, script_places

__all__ = [
    "ConfinementReport",
    "Rules",
    "child_variables",
    "confine",
    "current_report",
    "current_rules",
    "ending_signal",
    "has_named_parent",
    "leave_with_parent",
    "script_places",
    "signal_meaning",
    "start",
    "start_errors",
]
_HOMES = {
    "ending_signal": "forthgame.confine.confined_process",
    "child_variables": "forthgame.confine.confined_process",
    "has_named_parent": "forthgame.confine.confined_process",
    "leave_with_parent": "forthgame.confine.confined_process",
    "signal_meaning": "forthgame.confine.confined_process",
    "start": "forthgame.confine.confined_process",
    "start_errors": "forthgame.confine.confined_process",
    "ConfinementReport": "forthgame.confine.rules",
    "Rules": "forthgame.confine.rules",
    "script_places": "forthgame.confine.rules",
    "confine": "forthgame.confine.confinement",
    "current_report": "forthgame.confine.confinement",
    "current_rules": "forthgame.confine.confinement",
}
__getattr__ = loading(__name__, _HOMES)  # most commands confine nothing
