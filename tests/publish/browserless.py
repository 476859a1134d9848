"""A published game on wasmtime: the machine of the page without its JavaScript."""

from __future__ import annotations

import math
import struct
from array import array
from collections.abc import Callable
from itertools import accumulate
from typing import Any

import wasmtime

from forthgame.api.game import Game
from forthgame.ui.publish.game_facts import game_facts
from forthgame.ui.publish.wasm_game import BLOCK, STACK_TOP, WasmGame
from forthgame.words.registers import memory_layout as at

LIBRARY: dict[str, Callable[[float], float]] = {"log": math.log, "exp": math.exp}


def instance(
    store: wasmtime.Store,
    code: bytes,
    memory: wasmtime.Memory,
    host: Callable[[int, int], int],
) -> Any:
    """Return the exports of a module that uses a memory and calls a host."""
    module = wasmtime.Module(store.engine, code)
    i32 = wasmtime.ValType.i32()
    stack = wasmtime.GlobalType(i32, True)
    table = wasmtime.TableType(wasmtime.ValType.funcref(), wasmtime.Limits(1 << 14, None))
    given: list[Any] = []
    for each in module.imports:
        match each.name:
            case "__linear_memory":
                given.append(memory)
            case "__stack_pointer":
                given.append(wasmtime.Global(store, stack, wasmtime.Val.i32(STACK_TOP)))
            case "__indirect_function_table":
                given.append(wasmtime.Table(store, table, None))
            case "js_host":
                given.append(wasmtime.Func(store, each.type, host))
            case name:
                given.append(wasmtime.Func(store, each.type, LIBRARY[str(name)]))
    return wasmtime.Instance(store, module, given).exports(store)


class WasmMachine:
    """The machine of a published game at the start of a game; `host` answers its requests."""

    def __init__(
        self, game: Game, built: WasmGame, host: Callable[[int, int], int] = lambda r, a: 1
    ) -> None:
        config = wasmtime.Config()
        config.wasm_tail_call = True
        self.store = wasmtime.Store(wasmtime.Engine(config))
        pages = (BLOCK + at.BLOCK_SIZE + 65535) // 65536
        kind = wasmtime.MemoryType(wasmtime.Limits(pages, pages))
        self.memory = wasmtime.Memory(self.store, kind)
        self.built, self.facts = built, game_facts(game, game.new_game(seed=1), built)
        self.words = instance(self.store, built.code, self.memory, host)
        self._put(built.image)

    def _put(self, image: bytes) -> None:
        (count,) = struct.unpack_from("<I", image)
        sorted_pages = image[4 + 8 * count :]
        part = len(sorted_pages) // at.CELL
        pages = bytearray(len(sorted_pages))
        for k in range(at.CELL):
            pages[k :: at.CELL] = sorted_pages[k * part : (k + 1) * part]
        begin = 0
        for k in range(count):
            start, size = struct.unpack_from("<II", image, 4 + 8 * k)
            if start + size > at.TOKENS:  # numbers of words are stored as differences
                cells = memoryview(pages)[begin + max(0, at.TOKENS - start) : begin + size].cast(
                    "i"
                )
                known = zip(list(accumulate(cells)), list(cells), strict=True)
                cells[:] = array("i", (word if cell else 0 for word, cell in known))
            self.memory.write(self.store, pages[begin : begin + size], BLOCK + start)
            begin += size

    def read(self, offset: int, form: str = "<i") -> int:
        """Return a number in the machine's block."""
        start = BLOCK + offset
        data = self.memory.read(self.store, start, start + struct.calcsize(form))
        return int(struct.unpack(form, bytes(data))[0])

    def write(self, offset: int, value: int, form: str = "<i") -> None:
        """Store a number in the machine's block."""
        self.memory.write(self.store, struct.pack(form, value), BLOCK + offset)

    def push(self, value: int) -> None:
        """Push a number on the data stack."""
        sp = self.read(at.SP) + at.CELL
        self.write(sp - BLOCK, self.read(at.TOP))
        self.write(at.SP, sp)
        self.write(at.TOP, value)

    def begin(self, entry: int) -> None:
        """Prepare the stacks for a word."""
        rp = self.read(at.RP)
        self.write(rp - BLOCK, at.RUN_TAG << 32, "<q")
        self.write(at.RP, rp + 8)
        self.write(at.FRAME_RP, rp + 8)
        self.write(at.IP, BLOCK + at.CODE + 4 * entry)
        self.write(at.RETURN_LIMIT, BLOCK + at.RETURN_STACK + 8 * 2000)

    def run(self, name: str, *numbers: int, polls: int = 1 << 30) -> int:
        """Run a compiled word; return how it has ended."""
        for number in numbers:
            self.push(number)
        self.begin(self.facts["entries"][name])
        self.write(at.POLL, polls)
        return int(
            self.words["enter"](
                self.store, BLOCK, self.built.functions[self.facts["entries"][name]]
            )
        )
