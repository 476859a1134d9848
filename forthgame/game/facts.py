"""Facts about a script: each is found when it is first asked for, and kept until words change."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from forthgame.game.script import Script

T = TypeVar("T")


class Facts:
    """Keeps what has been found as attributes, by the names of the functions that found it."""

    def forget(self) -> None:
        """Forget everything."""
        vars(self).clear()


def fact(find: Callable[[Script], T]) -> Callable[[Script], T]:
    """Keep what a function of a script returns in the script's `facts`."""
    name = f"{find.__module__}.{find.__name__}"

    @wraps(find)
    def known(script: Script) -> T:
        facts: dict[str, Any] = vars(script.facts)
        if name not in facts:
            facts[name] = find(script)
        found: T = facts[name]
        return found

    return known
