"""Advice for move words whose moves cannot be tallied: what to write instead."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from forthgame.compile.generation import TALLIED, CountingMethod

COST = "random games take up to ten times as long as with tallied moves"
ADVICE = tuple(
    (re.compile(pattern), text)
    for pattern, text in (
        ("OnIsLegal\\?.*traces", "let OnIsLegal? "
         "store only in memory that it fills, resets or writes first, and draw no numbers"),
        ("OnIsLegal\\?.*moves of the list", "let that word test the position, or use `stalemate?`"),
        ("OnIsLegal\\?", "test in the move word whatever needs no look at the position afterwards"),
        ("rank is kept", "leave it out if searches do not gain by it"),
        ("OnMoves|prefer|unique|out of the list", "test in the move word instead, or use "
         "{move-priorities"),
        ("OnGenerateMoves", "do in OnNextTurn what the next turn needs"),
        ("passes in several", "pass in one place, in a turn that asks for no type of moves"),
        ("passes? |there has been a pass", "pass in a word of its own, last in its list"),
        ("moves of the list", "test the position instead, or use `stalemate?` or `move-count`"),
        ("what judges a position", "keep the variables of OnIsGameOver apart from those of move "
         "words"),
        ("weights|choose together|switched off|pieces in hand|large board|no game",
         "nothing: such games are played with lists"),
        ("forgotten", "define the move word again"),
        ("runs a word that|token|deferred", "take the word from a table that nothing changes, or "
         "set the variable in the same move word, before it is used"),
        ("looks at what is recorded|changes something", "set the variable in the same move word "
         "before it is read, or store it with COMPILE or later! when the move is made"),
        ("makes too many moves|many ways|too deeply|items on a stack|need not end|loop",
         "split the word into entries of the list, or let loops run along a direction or to a "
         "constant"),
        ("too many moves", "let one word with a table of directions take the "
         "place of entries that differ in a direction"),
        ("many actions", "record fewer actions in one move"),
        ("equally far", "nothing: a direction of this board leads to too many differences"),
        ("a direction|another direction", "take directions from a table, or name them"),
        ("before it is written", "set the variable in the same move word, on each path that "
         "reads it"),
        ("other words of the game", "see the reasons of the other words"),
        ("a position|somewhere|an address|a cell that|no storage", "use a position relative to "
         "`from`, or an array with an index that is a constant, a player or a position"),
        ("question|a number|may fail|not there|may end here|who may be any|here move", "test the "
         "board, constants, or variables that are set before the move word runs"),
    )
)  # fmt: skip
OTHERWISE = "do it after the move, with COMPILE or in OnMakeAMove, if no test depends on it"


def advice(kind: str, why: str) -> str:
    """Return the cost of a way to count moves, and what to write instead; "" for the best one."""
    if kind == TALLIED:
        return ""
    text = next((text for pattern, text in ADVICE if pattern.search(why)), OTHERWISE)
    return f"{COST}; {text}"


class EntryAdvice(NamedTuple):
    """An entry of a move list: its word, the way its moves are counted, and advice or "".

    `text` has the name of the list, the word, the way, and the reason with its place.
    """

    word: str
    text: str
    better: str


def advice_for(entries: Iterable[tuple[str, str, CountingMethod, str]]) -> Iterator[EntryAdvice]:
    """Yield the texts of entries, given as list, word, way and place of the reason."""
    for moves, word, way, place in entries:
        why = f": {way.why}" + (f" ({place})" if place else "") if way.why else ""
        yield EntryAdvice(word, f"{moves} {word}: {way.kind}{why}", advice(way.kind, way.why))
