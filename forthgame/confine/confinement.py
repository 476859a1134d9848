"""Confine the current process, irrevocably."""

from __future__ import annotations

import sys
from importlib import import_module

from forthgame.confine.installation import installation
from forthgame.confine.landlock import restrict_files
from forthgame.confine.resource_limits import bound_resources
from forthgame.confine.rules import ConfinementReport, Rules
from forthgame.confine.seccomp import filter_calls, give_up_privileges

_in_force: list[tuple[Rules, ConfinementReport]] = []


def confine(rules: Rules) -> ConfinementReport:
    """Confine this process and return the report on restrictions in force.

    Call it before reading a stranger's data and before starting threads. Restrictions that the
    platform lacks are skipped and named in the report.
    """
    if rules.before:
        module, _, name = rules.before.partition(":")
        getattr(import_module(module), name)()
    places = installation()  # imports modules while files can be read
    held, missing = bound_resources(rules)
    landlock = False
    if sys.platform.startswith("linux"):
        privileges = give_up_privileges()
        readable, writable = [*places, *rules.read], [*rules.write, "/dev/null"]
        problem = privileges or restrict_files(readable, writable)
        landlock = problem is None
        if problem:
            missing.append(problem)
        else:
            held.append("no files but those of the scripts, of Python and of the system (Landlock)")
    else:
        missing.append("folders that cannot be seen: only Linux has them")
    filtered, unfiltered = filter_calls(landlock=landlock)
    report = ConfinementReport((*held, *filtered), (*missing, *unfiltered))
    _in_force[:] = [(rules, report)]
    return report


def current_report() -> ConfinementReport | None:
    """Return the report on this process, or None if it is not confined."""
    return _in_force[0][1] if _in_force else None


def current_rules() -> Rules | None:
    """Return the rules of this process, or None if it is not confined."""
    return _in_force[0][0] if _in_force else None
