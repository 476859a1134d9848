"""A published game in headless Chromium, opened from a file."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from forthgame.api.game import load
from forthgame.base.source import find_script, package_path
from forthgame.ui.publish.page_writer import publish
from tests.library import bare_name, game_scripts
from tests.publish.comparing import Comparison, PageWorker, picture
from tests.publish.entering import READY, opened, sweep
from tests.publish.strange_scripts import GAMES
from tests.serve.accessible import need_axe, serious
from tests.serve.site import Page, browser, need_browser

LINK = """
const [what, given, done] = arguments;
published.link.ask(what, given).then((found) => done({ found }),
  (error) => done({ error: error.message }));
"""
ENDLESS = """
: spin ( -- )   \\ Never ends once the middle is taken, and aborts when a corner is.
	SYSTEM-TIME 0 < ABORT" no clock"
	a3 empty-at? NOT ABORT" the corner is taken"
	b2 empty-at? NOT IF BEGIN 1 WHILE REPEAT ENDIF
;
: place ("""


def linked(page: Page, what: str, **given: Any) -> dict[str, Any]:
    """Return the answer of the page's link: `found` or `error`."""
    return dict(page.driver.execute_async_script(LINK, what, given))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the page of a game, and one of its script with an endless loop."""
    need_browser()
    found = tmp_path_factory.mktemp("pages")
    script = package_path("games", "tictactoe", "tictactoe.4th")
    text = (
        script.read_text()
        .replace(": place (", ENDLESS)
        .replace("\tempty? verify", "\tspin empty? verify")
    )
    (found / "endless.4th").write_text(text)
    (found / "alike.4th").write_text(GAMES["moves that look alike"])
    for name in (str(script), str(found / "endless.4th"), str(found / "alike.4th")):
        page = publish(name, engine="uct", speed=0)
        (found / f"{page.name}.html").write_text(page.text, encoding="utf-8")
    frame = (
        '<iframe sandbox="allow-scripts" src="tictactoe.html" width="900" height="700"></iframe>'
    )
    (found / "frame.html").write_text(frame)
    return found


@pytest.fixture(scope="module")
def chromium() -> Iterator[Page]:
    """Return a browser without a network."""
    with browser(390, 844) as page:
        page.driver.set_script_timeout(600)
        page.driver.execute_cdp_cmd("Network.enable", {})
        offline = {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
        page.driver.execute_cdp_cmd("Network.emulateNetworkConditions", offline)
        yield page


@pytest.fixture
def page(chromium: Page, folder: Path) -> Page:
    """Return a page on which a new game begins."""
    opened(chromium, folder / "tictactoe.html", "#b.7..")
    chromium.until(lambda: chromium.js("return published.link.start.seed") == 7)
    return chromium


def test_moves_are_entered_by_mouse_keys_and_touch(chromium: Page, folder: Path) -> None:
    """All moves of three positions, each by one means, with menus and buttons for moves."""
    page = opened(chromium, folder / "alike.html", "#b.7..")
    with load(folder / "alike.4th") as game:
        found = sweep(page, game, 3, 8)
    assert found.failures == []
    assert min(found.moves.values()) > 2


def everybody_here(page: Page) -> None:
    assert "found" in linked(page, "seat", seats={"X": "human", "O": "human"})


def test_positions_results_and_searches(page: Page) -> None:
    found = Comparison(PageWorker(page), load(find_script("tictactoe")))
    found.line(9)
    found.work()


def test_the_picture_is_that_of_the_program(page: Page) -> None:
    everybody_here(page)
    game = load(find_script("tictactoe"))
    state = game.new_game(seed=7)
    before = None
    for k, place in enumerate(("b2", "a1", "c3")):
        move = state.find(place)
        before = state.copy()
        state.play(move)
        assert "found" in linked(page, "play", at=k, mark="", move=place, exact=False)
    shown = linked(page, "view", ply=3, more=[], flip=False)["found"]["svg"]
    known = picture(state, before, move.text)
    assert shown[shown.index('<g class="highlights">') :] == known


def test_half_a_move_shows_its_first_actions(page: Page) -> None:
    """The board is seen as after the action; the game itself stays where it is."""
    everybody_here(page)
    found = linked(page, "half", ply=0, more=[], flip=False, move="X mark a1", action=0)["found"]
    assert 'data-player="X" data-piece="mark"' in found["svg"]
    assert page.js("return published.room.view.position.board") == {}
    start = {"seed": 7, "level": None}
    assert PageWorker(page).ask("view", start=start, texts=[])["position"]["board"] == {}


def test_the_rules_are_those_of_the_readme(page: Page) -> None:
    page.click(".tab", "Rules")
    page.until(lambda: page.read(".readme p"), "the README")
    readme = package_path("games", "tictactoe", "README.md").read_text(encoding="utf-8")
    assert page.read(".readme p")[0].split()[:4] == readme.split("\n\n")[1].split()[:4]
    page.click(".tab", "Play")


def test_a_game_by_clicking_with_undo_and_a_link_to_it(page: Page, folder: Path) -> None:
    """Click two moves, take one back, and open the address again, as somebody who gets it."""
    everybody_here(page)
    for place in ("a1", "b1"):
        page.cell(place)
        page.until(
            lambda here=place: here in str(page.js("return JSON.stringify(published.link.plies)"))
        )
    page.click(".tab", "Play")
    page.click(".play button", "Undo")
    page.until(lambda: page.js("return published.link.plies.length") == 1)
    address = page.js("return location.hash")
    assert address.startswith("#b.7..")
    assert address != "#b.7.."
    opened(page, folder / "tictactoe.html", address)
    assert page.js("return published.link.texts") == ["X mark a1"]


def test_the_computer_answers_and_gives_hints(page: Page) -> None:
    assert "found" in linked(page, "seat", seats={"X": "human", "O": "easy"})
    assert "found" in linked(page, "play", at=0, mark="", move="a1", exact=False)
    page.until(lambda: page.js("return published.link.plies.length") == 2, "an answer")
    assert page.js("return published.link.plies[1][0]") == "O"
    hint = linked(page, "hint")["found"]
    assert hint["to"] in page.js("return published.room.view.position.moves.map(m => m.to)")


def test_what_is_not_legal_is_refused_with_a_sentence(page: Page) -> None:
    everybody_here(page)
    assert linked(page, "play", at=0, mark="", move="z9", exact=False) == {
        "error": "z9 is not a legal move"
    }
    assert "may be" in linked(page, "play", at=0, mark="", move="1", exact=False)["error"]
    assert (
        linked(page, "play", at=3, mark="", move="a1")["error"]
        == "the game has continued in the meantime"
    )
    assert linked(page, "edit") == {"error": "a published game has no edit"}


def test_an_address_that_is_damaged_begins_a_game(chromium: Page, folder: Path) -> None:
    for rest in ("#b.7..zz-1", "#b.7.9.", "#nonsense", "#b.7..-"):
        opened(chromium, folder / "tictactoe.html", rest)
        assert chromium.status == "X to move"


def test_an_endless_loop_is_named_and_the_page_lives_on(chromium: Page, folder: Path) -> None:
    page = opened(chromium, folder / "endless.html")
    everybody_here(page)
    answer = linked(page, "play", at=0, mark="", move="b2", exact=False)
    assert answer["error"].startswith("endless.4th:")
    assert "(in spin)" in answer["error"]
    assert "found" in linked(page, "play", at=0, mark="", move="a1", exact=False)


def test_a_script_that_aborts_says_so(chromium: Page, folder: Path) -> None:
    page = opened(chromium, folder / "endless.html", "#b.8..")
    everybody_here(page)
    answer = linked(page, "play", at=0, mark="", move="a3", exact=False)
    lines = (folder / "endless.4th").read_text().splitlines()
    line = 1 + next(k for k, text in enumerate(lines) if "the corner is" in text)
    assert answer["error"] == f"endless.4th:{line}: the corner is taken (in spin)"


def test_a_seat_asks_again_for_a_position_that_failed(page: Page) -> None:
    """The page shows the position or its error, and not that it is loading."""
    page.js("Object.assign(published.link, { status: null, trouble: 'no list' })")
    everybody_here(page)
    page.until(lambda: page.status == "X to move", "the position")


def test_a_sandboxed_frame_plays(chromium: Page, folder: Path) -> None:
    """It has no storage, and its address cannot be changed."""
    chromium.driver.get((folder / "frame.html").as_uri())
    chromium.driver.switch_to.frame(0)
    try:
        chromium.until(lambda: chromium.js(READY), "the board")
        everybody_here(chromium)
        assert "found" in linked(chromium, "play", at=0, mark="", move="a1", exact=False)
    finally:
        chromium.driver.switch_to.default_content()


@pytest.mark.slow
@pytest.mark.parametrize(("width", "dark"), [(1280, False), (390, True)])
def test_nothing_keeps_people_out(folder: Path, width: int, dark: bool) -> None:
    """axe finds nothing serious, also where a menu of moves is open."""
    need_axe()
    with browser(width, 844, dark) as page:
        opened(page, folder / "alike.html", "#b.7..")
        everybody_here(page)
        for view in ("Rules", "Play"):
            page.click(".tab", view)
            page.until(lambda view=view: page.read(f".{view.lower()}"), view)
            serious(page, view)
        page.cell("a1")
        page.cell("a2")
        page.until(lambda: page.read(".menu button"), "a menu")
        serious(page, "menu")


@pytest.mark.slow
def test_a_page_is_played_by_keys_alone(folder: Path) -> None:
    """From the top of the page to a move, a row of a menu, and back by undo."""
    from selenium.webdriver.common.keys import Keys

    def press(key: str) -> None:
        page.driver.switch_to.active_element.send_keys(key)

    def tab_to(selector: str) -> None:
        for _ in range(40):
            if page.js("return document.activeElement.matches(arguments[0])", selector):
                return
            press(Keys.TAB)
        raise AssertionError(f"{selector} is not reached")

    def at(position: str) -> bool:
        return bool(
            page.js("return document.activeElement.dataset.position === arguments[0]", position)
        )

    with browser() as page:
        opened(page, folder / "alike.html", "#b.7..")
        everybody_here(page)
        page.until(lambda: page.cells("movable"), "pieces")
        tab_to(".board .cell")
        for _ in range(3):
            press(Keys.ARROW_DOWN)
        assert at("a1")
        press(Keys.ENTER)
        page.until(lambda: page.cells("goal"), "where it may go")
        press(Keys.ARROW_UP)
        assert at("a2")
        press(Keys.ENTER)
        page.until(lambda: page.read(".menu button") == ["runs more", "runs less"], "a menu")
        press(Keys.ARROW_DOWN)
        press(Keys.ENTER)
        page.until(lambda: page.js("return published.link.plies.length") == 1, "a ply")
        assert page.js("return published.link.texts") == ["man a1 - a2~2"]
        tab_to(".play button")
        press(Keys.ENTER)
        page.until(lambda: page.js("return published.link.plies.length") == 0, "undo")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["chess", "splut"])
def test_a_page_is_small(name: str) -> None:
    """A host that compresses sends at most 250 KB."""
    page = publish(name, engine="uct")
    assert len(gzip.compress(page.text.encode(), 9)) <= 250_000


@pytest.mark.slow
@pytest.mark.parametrize("name", list(map(bare_name, game_scripts())))
def test_every_bundled_game_opens_and_plays(name: str, chromium: Page, tmp_path: Path) -> None:
    """Any moves are made at all seats, and nothing is logged as an error."""
    made = publish(str(find_script(name)), engine="uct", speed=0)
    path = tmp_path / "game.html"
    path.write_text(made.text, encoding="utf-8")
    page = opened(chromium, path)
    page.driver.get_log("browser")
    seats = page.js("return published.link.facts.seats")
    assert "found" in linked(page, "seat", seats=dict.fromkeys(seats, "random"))
    page.until(
        lambda: page.js(
            "const { link } = published; return link.plies.length > 3 || link.status?.over"
        ),
        "moves",
    )
    assert page.js("return published.link.trouble") == ""
    assert [entry for entry in page.driver.get_log("browser") if entry["level"] == "SEVERE"] == []


def test_a_refused_click_is_answered_with_the_test_that_fails(page: Page) -> None:
    everybody_here(page)
    assert "found" in linked(page, "play", at=0, mark="", move="a1", exact=False)
    page.cell("a1")
    page.until(lambda: "empty? verify" in page.read(".note")[0], "the reason")
    assert "(tictactoe.4th:" in page.read(".note")[0]
    assert "in place" in page.read(".note")[0]
