"""Object code of the interpreter: its two modules are linked with the primitives and compiled."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import Any

from forthgame.compile.interpreter import python_functions
from forthgame.compile.llvm.jobs import yield_to_waiting_jobs

EXPORTED = ("run", "stack_place", *python_functions.EXPORTED)
SPEED = 1  # LLVM's optimisation level; level 2 takes a third longer and gains 1 %


def frequent_object(
    llvm: Any, machine: Any, bodies: bytes, exported: Iterable[str], speed: int = SPEED
) -> bytes:
    """Return object code of the frequent operations' usual cases and of exported functions."""
    from forthgame.compile.interpreter.interpreter_module import SHARED, frequent_text

    module = _linked(llvm, frequent_text(), bodies, {*exported, *SHARED})
    return _emitted(llvm, machine, module, speed)


def rest_object(llvm: Any, machine: Any, bodies: bytes) -> bytes:
    """Return object code of all other operations; `machine` should generate code quickly.

    The bodies have been optimised by numba, so only cleanup passes run here.
    """
    from forthgame.compile.interpreter.interpreter_module import rest_names, rest_text

    return _emitted(llvm, machine, _linked(llvm, rest_text(), bodies, rest_names()))


def _linked(llvm: Any, text: str, bodies: bytes, exported: Container[str]) -> Any:
    module = linked(llvm, text, bodies, exported)
    module.verify()
    return module


def _emitted(llvm: Any, machine: Any, module: Any, speed: int = 0) -> bytes:
    module.data_layout = str(machine.target_data)
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed))
    run_passes(
        llvm, module, builder, "global_dead_code_eliminate", "always_inliner", "sroa",
        "instruction_combine", "simplify_cfg", "global_dead_code_eliminate",
    )  # fmt: skip
    if speed:
        builder.getModulePassManager().run(module, builder)
    return emitted(machine, module)


def linked(llvm: Any, text: str, bodies: bytes, exported: Container[str]) -> Any:
    """Return the module of a text with bitcode linked in, which exports the given functions."""
    module = llvm.parse_assembly(text)
    module.link_in(llvm.parse_bitcode(bodies))
    for function in module.functions:
        if not function.is_declaration and function.name not in exported:
            function.linkage = "internal"
    return module


def run_passes(llvm: Any, module: Any, builder: Any, *names: str) -> None:
    """Run passes of LLVM on a module, by the names that llvmlite has for them."""
    passes = llvm.create_new_module_pass_manager()
    for name in names:
        getattr(passes, f"add_{name}_pass")()
    passes.run(module, builder)


def emitted(machine: Any, module: Any) -> bytes:
    """Return the object file of a module. Needs `llvm_lock`."""
    module.data_layout = str(machine.target_data)
    yield_to_waiting_jobs()
    return bytes(machine.emit_object(module))


def joined_objects(codes: Sequence[bytes]) -> bytes:
    return b"".join(len(code).to_bytes(8, "little") + code for code in codes)


def split_objects(pack: bytes) -> list[bytes]:
    found = []
    start = 0
    while start < len(pack):
        size = int.from_bytes(pack[start : start + 8], "little")
        found.append(pack[start + 8 : start + 8 + size])
        start += 8 + size
    return found
