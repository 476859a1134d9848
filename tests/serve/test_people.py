"""Two browsers at a table and a third that watches; the server is killed and started again."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import pytest

pytest.importorskip("starlette", reason="needs the extra `board`")

from serve.accessible import need_axe, serious
from serve.site import Page, Site, browser, need_browser
from tests.waiting import HANGS_AFTER


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    need_browser()
    found = Site(tmp_path / "tables")
    yield found
    if found.process.poll() is None:
        found.stop()


def plies_are(page: Page, plies: int) -> bool:
    return page.plies == plies


def body_is(page: Page, kind: str) -> bool:
    """Whether the page shows that it is `offline`, or with an empty text that it is not."""
    return bool(page.js("return document.body.className === arguments[0]", kind))


@pytest.mark.slow
def test_two_play_and_one_watches(site: Site, page: Page, tmp_path: Path) -> None:
    """Seats, names, a draw that is declined, and the game after a crash of the server."""
    page.begin(site, "tictactoe", O="open")
    page.fill("Your name", "Ann")
    with browser() as bob, browser(390, 844, dark=True) as eve:
        bob.driver.get(page.link("play"))
        eve.driver.get(page.link("watch"))
        bob.fill("Your name", "Bob")
        bob.click(".people button", "Sit down")
        page.until(lambda: "Bob" in page.read(".people")[0], "Bob sits down")
        assert bob.read(".tab:not([hidden])") == ["Play", "Rules", "Why"]
        assert not bob.cells("goal")  # it is not his turn
        page.cell("b2")
        for other in (bob, eve):
            other.until(partial(plies_are, other, 1), "the move")
        bob.until(lambda: bob.cells("goal"), "Bob's turn")
        assert not page.cells("goal")
        assert not eve.cells("goal")
        assert page.read(".play .buttons button")[0] == "Ask for a takeback"
        assert eve.read(".play > .buttons button") == []
        bob.click(".play button", "Offer a draw")
        page.click(".offer button", "Decline")
        bob.until(lambda: "declined" in bob.text, "the answer")
        need_axe()
        serious(bob, "a guest")
        serious(eve, "a watcher")
        for each in (page, bob, eve):
            assert each.errors() == []
        site.kill()
        everyone = (page, bob, eve)
        for each in everyone:
            each.until(partial(body_is, each, "offline"), "no server")
        again = Site(site.tables, port=urlsplit(site.base).port or 0)
        try:
            for each in everyone:  # nobody opens an address again
                each.until(partial(body_is, each, ""), "back")
            bob.until(lambda: bob.cells("goal"), "Bob's turn again")
            assert not page.cells("goal")
            bob.cell("a1")
            page.until(lambda: page.plies == 2 and page.cells("goal"), "Ann's turn again")
            page.cell("c3")
            eve.until(lambda: eve.plies == 3, "the watcher sees all")
            assert "Ann" in eve.read(".people")[0]
        finally:
            again.stop()
    page.driver.get_log("browser")  # the connection that was lost is in it


@pytest.mark.slow
def test_an_address_without_its_token(site: Site, page: Page) -> None:
    """The page says what to open; with a key of another start, too."""
    for where in ("/", "/#token=an-old-one", "/#nowhere/play", "/#play=nowhere.key"):
        page.driver.get("about:blank")
        page.driver.get(site.base + where)
        page.until(lambda: "does not open the board" in page.text, where)
    page.driver.get(site.url)
    page.until(lambda: page.read(".game"), "the games, with the token")
    assert page.js("return location.hash") == ""  # the token is not shown
    page.driver.get_log("browser")  # a browser logs each websocket that is refused


@pytest.mark.slow
def test_another_program_at_the_port_learns_nothing(site: Site, page: Page) -> None:
    """A page that reconnects to it sends neither the token nor the secret of its person."""
    from websockets.datastructures import Headers
    from websockets.http11 import Request, Response
    from websockets.sync.server import ServerConnection, serve

    heard: list[str] = []

    def answer(connection: ServerConnection, request: Request) -> Response | None:
        heard.append(f"{request.path} {request.headers}")
        nonce = request.path == "/nonce"
        return Response(200, "OK", Headers({"Content-Length": "5"}), b"1-2-3") if nonce else None

    def listen(connection: ServerConnection) -> None:
        connection.send('{"event": "welcome", "proof": "wrong", "rights": "server"}')
        heard.extend(map(str, connection))

    page.begin(site, "tictactoe", O="open")
    keys = page.js("return Object.values(JSON.parse(localStorage['forthgame-keys']))")
    person = page.js("return JSON.parse(localStorage['forthgame-person']).secret")
    assert len(keys) == 3
    site.kill()
    port = urlsplit(site.base).port or 0
    with serve(listen, "127.0.0.1", port, process_request=answer) as rogue:
        thread = threading.Thread(target=rogue.serve_forever, daemon=True)
        thread.start()
        page.until(lambda: any("key=play." in line for line in heard), "the keys that are tried")
        rogue.shutdown()
        thread.join(HANGS_AFTER)
    assert any("key=server" in line for line in heard)
    assert not [secret for secret in (*keys, person) for line in heard if secret in line]
    page.driver.get("about:blank")
    page.driver.get_log("browser")  # each attempt to reconnect is in it
