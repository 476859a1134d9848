"""Tests of access: tokens, hosts, origins; and of the rights of a page."""

from __future__ import annotations

import webbrowser
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

pytest.importorskip("starlette", reason="needs the extra `board`")

from click.testing import CliRunner
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from forthgame.ui.commands.serve import command
from forthgame.ui.serve import access_proof, http_server
from forthgame.ui.serve.access_guard import NONCE, Hosts, is_loopback
from forthgame.ui.serve.access_proof import SERVER, Nonces, entry_query, proof_of
from forthgame.ui.serve.http_server import FILES
from serve.talking import HEADERS, HOST, ORIGIN, TOKEN, client_of, entry, make_hub, unframed


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """A client of an empty server."""
    with client_of(make_hub(tmp_path)) as found:
        yield found


def test_the_page_has_no_secret(client: TestClient) -> None:
    """Its files are those of the package; no answer sets a cookie, which other ports would get."""
    for path in ("/", "/web/main.js", "/web/style.css", NONCE):
        answer = client.get(path)
        assert answer.status_code == 200
        assert "set-cookie" not in answer.headers
        assert TOKEN not in answer.text


def refused(client: TestClient, query: str) -> bool:
    """Return whether a websocket with a query is refused."""
    try:
        with client.websocket_connect(f"/socket?{query}", headers=HEADERS):
            return False
    except WebSocketDisconnect as error:
        return error.code == 4403


@pytest.mark.parametrize("query", [
    "", "key=server", f"token={TOKEN}", "key=server&nonce={nonce}&mine=1&proof=",
    "key=server&nonce={nonce}&mine=1&proof=%FF%00", "key=play.&nonce={nonce}&proof=1",
    "key=play.../x&nonce={nonce}&proof=1", "key=watch.nowhere&nonce={nonce}&proof=1",
    "&".join(f"a{k}=1" for k in range(30)), f"key=server&nonce={{nonce}}&mine=1&proof={TOKEN}",
])  # fmt: skip
def test_without_a_proof_nothing_opens(client: TestClient, query: str) -> None:
    assert refused(client, query.format(nonce=client.get(NONCE).text))


def test_a_proof_opens_once(client: TestClient) -> None:
    query = entry_query(TOKEN, HOST, client.get(NONCE).text)
    assert not refused(client, query)
    assert refused(client, query)


def test_a_proof_for_another_port_opens_nothing(client: TestClient) -> None:
    """A program at another port cannot pass on what a page has sent to it."""
    assert refused(client, entry_query(TOKEN, "127.0.0.1:8732", client.get(NONCE).text))


def test_a_proof_of_another_key_opens_nothing(client: TestClient) -> None:
    assert refused(client, entry_query("another", HOST, client.get(NONCE).text))


@pytest.mark.parametrize(
    "nonce", ["", "x", "1-2-3", "9999999999.0-00-00", "\u0661-0-0", "-1.0-0-0"]
)
def test_a_nonce_of_somebody_else_is_none(client: TestClient, nonce: str) -> None:
    assert refused(client, entry_query(TOKEN, HOST, nonce))


def test_a_nonce_is_valid_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    nonces = Nonces()
    nonce = nonces.new()
    assert nonces.valid(nonce)
    monkeypatch.setattr(access_proof, "VALID", -1.0)
    assert not nonces.valid(nonce)


def test_the_server_proves_that_it_has_the_token(client: TestClient) -> None:
    """So a page tells its secrets to no other program that has taken the port."""
    nonce = client.get(NONCE).text
    query = entry_query(TOKEN, HOST, nonce)
    mine = query.partition("mine=")[2].partition("&")[0]
    with client.websocket_connect(f"/socket?{query}", headers=HEADERS) as socket:
        welcome = unframed(socket.receive_text())
    assert welcome["proof"] == proof_of(TOKEN, SERVER, HOST, nonce, mine)
    assert welcome["proof"] not in query


@pytest.mark.parametrize("host", ["evil.example:8731", "127.0.0.1", "127.0.0.1:80", "", "[::1",
                                  "127.0.0.1.evil.example:8731", "192.168.0.7:8731"])  # fmt: skip
def test_other_names_lead_nowhere(client: TestClient, host: str) -> None:
    """A page whose name points to this machine gets nothing, with the token or without."""
    answer = client.get("/", headers={"host": host})
    assert answer.status_code == 403
    assert "ws://" not in answer.headers["content-security-policy"]


@pytest.mark.parametrize("origin", [
    "http://evil.example", "null", f"https://{HOST}", "", "http://127.0.0.1:8732", f"{ORIGIN}/",
    f"x{ORIGIN}",
])  # fmt: skip
def test_other_origins_are_refused(client: TestClient, origin: str) -> None:
    """This goes for files, and for the websocket, which browsers do not protect."""
    assert client.get("/", headers={"origin": origin}).status_code == 403
    with (
        pytest.raises(WebSocketDisconnect) as refused,
        client.websocket_connect(entry(client), headers={"origin": origin, "host": HOST}),
    ):
        pass
    assert refused.value.code == 4403


def test_a_websocket_names_its_origin(client: TestClient) -> None:
    """Every browser sends it."""
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(entry(client), headers={"host": HOST}),
    ):
        pass


def test_pictures_on_other_pages_are_refused(client: TestClient) -> None:
    """A page elsewhere cannot include files of this one."""
    answer = client.get("/web/icon.svg", headers={"sec-fetch-site": "cross-site",
                                                  "sec-fetch-mode": "no-cors"})  # fmt: skip
    assert answer.status_code == 403


@pytest.mark.parametrize("path", ["/", "/web/main.js", "/web/nothing.js", "/nowhere"])
def test_every_answer_has_the_policy(client: TestClient, path: str) -> None:
    """Scripts from here alone, nothing inline, no frames."""
    headers = client.get(f"{path}").headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-resource-policy"] == "same-origin"


@pytest.mark.parametrize("name", ["../app.py", "..%2fapp.py", "%2e%2e/app.py", "app.py", ".", ""])
def test_only_the_files_of_the_page(client: TestClient, name: str) -> None:
    """Paths outside are refused, however they are written."""
    assert client.get(f"/web/{name}").status_code == 404


def test_nothing_is_from_elsewhere() -> None:
    """The page works without internet: files name no other server and have no inline script."""
    folder = Path(__file__).parents[2] / "forthgame" / "ui" / "serve" / "web"
    assert {"index.html", "main.js", "style.css"} <= FILES
    for name in FILES:
        text = (folder / name).read_text(encoding="utf-8")
        named = text.replace("http://www.w3.org/2000/svg", "")
        assert "http:" not in named, name
        assert "//cdn" not in named, name
        assert "innerHTML" not in named, name
        assert "@import" not in named, name
    assert (folder / "index.html").read_text().count("<script") == 1


@pytest.mark.parametrize(("host", "alone"), [("127.0.0.1", True), ("localhost", True),
                         ("::1", True), ("0.0.0.0", False), ("::", False), ("192.168.1.2", False),
                         ("example.org", False), ("127.0.0.1.example.org", False)])  # fmt: skip
def test_which_hosts_are_this_machine_alone(host: str, alone: bool) -> None:
    """All others are open."""
    assert is_loopback(host) is alone


def test_an_open_server_knows_numbers_and_its_own_name() -> None:
    """Other names are refused, since anyone could point them here."""
    hosts = Hosts("0.0.0.0", 8731)
    assert hosts.known("192.168.1.2:8731")
    assert hosts.known("[fe80::1]:8731")
    assert not hosts.known("evil.example:8731")
    assert not hosts.known("192.168.1.2:80")


def test_the_port_that_browsers_leave_out() -> None:
    hosts = Hosts("127.0.0.1", 80)
    assert all(map(hosts.known, ("127.0.0.1", "localhost:80", "[::1]", "[::1]:80")))
    assert not any(map(hosts.known, ("", "evil.example", "localhost:8731", "::1", ":80")))
    assert not Hosts("127.0.0.1", 8731).known("127.0.0.1")


@pytest.mark.parametrize("opened", [True, False])
def test_the_page_is_opened_where_that_is_requested(
    opened: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A private file leads to the printed address, which is no argument of a program."""
    done: list[str] = []

    def opened_page(address: str) -> None:
        path = Path(urlsplit(address).path)
        assert path.parent.stat().st_mode & 0o077 == 0
        done.append(path.read_text().partition("url=")[2].partition('"')[0])

    monkeypatch.setattr(webbrowser, "open", opened_page)
    monkeypatch.setattr(http_server, "run", lambda hub, hosts, listener: done.append("runs"))
    options = ["--port", "0", "--tables", str(tmp_path), *(["--open"] if opened else [])]
    told = CliRunner().invoke(command, ["tictactoe", *options])
    assert told.exit_code == 0, told.output
    address = told.stdout.removeprefix("The board is at ").splitlines()[0]
    assert done == ([address, "runs"] if opened else ["runs"])
