"""Moves in the notations of other programs: UCI and USI, SAN, and the numbers of draughts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from string import ascii_letters, digits
from typing import TYPE_CHECKING

from forthgame.base import arguments
from forthgame.base.errors import quoted
from forthgame.position.position_record import STEPS, moved_cell
from forthgame.position.texts.piece_placement import Letters, Squares
from forthgame.position.texts.texts_file import (
    Piece,
    TextsError,
    TextsTable,
    find_tables,
    tables_path,
)
from forthgame.rules.fact_cache import fact
from forthgame.words.registers import memory_layout as at

if TYPE_CHECKING:
    from forthgame.position.moves import Move
    from forthgame.position.playthrough import Playthrough
    from forthgame.rules.script import Script

SUFFIXES = "+#!?"  # signs after a move: check, mate, comments
Cell = tuple[int, int]  # row and column
Way = list[str]  # names of squares on a path


class Notation:
    """A notation of moves; `write` returns a text, `same` normalizes a text for comparison."""

    def __init__(self, game: Script, table: TextsTable) -> None:
        self.game, self.table = game, table
        self.letters = Letters(find_tables(game).table("fen").table("pieces"))
        self.passing = table.text("pass", "")
        letters = table.table("letters")  # types with other letters than in positions
        self.own = {letters.kind(kind): letter for kind, letter in letters.items()}

    def texts(self, state: Playthrough) -> list[str]:
        moves = state.moves()
        return [self.write(state, move, moves) or move.text for move in moves]

    def write(self, state: Playthrough, move: Move, moves: Sequence[Move]) -> str:
        """Return the text of a legal move, empty if the notation does not have one."""
        raise NotImplementedError

    def same(self, text: str) -> str:
        """Return the part of a text that is compared."""
        return text

    def compared(self, state: Playthrough, move: Move, moves: Sequence[Move]) -> str:
        """Return the compared part of a legal move's text."""
        return self.same(self.write(state, move, moves))

    def find(self, state: Playthrough, moves: Sequence[Move], text: str) -> Move | None:
        wanted = self.same(text)
        same = (m for m in moves if wanted and self.compared(state, m, moves) == wanted)
        return next(same, None)

    # -- effects of a move ----------------------------------------------------------------------

    def _piece(self, cell: int) -> Piece | None:
        owner, number = self.game.player_by_code(cell), cell & at.PIECE_MASK
        if owner is None or not 1 <= number <= len(self.game.pieces):
            return None
        return owner.name, self.game.pieces[number - 1]

    def moved(self, move: Move) -> Piece | None:
        """Return the piece that moves first or is placed."""
        return self._piece(moved_cell(move.actions))

    def promoted(self, move: Move) -> Piece | None:
        """Return the new piece after a change of type or a replacement, else None."""
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
        if piece is None:
            return ""
        return self.own.get(piece[1]) or self.letters.letter(self.table, piece)


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


class Coordinates(Notation):
    """Source and target, then the promotion: `e7e8q`; drops as `P@e5` (UCI, USI)."""

    def __init__(self, game: Script, table: TextsTable) -> None:
        super().__init__(game, table)
        self.drop = table.text("drop", "@")
        self.sign = table.text("promotion", "letter")
        self.names = renamed(table)

    def write(self, state: Playthrough, move: Move, moves: Sequence[Move]) -> str:
        if move.target is None:
            return self.passing
        target = self.names[move.target]
        if move.source is None:
            return f"{self.letter(self.moved(move)).upper()}{self.drop}{target}"
        became = self.promoted(move)
        suffix = "" if became is None else self.sign
        if became is not None and self.sign == "letter":
            suffix = self.letter(became).lower()
        return f"{self.names[move.source]}{target}{suffix}"


class Points(Notation):
    """The target alone, for games of placement: `d3`, `D4`. Read in either case."""

    def __init__(self, game: Script, table: TextsTable) -> None:
        super().__init__(game, table)
        self.names = renamed(table)
        small = {name.lower() for name in self.names.values()}
        self.either = len(small) == len(self.names)  # names are unique without case

    def same(self, text: str) -> str:
        return text.lower() if self.either else text

    def write(self, state: Playthrough, move: Move, moves: Sequence[Move]) -> str:
        return self.passing if move.target is None else self.names[move.target]


class San(Notation):
    """Standard algebraic notation: the piece's letter, the disambiguation, the target.

    `plain` is the piece without a letter; `castling` gives texts for moves of a piece. `check` is a
    word of the script that returns whether the player to move is in check; `decided` is the sign of
    a move that ends the game with a winner.
    """

    def __init__(self, game: Script, table: TextsTable) -> None:
        super().__init__(game, table)
        plain = table.text("plain", game.pieces[0])
        self.plain = table.kind(plain) if plain else ""
        self.check = table.text("check", "")
        self.decided = table.text("decided", "")
        self.castling: dict[tuple[str, str, str], str] = {}
        castling = table.table("castling")
        for text in castling.entries:
            for way in castling.texts(text):
                kind, source, target = (*way.split(), "", "", "")[:3]
                known = castling.kind(kind), castling.position(source), castling.position(target)
                self.castling[known] = text

    def same(self, text: str) -> str:
        body = text.rstrip(SUFFIXES)
        return body.replace("0-0", "O-O").replace("O-0", "O-O").replace("=", "")

    def write(self, state: Playthrough, move: Move, moves: Sequence[Move]) -> str:
        piece = self.moved(move)
        if move.target is None or piece is None:
            return self.passing
        signs = self._sign(state, move) if self.check or self.decided else ""
        return self._body(move, piece, moves) + signs

    def compared(self, state: Playthrough, move: Move, moves: Sequence[Move]) -> str:
        piece = self.moved(move)
        if move.target is None or piece is None:
            return self.same(self.passing)
        return self.same(self._body(move, piece, moves))  # signs of check are slow

    def _body(self, move: Move, piece: Piece, moves: Sequence[Move]) -> str:
        target = move.target or ""
        letter = "" if piece[1] == self.plain else self.letter(piece).upper()
        if move.source is None:
            return f"{letter}@{target}"
        if text := self.castling.get((piece[1], move.source, target)):
            return text
        became = self.promoted(move)
        suffix = f"={self.letter(became).upper()}" if became is not None else ""
        takes = "x" if move.captured else ""
        if not letter:
            file = move.source.rstrip(digits)
            own = file if takes or file != target.rstrip(digits) else ""
            return f"{own}{takes}{target}{suffix}"
        return f"{letter}{self._apart(move, piece, moves)}{takes}{target}{suffix}"

    def _apart(self, move: Move, piece: Piece, moves: Sequence[Move]) -> str:
        """Return column, row or both of the source if other such pieces reach the target."""
        source = move.source or ""
        others = {
            other.source
            for other in moves
            if other.target == move.target
            and other.source not in (None, source)
            and self.letter(self.moved(other)).upper() == self.letter(piece).upper()
        }
        if not others:
            return ""
        file, rank = source.rstrip(digits), source.lstrip(ascii_letters)
        if all(other is None or other.rstrip(digits) != file for other in others):
            return file
        same_rank = any(other is not None and other.endswith(rank) for other in others)
        return source if same_rank else rank

    def _sign(self, state: Playthrough, move: Move) -> str:
        """Return `+` for check, `#` for mate, `decided` for a decided game, else nothing."""
        after = state.ahead()
        after.play(move)
        outcome = after.outcome
        if self.decided and outcome in ("win", "loss"):
            return self.decided
        if not self.check:
            return ""
        with state.game.lock:
            in_check = after.run_here(after.game.forth.word(self.check).entry) != 0
        return ("#" if outcome == "loss" else "+") if in_check else ""


class JumpPaths:
    """Straight jumps on the first grid of a game."""

    def __init__(self, game: Script) -> None:
        self.names = game.declaration.first_grid()
        self.cells = {name: cell for cell, name in self.names.items()}

    def over(self, board: set[str], move: Move) -> Way | None:
        """Return a path from a move's source to its target over its captures in order, or None.

        `board` has the names of the occupied squares.
        """
        if move.source not in self.cells or move.target not in self.cells:
            return None
        free = board - {move.source}
        taken = [name for name in move.captured if name != move.source]
        return self._over(free, move.source, taken, move.target)

    def _over(self, board: set[str], start: str, taken: list[str], end: str) -> Way | None:
        if not taken:
            return [start] if start == end else None
        between = self._line(start, taken[0])
        if between is None or board & set(between):
            return None
        for name in self._squares_after(board, start, taken[0]):
            rest = self._over(board, name, taken[1:], end)
            if rest is not None:
                return [start, *rest]
        return None

    def taken(self, board: set[str], way: Way) -> set[str] | None:
        """Return the captures on a path, one piece in each jump; None if the path is invalid."""
        found: set[str] = set()
        for start, end in pairwise(way):
            between = self._line(start, end)
            filled = [name for name in between or () if name in board and name != way[0]]
            if len(filled) != 1:
                return None
            found.update(filled)
        return found

    def _step(self, start: str, end: str) -> Cell | None:
        """Return the direction between two squares of a row, column or diagonal."""
        if start not in self.cells or end not in self.cells:
            return None
        (row, column), (last, final) = self.cells[start], self.cells[end]
        down, right = last - row, final - column
        if start == end or (down and right and abs(down) != abs(right)):
            return None
        return (down > 0) - (down < 0), (right > 0) - (right < 0)

    def _line(self, start: str, end: str) -> list[str] | None:
        """Return the squares between two others, None if they are not on a straight line."""
        step = self._step(start, end)
        if step is None:
            return None
        found: list[str] = []
        (row, column), last = self.cells[start], self.cells[end]
        while (row := row + step[0], column := column + step[1]) != last:
            if (row, column) not in self.names:
                return None
            found.append(self.names[row, column])
        return found

    def _squares_after(self, board: set[str], start: str, over: str) -> Iterator[str]:
        step = self._step(start, over)
        if step is not None:
            row, column = self.cells[over]
            row, column = row + step[0], column + step[1]
            while (name := self.names.get((row, column))) is not None and name not in board:
                yield name
                row, column = row + step[0], column + step[1]


class SquareNumbers(Notation):
    """Numbers or names of squares, `11-15`, `x` for captures, with the whole path if it is needed.

    Texts with the whole path can always be read.
    """

    def __init__(self, game: Script, table: TextsTable) -> None:
        super().__init__(game, table)
        numbered = table.has("squares") or table.has("order")
        self.squares = Squares(table if numbered else find_tables(game).table("fen"))
        self.takes = table.text("takes", "x")
        self.named = table.text("write", "numbers") == "names"
        self.ways = JumpPaths(game)

    def write(self, state: Playthrough, move: Move, moves: Sequence[Move]) -> str:
        if move.source is None or move.target is None:
            return self.passing
        ends = [move.source, move.target]
        if sum((m.source, m.target) == (move.source, move.target) for m in moves) > 1:
            ends = self._way(state, move)
        sign = self.takes if move.captured else "-"
        return sign.join(self._name(name) for name in ends)

    def _name(self, name: str) -> str:
        return name if self.named else str(self.squares.numbers.get(name, name))

    def _way(self, state: Playthrough, move: Move) -> list[str]:
        names = self.game.positions
        way = [move.source or ""]
        for action in move.actions:
            if action.kind in STEPS and names[action.a] == way[-1]:
                way.append(names[action.b])
        return way if len(way) > 2 else self.ways.over(set(state.board), move) or way

    def find(self, state: Playthrough, moves: Sequence[Move], text: str) -> Move | None:
        given = re.split("[-x:]", text)
        if self.named:
            known = {name: name for name in self.game.positions}
        else:
            known = {str(number): name for name, number in self.squares.numbers.items()}
        way = [known.get(part, "") for part in given]
        if len(way) < 2 or "" in way:
            return super().find(state, moves, text)
        captures = "-" not in text
        found = [
            move
            for move in moves
            if (move.source, move.target) == (way[0], way[-1]) and bool(move.captured) is captures
        ]
        if len(way) > 2 or len(found) > 1:
            board = set(state.board)
            found = [
                move
                for move in found
                if way == self._way(state, move)
                # a piece that returns to its source does not capture itself
                or self.ways.taken(board, way) == set(move.captured) - {move.source}
            ]
        return found[0] if len(found) == 1 else None


STYLES = {"coordinates": Coordinates, "points": Points, "san": San, "numbers": SquareNumbers}


@fact
def notations(game: Script) -> dict[str, Notation]:
    """Return the notations in a game's file by name, cached. Raises TextsError."""
    moves = find_tables(game).table("moves")
    found: dict[str, Notation] = {}
    for name in moves.entries:
        table = moves.table(name)
        style = table.text("style", "coordinates")
        if style not in STYLES:
            raise table.fail(f"there is no style {style!r}: {', '.join(STYLES)}")
        found[name] = STYLES[style](game, table)
    return found


@fact
def _notations_if_any(game: Script) -> dict[str, Notation]:
    return {} if tables_path(game) is None else notations(game)


def notation_named(game: Script, name: str) -> Notation:
    """Return a notation by name. Raises TextsError."""
    arguments.instance(name, str, "a notation", "a name")
    known = notations(game)
    if name not in known:
        declared = ", ".join(known) or "none"
        raise TextsError(
            f"{game.name} declares no moves as {quoted(name)}; declared are: {declared}"
        )
    return known[name]


def find_in_notations(state: Playthrough, moves: Sequence[Move], text: str) -> Move | None:
    """Return the move with a text in any declared notation, or None."""
    known = _notations_if_any(state.game).values()
    return next(filter(None, (notation.find(state, moves, text) for notation in known)), None)


def written_in_notations(
    state: Playthrough, moves: Sequence[Move]
) -> Callable[[Move], Iterator[str]] | None:
    """Return a function for the texts of a move in the declared notations, if any."""
    known = _notations_if_any(state.game).values()
    if not known:
        return None
    return lambda move: (notation.compared(state, move, moves) for notation in known)
