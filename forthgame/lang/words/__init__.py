"""The table of primitives: importing this package fills it."""

from __future__ import annotations

from forthgame.lang.word import TABLE
from forthgame.lang.words import (
    apply,
    arithmetic,
    board,
    compiling,
    control,
    define,
    floats,
    generate,
    memory,
    move,
    notation,
    parse,
    random,
    report,
    ring,
    section,
    stack,
    structure,
    text,
    turn,
)

__all__ = [
    "TABLE",
    "apply",
    "arithmetic",
    "board",
    "compiling",
    "control",
    "define",
    "floats",
    "generate",
    "memory",
    "move",
    "notation",
    "parse",
    "random",
    "report",
    "ring",
    "section",
    "stack",
    "structure",
    "text",
    "turn",
]
