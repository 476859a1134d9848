"""Proofs by which a page and the server show each other that they know a key, without sending it.

A page fetches a nonce and adds one of its own. Both are hashed with the key and with the host and
port, so another program can neither learn the key nor pass a proof on to the server: not one that
listens at this port while the server is down, and not one that reads the network.
"""

from __future__ import annotations

import hmac
import secrets
import time
from dataclasses import dataclass
from typing import Literal

VALID = 60.0  # seconds in which a nonce can be used
PAGE, SERVER = "page", "server"  # who proves to know the key

AccessKind = Literal["server", "play", "watch"]


@dataclass(frozen=True)
class Access:
    """The reach of a page: everything, or one table to play or to watch."""

    kind: AccessKind
    table: str = ""

    @property
    def host(self) -> bool:
        """Return whether the page has the token that `forthgame serve` prints."""
        return self.kind == "server"


def new_key() -> str:
    return secrets.token_urlsafe(24)


def proof_of(key: str, role: str, host: str, nonce: str, mine: str) -> str:
    """Return the proof of a role for a server's nonce and the page's own."""
    text = "\n".join((role, host.lower(), nonce, mine))
    return hmac.new(key.encode(), text.encode("utf-8", "replace"), "sha256").hexdigest()


class Nonces:
    """Numbers of this server that can be used once, and only for a while.

    They are signed instead of stored, so requests for nonces use no memory.
    """

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)
        self._used: dict[str, float] = {}

    def new(self) -> str:
        text = f"{time.monotonic():.3f}-{secrets.token_hex(8)}"
        return f"{text}-{self._signature(text)}"

    def valid(self, nonce: str) -> bool:
        text, _, signature = nonce.rpartition("-")
        if not text.isascii() or nonce in self._used:
            return False
        if not hmac.compare_digest(
            signature.encode("utf-8", "replace"), self._signature(text).encode()
        ):
            return False
        return time.monotonic() - float(text.partition("-")[0]) <= VALID

    def spend(self, nonce: str) -> None:
        """Refuse a nonce from now on."""
        now = time.monotonic()
        self._used = {known: end for known, end in self._used.items() if end > now}
        self._used[nonce] = now + VALID

    def _signature(self, text: str) -> str:
        return hmac.new(self._key, text.encode(), "sha256").hexdigest()


def entry_query(key: str, host: str, nonce: str, name: str = "server") -> str:
    """Return the query with which a program enters as a page does: the websocket's address."""
    mine = secrets.token_hex(16)
    proof = proof_of(key, PAGE, host, nonce, mine)
    return f"key={name}&nonce={nonce}&mine={mine}&proof={proof}"
