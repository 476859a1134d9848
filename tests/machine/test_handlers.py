"""A signal handler that uses a game does no harm to the call that it interrupts."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest

import forthgame
from tests.interrupting import interruptions

EACH: dict[str, Callable[[forthgame.State], object]] = {
    "play": lambda state: state.play(1),
    "moves": lambda state: state.moves(),
    "outcome": lambda state: (state.outcome, state.outcome_for("X")),
    "undo": lambda state: state.undo(),
    "copy": lambda state: state.copy().play(0),
    "new game": lambda state: state.game.new_game(seed=9).count,
    "perft": lambda state: state.game.perft(2, state),
    "playouts": lambda state: state.game.playouts(4, state=state).wins,
}
FEW: dict[str, Callable[[forthgame.State], object]] = {  # they have thousands of places
    "text": lambda state: state.game.position(state.to_text()).moves().texts,
    "batch": lambda state: state.game.batch([state, state]).counts.tolist(),
    "search": lambda state: state.search("negamax", depth=2, seed=1).pv,
    "tree": lambda state: state.search("uct", playouts=9, seed=1).pv,
    "best first": lambda state: state.search("best-first", nodes=40, seed=1).pv,
    "proof": lambda state: state.prove(nodes=20).nodes,
    "trace": lambda state: [repr(step) for step in state.game.trace("place", state=state)],
}


@pytest.fixture(scope="module")
def game() -> forthgame.Game:
    return forthgame.load("tictactoe", native=False)


def begun(game: forthgame.Game, seed: int, numbers: tuple[int, ...]) -> forthgame.State:
    state = game.new_game(seed=seed)
    for number in numbers:
        state.play(number)
    return state


@pytest.mark.parametrize("act", [*EACH, *FEW])
@pytest.mark.sampled(4)
def test_a_call_gives_what_it_gives_without_a_handler(game: forthgame.Game, act: str) -> None:
    run = EACH.get(act) or FEW[act]
    other = begun(game, 2, (4, 4))
    state = begun(game, 1, (0, 3, 2))
    results: list[object] = []

    def prepare() -> Callable[[], object]:
        nonlocal state
        state = begun(game, 1, (0, 3, 2))
        results.clear()
        return lambda: results.append(run(state))

    def found() -> tuple[object, ...]:
        return repr(results), state.history, state.moves().texts, state.fingerprint

    def handle() -> None:
        for use in (lambda: other.copy().play(0), lambda: game.new_game(seed=3).count):
            with suppress(forthgame.ForthgameError):  # while the game is busy
                use()

    prepare()()
    expected = found()
    for place in interruptions(prepare, handle, every=1 if act in EACH else 397):
        assert found() == expected, place
    assert other.moves().texts == begun(game, 2, (4, 4)).moves().texts


def test_a_handler_that_plays_where_its_own_state_is_played_is_refused_or_comes_first(
    game: forthgame.Game,
) -> None:
    state = begun(game, 1, (0, 3))

    def prepare() -> Callable[[], object]:
        nonlocal state
        state = begun(game, 1, (0, 3))
        return lambda: state.play(1)

    def handle() -> None:
        with suppress(forthgame.ForthgameError):
            state.play(0)

    def play() -> object:
        with suppress(forthgame.ForthgameError):
            return prepare()()
        return None

    for place in interruptions(lambda: play, handle):
        again = game.new_game(seed=1)
        for text in state.history:
            again.play(text)
        assert again == state, place


@pytest.mark.parametrize("act", ["play", "undo", "undo all"])
def test_the_history_is_that_of_a_moment(act: str) -> None:
    """A move may be played while it is read."""
    game = forthgame.load("tictactoe", native=False)
    state = game.new_game(seed=1)
    texts: list[str] = []
    seen: list[str] = []

    def look() -> None:
        seen[:] = state.history

    def prepare() -> Callable[[], object]:
        nonlocal state, texts
        state = game.new_game(seed=1)
        for _ in range(3):
            state.play(0)
        texts = state.history
        return look

    def handle() -> None:
        if act == "play":
            state.play(0)
        for _ in range({"play": 0, "undo": 1, "undo all": 3}[act]):
            state.undo()

    for place in interruptions(prepare, handle):
        assert seen in (texts, state.history), place
