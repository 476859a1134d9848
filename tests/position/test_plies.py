"""A ply from Python: one call if the next list can be made early, without visible effects.

The interpreter always makes list and result on request, so it is the reference.
"""

from __future__ import annotations

import pickle
import random
import re
import signal
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import forthgame
from forthgame import Game, ScriptError, State
from forthgame.base.limits import ScriptLimits
from forthgame.base.source import Source
from forthgame.machine.tiers import poll_ticker
from forthgame.position import plies
from forthgame.rules.facts.eager_lists import may_compute_early
from forthgame.search.batch_search import BatchSearch, SearchBounds
from tests.interrupting import pressed
from tests.waiting import HANGS_AFTER, eventually

ROOT = Path(forthgame.__file__).parent.parent
FORESEEN = ("tictactoe", "breakthrough", "connectfour", "othello", "kalah", "morris", "sokoban")
NOT_FORESEEN = (
    "chess",
    "splut",
    "ur",
    "backgammon",
    "hex",
    "go",
    "quantum-tictactoe",
    "apocalypse",
)
PLAYED = ("breakthrough", "connectfour", "othello", "kalah", "chess", "splut", "backgammon",
          "apocalypse", "quantum-tictactoe")  # fmt: skip
TAKEN = "b2 empty-at? NOT"  # the middle is taken
# effects of an OnIsGameOver that would show if it ran early
SEEN = {
    "prints": ".\" asked \" #UnknownScore",
    "draws": "6 RAND-WITHIN DROP #UnknownScore",
    "writes": "1 asked +! #UnknownScore",
    "keeps positions": "repetition-push-position DROP #UnknownScore",
    "forgets positions": "repetition-pop-position #UnknownScore",
    "adds to a ring": "1 ringbuffer-add-item #UnknownScore",
    "takes from a ring": "ringbuffer2-remove-item DROP #UnknownScore",
    "reads what is written": "asked @ DROP 5 asked ! #UnknownScore",
}  # fmt: skip
# effects of an OnNextTurn that change later lists, whatever the position
SETS = ("turn-number 3 > IF 4 ELSE 9 ENDIF $scanPositions !",
        "$scanPositions asked ! turn-number 1 AND IF 9 ELSE 5 ENDIF asked @ !",
        "turn-number 1 AND IF $passTurnForced ON ELSE $passTurnForced OFF ENDIF")  # fmt: skip
timers = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer of signals")


@pytest.fixture
def made(tmp_path: Path) -> Callable[..., Game]:
    """Tic-tac-toe with another OnIsGameOver."""

    def make(body: str, native: bool = True, limits: ScriptLimits | None = None) -> Game:
        script = tmp_path / "made.4th"
        text = (ROOT / "games/tictactoe/tictactoe.4th").read_text()
        script.write_text(f"{text}\nVARIABLE asked\n: OnIsGameOver ( -- result ) {body} ;\n")
        game = forthgame.load(script, native=native, limits=limits or ScriptLimits())
        if game.native is not None:
            game.native.prepare_calls(wait=True, engines=False)
        return game

    return make


def middle(game: Game) -> State:
    """A game in which the middle has been taken."""
    state = game.new_game(1)
    state.play(next(move for move in state.moves() if move.target == "b2"))
    return state


def told(error: ScriptError) -> tuple[object, ...]:
    """Return all parts of an error."""
    return str(error), error.number, error.line, error.word, error.stack


def looks(state: State) -> list[object]:
    """Return all views of a position, each as its value or as the error it raises."""

    def value(ask: Callable[[], object]) -> object:
        try:
            return ask()
        except ScriptError as error:
            return told(error)

    asked: tuple[Callable[[], object], ...] = (
        lambda: [move.text for move in state.moves()], lambda: state.count,
        lambda: (state.is_over, state.outcome, state.ending, state.result),
        lambda: [move.text for move in state.moves(after_end=True)],
        lambda: (state.player, state.turn_number, state.fingerprint, state.history),
    )  # fmt: skip
    return [value(ask) for ask in asked]


def walk(game: Game, seed: int, steps: int) -> list[object]:
    """Return the views of a random user of several states."""
    draw = random.Random(seed)
    states = [game.new_game(seed), game.new_game(seed + 1)]
    seen: list[object] = []
    for _ in range(steps):
        number = draw.randrange(len(states))
        state, what = states[number], draw.randrange(10)
        try:
            if what == 0 and state.history:
                state.undo()
            elif what == 1:
                states[draw.randrange(len(states))] = state.copy()
            elif what == 2:
                states[number] = pickle.loads(pickle.dumps(state))
            elif what == 3:
                state.use_seed(draw.randrange(100))
            elif what == 4 or state.is_over or not state.count:
                states[number] = game.new_game(draw.randrange(100))
            elif what < 7:
                state.play(draw.randrange(state.count))
            elif what < 9:
                state.play(draw.choice(state.moves()))
            else:
                state.play(draw.choice(state.moves().texts))
        except ScriptError as error:
            seen.append(told(error))
        if draw.random() < 0.7:
            seen.append(looks(states[number]))
    assert len(seen) > steps / 2
    return seen


# -- which games --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*FORESEEN, *NOT_FORESEEN])
def test_which_games_may_be_foreseen(name: str) -> None:
    game = forthgame.load(name, native=False)
    assert may_compute_early(game.forth, game.declaration) == (name in FORESEEN)


@pytest.mark.parametrize("what", SEEN)
def test_what_somebody_could_see_is_not_foreseen(made: Callable[..., Game], what: str) -> None:
    game = made(SEEN[what], native=False)
    assert not may_compute_early(game.forth, game.declaration)
    assert may_compute_early(
        *(lambda g: (g.forth, g.declaration))(made("#UnknownScore", native=False))
    )


@pytest.mark.parametrize("body", SETS)
def test_what_generations_read_may_be_set_by_events(made: Callable[..., Game], body: str) -> None:
    native, plain = (
        made(f"#UnknownScore ; : OnNextTurn ( -- ) {body}", native) for native in (True, False)
    )
    assert not native.foresees
    for seed in range(6):
        assert walk(native, seed, 60) == walk(plain, seed, 60)


READS = f"$playerToMove @ player-index turn-number 2 > AND {TAKEN} AND"


def test_cells_that_searches_set_may_be_read(made: Callable[..., Game]) -> None:
    body = f"{READS} IF #DrawScore ELSE #UnknownScore ENDIF"
    found = []
    for native in (True, False):
        game = made(body, native)
        assert game.foresees is False
        found.append(between_searches(game))
    assert found[0] == found[1]


def test_what_an_engine_of_the_script_stores(tmp_path: Path) -> None:
    text = (ROOT / "games/tictactoe/tictactoe.4th").read_text()
    think = ": think 10 $scanPositions @ - $scanPositions ! $FirstMove $MoveString BestMove! ;\n"
    (tmp_path / "own.4th").write_text(
        think + re.sub(r"\{player\}\s+(\w)", r"{player} \1 {search-engine} think", text)
    )
    found = []
    for native in (True, False):
        game = forthgame.load(tmp_path / "own.4th", native=native)
        if game.native is not None:
            game.native.prepare_calls(wait=True, engines=False)
        assert not game.foresees
        found.append(between_searches(game))
    assert found[0] == found[1]


def between_searches(game: Game) -> list[object]:
    """Return the views of a position while another one is searched."""
    state, other = game.new_game(1), game.new_game(2)
    seen: list[object] = []
    for ply in range(4):
        state.play(0)
        before = (state.count, state.outcome)
        seen.append(None if other.is_over else str(other.search(depth=1).move))
        seen.append((state.count, state.outcome))
        assert seen[-1] == before
        if state.is_over or other.is_over:
            break
        other.play(ply % other.count)
    return seen


def test_a_changed_word_is_looked_at_again(made: Callable[..., Game]) -> None:
    game = made("#UnknownScore")
    assert game.foresees
    game.forth.load_text(Source("more", ": OnIsGameOver 1 asked +! #UnknownScore ;"))
    game.words_changed()
    assert not game.foresees
    assert game.native is not None
    game.native.prepare_calls(wait=True, engines=False)
    assert not game.foresees


# -- both tiers ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["tictactoe", *(pytest.param(n, marks=pytest.mark.slow)
                                                 for n in PLAYED)])  # fmt: skip
def test_both_tiers_show_the_same(name: str) -> None:
    native, plain = forthgame.load(name), forthgame.load(name, native=False)
    assert native.native is not None
    native.native.prepare_calls(wait=True, engines=False)
    assert native.foresees == (name in FORESEEN)
    for seed in range(3):
        assert walk(native, seed, 120) == walk(plain, seed, 120)


@pytest.mark.parametrize(
    "body",
    [
        f"{TAKEN} IF 1 0 / ENDIF #UnknownScore",  # a list, and no result
        f"{TAKEN} IF DROP DROP ENDIF #UnknownScore",  # below the bottom of the stack
        f"{TAKEN} IF #WinScore ELSE #UnknownScore ENDIF",
        f"{TAKEN} IF 0 BEGIN 1+ DUP WHILE DUP 20000 > IF ABORT ENDIF REPEAT ENDIF #UnknownScore",
    ],
)
def test_a_script_that_fails_or_ends_early(made: Callable[..., Game], body: str) -> None:
    native, plain = made(body), made(body, native=False)
    for seed in range(4):
        assert walk(native, seed, 40) == walk(plain, seed, 40)


def test_a_move_that_fails_is_not_made(made: Callable[..., Game]) -> None:
    for native in (True, False):
        game = made(f"#UnknownScore ; : OnMakeAMove ( -- ) {TAKEN} IF 1 0 / DROP ENDIF", native)
        assert game.foresees == native
        state = game.new_game(1)
        state.play(0)
        before = looks(state)
        for _ in range(2):
            with pytest.raises(ScriptError, match="division"):
                state.play(next(move for move in state.moves() if move.target == "b2"))
            assert looks(state) == before
        state.play(0)
        assert len(state.history) == 2


def test_the_move_stands_if_only_its_list_fails(made: Callable[..., Game]) -> None:
    game = made(f"{TAKEN} IF 1 0 / ENDIF #UnknownScore")
    assert game.foresees
    state = middle(game)
    assert state.history == ["X mark b2"]
    for _ in range(2):
        with pytest.raises(ScriptError, match="division"):
            state.moves()
    assert len(state.moves(after_end=True)) == 8
    state.undo()
    assert len(state.moves()) == 9


# -- interruptions and limits -------------------------------------------------------------------


def hung(made: Callable[..., Game], limits: ScriptLimits | None = None) -> Game:
    game = made(f"{TAKEN} IF BEGIN 1 WHILE REPEAT ENDIF #UnknownScore", limits=limits)
    assert game.foresees
    return game


@timers
def test_ctrl_c_leaves_the_position_before_the_move(made: Callable[..., Game]) -> None:
    state = hung(made).new_game(1)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt), pressed(0.05):
            state.play(4)
        assert state.history == []
    state.play(0)
    assert state.count == 8


def test_the_limit_of_a_turn_stops_the_caller(made: Callable[..., Game]) -> None:
    state = middle(hung(made, ScriptLimits(turn=0.1)))
    assert state.history == ["X mark b2"]
    for _ in range(2):
        with pytest.raises(ScriptError, match="worked on this turn"):
            state.count  # noqa: B018
    state.undo()
    assert state.count == 9


def test_machines_beside_the_game_have_its_limits(made: Callable[..., Game]) -> None:
    game = hung(made, ScriptLimits(turn=0.1))
    state = game.new_game(1)
    for call in (lambda: game.rollouts([state], 50), lambda: game.playouts(50, jobs=2, seed=1)):
        with pytest.raises(ScriptError, match=r"worked on this turn for 0\.1 s"):
            call()
    game = made('." printed" CR #UnknownScore', limits=ScriptLimits(output=100))
    with pytest.raises(ScriptError, match="too much output"):
        game.rollouts([game.new_game(1)], 50)


@pytest.mark.parametrize("seconds", [None, 0.3])
def test_a_search_in_a_batch_has_the_time_of_a_turn(
    made: Callable[..., Game], seconds: float | None
) -> None:
    """A search with a time of its own ends then, with its result so far."""
    game = hung(made, ScriptLimits(turn=0.1))
    search, places = BatchSearch(game.batch(1, seed=1)), np.zeros(1, np.int64)
    bounds = SearchBounds(depth=2, seconds=seconds)
    if seconds is None:
        with pytest.raises(ScriptError, match="worked on this turn"):
            search.choose(places, bounds)
    else:
        assert search.choose(places, bounds)[2] > 0


def test_each_game_is_watched_while_another_one_is(made: Callable[..., Game]) -> None:
    """The first call of a game after those of another meets its limit."""
    game, other = hung(made, ScriptLimits(turn=0.1)), made("#UnknownScore").new_game(1)

    def watched() -> bool:
        other.play(0)
        other.undo()
        return poll_ticker.current.awake

    eventually(watched)
    state = game.new_game(1)
    state.play(4)
    with pytest.raises(ScriptError, match="worked on this turn"):
        state.count  # noqa: B018


def test_a_call_that_has_begun_unseen_is_seen_later(
    made: Callable[..., Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The watching thread has gone to sleep between the check and the call."""
    state = hung(made, ScriptLimits(turn=0.1)).new_game(1)
    state.count  # noqa: B018
    eventually(lambda: not poll_ticker.current.awake)
    monkeypatch.setattr(poll_ticker.Ticker, "watch", lambda self, tier: None)
    state.play(4)
    with pytest.raises(ScriptError, match="worked on this turn"):
        state.count  # noqa: B018


# -- threads ------------------------------------------------------------------------------------


def test_large_frames_leave_calls_short(
    made: Callable[..., Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Little of the return stack may be used then, but words with shallow calls need no more."""
    game = made("#UnknownScore")
    tier = game.forth.processor.tier
    assert tier is not None
    tier.frame = 100_000
    tier._measure_again()
    monkeypatch.setattr(game.forth.processor, "execute", lambda entry: pytest.fail("a long call"))
    assert looks(middle(game))[1] == 8


@pytest.mark.parametrize("size", [0, 256 << 10])
def test_threads_take_turns_in_machine_code(made: Callable[..., Game], size: int) -> None:
    """Each is measured anew; one with a small stack takes the slower path."""
    game = made("#UnknownScore")
    alone = [looks(middle(game)) for _ in range(3)]
    found: list[list[object]] = []
    turn = threading.Barrier(3)

    def work() -> None:
        for _ in range(20):
            turn.wait(HANGS_AFTER)
            seen = looks(middle(game))
        found.append(seen)

    before = threading.stack_size(size)
    try:
        threads = [threading.Thread(target=work) for _ in range(3)]
        for thread in threads:
            thread.start()
    finally:
        threading.stack_size(before)
    for thread in threads:
        thread.join(HANGS_AFTER)
    assert found == alone


def test_lists_of_earlier_positions_are_compressed_where_they_take_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = forthgame.load("breakthrough", native=False)
    state, plain = game.new_game(seed=1), game.new_game(seed=1)
    for number in range(12):
        plain.play(number)
    monkeypatch.setattr(plies, "SURE", 4)
    monkeypatch.setattr(plies, "MANY", 2)
    monkeypatch.setattr(plies, "LISTED_BYTES", 1 << 13)
    for number in range(12):
        assert len(list(state.moves())) > 12
        state.play(number)
    assert [position.packed is None for position in state.past].count(False) >= 8
    assert [position.moves is None for position in state.past].count(False) <= 6
    assert state == plain
    assert state.history == plain.history
    while plain.history:
        state.undo()
        plain.undo()
        assert state.moves() == plain.moves()
    for number in range(12):
        state.play(number)
    monkeypatch.setattr(plies, "KEPT_BYTES", 1 << 10)
    with pytest.raises(forthgame.ForthgameError, match="no more lists of moves are kept"):
        state._pack_lists()
    assert len(state.history) == 12
