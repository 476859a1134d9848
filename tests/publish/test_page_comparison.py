"""Published games against the games themselves: the page's worker runs in node.

Lists and texts of moves, boards, results, points and drawings along a line of plies, undo, leaves,
random games by a seed, searches by positions, and mistakes of scripts.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from forthgame.api.game import load
from forthgame.base.source import find_script
from forthgame.ui.publish.page_writer import PublishedPage, publish
from tests.library import bare_name, game_scripts
from tests.publish.comparing import Comparison
from tests.publish.strange_scripts import GAMES, MISTAKES
from tests.publish.worker_process import worker_of
from tests.serve.clicking import need_node

PLIES = 60


def compare(page: PublishedPage, script: Path, folder: Path, games: int = 10) -> None:
    with worker_of(page, folder) as worker, load(script) as game:
        found = Comparison(worker, game)
        found.line(PLIES)
        found.work(games)


def test_a_small_game(tictactoe: PublishedPage, tmp_path: Path) -> None:
    compare(tictactoe, find_script("tictactoe"), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_strange_games(name: str, tmp_path: Path) -> None:
    need_node()
    script = tmp_path / "game.4th"
    script.write_text(GAMES[name], encoding="utf-8")
    compare(publish(str(script), engine="uct", speed=0), script, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_of_scripts(name: str, tmp_path: Path) -> None:
    """The page names the same line, and goes on."""
    need_node()
    script = tmp_path / "game.4th"
    script.write_text(MISTAKES[name], encoding="utf-8")
    page = publish(str(script), engine="uct", speed=0)
    with worker_of(page, tmp_path) as worker, load(script) as game:
        Comparison(worker, game).until_a_mistake(PLIES)


@pytest.mark.slow
@pytest.mark.parametrize("name", list(map(bare_name, game_scripts())))
def test_every_bundled_game(name: str, tmp_path: Path) -> None:
    """The words are optimised as in a page for readers."""
    need_node()
    script = find_script(name)
    compare(publish(str(script), engine="uct"), script, tmp_path)
