"""The page in headless Chromium: tournaments, setting up, clocks, words step by step."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="needs the extra `board`")

from forthgame.base.source import package_path
from serve.accessible import need_axe, serious
from serve.playing import ready
from serve.site import Page, Site, browser, need_browser

pytestmark = pytest.mark.slow
HOSTILE = "<img/src=x/onerror=alert(1)>"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """Run a server for a folder with two scripts, one with a player named like markup."""
    need_browser()
    folder = tmp_path / "mine"
    folder.mkdir()
    shutil.copy(package_path("games", "breakthrough", "breakthrough.4th"), folder / "race.4th")
    text = (folder / "race.4th").read_text().replace("White", HOSTILE)
    (folder / "hostile.4th").write_text(text)
    found = Site(tmp_path / "tables", str(folder))
    yield found
    found.stop()


def stands(page: Page, place: str) -> str:
    """Return the owner of the piece on a position of the board."""
    return str(page.js(
        "return document.querySelector('.pieces .piece[data-position=' + arguments[0] + ']')"
        "?.dataset.player || ''", place
    ))  # fmt: skip


def test_a_tournament_is_started_watched_and_clicked_through(site: Site, page: Page) -> None:
    """The table grows, each game appears on the board when it ends; another page goes to a ply of
    one.
    """
    need_axe()
    page.driver.get(site.url)
    page.click("a", "Tournaments")
    page.compete({"The game": "hostile", "Games": "60", "Name of its file": "night"})
    page.until(lambda: page.js("return document.querySelector('.contest .board svg')"), "a game")
    assert HOSTILE in page.status
    page.until(lambda: page.read(".contest .facts")[0].startswith("60 of 60"), "all games")
    assert len(page.read(".counts tbody tr")) == 2
    page.until(lambda: "Game 60" in page.status, "the last game")
    page.click('[aria-label="Games before"]')
    page.click(".gamelist button", "12:")
    page.until(lambda: "Game 12" in page.status, "another game")
    page.click('[aria-label="One ply forth"]')
    page.until(lambda: page.read(".note")[0].startswith("1 of"), "its first ply")
    with browser(390, 800, dark=True) as other:
        other.driver.get(site.at(page.driver.current_url.partition("#")[2]))
        other.until(lambda: other.read(".note") and other.read(".note")[0].startswith("1 of"))
        assert other.js("return document.documentElement.scrollWidth <= innerWidth")
        serious(other, "a game of a tournament")
        assert other.errors() == []
    serious(page, "a tournament")
    page.click(".steps button", "Open at a table")
    page.until(lambda: page.read(".analyse") and page.js("return document.querySelector('.cell')"))
    assert page.js("return document.querySelectorAll('.room img').length") == 0


def test_a_running_game_is_followed_ply_by_ply(site: Site, page: Page) -> None:
    """The board follows it; its end is shown, then the next one; an earlier ply stays."""
    need_axe()
    page.driver.get(site.url)
    page.click("a", "Tournaments")
    page.compete({"The game": "race", "Entrant 1": "negamax", "Seconds a move": "0.3",
                  "Games": "4", "Name of its file": "slow"})  # fmt: skip
    page.until(lambda: page.read(".gamelist[aria-label*=being] button"), "a game that is played")
    plies = set[int]()
    page.until(lambda: plies.add(page.plies) or len(plies) > 4, "plies one after the other")
    page.until(lambda: "The game goes on" in page.read(".note")[0], "the board")
    assert page.js("return document.querySelectorAll('.board .last').length") == 2
    page.click('[aria-label="First position"]')
    before = page.plies
    page.until(lambda: page.plies > before + 1, "more plies")
    assert page.read(".note")[0].startswith("the opening")
    serious(page, "a game that is being played")
    page.click(".gamelist[aria-label*=being] button")
    page.until(lambda: page.read(".note")[0].startswith(f"{page.plies} of"), "the newest ply")
    page.until(lambda: " wins, " in page.read(".note")[0], "the end of a game")
    first = page.status
    page.until(lambda: page.status != first and page.plies, "the next game")
    page.click("button", "Stop it")
    page.until(lambda: not page.read(".gamelist[aria-label*=being] button"), "nothing is played")


def test_a_position_is_set_up_and_played(site: Site, page: Page) -> None:
    """A piece placed, given away, dragged; the turn changed; then a move is played."""
    from selenium.webdriver.common.action_chains import ActionChains

    page.begin(site, "race", White="human", Black="human")
    page.click(".tab", "Set up")
    page.click(".palette button", "man")
    page.cell("d5")
    page.until(lambda: stands(page, "d5") == "White", "a piece")
    page.fill("Pieces of", "Black")
    page.click(".palette button", "Give to Black")
    page.cell("d5")
    page.until(lambda: stands(page, "d5") == "Black", "its new owner")
    page.click(".palette button", "Take off")
    page.cell("a1")
    page.until(lambda: not stands(page, "a1"), "nothing there")
    page.click(".palette button", "Move")
    start = page.js("return document.querySelector('.cell[data-position=b2] > *')")
    end = page.js("return document.querySelector('.cell[data-position=b4] > *')")
    ActionChains(page.driver, duration=50).drag_and_drop(start, end).perform()
    page.until(lambda: stands(page, "b4") == "White" and not stands(page, "b2"), "dragged")
    page.fill("Whose turn", "1")
    page.until(lambda: "Black to move" in page.read(".setup .facts")[0], "the turn")
    page.click(".setup button", "Play from here")
    page.until(lambda: page.read(".play") and "d5" in page.cells("movable"), "the game")
    page.cell("d5")
    page.cell("d4")
    page.until(lambda: page.plies == 1 and stands(page, "d4") == "Black", "a ply")


def test_clocks_and_a_resignation_in_two_browsers(site: Site, page: Page) -> None:
    """Time that is over is claimed by the other player; a resignation is shown to both."""
    page.begin(site, "race", White="human", Black="open")
    page.fill("Minutes a side (0: none)", "0.02")
    page.until(lambda: page.read(".clock"), "clocks")
    with browser() as other:
        other.driver.get(page.link("play"))
        other.click(".people button", "Sit down")
        page.until(lambda: page.cells("movable"), "White to move")
        page.cell("a2")
        page.cell(page.until(lambda: page.cells("goal"), "a goal")[0])
        page.until(lambda: page.read(".clocks button:not([hidden])"), "the time is over")
        assert "to move" in other.status
        page.click(".clocks button")
        for one in (page, other):
            one.until(lambda one=one: "is over: White wins" in one.status, "the end")
        page.click(".play button", "Ask for a takeback")
        other.click(".offer button", "Accept")
        other.until(lambda: "to move" in other.status, "the game again")
        other.click(".play button", "Resign")
        other.click("dialog button", "Resign")
        for one in (page, other):
            one.until(lambda one=one: "Black resigns: White wins" in one.status, "the end")
        assert other.errors() == []


def test_an_engine_with_options_and_a_game_in_a_file(
    site: Site, page: Page, tmp_path: Path
) -> None:
    """Unknown options are refused; a game is saved, and opened at another table."""
    page.begin(site, "race", White="human", Black="negamax")
    page.fill("Options of Black", "depth=many")
    page.until(lambda: "depth" in page.read(".note.trouble")[0], "what is wrong")
    page.fill("Options of Black", "depth=2, table=4")
    page.until(lambda: page.js(
        "return [...document.querySelectorAll('.seat input')].map(e => e.value)"
    )[1] == "depth=2,table=4", "the options")  # fmt: skip
    page.until(lambda: page.cells("movable"), "the moves")
    page.cell("a2")
    page.cell(page.until(lambda: page.cells("goal"), "a goal")[0])
    page.until(lambda: page.plies == 2, "the engine's ply")
    page.driver.execute_cdp_cmd(
        "Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)}
    )
    page.click(".tab", "Analyse")
    page.click(".analyse button", "Save the game")
    page.until(lambda: (tmp_path / "race.txt").is_file(), "the file")
    text = (tmp_path / "race.txt").read_text()
    assert "man a2 - " in text
    page.begin(site, "race")
    page.click(".tab", "Analyse")
    page.until(lambda: page.read(".analyse"), "the view")
    page.driver.find_element("css selector", "input[type=file]").send_keys(
        str(tmp_path / "race.txt")
    )
    page.click(".tab", "Play")
    page.until(lambda: page.plies == 2, "the game")


def test_the_end_of_a_game_and_another_one(site: Site, page: Page) -> None:
    """The page shows whose turn it is, the winner, and how to play again."""
    page.begin(site, "tictactoe", X="human", O="human")
    for place in ("a1", "b1", "a2", "b2"):
        page.until(lambda: page.js("return document.querySelector('.status .chip')"), "a colour")
        plies = page.plies
        page.cell(place)
        page.until(lambda plies=plies: page.plies == plies + 1 and ready(page), "a ply")
    assert page.js("return document.querySelector('.again').hidden")
    page.cell("a3")
    page.until(lambda: "X wins" in page.status, "the end")
    page.click(".again button", "Play again")
    page.until(lambda: page.plies == 0 and "X to move" in page.status, "another game")


def test_sound_is_off_until_it_is_switched_on(site: Site, page: Page) -> None:
    """Switched on, a ply makes a tick; the choice is kept."""
    page.begin(site, "race", White="human", Black="human")
    assert page.js("return document.querySelector('.play > .check input').checked") is False
    page.js(
        "window.made = 0; const before = window.AudioContext;"
        "window.AudioContext = class extends before "
        "{ createOscillator() { window.made += 1; return super.createOscillator(); } }"
    )
    page.cell("a2")
    page.cell(page.until(lambda: page.cells("goal"), "a goal")[0])
    page.until(lambda: page.plies == 1, "a ply")
    assert page.js("return window.made") == 0
    page.click(".play > .check input")
    page.until(lambda: page.js("return window.made") == 1, "a tick")
    page.cell(page.until(lambda: page.cells("movable"), "a piece")[0])
    page.cell(page.until(lambda: page.cells("goal"), "a goal")[0])
    page.until(lambda: page.js("return window.made") == 2, "another")
    assert page.js("return localStorage.getItem('forthgame-sound')") == "on"


def test_pointing_at_a_goal_says_what_the_move_does(site: Site, page: Page) -> None:
    """The effects are listed action by action, until the pointer leaves."""
    from selenium.webdriver.common.action_chains import ActionChains

    page.begin(site, "race", White="human", Black="human")
    page.cell("a2")
    goal = page.js("return document.querySelector('.cell[data-position=b3] > *')")
    ActionChains(page.driver).move_to_element(goal).perform()
    page.until(lambda: "White man goes from a2 to b3" in page.read(".note")[0], "the action")


def test_words_on_hover_steps_and_coverage(site: Site, page: Page) -> None:
    """The page shows the effect of a word, its steps on the board, and covered lines."""
    from selenium.webdriver.common.action_chains import ActionChains

    page.begin(site, "race", White="human", Black="human")
    page.click(".tab", "Script")
    page.until(lambda: "slant-east" in page.read(".trace option"), "the words")
    line = next(k for k, text in enumerate(page.js("return document.querySelector('.source').value")
                                           .split("\n")) if "empty? verify" in text)  # fmt: skip
    area = page.js("return document.querySelector('.source')")
    page.js("arguments[0].scrollTop = 19 * (arguments[1] - 4)", area, line)
    left, top = page.js(
        "const r = arguments[0].getBoundingClientRect();"
        "return [10 + 6 * 7.8 - r.width / 2, 8 + 19 * 4 + 9 - r.height / 2]",
        area,
    )
    ActionChains(page.driver).move_to_element_with_offset(area, int(left), int(top)).perform()
    page.until(lambda: page.read(".tip")[0].startswith("empty? ( -- ? )"), "its effect")
    ActionChains(page.driver).click().perform()
    page.until(lambda: page.read(".caret")[0].startswith("empty? ( -- ? )"), "at the caret too")
    page.click(".trace summary")
    page.js("document.querySelector('.trace select').value = 'slant-east'")
    page.cell("c2")
    page.until(lambda: page.read(".stepnow p"), "the first step")
    assert page.read(".stepnow p")[0].startswith("Step 1 of 12: northeast in slant-east")
    assert page.read(".found.now") == ["northeast"]
    page.click(".trace .steps button", "Over")
    assert "slant in slant-east" in page.read(".stepnow p")[0]
    page.click(".trace .steps button", "Step")
    assert "verify in slant" in page.read(".stepnow p")[0]
    page.click(".trace .steps button", "Out")
    assert page.read(".stepnow p")[0].startswith("Step 12")
    page.click(".notes button", "adds a move: man c2 - d3")
    assert "here d3, from c2" in page.read(".stepnow p")
    assert page.js("return document.querySelectorAll('.arrow').length") == 1
    page.click(".covering summary")
    page.click(".covering button")
    page.until(lambda: page.read(".numbers .missed"), "lines that no game came to")
    assert page.read(".numbers .hit")
    page.js("const a = document.querySelector('.source'); a.focus(); a.setSelectionRange(0, 0)")
    page.driver.switch_to.active_element.send_keys(" ")
    assert page.read(".numbers .missed") == []
