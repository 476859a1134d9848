"""Compiles the interpreter: its frequent operations with care, all others quickly, side by side."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from forthgame.vm.helping import helper
from forthgame.vm.jobs import give_way

SPEED = 1  # LLVM's level of optimisation: at 2 it takes a third longer and gains one part in 100


def frequent_object(llvm: Any, machine: Any, bodies: bytes, exported: Iterable[str]) -> bytes:
    """Return machine code of the usual cases of frequent operations, and of what is exported."""
    from forthgame.vm.assemble import SHARED, frequent_text

    module = _linked(llvm, frequent_text(), bodies, {*exported, *SHARED})
    return _emitted(llvm, machine, module, SPEED)


def rest_object(llvm: Any, machine: Any, bodies: bytes) -> bytes:
    """Return machine code of all the rest; `machine` is to generate it quickly.

    numba has optimised the bodies, so it only remains to tidy up around them.
    """
    from forthgame.vm.assemble import rest_names, rest_text

    return _emitted(llvm, machine, _linked(llvm, rest_text(), bodies, rest_names()))


def _linked(llvm: Any, text: str, bodies: bytes, exported: Container[str]) -> Any:
    module = llvm.parse_assembly(text)
    module.link_in(llvm.parse_bitcode(bodies))
    for function in module.functions:
        if not function.is_declaration and function.name not in exported:
            function.linkage = "internal"
    module.verify()
    return module


def _emitted(llvm: Any, machine: Any, module: Any, speed: int = 0) -> bytes:
    module.data_layout = str(machine.target_data)
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.add_always_inliner_pass()
    passes.add_sroa_pass()
    passes.add_instruction_combine_pass()
    passes.add_simplify_cfg_pass()
    passes.add_global_dead_code_eliminate_pass()
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed))
    passes.run(module, builder)
    if speed:
        builder.getModulePassManager().run(module, builder)
    give_way()
    return bytes(machine.emit_object(module))


@contextmanager
def rest_elsewhere(key: str) -> Iterator[Callable[[], bytes]]:
    """Have another process compile the rest; give a function that waits for it.

    It returns nothing if that process cannot be started, fails, or has another interpreter than
    that of `key`.
    """
    try:
        file = tempfile.TemporaryFile()  # noqa: SIM115
    except OSError:  # a confined process makes no files
        yield lambda: b""
        return
    with file, helper("forthgame.vm.compiling_rest", [key], file) as process:

        def wait() -> bytes:
            if process is None or process.wait() != 0:
                return b""
            file.seek(0)
            return file.read()

        yield wait


def packed(codes: Sequence[bytes]) -> bytes:
    """Return several object files as one file of the cache."""
    return b"".join(len(code).to_bytes(8, "little") + code for code in codes)


def unpacked(pack: bytes) -> list[bytes]:
    """Return the object files that were packed."""
    found = []
    start = 0
    while start < len(pack):
        size = int.from_bytes(pack[start : start + 8], "little")
        found.append(pack[start + 8 : start + 8 + size])
        start += 8 + size
    return found
