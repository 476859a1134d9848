"""Tests of connections without requests, and of pages that read nothing."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import pytest

from tests.waiting import HANGS_AFTER

pytest.importorskip("starlette", reason="needs the extra `board`")

import uvicorn
from starlette.websockets import WebSocket

from forthgame.ui.serve import http_server
from forthgame.ui.serve.access_guard import NONCE, Hosts
from forthgame.ui.serve.access_proof import Access, entry_query
from forthgame.ui.serve.http_server import Connection
from forthgame.ui.tables import table_view
from forthgame.ui.tables.table_view import Message, Views
from forthgame.ui.terminal.log_lines import report_in_lines
from forthgame.ui.worker.answer_framing import BODY
from serve.talking import TOKEN, make_hub


def test_connections_that_wait_give_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest ones are closed, and the page loads."""
    monkeypatch.setattr(http_server, "MOST", 5)

    async def flooded(port: int) -> tuple[int, str]:
        writers = []
        readers = []
        for _ in range(9):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET / HTTP/1.1\r\nX-")
            readers.append(reader)
            writers.append(writer)
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        line = (await reader.readline()).decode()
        ended = 0
        for other in readers[:5]:
            with suppress(ConnectionError):
                assert not await asyncio.wait_for(other.read(), HANGS_AFTER)
            ended += 1
        for each in [*writers, writer]:
            each.close()
        return ended, line

    assert served(tmp_path, flooded) == (5, "HTTP/1.1 200 OK\r\n")


@pytest.mark.parametrize(
    "more",
    [b"Content-Length: 5\r\n", b"X: a\r\n" * 200, b"X: " + b"x" * 9000 + b"\r\n", b"X: \xff\r\n"],
    ids=("body", "headers", "long", "byte"),
)
def test_a_websocket_that_cannot_be_opened_is_ended(tmp_path: Path, more: bytes) -> None:
    """Otherwise it would stay open without being counted."""

    async def asked(port: int) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /socket HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n")
        writer.write(
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
        )
        writer.write(b"Host: x\r\n" + more + b"\r\n")
        answer = await asyncio.wait_for(reader.read(), HANGS_AFTER)
        writer.close()
        return answer[:11]

    assert served(tmp_path, asked) in (b"HTTP/1.1 40", b"HTTP/1.1 43")


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1"], ids=("stranger", "page"))
@pytest.mark.parametrize("late", [False, True], ids=("at once", "after the answer"))
def test_a_damaged_request_has_one_answer(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, host: str, late: bool
) -> None:
    """The server's terminal stays silent, since anyone who reaches the port can send it."""

    async def asked(port: int) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        head = f"GET / HTTP/1.1\r\nHost: {host}:{port}\r\nTransfer-Encoding: chunked"
        writer.write(f"{head}\r\n\r\n".encode())
        answer = b""
        if late:
            answer = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), HANGS_AFTER)
        writer.write(b"zz\r\n")
        answer += await asyncio.wait_for(reader.read(), HANGS_AFTER)
        writer.close()
        return answer

    answer: bytes = served(tmp_path, asked)
    usual = b"200 OK" if host == "127.0.0.1" else b"403 Forbidden"
    assert answer.startswith(b"HTTP/1.1 " + (usual if late else b"400 Bad Request"))
    assert answer.count(b"HTTP/1.1 ") == 1
    assert not caplog.records


def test_a_text_that_is_none_is_reported_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page learns the reason from the code; internal errors are shown whole."""
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", [])

    async def asked(port: int) -> bytes:
        host = f"127.0.0.1:{port}"
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET {NONCE} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        await reader.readuntil(b"\r\n\r\n")
        nonce = (await reader.read(1000)).decode()
        head = (
            f"GET /socket?{entry_query(TOKEN, host, nonce)} HTTP/1.1\r\nHost: {host}\r\n"
            f"Origin: http://127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        writer.write(head.encode())
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"\x81\x82\0\0\0\0\xff\xfe")
        answer = await asyncio.wait_for(reader.read(), HANGS_AFTER)
        writer.close()
        return answer

    report_in_lines(logging.ERROR)
    assert served(tmp_path, asked)[-2:] == (1007).to_bytes(2, "big")
    told = capsys.readouterr().err
    assert told.startswith("Invalid UTF-8 sequence received from client: ")
    assert told.count("\n") == 1
    try:
        raise ValueError("ours")
    except ValueError:
        http_server.log.exception("a request has failed")
    assert capsys.readouterr().err.splitlines()[1].startswith("Traceback")
    http_server.log.warning("not shown")
    assert capsys.readouterr().err == ""


def served(tmp_path: Path, work: Callable[[int], Any]) -> Any:
    """Return the result of some work with the port of a server."""

    async def both() -> Any:
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            port = listener.getsockname()[1]
            site = http_server.make_app(make_hub(tmp_path), Hosts("127.0.0.1", port))
            config = uvicorn.Config(
                site,
                http=http_server.LimitedConnection,
                ws="websockets-sansio",
                lifespan="off",
                log_config=None,
                log_level="error",
            )
            server = uvicorn.Server(config)
            serving = asyncio.create_task(server.serve(sockets=[listener]))
            try:
                while not server.started:
                    await asyncio.sleep(0.01)
                return await work(port)
            finally:
                server.should_exit = True
                await serving

    return asyncio.run(both())


class Deaf:
    """A websocket whose other end reads nothing."""

    async def send_text(self, text: str) -> None:
        """Wait for ever."""
        await asyncio.Event().wait()


def test_a_page_that_reads_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Little is kept for it, however large its positions are."""
    monkeypatch.setattr(http_server, "UNREAD", 1000)

    async def asked() -> tuple[int, int]:
        page = Connection(cast(Any, None), cast(WebSocket, Deaf()), Access("server"))
        sizes = []
        for number in range(20):
            page.send({"answer": number, BODY: "x" * 300})
            sizes.append(page._out.qsize())
        return max(sizes), sizes[-1]

    assert asyncio.run(asked()) == (4, 0)


def test_a_page_that_reads_gets_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    """This holds for any amount of data."""
    monkeypatch.setattr(http_server, "UNREAD", 1000)
    seen = []

    class Reading:
        async def send_text(self, text: str) -> None:
            seen.append(text)

    async def asked() -> None:
        page = Connection(cast(Any, None), cast(WebSocket, Reading()), Access("server"))
        writer = asyncio.create_task(page._write())
        for number in range(20):
            page.send({"answer": number, BODY: "x" * 900})
            await asyncio.sleep(0)
        writer.cancel()

    asyncio.run(asked())
    assert len(seen) == 20


def test_large_positions_are_stored_up_to_a_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures not requested for longest are drawn anew."""
    monkeypatch.setattr(table_view, "LARGEST", 1000)
    drawn = []

    async def looked() -> None:
        kept = Views()
        for key in ("a", "b", "a", "c", "a", "b"):

            async def draw(key: str = key) -> Message:
                drawn.append(key)
                return {BODY: key * 450}

            assert (await kept.get(key, draw))[BODY] == key * 450

    asyncio.run(looked())
    assert drawn == ["a", "b", "c", "b"]
