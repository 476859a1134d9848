"""Cache of positions as drawn for the page."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

VIEWS = 256  # cached positions
LARGEST = 64 << 20  # characters of all cached positions, besides the last

Message = dict[str, Any]


class Watcher(Protocol):
    """A browser that watches a table."""

    def send(self, event: Message) -> None:
        """Send an event."""


def body_of(answer: Message) -> Message:
    """Return a process's answer without the message kind."""
    return {name: part for name, part in answer.items() if name != "kind"}


class Views:
    """Least-recently-used cache of drawn positions."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Message] = OrderedDict()
        self._size = 0

    async def get(self, key: str, draw: Callable[[], Awaitable[Message]]) -> Message:
        """Return a drawn position, from the cache or by calling `draw`."""
        found = self._kept.get(key)
        if found is None:
            found = body_of(await draw())
            self._keep(key, found)
        else:
            self._kept.move_to_end(key)
        return found

    def _keep(self, key: str, found: Message) -> None:
        self._size += _size(found) - _size(self._kept.pop(key, {}))
        self._kept[key] = found
        while len(self._kept) > 1 and (len(self._kept) > VIEWS or self._size > LARGEST):
            self._size -= _size(self._kept.popitem(last=False)[1])

    def clear(self) -> None:
        self._kept.clear()
        self._size = 0


def _size(found: Message) -> int:
    return sum(len(part) for part in found.values() if isinstance(part, str))
