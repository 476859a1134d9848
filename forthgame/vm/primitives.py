"""From the bodies in the table to LLVM IR, through numba; the result is cached on disk.

Only here, and only when nothing is cached, numba is imported.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import Any

from forthgame.confine import from_here, leave_with_parent
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
BLOCK = 12  # functions that a process takes at a time: neighbours call the same helpers
# see linked.py
LINKED = (
    "settled", "counting", "promising", "droppable", "dropping", "owned_from", "passing",
    "pass_over", "stands_for",
    "tally", "tally_entry", "tally_drop", "tally_behind", "tally_sites", "make", "made",
    "last_made", "some_made", "all_made", "nth_bit", "charge", "stir",
)  # fmt: skip


def _plain(row: Row) -> tuple[str, ...]:
    names = tuple(p for p in row.parameters if p not in ("vm", "operand"))
    return names[: len(row.effect.inputs)]


def compile_all(progress: Progress | None = None, key: str = "") -> str:
    """Compile every body and guard; give one module of LLVM IR with a function for each.

    A function takes a pointer to its result, then the parameters of the body; it returns nothing
    of interest. `progress` is told how many of how many are done. Other processors of the machine
    help, each in a process of its own, if `key` is that of its modules too, which may have been
    changed meanwhile; what a process fails to do is done here.
    """
    import llvmlite.binding as llvm

    shares = max(1, min(os.cpu_count() or 1, MOST_PROCESSES))
    wanted = list(wanted_functions())
    with ExitStack() as stack:
        try:
            claims = stack.enter_context(tempfile.TemporaryDirectory())
        except OSError:  # a confined process makes no folders, nor other processes
            return compile_functions(wanted)
        helpers = [stack.enter_context(_helper(k, shares, claims, key)) for k in range(1, shares)]
        linked = llvm.parse_assembly(compile_share(0, shares, claims, progress))
        for helper in helpers:
            if text := helper():
                linked.link_in(llvm.parse_assembly(text))
    made = {function.name for function in linked.functions if not function.is_declaration}
    if missing := [name for name in wanted if name not in made]:
        linked.link_in(llvm.parse_assembly(compile_functions(missing)))
    if progress:
        progress(len(wanted), len(wanted))
    return str(linked)


@contextmanager
def _helper(share: int, shares: int, claims: str, key: str = "") -> Iterator[Callable[[], str]]:
    """A process that compiles a share; a function that waits for its IR, empty if it fails."""
    arguments = [str(share), str(shares), claims, key]
    with tempfile.TemporaryFile() as file:
        try:
            process = subprocess.Popen(
                [sys.executable, "-P", "-m", "forthgame.vm.helping", *arguments],
                stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.DEVNULL,
                env={**os.environ, **from_here()},
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


def print_share(share: int, shares: int, claims: str) -> None:
    """What a helping process does, which fails if what it has to say is not written whole."""
    leave_with_parent(lambda: _give_up(claims))
    with os.fdopen(os.dup(1), "wb") as file:  # Python's own may drop the rest without an error
        file.write(compile_share(share, shares, claims).encode())


def _give_up(claims: str) -> None:
    """Who has asked is gone, and has left the folder of the claims."""
    shutil.rmtree(claims, ignore_errors=True)
    os._exit(1)


def compile_share(share: int, shares: int, claims: str, progress: Progress | None = None) -> str:
    """The functions of all blocks that nobody has claimed before, as one module of LLVM IR.

    Each share begins at a place of its own; a block is claimed by making a file in `claims`.
    """
    wanted = list(wanted_functions())
    blocks = [wanted[start : start + BLOCK] for start in range(0, len(wanted), BLOCK)]

    def names() -> Iterator[str]:
        for step in range(len(blocks)):
            number = (step + share * len(blocks) // shares) % len(blocks)
            try:
                os.close(os.open(os.path.join(claims, str(number)), os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                continue
            for name in blocks[number]:
                yield name
                if progress:
                    progress(min(len(os.listdir(claims)) * BLOCK, len(wanted)), len(wanted))

    return compile_functions(names())


def compile_functions(names: Iterable[str]) -> str:
    """Bodies and guards by their names as one module of LLVM IR."""
    import llvmlite.binding as llvm
    from numba import njit
    from numba.core import types

    from forthgame.vm import intrinsics

    intrinsics.install()
    # numba looks the functions up that ours defines only when it links
    for function in LINKED:
        llvm.add_symbol(function, 1)
    kinds: dict[str, Any] = {
        "vm": types.voidptr,
        "cell": types.int32,
        "float": types.float32,
        "pair": types.int64,
        "none": types.void,
    }
    wanted = wanted_functions()
    linked: Any = llvm.parse_assembly("")
    with _wrapping(), _no_machine_code():
        for name in names:
            body, parameters, result = wanted[name]
            signature = kinds[result](*(kinds[kind] for kind in parameters))
            dispatcher = njit(signature, error_model="numpy", **intrinsics.BARE)(body)
            (made,) = dispatcher.overloads.values()
            text = _bare(made.library.get_llvm_str(), made.fndesc.llvm_func_name, name)
            linked.link_in(llvm.parse_assembly(text))
    return str(linked)


@contextmanager
def _wrapping() -> Iterator[None]:
    """Numbers of 64 bits wrap, as hashes need it; numba has LLVM take it that they never do."""
    from numba.cpython import numbers

    flags = "_int_arith_flags"  # of each sum, difference and product
    with _changed([(numbers, flags, lambda kind: [])] if hasattr(numbers, flags) else []):
        yield


@contextmanager
def _no_machine_code() -> Iterator[None]:
    """numba makes machine code of every function and helper, which would never be run."""
    from numba.core import codegen

    changed = [
        (codegen.CPUCodegen, "_add_module", lambda self, module: None),
        (codegen.JITCodeLibrary, "_finalize_specific", lambda self: None),
        (codegen.JITCodeLibrary, "get_pointer_to_function", _no_pointer),
        (codegen.JITCPUCodegen, "set_env", lambda self, name, environment: None),
    ]
    if not all(hasattr(owner, name) for owner, name, _ in changed):
        yield  # another numba: it takes longer
        return
    with _changed(changed):
        yield


@contextmanager
def _changed(attributes: Iterable[tuple[Any, str, Any]]) -> Iterator[None]:
    """Give things of numba's other attributes.

    Its lock is held, since another thread may have numba compile something that is run.
    """
    from numba.core.compiler_lock import global_compiler_lock

    with global_compiler_lock, ExitStack() as stack:
        for owner, name, function in attributes:
            stack.callback(setattr, owner, name, getattr(owner, name))
            setattr(owner, name, function)
        yield


def _no_pointer(library: Any, name: str) -> int:
    """In the place of a function's address: its IR is finished, and there is no machine code."""
    library._ensure_finalized()
    return 0


def _bare(text: str, inner: str, name: str) -> str:
    """The module without what belongs to numba's environment, its function under our name."""

    def keep(found: re.Match[str]) -> str:
        match = _NAME.search(found[0])
        if match and match[1] == inner:
            return found[0]
        return found[0].replace("define ", "define internal ", 1)

    text = _DEFINITION.sub(keep, text)
    text = re.sub(r"^@(_ZN08NumbaEnv|PyExc|\"?\.const\.).*\n", "", text, flags=re.M)
    text = re.sub(r"^declare .*@(numba_|Py).*\n", "", text, flags=re.M)
    text = re.sub(r"^(target|source_filename).*\n", "", text, flags=re.M)
    text = text.replace("linkonce_odr ", "")
    return re.sub(rf'@"?{re.escape(inner)}"?(?=\()', f'@"{name}"', text)
