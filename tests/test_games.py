"""The games that come along: counts, openings, and random play beside independent rules."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from oracles import Breakthrough, ConnectFour, Splut, TicTacToe

import forthgame
from forthgame.source import shipped

# provenance: tic-tac-toe, Connect Four and breakthrough are published counts that the oracles
# repeat; Splut's were counted by the oracle, which was written from the rules alone
COUNTS = {
    "tictactoe": [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872],
    "connectfour": [7, 49, 343, 2401, 16807, 117649, 823536, 5673234],
    "breakthrough": [22, 484, 11132, 256036, 6182818],
    "splut": [3, 9, 70, 210, 1653],
    "splut/duel": [3, 9, 79, 79, 717],
    "splut/random": [3, 9, 79, 79, 717],
    "splut/general": [3, 9, 79, 79, 717],
}
ORACLES: dict[str, Callable[[], Any]] = {
    "tictactoe": TicTacToe,
    "connectfour": ConnectFour,
    "breakthrough": Breakthrough,
    "splut": Splut,
    "splut/duel": lambda: Splut(duel=True),
    "splut/random": lambda: Splut(duel=True),
    "splut/general": lambda: Splut(duel=True),
}
LONGEST = 5000  # plies: no random game of any of them comes near
TEAMS = ["South", "West", "North", "East", "?Cleaner"]  # two are neutral in the duel


def is_game(path: Path) -> bool:
    """Whether a script declares a game; others are loaded by one."""
    try:
        forthgame.load(path)
    except forthgame.ScriptError as error:
        assert "declares no game" in error.message or "unknown word" in error.message  # noqa: PT017
        return False
    return True


def test_every_game_is_tested_and_explained() -> None:
    """A folder in games/ has a script of its name, a README, counts and an oracle."""
    folders = {path.name for path in shipped("games").iterdir() if path.is_dir()}
    assert len(folders) >= 4
    assert folders == {name.split("/")[0] for name in COUNTS}
    assert folders == {name.split("/")[0] for name in ORACLES}
    for name in folders:
        assert (shipped("games") / name / "README.md").is_file()
        assert is_game(shipped("games") / name / f"{name}.4th")


def test_every_variant_is_tested() -> None:
    """Each script that can be played has counts and an oracle under its bare name."""
    found = set()
    for path in shipped("games").glob("*/*.4th"):
        if is_game(path):
            bare = path.parent.name
            found.add(bare if path.stem == bare else f"{bare}/{path.stem}")
    assert found == set(COUNTS) == set(ORACLES)


@pytest.mark.parametrize("name", COUNTS)
def test_the_readme_gives_the_counts(name: str) -> None:
    """In a table or in a sentence, all of them and in order."""
    text = (shipped("games") / name.split("/")[0] / "README.md").read_text()
    plain = re.sub(r"[\s|]+", " ", text)
    assert " ".join(map(str, COUNTS[name])) in plain


@pytest.mark.parametrize("name", COUNTS)
def test_counts(name: str) -> None:
    """perft, in the interpreter up to medium depth and natively to the full one."""
    plain = forthgame.load(name, native=False)
    assert [plain.perft(depth) for depth in range(1, 5)] == COUNTS[name][:4]
    game = forthgame.load(name)
    assert game.perft(0) == 1
    assert [game.perft(depth) for depth in range(1, len(COUNTS[name]) + 1)] == COUNTS[name]


def test_counting_past_the_end() -> None:
    """Without asking for the end, tic-tac-toe fills the board in every order."""
    game = forthgame.load("tictactoe")
    assert game.perft(9, stop_at_end=False) == 362880
    assert game.perft(10, stop_at_end=False) == 0


@pytest.mark.parametrize("name", COUNTS)
def test_counting_from_a_position(name: str) -> None:
    """The leaves behind each first move add up, and the position stays as it is."""
    game = forthgame.load(name)
    state = game.new_game(seed=1)
    before = state.fingerprint, state.player, [str(move) for move in state.moves()]
    leaves = 0
    for move in state.moves():
        after = state.copy()
        after.play(move)
        leaves += game.perft(2, after)
    assert leaves == game.perft(3, state) == COUNTS[name][2]
    assert (state.fingerprint, state.player, [str(move) for move in state.moves()]) == before
    assert state.history == []
    with pytest.raises(ValueError, match="depth"):
        game.perft(-1)


def test_the_opening_of_splut() -> None:
    """The recorded numbers of legal moves, and the texts in the order they are made."""
    state = forthgame.load("splut").new_game(seed=1)
    assert state.player == "South"
    assert [str(m) for m in state.moves()] == ["wizard d2 - d3", "dwarf e2 - e3", "troll f2 - f3"]
    state.play("wizard d2 - d3")
    assert state.player == "West"
    assert [str(m) for m in state.moves()] == ["wizard b6 - c6", "dwarf b5 - c5", "troll b4 - c4"]
    state.play("troll b4 - c4")
    assert state.player == "West"
    assert [str(m) for m in state.moves()] == [
        "wizard b6 - c6", "dwarf b5 - b4", "dwarf b5 - c5",
        "troll c4 - c5", "troll c4 - c3", "troll c4 - d4", "troll c4 - b4",
    ]  # fmt: skip


def beside(name: str, games: int, seed: int) -> None:
    """Random games in script and oracle: the same moves, player and outcome at every ply."""
    game = forthgame.load(name)
    assert game.native is not None
    game.native.prepare(wait=True, engines=False)
    choose = random.Random(seed)
    for number in range(games):
        state, oracle = game.new_game(seed=number), ORACLES[name]()
        for _ in range(LONGEST):
            assert state.player == oracle.player
            assert state.outcome == oracle.outcome
            if state.outcome:
                break
            texts = [str(move) for move in state.moves()]
            assert sorted(texts) == sorted(oracle.moves())
            text = choose.choice(texts)
            state.play(text)
            oracle.play(text)
        assert state.outcome


@pytest.mark.parametrize("name", ORACLES)
def test_beside_the_oracle(name: str) -> None:
    """Ten games, each to its end."""
    beside(name, 10, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("name", ORACLES)
def test_long_beside_the_oracle(name: str) -> None:
    """Many games."""
    beside(name, 100, seed=2)


def test_the_duel_engine_plays_better_than_chance() -> None:
    """Eight games against a random player: chance alone would hardly win seven."""
    played = forthgame.tournament(["splut/duel", "splut/random"], games=8, seed=11).records
    assert [record.winner for record in played].count(0) >= 7


def test_evaluations_are_counted() -> None:
    """The article's measure of move ordering, printed by the script."""
    game = forthgame.load("splut/duel")
    state = game.new_game(seed=1)
    for _ in range(4):
        state.play(state.search().move)
    game.printed.clear()
    game.run_event(".evaluations")
    game.forth.processor.flush()
    assert any(character.isdigit() for character in "".join(game.printed))


@pytest.mark.parametrize(
    ("name", "stem", "players", "pieces", "positions"),
    [
        ("breakthrough", "breakthrough", ["White", "Black"], ["man"], 64),
        ("tictactoe", "tictactoe", ["X", "O"], ["mark"], 9),
        ("connectfour.4th", "connectfour", ["Yellow", "Red"], ["disc"], 42),
        ("splut", "splut", TEAMS, None, None),
        ("splut/duel", "duel", TEAMS, None, None),
        ("duel", "duel", TEAMS, None, None),
    ],
)
def test_bare_names(
    name: str,
    stem: str,
    players: list[str],
    pieces: list[str] | None,
    positions: int | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """From any folder; what the script declares is there, in its order."""
    monkeypatch.chdir(tmp_path)
    game = forthgame.load(name)
    assert game.name == stem
    assert game.players == players
    assert pieces is None or game.pieces == pieces
    assert positions is None or len(game.positions) == positions
    assert game.new_game(seed=1).player == players[0]


def test_scripts_load_by_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With and without its suffix, as text and as Path, or by the folder."""
    path = shipped("games") / "breakthrough" / "breakthrough.4th"
    for given in (path, str(path), path.with_suffix(""), path.parent):
        assert forthgame.load(given).path == path
    monkeypatch.chdir(path.parent)
    assert forthgame.load("breakthrough.4th").pieces == ["man"]
    with pytest.raises(forthgame.ScriptError, match="there is no script"):
        forthgame.load(tmp_path / "nothing.4th")
