"""Positions as the page shows them: the last that were asked for are kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

VIEWS = 256  # positions that are kept as they were drawn

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

    async def get(self, key: str, draw: Callable[[], Awaitable[Message]]) -> Message:
        """A position as it was drawn, or as `draw` has it drawn now."""
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = body_of(await draw())
            while len(self._kept) > VIEWS:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return found

    def clear(self) -> None:
        """Forget them all."""
        self._kept.clear()
