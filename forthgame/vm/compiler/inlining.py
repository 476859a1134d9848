"""Which functions are written into their callers: short ones, while there is room."""

from __future__ import annotations

from forthgame.code.function import Function

INLINE_SIZE = 30  # instructions of a function of known effect that is written into its callers
INLINE_IN_LOOP = 60  # of one that is called in a loop, which LLVM may then see through
INLINE_UNKNOWN = 20  # of one that leaves who knows how many items
INLINE_ALWAYS = 8  # of one that is hardly longer than a call of it, with less room and deeper
INLINE_TOTAL = 300  # instructions that are written into one function at most,
INLINE_SHARE = 4  # so many times as many as it has itself,
INLINE_MORE = 60  # and some more,
INLINE_HOT = 150  # or so many into a move word that is part of the generating loop
INLINE_DEPTH = 3


def room_for(function: Function, hot: bool) -> int:
    """How many instructions are written into a function, which may be a `hot` move word."""
    own = len(function.instructions)
    return min(INLINE_TOTAL, INLINE_SHARE * own + (INLINE_HOT if hot else INLINE_MORE))


def may_be_written(function: Function, depth: int, room: int, in_loop: bool) -> bool:
    """Whether a function is written in the place of a call, so deep within others.

    `room` is how many instructions may still be written there; `in_loop` says whether a counted
    loop calls it.
    """
    size = len(function.instructions)
    if size <= INLINE_ALWAYS and not function.loops and room > -INLINE_TOTAL:
        return True
    limit = INLINE_UNKNOWN
    if function.effect:
        limit = INLINE_IN_LOOP if in_loop else INLINE_SIZE
    return depth < INLINE_DEPTH and size <= min(limit, room)
