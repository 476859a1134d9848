"""Playing from Python: moves made on request, numbers, batches, rollouts."""

from __future__ import annotations

import pickle
import random
import signal
import threading
from pathlib import Path

import numpy as np
import pytest

import forthgame
from forthgame import Game, IllegalMove, ScriptError, State
from forthgame.base.text_encoding import decoded
from forthgame.position.moves import Moves
from forthgame.position.position_record import PACKED_FROM, Position
from forthgame.words.registers import memory_layout as at
from tests.interrupting import pressed

GAMES = (
    "tictactoe", "breakthrough", "chess", "shogi", "backgammon", "splut", "othello", "go/9x9",
    "draughts/english", "kalah", "quantum-tictactoe",
)  # fmt: skip
ENDLESS = """{board 2 2 {grid} board}
{directions 0 1 {direction} e directions}
{players {player} A {player} B players}
{turn-order {turn} A {turn} B turn-order}
: hang ( -- ) BEGIN 1 WHILE REPEAT ;
{moves m {move} hang moves}
{pieces {piece} man {moves} m pieces}
{board-setup {setup} A man a1 board-setup}
"""


@pytest.fixture(scope="module")
def loaded() -> dict[str, Game]:
    return {name: forthgame.load(name, native=False) for name in GAMES}


def played(state: State, plies: int, seed: int = 1) -> State:
    draw = random.Random(seed)
    for _ in range(plies):
        if state.is_over or not state.count:
            break
        state.play(draw.randrange(state.count))
    return state


# -- moves --------------------------------------------------------------------------------------


def test_moves_read_like_a_list(loaded: dict[str, Game]) -> None:
    state = loaded["breakthrough"].new_game(1)
    moves = state.moves()
    listed = list(moves)
    assert moves == listed
    assert listed == moves
    assert moves[2:4] == listed[2:4]
    assert moves[-1] == listed[-1]
    assert listed[3] in moves
    assert repr(moves) == repr(listed)
    assert moves + listed == listed + moves == listed * 2
    assert sorted(moves, key=str) == sorted(listed, key=str)
    with pytest.raises(IndexError):
        moves[len(moves)]


def test_no_text_is_written_unasked(
    loaded: dict[str, Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = loaded["breakthrough"]
    written: list[int] = []
    state = game.new_game(1)
    whole = Moves.text_of
    monkeypatch.setattr(Moves, "text_of", lambda m, k: written.append(k) or whole(m, k))
    for _ in range(3):
        state.play(random.choice(state.moves()))
    assert written == []
    assert len(state.history) == len(written) == 3


def test_a_move_of_an_equal_position_is_legal(loaded: dict[str, Game]) -> None:
    game = loaded["breakthrough"]
    first, second = game.new_game(1), game.new_game(2)
    second.play(first.moves()[4])
    assert second.history == [first.moves()[4].text]


def test_moves_outlive_their_position(loaded: dict[str, Game]) -> None:
    state = loaded["chess"].new_game(1)
    kept, texts = state.moves(), [str(move) for move in loaded["chess"].new_game(1).moves()]
    played(state, 20)
    assert [move.text for move in kept] == texts


def test_moves_are_pickled(loaded: dict[str, Game]) -> None:
    moves = loaded["chess"].new_game(1).moves()
    assert pickle.loads(pickle.dumps(moves)) == moves
    assert pickle.loads(pickle.dumps(moves[3])).source == moves[3].source


@pytest.mark.parametrize("name", GAMES)
def test_texts_are_those_of_the_engine(loaded: dict[str, Game], name: str) -> None:
    game = loaded[name]
    state = game.new_game(3)
    processor = game.forth.processor
    for _ in range(12):
        moves = state.moves()
        state.enter()
        for move in moves:
            game.run_word("$MoveString", move._all.address)
            start = at.MEMORY + at.TEXT_BUFFER
            size = processor.register(at.TEXT_COUNT)
            text = decoded(bytes(processor.bytes[start : start + size]))
            assert move.text in (text, f"{text} {move.choice}")
        played(state, 1)


# -- numbers ------------------------------------------------------------------------------------


def test_a_number_plays_that_move(loaded: dict[str, Game]) -> None:
    game = loaded["breakthrough"]
    one, other = game.new_game(1), game.new_game(1)
    one.play(5)
    other.play(other.moves()[5])
    assert one.fingerprint == other.fingerprint
    assert one.history == other.history
    assert one.count == len(other.moves())


@pytest.mark.parametrize("number", [-1, 22, 1 << 40])
def test_a_number_out_of_range_is_illegal(loaded: dict[str, Game], number: int) -> None:
    state = loaded["breakthrough"].new_game(1)
    with pytest.raises(IllegalMove):
        state.play(number)
    assert state.history == []


@pytest.mark.parametrize("move", [True, 1.0, None, b"x"])
def test_what_is_no_move_is_refused(loaded: dict[str, Game], move: object) -> None:
    with pytest.raises(TypeError, match="a move must be a Move, a text or a number, not"):
        loaded["breakthrough"].new_game(1).play(move)  # type: ignore[arg-type]


def test_states_take_turns_in_the_machine(loaded: dict[str, Game]) -> None:
    """Each finds its own position, list, streams and past again."""
    for name in ("backgammon", "chess", "draughts/english"):
        game = loaded[name]
        alone = [played(game.new_game(seed), 30, seed).fingerprint for seed in range(3)]
        states = [game.new_game(seed) for seed in range(3)]
        draws = [random.Random(seed) for seed in range(3)]
        for _ in range(30):
            for state, draw in zip(states, draws, strict=True):
                if not state.is_over and state.count:
                    state.play(draw.randrange(state.count))
        assert [state.fingerprint for state in states] == alone


def test_undo_finds_the_list_that_was_shown(loaded: dict[str, Game]) -> None:
    state = loaded["backgammon"].new_game(7)
    shown = [[move.text for move in state.moves()]]
    for _ in range(10):
        state.play(0)
        shown.append([move.text for move in state.moves()])
    kept = [position.arena or b"" for position in state.past]
    assert max(map(len, kept)) <= PACKED_FROM
    for texts in reversed(shown[:-1]):
        state.undo()
        assert [move.text for move in state.moves()] == texts


def test_judging_leaves_the_list(tmp_path: Path) -> None:
    """A script may drop the list while its event runs."""
    script = tmp_path / "drops.4th"
    script.write_text(
        (Path(forthgame.__file__).parent.parent / "games/tictactoe/tictactoe.4th").read_text()
        + "\n: OnIsGameOver $DeallocateMoves $GenerateMoves $DeallocateMoves #UnknownScore ;\n"
    )
    state = forthgame.load(script, native=False).new_game(1)
    assert not state.is_over
    assert len({move.text for move in state.moves()}) == state.count == 9
    state.play(8)
    assert not state.is_over
    assert state.count == 8


# -- batches ------------------------------------------------------------------------------------


def step_by_step(game: Game, size: int, plies: int) -> None:
    """Compare a batch with as many states that play the same moves, in all visible properties."""
    batch, draw = game.batch(size, seed=11), random.Random(5)
    states = [game.new_game(11 + k) for k in range(size)]
    for ply in range(plies):
        assert batch.over.tolist() == [state.is_over for state in states]
        counts = [0 if state.is_over else state.count for state in states]
        assert batch.counts.tolist() == counts
        assert batch.turns.tolist() == [state.turn_number for state in states]
        assert [game.players[k] for k in batch.movers] == [state.player for state in states]
        assert batch.returns().tolist() == [state.returns() for state in states]
        assert [batch.state(k).fingerprint for k in range(size)] == [
            state.fingerprint for state in states
        ]
        if ply % 5 == 0:
            texts = [[move.text for move in batch.state(k).moves()] for k in range(size)]
            assert texts == [[move.text for move in state.moves()] for state in states]
        chosen = [draw.randrange(count) if count else 0 for count in counts]
        batch.step(chosen)
        for state, number, count in zip(states, chosen, counts, strict=True):
            if count:
                state.play(number)


@pytest.mark.parametrize("name", GAMES)
def test_a_batch_plays_as_states_do(loaded: dict[str, Game], name: str) -> None:
    step_by_step(loaded[name], 4, 25)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_batch_of_machine_code_plays_as_states_do(name: str) -> None:
    game = forthgame.load(name)
    assert game.native is not None
    step_by_step(game, 4, 80)


def test_a_batch_takes_states_as_they_stand(loaded: dict[str, Game]) -> None:
    game = loaded["chess"]
    states = [played(game.new_game(seed), 9 + seed, seed) for seed in range(3)]
    batch = game.batch(states)
    assert batch.counts.tolist() == [state.count for state in states]
    batch.step([1, -1, 0])
    states[0].play(1)
    states[2].play(0)
    assert [batch.state(k).fingerprint for k in range(3)] == [s.fingerprint for s in states]
    assert [batch.state(k).is_over for k in range(3)] == [s.is_over for s in states]


def test_a_batch_refuses_what_is_no_move(loaded: dict[str, Game]) -> None:
    batch = loaded["tictactoe"].batch(3, seed=1)
    with pytest.raises(IllegalMove):
        batch.step([0, 9, 0])
    for wrong in ([0, 0], [0.5, 0, 0], "abc", [[0], [0, 1], 0]):
        with pytest.raises(TypeError, match="moves are 3 whole numbers"):
            batch.step(wrong)  # type: ignore[arg-type]
    assert batch.turns.tolist() == [1, 1, 1]
    state = loaded["tictactoe"].new_game(seed=1)
    for size in (0, -1, True and "x", None, [], [None], [state, None]):
        with pytest.raises((TypeError, ValueError)):
            loaded["tictactoe"].batch(size)  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [-(1 << 32), 3 - (1 << 32), 1 - (1 << 40)])
def test_a_batch_plays_no_move_where_a_large_number_is_negative(
    loaded: dict[str, Game], number: int
) -> None:
    batch = loaded["tictactoe"].batch(2, seed=1)
    batch.step(np.array([number, 0]))
    assert batch.turns.tolist() == [1, 2]


def test_a_batch_begins_again(loaded: dict[str, Game]) -> None:
    batch = loaded["tictactoe"].batch(3, seed=1)
    batch.step([0, 1, 2])
    batch.reset([1])
    assert batch.turns.tolist() == [2, 1, 2]
    batch.step(np.array([-1, 4, -1]))
    assert batch.state(1).board == {"b2": ("X", "mark")}


# -- many machines ------------------------------------------------------------------------------


def test_rollouts_do_not_depend_on_jobs(loaded: dict[str, Game]) -> None:
    game = loaded["breakthrough"]
    states = [played(game.new_game(seed), 10, seed) for seed in range(3)]
    prints = [state.fingerprint for state in states]
    one, two = (game.rollouts(states, 70, seed=4, jobs=jobs) for jobs in (1, 3))
    assert [(r.plies, r.results) for r in one] == [(r.plies, r.results) for r in two]
    assert [r.games for r in one] == [70, 70, 70]
    assert [state.fingerprint for state in states] == prints


def test_playouts_with_jobs(loaded: dict[str, Game]) -> None:
    game = loaded["tictactoe"]
    found = game.playouts(200, seed=3, jobs=2)
    assert found.games == 200
    assert found.plies == game.playouts(200, seed=3, jobs=4).plies
    assert sum(sum(counts.values()) for counts in found.results.values()) == 200


def test_rollouts_raise_what_a_script_does(tmp_path: Path) -> None:
    script = tmp_path / "fails.4th"
    text = (Path(forthgame.__file__).parent.parent / "games/tictactoe/tictactoe.4th").read_text()
    script.write_text(text + "\n: OnIsGameOver 1 0 / ;\n")
    game = forthgame.load(script, native=False)
    with pytest.raises(ScriptError) as caught:
        game.rollouts([game.new_game(1)], 300, jobs=2)
    assert caught.value.line


def test_threads_share_a_game(loaded: dict[str, Game]) -> None:
    game = loaded["breakthrough"]
    alone = [played(game.new_game(seed), 30, seed).history for seed in range(4)]
    found: dict[int, list[str]] = {}

    def work(seed: int) -> None:
        found[seed] = played(game.new_game(seed), 30, seed).history

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[seed] for seed in range(4)] == alone


# -- Ctrl-C -------------------------------------------------------------------------------------


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer of signals")
@pytest.mark.parametrize("native", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_short_call_that_takes_long_is_interrupted(tmp_path: Path, native: bool) -> None:
    script = tmp_path / "endless.4th"
    script.write_text(ENDLESS)
    game = forthgame.load(script, native=native)
    if game.native:
        game.native.prepare(wait=True, engines=False)
    state = game.new_game(1)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt), pressed(0.02):
            state.moves()


def test_a_long_list_is_stored_packed() -> None:
    """The list is unchanged; a position without one has none."""
    position = Position(b"", b"")
    assert (position.has_list, position.whole_list) == (False, b"")
    position.arena = arena = bytes(PACKED_FROM) + b"1"
    position.pack()
    assert (position.arena, position.has_list, position.whole_list) == (None, True, arena)
    position.unpack()
    assert (position.arena, position.packed, position.has_list) == (arena, None, True)
