"""Common parts of the notations of moves: letters, names of positions, and readings of texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from string import ascii_letters, digits
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from forthgame.position.texts.piece_placement import Letters
from forthgame.position.texts.texts_file import TextsTable, find_tables
from forthgame.words.registers import memory_layout as at

if TYPE_CHECKING:
    from forthgame.position.moves import Move, Moves
    from forthgame.position.playthrough import Playthrough
    from forthgame.rules.script import Script

NO_MOVE = frozenset(("--", "0000", "Z0", "@@@@"))  # a null move in UCI, SAN and their programs
LONGEST = 400  # characters of a text that is read as a notation
KNOWN = 1 << 13  # parsed texts that are cached
JUDGEMENTS = re.compile(r"\s*(?:[!?]+|\$[0-9]{1,3})\Z", re.ASCII)  # after the text of a move
Form = TypeVar("Form")


class Reading(NamedTuple):
    """The moves that a text of a notation means, and why there is none if that is known."""

    numbers: Sequence[int]
    reason: str = ""


class Notation:
    """A notation of moves.

    `text` writes a move of a list, and `read` finds the moves of a text; both need the list only.
    `write` and `texts` add signs that depend on the position after the move, such as `+`.
    """

    names: PlaceNames | None = None  # if it names positions one by one

    def __init__(self, game: Script, table: TextsTable) -> None:
        self.game, self.table = game, table
        self.letters = Letters(find_tables(game).table("fen").table("pieces"))
        self.passing = table.text("pass", "")
        self._pass = self.passing.casefold()
        letters = table.table("letters")  # types with other letters than in positions
        self.own = {letters.kind(kind): letter for kind, letter in letters.items()}
        self._letters: dict[int, str] = {}  # by player and type
        self.positions = game.positions

    # -- writing --------------------------------------------------------------------------------

    def text(self, moves: Moves, number: int) -> str:
        """Return the text of a move of a list, empty if the notation does not have one."""
        raise NotImplementedError

    def signs(self, state: Playthrough, numbers: Sequence[int]) -> list[str]:
        """Return the signs that follow the texts of moves of a position."""
        return [""] * len(numbers)

    def write(self, state: Playthrough, move: Move, moves: Sequence[Move]) -> str:
        """Return the text of a legal move with its signs, empty if there is none."""
        text = self.text(state.moves(after_end=True), move.index)
        return text + self.signs(state, [move.index])[0] if text else ""

    def texts(self, state: Playthrough) -> list[str]:
        """Return the texts of all legal moves; the long text of a move without another."""
        moves = state.moves()
        numbers = range(len(moves))
        moves._outlines.prepare()
        signs = self.signs(state, numbers)
        return [
            text + sign if (text := self.text(moves, k)) else moves.text_of(k)
            for k, sign in zip(numbers, signs, strict=True)
        ]

    def letter(self, piece: int) -> str:
        """Return the letter of a player's piece. Raises TextsError if there is none."""
        found = self._letters.get(piece)
        if found is None:
            owner, number = self.game.player_by_code(piece), piece & at.PIECE_MASK
            if owner is None or not 1 <= number <= len(self.game.pieces):
                return ""
            name = self.game.pieces[number - 1]
            found = self.own.get(name) or self.letters.letter(self.table, (owner.name, name))
            self._letters[piece] = found
        return found

    def capitals(self) -> dict[str, frozenset[int]]:
        """Return the numbers of the piece types that have a letter, by the letter in upper case."""
        found: dict[str, set[int]] = {}
        pieces = self.game.pieces
        for (_, name), letter in self.letters.written.items():
            letter = self.own.get(name) or letter
            found.setdefault(letter.upper(), set()).add(pieces.index(name) + 1)
        return {letter: frozenset(numbers) for letter, numbers in found.items()}

    # -- reading --------------------------------------------------------------------------------

    def read(self, moves: Moves, text: str) -> Reading | None:
        """Return the moves that a text means; None if it does not have the notation's form."""
        text = text.strip()
        if not text or len(text) > LONGEST:
            return None
        if text in NO_MOVE or (self._pass and text.casefold() == self._pass):
            passes = moves._outlines.passing()
            return Reading(passes, "" if passes else "passing is not a legal move")
        found = self.read_move(moves, text)
        if found is None and (text.endswith(("!", "?")) or "$" in text):
            body = JUDGEMENTS.sub("", text)
            return self.read(moves, body) if body not in (text, "") else None
        return found

    def asked(self, moves: Moves, text: str) -> str:
        """Return the question about a text that means no legal move, in the names of the script.

        It is a piece and two positions, two positions, or one; empty if the text has another form.
        """
        return ""

    def read_move(self, moves: Moves, text: str) -> Reading | None:
        """Read the text of a move that is not a pass, as `read` does."""
        raise NotImplementedError


def renamed(table: TextsTable) -> dict[str, str]:
    """Return names of positions by columns and rows: `files` from the left, `ranks` from the top.

    Without `ranks` a row keeps its number; `files` may be longer than the board is wide.
    """
    declared, names = table.game.declaration, {name: name for name in table.game.positions}
    files, ranks = table.text("files", ""), table.text("ranks", "")
    if not files and not ranks:
        return names
    board = next(iter(declared.boards), None)
    if board is None or len(files) < board.columns or len(ranks) not in (0, board.rows):
        raise table.fail("files and ranks have a character for each column and row")
    for (row, column), name in declared.first_grid().items():
        names[name] = files[column] + (ranks[row] if ranks else name.lstrip(ascii_letters))
    return names


class PlaceNames:
    """The names of positions in a notation.

    by_number  the name of each position
    numbers    the number of the position with a name; also in lower case if that is unique
    """

    def __init__(self, table: TextsTable) -> None:
        names = renamed(table)
        self.by_number = [names[name] for name in table.game.positions]
        self.numbers = {name: k for k, name in enumerate(self.by_number)}
        small = {name.lower(): k for k, name in enumerate(self.by_number)}
        self.either = len(small) == len(self.by_number)
        if self.either:
            self.numbers = small | self.numbers
        parts = [file_and_rank(name) for name in self.by_number]
        self.files = {file.lower() for file, rank in parts if file and rank}
        self.ranks = {rank for file, rank in parts if file and rank}

    def missing(self, text: str) -> str:
        """Return a sentence about a column or row that the board does not have, if one is named."""
        file, rank = file_and_rank(text)
        if not rank.isdecimal() or not file.isalpha() or not self.files:
            return ""
        if file.lower() not in self.files:
            return f"there is no column {file}"
        return "" if rank in self.ranks else f"there is no row {rank}"


def file_and_rank(name: str) -> tuple[str, str]:
    """Return the letters and the digits of a name such as `e4`."""
    file = name.rstrip(digits)
    return file, name[len(file) :]


class Parsed(dict[str, Form], Generic[Form]):
    """The forms of texts, each parsed once; it is emptied when it is full."""

    def __init__(self, parse: Callable[[str], Form]) -> None:
        super().__init__()
        self._parse = parse

    def __missing__(self, text: str) -> Form:
        form = self._parse(text)
        if len(self) >= KNOWN:
            self.clear()
        self[text] = form
        return form


def as_one(moves: Moves, numbers: Sequence[int]) -> Sequence[int]:
    """Return the first of moves with the same long text, else all of them."""
    if len(numbers) > 1 and len({moves.text_of(number) for number in numbers}) == 1:
        return numbers[:1]
    return numbers
