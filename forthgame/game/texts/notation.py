"""Moves as other programs write them: UCI and USI, SAN, and the numbers of draughts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from forthgame.game.moves import STEPS
from forthgame.game.texts.fen import Fen
from forthgame.game.texts.placement import Squares
from forthgame.game.texts.tables import Piece, Table, TextsError, find_tables, tables_path
from forthgame.lang import layout as at

if TYPE_CHECKING:
    from forthgame.game.game import Game
    from forthgame.game.moves import Move
    from forthgame.game.state import State

SUFFIXES = re.compile(r"(?:[+#]|[!?]{1,2})*$")


class Notation:
    """One way to write moves; `write` gives a text, `same` what counts of one that is read."""

    def __init__(self, game: Game, table: Table) -> None:
        self.game, self.table = game, table
        self.letters = Fen(find_tables(game)).letters
        self.passing = table.text("pass", "")

    def texts(self, state: State) -> list[str]:
        """The texts of the legal moves, in their order."""
        moves = state.moves()
        return [self.write(state, move, moves) or move.text for move in moves]

    def write(self, state: State, move: Move, moves: Sequence[Move]) -> str:
        """The text of a legal move, empty if this notation has none for it."""
        raise NotImplementedError

    def same(self, text: str) -> str:
        """What of a text is compared."""
        return text

    def compared(self, state: State, move: Move, moves: Sequence[Move]) -> str:
        """The same of a legal move."""
        return self.same(self.write(state, move, moves))

    # -- what a move does -----------------------------------------------------------------------

    def _piece(self, cell: int) -> Piece | None:
        owner, number = self.game.player_by_code(cell), cell & at.PIECE_MASK
        if owner is None or not 1 <= number <= len(self.game.pieces):
            return None
        return owner.name, self.game.pieces[number - 1]

    def moved(self, move: Move) -> Piece | None:
        """The piece that moves first, or that is placed."""
        steps = [action.c for action in move.actions if action.kind in STEPS]
        placed = [action.b for action in move.actions if action.kind == at.ACT_ADD]
        return next((self._piece(cell) for cell in (*steps, *placed)), None)

    def promoted(self, move: Move) -> Piece | None:
        """What the piece becomes, by a change of its type or another one put in its place."""
        if move.source is None or move.target is None:
            return None
        target, piece = self.game.positions.index(move.target), self.moved(move)
        became: Piece | None = None
        for action in move.actions:
            if action.kind == at.ACT_TYPE and action.a == target and piece is not None:
                if 1 <= action.b <= len(self.game.pieces):
                    became = (piece[0], self.game.pieces[action.b - 1])
            elif action.kind == at.ACT_ADD and action.a == target:
                became = self._piece(action.b)
        return None if became == piece else became

    def letter(self, piece: Piece | None) -> str:
        """Its letter in the texts of positions."""
        return "" if piece is None else self.letters.letter(self.table, piece)


class Coordinates(Notation):
    """From and to, with what a piece becomes behind: `e7e8q`; drops as `P@e5` (UCI, USI)."""

    def __init__(self, game: Game, table: Table) -> None:
        super().__init__(game, table)
        self.drop = table.text("drop", "@")
        self.sign = table.text("promotion", "letter")
        files, ranks = table.text("files", ""), table.text("ranks", "")
        self.names = dict.fromkeys(game.positions, "")
        for name in game.positions:
            self.names[name] = name
        if files or ranks:
            self._rename(files, ranks)

    def _rename(self, files: str, ranks: str) -> None:
        """Names of columns from the left and of rows from the top, as in shogi."""
        declared = self.game.declaration
        board = next(iter(declared.boards), None)
        if board is None or (len(files), len(ranks)) != (board.columns, board.rows):
            raise self.table.fail("files and ranks have a character for each column and row")
        for (number, row, column), k in declared.cells.items():
            if number == 0:
                self.names[declared.positions[k]] = files[column] + ranks[row]

    def write(self, state: State, move: Move, moves: Sequence[Move]) -> str:
        if move.target is None:
            return self.passing
        target = self.names[move.target]
        if move.source is None:
            return f"{self.letter(self.moved(move)).upper()}{self.drop}{target}"
        became = self.promoted(move)
        behind = "" if became is None else self.sign
        if became is not None and self.sign == "letter":
            behind = self.letter(became).lower()
        return f"{self.names[move.source]}{target}{behind}"


class San(Notation):
    """Standard algebraic notation: the piece's letter, what tells it from others, the target.

    `plain` is the piece without a letter; `castling` gives texts for moves of a piece. Checks are
    shown by `check`, a word of the script that says whether the player to move is in check.
    """

    def __init__(self, game: Game, table: Table) -> None:
        super().__init__(game, table)
        self.plain = table.kind(table.text("plain", game.pieces[0]))
        self.check = table.text("check", "")
        self.castling: dict[tuple[str, str, str], str] = {}
        castling = table.table("castling")
        for text in castling.entries:
            for way in castling.texts(text):
                kind, source, target = (*way.split(), "", "", "")[:3]
                known = castling.kind(kind), castling.position(source), castling.position(target)
                self.castling[known] = text

    def same(self, text: str) -> str:
        return SUFFIXES.sub("", text).replace("0-0", "O-O").replace("O-0", "O-O").replace("=", "")

    def write(self, state: State, move: Move, moves: Sequence[Move]) -> str:
        piece = self.moved(move)
        if move.target is None or piece is None:
            return self.passing
        return self._body(move, piece, moves) + (self._sign(state, move) if self.check else "")

    def compared(self, state: State, move: Move, moves: Sequence[Move]) -> str:
        piece = self.moved(move)
        if move.target is None or piece is None:
            return self.same(self.passing)
        return self.same(self._body(move, piece, moves))  # signs of check take time

    def _body(self, move: Move, piece: Piece, moves: Sequence[Move]) -> str:
        target = move.target or ""
        letter = "" if piece[1] == self.plain else self.letter(piece).upper()
        if move.source is None:
            return f"{self.letter(piece).upper()}@{target}"
        if text := self.castling.get((piece[1], move.source, target)):
            return text
        became = self.promoted(move)
        behind = f"={self.letter(became).upper()}" if became is not None else ""
        takes = "x" if move.captured else ""
        if not letter:
            file = move.source.rstrip("0123456789")
            own = file if takes or file != target.rstrip("0123456789") else ""
            return f"{own}{takes}{target}{behind}"
        return f"{letter}{self._apart(move, piece, moves)}{takes}{target}{behind}"

    def _apart(self, move: Move, piece: Piece, moves: Sequence[Move]) -> str:
        """The column, the row or both of the source, if other such pieces can go there."""
        source = move.source or ""
        others = {
            other.source
            for other in moves
            if other.target == move.target
            and other.source not in (None, source)
            and self.moved(other) == piece
        }
        if not others:
            return ""
        file, rank = source.rstrip("0123456789"), source.lstrip(
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
        )  # fmt: skip
        if all(other is None or other.rstrip("0123456789") != file for other in others):
            return file
        same_rank = any(other is not None and other.endswith(rank) for other in others)
        return source if same_rank else rank

    def _sign(self, state: State, move: Move) -> str:
        """`+` for check, `#` if the game is lost with it."""
        after = state.copy()
        after.play(move)
        outcome = after.outcome
        with state.game.lock:
            after._enter()
            in_check = after.game.run_event(self.check) != 0
        return ("#" if outcome == "loss" else "+") if in_check else ""


class Numbers(Notation):
    """Numbers of squares, `11-15`, `x` for captures; the whole way where that is needed."""

    def __init__(self, game: Game, table: Table) -> None:
        super().__init__(game, table)
        self.squares = Squares(table if table.has("squares") or table.has("order")
                               else find_tables(game).table("fen"))  # fmt: skip

    def write(self, state: State, move: Move, moves: Sequence[Move]) -> str:
        if move.source is None or move.target is None:
            return self.passing
        short = self._joined(move, [move.source, move.target])
        twins = [m for m in moves if (m.source, m.target) == (move.source, move.target)]
        return short if len(twins) == 1 else self._joined(move, self._way(move))

    def _way(self, move: Move) -> list[str]:
        names = self.game.positions
        way = [move.source or ""]
        for action in move.actions:
            if action.kind in STEPS and names[action.a] == way[-1]:
                way.append(names[action.b])
        return way

    def _joined(self, move: Move, way: list[str]) -> str:
        sign = "x" if move.captured else "-"
        return sign.join(str(self.squares.numbers.get(name, name)) for name in way)


_KNOWN: WeakKeyDictionary[Game, dict[str, Notation]] = WeakKeyDictionary()
STYLES = {"coordinates": Coordinates, "san": San, "numbers": Numbers}


def notations(game: Game) -> dict[str, Notation]:
    """The notations of moves that a game's file declares, by name. Raises TextsError."""
    moves = find_tables(game).table("moves")
    found = {}
    for name in moves.entries:
        table = moves.table(name)
        style = table.text("style", "coordinates")
        if style not in STYLES:
            raise table.fail(f"there is no style {style!r}: {', '.join(STYLES)}")
        found[name] = STYLES[style](game, table)
    return found


def notation_named(game: Game, name: str) -> Notation:
    """A notation by name. Raises TextsError."""
    known = notations(game)
    if name not in known:
        told = ", ".join(known) or "none"
        raise TextsError(f"{game.name} declares no moves as {name!r}; declared are: {told}")
    return known[name]


def _declared(game: Game) -> dict[str, Notation]:
    """The notations of a game, none where it has no file; they are read once."""
    if game not in _KNOWN:
        _KNOWN[game] = notations(game) if tables_path(game) is not None else {}
    return _KNOWN[game]


def find_in_notations(state: State, text: str) -> Move | None:
    """The legal move that a text means in one of the declared notations, if any are declared."""
    moves = state.moves()
    for notation in _declared(state.game).values():
        wanted = notation.same(text)
        for move in moves if wanted else ():
            if notation.compared(state, move, moves) == wanted:
                return move
    return None
