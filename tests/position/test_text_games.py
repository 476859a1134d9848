"""Games that are loaded from a text, and games that are loaded again."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path

import pytest

import forthgame
from forthgame.position import pickling
from tests.searching import LINE


def load(text: str, name: str = "mine") -> forthgame.Game:
    return forthgame.load(text=text, name=name, native=False)


def test_a_game_is_loaded_from_a_text() -> None:
    game = load(LINE)
    assert (game.name, game.players) == ("mine", ["A", "B"])
    state = game.new_game(seed=1)
    state.play("a1 - b1")
    assert str(state).endswith("B to move")
    assert state.search("negamax", depth=2).move in state.moves()
    assert game.files == {"mine": LINE.encode()}


def test_errors_name_the_text_with_line_and_column() -> None:
    with pytest.raises(forthgame.ScriptError, match=r"^mine:7:7: unknown word 'nonsense'"):
        load(LINE.rstrip() + "\n: oops nonsense ;".replace(": oops", ": oop"))
    with pytest.raises(forthgame.ScriptError, match=r"^text: the script declares no game"):
        forthgame.load(text="1 2 +", native=False)


def test_a_text_has_no_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even those of the working folder, by LOAD or beside a script of that name."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "part.4th").write_text(": more ;")
    (tmp_path / "mine.texts.toml").write_text("broken")
    with pytest.raises(forthgame.ScriptError, match=r"^mine:8:6: .*this text is in no folder"):
        load(LINE + "\nLOAD part.4th")
    state = load(LINE).new_game(seed=1)
    assert state.find("a1 - b1").text
    with pytest.raises(forthgame.ForthgameError, match=r"mine declares no known texts"):
        state.fen()


def test_a_pickled_game_from_a_text_is_loaded_without_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    game = load("\ufeff" + LINE.replace("\n", "\r\n"), "größer 2")
    state = game.new_game(seed=1)
    state.play(0)
    data = pickle.dumps(state)
    assert pickle.loads(data).game is game
    for known in (pickling._living, pickling._newest):
        known.clear()
    again = pickle.loads(data)
    assert again.game is not game
    assert again == state
    assert again.game.name == "größer 2"
    assert again.game.files == game.files
    assert copy.deepcopy(again).game is again.game
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["", "  ", "a/b", "a\\b", "a\nb", "..", "x" * 101, "\x00"])
def test_a_name_that_is_not_one_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="the name of a script is a line of up to 100"):
        load(LINE, name)


def test_other_arguments_are_refused() -> None:
    with pytest.raises(TypeError, match="or its text, not both"):
        forthgame.load("chess", text=LINE)
    with pytest.raises(TypeError, match="a game's script is a text or a path"):
        forthgame.load()
    with pytest.raises(TypeError, match="a script's source is a text"):
        forthgame.load(text=LINE.encode())  # type: ignore[arg-type]
    with pytest.raises(forthgame.ScriptError, match="the text of mine is longer than 10 bytes"):
        forthgame.load(text=LINE, name="mine", limits=forthgame.ScriptLimits(script=10))


def test_a_script_is_loaded_again_after_an_edit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path("edited.4th")
    path.write_text(LINE)
    game = forthgame.load(path, native=False, limits=forthgame.ScriptLimits(moves=1000))
    state = game.new_game(seed=1)
    path.write_text(LINE.replace("man", "dog"))
    again = game.reload()
    assert (game.pieces, again.pieces) == (["man"], ["dog"])
    assert (again.native, again.limits, again.path) == (None, game.limits, game.path)
    path.write_text(LINE + "nonsense")
    with pytest.raises(forthgame.ScriptError, match=r"edited\.4th:7:1: unknown word 'nonsense'"):
        again.reload()
    state.play("man a1 - b1" if state.moves()[0].text.startswith("man") else 0)
    again.new_game(seed=1).play(0)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    (tmp_path / path).write_text(LINE)
    assert again.reload().pieces == ["man"]  # the script has not moved


def test_a_deleted_script_is_not_taken_for_a_bundled_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("chess.4th").write_text(LINE)
    game = forthgame.load("chess.4th", native=False)
    Path("chess.4th").unlink()
    with pytest.raises(forthgame.ScriptError, match=r"there is no script 'chess\.4th' any more"):
        game.reload()
    assert game.new_game(seed=1).moves()


def test_a_game_from_a_text_begins_anew_and_a_closed_one_can_be_loaded_again() -> None:
    game = load(LINE + "VARIABLE flag  7 flag !")
    game.close()
    again = game.reload()
    assert again.new_game(seed=1).moves()
    assert again.files == game.files


def test_an_unpickled_script_keeps_its_folder_while_it_is_loaded_again(tmp_path: Path) -> None:
    path = tmp_path / "moved.4th"
    path.write_text(LINE)
    game = forthgame.load(path, native=False)
    data = pickle.dumps(game)
    for known in (pickling._living, pickling._newest):
        known.clear()
    path.unlink()
    unpickled = pickle.loads(data)
    again = unpickled.reload()
    pickling._newest.clear()
    del unpickled
    assert again.reload().players == ["A", "B"]
