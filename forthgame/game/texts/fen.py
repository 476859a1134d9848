"""Positions as known texts: FEN, SFEN, and the FEN of draughts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.game.position import PositionError, read_position
from forthgame.game.texts.content import Content, content_of, turn_of
from forthgame.game.texts.fields import Field, Whereabouts, field_of
from forthgame.game.texts.placement import Letters, Lists, Rows, Squares
from forthgame.game.texts.tables import Table, find_tables

if TYPE_CHECKING:
    from forthgame.game.game import Game
    from forthgame.game.state import State

BOARD = "board"


class Fen:
    """How the positions of a game are written, by the table `[fen]` of its file."""

    def __init__(self, tables: Table) -> None:
        self.table = table = tables.table("fen")
        if not table.entries:
            raise tables.fail("the table [fen] is missing")
        self.style = table.text("style", "rows")
        self.letters = Letters(table.table("pieces"))
        self.defaults = table.table("defaults")
        self.parts: list[tuple[str, str]] = []  # a field, and one in brackets behind it
        self.fields: dict[str, Field] = {}
        if self.style == "lists":
            self.lists = Lists(table, Squares(table))
        elif self.style == "rows":
            self.board = Rows(table.table(BOARD), self.letters)
            self.whereabouts = Whereabouts(table.table("whereabouts"), self.letters)
            for name in table.texts("fields"):
                outer, _, inner = name.partition("[")
                self.parts.append((outer, inner.rstrip("]")))
                for part in filter(None, self.parts[-1]):
                    if part != BOARD:
                        self.fields[part] = field_of(table, part, self.letters)
        else:
            raise table.fail(f"there is no style {self.style!r}: rows or lists")

    def write(self, state: State) -> str:
        """The text of a position."""
        content = content_of(state)
        if self.style == "lists":
            return self.lists.write(content)
        texts = []
        for outer, inner in self.parts:
            brackets = f"[{self._write(content, inner)}]" if inner else ""
            texts.append(self._write(content, outer) + brackets)
        return " ".join(texts)

    def _write(self, content: Content, name: str) -> str:
        return self.board.write(content) if name == BOARD else self.fields[name].write(content)

    def read(self, game: Game, text: str) -> State:
        """The position that a text describes. Raises PositionError."""
        if len(text) > game.forth.limits.position:
            raise PositionError(f"it is longer than {game.forth.limits.position} characters")
        content = Content(game)
        if self.style == "lists":
            turn = turn_of(game, self.lists.read(content, text))
            if turn is None:
                raise PositionError("that player has no turn")
            content.turn = turn
        else:
            self._read_fields(content, text.split())
            self.whereabouts.follow(content)
        if content.number == 1:
            content.number += max(content.turn - game.declaration.repeat_turn, 0)
        return read_position(game, content.line())

    def _read_fields(self, content: Content, given: list[str]) -> None:
        if len(given) > len(self.parts):
            raise PositionError(f"there are {len(given)} fields, and {len(self.parts)} are meant")
        for k, (outer, inner) in enumerate(self.parts):
            if k < len(given):
                text = given[k]
            elif self.defaults.has(outer):
                text = self.defaults.text(outer)
            else:
                raise PositionError(f"the field {outer} is missing")
            if inner:
                text, _, behind = text.partition("[")
                self._read(content, inner, behind.rstrip("]") or self.fields[inner].none)
            self._read(content, outer, text)

    def _read(self, content: Content, name: str, text: str) -> None:
        if name == BOARD:
            self.board.read(content, text)
        else:
            self.fields[name].read(content, text)


def fen_of(state: State) -> str:
    """The position as its game's known text. Raises TextsError if the game declares none."""
    return Fen(find_tables(state.game)).write(state)


def read_fen(game: Game, text: str) -> State:
    """The position that a known text describes. Raises PositionError or TextsError."""
    return Fen(find_tables(game)).read(game, text)
