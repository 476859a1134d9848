"""Fast compilation to slow code, for tests: `FORTHGAME_EFFORT=0`.

Normally the primitives are linked into each module, where unused ones are dropped and the rest is
inlined. In this mode they are compiled once for all modules, and loaded with each: they call the
functions that modules define (`compile/primitives/module_functions.py`) by name.

Two thirds of a module are words of `stdlib.4th`, with the same text in most games. So a function
that occurs for the second time is compiled separately, and kept for later modules; all functions
that are new to the process are compiled together.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from forthgame.base import cache as files
from forthgame.compile.interpreter import native_interpreter
from forthgame.compile.interpreter.c_stack import frame_bytes
from forthgame.compile.interpreter.object_code import emitted
from forthgame.compile.primitives.bitcode import primitives

EFFORT = "FORTHGAME_EFFORT"
MOST_COMPILED = 5000  # functions, of about 2 KB of machine code each
MOST_SEEN = 200_000
_NAME = re.compile(r'@("[^"]+"|[\w.]+)')
_primitives: dict[str, bytes] = {}
_seen: set[int] = set()  # hashes of functions that have occurred
_compiled: dict[str, bytes] = {}  # by a function's text


def quick_build_enabled() -> bool:
    return os.environ.get(EFFORT) == "0"


def objects(llvm: Any, machine: Any, text: str) -> list[bytes]:
    """Return the object files of a module, without the primitives. Needs `llvm_lock`."""
    module = _Parts(text)
    known = [name for name, function in module.functions.items() if hash(function) in _seen]
    new = [name for name in module.functions if name not in known]
    if len(_compiled) > MOST_COMPILED or len(_seen) > MOST_SEEN:
        _compiled.clear()
        _seen.clear()
    found = [_emitted(llvm, machine, module.text(new))]
    for name in known:
        function = module.functions[name]
        if function not in _compiled:
            _compiled[function] = _emitted(llvm, machine, module.text([name]))
        found.append(_compiled[function])
    _seen.update(hash(module.functions[name]) for name in new if not module.has_data(name))
    return found


class _Parts:
    """A module's text, split into functions and their common parts."""

    def __init__(self, text: str) -> None:
        text = text.replace("define internal ", "define ")  # objects call each other's
        first, *parts = ("\n" + text).split("\ndefine ")
        self.functions = {}
        lines = first.splitlines(keepends=True)
        for part in parts:
            head, _, body = part.partition("\n")
            body += "\n"
            whole = "" if head.endswith("}") else body[: body.index("\n}\n") + 3]
            self.functions[_first_name(head)] = f"define {head}\n{whole}"
            lines += body[len(whole) :].splitlines(keepends=True)
        self._notes = "".join(line for line in lines if line.startswith(("!", "attributes ")))
        self._data = {_first_name(line): line for line in lines if line.startswith("@")}
        self._declared = {_first_name(line): line for line in lines if line.startswith("declare ")}

    def has_data(self, name: str) -> bool:
        return not self._data.keys().isdisjoint(_NAME.findall(self.functions[name]))

    def text(self, names: Sequence[str]) -> str:
        """Return a module of some functions, with declarations of their callees."""
        parts = [self.functions[name] for name in names]
        called = dict.fromkeys(_NAME.findall("".join(parts)))
        for name in called.keys() - set(names):
            parts.append(
                self._data.get(name) or self._declared.get(name) or self._declaration(name)
            )
        return "".join(sorted(parts)) + self._notes

    def _declaration(self, name: str) -> str:
        function = self.functions.get(name)
        if function is None:
            return ""  # an intrinsic, which LLVM declares
        head = function.partition("\n")[0].rpartition("{")[0].rstrip()
        return head.replace("define", "declare", 1) + "\n"


def _first_name(text: str) -> str:
    found = _NAME.search(text)
    assert found is not None
    return found[1]


def _emitted(llvm: Any, machine: Any, text: str) -> bytes:
    module = llvm.parse_assembly(text)
    module.verify()
    return emitted(machine, module)


def bodies(llvm: Any, key: str) -> bytes:
    """Return machine code of the primitives, made once. Needs `llvm_lock`."""
    if key not in _primitives:
        name = f"bodies-{key}.o"
        code = files.load(name)
        if code is None:
            module = llvm.parse_bitcode(primitives(llvm, key))
            code = emitted(native_interpreter.plain_target_machine(llvm), module)
            files.save(name, code)
        _primitives[key] = code
    return _primitives[key]


@cache
def bodies_frame(llvm: Any, code: bytes) -> int:
    """Return an upper bound of the C stack that a primitive needs, in bytes."""
    return frame_bytes(code, llvm.get_default_triple())
