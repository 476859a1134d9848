"""Tablut, brandubh and hnefatafl: a king breaks out of a siege."""

from collections.abc import Iterator
from typing import NamedTuple, Self

from .base import Oracle, Outcome

Square = tuple[int, int]  # row from the top and column, from 0
WAYS = [(-1, 0), (1, 0), (0, 1), (0, -1)]
PATIENCE = 50
SIDE = {"a": "Attackers", "d": "Defenders", "k": "Defenders"}
OTHER = {"Attackers": "Defenders", "Defenders": "Attackers"}


class Rules(NamedTuple):
    """A member of the family."""

    rows: list[str]  # the board at first: a attackers, d defenders, k king
    corners: bool  # the king runs to a corner, not to the edge
    strong: bool  # the king is taken on four sides on any square


TABLUT = Rules(
    [
        "...aaa...",
        "....a....",
        "....d....",
        "a...d...a",
        "aaddkddaa",
        "a...d...a",
        "....d....",
        "....a....",
        "...aaa...",
    ],
    corners=False,
    strong=False,
)
BRANDUBH = Rules(
    ["...a...", "...a...", "...d...", "aadkdaa", "...d...", "...a...", "...a..."],
    corners=True,
    strong=False,
)
HNEFATAFL = Rules(
    [
        "...aaaaa...",
        ".....a.....",
        "...........",
        "a....d....a",
        "a...ddd...a",
        "aa.ddkdd.aa",
        "a...ddd...a",
        "a....d....a",
        "...........",
        ".....a.....",
        "...aaaaa...",
    ],
    corners=True,
    strong=True,
)


def beyond(square: Square, way: Square, steps: int = 1) -> Square:
    """The square some steps away, on the board or not."""
    return square[0] + steps * way[0], square[1] + steps * way[1]


class Tafl(Oracle):
    """The pieces on the board, and the number of turns without a capture."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._size = len(rules.rows)
        self._board = {
            (r, c): kind
            for r, row in enumerate(rules.rows)
            for c, kind in enumerate(row)
            if kind != "."
        }
        self._player = "Attackers"
        self._found: dict[str, tuple[Square, Square, list[Square]]] | None = None
        self._quiet = 0
        last = self._size - 1
        self._throne = (last // 2, last // 2)
        corners = {(0, 0), (0, last), (last, 0), (last, last)}
        self._special = {self._throne} | (corners if rules.corners else set())
        self._goals = corners
        if not rules.corners:
            self._goals = {(r, c) for r, c in self._squares() if {r, c} & {0, last}}

    def _squares(self) -> list[Square]:
        return [(r, c) for r in range(self._size) for c in range(self._size)]

    def _on_board(self, square: Square) -> bool:
        return 0 <= square[0] < self._size and 0 <= square[1] < self._size

    def _name(self, square: Square) -> str:
        return f"{'abcdefghijk'[square[1]]}{self._size - square[0]}"

    def _against(self, board: dict[Square, str], square: Square, side: str) -> bool:
        """Whether a square helps to take a piece of a side."""
        if kind := board.get(square):
            return SIDE[kind] != side
        return square in self._special

    def _needs_four(self, square: Square) -> bool:
        near = {self._throne} | {beyond(self._throne, way) for way in WAYS}
        return self._rules.strong or square in near

    def _captured(self, target: Square, start: Square) -> list[Square]:
        """The squares of those whom a piece takes that goes from a square to another."""
        mover = SIDE[self._board[start]]
        near = [beyond(target, way) for way in WAYS]
        board = {square: kind for square, kind in self._board.items() if square != start}
        board[target] = self._board[start]
        taken = []
        for victim, way in zip(near, WAYS, strict=True):
            kind = board.get(victim)
            if kind is None or SIDE[kind] == mover:
                continue
            if kind == "k" and self._needs_four(victim):
                sides = [beyond(victim, way) for way in WAYS]
            else:
                sides = [beyond(victim, way)]
            if all(self._against(board, side, SIDE[kind]) for side in sides):
                taken.append(victim)
        return taken

    def _options(self) -> dict[str, tuple[Square, Square, list[Square]]]:
        """Return texts of the moves, with their first and last squares and the pieces captured."""
        if self._found is None:
            self._found = dict(self._search())
        return self._found

    def _search(self) -> Iterator[tuple[str, tuple[Square, Square, list[Square]]]]:
        enemies = [square for square, kind in self._board.items() if SIDE[kind] != self._player]
        beside = {beyond(square, way) for square in enemies for way in WAYS}
        for start, kind in self._board.items():
            if SIDE[kind] != self._player:
                continue
            for way in WAYS:
                target = beyond(start, way)
                while self._on_board(target) and target not in self._board:
                    if kind != "k" and target in self._special:
                        break
                    taken = self._captured(target, start) if target in beside else []
                    text = f"{'king' if kind == 'k' else 'man'} "
                    text += f"{self._name(start)} - {self._name(target)}"
                    yield (
                        text + "".join(f" x {self._name(s)}" for s in taken),
                        (start, target, taken),
                    )
                    target = beyond(target, way)

    @property
    def player(self) -> str:
        return self._player

    @property
    def outcome(self) -> Outcome | None:
        king = [square for square, kind in self._board.items() if kind == "k"]
        if not king:
            return "win" if self._player == "Attackers" else "loss"
        if king[0] in self._goals:
            return "win" if self._player == "Defenders" else "loss"
        if not self._options():
            return "loss"
        return "draw" if self._quiet >= PATIENCE else None

    def moves(self) -> list[str]:
        return list(self._options())

    def play(self, text: str) -> None:
        if text not in self._options():
            raise ValueError(text)
        start, target, taken = self._options()[text]
        self._board[target] = self._board.pop(start)
        for victim in taken:
            del self._board[victim]
        self._quiet = 0 if taken else self._quiet + 1
        self._player, self._found = OTHER[self._player], None

    def copy(self) -> Self:
        twin = type(self)(self._rules)
        twin._board = dict(self._board)
        twin._player, twin._quiet = self._player, self._quiet
        return twin


GAMES = {
    "tablut": lambda: Tafl(TABLUT),
    "tablut/brandubh": lambda: Tafl(BRANDUBH),
    "tablut/hnefatafl": lambda: Tafl(HNEFATAFL),
}
COUNTS = {  # counted by this oracle
    "tablut": [80, 4400, 353200],
    "tablut/brandubh": [40, 960, 39512],
    "tablut/hnefatafl": [116, 6788, 806344],
}
