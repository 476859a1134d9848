"""Modules that LLVM has compiled for WebAssembly and the linker of this package has finished."""

from __future__ import annotations

import struct
from random import Random
from typing import Any

import pytest

pytest.importorskip("wasmtime", reason="needs wasmtime: pip install 'forthgame[test]'")

import wasmtime

from forthgame.api.game import Game, load
from forthgame.base.errors import ForthgameError
from forthgame.base.source import find_script
from forthgame.compile.wasm.comparisons import with_bitmasks
from forthgame.compile.wasm.llvm_build import BuildRequest, built
from forthgame.ui.publish.script_bundle import bundled_file
from forthgame.ui.publish.wasm_game import WasmGame, wasm_game
from forthgame.words.primitives import TABLE
from forthgame.words.registers import memory_layout as at
from tests.publish.browserless import BLOCK, WasmMachine, instance

BASE = 4096  # where the data of small modules begin
SMALL = """
@squares = constant [4 x i32] [i32 0, i32 1, i32 4, i32 9]
declare i32 @js_host(i32, i32)
define i32 @square(ptr %vm, i32 %n) {
  %place = getelementptr [4 x i32], ptr @squares, i32 0, i32 %n
  %value = load volatile i32, ptr %place
  %told = call i32 @js_host(i32 %n, i32 %value)
  ret i32 %told
}
"""
COMPARED = """
define i64 @same.LANES(ptr %first, i32 %wanted) {
  %cells = load <LANES x i32>, ptr %first, align 1
  %one = insertelement <LANES x i32> poison, i32 %wanted, i64 0
  %all = shufflevector <LANES x i32> %one, <LANES x i32> poison, <LANES x i32> zeroinitializer
  %same = icmp PREDICATE <LANES x i32> %cells, %all
  %bits = bitcast <LANES x i1> %same to iLANES
  %wide = ZEXT
  ret i64 %wide
}
"""
CASES = {16: "eq", 32: "ne", 48: "slt", 64: "ugt"}  # predicates by number of cells


def comparison(lanes: int) -> str:
    wide = "or i64 %bits, 0" if lanes == 64 else f"zext i{lanes} %bits to i64"
    text = COMPARED.replace("LANES", str(lanes)).replace("PREDICATE", CASES[lanes])
    return text.replace("ZEXT", wide)


def small(text: str, *exports: str) -> tuple[Any, Any, Any, list[tuple[int, int]]]:
    """Return store, memory and exports of a small module, and the list of its host's requests."""
    store = wasmtime.Store()
    memory = wasmtime.Memory(store, wasmtime.MemoryType(wasmtime.Limits(2, 2)))
    told: list[tuple[int, int]] = []

    def host(number: int, value: int) -> int:
        told.append((number, value))
        return value + 100

    module = built(BuildRequest(text, exports, speed=0)).module(exports, BASE)
    return store, memory, instance(store, module.code, memory, host), told


def test_data_and_host_of_a_module() -> None:
    store, memory, exports, told = small(SMALL, "square")
    assert [exports["square"](store, 0, n) for n in range(4)] == [100, 101, 104, 109]
    assert told == [(0, 0), (1, 1), (2, 4), (3, 9)]
    data = bytes(memory.read(store, BASE, BASE + 16))
    assert struct.unpack("<4i", data) == (0, 1, 4, 9)


def test_pages_know_the_words_in_python_that_stop() -> None:
    """Threaded code of a script reaches them with a message, or with the number of an error."""
    text = bundled_file("machine.js")
    stopping = {row.name for row in TABLE.rows if row.kind == "host" and row.ends}
    assert {name for name in stopping if f'"{name}"' not in text} == set()


def test_comparisons_of_many_cells() -> None:
    """Compare with Python's own comparison, for random cells."""
    texts = [comparison(lanes) for lanes in CASES]
    assert all("bitmask" in with_bitmasks(text) for text in texts)
    store, memory, exports, _ = small("".join(texts), *(f"same.{lanes}" for lanes in CASES))
    random = Random(1)
    cells = [random.choice([-(1 << 31), -1, 0, 5, 7, (1 << 31) - 1]) for _ in range(64)]
    memory.write(store, struct.pack("<64i", *cells), 256)
    for wanted in (5, -1, 0):
        holds = {
            16: [cell == wanted for cell in cells],
            32: [cell != wanted for cell in cells],
            48: [cell < wanted for cell in cells],
            64: [cell % (1 << 32) > wanted % (1 << 32) for cell in cells],
        }
        for lanes, answers in holds.items():
            bits = sum(1 << k for k, yes in enumerate(answers[:lanes]) if yes)
            assert exports[f"same.{lanes}"](store, 256, wanted) % (1 << 64) == bits


def test_a_comparison_that_is_used_otherwise_stays() -> None:
    text = comparison(16).replace(
        "  ret", "  %one.bit = extractelement <16 x i1> %same, i64 0\n  ret"
    )
    assert with_bitmasks(text) == text


def test_what_llvm_cannot_compile_is_an_error() -> None:
    """The process of LLVM may end in any way; this one keeps running."""
    with pytest.raises(ForthgameError, match="cannot build the module for WebAssembly"):
        built(BuildRequest("define i32 @f(ptr %vm) { ret i64 0 }", ("f",)))


# -- a game ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def game() -> Game:
    return load(find_script("tictactoe"))


@pytest.fixture(scope="module")
def made(game: Game) -> WasmGame:
    return wasm_game(game, speed=0)


def test_leaves_of_a_game(game: Game, made: WasmGame) -> None:
    machine = WasmMachine(game, made)
    assert machine.run("(perft)", 5) == at.DONE
    assert machine.read(at.LEAVES, "<q") == game.perft(5, game.new_game(seed=1))


def test_random_games_by_seed(game: Game, made: WasmGame) -> None:
    machine = WasmMachine(game, made)
    state = game.new_game(seed=1)
    state.use_seed(11)
    known = state.play_out(40, 1000)
    for stream, seed in ((at.RANDOM, 11), (at.RANDOM2, 12)):
        machine.write(stream, seed)
        machine.write(stream + 8, 0)
    assert machine.run("(playouts)", 40, 1000) == at.DONE
    assert machine.read(at.PLIES, "<q") == known.plies
    rows = [at.RESULTS + 16 * number for number in (1, 2)]
    results = [machine.read(row + 4 * k) for row in rows for k in range(3)]
    found = [known.results.get(player, {}) for player in game.players]
    assert results == [each.get(kind, 0) for each in found for kind in ("win", "loss", "draw")]


def test_running_code_asks_the_host_when_its_polls_are_used_up(game: Game, made: WasmGame) -> None:
    """A host that refuses ends the call, as it does with a script without an end."""
    asked: list[int] = []

    def host(request: int, argument: int) -> int:
        asked.append(request)
        return at.NATIVE_ERROR

    machine = WasmMachine(game, made, host)
    assert machine.run("(playouts)", 1000, 1000, polls=50) == at.NATIVE_ERROR
    assert asked == [at.CONTINUE_REQUEST]
    assert machine.read(at.POLL) < 0


def test_the_interpreter_module_agrees_with_the_words(game: Game, made: WasmGame) -> None:
    """The second module runs the same words in the same memory."""
    machine = WasmMachine(game, made)
    interpreter = instance(machine.store, made.interpreter, machine.memory, lambda r, a: 1)
    machine.push(3)
    machine.begin(machine.facts["entries"]["(perft)"])
    machine.write(at.STEPS, 1 << 40, "<q")
    interpreter["run"](machine.store, BLOCK)
    assert machine.read(at.STATUS) == at.HALTED
    assert machine.read(at.LEAVES, "<q") == 9 * 8 * 7
