"""A page without a browser: requests and answers over the websocket of an application in a test."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from forthgame.ui.serve.access_guard import NONCE, Hosts
from forthgame.ui.serve.access_proof import entry_query
from forthgame.ui.serve.http_server import make_app
from forthgame.ui.serve.table_hub import Hub
from forthgame.ui.tables.offered_scripts import ScriptCatalogue
from forthgame.ui.tables.table_record import SUFFIX, TableStore

TOKEN = "a-token-of-the-tests"
HOST = "127.0.0.1:8731"
ORIGIN = f"http://{HOST}"
HEADERS = {"origin": ORIGIN, "host": HOST}
SECRET = "the secret of a browser in a test"


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
    """Return a client that has proved nothing yet."""
    return TestClient(make_app(hub, Hosts("127.0.0.1", 8731)), base_url=ORIGIN)


class Talk:
    """Talk over a page's websocket. Events that arrive meanwhile are kept."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.welcome = unframed(socket.receive_text())
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


def entry(client: TestClient, key: str = TOKEN, name: str = "server") -> str:
    """The address of the websocket, with the proof of a key."""
    return f"/socket?{entry_query(key, HOST, client.get(NONCE).text, name)}"


class House:
    """A server for pages that come and go."""

    def __init__(self, hub: Hub, stack: ExitStack) -> None:
        self.hub, self.stack = hub, stack
        self.client = stack.enter_context(client_of(hub))

    def page(self, person: str = "", key: str = TOKEN, name: str = "server") -> Talk:
        """A page of a person, by default of the one with the token."""
        where = entry(self.client, key, name)
        found = Talk(
            self.stack.enter_context(self.client.websocket_connect(where, headers=HEADERS))
        )
        found.ask("who", secret=person.ljust(20, "-") if person else SECRET, name=person)
        return found

    def guest(self, person: str, table: str, which: str = "play") -> Talk:
        """A page that came by the link of a table, and sits at it or watches."""
        found = self.page(person, self.hub.records[table].keys[which], f"{which}.{table}")
        found.ask("join", table=table)
        return found


@contextmanager
def house(hub: Hub) -> Iterator[House]:
    """A server for a test with several people."""
    with ExitStack() as stack:
        yield House(hub, stack)


@contextmanager
def talking(hub: Hub, pages: int = 1) -> Iterator[list[Talk]]:
    """Pages of one person that are connected to one server."""
    with house(hub) as found:
        yield [found.page() for _ in range(pages)]


def kept(folder: Path, table: str) -> list[list[str]]:
    """The plies in a table's file."""
    plies: list[list[str]] = json.loads((folder / f"{table}{SUFFIX}").read_text())["plies"]
    return plies
