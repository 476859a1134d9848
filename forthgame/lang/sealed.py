"""Which of the language's words no script can name, and whose tokens are valid for no script.

Words in parentheses are the engine's own parts: they keep its lists, nodes and trees, and take for
granted that they are called in order. Those of the dialect that published scripts may use are open:
their rows say so, and here are those that `stdlib.4th` defines.
"""

from __future__ import annotations

from typing import Final

from forthgame.lang.word import TABLE

OPEN: Final = frozenset(
    ('(.")', '(S")', '(^")', "(capture-at)", "(create)", "(change-type-at)", "(change-owner-at)")
)
TOKEN_STAYS: Final = frozenset(("(unset)",))  # deferred words hold its token at first


def is_sealed(name: str) -> bool:
    """Whether a word of the language with this name is out of reach for scripts."""
    if not name.startswith("("):
        return False
    row = TABLE.by_name.get(name)
    return name not in OPEN if row is None else not row.open


# words beyond Axiom that `stdlib.4th` defines; the others are in the table
NEWER: Final = frozenset(
    ("attacked?", "attacked-by?", "attackers", "attacks", "wins", "loses", "goal")
)


def is_newer(name: str) -> bool:
    """Whether scripts of the original dialect may have used the name for things of their own.

    Where such a script mentions one that it has not defined, the language's word is not meant.
    """
    row = TABLE.by_name.get(name)
    return name in NEWER if row is None else row.newer and not is_sealed(name) and not row.closes


# cells where the turn, the move and the board stand: it is noted if a script names them
CELLS_OF_TURN: Final = frozenset(
    ("$turnOffset", "$player", "$forPlayer", "$ofType", "$turnNumber", "$partial", "$pos", "$from",
     "$piece", "$moveType", "$priority", "$passed")
)  # fmt: skip
NOTED: Final = CELLS_OF_TURN | {"$board"}
KEPT_FOR: Final = {"goal": "goal", "$lastPos": "last"}  # words that are not in the table


def keeps(name: str) -> str:
    """What the engine keeps in every position of a game whose script names a word, or nothing."""
    row = TABLE.by_name.get(name)
    return KEPT_FOR.get(name, "") if row is None else row.keeps
