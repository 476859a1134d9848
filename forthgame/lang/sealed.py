"""Which of the language's words no script can name, and whose tokens are valid for no script.

Words in parentheses are the engine's own parts: they keep its lists, nodes and trees, and take for
granted that they are called in order. Those of the dialect that published scripts may use are open.
"""

from __future__ import annotations

from typing import Final

OPEN: Final = frozenset(
    (
        "(", "(IS)", "(FORGET)", "(ABORT\")", "(NUMBER)", "(DO)", "(LOOP)", "(+LOOP)", "(.\")",
        "(S\")", "(^\")", "(add-piece)", "(remove-piece)", "(capture-at)", "(create)",
        "(change-type-at)", "(change-owner-at)", "(partial)", "(partial-move-type)",
    )
)  # fmt: skip
TOKEN_STAYS: Final = frozenset(("(unset)",))  # deferred words hold its token at first


def is_sealed(name: str) -> bool:
    """Whether a word of the language with this name is out of reach for scripts."""
    return name.startswith("(") and name not in OPEN
