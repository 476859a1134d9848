"""HTTP server of the board, with a limit on open connections and on the requests of visitors."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, ClassVar

import h11
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.http.h11_impl import H11Protocol

from forthgame.base.errors import ForthgameError
from forthgame.base.untrusted_json import parse_json
from forthgame.ui.serve.access_guard import AccessGuard, Hosts
from forthgame.ui.serve.access_proof import Access, new_key
from forthgame.ui.serve.page_requests import REQUESTS
from forthgame.ui.serve.table_hub import Hub
from forthgame.ui.tables.game_table import GameTable
from forthgame.ui.tables.seat_holders import Person, person_key
from forthgame.ui.tables.table_view import Message
from forthgame.ui.terminal.log_lines import report_in_lines
from forthgame.ui.worker.answer_framing import frame

WATCHING = frozenset({"hello", "who", "join", "leave", "view", "figures", "why", "rules"})
PLAYING = WATCHING | {
    "play",
    "half",
    "alike",
    "undo",
    "redo",
    "new",
    "resign",
    "clock",
    "claim",
    "sit",
    "stand",
    "offer",
    "reply",
    "record",
    "hint",
    "review",
}


def refuse_visitors(access: Access, message: Message) -> None:
    """Raise ForthgameError for a request that the link of a table does not allow."""
    if access.host:
        return
    do = message.get("do")
    if do not in (PLAYING if access.kind == "play" else WATCHING):
        raise ForthgameError("the link to this table does not allow that")
    if do == "join" and message.get("table") != access.table:
        raise ForthgameError("the link leads to another table")


WEB = Path(__file__).parent / "web"
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}
LARGEST = 5 << 20  # bytes of a request
WAITING = 32  # requests of a page that are processed at a time
NONSENSE = 1008  # close code for invalid requests
UNSENT = 1000  # messages queued for a slow page
UNREAD = 64 << 20  # characters queued for a slow page, besides one message

log = logging.getLogger("forthgame.serve")
MOST = 100  # connections that are not websockets; a browser opens six
AT_ONCE = 64  # accepted connections waiting to be processed


class Connection:
    """Websocket of a browser; requests run concurrently, replies are sent in order."""

    def __init__(self, hub: Hub, socket: WebSocket, access: Access) -> None:
        self.hub, self.socket, self.access = hub, socket, access
        self.person = Person(person_key(new_key()), host=access.host)  # until the page says more
        self.table: GameTable | None = None
        self._out: asyncio.Queue[str] = asyncio.Queue(UNSENT)
        self._unread, self._dropped = 0, False
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def rights(self) -> str:
        return self.access.kind

    def send(self, event: dict[str, Any]) -> None:
        if self._dropped:
            return
        if self._out.full() or self._unread > UNREAD:
            self._drop()
            return
        text = frame(event)
        self._unread += len(text)
        self._out.put_nowait(text)

    def _drop(self) -> None:
        self._dropped, self._out = True, asyncio.Queue(UNSENT)
        for task in self._tasks:
            task.cancel()

    async def serve(self) -> None:
        """Process requests until the page disconnects or sends an invalid one."""
        await self.socket.accept()
        self.send({"event": "welcome", "proof": self.socket.scope["proof"], "rights": self.rights})
        writer = asyncio.create_task(self._write())
        self._tasks.add(writer)
        try:
            while (message := await self._read()) is not None and not writer.done():
                task = asyncio.create_task(self._answer(message))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
        finally:
            for task in self._tasks:
                task.cancel()
            if self.table is not None:
                self.table.leave(self)
            self.hub.contests.leave(self)

    async def _write(self) -> None:
        while True:
            text = await self._out.get()
            await self.socket.send_text(text)
            self._unread -= len(text)

    async def _read(self) -> dict[str, Any] | None:
        """Return the next request; close the connection and return None if it is invalid."""
        try:
            text = await self.socket.receive_text()
        except (WebSocketDisconnect, KeyError, RuntimeError):
            return None
        message = None
        if len(text) <= LARGEST and len(self._tasks) <= WAITING:
            with suppress(ValueError):
                message = parse_json(text)
        if isinstance(message, dict):
            return message
        with suppress(RuntimeError, WebSocketDisconnect):
            await self.socket.close(NONSENSE)
        return None

    async def _answer(self, message: dict[str, Any]) -> None:
        number = message.get("id") if isinstance(message.get("id"), int) else None
        try:
            do = REQUESTS.get(str(message.get("do")))
            if do is None:
                raise ForthgameError("there is no such request")
            refuse_visitors(self.access, message)
            answer = await do(self.hub, self, message) or {}
        except ForthgameError as error:
            answer = {"error": str(error)}
        except Exception:
            log.exception("a request has failed")
            answer = {"error": "the server has failed: its terminal shows how"}
        self.send({"answer": number, **answer})


def make_app(hub: Hub, hosts: Hosts) -> Starlette:
    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await hub.start()
        try:
            yield
        finally:
            await hub.stop()

    async def page(request: Request) -> Response:
        return FileResponse(WEB / "index.html", media_type=KINDS[".html"])

    async def part(request: Request) -> Response:
        name = request.path_params["name"]
        kind = KINDS.get(Path(name).suffix)
        if kind is None or name not in FILES:
            return Response("There is no such file.\n", 404, media_type="text/plain")
        return FileResponse(WEB / name, media_type=kind)

    async def socket(connection: WebSocket) -> None:
        await Connection(hub, connection, connection.scope["access"]).serve()

    return Starlette(
        routes=[
            Route("/", page, methods=["GET"]),
            Route("/web/{name}", part, methods=["GET"]),
            WebSocketRoute("/socket", socket),
        ],
        middleware=[Middleware(AccessGuard, keys=hub.key, hosts=hosts)],
        lifespan=lifespan,
    )


FILES = frozenset(path.name for path in WEB.iterdir() if path.suffix in KINDS)


class LimitedConnection(H11Protocol):
    """An HTTP connection. When there are too many, the oldest is closed.

    Idle or slow connections therefore cannot block pages or exhaust file descriptors.
    """

    _open: ClassVar[dict[LimitedConnection, None]] = {}  # oldest first

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._open[self] = None
        if len(self._open) > MOST:
            first = next(iter(self._open))
            del self._open[first]
            first.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._open.pop(self, None)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Pass the connection to the websocket protocol.

        Refuse it if the handshake does not begin, since that protocol ignores requests it cannot
        read.
        """
        self._open.pop(self, None)
        super().handle_websocket_upgrade(event)
        if not getattr(self.transport.get_protocol(), "handshake_initiated", True):
            self.send_400_response("Invalid request for a websocket.")

    def send_400_response(self, msg: str) -> None:
        """Refuse an invalid request, once."""
        answered = self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE)
        if self.cycle is not None:
            self.cycle.disconnected = True  # discards output of the handler
        if answered:
            self.transport.close()
        else:
            super().send_400_response(msg)


def run(hub: Hub, hosts: Hosts, listener: socket.socket) -> None:
    """Serve until Ctrl-C.

    Invalid requests are not logged, since anyone who reaches the port can send any number of them.
    """
    report_in_lines(logging.ERROR)
    config = uvicorn.Config(
        make_app(hub, hosts),
        http=LimitedConnection,
        backlog=AT_ONCE,
        ws="websockets-sansio",
        ws_max_size=LARGEST,
        ws_per_message_deflate=hosts.numbers,  # locally, compressing is slower than sending
        lifespan="on",
        log_config=None,
        log_level="error",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    uvicorn.Server(config).run(sockets=[listener])
