"""A page without a browser: requests and answers over the websocket of an application in a test."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from forthgame.ui.serve.access_guard import Hosts
from forthgame.ui.serve.http_server import make_app
from forthgame.ui.serve.table_hub import Hub
from forthgame.ui.tables.offered_scripts import ScriptCatalogue
from forthgame.ui.tables.table_record import SUFFIX, TableStore

TOKEN = "a-token-of-the-tests"
HOST = "127.0.0.1:8731"
ORIGIN = f"http://{HOST}"
HEADERS = {"origin": ORIGIN, "host": HOST}


def unframed(text: str) -> dict[str, Any]:
    """Parse a message for a page, as `link.js` does."""
    line, _, body = text.partition("\n")
    return {**(json.loads(body) if body else {}), **json.loads(line)}


@cache
def library(games: tuple[str, ...]) -> ScriptCatalogue:
    """The scripts that are offered; reading all bundled ones takes half a second."""
    return ScriptCatalogue(games)


def make_hub(tables: Path, *games: str, saving: bool = True) -> Hub:
    """All tables of a folder."""
    store = TableStore(tables)
    store.open()
    return Hub(library(games), store, saving=saving, token=TOKEN)


def client_of(hub: Hub) -> TestClient:
    """Return a client without a token."""
    return TestClient(make_app(hub, Hosts("127.0.0.1", 8731)), base_url=ORIGIN)


class Talk:
    """Talk over a page's websocket. Events that arrive meanwhile are kept."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.events: list[dict[str, Any]] = []
        self.number = 0

    def ask(self, do: str, **given: Any) -> dict[str, Any]:
        """The answer to a request, also if it is an error."""
        self.number += 1
        self.socket.send_json({"do": do, "id": self.number, **given})
        while True:
            message: dict[str, Any] = unframed(self.socket.receive_text())
            if message.get("answer") == self.number:
                return message
            self.events.append(message)

    def until(self, holds: Any) -> dict[str, Any]:
        """The first state of the table, from here on, for which something holds."""
        while True:
            for event in self.events:
                if event.get("event") == "table" and holds(event["table"]):
                    found: dict[str, Any] = event["table"]
                    return found
            self.events.clear()
            self.events.append(unframed(self.socket.receive_text()))

    def sit(self, game: str, **seats: str) -> str:
        """Open a table with people or engines at its seats; return its name."""
        table: str = self.ask("open", game=game)["table"]
        joined = self.ask("join", table=table)["table"]
        if seats or joined["game"]:
            seats = seats or dict.fromkeys(joined["game"]["seats"], "human")
            self.ask("seat", seats=seats, seconds=0.1)
        return table

    def moves(self, **which: Any) -> list[dict[str, Any]]:
        """The legal moves of a position of the table."""
        found: list[dict[str, Any]] = self.ask("view", **which)["position"]["moves"]
        return found


@contextmanager
def talking(hub: Hub, pages: int = 1) -> Iterator[list[Talk]]:
    """Pages that are connected to one server."""
    with client_of(hub) as client, ExitStack() as stack:
        opened = []
        for _ in range(pages):
            socket = client.websocket_connect(f"/socket?token={TOKEN}", headers=HEADERS)
            opened.append(Talk(stack.enter_context(socket)))
        yield opened


def kept(folder: Path, table: str) -> list[list[str]]:
    """The plies in a table's file."""
    plies: list[list[str]] = json.loads((folder / f"{table}{SUFFIX}").read_text())["plies"]
    return plies
