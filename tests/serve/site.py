"""Run a server in a process of its own, and a real browser that shows it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.waiting import HANGS_AFTER, eventually

ADDRESS = re.compile(r"http://\S+")
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))),
                None)  # fmt: skip
DRIVER = shutil.which("chromedriver")


class Site:
    """A server that runs: `url` is its address with the token, behind `#`."""

    def __init__(
        self, tables: Path, *games: str, more: tuple[str, ...] = (), port: int = 0
    ) -> None:
        self.tables = tables
        self.said: list[str] = []
        self.process = subprocess.Popen(
            [sys.executable, "-m", "forthgame", "serve", "--port", str(port),
             "--tables", str(tables), *more, *games],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=dict(os.environ),
        )  # fmt: skip
        self.url = ""
        if self.process.stdout is None:
            raise RuntimeError("the server has no output")
        for line in self.process.stdout:
            self.said.append(line)
            if found := ADDRESS.search(line):
                self.url = found[0]
                break
        else:
            raise RuntimeError("".join(self.said))
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        if self.process.stdout is not None:
            self.said += self.process.stdout

    @property
    def token(self) -> str:
        """The token of the address."""
        return self.url.partition("token=")[2]

    @property
    def base(self) -> str:
        """The address without path and token."""
        return self.url.partition("/#")[0]

    def at(self, route: str) -> str:
        """The address of a view, with the token."""
        return f"{self.url}/{route}"

    def kill(self) -> None:
        """End it at once, as a crash would."""
        self.process.kill()
        self.process.wait()
        self._close()

    def _close(self) -> None:
        self._listener.join(HANGS_AFTER)
        if self.process.stdout is not None:
            self.process.stdout.close()

    def stop(self) -> int:
        """End it as a user does."""
        self.process.terminate()
        try:
            code = self.process.wait(HANGS_AFTER)
        except subprocess.TimeoutExpired:
            self.kill()
            raise
        self._close()
        return code


def need_browser() -> None:
    """Skip a test without a browser."""
    if CHROMIUM is None or DRIVER is None:
        pytest.skip("needs chromium and chromedriver (Debian: chromium, chromium-driver)")
    pytest.importorskip("selenium", reason="needs selenium: pip install 'forthgame[test]'")


@contextmanager
def browser(width: int = 1280, height: int = 900, dark: bool = False) -> Iterator[Page]:
    """A headless browser with a window of a size."""
    need_browser()
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     "--hide-scrollbars", "--disable-ipc-flooding-protection",
                     f"--window-size={width},{height}"):  # fmt: skip
        options.add_argument(argument)
    options.binary_location = str(CHROMIUM)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(DRIVER))
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    still = {"name": "prefers-reduced-motion", "value": "reduce"}
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme, still]})
    try:
        yield Page(driver)
    finally:
        driver.quit()


class Page:
    """A page for a test to read and to click, as a person does."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def js(self, script: str, *given: Any) -> Any:
        """Return the result of a script in the page; only for reading."""
        return self.driver.execute_script(script, *given)

    def until(self, holds: Callable[[], Any], what: str = "") -> Any:
        """Wait for something that is true."""
        try:
            return eventually(holds, what)
        except AssertionError as error:
            said = self.read(".note, .menu button, .selected")
            raise AssertionError(f"never: {what}\n{said}\n{self.text[:400]}") from error

    @property
    def text(self) -> str:
        """Return the visible text."""
        return str(self.js("return document.body.innerText"))

    @property
    def status(self) -> str:
        """Return the line with the turn, or the result of the game."""
        return str(self.js("return document.querySelector('.status')?.textContent || ''"))

    def read(self, selector: str) -> list[str]:
        """The texts of elements."""
        return list(self.js(
            "return [...document.querySelectorAll(arguments[0])].map(e => e.textContent)", selector
        ))  # fmt: skip

    def click(self, selector: str, text: str = "", number: int = 0) -> None:
        """Click an element, the first one with a text, at its place on the page."""
        from selenium.common.exceptions import StaleElementReferenceException
        from selenium.webdriver.common.action_chains import ActionChains

        for _ in range(5):  # the board may be redrawn between reading and clicking
            element = self._found(selector, text, number)
            try:
                self.js("arguments[0].scrollIntoView({block: 'center'})", element)
                ActionChains(self.driver, duration=0).move_to_element(element).click().perform()
                return
            except StaleElementReferenceException:
                continue
        raise AssertionError(f"{selector} {text} never stands still")

    def _found(self, selector: str, text: str, number: int) -> Any:
        return self.until(lambda: self.js(
            "return [...document.querySelectorAll(arguments[0])].filter(e => "
            "e.textContent.includes(arguments[1]) && !e.disabled)[arguments[2]]",
            selector, text, number), f"an element {selector} {text}")  # fmt: skip

    def cell(self, position: str) -> None:
        """Click a position of the board."""
        self.click(f'.cell[data-position="{position}"] > *')

    def cells(self, kind: str) -> list[str]:
        """Positions that are marked: `movable`, `goal`."""
        return list(self.js(
            "return [...document.querySelectorAll('.cell.' + arguments[0])]"
            ".map(e => e.dataset.position)", kind
        ))  # fmt: skip

    def begin(self, site: Site, game: str, **seats: str) -> None:
        """Open a game and let people or engines sit down."""
        self.driver.get(site.url)
        self.until(lambda: self.read(".game"), "the list of games")
        self.js("[...document.querySelectorAll('.game, .variant')].find(e => "
                "e.querySelector('strong')?.textContent === arguments[0] || "
                "e.getAttribute('aria-label')?.startsWith(arguments[0] + ':')).click()",
                game)  # fmt: skip
        self.until(lambda: self.js("return document.querySelector('.board svg')"), "a board")
        self.seat(**seats)

    def sit(self, site: Site, game: str) -> None:
        """Open a game in which all players are human."""
        self.begin(site, game)
        players = self.js("return [...document.querySelectorAll('.seat .field:first-child label')]"
                          ".map(e => e.textContent)")  # fmt: skip
        self.seat(**dict.fromkeys(players, "human"))

    def seat(self, **seats: str) -> None:
        """Choose who plays on some seats."""
        for player, kind in seats.items():
            self.until(partial(self._sit, player, kind), f"{player}: {kind}")
            time.sleep(0.3)

    def _sit(self, player: str, kind: str) -> bool:
        """Choose the player of a seat; return whether the choice has taken effect."""
        return bool(self.js(
            "const f = [...document.querySelectorAll('.seat .field')].find(e => "
            "e.querySelector('label').textContent === arguments[0])?.querySelector('select');"
            "if (!f) return false; if (f.value === arguments[1]) return true;"
            "f.value = arguments[1]; f.dispatchEvent(new Event('change')); return false;",
            player, kind,
        ))  # fmt: skip

    def link(self, which: str) -> str:
        """Return the link to `play` or to `watch`, which a button copies."""
        self.until(lambda: self.read(".links button"), "links")
        return str(self.js(
            "const keys = JSON.parse(localStorage['forthgame-keys']);"
            "const table = location.hash.slice(1).split('/')[0];"
            "return `${location.origin}/#${arguments[0]}=${table}.`"
            " + keys[`${arguments[0]}.${table}`]", which,
        ))  # fmt: skip

    def fill(self, label: str, value: str) -> None:
        """Write into a field, or choose."""
        self.until(lambda: self.js(
            "const f = [...document.querySelectorAll('.field')].find(e => "
            "e.querySelector('label').textContent === arguments[0])?.lastElementChild;"
            "if (!f) return false; f.value = arguments[1];"
            "f.dispatchEvent(new Event('change')); return true;", label, value
        ), label)  # fmt: skip

    def compete(self, given: dict[str, str]) -> None:
        """Start a tournament, with fields of its form filled in."""
        for label, value in given.items():
            self.fill(label, value)
        self.click(".compete button", "Start the tournament")

    @property
    def plies(self) -> int:
        """Return how many plies the list of moves has."""
        return int(self.js("return document.querySelectorAll('.sheet li').length"))

    def errors(self) -> list[str]:
        """Return the errors of the console."""
        return [entry["message"] for entry in self.driver.get_log("browser")
                if entry["level"] in ("SEVERE", "WARNING")]  # fmt: skip
