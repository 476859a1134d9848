"""`confine`: takes from this process what a script does not need, and can never be undone."""

from __future__ import annotations

import sys
from importlib import import_module

from forthgame.confine.bounds import bound_resources
from forthgame.confine.installation import installation
from forthgame.confine.landlock import restrict_files
from forthgame.confine.rules import Report, Rules
from forthgame.confine.seccomp import filter_calls, give_up_privileges

_in_force: list[tuple[Rules, Report]] = []


def confine(rules: Rules) -> Report:
    """Confine this process, and give what holds it by now.

    To be called before anything of a stranger's is read, and before threads are started. What the
    platform does not have is left out, and named in the report.
    """
    if rules.before:
        module, _, name = rules.before.partition(":")
        getattr(import_module(module), name)()
    places = installation()  # imports what it needs while files can be read
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
    report = Report((*held, *filtered), (*missing, *unfiltered))
    _in_force[:] = [(rules, report)]
    return report


def current() -> Report | None:
    """What holds this process, or None if it is free."""
    return _in_force[0][1] if _in_force else None


def own_rules() -> Rules | None:
    """The rules that this process is under, or None if it is free."""
    return _in_force[0][0] if _in_force else None
