"""The page in headless Chromium: whole games by clicking, why, analysis, scripts, accessibility."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("starlette", reason="needs the extra `board`")

from forthgame.api.game import load
from forthgame.base.source import package_path
from serve.accessible import need_axe, serious
from serve.clicking import random_game
from serve.playing import ended, one_move, play_by_clicking, play_game
from serve.site import Page, Site, browser, need_browser

HOSTILE = "<img/src=x/onerror=alert(1)>"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """Run a server with a user's script besides the bundled games."""
    need_browser()
    folder = tmp_path / "mine"
    folder.mkdir()
    shutil.copy(package_path("games", "tictactoe", "tictactoe.4th"), folder / "three.4th")
    text = (folder / "three.4th").read_text()
    text = text.replace("{player} X", f"{{player}} {HOSTILE}").replace(
        "{turn} X", f"{{turn}} {HOSTILE}")  # fmt: skip
    (folder / "hostile.4th").write_text(text)
    found = Site(tmp_path / "tables", str(folder))
    yield found
    found.stop()


def test_a_game_why_and_a_mistake_in_the_script(site: Site, page: Page) -> None:
    """Play to the end, ask why, edit, see the mistake, save, lose the server, return."""
    page.sit(site, "three")
    play_by_clicking(page, Random(3), 9)
    assert page.status.endswith(("wins.", "draw."))
    page.click(".play button", "Undo")
    page.until(lambda: page.cells("goal"), "places after undo")
    page.click(".tab", "Why")
    page.until(lambda: page.read(".why"), "the view")
    taken = page.js("return document.querySelector('.pieces .piece').dataset.position")
    page.cell(taken)
    page.cell(taken)
    verdict = page.until(lambda: page.read(".verdict"), "an answer")
    assert "legal" in verdict[0]
    page.click(".tab", "Script")
    page.until(lambda: page.read(".summary")[:1] == ["The checker finds nothing wrong."])
    page.js("const area = document.querySelector('.source'); area.focus();"
            "area.setSelectionRange(area.value.length, area.value.length)")  # fmt: skip
    page.driver.switch_to.active_element.send_keys(": oops nonsense ;")
    page.until(lambda: page.read(".found.error") == ["nonsense"], "the mistake marked in the text")
    assert "unknown word" in page.read(".findings .error")[0]
    assert "nonsense" not in (site.tables.parent / "mine" / "three.4th").read_text()
    page.click(".script button", "Save and load")
    page.until(lambda: "three.4th.~1~" in page.text, "what was there is kept")
    assert "nonsense" in (site.tables.parent / "mine" / "three.4th").read_text()


def test_names_stay_text(site: Site, page: Page) -> None:
    """A player named like markup is a name in every view, and nothing runs."""
    page.begin(site, "hostile")
    assert HOSTILE in page.status
    page.click(".cell[data-position=b2] > *")
    page.until(lambda: page.plies, "a ply")
    assert HOSTILE in page.read(".sheet")[0]
    page.click(".tab", "Set up")
    page.until(lambda: f"Give to {HOSTILE}" in page.read(".palette button"), "the tools")
    page.click(".tab", "Script")
    page.until(lambda: page.read(".trace option"), "the words")
    assert page.js("return document.querySelectorAll('.room img').length") == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", ["connectfour", "hex", "draughts", "minishogi", "splut/duel"])
def test_whole_games_by_clicking(site: Site, page: Page, name: str) -> None:
    """A grid, hexagons, partial moves, drops, several pieces of a move."""
    game = load(name)
    page.sit(site, name)
    play_game(page, game, min((random_game(game, seed) for seed in range(3)), key=len))
    page.until(lambda: ended(page), "the end of the game")


@pytest.mark.slow
def test_splut_against_engines(site: Site, page: Page) -> None:
    """Four seats, three of them engines: thirty plies, and undo takes the engines' back too."""
    page.begin(site, "splut")
    page.seat(West="random", North="random", East="random")
    before = page.plies
    for turn in range(3):
        page.until(lambda: page.cells("movable"), "South's turn")
        before = page.plies
        one_move(page, Random(turn))
        page.until(lambda before=before: page.plies > before, f"ply of turn {turn}")
    page.until(lambda: page.cells("movable"), "South's turn again")
    most = page.plies
    page.click(".play button", "Undo")
    page.until(lambda: page.plies < most and page.cells("movable"), "a turn taken back")


@pytest.mark.slow
def test_keys_alone(site: Site, page: Page) -> None:
    """Arrows, Enter and Tab play a move; the reader hears it."""
    from selenium.webdriver.common.keys import Keys

    page.sit(site, "three")
    page.js("document.querySelector('.cell[tabindex=\"0\"]').focus()")
    keys = page.driver.switch_to.active_element
    keys.send_keys(Keys.ARROW_RIGHT)
    assert page.js("return document.activeElement.dataset.position") == "b3"
    page.driver.switch_to.active_element.send_keys(Keys.ENTER)
    page.until(lambda: page.plies == 1, "a ply")
    page.until(lambda: "b3" in page.js("return document.getElementById('live').textContent"))
    assert page.js("return document.activeElement.dataset.position") == "b3"
    label = page.js("return document.activeElement.getAttribute('aria-label')")
    assert label.startswith("b3, X mark")


@pytest.mark.slow
def test_analysis_follows_lines(site: Site, page: Page) -> None:
    """Lines have arrows; a line that is clicked is followed and kept; the game is unchanged."""
    page.begin(site, "breakthrough")
    page.click(".tab", "Analyse")
    page.click(".analyse button", "Analyse")
    page.until(lambda: len(page.read(".lines li")) == 3, "three lines")
    page.click(".lines button")
    page.until(lambda: page.read(".tree li"), "a line that is kept")
    page.until(lambda: not page.js("return document.querySelector('.past').hidden"), "the line")
    page.click(".past button", "Back to the game")
    page.until(lambda: page.js("return document.querySelector('.past').hidden"), "the game")
    assert page.plies == 0


@pytest.mark.slow
@pytest.mark.parametrize(("width", "dark"), [(1280, False), (390, False), (1280, True)])
def test_accessibility(site: Site, width: int, dark: bool) -> None:
    """axe finds nothing serious in any view, and no view is wider than a phone."""
    need_axe()
    with browser(width, 800, dark) as page:
        page.driver.get(site.url)
        page.until(lambda: page.read(".game"), "the games")
        serious(page, "games")
        page.click("a", "Tournaments")
        page.until(lambda: page.read(".compete"), "the tournaments")
        serious(page, "tournaments")
        page.click("#home")
        page.until(lambda: page.read(".game"), "the games again")
        page.sit(site, "breakthrough")
        for view in ("Play", "Rules", "Why", "Analyse", "Script", "Set up"):
            page.click(".tab", view)
            part = view.lower().replace(" ", "")
            page.until(lambda part=part: page.read(f".{part}"), view)
            if view == "Rules":
                page.until(lambda: page.read(".lone li") and page.read(".readme h2"), "the rules")
            if view == "Why":
                page.cell("a2")
                page.cell("a5")
                page.until(lambda: page.read(".verdict"), "an answer")
            if view == "Script":
                page.until(lambda: page.read(".summary") and "…" not in page.read(".summary")[0])
                page.until(lambda: page.read(".trace option"), "the words")
                page.click(".trace summary")
                page.click(".trace form button")
                page.until(lambda: page.read(".stepnow p"), "the first step")
                page.click(".covering summary")
                page.click(".covering button")
                page.until(lambda: page.read(".numbers .missed"), "lines that were missed")
            if view == "Set up":
                page.until(lambda: page.read(".palette button"), "the tools")
            serious(page, view)
            assert page.js("return document.documentElement.scrollWidth <= innerWidth"), view
        assert page.errors() == []
