"""Changes that come to their end, whoever has asked for them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec, TypeVar

Given = ParamSpec("Given")
Found = TypeVar("Found")

_running: set[asyncio.Future[Any]] = set()  # the loop itself does not keep tasks


def carried_out(
    change: Callable[Given, Coroutine[Any, Any, Found]],
) -> Callable[Given, Coroutine[Any, Any, Found]]:
    """Let a change that has begun come to its end, also if the page that wants it is closed.

    The page's request is cancelled then, and would leave the table half changed.
    """

    @wraps(change)
    async def asked(*given: Given.args, **named: Given.kwargs) -> Found:
        work = asyncio.ensure_future(change(*given, **named))
        _running.add(work)
        work.add_done_callback(_running.discard)
        return await result_of(work)

    return asked


async def result_of(work: asyncio.Future[Found]) -> Found:
    """What comes of some work, which goes on where nobody waits for it any more."""
    work.add_done_callback(look_at)
    await asyncio.wait({work})
    return work.result()


def look_at(work: asyncio.Future[Any]) -> None:
    """Take note of how something has ended: asyncio prints errors that nobody has looked at."""
    if not work.cancelled():
        work.exception()
