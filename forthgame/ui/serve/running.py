"""Running the server on a socket that listens."""

from __future__ import annotations

import logging
import socket

import uvicorn

from forthgame.ui.reports import in_a_line
from forthgame.ui.serve.app import LARGEST, make_app
from forthgame.ui.serve.connections import AT_ONCE, Connection
from forthgame.ui.serve.guard import Hosts
from forthgame.ui.serve.hub import Hub

REPORTING = ("uvicorn.error", "asyncio")  # of the server; "forthgame.serve" is our own


def run(hub: Hub, hosts: Hosts, listener: socket.socket) -> None:
    """Serve until Ctrl-C. Whatever is sent to the port is at most a line at the terminal."""
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
    report_in_lines()
    uvicorn.Server(config).run(sockets=[listener])


def report_in_lines() -> None:
    """Have each failure of the server's own reported in a line: anybody may cause some."""
    for name in REPORTING:
        logging.getLogger(name).addFilter(in_a_line)
