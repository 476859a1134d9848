"""Numbers of moves that are the same in every run, and positions as planes."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import forthgame
from forthgame import ForthgameError, IllegalMove
from forthgame.bridges.actions import Actions
from forthgame.bridges.planes import Observer
from forthgame.bridges.prepared_game import PreparedGame
from tests.bridging import GAMES
from tests.machine.test_threads import ENVIRONMENT
from tests.waiting import HANGS_AFTER


@pytest.mark.parametrize("name", [*GAMES, "chess"])
def test_each_move_has_a_number_of_its_own(name: str) -> None:
    """The number leads back to it."""
    game = forthgame.load(name, native=False)
    actions, state, draw = Actions(game), game.new_game(seed=5), random.Random(1)
    for _ in range(25):
        moves = state.moves()
        if not moves:
            break
        numbers = actions.numbers(state)
        assert len(set(numbers)) == len({move.key for move in moves})
        assert all(0 <= number < actions.size for number in numbers)
        for move, number in zip(moves, numbers, strict=True):
            assert moves[actions.index(state, number)].key == move.key
        state.play(draw.randrange(len(moves)))


def test_numbers_are_the_same_in_another_process() -> None:
    code = (
        "import forthgame; from forthgame.bridges.actions import Actions\n"
        "g = forthgame.load('splut', native=False); s = g.new_game(seed=1); a = Actions(g)\n"
        "for _ in range(6): print(a.size, a.numbers(s)); s.play(0)"
    )
    found = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                       env={**ENVIRONMENT, "PYTHONHASHSEED": str(k)}, timeout=HANGS_AFTER).stdout
        for k in (1, 2)
    ]  # fmt: skip
    assert found[0] == found[1]
    assert len(found[0].splitlines()) == 6


def test_a_move_keeps_its_number_all_game() -> None:
    """The game has moves that differ only in from, to and type."""
    game = forthgame.load("breakthrough", native=False)
    actions, state, draw = Actions(game), game.new_game(seed=1), random.Random(3)
    known: dict[str, int] = {}
    while not state.is_over:
        for move, number in zip(state.moves(), actions.numbers(state), strict=True):
            assert number < actions.fixed
            assert known.setdefault(f"{move.source} {move.target}", number) == number
        state.play(draw.randrange(state.count))
    assert len(set(known.values())) == len(known)


def test_too_few_slots_are_an_error() -> None:
    game = forthgame.load("backgammon", native=False)
    actions, state = Actions(game, slots=2), game.new_game(seed=1)
    while len({move.key for move in state.moves()}) < 20:
        state.play(0)
    with pytest.raises(ForthgameError, match="more than 2 moves that need a slot"):
        actions.numbers(state)


def test_a_number_of_no_move_is_illegal() -> None:
    game = forthgame.load("tictactoe", native=False)
    actions, state = Actions(game), game.new_game(seed=1)
    with pytest.raises(IllegalMove, match="X cannot play '99999'"):
        actions.index(state, 99999)


def test_weights_of_dice_are_what_is_drawn() -> None:
    game = forthgame.load("ur", native=False)
    state, draw = game.new_game(seed=1), random.Random(1)
    while not state.player.startswith("?"):
        state.play(draw.randrange(state.count))
    weights = Actions(game).weights(state)
    assert sum(weights.values()) == pytest.approx(1)
    drawn = [state.search("random", seed=k).move.text for k in range(400)]
    texts = {Actions(game).index(state, number): share for number, share in weights.items()}
    for index, share in texts.items():
        times = drawn.count(state.moves()[index].text)
        assert times / 400 == pytest.approx(share, abs=0.1)


def test_planes_show_the_board_and_the_player_to_move() -> None:
    game = forthgame.load("breakthrough", native=False)
    state, observer = game.new_game(seed=1), Observer(game)
    planes = observer.read(state)
    assert planes.shape == observer.shape == (4, 8, 8)
    assert planes.dtype == np.float32
    names = np.array(game.positions).reshape(8, 8)
    for plane, player in enumerate(game.players):
        shown = set(names[planes[plane] == 1])
        assert shown == {name for name, (who, _) in state.board.items() if who == player}
    assert planes[2].all()
    assert not planes[3].any()
    state.play(0)
    assert observer.read(state)[3].all()


def test_planes_of_a_board_that_is_no_grid_are_rows() -> None:
    game = forthgame.load("ur", native=False)
    assert Observer(game).read(game.new_game(seed=1)).shape[1:] == (len(game.positions),)


def test_what_is_no_game_is_refused() -> None:
    with pytest.raises(TypeError, match="the game is a Game, a name or a path, not None"):
        PreparedGame(None, None, 100)  # type: ignore[arg-type]


def test_move_types_that_no_sample_contains_get_slots() -> None:
    """Footmen of apocalypse that may be put anywhere are rare: no sample has one."""
    assert Actions(forthgame.load("apocalypse", native=False)).slots >= 256
    assert Actions(forthgame.load("tictactoe", native=False)).slots == 16


def test_a_game_too_large_for_arrays_is_refused(tmp_path: Path) -> None:
    """The error is a message, not a lack of memory: boards have up to 16 384 positions."""
    path = tmp_path / "wide.4th"
    path.write_text("""{board 128 128 {grid} board} {directions 0 1 {direction} e directions}
{players {player} A {player} B players} {turn-order {turn} A {turn} B turn-order}
: step e verify empty? verify from here move add-move ; {moves steps {move} step moves}
{pieces {piece} man {moves} steps pieces} {board-setup {setup} A man a1 board-setup}
""")
    with pytest.raises(ForthgameError, match="would have 268435472 numbers, and at most 134217728"):
        Actions(forthgame.load(path, native=False))
    names = " ".join(f"{{piece}} p{k}" for k in range(900))
    players = " ".join(f"{{player}} P{k}" for k in range(5))
    path.write_text(f"""{{board 128 128 {{grid}} board}} {{players {players} players}}
{{turn-order {{turn}} P0 {{turn}} P1 turn-order}} {{pieces {names} pieces}}
""")
    with pytest.raises(ForthgameError, match="4505 planes of 16384 positions"):
        Observer(forthgame.load(path, native=False))


def test_only_positions_of_the_game_have_numbers_and_planes() -> None:
    game = forthgame.load("breakthrough", native=False)
    state, other = game.new_game(seed=1), forthgame.load("connectfour", native=False).new_game(1)
    observer, actions = Observer(game), Actions(game)
    for ask in (observer.read, actions.numbers, actions.legal, actions.weights):
        with pytest.raises(ValueError, match="one of 'connectfour'"):
            ask(other)
        for wrong in ("x", None, game):
            with pytest.raises(TypeError, match="is a State"):
                ask(wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="one of 'connectfour'"):
        actions.index(other, 0)
    with pytest.raises(TypeError, match="is a list of moves"):
        actions.of(state)  # type: ignore[arg-type]
    for kind in (Observer, Actions):
        with pytest.raises(TypeError, match="is a Game, not of type str"):
            kind("breakthrough")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="an array of numpy"):
        observer.write(state, [0.0])  # type: ignore[arg-type]
    turned = np.zeros((*observer.shape[1:], observer.shape[0]), np.float32).transpose(2, 0, 1)
    assert (observer.write(state, turned) == observer.read(state)).all()
    scattered = np.zeros((np.prod(observer.shape), 2), np.float32)[:, 0]
    observer.write(state, scattered)
    assert (scattered.reshape(observer.shape) == observer.read(state)).all()


def test_long_moves_are_not_remembered(tmp_path: Path) -> None:
    """A script whose moves are huge and all different does not fill the memory."""
    path = tmp_path / "long.4th"
    path.write_text("""{board 4 1 {grid} board} {players {player} A {player} B players}
{turn-order {turn} A {turn} B turn-order}
: big ( -- )   500 0 DO 3 capture-at LOOP add-move ;
: small ( -- )   1 capture-at add-move ;
{moves both {move} big {move} small moves} {pieces {piece} man {moves} both pieces}
{board-setup {setup} A man a1 board-setup}
""")
    with forthgame.load(path, native=False) as game:
        actions, state = Actions(game), game.new_game(seed=1)
        assert len(set(actions.numbers(state))) == len(state.moves()) == 2
        assert [len(record) < 1000 for record in actions._known] == [True]
