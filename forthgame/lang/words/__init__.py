"""The table of primitives: importing this package fills it."""

from __future__ import annotations

from forthgame.lang.word import TABLE
from forthgame.lang.words import (
    arithmetic,
    board,
    control,
    define,
    floats,
    generate,
    memory,
    move,
    random,
    ring,
    section,
    stack,
    text,
    turn,
)

__all__ = [
    "TABLE",
    "arithmetic",
    "board",
    "control",
    "define",
    "floats",
    "generate",
    "memory",
    "move",
    "random",
    "ring",
    "section",
    "stack",
    "text",
    "turn",
]
