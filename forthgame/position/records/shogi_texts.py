"""The moves and positions of CSA and KIF, as games declare them in `[records.csa]` and `.kif`.

Squares are numbered as in Japan: files from the right, ranks from the top.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from forthgame.base.errors import TEXT_SHOWN, ForthgameError, shortened
from forthgame.position.move_texts import illegal
from forthgame.position.moves import Move, Moves
from forthgame.position.playthrough import Playthrough
from forthgame.position.position_editing import on_turn_of, put, remove, with_value
from forthgame.position.records.first_positions import first_position
from forthgame.position.records.game_tree import GameTree, RecordedMove, RecordError
from forthgame.position.records.move_texts import CLIENT_ENDS, MoveTexts
from forthgame.position.texts.fen import known_fen
from forthgame.position.texts.fields import HandsField
from forthgame.rules.script import Script
from forthgame.words.registers import memory_layout as at

HAND = "00"  # square of the pieces in hand
ALL = "AL"  # all pieces that are not on the board yet
Content = tuple[str, str]  # seat and piece


class ShogiTexts(MoveTexts):
    """Common parts of CSA and KIF: squares by numbers, and pieces by names.

    The table has `pieces`, names of pieces for the types of the game; several names of a type are
    read, and the first is written.
    """

    def __init__(self, game: Script) -> None:
        super().__init__(game)
        form = self.form.upper()
        if not self.table.has("pieces") or self.sides is None:
            raise RecordError(
                f"{game.name} does not declare how {form} writes it: [records.{self.form}] pieces"
            )
        if self.sides.white != self.sides.first:
            raise self.table.fail("the seat that begins is White")
        pieces = self.table.table("pieces")
        self.kinds = {name: pieces.kind(kind) for name, kind in pieces.items()}
        self.written: dict[str, str] = {}
        for name, kind in self.kinds.items():
            self.written.setdefault(kind, name)
        board = next(iter(game.declaration.boards))
        self.columns, self.rows = board.columns, board.rows
        self.numbers = {
            name: f"{board.columns - column}{row + 1}"
            for (row, column), name in game.declaration.first_grid().items()
        }
        self.squares = {number: name for name, number in self.numbers.items()}

    # -- moves ----------------------------------------------------------------------------------

    def parts(self, moves: Moves, number: int) -> tuple[str, str, str, str]:
        """Return source (`00` for a drop) and target as numbers, the piece before and after."""
        source, target, moved, became, _ = moves._outlines.outline(number)
        if target < 0:
            raise ForthgameError("a move without a target")
        names = self.game.positions
        start = HAND if source < 0 else self.numbers[names[source]]
        return start, self.numbers[names[target]], self._name(moved), self._name(became or moved)

    def _name(self, piece: int) -> str:
        return self.written.get(self.game.pieces[(piece & at.PIECE_MASK) - 1], "")

    def found(
        self, state: Playthrough, recorded: RecordedMove, wanted: tuple[str, str, str | None, str]
    ) -> Move:
        """Return the legal move with these parts; a piece before the move of None fits any."""
        moves = state.moves(after_end=CLIENT_ENDS)
        if recorded.player in ("+", "-") and self.sides is not None:
            seat = self.sides.first if recorded.player == "+" else self.sides.black
            if seat != state.player:
                raise ForthgameError(f"a move of {seat}, where {state.player} is to move")
        source, target, before, after = wanted
        for move in moves:
            if move.target is None:
                continue
            own = self.parts(moves, move.index)
            same = own[2] == before or before is None
            if (own[0], own[1], own[3]) == (source, target, after) and same:
                return move
        raise illegal(moves, recorded.text, state.player, TEXT_SHOWN)

    def canonical(self, name: str) -> str:
        """Return the name that is written for a piece. Raises RecordError for an unknown one."""
        if name not in self.kinds:
            raise RecordError(f"there is no piece {shortened(name)!r}")
        return self.written[self.kinds[name]]

    # -- positions ------------------------------------------------------------------------------

    def placed(
        self, board: dict[str, Content], hands: dict[Content, int], seat: str
    ) -> Playthrough:
        """Return a position by its pieces on positions, in hands, and the seat to move."""
        state = first_position(self.game)
        for position in list(state.board):
            if board.get(position) != state.board[position]:
                state = remove(state, position)
        for position, content in board.items():
            if state.board.get(position) != content:
                state = put(state, *content, position)
        for (owner, kind), number in hands.items():
            if state.hands.get(owner, {}).get(kind, 0) != number:
                state = with_value(state, f"{owner}:{kind}", number)
        state = on_turn_of(state, seat)
        if state.position.trouble:
            raise RecordError(state.position.trouble)
        return state

    def names(self) -> tuple[str, str]:
        """Return the seats that begin and follow."""
        if self.sides is None:
            raise RecordError(f"{self.game.name} does not have two seats")
        return self.sides.first, self.sides.black

    @classmethod
    def script_for(cls, entries: dict[str, Any], tree: GameTree) -> str | None:
        size = entries.get("size", 9)
        return "" if size == cls.size_of(tree) else None

    @classmethod
    def size_of(cls, tree: GameTree) -> int:
        """Return the number of ranks of a record's first position."""
        return 9


class CsaTexts(ShogiTexts):
    """Moves as CSA has them: source, target and the piece after the move, `7776FU`."""

    form = "csa"

    def write(self, state: Playthrough, move: Move, moves: Sequence[Move]) -> str:
        listed = state.moves(after_end=CLIENT_ENDS)
        source, target, _, after = self.parts(listed, move.index)
        return f"{source}{target}{after}"

    def find(self, state: Playthrough, recorded: RecordedMove) -> Move:
        text = recorded.text
        after = self.canonical(text[4:])
        return self.found(state, recorded, (text[:2], text[2:4], None, after))

    def start(self, tree: GameTree) -> Playthrough:
        first, second = self.names()
        lines = tree.tags.get("Position", "PI").split("\n")
        turn = first if tree.tags.get("Turn", "+") == "+" else second
        if lines == ["PI"] and turn == first:
            return first_position(self.game)
        board, hands = dict[str, Content](), dict[Content, int]()
        for line in lines:
            self._read_line(line, board, hands)
        return self.placed(board, hands, turn)

    def _read_line(self, line: str, board: dict[str, Content], hands: dict[Content, int]) -> None:
        first, second = self.names()
        kind, rest = line[:2], line[2:]
        if kind == "PI":
            board.update(first_position(self.game).board)
            for square, _ in _pairs(rest, line):
                board.pop(self._square(square), None)
        elif kind in ("P+", "P-"):
            owner = first if kind == "P+" else second
            for square, name in _pairs(rest, line):
                if name == ALL:
                    self._give_all(owner, board, hands)
                elif square == HAND:
                    piece = (owner, self._kind(name))
                    hands[piece] = hands.get(piece, 0) + 1
                else:
                    board[self._square(square)] = (owner, self._kind(name))
        elif kind[1:].isdecimal() and 1 <= int(kind[1:]) <= self.rows:
            for column in range(self.columns):
                cell = rest[3 * column : 3 * column + 3]
                square = f"{self.columns - column}{kind[1:]}"
                if cell[:1] in ("+", "-"):
                    owner = first if cell[0] == "+" else second
                    board[self._square(square)] = (owner, self._kind(cell[1:]))
        else:
            raise RecordError(f"{shortened(line)} is not a line of a position")

    def _give_all(self, owner: str, board: dict[str, Content], hands: dict[Content, int]) -> None:
        """Put all pieces that are missing into a hand."""
        usual = first_position(self.game)
        for kind in self._held_kinds():
            whole = sum(piece[1] == kind for piece in usual.board.values())
            there = sum(self._unpromoted(piece[1]) == kind for piece in board.values())
            held = sum(number for (_, own), number in hands.items() if own == kind)
            hands[owner, kind] = hands.get((owner, kind), 0) + max(0, whole - there - held)

    def _held_kinds(self) -> set[str]:
        """Return the types that may be in hand: those that FEN has there, so no kings."""
        fen = known_fen(self.game)
        held = (field for field in fen.fields.values() if isinstance(field, HandsField))
        return {fen.letters.pieces[letter][1] for field in held for letter in field.cells}

    def _unpromoted(self, kind: str) -> str:
        promoted = self.table.table("unpromoted")
        return promoted.text(kind, kind)

    def _kind(self, name: str) -> str:
        return self.kinds[self.canonical(name)]

    def _square(self, number: str) -> str:
        if number not in self.squares:
            raise RecordError(f"there is no square {shortened(number)!r}")
        return self.squares[number]

    def start_tags(self, start: Playthrough) -> dict[str, str]:
        if start.position.whole == first_position(self.game).position.whole:
            return {}
        first, _ = self.names()
        lines = []
        for rank in range(1, self.rows + 1):
            cells = []
            for file in range(self.columns, 0, -1):
                found = start.board.get(self.squares[f"{file}{rank}"])
                side = "+" if found and found[0] == first else "-"
                cells.append(f"{side}{self.written[found[1]]}" if found else " * ")
            lines.append(f"P{rank}{''.join(cells)}")
        for owner, held in start.hands.items():
            text = "".join(f"{HAND}{self.written[kind]}" * number for kind, number in held.items())
            if text:
                lines.append(f"P{'+' if owner == first else '-'}{text}")
        return {"Position": "\n".join(lines), "Turn": "+" if start.player == first else "-"}

    @classmethod
    def size_of(cls, tree: GameTree) -> int:
        ranks = [line[1:2] for line in tree.tags.get("Position", "").split("\n")]
        return max((int(rank) for rank in ranks if rank.isdecimal()), default=9)


def _pairs(text: str, line: str) -> Iterator[tuple[str, str]]:
    """Yield squares and pieces of `22KA00FU`. Raises RecordError."""
    if len(text) % 4:
        raise RecordError(f"{shortened(line)} is not a line of a position")
    for k in range(0, len(text), 4):
        yield text[k : k + 2], text[k + 2 : k + 4]
