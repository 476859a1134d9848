"""How many connections may wait at a time: whoever reaches the port can open them."""

from __future__ import annotations

import asyncio
from typing import ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

MOST = 100  # connections that are no websockets; a browser opens six
AT_ONCE = 64  # connections that are accepted before any of them is looked at


class Connection(H11Protocol):
    """A connection that is no websocket yet. Too many end the one that came first.

    So those that ask for nothing, or slowly, keep no page out and leave files to be opened.
    """

    _open: ClassVar[dict[Connection, None]] = {}  # in the order in which they came

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """It has been accepted."""
        super().connection_made(transport)
        self._open[self] = None
        if len(self._open) > MOST:
            first = next(iter(self._open))
            del self._open[first]
            first.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended."""
        self._open.pop(self, None)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """It is a websocket from here on, which another protocol serves.

        It ends where that protocol has not begun: a request that it cannot read is left unanswered.
        """
        self._open.pop(self, None)
        super().handle_websocket_upgrade(event)
        if not getattr(self.transport.get_protocol(), "handshake_initiated", True):
            self.send_400_response("Invalid request for a websocket.")

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request. A request that is damaged has one answer, the first."""
        answered = self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE)
        if self.cycle is not None:
            self.cycle.disconnected = True  # what it sends goes nowhere
        if answered:
            self.transport.close()
        else:
            super().send_400_response(msg)
