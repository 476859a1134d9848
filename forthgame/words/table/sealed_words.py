"""Sealed words: the words of the language that scripts cannot name or use by token.

Words in parentheses are internal to the engine: they maintain its lists, nodes and trees and rely
on the order of calls. Words of the dialect that published scripts may use are open, as marked in
their rows, or listed here if `stdlib.4th` defines them.
"""

from __future__ import annotations

from typing import Final

from forthgame.words.table.row import TABLE

OPEN: Final = frozenset(
    ('(.")', '(S")', '(^")', "(capture-at)", "(create)", "(change-type-at)", "(change-owner-at)")
)
TOKEN_STAYS: Final = frozenset(("(unset)",))  # initial token of deferred words


def is_sealed(name: str) -> bool:
    """Return whether a word of the language is out of reach for scripts."""
    if not name.startswith("("):
        return False
    row = TABLE.by_name.get(name)
    return name not in OPEN if row is None else not row.open


# words beyond Axiom that `stdlib.4th` defines; the others are in the table
NEWER: Final = frozenset(
    (
        "attacked?",
        "attacked-by?",
        "attacked-by-type?",
        "attackers",
        "attacks",
        "defended?",
        "defended-by-type?",
        "wins",
        "loses",
        "goal",
    )
)


def is_newer(name: str) -> bool:
    """Return whether scripts of the original dialect may have defined the name themselves.

    If such a script uses the name without defining it, it does not mean the language's word.
    """
    row = TABLE.by_name.get(name)
    return name in NEWER if row is None else row.newer and not is_sealed(name) and not row.closes


# cells of the turn, the move and the board, recorded if a script names them
CELLS_OF_TURN: Final = frozenset(
    ("$turnOffset", "$player", "$forPlayer", "$ofType", "$turnNumber", "$partial", "$pos", "$from",
     "$piece", "$moveType", "$priority", "$passed")
)  # fmt: skip
NOTED: Final = CELLS_OF_TURN | {"$board"}
KEPT_FOR: Final = {"goal": "goal", "$lastPos": "last"}  # words outside the table


def keeps(name: str) -> str:
    """Return the data kept in every position if a script names the word, or an empty text."""
    row = TABLE.by_name.get(name)
    return KEPT_FOR.get(name, "") if row is None else row.keeps
