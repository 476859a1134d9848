"""Moves entered in a real browser, by mouse, keyboard and touch."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="needs the extra `board`")

from serve.site import Page, Site, need_browser

pytestmark = pytest.mark.slow


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """Run a server with the bundled games."""
    need_browser()
    found = Site(tmp_path / "tables")
    yield found
    found.stop()


def sit(page: Page, site: Site, game: str) -> None:
    """Open a game in which all players are human, and wait for something to click."""
    page.sit(site, game)
    page.until(lambda: page.cells("movable") or page.cells("goal"), "something to click")


def drawn(page: Page, position: str) -> str:
    """Return the title of the piece on a position, as the drawing has it."""
    return str(page.js(
        "const p = document.querySelector(`.pieces .piece[data-position='${arguments[0]}']`);"
        "return p ? `${p.dataset.player} ${p.dataset.piece}` : ''", position
    ))  # fmt: skip


def touch(page: Page, position: str) -> None:
    """Tap a position with a finger."""
    x, y = page.js(
        "const b = document.querySelector(`.cell[data-position='${arguments[0]}']`)"
        ".getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]", position
    )  # fmt: skip
    command = page.driver.execute_cdp_cmd
    command("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    command("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_half_a_move_is_shown_and_taken_back(site: Site, page: Page) -> None:
    """An amazon goes, and stands there until her arrow has been shot, or the click is undone."""
    sit(page, site, "amazons")
    page.cell("d1")
    page.cell("d7")
    page.until(lambda: drawn(page, "d7") == "White amazon", "half a move")
    assert drawn(page, "d1") == ""
    page.click(".others button", "Take back")
    page.until(lambda: drawn(page, "d1") == "White amazon", "the whole position again")
    page.cell("d6")
    page.until(lambda: drawn(page, "d6") == "White amazon", "another half")
    page.cell("d1")
    page.until(lambda: page.plies == 1 and drawn(page, "d1") == "Burnt arrow", "the move")


def test_dice_are_used_up(site: Site, page: Page) -> None:
    """A man of backgammon moves, its die is pale, and the list has the notation of players."""
    sit(page, site, "backgammon")
    page.cell(next(name for name in page.cells("movable") if name.startswith("p")))
    page.until(lambda: page.cells("goal"), "where it may go")
    page.cell(page.cells("goal")[0])
    throw = page.read(".sheet li")[0].rpartition("Dice")[2].strip()
    double = throw[0] == throw[-1]  # then each die is used twice
    page.until(lambda: page.plies > 1 or (page.read(".others button") if double
               else page.js("return document.querySelector('.piece.used')")),
               "a die that is used, or both by one man")  # fmt: skip
    assert len(throw) == len("3-1")


def test_a_house_is_sown_by_a_key(site: Site, page: Page) -> None:
    from selenium.webdriver.common.keys import Keys

    sit(page, site, "oware")
    page.js("document.querySelector('.cell[data-position=c1]').focus()")
    page.driver.switch_to.active_element.send_keys(Keys.ENTER)
    page.until(lambda: page.plies == 1, "a ply")
    page.until(lambda: page.read(".sheet li")[0] == "South c1", "the short text, with the position")
    assert page.read(".points") == ["South 0North 0seeds"]


def test_a_direction_is_chosen_by_keys(site: Site, page: Page) -> None:
    from selenium.webdriver.common.keys import Keys

    sit(page, site, "bao")
    page.js("document.querySelector('.cell[data-position=g2]').focus()")
    page.driver.switch_to.active_element.send_keys(Keys.ENTER)
    page.until(lambda: page.read(".menu button") == ["clockwise", "anticlockwise"], "a menu")
    page.driver.switch_to.active_element.send_keys(Keys.ARROW_DOWN)
    page.driver.switch_to.active_element.send_keys(Keys.ENTER)
    page.until(lambda: page.plies == 1, "a ply")


def test_fingers_move_pieces(site: Site, page: Page) -> None:
    sit(page, site, "chess")
    touch(page, "e2")
    page.until(lambda: "e4" in page.cells("goal"), "where the pawn may go")
    touch(page, "e4")
    page.until(lambda: page.plies == 1 and page.cells("movable"), "a ply")
    touch(page, "e7")
    touch(page, "e5")
    page.until(lambda: page.plies == 2, "the answer")
    assert [row[-2:] for row in page.read(".sheet li")] == ["e4", "e5"]


def test_a_menu_shows_pieces(site: Site, page: Page) -> None:
    """The directions of a quadrant of pentago are drawn, and named."""
    sit(page, site, "pentago")
    page.cell("c3")
    page.cell("NE")
    drawings = "return document.querySelectorAll('.menu.pictured svg').length"
    page.until(lambda: page.js(drawings) == 2, "two pieces")
    assert page.read(".menu button span") == ["left", "right"]
    page.click(".menu button", "left")
    page.until(lambda: page.plies == 1, "a ply")


def test_a_drag_is_two_clicks(site: Site, page: Page) -> None:
    from selenium.webdriver.common.action_chains import ActionChains

    sit(page, site, "breakthrough")
    start, end = (page.driver.find_element("css selector", f".cell[data-position={name}]")
                  for name in ("c2", "c3"))  # fmt: skip
    ActionChains(page.driver).drag_and_drop(start, end).perform()
    page.until(lambda: page.plies == 1, "a ply")


def test_go_ends_with_its_points(site: Site, page: Page) -> None:
    sit(page, site, "go/5x5")
    page.cell("c3")
    page.until(lambda: page.plies == 1 and page.cells("goal"), "a stone")
    for ply in (2, 3):
        page.click(".others button", "Pass")
        page.until(lambda ply=ply: page.plies == ply, "a pass")
    page.until(lambda: page.status == "Black wins by 17½ points: passed.", "the result")
    page.until(lambda: page.js("return document.querySelectorAll('.territory rect').length") == 24,
               "the territory")  # fmt: skip
