"""`forthgame serve`: serve the board to a browser."""

from __future__ import annotations

import socket
import webbrowser
from collections.abc import Iterator
from contextlib import closing, contextmanager
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from forthgame.base.errors import ForthgameError
from forthgame.base.source import error_reason
from forthgame.ui.terminal.escaping import echo

PORT = 8731
MISSING = (
    "`forthgame serve` needs starlette, uvicorn and websockets: pip install 'forthgame[board]'"
)


@click.command("serve")
@click.argument("games", nargs=-1, metavar="[GAME]…")
@click.option(
    "--port", type=click.IntRange(0, 65535), help=f"Port; by default {PORT}, or a free one."
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Address to listen at; any but loopback opens the board to others.",
)
@click.option("--open", "open_page", is_flag=True, help="Open the page in the browser.")
@click.option(
    "--tables", type=click.Path(path_type=Path, file_okay=False), help="Folder for saved tables."
)
def command(
    games: tuple[str, ...], port: int | None, host: str, open_page: bool, tables: Path | None
) -> None:
    """Play, analyse and edit games in the browser.

    GAME is a script, a folder of scripts or a bundled game; by default all bundled games. The
    printed address contains a token that is needed for access. Ctrl-C stops the server; played
    games are saved.
    """
    try:
        from forthgame.ui.serve.access_guard import Hosts, is_loopback
        from forthgame.ui.serve.access_proof import new_key
        from forthgame.ui.serve.http_server import run
        from forthgame.ui.serve.table_hub import Hub
        from forthgame.ui.tables.offered_scripts import ScriptCatalogue
        from forthgame.ui.tables.table_record import TableStore, tables_folder
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in ("starlette", "uvicorn", "websockets"):
            raise
        raise ForthgameError(MISSING) from None
    from forthgame.compile.interpreter.native_interpreter import compile_first
    from forthgame.ui.terminal.error_output import prepare_cache

    prepare_cache()
    catalogue = ScriptCatalogue(games)
    store = TableStore(tables or tables_folder())
    store.open()
    local = is_loopback(host)
    token = new_key()
    hub = Hub(catalogue, store, saving=local, token=token)
    for sentence in store.damaged:
        echo(f"left out: {sentence}", err=True)
    with closing(listening(host, port)) as listener:
        own = listener.getsockname()[1]
        address = f"http://{shown_host(host)}:{own}/#token={token}"
        compile_first()
        echo(f"The board is at {address}")
        if not local:
            echo(warning(host), err=True)
        echo(f"Tables are kept in {store.folder}. Ctrl-C stops.", err=True)
        with leading_to(address) as page:
            if open_page:
                webbrowser.open(page)
            run(hub, Hosts(host, own), listener)


@contextmanager
def leading_to(address: str) -> Iterator[str]:
    """Yield the address of a private file that leads a browser to another address.

    Other users of the machine can read the arguments of programs, so the token is not among them.
    """
    with TemporaryDirectory(prefix="forthgame-open-") as folder:
        path = Path(folder, "open.html")
        text = f'<!doctype html><meta http-equiv="refresh" content="0;url={escape(address)}">'
        path.write_text(text + "<title>forthgame</title>\n", encoding="utf-8")
        yield path.as_uri()


def warning(host: str) -> str:
    return (
        f"The board is open to others at {host}: whoever reaches this machine and has the whole "
        "address can play at all tables, read the scripts, and have engines run here; the links "
        "of a table open that table alone. The connection is not encrypted, so whoever reads the "
        "network sees the games. Scripts cannot be saved from the page."
    )


def shown_host(host: str) -> str:
    """Return the host as written in a URL."""
    if host in ("0.0.0.0", "::", ""):
        return socket.gethostname() if host else "localhost"
    return f"[{host}]" if ":" in host else host


def listening(host: str, port: int | None) -> socket.socket:
    """Return a listening socket, on the usual or a free port if none is given.

    Raises ForthgameError.
    """
    problem = ""
    for wanted in [port] if port is not None else [PORT, 0]:
        try:
            family, _, _, _, where = socket.getaddrinfo(
                host, wanted, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
            )[0]
            found = socket.socket(family, socket.SOCK_STREAM)
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                found.bind(where)
                found.listen(128)
            except OSError:
                found.close()
                raise
            return found
        except (OSError, UnicodeError) as error:  # an invalid name raises UnicodeError
            problem = error_reason(error)
    raise ForthgameError(f"cannot listen at {host}, port {port or PORT}: {problem}")
