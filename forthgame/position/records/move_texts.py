"""The moves of a game as a format of records writes them, and the position a record begins with."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from forthgame.base.errors import TEXT_SHOWN, ForthgameError
from forthgame.position.move_texts import find_move, illegal, own_text
from forthgame.position.moves import Move
from forthgame.position.playthrough import Playthrough
from forthgame.position.position_editing import on_turn
from forthgame.position.records.annotations import SIGNS_AFTER
from forthgame.position.records.first_positions import (
    first_position,
    position_of_fen,
    position_of_line,
)
from forthgame.position.records.game_tree import GameTree, RecordedMove, Sides
from forthgame.position.seats import seats
from forthgame.position.simultaneous_turns import TURN_BYTES
from forthgame.position.texts.move_style import NO_MOVE
from forthgame.position.texts.notation import Notation, notation_named, notations
from forthgame.position.texts.texts_file import (
    TextsTable,
    declares_fen,
    find_tables,
    tables_path,
)
from forthgame.rules.script import Script

CLIENT_ENDS = True  # a record decides when its game is over: moves after an ending are played
NULL_MOVES = NO_MOVE | {"null", "NULL", "<>"}
SAFE = re.compile(r"[A-Za-z0-9+#:@-]")  # characters that readers of PGN accept within a move
SAFE_START = re.compile(r"[A-Za-z0-9@]")
CODED = re.compile(r"=([0-9A-F]{2})")
NUMERIC = re.compile(r"[0-9]+|[0-9]+-[0-9]+")  # a move number or a result, for some readers
SIGNED = frozenset("NDZ")  # texts that some readers take for annotations


def sides(game: Script, table: TextsTable) -> Sides | None:
    """Return the seats that other programs call White and Black; None unless there are two.

    White is declared by `white` in the table or in `[records]`, or has that name, or begins.
    """
    found = seats(game)
    if len(found) != 2:
        return None
    order = [game.player_by_code(turn.player) for turn in game.declaration.turns]
    first = next((player.name for player in order if player and player.name in found), found[0])
    usual = "White" if "White" in found else first
    white = table.text("white", records_table(game).text("white", usual))
    if white not in found:
        raise table.fail(f"white is one of the seats {' and '.join(found)}")
    return Sides(white, found[1 - found.index(white)], first)


def records_table(game: Script) -> TextsTable:
    """Return the table `[records]` of a game's file of texts; an empty one without a file."""
    if tables_path(game) is None:
        return TextsTable(game, game.path, "records", {})
    return find_tables(game).table("records")


def safe_text(text: str) -> str:
    """Return a text as one word that readers of PGN take for a move.

    Blanks become `_`; other characters that have a meaning in PGN become `=` and two hexadecimal
    digits for each of their bytes.
    """
    parts = [
        "_" if char == " "
        else char if SAFE.match(char) or (char == "=" and not CODED.match(text, k))
        else "".join(f"={byte:02X}" for byte in char.encode("utf-8", "surrogatepass"))
        for k, char in enumerate(text)
    ]  # fmt: skip
    if parts and (text in NULL_MOVES or text in SIGNED or not SAFE_START.match(text)
                  or (NUMERIC.fullmatch(text) and not _is_move_of_squares(text))):  # fmt: skip
        parts[0] = parts[0] if parts[0].startswith("=") else f"={ord(text[0]):02X}"
    word = "".join(parts)
    if SIGNS_AFTER.search(word):  # readers would take its end for an annotation
        return f"{word[:-1]}={ord(word[-1]):02X}"
    return word


def _is_move_of_squares(text: str) -> bool:
    return "-" in text and text not in ("1-0", "0-1", "0-0", "2-0", "0-2", "1-1")


def own_word(text: str) -> str:
    """Return the text of a move from its `safe_text`."""
    plain = text.replace("_", " ")
    if "=" not in plain:
        return plain
    coded = CODED.sub(lambda found: chr(0xDC00 + int(found[1], 16)), plain)
    data = b"".join(
        bytes([ord(c) - 0xDC00]) if 0xDC00 <= ord(c) < 0xDD00 else c.encode("utf-8", "replace")
        for c in coded
    )
    return data.decode("utf-8", "replace")


class MoveTexts:
    """Read and write the moves of a game in one format, PGN unless a subclass changes it.

    form       name of the format
    table      `[records.FORM]` of the game's file of texts
    notation   notation of the moves, None if the game declares none
    sides      seats that other programs call White and Black, None unless there are two
    any_seats  whether the format has games of any number of seats
    """

    form = "pgn"
    any_seats = False

    def __init__(self, game: Script) -> None:
        self.game = game
        self.table = records_table(game).table(self.form)
        self.sides = sides(game, self.table)
        self.notation = self._notation()

    def _notation(self) -> Notation | None:
        if self.table.has("moves"):
            return notation_named(self.game, self.table.text("moves"))
        known = {} if tables_path(self.game) is None else notations(self.game)
        return known.get("san") or next(iter(known.values()), None)

    # -- moves ----------------------------------------------------------------------------------

    def find(self, state: Playthrough, recorded: RecordedMove) -> Move:
        """Return the legal move that a record means. Raises IllegalMove."""
        text = recorded.text
        moves = state.moves(after_end=CLIENT_ENDS)
        if self.notation is not None:
            reading = self.notation.read(moves, text)
            if reading is not None and len(reading.numbers) == 1:
                return moves[reading.numbers[0]]
        plain = own_word(text)
        found = find_move(moves, plain) or self._short(moves, plain)
        if found is None and (bare := text.rstrip("+#")) != text:
            return self.find(state, RecordedMove(bare))
        if found is None:
            if not moves:
                raise illegal(moves, text, state.player, TEXT_SHOWN)
            return state.find(text, exact=True, after_end=CLIENT_ENDS)
        return found

    def _short(self, moves: Sequence[Move], text: str) -> Move | None:
        if not self.game.declaration.notation:
            return None
        return next((move for move in moves if move.short == text), None)

    def write(self, state: Playthrough, move: Move, moves: Sequence[Move]) -> str:
        """Return the text of a legal move, by which `find` finds it or an equivalent one."""
        declared = "" if self.notation is None else self.notation.write(state, move, moves)
        for text in (declared, safe_text(move.short)):
            if text and safe_text(text) == text and self._means(state, text, move):
                return text
        return safe_text(own_text(move))

    def _means(self, state: Playthrough, text: str, move: Move) -> bool:
        try:
            return self.find(state, RecordedMove(text)).key == move.key
        except ForthgameError:
            return False

    def played(self, state: Playthrough, recorded: RecordedMove) -> tuple[Playthrough, Move | None]:
        """Return the state after a recorded move, with the move; None for a null move.

        The given state is played on, except that a null move returns another one. Raises
        IllegalMove or ScriptError; the state is then unchanged.
        """
        try:
            move = self.find(state, recorded)
        except ForthgameError:
            if recorded.text not in NULL_MOVES or not self._can_pass(state):
                raise
            return on_turn(state, 1 - state.turn_cell(0) // TURN_BYTES), None
        state.play(move, after_end=CLIENT_ENDS)
        return state, move

    def _can_pass(self, state: Playthrough) -> bool:
        return len(self.game.declaration.turns) == 2 and not state.in_turn

    # -- positions and tags ---------------------------------------------------------------------

    def start(self, tree: GameTree) -> Playthrough:
        """Return the position that a record begins with. Raises ForthgameError."""
        if text := tree.tags.get("FEN"):
            return position_of_fen(self.game, text)
        if text := tree.tags.get("Position"):
            return position_of_line(self.game, text)
        return first_position(self.game)

    def trouble(self, tree: GameTree) -> str:
        """Return why a record is of another game, else an empty text."""
        return ""

    def start_tags(self, start: Playthrough) -> dict[str, str]:
        """Return the tags for a position from which a game began."""
        if start.position.whole == first_position(self.game).position.whole:
            return {}
        if declares_fen(self.game):
            return {"SetUp": "1", "FEN": start.fen()}
        return {"SetUp": "1", "Position": start.to_text()}

    def game_tags(self) -> dict[str, str]:
        """Return the tags that name the game."""
        return {}

    # -- finding the game of a record -----------------------------------------------------------

    @classmethod
    def script_for(cls, entries: dict[str, Any], tree: GameTree) -> str | None:
        """Return the script that a table `[records.FORM]` names for a record.

        The empty text is the script beside the table's file; None means that the record is of
        another game.
        """
        return ""

    @classmethod
    def named_game(cls, tree: GameTree) -> str:
        """Return the name of the script that a record contains, or an empty text."""
        return ""

    @classmethod
    def file_of(cls, tree: GameTree) -> str:
        """Return the rule file beside a record that it names, or an empty text."""
        return ""

    @classmethod
    def naming(cls, tree: GameTree) -> str:
        """Return what a record contains about its game, for messages."""
        return f"no bundled game has a table [records.{cls.form}]"
