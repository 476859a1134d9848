"""WebAssembly modules from LLVM IR, in a process of their own: `python -m
forthgame.compile.wasm.llvm_build`.

The process reads a request and prints the module. LLVM's backend for WebAssembly reports what it
cannot select by ending the process, so it must not run in the process of the caller.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache as cache_calls
from pathlib import Path
from typing import Any, Final

from forthgame.base import cache
from forthgame.base.errors import ForthgameError
from forthgame.compile.interpreter.native_interpreter import keys, llvm_binding
from forthgame.compile.interpreter.object_code import linked, run_passes
from forthgame.compile.llvm.jobs import llvm_lock
from forthgame.compile.primitives.bitcode import primitives
from forthgame.compile.wasm.comparisons import with_bitmasks
from forthgame.compile.wasm.object_file import ObjectFile

TRIPLE: Final = "wasm32-unknown-unknown"
PLAIN: Final = (
    "+simd128,+bulk-memory,+bulk-memory-opt,+sign-ext,+nontrapping-fptoint,+mutable-globals"
)
TAIL_CALLS: Final = f"{PLAIN},+tail-call"  # the interpreter is made of them
INLINING: Final = 400
ENTRIES: Final = "entries"  # data: pairs of an entry and the number of its function in the table


@dataclass(frozen=True)
class BuildRequest:
    """A module to build.

    text      IR, without the primitives
    exports   functions that the host calls
    features  of the processor, for LLVM
    speed     level of optimisation
    """

    text: str
    exports: Sequence[str]
    features: str = PLAIN
    speed: int = 2

    @property
    def cache_name(self) -> str:
        bodies, _ = keys(llvm_binding())
        options = " ".join((*self.exports, self.features, str(self.speed)))
        return f"wasm-{cache.key(bodies, self.text, options, _own_source())}.o"


@cache_calls
def _own_source() -> bytes:
    """Return the text of the modules that the object file depends on besides the IR."""
    names = (with_bitmasks.__module__.rpartition(".")[2], Path(__file__).stem)
    return b"".join(Path(__file__).with_name(f"{name}.py").read_bytes() for name in names)


def table_text(entries: Iterable[int], host: str = "call_host") -> str:
    """Return the IR of the table of entries, in which entry 0 is the function for the host.

    The host is imported as `js_host`.
    """
    known = sorted(entries)
    rows = [f"%entry {{ i32 0, ptr @{host} }}"]
    rows += [f"%entry {{ i32 {entry}, ptr @x{entry} }}" for entry in known]
    return (
        "%entry = type { i32, ptr }\n"
        f"@{ENTRIES} = constant [{len(rows)} x %entry] [{', '.join(rows)}]\n"
        "declare i32 @js_host(i32, i32)\n"
        f"define internal i32 @{host}(ptr %vm, i32 %request, i32 %argument) noinline {{\n"
        "  %answer = call i32 @js_host(i32 %request, i32 %argument)\n  ret i32 %answer\n}\n"
    )


def built(request: BuildRequest) -> ObjectFile:
    """Return the object file of a module, from the cache if it has been built before.

    Raises ForthgameError if LLVM fails.
    """
    name = request.cache_name
    found = cache.load(name)
    if found is None:
        found = _in_child(request)
        cache.save(name, found)
    return ObjectFile.read(found)


def _in_child(request: BuildRequest) -> bytes:
    from forthgame.confine import child_variables

    with llvm_lock:
        llvm = llvm_binding()
        bodies = primitives(llvm, keys(llvm)[0])
    head = json.dumps({
        "text": len(request.text.encode()), "exports": list(request.exports),
        "features": request.features, "speed": request.speed,
    })  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-P", "-m", __name__],
        input=head.encode() + b"\n" + request.text.encode() + bodies,
        capture_output=True, check=False, env={**os.environ, **child_variables()},
    )  # fmt: skip
    if done.returncode or not done.stdout:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        raise ForthgameError(
            f"LLVM cannot build the module for WebAssembly: {said[0] if said else 'it was ended'}"
        )
    return done.stdout


# -- in the child --------------------------------------------------------------------------------


def object_code(
    text: str, bodies: bytes, exports: Sequence[str], features: str, speed: int
) -> bytes:
    """Return the object file for wasm32 of a module with the primitives linked in."""
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(
        opt=2, cpu="generic", features=features, reloc="static"
    )
    module = linked(llvm, text, bodies, set(exports))
    module.triple, module.data_layout = TRIPLE, str(machine.target_data)
    options = llvm.create_pipeline_tuning_options(speed_level=speed)
    options.inlining_threshold = INLINING
    builder = llvm.create_pass_builder(machine, options)
    run_passes(llvm, module, builder, "global_dead_code_eliminate")
    run_passes(
        llvm, module, builder, "always_inliner", "sroa", "ipsccp", "simplify_cfg",
        "global_dead_code_eliminate", "strip_symbols",
    )  # fmt: skip
    module = _compared(llvm, module, machine)
    builder.getModulePassManager().run(module, builder)
    return bytes(machine.emit_object(module))


def _compared(llvm: Any, module: Any, machine: Any) -> Any:
    changed = llvm.parse_assembly(with_bitmasks(str(module)))
    changed.triple, changed.data_layout = TRIPLE, str(machine.target_data)
    changed.verify()
    return changed


def main() -> None:
    """Read a request, and write the object file."""
    head = json.loads(sys.stdin.buffer.readline())
    text = sys.stdin.buffer.read(head["text"]).decode()
    bodies = sys.stdin.buffer.read()
    made = object_code(text, bodies, head["exports"], head["features"], head["speed"])
    with os.fdopen(os.dup(1), "wb") as file:
        file.write(made)


if __name__ == "__main__":
    main()
