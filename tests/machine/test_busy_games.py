"""Signal handlers and reports that use a game in the middle of one of its calls."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import forthgame
from forthgame import ForthgameError, Game, State
from forthgame.machine.memory.call_restrictions import Busy
from forthgame.search.search_result import SearchResult

INSIDE: dict[str, Callable[[Game, State], object]] = {
    "play": lambda game, other: other.copy().play(0),
    "new game": lambda game, other: game.new_game(seed=1),
    "batch": lambda game, other: game.batch(2, seed=1),
    "playouts": lambda game, other: game.playouts(3, seed=1),
    "rollouts": lambda game, other: game.rollouts([other], 200, jobs=2, seed=1),
    "search": lambda game, other: other.search("negamax", depth=1),
    "prove": lambda game, other: other.prove(nodes=10),
}


@pytest.fixture(scope="module")
def game() -> Game:
    return forthgame.load("tictactoe", native=False)


@pytest.mark.parametrize("inside", INSIDE)
def test_a_call_in_the_middle_of_another_is_refused(
    game: Game, inside: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`check_time` is called in the middle of runs, as handlers of signals are."""
    other, wanted, refused = game.new_game(seed=2), game.perft(5), list[str]()
    processor = game.forth.processor
    check = processor.check_time

    def handler() -> None:
        if processor.nesting and not refused:
            with pytest.raises(ForthgameError, match="in the middle of another call") as caught:
                INSIDE[inside](game, other)
            refused.append(str(caught.value))
        check()

    monkeypatch.setattr(processor, "check_time", handler)
    monkeypatch.setattr("forthgame.machine.memory.processor.CHUNK", 1000)
    assert game.perft(5) == wanted
    assert refused


def test_what_a_handler_does_not_catch_keeps_its_sentence() -> None:
    """Native code keeps only the class of an exception that came before the host was called."""
    with pytest.raises(ForthgameError, match="in the middle of another call"):
        raise Busy


@pytest.mark.parametrize("inside", ["search", "prove"])
def test_a_report_cannot_begin_another_search(game: Game, inside: str) -> None:
    state, other = game.new_game(seed=1), game.new_game(seed=2)

    def report(found: SearchResult) -> None:
        INSIDE[inside](game, other)

    with pytest.raises(ForthgameError, match="report cannot begin another"):
        state.search("negamax", depth=3, report=report)
    assert state.search("negamax", depth=3).depth == 3


@pytest.mark.parametrize("engine", ["negamax:depth=4", "uct:playouts=50", "best-first:nodes=50"])
@pytest.mark.parametrize("inside", ["play", "new game", "batch", "playouts", "rollouts"])
def test_a_report_may_use_the_game(game: Game, inside: str, engine: str) -> None:
    state, other = game.new_game(seed=1), game.new_game(seed=2)
    state.play(0)
    plain = state.search(engine, seed=1)
    found = state.search(engine, seed=1, report=lambda _: INSIDE[inside](game, other))
    assert (found.score, found.nodes, found.pv) == (plain.score, plain.nodes, plain.pv)
