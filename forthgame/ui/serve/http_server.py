"""HTTP server of the board, with a limit on open connections."""

from __future__ import annotations

import asyncio
import logging
import socket
from typing import ClassVar

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from forthgame.ui.serve.access_guard import Hosts
from forthgame.ui.serve.table_hub import Hub
from forthgame.ui.serve.web_application import LARGEST, make_app
from forthgame.ui.terminal.log_lines import report_in_lines

MOST = 100  # connections that are not websockets; a browser opens six
AT_ONCE = 64  # accepted connections waiting to be processed


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
