"""Whole games in which everything happens at once: events of all kinds, endings, choices, dice.

Conditions make such games strange: nearly each of them follows from numbers of the board, its
storage, the turn or the list of moves, so that events act in some positions only. `Whole` has the
features of a game; texts of features that it does not have are left out.
"""

from __future__ import annotations

import random

from . import happening
from .grammar import Grammar, Rules

SHAPES = ("3 3", "3 3", "4 3", "1 6", "2 5", "4 4")
KINDS = ("two",) * 6 + ("three",) * 2 + ("four", "one", "dice", "dice", "together", "together",
                                         "neutral")  # fmt: skip
SEATS = {"three": "XOP", "four": "XOPQ", "one": "X"}
FEATURES = {
    "hand": 0.3, "attribute": 0.4, "mark": 0.4, "errors": 0.25, "dirty": 0.25, "impure": 0.12,
    "prefer": 0.3, "must-finish": 0.25, "partial": 0.45, "priorities": 0.2, "unique": 0.15,
}  # fmt: skip
DIRECTIONS = (
    "{directions -1 0 {direction} n 1 0 {direction} s 0 1 {direction} e 0 -1 {direction} w "
    "directions}"
)
WORDS = (
    "{pieces {piece} p {piece} q <die-piece> pieces}",
    "VARIABLE v1 VARIABLE v2 DEFER unset",
    ": hash 0 <size> 0 DO 31 * I board[] @ + LOOP kept @ + ;",
    ": failing 3 0 DO I >R 5 R> 2 - / DROP LOOP ;",
    ": mobility move-count current-player TRUE 0 $GenerateMoves move-count - $DeallocateMoves ;",
    ": targets 0 $FirstMove BEGIN DUP WHILE DUP move-to ROT + SWAP $NextMove REPEAT DROP ;",
    ": note kept ! ;",
    ": bump kept2 ++ ;",
    ": flip here player IF 0 here board[] ! ENDIF ;",
    ": go1 <tries> <passing> ;",
    ": go2 <tries> <passing> ;",
    ": go3 <tries> ;",
    ": put empty? verify <put-if> <oops-word> <dropping> <said> add-move ;",
    "{moves m1 {move} go1 <typed> <more-moves> moves}",
    "{moves m2 {move} go2 <typed> moves}",
    "{moves d1 {move} put <typed> moves}",
)
ROLL = (
    ": roll 1 COMPILE-LITERAL COMPILE note add-move 2 COMPILE-LITERAL COMPILE note 3 weight "
    "add-move ;",
    "{moves md {move} roll moves}",
)


class Whole:
    """A game: its players, its setting and its features."""

    def __init__(self, draw: random.Random, kind: str | None = None) -> None:
        self._draw = draw
        self.kind = kind or draw.choice(KINDS)
        self.has = {name for name, often in FEATURES.items() if draw.random() < often}
        self.shape = draw.choice(SHAPES)
        rows, columns = map(int, self.shape.split())
        self.size = rows * columns
        self.places = [
            f"{chr(ord('a') + column)}{rows - row}"
            for row in range(rows)
            for column in range(columns)
        ]
        seats = SEATS.get(self.kind, "XO")
        if self.kind == "together" and draw.random() < 0.3:
            seats += "P"
        self.players = list(seats)
        self.dice = draw.choice(("?D", "?D", "D")) if self.kind == "dice" else ""
        self.labels: list[str] = []
        self.turns = self._turns()
        self.grammar = Grammar(draw, *happening.rules(self._features()), self._own())

    @property
    def together(self) -> bool:
        """Whether players choose together."""
        return "{together}" in self.turns

    def _turns(self) -> str:
        draw, order = self._draw, []
        seats = list(self.players)
        if self.dice:
            seats = [
                seat
                for player in self.players
                for seat in ([player, self.dice] if draw.random() < 0.7 else [player])
            ]
        if draw.random() < 0.2:
            seats += draw.choices(seats, k=draw.randint(1, 2))
        for number, seat in enumerate(seats):
            joined = self.kind == "together" and number == 1
            if number and not joined and draw.random() < 0.08:
                order.append("{repeat}")
            if not joined and draw.random() < 0.25:
                self.labels.append(f"label{number}")
                order.append(f"{{label}} label{number}")
            order.append(f"{{{'together' if joined else 'turn'}}} {seat}")
            if draw.random() < 0.06:
                order.append("{for-player} " + draw.choice(self.players))
            if draw.random() < 0.08:
                order.append("{of-type} " + draw.choice(("t1", "t2")))
        return f"{{turn-order {' '.join(order)} turn-order}}"

    def _features(self) -> set[str]:
        """Return all features that texts of rules depend on."""
        more = {"together"} if self.together else {"alone"}
        if self.dice:
            more.add("dice")
        if len(self.players) > 2:
            more.add("many")
        if self.kind == "one":
            more.add("one")
        return self.has | more

    def _own(self) -> Rules:
        return {
            "place": self.places,
            "player": self.players,
            "other": (self.players[-1],),
            "size": (str(self.size),),
            "label": [f"{label} continue-at" for label in self.labels],
            "die-piece": ("{piece} die",) if self.dice else (),
        }

    def script(self) -> list[str]:
        """The lines of the script."""
        lines = [
            self._board(), DIRECTIONS, self._seats(),
            ": nothing ; {moves both {move} nothing {move-type} t1 {move} nothing {move-type} t2 "
            "moves}",
            self.turns, *WORDS, *(ROLL if self.dice else ()), self._priorities(), self._pieces(),
            self._setup(), *self._events(),
        ]  # fmt: skip
        filled = [self.grammar.fill(line).strip() for line in lines]
        return [line for line in filled if line]

    def _board(self) -> str:
        extra = [
            text
            for feature, text in happening.STORAGE.items()
            if feature in self.has
        ]  # fmt: skip
        compared = self._draw.choice(("", "", "{uncompared}"))
        return (
            f"{{board {self.shape} {{grid}} {{variable}} kept {compared} {{variable}} kept2 "
            f"3 {{array}} cells {' '.join(extra)} board}}"
        )

    def _seats(self) -> str:
        draw = self._draw
        drawn = ("", "", "", " {random}", " {first}", " {UCT}", " {search-engine} paranoid")
        players = [
            f"{{player}} {player}" + (draw.choice(drawn) if draw.random() < 0.2 else "")
            for player in self.players
        ]
        if self.dice:
            players.append(f"{{player}} {self.dice} {{random}}")
        if self.kind == "neutral":
            players.append("{neutral} N")
        return f"{{players {' '.join(players)} players}}"

    def _priorities(self) -> str:
        if "priorities" not in self.has:
            return ""
        order = self._draw.choice(("{move-priority} t2 {move-priority} t1", "{move-priority} t1"))
        return f"{{move-priorities {order} move-priorities}}"

    def _pieces(self) -> str:
        dropped = "hand" in self.has or self._draw.random() < 0.3
        die = "{piece} die {moves} md" if self.dice else ""
        drops = "{drops} d1" if dropped else ""
        promoted = "<unpromoted>" if "hand" in self.has else ""
        return (
            f"{{pieces {{piece}} p {{moves}} m1 <worth> {{piece}} q {{moves}} m2 {drops} "
            f"{promoted} {die} pieces}}"
        )

    def _setup(self) -> str:
        draw = self._draw
        places = draw.sample(self.places, min(self.size, draw.randint(3, 6)))
        pieces = []
        for number, place in enumerate(places[1:] if self.dice else places):
            neutral = self.kind == "neutral" and number % 4 == 3
            owner = "N" if neutral else self.players[number % len(self.players)]
            pieces.append(f"{{setup}} {owner} {draw.choice(('p', 'p', 'q'))} {place}")
        if self.dice:
            pieces.append(f"{{setup}} {self.dice} die {places[0]}")
        return f"{{board-setup {' '.join(pieces)} board-setup}}"

    def _events(self) -> list[str]:
        draw, found = self._draw, []
        features = self._features()
        for often, needed, line in happening.EVENTS:
            if draw.random() < often and set(needed.split()) <= features:
                found.append(line)
        if draw.random() < 0.35:
            names = range(1, draw.randint(2, 4))
            found += [happening.ENDING.replace("NAME", f"end{number}") for number in names]
            rows = [f"end{number} {{ending}} e{number} <priority>" for number in names]
            found.append(f"{{endings {' '.join(rows)} endings}}")
        return found
