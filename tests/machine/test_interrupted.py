"""An exception of a signal handler leaves everything intact, wherever it comes."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import process_time

import pytest

import forthgame
from forthgame.machine.memory.locks import Lock
from forthgame.rules.checkpoint import isolated
from forthgame.rules.fact_cache import TreeStore
from tests.interrupting import interruptions, pressed


@pytest.fixture(scope="module")
def board() -> forthgame.Game:
    return forthgame.load("breakthrough", native=False)


def free(lock: Lock) -> bool:
    """Whether another thread can take a lock."""
    found = []

    def take() -> None:
        if lock.acquire(timeout=60):
            found.append(True)
            lock.release()

    thread = threading.Thread(target=take)
    thread.start()
    thread.join()
    return bool(found)


def test_a_lock_that_games_share_is_free_after_an_interruption() -> None:
    trees = TreeStore()
    for place in interruptions(lambda: lambda: trees.take(("uct",), 1)):
        assert free(trees._shared.lock), place


def test_a_list_of_moves_is_whole_after_an_interruption(board: forthgame.Game) -> None:
    state = board.new_game(seed=1)
    moves = state.copy().moves()
    last = len(moves) - 1

    def prepare() -> Callable[[], object]:
        moves._places = moves._made = moves._fields = None
        return lambda: moves[last].text

    for place in interruptions(prepare):
        assert moves[last].text == state.moves()[last].text, place


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize("act", ["play", "undo", "replay"])
def test_the_history_leads_to_the_position_after_an_interruption(native: bool, act: str) -> None:
    game = forthgame.load("tictactoe", native=native)
    if game.native is not None:
        game.native.prepare(wait=True, engines=False)
    state = game.new_game(seed=1)

    def prepare() -> Callable[[], object]:
        nonlocal state
        state = game.new_game(seed=1)
        for number in (0, 3, 2):
            state.play(number)
        if act == "play":
            return lambda: state.play(1)
        if act == "undo":
            return state.undo
        return lambda: (state.undo(), state.play(state.moves()[0].text))

    for place in interruptions(prepare):
        assert len(state.past) == len(state.move_texts), place
        again = game.new_game(seed=1)
        for text in state.history:
            again.play(text)
        assert again == state, place
        state.play(0)


def test_a_machine_runs_the_next_text_after_an_interruption() -> None:
    machine = forthgame.Machine(native=False)
    machine.run(": a 1 ;")

    def run() -> None:
        with suppress(forthgame.ScriptError):
            machine.run(": b 5")

    for place in interruptions(lambda: run):
        assert machine.run("a .") == "1 ", place
        assert len(machine.forth.sources) == 1, place


PRINTING = """
{board
	2 1 {grid}
board}
{players
	{player} Left
players}
{turn-order
	{turn} Left
turn-order}
: place ( -- ) empty? verify ." placed " drop add-move ;
{moves drops-of-men
	{move} place
moves}
{pieces
	{piece} man {drops} drops-of-men
pieces}
"""


def test_what_runs_aside_leaves_no_trace_after_an_interruption(tmp_path: Path) -> None:
    script = tmp_path / "printing.4th"
    script.write_text(PRINTING, encoding="utf-8")
    game = forthgame.load(script, native=False)
    forth, state = game.forth, game.new_game(seed=1)
    expected = state.copy().moves().texts

    def before() -> tuple[object, ...]:
        processor = forth.processor
        heeded = (processor.breaks, processor.on_step, processor.steps_left, processor.aside)
        return (*heeded, forth.output, game.aside)

    def run_aside() -> None:
        with isolated(game) as printed:
            game.new_game(seed=1).moves()
            with isolated(game):
                forth.processor.flush()
            assert printed == ["placed placed "]

    found = before()
    for place in interruptions(lambda: run_aside, every=13):
        assert before() == found, place
        assert state.copy().moves().texts == expected, place


@pytest.mark.parametrize("act", ["step", "reset", "reset all"])
@pytest.mark.sampled(2)
def test_rows_of_a_batch_fit_its_positions_after_an_interruption(act: str) -> None:
    game = forthgame.load("tictactoe", native=False)
    batch = game.batch(3, seed=1)

    def prepare() -> Callable[[], object]:
        nonlocal batch
        batch = game.batch(3, seed=1)
        batch.step([0, 1, 2])
        if act == "step":
            return lambda: batch.step([1, -1, 3])
        return lambda: batch.reset([0, 2] if act == "reset" else None, seed=9)

    for place in interruptions(prepare, every=3):
        states = [batch.state(k) for k in range(3)]
        assert batch.counts.tolist() == [state.count for state in states], place
        assert batch.turns.tolist() == [state.turn_number for state in states], place
        batch.step([0, 0, 0])
        for state in states:
            state.play(0)
        assert batch.turns.tolist() == [state.turn_number for state in states], place
        prints = [state.fingerprint for state in states]
        assert [batch.state(k).fingerprint for k in range(3)] == prints, place


def test_ctrl_c_that_python_drops_comes_again_in_tests() -> None:
    """Python drops what a handler raises in a callback of its collector."""
    phases: list[str] = []

    def work(phase: str, info: dict[str, int]) -> None:
        phases.append(phase)
        while len(phases) == 1:
            pass  # Ctrl-C comes here

    def collect_and_work_for_ever() -> None:
        gc.collect()
        while True:
            pass

    gc.callbacks.append(work)
    try:
        with pytest.raises(KeyboardInterrupt), pressed(0.01):
            collect_and_work_for_ever()
    finally:
        gc.callbacks.remove(work)
    assert len(phases) > 1


def test_ctrl_c_in_the_lock_of_llvm_comes_later() -> None:
    """An exception between taking the lock and the body of `with` would leave it taken."""
    from llvmlite.binding import ffi

    lock, begun = ffi._LLVMLock(), process_time()

    def wait_for_ctrl_c() -> None:
        while process_time() < begun + 0.05:
            pass

    def work_for_ever() -> None:
        while True:
            with lock:
                pass

    lock.register(wait_for_ctrl_c, lambda: None)
    with pytest.raises(KeyboardInterrupt), pressed(0.01):
        work_for_ever()
    assert free(lock._lock)
