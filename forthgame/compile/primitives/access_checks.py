"""Primitives that check each access, for tests: built if FORTHGAME_CHECKS is 1.

Bodies name the part of the block that they access (`cells.board_cell`, `cells.arena_cell` …). In
this mode each access is compared with that part; an access outside of it prints the name of the
body and aborts the process. Without the mode no instruction is added.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import Any

from llvmlite import ir

from forthgame.compile.llvm.source_dependencies import CHECKS
from forthgame.words.registers import memory_layout as at

BYTE, I32, I64 = ir.IntType(8), ir.IntType(32), ir.IntType(64)
Range = tuple[int, int]
_M = at.MEMORY
SYSTEM: Range = (_M + at.SYSTEM, _M + at.SYSTEM + at.CELL * len(at.SYSTEM_CELLS))
BOARD: Range = (_M + at.BOARDS, _M + at.BOARDS_END)
TABLE: Range = (_M + at.TABLES, _M + at.TABLES_END)
ARENA: Range = (_M + at.TABLES_END, _M + at.ARENA_END)  # headers of lists, and moves
NOTHING: Range = (_M, _M + at.MEMORY_LOW)  # list or move 0: constant zeros
READABLE: Range = (_M + at.MEMORY_LOW, _M + at.READ_END)
WRITABLE: Range = (_M + at.MEMORY_LOW, _M + at.WRITE_END)
REGISTERS: Range = (0, at.REGISTERS_SIZE)
WORDS: Range = (at.WORDS, at.WORDS + at.WORD_LIMIT * at.WORD_SIZE)
FLOATS: Range = (at.FLOAT_STACK, at.OUTPUT)
OUTPUT: Range = (at.OUTPUT, at.OUTPUT + at.OUTPUT_SIZE)
RINGS: Range = (at.RING, at.RING2 + at.RING_SIZE * at.CELL)
HISTORY: Range = (at.REPETITION, at.REPETITION + at.REPETITION_LIMIT * 8)
SEARCH: Range = (at.SEARCH, at.CONTEXTS)
CONTEXTS: Range = (at.CONTEXTS, at.PLAYED_KEYS)  # restored after generations
PLAYED: Range = (at.PLAYED_KEYS, at.TOKENS)  # the current line, written by Python
COUNTED: Range = (at.COUNTED, at.COUNTED_END)
OWN = (REGISTERS, FLOATS, OUTPUT, RINGS, HISTORY, SEARCH, PLAYED)
# ranges that an access to a part may read and may write
MEANT: dict[str, tuple[Sequence[Range], Sequence[Range]]] = {
    "register": ((*OWN, WORDS), OWN),
    "memory": ((READABLE,), (WRITABLE,)),
    "system": ((SYSTEM,), (SYSTEM,)),
    "board": ((BOARD,), (BOARD,)),
    "table": ((TABLE,), ()),
    "arena": ((ARENA, CONTEXTS, COUNTED, NOTHING), (ARENA, CONTEXTS, COUNTED)),
    "": ((*OWN, CONTEXTS, READABLE), (*OWN, CONTEXTS, WRITABLE, ARENA)),  # bytes, texts, blocks
}


def checks_enabled() -> bool:
    return os.environ.get(CHECKS) == "1"


def _name(mangled: str) -> str:
    """Return the name of the function that is being compiled, without module and types."""
    found, rest = [], mangled.removeprefix("_ZN")
    while match := re.match(r"\d+", rest):
        end = match.end() + int(match[0])
        found.append(rest[match.end() : end])
        rest = rest[end:]
    return ".".join(found[-2:]) or mangled


def check_access(
    builder: Any, offset: Any, size: Any, part: str, *, writing: bool, doing: str = ""
) -> None:
    """Add a check of an access to `size` bytes at an offset of the block."""
    if not checks_enabled() or part == "outer":  # memory lent by the host has its own bounds
        return
    good: Any = builder.icmp_signed("==", size, I64(0))
    for low, high in MEANT[part][writing]:
        fits = builder.icmp_unsigned("<=", size, I64(high - low))
        room = builder.sub(I64(high - low), size)
        inside = builder.icmp_unsigned("<=", builder.sub(offset, I64(low)), room)
        good = builder.or_(good, builder.and_(fits, inside))
    verb = doing or ("writes" if writing else "reads")
    name = _name(builder.function.name)
    with builder.if_then(builder.not_(good), likely=False):
        _complain(builder, f"CHECK {name} {verb} outside {part or 'its block'}", offset, size)


def _complain(builder: Any, text: str, offset: Any, size: Any) -> None:
    module = builder.module
    data = bytearray(f"{text} at %lld for %lld bytes\n\0".encode())
    kind = ir.ArrayType(BYTE, len(data))
    place = ir.GlobalVariable(module, kind, module.get_unique_name("check.text"))
    place.linkage, place.global_constant, place.initializer = "internal", True, kind(data)
    pointer = BYTE.as_pointer()
    tell = _declared(module, "dprintf", ir.FunctionType(I32, [I32, pointer], var_arg=True))
    builder.call(tell, [I32(2), builder.bitcast(place, pointer), offset, size])
    builder.call(_declared(module, "abort", ir.FunctionType(ir.VoidType(), [])), [])


def _declared(module: Any, name: str, kind: Any) -> Any:
    found = module.globals.get(name)
    return ir.Function(module, kind, name) if found is None else found
