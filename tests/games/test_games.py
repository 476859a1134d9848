"""The bundled games: counts, openings, and random play beside independent rules."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from oracles.registry import all_counts, all_games

import forthgame
from forthgame.base.source import package_path
from tests.library import bare_name, game_scripts, is_game

MAX_QUICK = 200_000  # leaves that are counted in each run; more are counted in the slow one
MAX_SLOW = 300_000_000
MAX_INTERPRETED = 20_000
QUICK_PLIES = 25
COMPILED = {  # in each run; of the others machine code is tried in the slow one
    "breakthrough", "connectfour", "tictactoe", "splut", "chess", "go/5x5", "oware",
}  # fmt: skip

ENDLESS = {"shogi"}
CUT_PLIES = 250
MANY_MOVES = {"amazons"}  # thousands in the first turn
LONGEST = 5000  # plies: no random game of any of them comes near
TEAMS = ["South", "West", "North", "East", "?Cleaner"]  # two are neutral in the duel


SCRIPTS = [bare_name(path) for path in game_scripts()]
ORACLES = all_games()
COUNTS = {name: counts for name, counts in all_counts().items() if name in SCRIPTS}


def test_every_game_is_explained() -> None:
    """A folder in games/ has a script of its name and a README."""
    folders = {path.name for path in package_path("games").iterdir() if path.is_dir()}
    assert len(folders) >= 4
    assert folders == {name.split("/")[0] for name in SCRIPTS}
    for name in folders:
        assert (package_path("games") / name / "README.md").is_file()
        assert is_game(package_path("games") / name / f"{name}.4th")


def test_every_variant_is_proven() -> None:
    """Each script has counts or an oracle under its bare name, and each oracle a script."""
    assert set(SCRIPTS) == set(COUNTS) | set(ORACLES)


@pytest.mark.parametrize("name", COUNTS)
def test_the_readme_gives_the_counts(name: str) -> None:
    """The counts are in a table or in a sentence, in order; at least the first three."""
    text = (package_path("games") / name.split("/")[0] / "README.md").read_text()
    plain = re.sub(r"[\s|]+", " ", text)
    assert " ".join(map(str, COUNTS[name][:3])) in plain


LINES = {  # of example scripts: the maximum, with comments and loaded files
    "chess": 360, "draughts": 120, "draughts/english": 110, "othello": 50, "xiangqi": 150,
    "shogi": 160,
}  # fmt: skip


def lines_of(path: Path) -> int:
    """Return the lines of a script and of its loaded files, without empty ones."""
    text = path.read_text(encoding="utf-8")
    loaded = re.findall(r"(?m)^LOAD (\S+)", text)
    own = sum(bool(line.strip()) for line in text.splitlines())
    return own + sum(lines_of(path.parent / name) for name in loaded)


@pytest.mark.parametrize("name", LINES)
def test_examples_are_short(name: str) -> None:
    folder, _, variant = name.partition("/")
    assert lines_of(package_path("games") / folder / f"{variant or folder}.4th") <= LINES[name]


def up_to(counts: list[int], most: int) -> list[int]:
    """The counts before the first one that is greater than `most`."""
    small = [count <= most for count in counts]
    return counts[: small.index(False)] if False in small else counts


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", COUNTS)
def test_counts(name: str) -> None:
    """perft, in the interpreter up to medium depth and natively to a greater one."""
    plain = forthgame.load(name, native=False)
    few = up_to(COUNTS[name], MAX_INTERPRETED)
    assert [plain.perft(depth) for depth in range(1, len(few) + 1)] == few
    if name not in COMPILED:
        return
    game = forthgame.load(name)
    many = up_to(COUNTS[name], MAX_QUICK)
    assert game.perft(0) == 1
    assert [game.perft(depth) for depth in range(1, len(many) + 1)] == many


@pytest.mark.slow
@pytest.mark.parametrize("name", COUNTS)
def test_great_counts(name: str) -> None:
    """perft as deep as a minute or so allows."""
    game = forthgame.load(name)
    many = up_to(COUNTS[name], MAX_SLOW)
    assert [game.perft(depth) for depth in range(1, len(many) + 1)] == many


def test_counting_past_the_end() -> None:
    """If the end is not tested, tic-tac-toe fills the board in every order."""
    game = forthgame.load("tictactoe")
    state = game.new_game(seed=1)
    state.play(4)
    state.play(0)
    assert game.perft(7, state, stop_at_end=False) == 5040
    assert game.perft(8, state, stop_at_end=False) == 0


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.slow if n in MANY_MOVES else ()) for n in COUNTS]
)
@pytest.mark.sampled(3)
def test_counting_from_a_position(name: str) -> None:
    """The leaves after each first move add up, and the position stays the same."""
    game = forthgame.load(name)
    state = game.new_game(seed=1)
    before = state.fingerprint, state.player, [str(move) for move in state.moves()]
    depth = min(3, max(1, len(up_to(COUNTS[name], MAX_INTERPRETED))))
    leaves = 0
    for move in state.moves():
        after = state.copy()
        after.play(move)
        leaves += game.perft(depth - 1, after)
    assert leaves == game.perft(depth, state) == COUNTS[name][depth - 1]
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


def beside(name: str, games: int, seed: int, native: bool, plies: int = LONGEST) -> None:
    """Random games in script and oracle: the same moves, player and outcome at every ply."""
    game = forthgame.load(name, native=native)
    if game.native is not None:
        game.native.prepare(wait=True, engines=False)
    choose = random.Random(seed)
    for number in range(games):
        state, oracle = game.new_game(seed=number), ORACLES[name]()
        for _ in range(plies):
            assert state.player == oracle.player
            assert state.outcome == oracle.outcome
            if state.outcome:
                break
            texts = [str(move) for move in state.moves()]
            assert sorted(texts) == sorted(oracle.moves())
            text = choose.choice(texts)
            state.play(text)
            oracle.play(text)
        assert state.outcome or plies < LONGEST


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ORACLES)
def test_beside_the_oracle(name: str) -> None:
    """A few games, of most games only so many plies."""
    if name in COMPILED:
        beside(name, 1, seed=1, native=True)
    else:
        beside(name, 1, seed=1, native=False, plies=QUICK_PLIES)


@pytest.mark.slow
@pytest.mark.parametrize("name", ORACLES)
def test_long_beside_the_oracle(name: str) -> None:
    """Two hundred games are compared if another program is the oracle, else a hundred.

    In games with random players, most are cut at a thousand plies or more.
    """
    games = 200 if ORACLES[name]().peer else 100
    whole = 20 if name in ENDLESS else games
    beside(name, whole, seed=2, native=True)
    if whole < games:
        beside(name, games - whole, seed=3, native=True, plies=CUT_PLIES)


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
    """Names work from any folder; declarations are there, in their order."""
    monkeypatch.chdir(tmp_path)
    game = forthgame.load(name)
    assert game.name == stem
    assert game.players == players
    assert pieces is None or game.pieces == pieces
    assert positions is None or len(game.positions) == positions
    assert game.new_game(seed=1).player == players[0]


def test_scripts_load_by_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The path may have its suffix or not, be a text or a Path, or name the folder."""
    path = package_path("games") / "breakthrough" / "breakthrough.4th"
    for given in (path, str(path), path.with_suffix(""), path.parent):
        assert forthgame.load(given).path == path
    monkeypatch.chdir(path.parent)
    assert forthgame.load("breakthrough.4th").pieces == ["man"]
    with pytest.raises(forthgame.ScriptError, match="there is no script"):
        forthgame.load(tmp_path / "nothing.4th")
