"""Access control: host name, origin, and proofs of a key for the page's connection.

The server runs engines and can save scripts, so pages of other origins must not reach it: the host
check stops names that resolve to this machine; the origin check stops websockets, which browsers do
not restrict. The files of the page are those of the package and contain no secret; everything else
goes through a websocket that needs the proof of a key (`access_proof.py`). There is no cookie,
because all ports of a host share them.
"""

from __future__ import annotations

import hmac
import ipaddress
import socket
from collections.abc import Callable
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from forthgame.ui.serve.access_proof import PAGE, SERVER, Access, Nonces, proof_of

LOOPBACK = ("127.0.0.1", "localhost", "::1")
USUAL = "80"  # default port of http, which browsers omit
MOST_FIELDS = 20  # query fields of an address
UNKNOWN = 4403  # close code of a refused websocket
NONCE = "/nonce"  # path of a fresh nonce
KeyRing = Callable[[str], tuple[str, Access] | None]  # the key of a name, and what it opens


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def is_loopback(host: str) -> bool:
    address = _address(host)
    return host == "localhost" or (address is not None and address.is_loopback)


class Hosts:
    """Names of this server."""

    def __init__(self, host: str, port: int) -> None:
        self.port = port
        self.numbers = not is_loopback(host)  # accept any numeric address
        self.names = {*LOOPBACK, host}
        if self.numbers:
            self.names |= {socket.gethostname().lower(), socket.getfqdn().lower()}

    def known(self, given: str) -> bool:
        """Return whether a Host header, or the host of an origin, names this server.

        Only names of this machine are accepted, so a page cannot reach it by a domain of its own.
        """
        host, colon, port = given.lower().rpartition(":")
        if not colon or given.endswith("]"):
            host, port = given.lower(), USUAL
        if port != str(self.port) or not host:
            return False
        host = host.removeprefix("[").removesuffix("]")
        return host in self.names or (self.numbers and _address(host) is not None)


class AccessGuard:
    """ASGI middleware that refuses unauthorised requests and adds security headers."""

    def __init__(self, app: ASGIApp, keys: KeyRing, hosts: Hosts) -> None:
        self.app, self.keys, self.hosts = app, keys, hosts
        self.nonces = Nonces()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        problem = self._problem(scope, headers, host)
        if not problem and scope["type"] == "websocket":
            problem = self._enter(scope, host)

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer = MutableHeaders(scope=message)
                for name, value in policy(host if self.hosts.known(host) else "").items():
                    answer.setdefault(name, value)
            await send(message)

        if scope["type"] == "websocket" and problem:
            await receive()
            await send({"type": "websocket.close", "code": UNKNOWN, "reason": problem})
        elif problem:
            await PlainTextResponse(problem + "\n", 403)(scope, receive, guarded)
        elif scope["type"] == "http" and scope["path"] == NONCE:
            await PlainTextResponse(self.nonces.new())(scope, receive, guarded)
        else:
            await self.app(scope, receive, guarded)

    def _problem(self, scope: Scope, headers: Headers, host: str) -> str:
        if len(headers.getlist("host")) != 1 or not self.hosts.known(host):
            return "This server is not known by that name."
        origin = headers.get("origin")
        scheme, _, where = (origin or "").partition("://")
        own = where.lower() == host.lower() and scheme == "http" and "/" not in where
        if (origin is not None and not own) or (scope["type"] == "websocket" and not own):
            return "Requests of other pages are refused."
        site = headers.get("sec-fetch-site", "none")
        if site not in ("none", "same-origin") and headers.get("sec-fetch-mode") != "navigate":
            return "Requests of other pages are refused."
        return ""

    def _enter(self, scope: Scope, host: str) -> str:
        """Check the proof of a websocket; return why it is refused, or an empty text.

        The scope receives the access, and the proof that the server knows the key too.
        """
        try:
            query = parse_qs(scope["query_string"].decode("latin-1"), max_num_fields=MOST_FIELDS)
        except ValueError:  # more fields than a page sends
            query = {}
        name, nonce, mine, given = (
            str(query.get(field, [""])[0]) for field in ("key", "nonce", "mine", "proof")
        )
        found = self.keys(name)
        if found is not None and self.nonces.valid(nonce):
            key, access = found
            wanted = proof_of(key, PAGE, host, nonce, mine)
            if hmac.compare_digest(given.encode("utf-8", "replace"), wanted.encode()):
                self.nonces.spend(nonce)
                scope["access"] = access
                scope["proof"] = proof_of(key, SERVER, host, nonce, mine)
                return ""
        return "The address lacks its token, or the token is that of an earlier start."


def policy(host: str) -> dict[str, str]:
    """Return headers that restrict the page to its needs."""
    sockets = f" ws://{host}" if host else ""
    return {
        "content-security-policy": (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
            f"connect-src 'self'{sockets}; base-uri 'none'; form-action 'none'; "
            "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types board"
        ),
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
        "cache-control": "no-store",
    }
