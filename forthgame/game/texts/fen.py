"""Known texts of positions: FEN, SFEN, and the FEN of draughts."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING

from forthgame.game.facts import fact
from forthgame.game.position import PositionError, read_position
from forthgame.game.texts.content import (
    Content,
    Misread,
    Number,
    behind,
    content_of,
    numbers_of,
    turn_of,
)
from forthgame.game.texts.fields import Field, Whereabouts, field_of
from forthgame.game.texts.placement import Letters, Lists, Rows, Squares
from forthgame.game.texts.tables import ENDING, Table, TextsError, find_tables, tables_path

if TYPE_CHECKING:
    from forthgame.game.playthrough import Playthrough
    from forthgame.game.script import Script

BOARD = "board"
WORD = re.compile(r"[^ \t\r\n]+")


class Fen:
    """The format of a game's positions, from the table `[fen]` of its file."""

    def __init__(self, tables: Table) -> None:
        self.table = table = tables.table("fen")
        if not table.entries:
            raise tables.fail("the table [fen] is missing")
        self.style = table.text("style", "rows")
        self.letters = Letters(table.table("pieces"))
        self.defaults = table.table("defaults")
        self.numbers = numbers_of(table.table("numbers"))
        self.parts: list[tuple[str, str]] = []  # a field, and a bracketed one after it
        self.fields: dict[str, Field | Rows] = {}
        if self.style == "lists":
            self.lists = Lists(table, Squares(table))
        elif self.style == "rows":
            board = Rows(table.table(BOARD), self.letters)
            self.whereabouts = Whereabouts(table.table("whereabouts"), self.letters)
            for name in table.texts("fields"):
                outer, _, inner = name.partition("[")
                self.parts.append((outer, inner.rstrip("]")))
                for part in filter(None, self.parts[-1]):
                    own = board if part == BOARD else field_of(table, part, self.letters)
                    self.fields[part] = own
        else:
            raise table.fail(f"there is no style {self.style!r}: rows or lists")

    def write(self, state: Playthrough) -> str:
        content = content_of(state)
        if self.style == "lists":
            return self.lists.write(content)
        texts = []
        for outer, inner in self.parts:
            brackets = f"[{self.fields[inner].write(content)}]" if inner else ""
            texts.append(self.fields[outer].write(content) + brackets)
        return " ".join(texts)

    def read(self, game: Script, text: str) -> Playthrough:
        """Return the position of a text. Raises PositionError."""
        if not isinstance(text, str):
            raise TypeError(f"a position must be a text, not {type(text).__name__}")
        if len(text) > game.forth.limits.position:
            raise PositionError(f"it is longer than {game.forth.limits.position} characters")
        try:
            content = self._content(game, text)
        except Misread as error:
            place = f"column {error.offset + 1} of the position"
            raise PositionError(f"{place}: {error.message}") from None
        try:
            return read_position(game, content.line())
        except PositionError as error:  # its column refers to the line
            raise PositionError(str(error).partition(": ")[2]) from None

    def _content(self, game: Script, text: str) -> Content:
        content = Content(game)
        words = list(WORD.finditer(text))
        if self.style == "lists":
            if len(words) > 1:
                raise Misread("there is a second word", words[1].start())
            with behind(words[0].start() if words else 0):
                turn = turn_of(game, self.lists.read(content, words[0][0] if words else ""))
            if turn is None:
                raise Misread("that player has no turn")
            content.turn = turn
        else:
            self._read_fields(content, words, len(text))
            self.whereabouts.follow(content)
        for number in self.numbers:
            number.check(content)
        if not content.number:  # not set by a field
            content.number = 1 + max(content.turn - game.declaration.repeat_turn, 0)
        return content

    def _read_fields(self, content: Content, given: list[re.Match[str]], end: int) -> None:
        if len(given) > len(self.parts):
            message = f"there are {len(given)} fields, and {len(self.parts)} are meant"
            raise Misread(message, given[len(self.parts)].start())
        for k, (outer, inner) in enumerate(self.parts):
            if k < len(given):
                text, start = given[k][0], given[k].start()
            elif self.defaults.has(outer):
                text, start = self.defaults.text(outer), end
            else:
                raise Misread(f"the field {outer} is missing", end)
            if inner:
                text, bracket, rest = text.partition("[")
                if bracket and not rest.endswith("]"):
                    raise Misread("a ] is missing", start + len(text) + 1 + len(rest))
                with behind(start + len(text) + 1):
                    self.fields[inner].read(content, rest[:-1] or self.fields[inner].none)
            with behind(start):
                self.fields[outer].read(content, text)


@fact
def known_fen(game: Script) -> Fen:
    """Return the format of a game's positions, cached. Raises TextsError."""
    return Fen(find_tables(game))


@fact
def piece_limits(game: Script) -> list[Number]:
    """Return the limits on pieces in the game's own file of texts.

    Files of scripts that this one LOADs are ignored, as their rules may differ. A file with a
    mistake does not limit anything; the mistake is reported when its texts are used.
    """
    if tables_path(game) == game.path.with_name(game.path.stem + ENDING):
        with suppress(TextsError):
            return known_fen(game).numbers
    return []
