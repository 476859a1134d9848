"""Paths of Python, its packages and system libraries, which every process must read."""

from __future__ import annotations

import os
import site
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path

SYSTEM = (
    "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/libexec", "/usr/local/lib", "/usr/share",
    "/nix/store", "/gnu/store", "/etc/ld.so.cache", "/etc/localtime", "/etc/terminfo",
    "/etc/ssl/openssl.cnf", "/dev/null", "/dev/zero", "/dev/urandom", "/dev/random",
    "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/sys/devices/system/cpu",
    "/proc/sys/vm/overcommit_memory", "/sys/kernel/mm/transparent_hugepage",
)  # fmt: skip
NEEDED = ("llvmlite", "numba", "numpy", "click", "rich", "pygments")
BESIDE = ("stdlib.4th", "games", "benchmarks")  # files beside the package in a checkout


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
    kept = [path for path in found if path and os.path.realpath(path) != os.sep]
    return list(dict.fromkeys([*kept, *SYSTEM]))
