"""Chase: dice that run, ricochet, bump each other and split, on a board of hexagons."""

from collections.abc import Iterator
from typing import Self

from .base import Oracle, Outcome

Field = tuple[
    int, int
]  # row from the bottom and place in it, from 0; odd rows lie half a field right
Board = dict[Field, tuple[str, int]]  # the owner of each die and its number
Option = tuple[str, Board, int, bool]  # text, board, points that wait to be spread, whether partial
CHAMBER: Field = (4, 4)
NAMES = ["", "one", "two", "three", "four", "five", "six"]
OTHER = {"Red": "Blue", "Blue": "Red"}
PATIENCE = 400
# Six directions, each a sixth to the left of the one before, as steps on a plane on which a field
# is two units wide: (up, right).
WAYS = [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)]


class IllegalRunError(Exception):
    """The line leads through the chamber twice."""


def name(field: Field) -> str:
    """A field as moves write it."""
    return f"{'abcdefghi'[field[1]]}{field[0] + 1}"


def onward(field: Field, way: int) -> tuple[Field, int]:
    """The next field on a line, and the direction there."""
    row, place = field
    up, right = WAYS[way]
    if not 0 <= row + up <= 8:
        up, way = -up, WAYS.index((-up, right))
    across = (2 * place + row % 2 + right) % 18  # units from the left edge
    row += up
    return (row, ((across - row % 2) // 2) % 9), way


class Run:
    """A move of a die: its changes, part by part."""

    def __init__(self, board: Board, player: str, start: Field) -> None:
        self.board = dict(board)  # as it becomes
        self.player, self.start = player, start
        self.before = board
        self.text: list[str] = []
        self.won = 0  # points of dice taken
        self.entered = False
        self.lifted = False

    def clear(self, field: Field, way: int) -> None:
        """Make room on a field for a die that comes that way."""
        if field not in self.board:
            return
        if field == self.start:  # all around the board: that die is taken up first
            del self.board[field]
            self.lifted = True
            self.text.append(f"x {name(field)}")
            return
        owner, points = self.board[field]
        if owner == self.player:
            self.advance(field, way)
        else:
            del self.board[field]
            self.won += points

    def shift(self, origin: Field, field: Field, way: int) -> None:
        """Bring a die to a field, which is not the chamber."""
        self.clear(field, way)
        _, points = self.before[origin]
        if origin == self.start and self.lifted:
            self.text.append(f"{self.player} {NAMES[points]} {name(field)}")
        else:
            sign = "x" if field in self.before else "-"  # texts use the board before the move
            self.text.append(f"{NAMES[points]} {name(origin)} {sign} {name(field)}")
            del self.board[origin]
        self.board[field] = self.player, points

    def advance(self, origin: Field, way: int) -> None:
        """Bring a die one field on from its present field."""
        self.land(origin, *onward(origin, way))

    def land(self, origin: Field, field: Field, way: int) -> None:
        """Bring a die to a field or into the chamber."""
        if field != CHAMBER:
            self.shift(origin, field, way)
            return
        if self.entered:
            raise IllegalRunError
        self.entered = True
        points = self.before[origin][1]
        left, left_way = onward(CHAMBER, (way + 1) % 6)
        right, right_way = onward(CHAMBER, (way - 1) % 6)
        whole = points == 1 or sum(owner == self.player for owner, _ in self.before.values()) == 10
        self.shift(origin, left, left_way)
        if whole:
            return
        greater = (points + 1) // 2
        self.text.append(f"= {NAMES[greater]}")
        self.board[left] = self.player, greater
        taken = self.before.get(right)
        self.clear(right, right_way)
        if taken and taken[0] != self.player:
            self.text.append(f"x {name(right)}")
        self.text.append(f"{self.player} {NAMES[points - greater]} {name(right)}")
        self.board[right] = self.player, points - greater


class Chase(Oracle):
    """The board, whose turn it is, and the points the player still has to spread."""

    def __init__(self) -> None:
        back = [1, 2, 3, 4, 5, 4, 3, 2, 1]
        self._board: Board = {(0, i): ("Red", points) for i, points in enumerate(back)}
        self._board |= {(8, i): ("Blue", points) for i, points in enumerate(back)}
        self._player = "Red"
        self._debt = 0
        self._turn = 1
        self._found: list[Option] | None = None

    @property
    def player(self) -> str:
        return self._player

    def _own(self) -> dict[Field, int]:
        return {f: points for f, (owner, points) in self._board.items() if owner == self._player}

    @property
    def outcome(self) -> Outcome | None:
        if len(self._own()) < 5 or not self._options():
            return "loss"
        return "draw" if self._turn > PATIENCE else None

    def _options(self) -> list[Option]:
        """All moves; two lines that lead to the same field are two."""
        if self._found is None:
            self._found = [*(self._spreads() if self._debt else self._full_moves())]
        return self._found

    def _spreads(self) -> Iterator[Option]:
        own = self._own()
        weakest = min(own.values())
        points = min(self._debt, 6 - weakest)
        for field, shown in own.items():
            if shown == weakest:
                board = self._board | {field: (self._player, shown + points)}
                text = f"partial 0 = {NAMES[shown + points]} on {name(field)}"
                yield text, board, self._debt - points, True

    def _full_moves(self) -> Iterator[Option]:
        own = self._own()
        for field, shown in own.items():
            for way in range(6):
                if onward(field, way)[1] == way:  # a wall leads where another way does
                    yield from self._run(field, shown, way)
            neighbours = {onward(field, way)[0] for way in range(6)}
            for other in neighbours & set(own):
                for points in range(1, min(shown - 1, 6 - own[other]) + 1):
                    less, more = shown - points, own[other] + points
                    board = self._board | {
                        field: (self._player, less),
                        other: (self._player, more),
                    }
                    text = f"= {NAMES[less]} on {name(field)} = {NAMES[more]} on {name(other)}"
                    yield text, board, 0, False

    def _run(self, field: Field, shown: int, way: int) -> Iterator[Option]:
        end = field
        for _ in range(shown - 1):
            end, way = onward(end, way)
            if end in self._board or end == CHAMBER:
                return
        run = Run(self._board, self._player, field)
        try:
            run.land(field, *onward(end, way))
        except IllegalRunError:
            return
        yield " ".join(run.text), run.board, run.won, False

    def moves(self) -> list[str]:
        return [text for text, *_ in self._options()]

    def play(self, text: str) -> None:
        if text not in self.moves():
            raise ValueError(text)
        _, self._board, self._debt, partial = self._options()[self.moves().index(text)]
        self._found = None
        if not partial:
            self._player = OTHER[self._player]
            self._turn += 1

    def copy(self) -> Self:
        twin = type(self)()
        twin._board, twin._player = self._board, self._player
        twin._debt, twin.time_of_turn = self._debt, self._turn
        return twin


GAMES = {"chase": Chase}
COUNTS = {"chase": [46, 2114, 95578]}  # counted by this oracle
