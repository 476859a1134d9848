"""Confine the current process, irrevocably: resource limits, readable files, system calls."""

from __future__ import annotations

import os
import site
import sys
import sysconfig
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from forthgame.confine.landlock import restrict_files
from forthgame.confine.rules import ConfinementReport, Rules
from forthgame.confine.seccomp import filter_calls, give_up_privileges

_in_force: list[tuple[Rules, ConfinementReport]] = []
SYSTEM = (
    "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/libexec", "/usr/local/lib", "/usr/share",
    "/nix/store", "/gnu/store", "/etc/ld.so.cache", "/etc/localtime", "/etc/terminfo",
    "/etc/ssl/openssl.cnf", "/dev/null", "/dev/zero", "/dev/urandom", "/dev/random",
    "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/sys/devices/system/cpu",
    "/proc/sys/vm/overcommit_memory", "/sys/kernel/mm/transparent_hugepage",
)  # fmt: skip
NEEDED = ("llvmlite", "numba", "numpy", "click", "rich", "pygments")
BESIDE = ("stdlib.4th", "games", "benchmarks")  # files beside the package in a checkout


def confine(rules: Rules) -> ConfinementReport:
    """Confine this process and return the report on restrictions in force.

    Call it before reading a stranger's data and before starting threads. Restrictions that the
    platform lacks are skipped and named in the report.
    """
    if rules.before:
        module, _, name = rules.before.partition(":")
        getattr(import_module(module), name)()
    places = installation()  # imports modules while files can be read
    in_force, missing = bound_resources(rules)
    landlock = False
    if sys.platform.startswith("linux"):
        privileges = give_up_privileges()
        readable, writable = [*places, *rules.read], [*rules.write, "/dev/null"]
        problem = privileges or restrict_files(readable, writable)
        landlock = problem is None
        if problem:
            missing.append(problem)
        else:
            in_force.append(
                "no files but those of the scripts, of Python and of the system (Landlock)"
            )
    else:
        missing.append("folders that cannot be seen: only Linux has them")
    filtered, unfiltered = filter_calls(landlock=landlock)
    report = ConfinementReport((*in_force, *filtered), (*missing, *unfiltered))
    _in_force[:] = [(rules, report)]
    return report


def current_report() -> ConfinementReport | None:
    """Return the report on this process, or None if it is not confined."""
    return _in_force[0][1] if _in_force else None


def current_rules() -> Rules | None:
    """Return the rules of this process, or None if it is not confined."""
    return _in_force[0][0] if _in_force else None


def installation() -> list[str]:
    """Return folders and files that every process needs and that hold no user secrets."""
    package = Path(__file__).resolve().parent.parent
    found = [str(package), *(str(package.parent / name) for name in BESIDE)]
    found += [sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix]
    found += [p for n, p in sysconfig.get_paths().items() if n.endswith(("lib", "stdlib"))]
    found += site.getsitepackages()
    if site.ENABLE_USER_SITE:
        found.append(site.getusersitepackages())
    for name in NEEDED:
        spec = find_spec(name)
        if spec is not None and spec.origin:
            found.append(str(Path(spec.origin).parent.parent))
    if sys.pycache_prefix:
        found.append(sys.pycache_prefix)
    places = [path for path in found if path and os.path.realpath(path) != os.sep]
    return list(dict.fromkeys([*places, *SYSTEM]))


def bound_resources(rules: Rules) -> tuple[list[str], list[str]]:
    """Set limits that the process cannot raise again; return those set and those missing."""
    if sys.platform == "win32":
        return [], ["bounds on memory and time: this platform has none that Python can set"]
    import resource

    in_force: list[str] = []
    missing: list[str] = []

    def bound(name: str, soft: int, sentence: str, hard: int | None = None) -> None:
        number = getattr(resource, name, None)
        if number is None:
            missing.append(f"{sentence}: this platform has no {name}")
            return
        highest = resource.getrlimit(number)[1]
        if highest != resource.RLIM_INFINITY:
            soft, hard = min(soft, highest), min(soft if hard is None else hard, highest)
        try:
            resource.setrlimit(number, (soft, soft if hard is None else hard))
        except (OSError, ValueError, OverflowError) as error:
            missing.append(f"{sentence}: {error}")
            return
        in_force.append(sentence)

    bound("RLIMIT_CORE", 0, "no core files")
    bound("RLIMIT_FSIZE", rules.file_size, f"{rules.file_size >> 20} MB a file")
    bound("RLIMIT_NOFILE", rules.open_files, f"{rules.open_files} open files")
    if rules.cpu is not None:
        sentence = f"{rules.cpu} s of processor time"
        bound("RLIMIT_CPU", rules.cpu, sentence, rules.cpu + 1)
    if rules.memory is not None:
        bound("RLIMIT_AS", rules.memory, f"{rules.memory >> 20} MB of memory")
    if not sys.platform.startswith("linux"):  # Linux counts threads too, and has seccomp
        bound("RLIMIT_NPROC", 0, "no new processes")
    return [f"bounds: {', '.join(in_force)}"] if in_force else [], missing
