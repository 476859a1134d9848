"""Running the server on a socket that listens."""

from __future__ import annotations

import socket

import uvicorn

from forthgame.ui.serve.app import LARGEST, make_app
from forthgame.ui.serve.connections import AT_ONCE, Connection
from forthgame.ui.serve.guard import Hosts
from forthgame.ui.serve.hub import Hub


def run(hub: Hub, hosts: Hosts, listener: socket.socket) -> None:
    """Serve until Ctrl-C."""
    config = uvicorn.Config(
        make_app(hub, hosts),
        http=Connection,
        backlog=AT_ONCE,
        ws="websockets-sansio",
        ws_max_size=LARGEST,
        ws_per_message_deflate=hosts.numbers,  # on this machine packing takes longer than sending
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    uvicorn.Server(config).run(sockets=[listener])
