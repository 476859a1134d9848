"""Reports items that the words of a section leave on the stack."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from forthgame.base.source import Token
from forthgame.check.loading.load_errors import FindingCollector

SHOWN = 4  # words that are named
ADVICE = {
    "{setup}": "{setup} places one piece; write {setup}, player and piece before each position",
}


class Item(NamedTuple):
    """A stack item: the token that left it, and the section word before it."""

    token: Token
    keyword: Token


class Leftovers:
    """Tracks the depth of the stack through each section, token by token.

    `section` is the open section with its token, None between sections.
    """

    def __init__(self, reader: FindingCollector) -> None:
        self._reader = reader
        self.section: tuple[str, Token] | None = None
        self._items: list[Item] = []
        self._base = 0  # the depth at the start of the section
        self._keyword: Token | None = None

    def note(self, token: Token, depth: int, section: tuple[str, Token] | None) -> None:
        """Record the depth of the stack and the open section after a token was run."""
        if section is not self.section:
            if self.section is not None and token.text == f"{self.section[0]}}}":
                self._report(self.section[0])
            self.section, self._items, self._base = section, [], depth
            self._keyword = token
            return
        if section is None:
            return
        if token.text[0] == "{" or self._keyword is None:
            self._keyword = token
        self._base = min(self._base, depth)
        del self._items[depth - self._base :]
        while len(self._items) < depth - self._base:
            self._items.append(Item(token, self._keyword))

    def _report(self, section: str) -> None:
        """Report the remaining items, one finding for each part of the section."""
        for _, items in groupby(self._items, key=lambda item: item.keyword):
            part = list(items)
            names = list(dict.fromkeys(f"`{item.token.text}`" for item in part))
            told = ", ".join(names[:SHOWN]) + (" …" if len(names) > SHOWN else "")
            verb = "leaves" if len(names) == 1 else "leave"
            advice = ADVICE.get(part[0].keyword.text, "remove it, or write the word that takes it")
            self._reader.report(
                "FG112",
                f"nothing in {{{section} takes what {told} {verb} on the stack; {advice}",
                part[0].token.place,
                part[0].token.text,
            )
