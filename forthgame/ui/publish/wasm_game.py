"""A game's words as a WebAssembly module, with the memory it starts from."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from forthgame.analysis.instruction import place_of
from forthgame.analysis.program import Program
from forthgame.api.game import Game
from forthgame.base.errors import ForthgameError
from forthgame.compile.interpreter.interpreter_module import small_text
from forthgame.compile.ir.target import WASM
from forthgame.compile.wasm.llvm_build import (
    ENTRIES,
    TAIL_CALLS,
    BuildRequest,
    built,
    table_text,
)
from forthgame.compile.writer.ir_module import IrModule
from forthgame.machine.tiers.plan_search import RecordingMemory, find_module
from forthgame.rules.engines import Limits, set_pruning_options, set_tree_options
from forthgame.rules.native.code_parts import (
    CALL_ROOTS,
    COUNT_ROOTS,
    ENGINE_ROOTS,
    PLAYOUT_ROOTS,
)
from forthgame.ui.publish.memory_image import memory_image
from forthgame.words.primitives import TABLE

# the lower part of the memory: shadow stack, data of both modules, then the machine's block
STACK_TOP: Final = 1 << 19
WORDS_DATA: Final = STACK_TOP
INTERPRETER_DATA: Final = STACK_TOP + (1 << 18)
BLOCK: Final = 1 << 20
HOST_ROOTS: Final = (
    "(abandon-generation)", "(begin-search)", "(report-best)", "(report-tree)", "(game-result)",
    "(result-of)", "(score-of)", "(same-side?)", "(past-position)", "(push-move)", "(take-back)",
)  # fmt: skip
ALWAYS: Final = ("(HALT)", "(CANDIDATE-END)", "(RETURN)", "(HOST)", "(BREAK)", "(ERROR)", "EXIT")
EVENTS: Final = ("OnNewGame", "OnEditAdd")


@dataclass(frozen=True)
class WasmGame:
    """A game for a machine in the browser.

    code       the module of its words
    interpreter  the module that runs what is not compiled, and calls that are nested deeply
    image      the memory at the start of a game
    functions  numbers of functions in the table, by entry
    refused    reasons why words have to be interpreted, by name
    """

    code: bytes
    interpreter: bytes
    image: bytes
    functions: dict[int, int]
    refused: dict[str, str]


def wasm_game(game: Game, speed: int | None = None) -> WasmGame:
    """Return the module and memory of a game; `speed` is the level of optimisation.

    The game must not have been played. Raises ForthgameError if LLVM cannot build the module.
    """
    native = game.native
    if native is None:
        raise ForthgameError("the game was loaded without machine code")
    forth = game.forth
    state = game.new_game(seed=1)
    roots = CALL_ROOTS + COUNT_ROOTS + PLAYOUT_ROOTS + ENGINE_ROOTS + HOST_ROOTS
    request = native.builder.request_for(WASM, roots, EVENTS)
    module, words = find_module(forth, request, RecordingMemory(forth))
    text = module.text()
    compiled = [entry for entry in module.roots if entry not in module.refused]
    level = module.speed if speed is None else speed
    object_file = built(BuildRequest(text + table_text(compiled), ("enter",), speed=level))
    linked = object_file.module(("enter",), WORDS_DATA)
    if linked.end > INTERPRETER_DATA:
        raise ForthgameError("the data of the game's words are too large for a page")
    (_, host), *rows = _pairs(linked.data[ENTRIES])
    functions = dict(rows)
    processor = forth.processor
    set_tree_options(processor, Limits(time=1.0), game)
    set_pruning_options(processor, Limits(time=1.0))
    state.enter()
    in_table = {index: functions[entry] for index, entry in words.items() if entry in functions}
    image = memory_image(processor, BLOCK, host, in_table)
    operations = _operations(game, module)
    small = built(
        BuildRequest(WASM.adapted(small_text(operations)), ("run",), TAIL_CALLS, min(1, level))
    )
    interpreter = small.module(("run",), INTERPRETER_DATA)
    if interpreter.end > BLOCK:
        raise ForthgameError("the data of the interpreter are too large for a page")
    refused = {forth.code.owner(entry): why for entry, why in module.refused.items()}
    return WasmGame(linked.code, interpreter.code, image, functions, refused)


def _operations(game: Game, module: IrModule) -> set[int]:
    """Return the operations of all words that a game can reach, and those that end frames."""
    code, rows = game.forth.code, TABLE.operations()
    program = Program(code)
    own = [word.entry for word in game.forth.dictionary.words[game.forth.fence :] if word.entry > 0]
    functions = [*module.functions.values(), *program.reachable(set(own))]
    found = {code.cells[place_of(i.cell)] for f in functions for i in f.instructions.values()}
    found |= {number for number, row in enumerate(rows) if row.name in ALWAYS}
    return {n for n in (*found, *code.cells[:8]) if 0 <= n < len(rows)}


def _pairs(data: bytes) -> Iterator[tuple[int, int]]:
    yield from struct.iter_unpack("<iI", data)
