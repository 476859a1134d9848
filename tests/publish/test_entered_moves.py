"""Legal moves of random positions are entered in a browser, with a mouse, with keys, by touch.

`FORTHGAME_MOVES` is the number of moves of each position, 4 by default.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from forthgame.api.game import load
from forthgame.base.source import find_script
from forthgame.ui.publish.page_writer import publish
from tests.library import bare_name, game_scripts
from tests.publish.comparing import Comparison, PageWorker
from tests.publish.entering import opened, sweep
from tests.publish.firefox import FirefoxHand, firefox
from tests.publish.strange_scripts import GAMES
from tests.serve.clumsy_scripts import CLUMSY
from tests.serve.site import browser

pytestmark = pytest.mark.slow

MOST = int(os.environ.get("FORTHGAME_MOVES", "4"))


def enter(script: Path, folder: Path, positions: int) -> None:
    made = publish(str(script), engine="uct", speed=0)
    path = folder / "game.html"
    path.write_text(made.text, encoding="utf-8")
    with browser() as page, load(script) as game:
        opened(page, path, "#b.7..")
        found = sweep(page, game, positions, MOST)
        assert found.failures == []
        assert sum(found.moves.values()) > 0
        assert page.errors() == []


@pytest.mark.parametrize("name", list(map(bare_name, game_scripts())))
def test_moves_of_every_game_are_entered(name: str, tmp_path: Path) -> None:
    enter(find_script(name), tmp_path, 50)


@pytest.mark.parametrize("name", GAMES | CLUMSY)
def test_moves_of_strange_scripts_are_entered(name: str, tmp_path: Path) -> None:
    script = tmp_path / "game.4th"
    script.write_text((GAMES | CLUMSY)[name], encoding="utf-8")
    enter(script, tmp_path, 12)


FOX = ("backgammon", "bao", "chess/crazyhouse", "go/5x5", "kalah", "sokoban", "tictactoe")


@pytest.mark.parametrize("name", FOX)
def test_firefox_plays_the_same_games(name: str, tmp_path: Path) -> None:
    """Positions, counts, random games and searches are compared, and moves are entered."""
    profile, path = tmp_path / "profile", tmp_path / "game.html"
    profile.mkdir()
    with firefox(profile) as page, load(name) as game:
        path.write_text(publish(name, engine="uct", speed=0).text, encoding="utf-8")
        opened(page, path, "#b.7..")
        compared = Comparison(PageWorker(page), game)
        compared.line(20)
        compared.work(4)
        found = sweep(page, game, 12, MOST, hand=FirefoxHand)
    assert found.failures == []
    assert min(found.moves.values()) > 5
