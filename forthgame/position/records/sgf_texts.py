"""The moves and positions of SGF, as a game declares them in `[records.sgf]`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from forthgame.base.errors import TEXT_SHOWN, ForthgameError, shortened
from forthgame.position.move_texts import illegal
from forthgame.position.moves import Move
from forthgame.position.playthrough import Playthrough
from forthgame.position.position_editing import on_turn_of, put, remove
from forthgame.position.records.first_positions import first_position
from forthgame.position.records.game_tree import GameTree, RecordedMove, RecordError
from forthgame.position.records.move_texts import CLIENT_ENDS, MoveTexts
from forthgame.rules.script import Script
from forthgame.words.registers import memory_layout as at

LETTERS = ascii_lowercase + ascii_uppercase
OLD_PASS, OLD_BOARD = "tt", 19  # FF[3] writes a pass as `tt` on boards of at most 19 lines
COLOURS = {"B": "Black", "W": "White"}
SET_UP = {"AB": "Black", "AW": "White"}
RECTANGLE = re.compile(r"([A-Za-z]{2}):([A-Za-z]{2})$")


class SgfTexts(MoveTexts):
    """Moves as points: of the source if there is one, of the target, and of an added piece.

    The table has `game` (the number of the game in SGF), `points` (`letters` from the top left, or
    `names` of positions), `between` (a text between the points of a move), `takes` (the same for
    captures), `added` (a piece whose new position belongs to the move) and `scripts` (names of
    scripts by size of the board).
    """

    form = "sgf"

    def __init__(self, game: Script) -> None:
        super().__init__(game)
        if not self.table.has("game"):
            raise RecordError(f"{game.name} does not declare how SGF writes it: [records.sgf] game")
        self.number = self.table.number("game", 1)
        self.between = self.table.text("between", "")
        self.takes = self.table.text("takes", self.between)
        self.added = self.table.piece(self.table.text("added")) if self.table.has("added") else None
        grid = game.declaration.first_grid()
        board = next(iter(game.declaration.boards), None)
        if board is None or self.sides is None:
            raise self.table.fail("SGF needs a grid and two seats")
        self.size = (board.columns, board.rows)
        if self.table.text("points", "letters") == "names":
            self.points = {name: name for name in grid.values()}
        elif max(self.size) > len(LETTERS):
            raise self.table.fail(f"SGF has letters for {len(LETTERS)} lines")
        else:
            self.points = {
                name: LETTERS[column] + LETTERS[row] for (row, column), name in grid.items()
            }
        self.names = {self._plain(point): name for name, point in self.points.items()}

    def _plain(self, text: str) -> str:
        """Return a point as it is compared: names without case."""
        return text.lower() if self.points.get(text.lower()) == text.lower() else text

    # -- moves ----------------------------------------------------------------------------------

    def write(self, state: Playthrough, move: Move, moves: Sequence[Move]) -> str:
        points = [self.points[name] for name in self._places(move) if name in self.points]
        return (self.takes if move.captured else self.between).join(points)

    def _places(self, move: Move) -> list[str]:
        places = [name for name in (move.source, move.target) if name is not None]
        if self.added is not None:
            owner = self.game.player_named(self.added[0])
            for action in move.actions:
                code = owner.code | (self.game.pieces.index(self.added[1]) + 1)
                if action.kind == at.ACT_ADD and action.b == code:
                    places.append(self.game.positions[action.a])
        return places

    def played(self, state: Playthrough, recorded: RecordedMove) -> tuple[Playthrough, Move | None]:
        """Play a move; a colour may move twice, as the specification of SGF has it."""
        seat = self._seat(recorded)
        if seat and seat != state.player and self._can_pass(state):
            state = on_turn_of(state, seat)
        return super().played(state, recorded)

    def _seat(self, recorded: RecordedMove) -> str:
        """Return the seat that a record gives for a move, empty if it gives none."""
        if self.sides is None or recorded.player not in COLOURS.values():
            return ""
        return self.sides.black if recorded.player == "Black" else self.sides.white

    def find(self, state: Playthrough, recorded: RecordedMove) -> Move:
        seat = self._seat(recorded)
        if seat not in (state.player, ""):
            raise ForthgameError(f"a move of {seat}, where {state.player} is to move")
        moves = state.moves(after_end=CLIENT_ENDS)
        places = self._read(recorded.text)
        for move in moves if places is not None else ():
            if move.target is None if not places else self._places(move) == places:
                return move
        raise illegal(moves, recorded.text or "a pass", state.player, TEXT_SHOWN)

    def _read(self, text: str) -> list[str] | None:
        """Return the positions that a move names, an empty list for a pass, None if unknown."""
        text = text.rstrip("+!")
        if not text or (
            text == OLD_PASS and max(self.size) <= OLD_BOARD and text not in self.names
        ):
            return []
        if text.lower() == "pass":
            return []
        found: list[str] = []
        rest = text
        while rest:
            if found and rest[0] in "-:":
                rest = rest[1:]
            point = next((rest[:k] for k in range(min(4, len(rest)), 0, -1)
                          if self._name(rest[:k]) is not None), None)  # fmt: skip
            if point is None:
                return None
            found.append(self._name(point) or "")
            rest = rest[len(point) :]
        return found

    def _name(self, point: str) -> str | None:
        return self.names.get(point) or self.names.get(point.lower())

    # -- positions and tags ---------------------------------------------------------------------

    def start(self, tree: GameTree) -> Playthrough:
        state = first_position(self.game)
        sides = self.sides
        if sides is None:
            return state
        seats = {"Black": sides.black, "White": sides.white}
        for name, colour in SET_UP.items():
            for position in self._positions(tree.tags.get(name, "")):
                if position in state.board:
                    state = remove(state, position)
                state = put(state, seats[colour], self.game.pieces[0], position)
        for position in self._positions(tree.tags.get("AA", "")):
            owner, piece = self.added or (sides.black, self.game.pieces[0])
            state = put(state, owner, piece, position)
        for position in self._positions(tree.tags.get("AE", "")):
            if position in state.board:
                state = remove(state, position)
        first = tree.moves[0].player if tree.moves else ""
        colour = COLOURS.get(tree.tags.get("PL", "").strip().upper()[:1], first)
        return on_turn_of(state, seats[colour]) if seats.get(colour) else state

    def _positions(self, text: str) -> list[str]:
        """Return the positions of a list of points, which may have rectangles."""
        found = []
        for part in text.split():
            rectangle = RECTANGLE.match(part)
            points = _rectangle(rectangle[1], rectangle[2]) if rectangle else [part]
            for point in points:
                name = self._name(point)
                if name is None:
                    raise RecordError(f"there is no point {shortened(point)!r} on the board")
                found.append(name)
        return found

    def trouble(self, tree: GameTree) -> str:
        number, size = tree.tags.get("GM", "1").strip(), tree.tags.get("SZ", "").strip()
        if number != str(self.number):
            return (f"the game has the number {shortened(number)} in SGF, "
                    f"and {self.game.name} has {self.number}")  # fmt: skip
        if size and size not in self._sizes():
            return f"the board has the size {shortened(size)}, and {self._sizes()[0]} here"
        return ""

    def _sizes(self) -> list[str]:
        columns, rows = self.size
        both = f"{columns}:{rows}"
        return [str(columns), both] if columns == rows else [both]

    def game_tags(self) -> dict[str, str]:
        return {"GM": str(self.number), "SZ": self._sizes()[0]}

    def start_tags(self, start: Playthrough) -> dict[str, str]:
        usual = first_position(self.game)
        if start.position.whole == usual.position.whole or self.sides is None:
            return {}
        board, before = start.board, usual.board
        tags = {}
        for name, seat in (("AB", self.sides.black), ("AW", self.sides.white)):
            found = [self.points[place] for place, (owner, _) in board.items()
                     if owner == seat and before.get(place) != board[place]
                     and place in self.points]  # fmt: skip
            if found:
                tags[name] = " ".join(found)
        added = [self.points[place] for place, piece in board.items() if piece == self.added]
        if added:
            tags["AA"] = " ".join(added)
        gone = [self.points[place] for place in before if place not in board]
        if gone:
            tags["AE"] = " ".join(gone)
        tags["PL"] = "B" if start.player == self.sides.black else "W"
        return tags

    # -- finding the game of a record -----------------------------------------------------------

    @classmethod
    def script_for(cls, entries: dict[str, Any], tree: GameTree) -> str | None:
        if str(entries.get("game")) != tree.tags.get("GM", "1").strip():
            return None
        scripts = entries.get("scripts")
        size = tree.tags.get("SZ", "").strip()
        if isinstance(scripts, dict) and size and size in scripts:
            return str(scripts[size])
        return ""

    @classmethod
    def naming(cls, tree: GameTree) -> str:
        return f"its number in SGF is GM[{shortened(tree.tags.get('GM', '1'))}]"


def _rectangle(first: str, last: str) -> list[str]:
    """Return the points of a rectangle, from its upper left to its lower right corner."""
    left, top = LETTERS.index(first[0]), LETTERS.index(first[1])
    right, bottom = LETTERS.index(last[0]), LETTERS.index(last[1])
    return [LETTERS[column] + LETTERS[row]
            for row in range(top, bottom + 1) for column in range(left, right + 1)]  # fmt: skip
