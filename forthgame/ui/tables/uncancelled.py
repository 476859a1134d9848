"""Complete changes even if their request is cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec, TypeVar

Given = ParamSpec("Given")
Found = TypeVar("Found")

_running: set[asyncio.Future[Any]] = set()  # keeps the tasks alive, as the event loop does not


def uncancelled(
    change: Callable[Given, Coroutine[Any, Any, Found]],
) -> Callable[Given, Coroutine[Any, Any, Found]]:
    """Decorate a change so that it runs to its end after its request is cancelled.

    Otherwise closing a page could leave its table half changed.
    """

    @wraps(change)
    async def asked(*given: Given.args, **named: Given.kwargs) -> Found:
        work = asyncio.ensure_future(change(*given, **named))
        _running.add(work)
        work.add_done_callback(_running.discard)
        return await result_of(work)

    return asked


async def result_of(work: asyncio.Future[Found]) -> Found:
    """Return the result of a task, which continues if the caller is cancelled."""
    work.add_done_callback(retrieve_exception)
    await asyncio.wait({work})
    return work.result()


def retrieve_exception(work: asyncio.Future[Any]) -> None:
    """Retrieve the exception of a task, which asyncio would otherwise print."""
    if not work.cancelled():
        work.exception()
