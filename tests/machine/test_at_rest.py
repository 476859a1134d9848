"""An operation releases all that it uses: locks, stacks, lists, boards, threads, files."""

from __future__ import annotations

import gc
import itertools
import pickle
import threading
import weakref
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import forthgame
from forthgame import Game, State
from forthgame.position import pickling
from forthgame.rules.script import PRINTED_PARTS
from forthgame.search import lent_memory
from forthgame.words.registers import call_registers, memory_layout as at
from tests.beyond.puzzles import GOAL, puzzle
from tests.beyond.test_solving import AT_C1, DISTANCE, WALL
from tests.generation.test_strange_games import loaded
from tests.rules.test_leftovers import ENGINES, EVENTS, GAME

DESCRIPTORS = Path("/proc/self/fd")


def used(processor: Any) -> dict[str, object]:
    """Return the resources that a machine has in use."""
    register = processor.register
    stack = processor.address + at.DATA_STACK + at.STACK_ZONE * at.CELL
    returns = processor.address + at.RETURN_STACK
    found: dict[str, object] = {
        "data stack": tuple(processor.i64[k >> 3] - stack for k in (at.SP, at.FRAME_BASE)),
        "return stack": tuple(processor.i64[k >> 3] - returns for k in (at.RP, at.FRAME_RP)),
        "frames": register(at.FRAME_LEVEL),
        "floats": register(at.FSP),
        "search": (register(at.SEARCH_LEVEL), register(at.SEARCH_OPEN), processor.searching),
        "copied boards": (register(at.BOARD) - at.BOARDS, register(at.BOARD_DEPTH)),
        "lists behind the first": max(register(at.LIST) - at.LISTS, 0),
        "generation": (register(at.GENERATING), register(at.SCAN_ACTIVE)),
        "copy of the memory": register(call_registers.COPY_END),
        "calls": (processor.nesting, processor.short, processor.mark.taken),
        "run aside": processor.aside is not None,
        "limits": (processor.steps_left is not None, processor.deadline is not None),
        "output": register(at.OUT_COUNT),
    }  # fmt: skip
    rest = {0, *((0,) * parts for parts in (2, 3))}
    return {name: value for name, value in found.items() if value not in rest}


def fails(call: Callable[[], object]) -> None:
    with pytest.raises(forthgame.ForthgameError):
        call()


# each on a state of its own, in the middle of a game
OPERATIONS: dict[str, Callable[[State], object]] = {
    "moves": lambda s: [move.text for move in s.moves()],
    "play": lambda s: (s.play(0), s.is_over),
    "undo": lambda s: s.undo(),
    "illegal": lambda s: fails(partial(s.play, "nothing")),
    "result": lambda s: (s.outcome, s.winner, s.returns(), s.outcome_for("Black")),
    "perft": lambda s: s.game.perft(2, s),
    "playouts": lambda s: s.game.playouts(5, seed=1, state=s),
    "rollouts": lambda s: s.game.rollouts([s, s], 30, jobs=2, seed=1),
    "batch": lambda s: s.game.batch([s, s]).returns(),
    "position": lambda s: s.game.position(s.to_text()),
    "new game": lambda s: s.game.new_game(seed=3).moves(),
    "pickle": lambda s: pickle.loads(pickle.dumps(s)),
    "explain": lambda s: s.explain("over").answer,
    "trace": lambda s: list(s.game.trace("mark", state=s)),
    "steps left over": lambda s: next(s.game.trace("mark", state=s)),
    "proof": lambda s: s.prove(nodes=300),
    "threads": lambda s: s.search("negamax:threads=2", nodes=300),
    "tree in threads": lambda s: s.search("uct:threads=2", playouts=40),
    "stopped": lambda s: s.search("negamax", time=0.001),
    **{engine: partial(lambda engine, s: s.search(engine, seed=1), engine) for engine in ENGINES},
}  # fmt: skip
LATER = "turn-number 3 > IF 1 0 / DROP ENDIF"  # fails in all operations that play on from there


@pytest.fixture(scope="module", params=[False, True], ids=["interpreted", "native"])
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Game:
    """A small game."""
    return loaded(tmp_path_factory.mktemp("at_rest"), GAME, request.param, engines=True)


def begun(game: Game) -> State:
    """A game in progress."""
    state = game.new_game(seed=1)
    state.play(4)
    state.play(0)
    state.moves()
    return state


def is_free(lock: Any) -> bool:
    """Whether another thread can take a lock."""
    found: list[bool] = []

    def take() -> None:
        found.append(lock.acquire(blocking=False))
        if found[0]:
            lock.release()

    thread = threading.Thread(target=take)
    thread.start()
    thread.join()
    return found[0]


@pytest.mark.parametrize("operation", OPERATIONS)
def test_the_machine_is_at_rest_afterwards(game: Game, operation: str) -> None:
    state = begun(game)
    assert used(game.forth.processor) == {}
    OPERATIONS[operation](state)
    assert used(game.forth.processor) == {}
    for twin in game.pool._free:  # a helping thread that was stopped is over its time
        assert used(twin.processor).keys() <= {"limits"}
    assert is_free(game.lock)


@pytest.mark.parametrize("event", [EVENTS[k] for k in (0, 1, 3, 5)])
def test_the_machine_is_at_rest_after_an_error_of_the_script(tmp_path: Path, event: str) -> None:
    failing = loaded(tmp_path, GAME + event % LATER, native=False)
    failures = 0
    for name, operation in OPERATIONS.items():
        state = begun(failing)
        try:
            operation(state)
        except forthgame.ForthgameError:
            failures += 1
        assert (name, used(failing.forth.processor)) == (name, {})
        assert is_free(failing.lock)
    assert failures


def note_unheld(game: Game, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a function that lists the calls that run the machine without its lock.

    All need its lock, for other threads; signal handlers check whether it is at rest.
    """
    found: list[str] = []
    lock: Any = game.lock
    processor = game.forth.processor

    def watch(owner: object, name: str, short: bool = False) -> None:
        run = getattr(owner, name)

        def watched(*arguments: Any) -> Any:
            if not lock._is_owned() or (short and processor.resting):
                found.append(name)
            return run(*arguments)

        monkeypatch.setattr(owner, name, watched)

    watch(processor, "_run")
    for name in ("_enter", "hold", "play", "go_on", "judge", "_put", "_interpret"):
        watch(game.short, name, short=True)
    if processor.tier is not None:
        watch(processor.tier, "run")
    return found


@pytest.mark.parametrize("operation", OPERATIONS)
def test_the_machine_is_taken_while_words_run(
    game: Game, operation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = begun(game)
    unheld = note_unheld(game, monkeypatch)
    OPERATIONS[operation](state)
    assert unheld == []


@pytest.mark.parametrize("engine", ["negamax", "negamax:threads=2", "best-first"])
def test_a_thread_that_plays_waits_for_the_search_of_another(game: Game, engine: str) -> None:
    state, other = begun(game), game.new_game(seed=2)
    alone = state.search(engine, depth=3, seed=1)
    free: list[bool] = []
    played: list[Future[None]] = []
    with ThreadPoolExecutor(1) as pool:

        def report(found: forthgame.SearchResult) -> None:
            free.append(is_free(game.lock) or bool(other.history))
            played.append(pool.submit(other.play, 0))

        found = state.search(engine, depth=3, seed=1, report=report)
    assert free
    assert not any(free)
    assert [each.result() for each in played] == [None] * len(other.history)
    assert (found.move, found.score) == (alone.move, alone.score)
    assert (len(state.history), used(game.forth.processor)) == (2, {})


@pytest.fixture
def lent(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Return a function that counts the tables, trees and logs still lent to machines.

    It fails if there have been none.
    """
    numbers = itertools.count()
    there: weakref.WeakSet[lent_memory._Mapping] = weakref.WeakSet()
    begin = lent_memory._Mapping.__init__

    def noted(mapping: lent_memory._Mapping, block: Any) -> None:
        begin(mapping, block)
        next(numbers)
        there.add(mapping)

    def count() -> int:
        assert next(numbers)
        return sum(mapping._block is not None for mapping in there)

    monkeypatch.setattr(lent_memory._Mapping, "__init__", noted)
    return count


LENT: dict[str, Callable[[State], object]] = {
    "tree": lambda s: s.search("uct:tree=1", playouts=20),
    "trees of threads": lambda s: s.search("uct:tree=1,threads=2", playouts=20),
    "table": lambda s: s.search("negamax:table=1", depth=3),
    "table of threads": lambda s: s.search("negamax:table=1,threads=2", depth=3),
    "proof": lambda s: s.prove(table=1, nodes=300),
}


@pytest.mark.parametrize("operation", LENT)
@pytest.mark.parametrize("event", ["", f": OnNextTurn OnNextTurn {LATER} ;"], ids=["", "error"])
def test_memory_that_a_search_was_lent_is_given_back(
    tmp_path: Path, event: str, operation: str, lent: Callable[[], int]
) -> None:
    state = begun(loaded(tmp_path, GAME + event, native=False))
    with pytest.raises(forthgame.ScriptError) if event else nullcontext():
        LENT[operation](state)
    assert lent() == 0
    assert used(state.game.forth.processor) == {}


@pytest.mark.parametrize("method", ["breadth", "ida", "both-ends"])
@pytest.mark.parametrize("nodes", [None, 3], ids=["solved", "stopped"])
def test_memory_that_a_solution_was_looked_for_in_is_given_back(
    tmp_path: Path, method: str, nodes: int | None, lent: Callable[[], int]
) -> None:
    game = puzzle(tmp_path, setup=WALL, end=GOAL + DISTANCE)
    to = game.position(AT_C1) if method == "both-ends" else None
    files = open_files()
    found = game.new_game(seed=1).solve(method, to=to, nodes=nodes)
    assert found.solved is (nodes is None)
    assert (lent(), open_files()) == (0, files)
    assert used(game.forth.processor) == {}


@pytest.mark.parametrize("engine", ["uct:keep=yes,playouts=30", "negamax:keep=yes,table=1,depth=2"])
def test_memory_that_is_stored_for_the_next_search_goes_with_the_game(
    tmp_path: Path, engine: str, lent: Callable[[], int]
) -> None:
    """The memory is freed at once, since a closed game may live on for long."""
    game = loaded(tmp_path, GAME, native=False)
    for _ in range(3):
        begun(game).search(engine, time=None)
        assert lent() == 1
    game.close()
    assert lent() == 0


def test_of_much_that_a_script_prints_the_last_is_stored(tmp_path: Path) -> None:
    game = loaded(tmp_path, GAME, native=False)
    for number in range(3 * PRINTED_PARTS):
        game._keep(f"{number} ")
        assert len(game.printed) <= PRINTED_PARTS
    assert game.printed[-1] == f"{number} "


def test_machines_of_threads_go_when_words_change(tmp_path: Path) -> None:
    game = loaded(tmp_path, GAME, native=False)
    begun(game).search("negamax:threads=2", nodes=300)
    assert game.pool._free
    game.words_changed()
    assert not game.pool._free


def open_files() -> int:
    return len(list(DESCRIPTORS.iterdir())) if DESCRIPTORS.exists() else 0


def own_threads() -> list[str]:
    """Return the names of the threads, but for the one that makes machine code look up."""
    return sorted({thread.name for thread in threading.enumerate()} - {"forthgame-tick"})


@pytest.mark.parametrize(
    ("native", "close"), [(False, False), (True, True)], ids=["dropped", "closed"]
)
def test_a_game_leaves_nothing_in_the_process(
    tmp_path: Path, native: bool, close: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pickling, "KEPT", 0)

    def use() -> list[weakref.ref[object]]:
        game = loaded(tmp_path, GAME, native)
        state = begun(game)
        objects = [game, game.forth, game.forth.processor, state, state.position]
        for operation in OPERATIONS.values():
            operation(state.copy())
        objects += game.pool._free
        if close:
            game.close()
        return list(map(weakref.ref, objects))

    use()  # imports and caches that are made once
    gc.collect()
    files, threads = open_files(), own_threads()
    left = use()
    gc.collect()
    assert [type(each()).__name__ for each in left if each() is not None] == []
    assert (open_files(), own_threads()) == (files, threads)
