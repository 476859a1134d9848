"""Lines of a script that an answer names, as places for findings."""

from __future__ import annotations

import re
from pathlib import Path

from forthgame.base.errors import Place
from forthgame.rules.script import Script
from forthgame.words.table.dictionary import Word

NAMED = re.compile(r"([^\s()]+):(?:\d+, )*(\d+)\)")  # the last line of each group
OWNERS = frozenset(
    f"{who}{where}" for who in ("friend", "enemy") for where in ("?", "-at?", "-of?")
)
MOVING = frozenset(("move",))


class NamedLines:
    """The files of a script by name, and the lines that texts name in them."""

    def __init__(self, game: Script) -> None:
        words = game.forth.dictionary.words[game.forth.fence :]
        first = (game.forth.code.token(word.entry) for word in words)
        self.sources = {Path(t.source.name).name: t.source for t in first if t is not None}
        self.asks_owners = any(_asks_and_moves(game, word) for word in words)

    def place(self, text: str) -> Place | None:
        """Return the line of the script that a text names first, if possible not a definition.

        Of several lines together, the last one is the nearest to the cause.
        """
        every = [*NAMED.finditer(text)]
        if len(every) > 1 and text[: every[0].start()].endswith("` ("):
            every.append(every.pop(0))
        for found in every:
            source, line = self.sources.get(found[1]), int(found[2])
            rows = [] if source is None else source.text.split("\n")
            if source is not None and line <= len(rows):
                row = rows[line - 1]
                said = row.partition("\\")[0].strip()
                column = len(row) - len(row.lstrip()) + 1
                return Place(source.name, line, column, row, max(1, len(said)))
        return None

    def has(self, place: Place) -> bool:
        """Return whether a place is in the script, and not in the language's own words."""
        return Path(place.file).name in self.sources


def _asks_and_moves(game: Script, word: Word) -> bool:
    """Return whether a word asks for the owner of a piece, and moves one."""
    if word.kind != "colon":
        return False
    find, reached = game.forth.dictionary.find, game.forth.program.reachable({word.entry})
    asking = {found.entry for name in OWNERS if (found := find(name)) is not None}
    asks = any(function.entry in asking for function in reached)
    return asks and any(function.has(MOVING) for function in reached)
