"""Machine code that is made quickly and runs slowly, for tests: `FORTHGAME_EFFORT=0`.

With effort, the primitives are linked into each module, where what a game does not use is dropped
and the rest becomes part of its words. In a hurry they are compiled once, for all modules, and
loaded beside each: they call what modules define differently (`linked.py`) by name.

Two thirds of a module are words of `stdlib.4th`, whose text is the same in most games. So functions
are compiled for themselves when they come for the second time, and kept for the modules that
follow; all that are new to the process are compiled together.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from forthgame.vm import cache as files
from forthgame.vm import native
from forthgame.vm.cstack import frame_bytes
from forthgame.vm.jobs import give_way
from forthgame.vm.primitives.bitcode import primitives

EFFORT = "FORTHGAME_EFFORT"
MOST_KEPT = 5000  # functions, of about 2 KB of machine code
MOST_MET = 200_000
_NAME = re.compile(r'@("[^"]+"|[\w.]+)')
_made: dict[str, bytes] = {}
_met: set[int] = set()  # hashes of functions that have come
_kept: dict[str, bytes] = {}  # by a function's text


def wanted() -> bool:
    """Whether machine code is to be made quickly."""
    return os.environ.get(EFFORT) == "0"


def objects(llvm: Any, machine: Any, text: str) -> list[bytes]:
    """Object files of a module; the primitives stay declarations. Needs `llvm_lock`."""
    module = _Parts(text)
    known = [name for name, function in module.functions.items() if hash(function) in _met]
    new = [name for name in module.functions if name not in known]
    if len(_kept) > MOST_KEPT or len(_met) > MOST_MET:
        _kept.clear()
        _met.clear()
    found = [_emitted(llvm, machine, module.text(new))]
    for name in known:
        function = module.functions[name]
        if function not in _kept:
            _kept[function] = _emitted(llvm, machine, module.text([name]))
        found.append(_kept[function])
    _met.update(hash(module.functions[name]) for name in new if not module.has_data(name))
    return found


class _Parts:
    """The text of a module, taken apart into its functions and what they all need."""

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
        """Whether a function uses data of its module."""
        return not self._data.keys().isdisjoint(_NAME.findall(self.functions[name]))

    def text(self, names: Sequence[str]) -> str:
        """A module of some functions, with declarations of those that they call."""
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
            return ""  # an intrinsic, which LLVM knows
        head = function.partition("\n")[0].rpartition("{")[0].rstrip()
        return head.replace("define", "declare", 1) + "\n"


def _first_name(text: str) -> str:
    found = _NAME.search(text)
    assert found is not None
    return found[1]


def _emitted(llvm: Any, machine: Any, text: str) -> bytes:
    module = llvm.parse_assembly(text)
    module.verify()
    module.data_layout = str(machine.target_data)
    give_way()
    return bytes(machine.emit_object(module))


def bodies(llvm: Any, key: str) -> bytes:
    """Machine code of the primitives, made once. Needs `llvm_lock`."""
    if key not in _made:
        name = f"bodies-{key}.o"
        kept = files.load(name)
        if kept is None:
            machine = native.plain_target_machine(llvm)
            module = llvm.parse_bitcode(primitives(llvm, key))
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
