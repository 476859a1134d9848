"""Make a WebAssembly module of the object file of one module of LLVM.

Indices of functions and types in such an object are final. What a linker adds is done here:
exports, and a place for the data in memory other than 0. The numbers that a linker could change are
padded to five bytes each; in code they are written as short as they can be. The format is in the
specification of WebAssembly, and of its "linking" and "reloc" sections in
WebAssembly/tool-conventions.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from forthgame.base.errors import ForthgameError

HEADER: Final = 8  # bytes: magic number and version
CUSTOM, IMPORT, EXPORT, CODE, DATA = 0, 2, 7, 10, 11
_SYMBOL_TABLE: Final = 8  # a part of the "linking" section
_FUNCTION_SYMBOL, _DATA_SYMBOL, _SECTION_SYMBOL = 0, 1, 3
_UNDEFINED, _NAMED = 0x10, 0x40
_MEMORY_LEB, _MEMORY_SLEB, _MEMORY_I32 = 3, 4, 5  # kinds of relocation that refer to data
_UNSIGNED: Final = frozenset((0, _MEMORY_LEB, 6, 7, 20))  # functions, data, types, globals, tables
_SIGNED: Final = frozenset((1, _MEMORY_SLEB))  # indices in the table, data
_WITH_ADDEND: Final = frozenset((3, 4, 5, 8, 9, 11, 14, 15, 16, 17, 21, 22, 23, 25))
_PADDED: Final = 5  # bytes of a number that a linker may change
_I32_CONST, _END = 0x41, 0x0B


class _Reader:
    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data, self.at = data, at

    def number(self) -> int:
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def signed(self) -> int:
        start = self.at
        value = self.number()
        bits = 7 * (self.at - start)
        return value - (1 << bits) if value >> (bits - 1) & 1 else value

    def take(self, size: int) -> bytes:
        self.at += size
        return self.data[self.at - size : self.at]

    def name(self) -> str:
        return self.take(self.number()).decode()

    @property
    def left(self) -> bool:
        return self.at < len(self.data)


def _number(value: int) -> bytes:
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes((*out, value))


def _signed(value: int) -> bytes:
    out = bytearray()
    while not -64 <= value < 64:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes((*out, value & 0x7F))


@dataclass
class ObjectFile:
    """The parts of an object file.

    functions  index of each function, by name
    symbols    segment, offset and size of data, by name
    imports    functions that the module expects from its host
    """

    sections: list[tuple[int, bytes]]
    functions: dict[str, int] = field(default_factory=dict)
    symbols: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    relocations: dict[int, bytes] = field(default_factory=dict)  # by number of the section
    imports: list[str] = field(default_factory=list)

    @classmethod
    def read(cls, data: bytes) -> ObjectFile:
        """Read an object file as LLVM writes it."""
        reader, sections = _Reader(data, HEADER), []
        while reader.left:
            kind = reader.take(1)[0]
            sections.append((kind, reader.take(reader.number())))
        found = cls(sections)
        for kind, body in sections:
            if kind == IMPORT:
                found.imports = _imported_functions(_Reader(body))
            if kind != CUSTOM:
                continue
            custom = _Reader(body)
            name = custom.name()
            if name == "linking":
                found._read_symbols(custom)
            elif name.startswith("reloc."):
                section = custom.number()
                found.relocations[section] = body[custom.at :]
        return found

    def _read_symbols(self, reader: _Reader) -> None:
        reader.number()  # version
        while reader.left:
            kind, size = reader.take(1)[0], reader.number()
            end = reader.at + size
            if kind == _SYMBOL_TABLE:
                for _ in range(reader.number()):
                    self._read_symbol(reader)
            reader.at = end

    def _read_symbol(self, reader: _Reader) -> None:
        kind, flags = reader.take(1)[0], reader.number()
        if kind == _DATA_SYMBOL:
            name = reader.name()
            if not flags & _UNDEFINED:
                self.symbols[name] = (reader.number(), reader.number(), reader.number())
        elif kind == _SECTION_SYMBOL:
            reader.number()
        else:
            index = reader.number()
            if not flags & _UNDEFINED or flags & _NAMED:
                name = reader.name()
                if kind == _FUNCTION_SYMBOL:
                    self.functions[name] = index

    def module(self, exports: Iterable[str], base: int) -> LinkedModule:
        """Return the module with its data from an address `base` on."""
        out, exported = bytearray(b"\0asm\1\0\0\0"), False
        segments: list[tuple[int, bytes]] = []
        for number, (kind, body) in enumerate(self.sections):
            if kind == CUSTOM:
                continue
            if kind > EXPORT and not exported:
                rows = [
                    _number(len(name)) + name.encode() + b"\0" + _number(self.functions[name])
                    for name in exports
                ]
                out += _section(EXPORT, _number(len(rows)) + b"".join(rows))
                exported = True
            finish = _compact if kind == CODE else _moved
            moved = finish(body, self.relocations.get(number, b""), base)
            if kind == DATA:
                segments = _segments(moved, base)
                moved = _number(len(segments)) + b"".join(
                    bytes((0, _I32_CONST))
                    + _signed(at)
                    + bytes((_END,))
                    + _number(len(held))
                    + held
                    for at, held in segments
                )
            out += _section(kind, moved)
        end = max((at + len(held) for at, held in segments), default=base)
        data = {name: _part(segments, symbol) for name, symbol in self.symbols.items()}
        return LinkedModule(bytes(out), data, end, self.imports)


@dataclass(frozen=True)
class LinkedModule:
    """A module with its data by name of symbol, the address after all data, and its imports."""

    code: bytes
    data: dict[str, bytes]
    end: int
    imports: list[str]


def _part(segments: list[tuple[int, bytes]], symbol: tuple[int, int, int]) -> bytes:
    segment, offset, size = symbol
    return segments[segment][1][offset : offset + size] if segment < len(segments) else b""


def _section(kind: int, body: bytes) -> bytes:
    return bytes((kind,)) + _number(len(body)) + body


def _imported_functions(reader: _Reader) -> list[str]:
    """Return the names of imported functions; other imports have limits to read over."""
    found = []
    for _ in range(reader.number()):
        reader.name()
        name, kind = reader.name(), reader.take(1)[0]
        if kind == 0:
            reader.number()
            found.append(name)
        elif kind == 3:  # a global: its type, and whether it may change
            reader.take(2)
        else:  # a table, with a type of its elements, or the memory
            reader.take(1 if kind == 1 else 0)
            for _ in range(1 + (reader.number() & 1)):
                reader.number()
    return found


def _relocations(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield kind and offset of each place that a linker may change."""
    reader = _Reader(data)
    for _ in range(reader.number() if data else 0):
        kind, offset = reader.take(1)[0], reader.number()
        reader.number()
        if kind in _WITH_ADDEND:
            reader.signed()
        yield kind, offset


def _moved(body: bytes, relocations: bytes, base: int) -> bytes:
    """Return a section of data whose references to data are higher by `base`."""
    changed = bytearray(body)
    for kind, offset in _relocations(relocations):
        if kind == _MEMORY_I32:
            (value,) = struct.unpack_from("<I", changed, offset)
            struct.pack_into("<I", changed, offset, value + base)
    return bytes(changed)


def _compact(body: bytes, relocations: bytes, base: int) -> bytes:
    """Return the section of code with short numbers, and references to data higher by `base`."""
    places = sorted((offset, kind) for kind, offset in _relocations(relocations))
    reader, next_place = _Reader(body), 0
    count = reader.number()
    out = bytearray(_number(count))
    for _ in range(count):
        size = reader.number()
        at, end = reader.at, reader.at + size
        function = bytearray()
        while next_place < len(places) and places[next_place][0] < end:
            offset, kind = places[next_place]
            function += body[at:offset] + _shortened(_Reader(body, offset), kind, base)
            at, next_place = offset + _PADDED, next_place + 1
        function += body[at:end]
        reader.at = end
        out += _number(len(function)) + function
    return bytes(out)


def _shortened(place: _Reader, kind: int, base: int) -> bytes:
    if kind not in _UNSIGNED | _SIGNED:
        raise ForthgameError("LLVM has written an unexpected relocation")
    start = place.at
    value = place.signed() if kind in _SIGNED else place.number()
    if place.at != start + _PADDED:
        raise ForthgameError("LLVM has written an unexpected relocation")
    value += base if kind in (_MEMORY_LEB, _MEMORY_SLEB) else 0
    return _signed(value) if kind in _SIGNED else _number(value)


def _segments(body: bytes, base: int) -> list[tuple[int, bytes]]:
    """Return address and contents of each piece of data."""
    reader = _Reader(body)
    found = []
    for _ in range(reader.number()):
        if reader.number() != 0 or reader.take(1)[0] != _I32_CONST:
            raise ForthgameError("LLVM has written an unexpected data segment")
        at = reader.signed() + base
        if reader.take(1)[0] != _END:
            raise ForthgameError("LLVM has written an unexpected data segment")
        found.append((at, reader.take(reader.number())))
    return found
