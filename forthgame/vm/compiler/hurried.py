"""Machine code that is made quickly and runs slowly, for tests: `FORTHGAME_EFFORT=0`.

With effort, the primitives are linked into each module, where what a game does not use is dropped
and the rest becomes part of its words. In a hurry they are compiled once, for all modules, and
loaded beside each: they call what modules define differently (`linked.py`) by name.
"""

from __future__ import annotations

import os
from functools import cache
from typing import Any

from forthgame.vm import bitcode, native
from forthgame.vm import cache as files
from forthgame.vm.cstack import frame_bytes
from forthgame.vm.jobs import give_way

EFFORT = "FORTHGAME_EFFORT"
_made: dict[str, bytes] = {}


def wanted() -> bool:
    """Whether machine code is to be made quickly."""
    return os.environ.get(EFFORT) == "0"


def target_machine(llvm: Any) -> Any:
    """Code generation without optimisation."""
    return llvm.Target.from_default_triple().create_target_machine(
        opt=0, cpu=llvm.get_host_cpu_name(), features=native.features(llvm), jit=True
    )


def prepared(llvm: Any, machine: Any, text: str) -> Any:
    """A module, ready for code generation; the primitives stay declarations."""
    module = llvm.parse_assembly(text)
    module.verify()
    module.data_layout = str(machine.target_data)
    return module


def bodies(llvm: Any, key: str) -> bytes:
    """Machine code of the primitives, made once. Needs `llvm_lock`."""
    if key not in _made:
        name = f"bodies-{key}.o"
        kept = files.load(name)
        if kept is None:
            machine = target_machine(llvm)
            module = llvm.parse_bitcode(bitcode.primitives(llvm, key))
            module.data_layout = str(machine.target_data)
            give_way()
            kept = bytes(machine.emit_object(module))
            files.save(name, kept)
        _made[key] = kept
    return _made[key]


@cache
def bodies_frame(llvm: Any, code: bytes) -> int:
    """Bytes of the C stack that a primitive needs at most."""
    return frame_bytes(code, llvm.get_default_triple())
