"""Searches that are stopped anywhere leave no trace in the memory that a script can read."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from random import Random, SystemRandom

import pytest
from library import bare_name, game_scripts

import forthgame
from tests.searching import LINE
from tests.stopped.stress import SCRIPTS, Stress

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="signals differ"),
    # a signal may come while Python frees something, and is then lost
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

SEED = 20261128
COMPILED = ["opening-150", "retracting", "jumping", "counters"]  # compiling all takes too long
QUICK_GAMES = ["tictactoe", "breakthrough", "morris", "ur", "minishogi", "splut/duel"]


def folder_of_tests() -> Path:
    """The folder of the scripts."""
    return SCRIPTS[0].parent


@pytest.mark.parametrize("part", range(6))
@pytest.mark.sampled(8)
def test_stopped_searches_of_small_scripts_leave_no_trace(part: int) -> None:
    for path in SCRIPTS[part::6]:
        Stress(path, False, Random(f"{SEED} {path.stem}")).play(3, 2)


@pytest.mark.parametrize("stem", COMPILED)
@pytest.mark.sampled(2)
def test_stopped_searches_in_machine_code_leave_no_trace(stem: str) -> None:
    path = folder_of_tests() / f"{stem}.4th"
    Stress(path, True, Random(f"{SEED} {stem}")).play(3, 2)


@pytest.mark.parametrize("name", QUICK_GAMES)
def test_stopped_searches_of_bundled_games_leave_no_trace(name: str) -> None:
    Stress(name, False, Random(f"{SEED} {name}")).play(3, 2)


FLAGGED = f"{LINE}VARIABLE flag  VARIABLE seen\n"


def written(tmp_path: Path, more: str) -> forthgame.Game:
    """Load a line of men with something added."""
    path = tmp_path / "game.4th"
    path.write_text(FLAGGED + more)
    return forthgame.load(path, native=False)


def cell(game: forthgame.Game, name: str) -> int:
    """The number in a variable."""
    return game.forth.processor.cell(game.forth.word(name).value)


@pytest.mark.parametrize("search", ["negamax", "uct", "random"])
def test_a_move_finds_what_the_list_stored_that_a_search_made(tmp_path: Path, search: str) -> None:
    game = written(tmp_path, ": OnGenerateMoves turn-number flag ! ; : OnMakeAMove flag @ seen ! ;")
    state = game.new_game(seed=1)
    for turn in (1, 2):
        state.play(state.search(search, time=0.01).move)
        assert cell(game, "seen") == turn


def test_a_refused_search_keeps_what_its_list_stored(tmp_path: Path) -> None:
    game = written(tmp_path, ": OnIsGameOver flag ++ #DrawScore ;")
    state = game.new_game(seed=1)
    with pytest.raises(forthgame.ForthgameError, match="the game is over"):
        state.search("negamax")
    assert (cell(game, "flag"), state.outcome, cell(game, "flag")) == (1, "draw", 1)


def test_a_list_that_fails_in_a_search_stores_nothing(tmp_path: Path) -> None:
    game = written(tmp_path, ": OnGenerateMoves flag ++ 1 0 / DROP ;")
    with pytest.raises(forthgame.ScriptError, match="zero"):
        game.new_game(seed=1).search("negamax")
    assert cell(game, "flag") == 0


def test_each_depth_begins_with_the_data_of_the_root(tmp_path: Path) -> None:
    """Between two depths the best line is played on a copy."""
    game = written(
        tmp_path,
        ": OnMakeAMove flag ++ ; : OnRetractMove flag @ 1- flag ! OnRetractMove ;"
        " : OnEvaluate flag @ turn-number 1- <> IF 1000 ELSE 1 ENDIF ;",
    )
    found = game.new_game(seed=1).search("negamax", depth=3)
    assert abs(found.score) < 1000


def test_text_behind_here_is_restored(tmp_path: Path) -> None:
    game = written(
        tmp_path, ": OnEvaluate HERE 200 + ++ HERE 200 + @ ; : look HERE 200 + @ seen ! ;"
    )
    state = game.new_game(seed=1)
    state.moves()
    state.search("negamax", depth=2)
    state.enter()
    game.run_event("look")
    assert cell(game, "seen") == 0


@pytest.mark.slow
def test_stopped_searches_of_all_scripts_leave_no_trace() -> None:
    """The test takes two minutes, in both tiers; the seed is printed."""
    seed = SystemRandom().randrange(1 << 30)
    print(f"seed {seed}")
    random = Random(seed)
    games = [*SCRIPTS, *map(bare_name, game_scripts())]
    until = time.process_time() + 120
    while time.process_time() < until:
        Stress(random.choice(games), random.random() < 0.5, random).play(10, 2)
