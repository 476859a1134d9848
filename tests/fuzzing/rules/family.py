"""A family of games: rules for one kind of move words, and the script that is made of them."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from .grammar import Grammar, Rules
from .setting import LARGE, Setting

VARIABLES = "VARIABLE v1 VARIABLE v2 VARIABLE v3 VARIABLE count DEFER held CREATE table 16 ALLOT"
LISTS = (
    "{moves m1 {move} go1 <typed> moves}",
    "{moves m2 {move} go2 <typed> <again> moves}",
    "{moves d {move} put <typed> moves}",
)
COMMON: Rules = {
    "again": ("", "", "{move} go1"),
    "pieces": (
        "{piece} p {moves} m1 {piece} q {moves} m2 {piece} r",
        "{piece} p {moves} m1 {piece} q {moves} m2 {piece} r {moves} m1",
        "{piece} p {moves} m1 {piece} q {moves} m2 {drops} d {piece} r {moves} m1",
        "{piece} p {moves} m1 {drops} d {piece} q {moves} m2 {piece} r {moves} m1 {drops} d",
        "{piece} p {drops} d {piece} q {piece} r",
    ),
    "priorities": ("", "", "", "{move-priorities {move-priority} t2 {move-priority} t1 "
                   "move-priorities}"),
}  # fmt: skip
# the result follows from a number that depends on all cells of the board, so that errors show
HASH = ": hash 0 <size> 0 DO 31 * I board[] @ + LOOP {summed} + ;"
ENDS = (
    ": ended hash 3 MOD DUP 0= IF DROP #DrawScore ELSE 0> IF #WinScore ELSE #LossScore ENDIF ENDIF "
    ";",
    ": OnIsGameOver stalemate? IF #DrawScore EXIT ENDIF turn-number 6 > IF ended EXIT ENDIF "
    "hash 97 MOD 0= IF #LossScore ELSE #UnknownScore ENDIF ;",
)


@dataclass(frozen=True)
class Family:
    """The parts of the games of a family, as texts with names to be replaced.

    words    definitions, of `go1`, `go2` and `put` among them
    events   lines after all others, mostly empty
    summed   summands of the number that the result follows from, beside the board
    """

    rules: Rules
    words: tuple[str, ...]
    events: tuple[str, ...] = ()
    lists: tuple[str, ...] = LISTS
    pieces: str = "<pieces>"
    storage: str = ""
    summed: str = "kept @"
    shapes: tuple[str, ...] = LARGE
    typed: bool = True
    ends: tuple[str, ...] = field(default=ENDS)

    def script(self, draw: random.Random) -> str:
        """A game of this family."""
        setting = Setting(draw, self.shapes, typed=self.typed)
        grammar = Grammar(draw, COMMON, setting.rules(), self.rules)
        lines = [
            *setting.head(self.storage),
            VARIABLES,
            HASH.replace("{summed}", self.summed),
            *self.words,
            *self.lists,
            setting.turns,
            "<priorities>" if self.typed else "",
            f"{{pieces {self.pieces} pieces}}",
            setting.setup,
            *self.ends,
            *self.events,
        ]
        filled = [grammar.fill(line).strip() for line in lines]
        return "\n".join(line for line in filled if line)
