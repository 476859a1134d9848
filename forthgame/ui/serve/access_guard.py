"""Access control: token of the address, host name and origin.

The server runs engines and can save scripts, so pages of other origins must not reach it: requests
need the token, which they lack, or its same-site cookie; the host check stops names that resolve to
this machine; the origin check stops websockets, which browsers do not restrict.
"""

from __future__ import annotations

import hmac
import ipaddress
import secrets
import socket
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = ("127.0.0.1", "localhost", "::1")
USUAL = "80"  # default port of http, which browsers omit
MOST_FIELDS = 20  # query fields of an address
UNKNOWN = 4403  # close code of a refused websocket


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def is_loopback(host: str) -> bool:
    address = _address(host)
    return host == "localhost" or (address is not None and address.is_loopback)


def new_token() -> str:
    return secrets.token_urlsafe(24)


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

    def __init__(self, app: ASGIApp, token: str, hosts: Hosts) -> None:
        self.app, self.token, self.hosts = app, token, hosts
        self.cookie = f"forthgame_{hosts.port}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        named = self._token_of(scope)
        problem = self._problem(scope, headers, host, named)

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer = MutableHeaders(scope=message)
                for name, value in policy(host if self.hosts.known(host) else "").items():
                    answer.setdefault(name, value)
                if not problem and self._same(named):
                    answer.append(
                        "set-cookie",
                        f"{self.cookie}={self.token}; Path=/; HttpOnly; SameSite=Strict",
                    )
            await send(message)

        if not problem:
            await self.app(scope, receive, guarded)
        elif scope["type"] == "http":
            await PlainTextResponse(problem + "\n", 403)(scope, receive, guarded)
        else:
            await receive()
            await send({"type": "websocket.close", "code": UNKNOWN, "reason": problem})

    def _problem(self, scope: Scope, headers: Headers, host: str, named: str) -> str:
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
        if not self._same(named) and not self._same(self._cookie_of(headers)):
            return (
                "The address lacks its token: open the whole address that `forthgame serve` has "
                "printed."
            )
        return ""

    def _same(self, given: str) -> bool:
        """Compare a token in constant time."""
        return hmac.compare_digest(given.encode("utf-8", "replace"), self.token.encode())

    def _token_of(self, scope: Scope) -> str:
        try:
            query = parse_qs(scope["query_string"].decode("latin-1"), max_num_fields=MOST_FIELDS)
        except ValueError:  # more fields than a page sends
            return ""
        return str(query.get("token", [""])[0])

    def _cookie_of(self, headers: Headers) -> str:
        cookies: SimpleCookie = SimpleCookie()
        try:
            cookies.load(headers.get("cookie", ""))
        except CookieError:
            return ""
        found = cookies.get(self.cookie)
        return str(found.value) if found else ""


def policy(host: str) -> dict[str, str]:
    """Return headers that restrict the page to its needs."""
    sockets = f" ws://{host}" if host else ""
    return {
        "content-security-policy": (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
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
