"""Apocalypse: horsemen and footmen of two players who move at the same time."""

from typing import Self

from .base import Oracle, Outcome

Square = tuple[int, int]  # file and rank, each from 0
Step = tuple[Square, Square]
SIZE = 5
AHEAD = {"White": 1, "Black": -1}
LAST = {"White": 4, "Black": 0}
OTHER = {"White": "Black", "Black": "White"}
JUMPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
PATIENCE = 50  # turns without a capture or a footman's move


def name(square: Square) -> str:
    """A square as moves write it."""
    return f"{'abcde'[square[0]]}{square[1] + 1}"


def on_board(square: Square) -> bool:
    """Whether there is such a square."""
    return all(0 <= coordinate < SIZE for coordinate in square)


class Apocalypse(Oracle):
    """The pieces of each side, the choice of White, and the players who choose in this turn."""

    def __init__(self) -> None:
        self._pieces: dict[str, dict[Square, str]] = {}
        for player, home in (("White", 0), ("Black", 4)):
            second = home + AHEAD[player]
            self._pieces[player] = {
                (0, home): "horseman", (4, home): "horseman", (0, second): "footman",
                (4, second): "footman", (1, home): "footman", (2, home): "footman",
                (3, home): "footman",
            }  # fmt: skip
        self._choosers = ["White", "Black"]
        self._chosen: dict[str, Step] = {}
        self._placing = False
        self._calm = 0

    @property
    def player(self) -> str:
        return next(p for p in self._choosers if p not in self._chosen)

    def _steps(self, player: str) -> list[Step]:
        """Return the possible choices of a player, as from and to."""
        own, enemy = self._pieces[player], self._pieces[OTHER[player]]
        taken = set(own) | set(enemy)
        everywhere = [(file, rank) for file in range(SIZE) for rank in range(SIZE)]
        if self._placing:
            free = [s for s in everywhere if s not in taken and s[1] != LAST[player]]
            return [(start, end) for start in self._waiting(player) for end in free]
        steps = []
        for (file, rank), kind in own.items():
            if kind == "horseman":
                ends = [(file + dx, rank + dy) for dx, dy in JUMPS]
                ends = [end for end in ends if end not in own]
            else:
                ahead = rank + AHEAD[player]
                ends = [(file, ahead)] if (file, ahead) not in taken else []
                ends += [end for end in ((file - 1, ahead), (file + 1, ahead)) if end in enemy]
            steps += [((file, rank), end) for end in ends if on_board(end)]
        return steps

    def _waiting(self, player: str) -> list[Square]:
        """Footmen on the last rank."""
        own = self._pieces[player].items()
        return [s for s, kind in own if kind == "footman" and s[1] == LAST[player]]

    def _text(self, player: str, step: Step) -> str:
        sign = "x" if step[1] in self._pieces[OTHER[player]] else "-"
        return f"{self._pieces[player][step[0]]} {name(step[0])} {sign} {name(step[1])}"

    @property
    def outcome(self) -> Outcome | None:
        alive = {p: "footman" in pieces.values() for p, pieces in self._pieces.items()}
        if not all(alive.values()):
            if not any(alive.values()):
                return "draw"
            return "win" if alive[self.player] else "loss"
        if self._calm >= PATIENCE or not self._steps(self.player):
            return "draw"
        return None

    def moves(self) -> list[str]:
        return [self._text(self.player, step) for step in self._steps(self.player)]

    def play(self, text: str) -> None:
        player = self.player
        known = {self._text(player, step): step for step in self._steps(player)}
        if text not in known:
            raise ValueError(text)
        self._chosen[player] = known[text]
        if len(self._chosen) == len(self._choosers):
            self._resolve()

    def _resolve(self) -> None:
        """All choices at once: first everybody leaves, then everybody arrives."""
        before = sum(map(len, self._pieces.values()))
        moved = {p: self._pieces[p].pop(start) for p, (start, _) in self._chosen.items()}
        goals = {p: end for p, (_, end) in self._chosen.items()}
        if len(set(goals.values())) < len(goals):
            if moved["White"] == moved["Black"]:
                arriving = []
            else:
                arriving = [p for p, kind in moved.items() if kind == "horseman"]
        else:
            arriving = list(goals)
        for player in arriving:
            self._pieces[OTHER[player]].pop(goals[player], None)
        for player in arriving:
            self._pieces[player][goals[player]] = moved[player]
        for player, own in self._pieces.items():
            for square in self._waiting(player):
                if list(own.values()).count("horseman") < 2:
                    own[square] = "horseman"
        alone = len(self._chosen) == 1  # a player places a footman, so this is not a turn of moves
        quiet = "footman" not in moved.values()
        if not alone:
            after = sum(map(len, self._pieces.values()))
            self._calm = self._calm + 1 if quiet and after == before else 0
        waiting = [player for player in ("White", "Black") if self._waiting(player)]
        self._placing = bool(waiting)
        self._choosers = waiting or ["White", "Black"]
        self._chosen = {}

    def copy(self) -> Self:
        twin = type(self)()
        twin._pieces = {player: dict(own) for player, own in self._pieces.items()}
        twin._choosers = list(self._choosers)
        twin._chosen = dict(self._chosen)
        twin._placing, twin._calm = self._placing, self._calm
        return twin


GAMES = {"apocalypse": Apocalypse}
