"""The page on a phone: the panel is a sheet, two fingers enlarge the board, and it is copied."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="needs the extra `board`")

from serve.site import Page, Site, browser, need_browser

pytestmark = pytest.mark.slow

PICTURE = """
const done = arguments[0];
import("/web/snapshot.js").then(async ({ png }) => {
  const reader = new FileReader();
  reader.onload = () => done(reader.result);
  reader.readAsDataURL(await png(document.querySelector(".board > svg")));
}).catch((error) => done(String(error)));
"""


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[Page]:
    """Sit at a table of tic-tac-toe with a phone."""
    need_browser()
    site = Site(tmp_path / "tables")
    with browser(390, 844) as page:
        page.sit(site, "tictactoe")
        page.until(lambda: page.cells("goal"), "places")
        yield page
    site.stop()


def is_open(page: Page) -> bool:
    """Return whether the panel is seen."""
    return bool(page.js("return document.querySelector('#panel').offsetParent !== null"))


def pinch(page: Page, *spreads: int) -> None:
    """Put two fingers on the middle of the board, and move them apart."""
    x, y = page.js("const b = document.querySelector('.board').getBoundingClientRect();"
                   "return [b.x + b.width / 2, b.y + b.height / 2]")  # fmt: skip

    def touch(kind: str, *away: int) -> None:
        points = [{"x": x + dx, "y": y, "id": k} for k, dx in enumerate(away)]
        event = {"type": kind, "touchPoints": points}
        page.driver.execute_cdp_cmd("Input.dispatchTouchEvent", event)

    touch("touchStart", -spreads[0])
    touch("touchStart", -spreads[0], spreads[0])
    for spread in spreads[1:]:
        touch("touchMove", -spread, spread)
    touch("touchEnd")


def test_a_phone(phone: Page) -> None:
    """The sheet comes up for its tab and an answer; fingers enlarge the board and click nothing."""
    assert not is_open(phone)
    phone.click(".tab", "Play")
    phone.until(lambda: is_open(phone), "the sheet")
    phone.click(".handle")
    phone.until(lambda: not is_open(phone), "the board alone")
    phone.click(".tab", "Why")
    phone.click(".handle")
    phone.cell("b2")
    phone.cell("b2")
    phone.until(lambda: phone.read(".verdict") and is_open(phone), "the answer")
    phone.click(".tab", "Play")
    phone.click(".handle")
    pinch(phone, 40, 60, 80)
    zoom = "return Number(document.querySelector('.board').style.getPropertyValue('--zoom'))"
    assert phone.until(lambda: phone.js(zoom), "a larger board") == pytest.approx(2, abs=0.05)
    phone.click(".steps button", "⊕")
    assert phone.plies == 0
    assert phone.driver.execute_async_script(PICTURE).startswith("data:image/png;base64,iVBOR")
    assert phone.errors() == []
