"""Compiles functions of the table to LLVM IR with numba.

The IR is independent of processor, system and run. It is optimised for the processor where it is
used.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any

from forthgame.compile.primitives.signatures import Signature

_DEFINITION = re.compile(r"^define .*?^}\n", re.M | re.S)
_NAME = re.compile(r'@"?([^"(\s]+)"?\(')
_OF_NUMBA = re.compile(r"^(@_ZN08NumbaEnv|@PyExc|@\"?\.const\.|declare .*@(numba_|Py)).*\n", re.M)
_OF_A_SYSTEM = re.compile(r"^(target|source_filename|; ModuleID).*\n", re.M)
_COUNTED = re.compile(r"B\d+v\d+(?=B)")  # numba numbers compiled functions in their names


def bitcode_of(
    signatures: Mapping[str, Signature], after_each: Callable[[], None] = lambda: None
) -> bytes:
    """Compile functions; return them as one module of LLVM bitcode.

    A function takes a pointer to its result and a pointer to an error that it never sets, then its
    parameters. `after_each` is called after each function.
    """
    import llvmlite.binding as llvm
    from numba import njit
    from numba.core import types

    from forthgame.compile.primitives import intrinsics

    intrinsics.install()
    # numba resolves the functions that each module defines only when it links
    for function in intrinsics.LINKED:
        llvm.add_symbol(function.__name__, 1)
    kinds: dict[str, Any] = {
        "vm": types.voidptr,
        "cell": types.int32,
        "float": types.float32,
        "pair": types.int64,
        "none": types.void,
    }
    linked: Any = llvm.parse_assembly("")
    with _for_any_processor(), _wrapping(), _no_machine_code():
        for name, wanted in sorted(signatures.items()):
            types_of_parameters = (kinds[kind] for kind in wanted.parameters)
            signature = kinds[wanted.result](*types_of_parameters)
            compiled = njit(signature, error_model="numpy", **intrinsics.BARE)(wanted.function)
            (made,) = compiled.overloads.values()
            text = _bare(made.library.get_llvm_str(), made.fndesc.llvm_func_name, name)
            linked.link_in(llvm.parse_assembly(text))
            after_each()
    return bytes(linked.as_bitcode())


@contextmanager
def _for_any_processor() -> Iterator[None]:
    """Disable numba's processor-specific code and vectorisation."""
    from numba.core import config

    others = {"CPU_NAME": "generic", "CPU_FEATURES": "", "LOOP_VECTORIZE": 0, "SLP_VECTORIZE": 0}
    with _changed([(config, name, value) for name, value in others.items()]):
        yield


@contextmanager
def _wrapping() -> Iterator[None]:
    """Make 64-bit integers wrap, as hashes need; numba marks operations as never overflowing."""
    from numba.cpython import numbers

    flags = "_int_arith_flags"  # of each sum, difference and product
    with _changed([(numbers, flags, lambda kind: [])] if hasattr(numbers, flags) else []):
        yield


@contextmanager
def _no_machine_code() -> Iterator[None]:
    """Prevent numba from generating machine code of functions, which is never run."""
    from numba.core import codegen

    changed = [
        (codegen.CPUCodegen, "_add_module", lambda self, module: None),
        (codegen.JITCodeLibrary, "_finalize_specific", lambda self: None),
        (codegen.JITCodeLibrary, "get_pointer_to_function", _no_pointer),
        (codegen.JITCPUCodegen, "set_env", lambda self, name, environment: None),
    ]
    if not all(hasattr(owner, name) for owner, name, _ in changed):
        yield  # another version of numba: it takes longer
        return
    with _changed(changed):
        yield


@contextmanager
def _changed(attributes: Iterable[tuple[Any, str, Any]]) -> Iterator[None]:
    """Replace attributes of numba during the block.

    Numba's lock is held, since another thread may compile code that is run.
    """
    from numba.core.compiler_lock import global_compiler_lock

    with global_compiler_lock, ExitStack() as stack:
        for owner, name, function in attributes:
            stack.callback(setattr, owner, name, getattr(owner, name))
            setattr(owner, name, function)
        yield


def _no_pointer(library: Any, name: str) -> int:
    """Finalize the IR instead of returning a function's address."""
    library._ensure_finalized()
    return 0


def _bare(text: str, inner: str, name: str) -> str:
    """Return a module of numba with its function renamed, and without its environment.

    Functions that it calls may be in several modules: LLVM keeps one of each name.
    """

    def keep(found: re.Match[str]) -> str:
        match = _NAME.search(found[0])
        if match and match[1] == inner:
            return found[0].replace("linkonce_odr ", "", 1)
        if found[0].startswith("define linkonce_odr "):
            return found[0]
        return found[0].replace("define ", "define linkonce_odr ", 1)

    text = _DEFINITION.sub(keep, text)
    text = _OF_A_SYSTEM.sub("", _OF_NUMBA.sub("", text))
    text = re.sub(rf'@"?{re.escape(inner)}"?(?=\()', f'@"{name}"', text)
    return _COUNTED.sub("", text)
