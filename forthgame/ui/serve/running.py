"""Run the server on a listening socket."""

from __future__ import annotations

import logging
import socket

import uvicorn

from forthgame.ui.reports import report_in_lines
from forthgame.ui.serve.app import LARGEST, make_app
from forthgame.ui.serve.connections import AT_ONCE, Connection
from forthgame.ui.serve.guard import Hosts
from forthgame.ui.serve.hub import Hub


def run(hub: Hub, hosts: Hosts, listener: socket.socket) -> None:
    """Serve until Ctrl-C.

    Invalid requests are not logged, since anyone who reaches the port can send any number of them.
    """
    report_in_lines(logging.ERROR)
    config = uvicorn.Config(
        make_app(hub, hosts),
        http=Connection,
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
