"""From the bodies in the table to LLVM IR, through numba; the result is cached on disk.

Only here, and only when nothing is cached, numba is imported.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import Any

from forthgame.lang.word import Body, Row
from forthgame.lang.words import TABLE

Progress = Callable[[int, int], None]
_DEFINITION = re.compile(r"^define .*?^}\n", re.M | re.S)
_NAME = re.compile(r'@"?([^"(\s]+)"?\(')


def operation_name(number: int) -> str:
    """Name of the function that holds a primitive's body."""
    return f"body.{number}"


def guard_name(guard: Body) -> str:
    """Name of the function that holds a guard."""
    return f"guard.{guard.__module__.rsplit('.', 1)[-1]}.{guard.__name__}"


def numbered() -> Iterator[tuple[int, Row]]:
    """The operations of threaded code with their numbers."""
    return enumerate(TABLE.operations())


@cache
def wanted_functions() -> dict[str, tuple[Body, tuple[str, ...], str]]:
    """Function name -> body, kinds of its parameters, kind of its result."""
    found: dict[str, tuple[Body, tuple[str, ...], str]] = {}
    for number, row in numbered():
        if row.body is not None:
            kinds = {"vm": "vm", "operand": "cell"}
            kinds |= dict.fromkeys(_plain(row), "cell")
            floats = row.parameters[len(row.parameters) - len(row.effect.float_inputs) :]
            if row.effect.float_inputs:
                kinds |= dict.fromkeys(floats, "float")
            if row.effect.float_outputs:
                result = "float"
            else:
                result = ("none", "cell", "pair")[len(row.effect.outputs)]
            parameters = tuple(kinds[name] for name in row.parameters)
            found[operation_name(number)] = (row.body, parameters, result)
        if row.guard is not None:
            count = row.guard.__code__.co_argcount
            names = row.guard.__code__.co_varnames[:count]
            kinds_of_guard = tuple("vm" if name == "vm" else "cell" for name in names)
            found[guard_name(row.guard)] = (row.guard, kinds_of_guard, "cell")
    return found


MOST_PROCESSES = 4  # that compile at the same time
LINKED = ("settled", "promising", "tally", "tally_entry", "tally_drop", "charge")  # see linked.py


def _plain(row: Row) -> tuple[str, ...]:
    names = tuple(p for p in row.parameters if p not in ("vm", "operand"))
    return names[: len(row.effect.inputs)]


def compile_all(progress: Progress | None = None) -> str:
    """Compile every body and guard; give one module of LLVM IR with a function for each.

    A function takes a pointer to its result, then the parameters of the body; it returns nothing
    of interest. `progress` is told how many of how many are done. Other processors of the machine
    help, each in a process of its own; what a process fails to do is done here.
    """
    import llvmlite.binding as llvm

    shares = max(1, min(os.cpu_count() or 1, MOST_PROCESSES))
    with ExitStack() as stack:
        helpers = [stack.enter_context(_helper(k, shares)) for k in range(1, shares)]
        linked = llvm.parse_assembly(compile_share(0, shares, progress))
        for share, helper in enumerate(helpers, 1):
            linked.link_in(llvm.parse_assembly(helper() or compile_share(share, shares)))
    return str(linked)


@contextmanager
def _helper(share: int, shares: int) -> Iterator[Callable[[], str]]:
    """A process that compiles a share; a function that waits for its IR, empty if it fails."""
    code = f"from forthgame.vm import primitives; primitives.print_share({share}, {shares})"
    with tempfile.TemporaryFile() as file:
        try:
            process = subprocess.Popen(
                [sys.executable, "-P", "-c", code],
                stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.DEVNULL,
            )  # fmt: skip
        except (OSError, ValueError):
            yield lambda: ""
            return

        def wait() -> str:
            if process.wait() != 0:
                return ""
            file.seek(0)
            return file.read().decode()

        try:
            yield wait
        finally:
            process.kill()
            process.wait()


def print_share(share: int, shares: int) -> None:
    """What a helping process does."""
    sys.stdout.write(compile_share(share, shares))


def compile_share(share: int, shares: int, progress: Progress | None = None) -> str:
    """Every so many-th function, from number `share` on, as one module of LLVM IR."""
    import llvmlite.binding as llvm
    from numba import cfunc
    from numba.core import types

    from forthgame.vm import intrinsics

    intrinsics.install()
    # numba makes machine code too, which is never run: ours defines the functions when it links
    for function in LINKED:
        llvm.add_symbol(function, 1)
    kinds: dict[str, Any] = {
        "vm": types.voidptr,
        "cell": types.int32,
        "float": types.float32,
        "pair": types.int64,
        "none": types.void,
    }
    wanted = list(wanted_functions().items())
    linked: Any = llvm.parse_assembly("")
    for number in range(share, len(wanted), shares):
        name, (body, parameters, result) = wanted[number]
        if progress:
            progress(number, len(wanted))
        compiled = cfunc(
            kinds[result](*(kinds[kind] for kind in parameters)),
            error_model="numpy",
            nopython=True,
        )(body)
        linked.link_in(llvm.parse_assembly(_bare(compiled.inspect_llvm(), name)))
    if progress:
        progress(len(wanted), len(wanted))
    return str(linked)


def _bare(text: str, name: str) -> str:
    """The module without numba's wrapper and environment, its function under our name."""
    wrapper = next(
        match[1]
        for match in (_NAME.search(found[0]) for found in _DEFINITION.finditer(text))
        if match and match[1].startswith("cfunc.")
    )
    inner = wrapper[len("cfunc.") :]

    def keep(found: re.Match[str]) -> str:
        match = _NAME.search(found[0])
        if match and match[1] == wrapper:
            return ""
        if match and match[1] == inner:
            return found[0]
        return found[0].replace("define ", "define internal ", 1)

    text = _DEFINITION.sub(keep, text)
    text = re.sub(r"^@(_ZN08NumbaEnv|PyExc|\"?\.const\.).*\n", "", text, flags=re.M)
    text = re.sub(r"^declare .*@(numba_|Py).*\n", "", text, flags=re.M)
    text = re.sub(r"^(target|source_filename).*\n", "", text, flags=re.M)
    text = text.replace("linkonce_odr ", "")
    return re.sub(rf'@"?{re.escape(inner)}"?(?=\()', f'@"{name}"', text)
