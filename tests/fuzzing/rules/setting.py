"""Settings of games: a board, players, an order of turns, pieces to begin with."""

from __future__ import annotations

import random

from .grammar import Rules

LARGE = ("4 4", "4 4", "3 3", "1 6", "6 1", "9 9", "8 8", "2 5", "1 70", "12 12", "5 13")
SMALL = ("4 4", "3 3", "1 6", "8 8", "2 5", "8 8", "6 1", "1 1")
MIDDLE = ("4 4", "3 3", "1 6", "9 9", "5 5", "8 8")
LETTERS = 26  # columns that have a letter
STRAIGHT = ("n", "s", "e", "w")
WAYS = (*STRAIGHT, "ne", "self", "jump")
SIDES = (("X", "O"), ("X", "O"), ("X", "O"), ("X",), ("X", "O", "P"), ("X", "O", "P", "Q", "R"))
PIECES = ("p", "q", "r")
BESIDE = {
    "": (), "{position} far1 {position} far2": ("far1", "far2"), "{dummy-positions} {position} off":
    ("off",),
}  # fmt: skip
DIRECTIONS = (
    "-1 0 {direction} n 1 0 {direction} s 0 1 {direction} e 0 -1 {direction} w -1 1 {direction} ne"
)


class Setting:
    """A board and its players.

    size     positions, `places` the names of those that have a letter, `inner` those of the grid
    owners   the players with pieces; `playing` those with turns
    """

    def __init__(
        self, draw: random.Random, shapes: tuple[str, ...] = LARGE, *, typed: bool = True
    ) -> None:
        self._draw = draw
        self.shape = draw.choice(shapes)
        rows, columns = map(int, self.shape.split())
        self.extra = draw.choice(("", "", "", *list(BESIDE)[1:]))
        self.size = rows * columns + len(BESIDE[self.extra])
        self.inner = [
            f"{chr(ord('a') + column)}{rows - row}"
            for row in range(rows)
            for column in range(min(columns, LETTERS))
        ]
        self.places = [*self.inner, *BESIDE[self.extra]]
        self.players = list(draw.choice(SIDES))
        neutral = draw.random() < 0.25
        self.dice = draw.random() < 0.15
        self.owners = [*self.players, *(["N"] if neutral else [])]
        self.playing = [
            *self.players,
            *(["N"] if neutral and draw.random() < 0.4 else []),
            *(["?D"] if self.dice else []),
        ]
        self.directions = f"{{directions {DIRECTIONS}{self._links()} directions}}"
        self.turns = self._turns(typed)
        self.symmetries = self._symmetries()
        self.setup = self._setup()

    def _links(self) -> str:
        """Directions that lead elsewhere: to itself, back to the beginning, or nowhere."""
        draw, first, last = self._draw, self.places[0], self.places[-1]
        links = []
        if draw.random() < 0.15:
            for _ in range(draw.randint(1, 4)):
                way = draw.choice(WAYS)
                start = draw.choice(self.places)
                end = start if way == "self" else draw.choice(self.places)
                links.append(f"{{link}} {way} {start} {end}")
        links += [f"{{link}} self {first} {first}", f"{{link}} jump {last} {first}"]
        if draw.random() < 0.2:
            links.append(f"{{unlink}} {draw.choice(STRAIGHT)} {draw.choice(self.inner)}")
        return " " + " ".join(links)

    def _turns(self, typed: bool) -> str:
        draw = self._draw
        turns = []
        order = [*self.playing, *draw.choices(self.playing, k=draw.choice((0, 0, 1, 2)))]
        for number, player in enumerate(order):
            if number and draw.random() < 0.15:
                turns.append("{repeat}")
            turns.append(f"{{turn}} {player}")
            if draw.random() < 0.12:
                turns.append(f"{{for-player}} {draw.choice(self.playing)}")
            if typed and draw.random() < 0.15:
                turns.append(f"{{of-type}} {draw.choice(('t1', 't2'))}")
        return f"{{turn-order {' '.join(turns)} turn-order}}"

    def _symmetries(self) -> str:
        draw = self._draw
        if draw.random() > 0.4:
            return ""
        player = draw.choice(self.playing)
        pairs = [f"{player} {{symmetry}} n s"]
        if draw.random() < 0.5:
            pairs.append(f"{player} {{symmetry}} e w")
        if draw.random() < 0.2:
            pairs.append(f"{player} {{asymmetry}} ne self")
        return f"{{symmetries {' '.join(pairs)} symmetries}}"

    def _setup(self) -> str:
        """Return pieces to begin with: often close together, and some for the first player."""
        draw = self._draw
        most = max(4, min(12, len(self.places) * 2 // 3))
        count = min(len(self.places), draw.randint(3, most))
        first = draw.randint(0, max(0, len(self.inner) - 2 * count)) if draw.random() < 0.5 else 0
        near = self.inner[first : first + 2 * count]
        places = draw.sample(
            near if draw.random() < 0.7 and len(near) >= count else self.places, count
        )
        owners = [self.players[0], *draw.choices(self.owners, k=count - 1)]
        pieces = " ".join(
            f"{{setup}} {owner} {draw.choice(PIECES[:2] if owner == owners[0] else PIECES)} {place}"
            for owner, place in zip(owners, places, strict=True)
        )
        return f"{{board-setup {pieces} board-setup}}"

    def rules(self) -> Rules:
        """The names of this board and these players."""
        other = self.players[-1]
        return {
            "straight": STRAIGHT,
            "way": (*STRAIGHT * 4, *WAYS),
            "place": self.places,
            "owner": self.owners,
            "other": (other,),
            "size": (str(self.size),),
            "last": (str(self.size - 1),),
            "typed": ("", "", "{move-type} t1", "{move-type} t2"),
        }

    def head(self, storage: str) -> list[str]:
        """The sections before the words."""
        players = " ".join(f"{{player}} {name}" for name in self.players)
        if "N" in self.owners:
            players += " {neutral} N"
        if self.dice:
            players += " {player} ?D {random}"
        return [
            f"{{board {self.shape} {{grid}} {self.extra} {{variable}} kept {{variable}} kept2 "
            f"{storage} board}}",
            self.directions,
            f"{{players {players} players}}",
            self.symmetries,
        ]
