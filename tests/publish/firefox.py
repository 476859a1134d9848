"""Firefox without a window, driven by its own protocol, Marionette: it needs no other program."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.publish.entering import Hand
from tests.waiting import HANGS_AFTER, eventually

FIREFOX = shutil.which("firefox") or shutil.which("firefox-esr")
KEYS = {"Tab": "\ue004", "Enter": "\ue007", "Shift": "\ue008", "ArrowLeft": "\ue012",
        "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015"}  # fmt: skip
OFFLINE = ("network.captive-portal-service.enabled", "network.connectivity-service.enabled",
           "app.normandy.enabled", "toolkit.telemetry.enabled")  # fmt: skip
Actions = list[dict[str, Any]]


class Firefox:
    """A window of Firefox; `driver` and `js` are as those of a page in Chromium."""

    def __init__(self, port: int) -> None:
        self.driver = self
        self._socket: socket.socket = eventually(lambda: _connected(port), "a connection")
        self._socket.settimeout(HANGS_AFTER)
        self._stream = self._socket.makefile("rb")
        self._asked = 0
        self._read()
        self.command("WebDriver:NewSession")
        self.command("WebDriver:SetTimeouts", script=1000 * HANGS_AFTER)

    def _read(self) -> Any:
        size = b""
        while (byte := self._stream.read(1)) != b":":
            size += byte
        return json.loads(self._stream.read(int(size)))

    def command(self, name: str, **given: Any) -> Any:
        """Return the answer to a command of the protocol."""
        self._asked += 1
        message = json.dumps([0, self._asked, name, given]).encode()
        self._socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, answer = self._read()
        assert error is None, error
        return answer

    def close(self) -> None:
        """End the connection."""
        self._stream.close()
        self._socket.close()

    def get(self, address: str) -> None:
        """Open an address."""
        self.command("WebDriver:Navigate", url=address)

    def js(self, script: str, *given: Any) -> Any:
        """Return the result of a script in the page."""
        found = self.command("WebDriver:ExecuteScript", script=script, args=given, sandbox=None)
        return found["value"]

    def execute_async_script(self, script: str, *given: Any) -> Any:
        """Return what a script in the page gives to its last argument."""
        return self.command("WebDriver:ExecuteAsyncScript", script=script, args=given,
                            sandbox=None)["value"]  # fmt: skip

    def until(self, holds: Any, what: str = "") -> Any:
        """Wait for something that is true."""
        return eventually(holds, what)

    def perform(self, kind: str, actions: Actions, **parameters: str) -> None:
        """Do what a keyboard or a pointer does."""
        source = {"type": kind, "id": f"{kind}{parameters}", "actions": actions}
        if parameters:
            source["parameters"] = parameters
        self.command("WebDriver:PerformActions", actions=[source])


class FirefoxHand(Hand):
    """Somebody who enters moves on a page in Firefox."""

    def resize(self) -> None:
        width, height = (450, 844) if self.means == "touch" else (1280, 900)
        self.page.command("WebDriver:SetWindowRect", width=width, height=height)

    def _press(self, *keys: str) -> None:
        self.page.perform("key", [
            {"type": way, "value": KEYS[key]} for key in keys for way in ("keyDown", "keyUp")
        ])  # fmt: skip

    def _tab(self, steps: int) -> None:
        shift = {"value": KEYS["Shift"]}
        if steps < 0:
            self.page.perform("key", [{"type": "keyDown", **shift}])
        if steps:
            self._press(*abs(steps) * ["Tab"])
        if steps < 0:
            self.page.perform("key", [{"type": "keyUp", **shift}])

    def _follow(self, *path: list[int]) -> None:
        moves: Actions = [{"type": "pointerMove", "x": x, "y": y, "duration": 0} for x, y in path]
        moves.insert(1, {"type": "pointerDown", "button": 0})
        kind = "touch" if self.means == "touch" else "mouse"
        self.page.perform("pointer", [*moves, {"type": "pointerUp", "button": 0}],
                          pointerType=kind)  # fmt: skip


def _connected(port: int) -> socket.socket | None:
    try:
        return socket.create_connection(("127.0.0.1", port))
    except OSError:
        return None


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """Run Firefox with an empty profile in a folder."""
    if FIREFOX is None:
        pytest.skip("needs firefox (Debian: firefox-esr)")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    lines = [f'user_pref("marionette.port", {port});', 'user_pref("ui.prefersReducedMotion", 1);']
    lines += [f'user_pref("{name}", false);' for name in OFFLINE]
    (folder / "user.js").write_text("\n".join(lines), encoding="utf-8")
    process = subprocess.Popen(
        [FIREFOX, "--marionette", "--headless", "--no-remote", "--profile", str(folder)],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        with closing(Firefox(port)) as found:
            yield found
    finally:
        process.kill()
        process.wait()
