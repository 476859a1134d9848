"""Positions as the page shows them: the last that were asked for are kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

VIEWS = 256  # positions that are kept as they were drawn
LARGEST = 64 << 20  # characters of all of them, besides the last

Message = dict[str, Any]


class Watcher(Protocol):
    """A browser that looks on."""

    def tell(self, event: Message) -> None:
        """Send it an event."""


def body_of(answer: Message) -> Message:
    """What a process answers, without the kind of its message."""
    return {name: part for name, part in answer.items() if name != "kind"}


class Views:
    """The last positions that were drawn, by what they were drawn from."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Message] = OrderedDict()
        self._size = 0

    async def get(self, key: str, draw: Callable[[], Awaitable[Message]]) -> Message:
        """A position as it was drawn, or as `draw` has it drawn now."""
        found = self._kept.get(key)
        if found is None:
            found = body_of(await draw())
            self._keep(key, found)
        else:
            self._kept.move_to_end(key)
        return found

    def _keep(self, key: str, found: Message) -> None:
        """Keep a position, and forget those that nobody has asked for longest."""
        self._size += _size(found) - _size(self._kept.pop(key, {}))
        self._kept[key] = found
        while len(self._kept) > 1 and (len(self._kept) > VIEWS or self._size > LARGEST):
            self._size -= _size(self._kept.popitem(last=False)[1])

    def clear(self) -> None:
        """Forget them all."""
        self._kept.clear()
        self._size = 0


def _size(found: Message) -> int:
    """Characters of a position; what is no text is short."""
    return sum(len(part) for part in found.values() if isinstance(part, str))
