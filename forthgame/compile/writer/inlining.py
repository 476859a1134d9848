"""Heuristics for inlining: short functions, while there is room."""

from __future__ import annotations

from forthgame.analysis.function import Function

INLINE_SIZE = 30  # instructions of an inlined function of known effect
INLINE_IN_LOOP = 60  # if it is called in a loop, which LLVM can then optimise
INLINE_UNKNOWN = 20  # of a function of unknown effect
INLINE_ALWAYS = 8  # of a function that is hardly longer than its call, with less room and deeper
INLINE_TOTAL = 300  # instructions inlined into one function at most,
INLINE_SHARE = 4  # a multiple of its own,
INLINE_MORE = 60  # and some more,
INLINE_HOT = 150  # or more for a move word that is part of the generation loop
INLINE_DEPTH = 3


def room_for(function: Function, hot: bool) -> int:
    """Return how many instructions may be inlined into a function, a `hot` move word or not."""
    own = len(function.instructions)
    return min(INLINE_TOTAL, INLINE_SHARE * own + (INLINE_HOT if hot else INLINE_MORE))


def may_be_written(function: Function, depth: int, room: int, in_loop: bool) -> bool:
    """Return whether a function is inlined at a nesting depth.

    `room` is the number of instructions that may still be inlined there; `in_loop` is true if a
    counted loop contains the call.
    """
    size = len(function.instructions)
    if size <= INLINE_ALWAYS and not function.loops and room > -INLINE_TOTAL:
        return True
    limit = INLINE_UNKNOWN
    if function.effect:
        limit = INLINE_IN_LOOP if in_loop else INLINE_SIZE
    return depth < INLINE_DEPTH and size <= min(limit, room)
