"""Entrants of tournaments that are Python functions."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from forthgame import ForthgameError, IllegalMove, Move, State, confine, load, tournament
from forthgame.play.match.match import play_game
from forthgame.play.match.python_contestant import PythonContestant
from forthgame.play.model import python_functions
from forthgame.play.model.game_record import GameRecord
from forthgame.play.model.limits import Clock, Limits
from forthgame.play.model.schedule import Entrant, read_entrants
from tests.commanding import commanded
from tests.matches import same, script

MODULE = """
import random

def drawn(state):
    return random.choice(state.moves())

def first(state):
    return str(state.moves()[0])

def failing(state):
    raise TypeError("one line\\nand another")

class Player:
    def __call__(self, state):
        return state.moves()[-1]

    @staticmethod
    def last(state):
        return state.moves()[-1]

player = Player()
number = 7
"""
GAME = "tictactoe"


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A module of functions that this process can import, with a name of its own."""
    name = f"functions_{abs(hash(tmp_path))}"
    (tmp_path / f"{name}.py").write_text(MODULE)
    monkeypatch.syspath_prepend(str(tmp_path))
    return name


def play(*entrants: Any, games: int = 2, **options: Any) -> list[GameRecord]:
    return tournament(entrants, game=GAME, games=games, seed=1, **options).records


def test_functions_named_by_a_text_play_in_processes(module: str) -> None:
    found = play(f"python:{module}.drawn", f"python:{module}.Player.last", games=4, jobs=2)
    assert [record.reason for record in found] == ["result"] * 4
    assert same(found) == same(play(f"python:{module}.drawn", f"python:{module}.Player.last",
                                    games=4))  # fmt: skip


def test_a_callable_that_can_be_imported_is_named(module: str) -> None:
    first = __import__(module).first
    found = tournament([first, "random"], game=GAME, games=2, seed=1)
    assert [entrant.engine for entrant in found.plan.entrants] == [
        f"python:{module}.first", "random",
    ]  # fmt: skip
    assert found.plan.names == ["first", "random"]


def test_other_callables_play_in_this_process(tmp_path: Path) -> None:
    threads: set[int] = set()

    def own(state: State) -> Move:
        threads.add(threading.get_ident())
        state.play(0)  # a copy: nothing happens in the game
        state.undo()
        return state.moves()[0]

    before = random.getstate()
    store = tmp_path / "own.db"
    found = tournament([own, lambda state: str(state.moves()[-1]), lambda state: 0], game=GAME,
                       games=6, seed=1, store=store)  # fmt: skip
    assert random.getstate() == before
    assert threads == {threading.get_ident()}
    assert found.plan.names == ["own", "lambda", "lambda1"]
    ended = [record.reason for record in found.records]
    assert ended[:2] == ["result"] * 2
    assert all("returned neither a Move nor a text, but of type int" in why for why in ended[2:])
    assert not python_functions._here
    with pytest.raises(ForthgameError, match="other processes cannot import own"):
        play(own, "random", jobs=2)


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (lambda state: None, "X failed: lambda returned neither a Move nor a text, but None"),
        (lambda state: "z9", "X played an illegal move: X cannot play 'z9'"),
        (lambda state: "x" * 10**6, "X played an illegal move: X cannot play 'xxx"),
        (lambda state: 1 // 0, "X failed: lambda raised ZeroDivisionError: "),
        (lambda state: exit(3), "X failed: lambda raised SystemExit: 3"),
        (lambda state: load("splut", native=False).new_game().moves()[0],
         "X played an illegal move: X cannot play "),
    ],
)  # fmt: skip
def test_a_function_that_gives_no_legal_move_loses(
    function: Callable[[State], Any], reason: str
) -> None:
    (record,) = play(function, "random", games=1)
    assert record.outcome == {"X": "loss", "O": "win"}
    assert record.reason.startswith(reason)
    assert len(record.reason) < 1000


def test_a_move_of_an_equal_position_is_accepted() -> None:
    other = load(GAME, native=False)

    def chosen(state: State) -> Move:
        there = other.new_game(seed=9)
        for text in state.history:
            there.play(text)
        return there.moves()[0]

    (record,) = play(chosen, "first", games=1)
    assert record.reason == "result"


def seat_for(function: Callable[[State], Any], limits: Limits) -> GameRecord:
    """Play a game of a function that is X against another one, without other processes."""
    with python_functions.named([function, lambda state: state.moves()[0]]) as engines:
        path = str(load(GAME, native=False).path)
        seats = {
            seat: PythonContestant(Entrant(seat, path, engine), native=False)
            for seat, engine in zip("XO", engines, strict=True)
        }
        referee = PythonContestant(Entrant("referee", path, engines[1]), native=False)
        return play_game(referee, seats, GameRecord(0, 1, {"X": 0, "O": 1}), limits)


def test_a_slow_function_loses_by_the_clock_or_for_want_of_an_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each answer takes 0.2 s by a clock that advances when it is read."""
    clock = count(step=0.2)
    monkeypatch.setattr("forthgame.play.match.python_contestant.perf_counter", lambda: next(clock))
    record = seat_for(lambda state: state.moves()[0], Limits(timeout=0.1))
    assert record.reason == "X gave: no answer in 0.1 s"
    record = seat_for(lambda state: state.moves()[0], Limits(clock=Clock(seconds=0.1, margin=0.0)))
    assert record.reason.startswith("X lost on time: its clock had 0.1 s left")


def test_words_that_a_function_runs_end_with_its_time() -> None:
    record = seat_for(lambda state: state.search("uct", playouts=10**9).move, Limits(timeout=0.2))
    assert record.reason == "X gave: no answer in 0.2 s"


def test_a_function_draws_the_same_numbers_again(module: str) -> None:
    lines = [seat_for(__import__(module).drawn, Limits()).moves for _ in range(2)]
    assert lines[0] == lines[1]


@pytest.mark.parametrize(
    ("engine", "message"),
    [
        ("python:", "write a module and a function, as in python:mymodule.choose"),
        ("python:choose", "write a module and a function"),
        ("python:..", "write a module and a function"),
        ("python:no_such_module.choose", "cannot be imported: ModuleNotFoundError: No module"),
        ("python:os.path.nothing", "cannot be imported: AttributeError"),
        ("python:a b.c", "cannot be imported: ValueError"),
        ("python:os.path.sep", "python:os.path.sep is not a function, but of type str"),
        ("python:<own>", "python:<own> is a function of another process"),
        ("python:os.getcwd:time=1", "a Python function takes no options"),
    ],
)
def test_a_text_that_names_no_function_is_refused(engine: str, message: str) -> None:
    with pytest.raises(ForthgameError, match=message):
        read_entrants([engine, "random"], GAME)


def test_a_module_with_a_mistake_is_refused_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken_functions.py").write_text("def choose(state: return")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ForthgameError, match="cannot be imported: SyntaxError") as caught:
        read_entrants(["python:broken_functions.choose", "random"], GAME)
    assert "\n" not in str(caught.value)


def test_scripts_of_others_are_not_played_unconfined_without_being_asked(
    tmp_path: Path, module: str
) -> None:
    path = script(tmp_path, "nine")
    with pytest.raises(ForthgameError, match="nor run a Python function of yours"):
        tournament([f"python:{module}.first", "random"], game=path, games=2)
    found = tournament([f"python:{module}.first", "random"], game=path, games=2, confined=False)
    assert [record.reason for record in found.records] == ["result"] * 2


def test_the_command_line_takes_functions(
    tmp_path: Path, module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = commanded(
        "autoplay", "--game", GAME, f"python:{module}.first", "random", "2", "--seed", "1"
    )
    assert "2 game(s) played" in done.stdout
    seats = ["--seat", f"X=python:{module}.first", "--seat", f"O=python:{module}.drawn"]
    done = commanded("play", GAME, *seats)
    assert f"X (python:{module}.first): X mark a3" in done.stdout
    done = commanded("play", GAME, "--seat", f"X=python:{module}.failing", "--seat", "O=random")
    assert "failing raised TypeError: one line" in done.stderr
    done = commanded("play", GAME, "--seat", f"X=python:{module}.nothing")
    assert "cannot be imported" in done.stderr


def test_find_reads_what_people_type() -> None:
    (record,) = play(lambda state: "a3" if state.count == 9 else "b" if 0 else str(
        state.moves()[0]), "random", games=1)  # fmt: skip
    assert record.moves[0][1] == "X mark a3"
    with pytest.raises(IllegalMove):
        load(GAME, native=False).new_game().find("z9")


def test_a_confined_process_imports_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confine, "current_report", object)
    with pytest.raises(ForthgameError, match="which a confined process does not run"):
        python_functions.function_of("python:os.getcwd")
