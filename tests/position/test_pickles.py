"""States and games are copied, compared and pickled, also between processes."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import random
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

import forthgame
from forthgame import ForthgameError, Game, State
from forthgame.position import pickling
from tests.library import bare_name, game_scripts
from tests.machine.test_threads import ENVIRONMENT, POSIX
from tests.waiting import HANGS_AFTER

GAMES = ("tictactoe", "breakthrough", "backgammon", "splut", "chess", "quantum-tictactoe", "go/9x9")


def played(game: Game, plies: int, seed: int) -> State:
    """Return a random game, not past its end."""
    state, draw = game.new_game(seed=seed), random.Random(seed)
    for _ in range(plies):
        if state.is_over:
            break
        state.play(draw.randrange(state.count))
    return state


def compare(one: State, other: State) -> None:
    """Compare two positions, and the results that follow from them."""
    assert one == other
    assert hash(one) == hash(other)
    assert one.to_text() == other.to_text()
    assert one.history == other.history
    assert [str(move) for move in one.moves()] == [str(move) for move in other.moves()]
    assert [m.key for m in one.moves()] == [m.key for m in other.moves()]
    if one.is_over:
        assert one.result == other.result
    else:
        found = [s.search("negamax", depth=1, seed=3) for s in (one, other)]
        assert found[0].move == found[1].move
        assert found[0].score == found[1].score
    draw = random.Random(1)
    for _ in range(6):
        if one.is_over or not one.count:
            break
        number = draw.randrange(one.count)
        one.play(number)
        other.play(number)
    assert one == other
    for _ in range(min(8, len(one.past))):
        one.undo()
        other.undo()
    assert one == other


@pytest.mark.parametrize("name", GAMES)
def test_a_pickled_state_is_the_same(name: str) -> None:
    game = forthgame.load(name, native=False)
    for seed in range(3):
        state = played(game, 7 * seed, seed)
        again = pickle.loads(pickle.dumps(state))
        assert again is not state
        assert again.game is game
        compare(again, state)


@pytest.mark.slow
@pytest.mark.parametrize("script", game_scripts(), ids=bare_name)
def test_pickles_of_all_games(script: Path) -> None:
    """200 random positions of every game."""
    game, draw = forthgame.load(script, native=False), random.Random(1)
    for seed in range(200):
        state = played(game, draw.randrange(40), seed)
        again = pickle.loads(pickle.dumps(state))
        assert again == state
        assert again.to_text() == state.to_text()
        assert again.moves() == state.moves()
        if seed % 20 == 0:
            compare(again, state)


def test_copies_are_equal_and_independent() -> None:
    state = played(forthgame.load("breakthrough", native=False), 6, 1)
    for twin in (copy.copy(state), copy.deepcopy(state), state.copy()):
        assert twin == state
        assert twin.game is state.game
        twin.play(0)
        assert twin != state
        twin.undo()
        assert twin == state


def test_all_that_makes_a_position_counts() -> None:
    game = forthgame.load("breakthrough", native=False)
    one, other = game.new_game(seed=1), game.new_game(seed=1)
    assert one == other
    assert game.new_game(seed=2) != one, "the random streams"
    for text in ("a2a3", "a7a6", "b2b3", "b7b6"):
        one.play(text)
    for text in ("b2b3", "a7a6", "a2a3", "b7b6"):
        other.play(text)
    assert one.fingerprint == other.fingerprint
    assert one != other, "the history"
    assert one != "a text"
    assert len({one, other, one.copy()}) == 2


def test_the_same_script_loaded_twice_has_equal_states() -> None:
    one, other = (forthgame.load("tictactoe", native=False).new_game(seed=1) for _ in range(2))
    assert one == other
    assert forthgame.load("breakthrough", native=False).new_game(seed=1) != one


def test_deepcopy_of_what_holds_a_game_shares_it() -> None:
    game = forthgame.load("tictactoe", native=False)
    kept = {"game": game, "states": [game.new_game(seed=1)] * 2}
    again = copy.deepcopy(kept)
    assert again["game"] is game
    assert again == kept


def test_a_batch_is_pickled() -> None:
    game = forthgame.load("tictactoe", native=False)
    batch = game.batch(4, seed=1)
    batch.step([0, 1, 2, -1])
    again = pickle.loads(pickle.dumps(batch))
    assert [again.state(k) for k in range(4)] == [batch.state(k) for k in range(4)]


# -- scripts --------------------------------------------------------------------------------------


@pytest.fixture
def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget loaded games, as in a new process."""
    monkeypatch.setattr(pickling, "_living", type(pickling._living)())
    monkeypatch.setattr(pickling, "_newest", type(pickling._newest)())


def written(folder: Path) -> Path:
    """A game in two files."""
    folder.mkdir(exist_ok=True)
    source = (Path(forthgame.__file__).parent.parent / "games/tictactoe/tictactoe.4th").read_text()
    (folder / "more").mkdir(exist_ok=True)
    (folder / "more" / "rest.4th").write_text(source)
    path = folder / "two.4th"
    path.write_text("LOAD more/rest.4th\n")
    return path


@pytest.mark.usefixtures("forgetful")
def test_a_script_that_is_gone_comes_with_the_pickle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This also holds if another one is in its place by now."""
    path = written(tmp_path / "here")
    state = played(forthgame.load(path, native=False), 3, 1)
    data, texts = pickle.dumps(state), [str(move) for move in state.moves()]
    path.write_text("this is no game")
    monkeypatch.setattr(pickling, "_living", type(pickling._living)())
    again = pickle.loads(data)
    assert again.game.path.parent != path.parent
    assert again.game.name == "two"
    assert [str(move) for move in again.moves()] == texts
    assert again == state
    folder = again.game.path.parent
    assert folder.is_dir()
    pickling._newest.clear()
    del again
    import gc

    gc.collect()
    assert not folder.exists()


@pytest.mark.usefixtures("forgetful")
def test_a_script_that_lies_where_it_lay_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = forthgame.load(written(tmp_path / "here"), native=False)
    data = pickle.dumps(game)
    monkeypatch.setattr(pickling, "_living", type(pickling._living)())
    again = pickle.loads(data)
    assert again is not game
    assert again.path == game.path.resolve()


FEN = """[fen]
fields = ["board"]
[fen.pieces]
CROSS = "X mark"
o = "O mark"
"""


@pytest.mark.usefixtures("forgetful")
def test_texts_of_a_game_belong_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file beside a script that defines texts of positions is pickled too."""
    states = []
    for cross in "xy":
        path = written(tmp_path / cross)
        path.with_suffix(".texts.toml").write_text(FEN.replace("CROSS", cross))
        states.append(forthgame.load(path, native=False).new_game(seed=1))
        states[-1].play("X mark a1")
    texts, data = [state.fen() for state in states], [pickle.dumps(state) for state in states]
    assert texts[0] != texts[1]
    assert [pickle.loads(each).fen() for each in data] == texts
    assert pickle.loads(data[0]).game is states[0].game
    (tmp_path / "x" / "two.4th").write_text("this is no game")
    (tmp_path / "y" / "two.texts.toml").write_text(FEN.replace("CROSS", "z"))
    monkeypatch.setattr(pickling, "_living", type(pickling._living)())
    assert [pickle.loads(each).fen() for each in data] == texts


@pytest.mark.parametrize("name", ["../x.4th", "/x.4th", "a/../../x.4th", ""])
@pytest.mark.usefixtures("forgetful")
def test_a_pickle_writes_no_file_elsewhere(name: str, tmp_path: Path) -> None:
    _, (document,) = forthgame.load(written(tmp_path), native=False).__reduce__()
    document = {**document, "path": "/nowhere/two.4th", "files": {**document["files"], name: b"x"}}
    document = pickling.sealed({key: document[key] for key in document if key != pickling.SEAL})
    with pytest.raises(ForthgameError, match="outside of its folder"):
        pickling.restored(document, forthgame.load)


@pytest.mark.parametrize("name", ["..\\x.4th", "c:x"])
@pytest.mark.usefixtures("forgetful")
def test_names_that_lead_elsewhere_on_windows(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other names are refused on Windows, and plain names elsewhere."""
    _, (document,) = forthgame.load(written(tmp_path), native=False).__reduce__()
    document = {**document, "path": "/nowhere/two.4th", "files": {**document["files"], name: b"x"}}
    document = pickling.sealed({key: document[key] for key in document if key != pickling.SEAL})
    if POSIX:
        folder = pickling.restored(document, forthgame.load).path.parent
        assert (folder / name).read_bytes() == b"x"
    monkeypatch.setattr(pickling, "_living", type(pickling._living)())
    monkeypatch.setattr(pickling, "ON_WINDOWS", True)
    with pytest.raises(ForthgameError, match="a file that cannot be here"):
        pickling.restored(document, forthgame.load)


def test_a_game_whose_words_have_changed_is_not_pickled() -> None:
    game = forthgame.load("tictactoe", native=False)
    game.words_changed()
    with pytest.raises(ForthgameError, match="cannot be pickled"):
        pickle.dumps(game.new_game(seed=1))


def test_a_damaged_pickle_raises() -> None:
    state = forthgame.load("tictactoe", native=False).new_game(seed=1)
    restore, (game, document) = state.__reduce__()
    with pytest.raises(ForthgameError, match="another version"):
        restore(game, {**document, "version": 99})
    turn, board, packed, count, *rest = document["position"]
    for position in ((turn, b"", packed, count, *rest), (turn, board, b"junk", count, *rest),
                     (turn, board, packed, -5, *rest), (turn, board, packed, count)):  # fmt: skip
        with pytest.raises(ForthgameError, match="of a state is damaged"):
            restore(game, {**document, "position": position})
    for name in set(document) - {"version"}:
        with pytest.raises(ForthgameError, match="of a state is damaged"):
            restore(game, {**document, name: 5})
        with pytest.raises(ForthgameError, match="of a state is damaged"):
            restore(game, {key: document[key] for key in document if key != name})


def test_a_damaged_pickle_of_a_game_raises() -> None:
    """The error comes before anything of it is loaded."""
    restore, (document,) = forthgame.load("tictactoe", native=False).__reduce__()
    files = {name: bytes([text[0] ^ 1]) + text[1:] for name, text in document["files"].items()}
    for changed in (
        {**document, "files": files},
        {**document, "native": 1},
        {"version": pickling.VERSION},
    ):
        with pytest.raises(ForthgameError, match="of a game is damaged"):
            restore(changed)


def test_a_machine_is_not_pickled() -> None:
    with pytest.raises(TypeError, match="a Machine cannot be pickled"):
        pickle.dumps(forthgame.Machine())


# -- other processes ------------------------------------------------------------------------------


def answer(state: State) -> tuple[str, list[str], str]:
    """Return the state of another process after it has unpickled one."""
    return state.to_text(), [str(move) for move in state.moves()], repr(state.game)


@POSIX
@pytest.mark.parametrize("how", ["fork", pytest.param("spawn", marks=pytest.mark.slow)])
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_states_travel_to_other_processes(how: str) -> None:
    game = forthgame.load("tictactoe", native=False)
    states = [played(game, k, k) for k in range(5)]
    context = multiprocessing.get_context(how)
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        assert list(pool.map(answer, states)) == [answer(state) for state in states]


def test_a_state_comes_back_from_a_new_process(tmp_path: Path) -> None:
    """The process reads a file, and has not loaded the game."""
    state = played(forthgame.load(written(tmp_path / "here"), native=False), 4, 2)
    file = tmp_path / "state"
    file.write_bytes(pickle.dumps(state))
    code = (
        "import pickle, sys; p = sys.argv[1]; s = pickle.load(open(p, 'rb')); s.play(0); "
        "pickle.dump(s, open(p, 'wb'))"
    )
    subprocess.run([sys.executable, "-W", "ignore", "-c", code, str(file)], env=ENVIRONMENT,
                   check=True, timeout=HANGS_AFTER)  # fmt: skip
    again = pickle.loads(file.read_bytes())
    assert again.game is state.game
    assert again.history[:-1] == state.history
    again.undo()
    assert again == state


def test_a_game_with_the_same_seed_is_equal_whatever_was_played_before() -> None:
    """A stream that has not been drawn from depends on no earlier one."""
    game = forthgame.load("tictactoe", native=False)
    state = game.new_game(seed=1)
    text = state.to_text()
    played(game, 5, 3).search("random")
    assert game.new_game(seed=1) == state
    assert game.new_game(seed=1).to_text() == text
