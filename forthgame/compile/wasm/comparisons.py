"""Comparisons of many cells, written with the 128-bit instructions of WebAssembly."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

LANES: Final = 16  # bits that one instruction collects
_COMPARED: Final = re.compile(r"^  (%\S+) = icmp (\w+) <(\d+) x i32> (\S+), (\S+)$", re.M)
_FUNCTION: Final = re.compile(r"^define .*?^}$", re.M | re.S)
_DECLARED: Final = """
declare <8 x i16> @llvm.wasm.narrow.signed.v8i16.v4i32(<4 x i32>, <4 x i32>)
declare <16 x i8> @llvm.wasm.narrow.signed.v16i8.v8i16(<8 x i16>, <8 x i16>)
declare i32 @llvm.wasm.bitmask.v16i8(<16 x i8>)
"""


def with_bitmasks(text: str) -> str:
    """Return a module's IR with `icmp` and `bitcast` to a number as comparisons of four cells."""
    found = _FUNCTION.sub(lambda match: _rewritten(match[0]), text)
    return found if found == text else found + _DECLARED


def _rewritten(function: str) -> str:
    for number, match in enumerate([*_COMPARED.finditer(function)]):
        name, lanes = match[1], int(match[3])
        cast = re.compile(
            rf"^  (%\S+) = bitcast <{lanes} x i1> {re.escape(name)} to i{lanes}$", re.M
        )
        used = cast.findall(function)
        others = len(re.findall(rf"{re.escape(name)}(?![\w.])", function)) - 1 - len(used)
        if lanes < LANES or lanes % LANES or lanes > 64 or others or len(used) != 1:
            continue
        lines = "\n".join(_bits(f"%mask{number}", match, used[0]))
        function = cast.sub(lines.replace("\\", r"\\"), function.replace(match[0] + "\n", "", 1))
    return function


def _bits(prefix: str, compared: re.Match[str], result: str) -> Iterator[str]:
    """Yield the instructions that set `result` to the bits of a comparison."""
    _, predicate, size, first, second = compared.groups()
    lanes, count = int(size), 0

    def value(text: str) -> tuple[str, str]:
        nonlocal count
        count += 1
        return f"{prefix}.{count}", f"  {prefix}.{count} = {text}"

    def quarter(vector: str, start: int) -> tuple[str, str]:
        if vector in ("zeroinitializer", "poison"):
            return vector, ""
        cells = ", ".join(f"i32 {start + k}" for k in range(4))
        kind = f"<{lanes} x i32>"
        return value(f"shufflevector {kind} {vector}, {kind} poison, <4 x i32> <{cells}>")

    total = "0"
    for start in range(0, lanes, LANES):
        narrowed = []
        for half in range(start, start + LANES, 8):
            wide = []
            for quad in (half, half + 4):
                one, made = quarter(first, quad)
                yield made
                other, made = quarter(second, quad)
                yield made
                same, made = value(f"icmp {predicate} <4 x i32> {one}, {other}")
                yield made
                mask, made = value(f"sext <4 x i1> {same} to <4 x i32>")
                yield made
                wide.append(f"<4 x i32> {mask}")
            packed, made = value(
                f"call <8 x i16> @llvm.wasm.narrow.signed.v8i16.v4i32({', '.join(wide)})"
            )
            yield made
            narrowed.append(f"<8 x i16> {packed}")
        packed, made = value(
            f"call <16 x i8> @llvm.wasm.narrow.signed.v16i8.v8i16({', '.join(narrowed)})"
        )
        yield made
        bits, made = value(f"call i32 @llvm.wasm.bitmask.v16i8(<16 x i8> {packed})")
        yield made
        bits, made = value(f"zext i32 {bits} to i64")
        yield made
        bits, made = value(f"shl i64 {bits}, {start}")
        yield made
        total, made = value(f"or i64 {total}, {bits}")
        yield made
    yield (
        f"  {result} = trunc i64 {total} to i{lanes}"
        if lanes < 64
        else f"  {result} = or i64 {total}, 0"
    )
