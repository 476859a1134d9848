"""Build machine code for a module of functions with LLVM, or load it from the cache."""

from __future__ import annotations

import re
import time
import weakref
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from forthgame.analysis.program import Program
from forthgame.base import cache
from forthgame.compile.interpreter import native_interpreter
from forthgame.compile.interpreter.c_stack import frame_bytes
from forthgame.compile.interpreter.object_code import (
    emitted,
    joined_objects,
    linked,
    run_passes,
    split_objects,
)
from forthgame.compile.ir.ir_lines import REACHED_BYTES
from forthgame.compile.llvm import quick_build
from forthgame.compile.llvm.jobs import MachineCode, llvm_lock, yield_to_waiting_jobs
from forthgame.compile.primitives.bitcode import primitives

if TYPE_CHECKING:
    from forthgame.analysis.code_buffer import Code
    from forthgame.compile.writer.ir_module import IrModule

INLINING = 400
TRIMMED = "0.o"  # files with names that end so trim the folder when they are saved


def _machine(llvm: Any, draft: bool) -> Any:
    plain = draft or quick_build.quick_build_enabled()
    return (
        native_interpreter.plain_target_machine(llvm)
        if plain
        else native_interpreter.target_machine(llvm)
    )


@dataclass
class MachineCodeBuild:
    """The result of a build: addresses of functions by entry, and reasons for refused ones."""

    addresses: dict[int, int]
    entry_address: int  # of the function that calls a compiled function
    refused: dict[int, str]
    name: str  # in the cache
    seconds: dict[str, float] = field(default_factory=dict)
    from_cache: bool = False
    keep: Any = None  # keeps the machine code alive
    frame: int = 0  # upper bound for the C stack of a function, in bytes
    reached: int = 0  # address of the bytes that record reached cells
    prefers_separate_counting: bool = False  # separate machine code would count moves faster


@dataclass(frozen=True)
class CachedBuild:
    """Cached machine code that can be loaded without its module.

    `contents` are the bytes of the cached file, `roots` the entries that can be called.
    """

    name: str
    contents: bytes
    roots: frozenset[int]
    refused: dict[int, str]
    prefers_separate_counting: bool
    noted: tuple[int, ...] = ()  # always empty: builds that record reached cells are not cached


def _cache_name(source: IrModule | CachedBuild, bodies_key: str, draft: bool) -> str:
    if isinstance(source, CachedBuild):
        return source.name
    effort = (
        "hurried" if quick_build.quick_build_enabled() else "draft" if draft else str(source.speed)
    )
    parts = (source.text(), bodies_key, effort, str(INLINING))
    return f"words-{cache.key(*parts)}.o"


def is_cached(source: IrModule | CachedBuild) -> bool:
    if isinstance(source, CachedBuild):
        return True
    bodies_key, _ = native_interpreter.keys(native_interpreter.llvm_binding())
    return cache.has(_cache_name(source, bodies_key, draft=False))


# builds without their machine code, by cache name and roots; used with `llvm_lock` held
_loaded: dict[tuple[str, frozenset[int]], tuple[MachineCodeBuild, weakref.ref[MachineCode]]] = {}


def build(source: IrModule | CachedBuild, draft: bool = False) -> MachineCodeBuild:
    """Return machine code of a module, from the cache if it has been built before.

    The code contains no addresses within a machine, so machines with the same words share it. A
    `draft` is compiled faster, with less optimisation.
    """
    started = time.perf_counter()
    if not isinstance(source, CachedBuild):
        source.text()
    written = time.perf_counter()
    with llvm_lock:
        yield_to_waiting_jobs()
        llvm = native_interpreter.llvm_binding()
        bodies_key, _ = native_interpreter.keys(llvm)
        name = _cache_name(source, bodies_key, draft)
        key = name, frozenset(source.roots)
        # recorded cells belong to one machine
        found, alive = (None, None) if source.noted else _loaded.get(key, (None, None))
        keep = alive() if alive is not None else None
        from_cache, compiled = True, time.perf_counter()
        if found is None or keep is None:
            machine = _machine(llvm, draft)
            codes, from_cache = _codes(llvm, machine, source, name, bodies_key, draft)
            compiled = time.perf_counter()
            for gone in [known for known, (_, each) in _loaded.items() if each() is None]:
                del _loaded[gone]
            bodies = (
                [quick_build.bodies(llvm, bodies_key)] if quick_build.quick_build_enabled() else []
            )
            engine, keep = native_interpreter.load_object(llvm, machine, *codes, *bodies)
            frames = [frame_bytes(code, llvm.get_default_triple()) for code in codes]
            frames += [quick_build.bodies_frame(llvm, each) for each in bodies]
            found = MachineCodeBuild(
                {e: engine.get_function_address(f"x{e}") for e in source.roots},
                engine.get_function_address("enter"),
                source.refused,
                name,
                frame=max(frames),
                reached=engine.get_global_value_address(REACHED_BYTES) if source.noted else 0,
                prefers_separate_counting=source.prefers_separate_counting,
            )
            if not source.noted:
                _loaded[key] = found, weakref.ref(keep)
        ended = time.perf_counter()
    seconds = {
        "write": written - started, "compile": compiled - written, "load": ended - compiled,
    }  # fmt: skip
    return replace(found, seconds=seconds, from_cache=from_cache, keep=keep)


def _codes(
    llvm: Any, machine: Any, source: IrModule | CachedBuild, name: str, bodies_key: str, draft: bool
) -> tuple[list[bytes], bool]:
    if isinstance(source, CachedBuild):
        return _unpacked(source.contents), True
    kept = cache.load(name)
    if kept is not None:
        return _unpacked(kept), True
    if quick_build.quick_build_enabled():
        codes = quick_build.objects(llvm, machine, source.text())
        cache.save(name, joined_objects(codes))
    else:
        codes = [emitted(machine, _optimised(llvm, machine, source, bodies_key, draft))]
        cache.save(name, codes[0])
    if name.endswith(TRIMMED):
        cache.trim("words-")
    yield_to_waiting_jobs()
    return codes, False


def _unpacked(kept: bytes) -> list[bytes]:
    return split_objects(kept) if quick_build.quick_build_enabled() else [kept]


def listing(
    code: Code, entry: int, apply_entry: int, token_entry: Callable[[int], int | None]
) -> tuple[str, str, str]:
    """Return LLVM IR and assembly of the function at an entry, and the reason if it is refused.

    `apply_entry` is the entry of the word that applies moves.
    """
    from forthgame.compile.writer.ir_module import IrModule

    module = IrModule(Program(code), {entry}, apply_entry, token_entry)
    text = module.text()
    if entry in module.refused:
        return "", "", module.refused[entry]
    llvm = native_interpreter.llvm_binding()
    machine = _machine(llvm, draft=False)
    bodies_key, _ = native_interpreter.keys(llvm)
    with llvm_lock:
        assembly = machine.emit_assembly(_optimised(llvm, machine, module, bodies_key, draft=False))
    parts = [rf"define [^\n]*@{kind}{entry}\(.*?\n}}\n" for kind in "wx"]
    shown = [found[0] for part in parts if (found := re.search(part, text, re.DOTALL))]
    label = re.search(rf"^x{entry}:.*?(?=^\.Lfunc_end|\Z)", assembly, re.DOTALL | re.MULTILINE)
    return "\n".join(shown), label[0] if label else "", ""


def _optimised(llvm: Any, machine: Any, module: IrModule, bodies_key: str, draft: bool) -> Any:
    exported = {"enter", *(f"x{entry}" for entry in module.roots)}
    parsed = linked(llvm, module.text(), primitives(llvm, bodies_key), exported)
    parsed.data_layout = str(machine.target_data)
    options = llvm.create_pipeline_tuning_options(speed_level=0 if draft else module.speed)
    options.inlining_threshold = INLINING
    builder = llvm.create_pass_builder(machine, options)
    # remove unused code before the costly passes: settled registers are constants, so half of the
    # primitives' code is unreachable
    run_passes(llvm, parsed, builder, "global_dead_code_eliminate")
    parsed.verify()  # fast, as the module has shrunk to a fifth
    run_passes(
        llvm, parsed, builder, "always_inliner", "sroa", "ipsccp", "simplify_cfg",
        "global_dead_code_eliminate",
    )  # fmt: skip
    if draft:  # smaller code, which speeds up the later passes
        run_passes(llvm, parsed, builder, "strip_symbols", "instruction_combine", "simplify_cfg")
    builder.getModulePassManager().run(parsed, builder)
    return parsed
