"""What is found out of a script, each once: when it is first asked for, until its words change."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from forthgame.game.script import Script

T = TypeVar("T")


class Facts:
    """Has what has been found out as attributes, by the names of the functions that found it."""

    def forget(self) -> None:
        """Have all of it found out anew."""
        vars(self).clear()


def fact(find: Callable[[Script], T]) -> Callable[[Script], T]:
    """Decorates a function of a script: what it returns is kept in the script's `facts`."""
    name = f"{find.__module__}.{find.__name__}"

    @wraps(find)
    def known(script: Script) -> T:
        facts: dict[str, Any] = vars(script.facts)
        if name not in facts:
            facts[name] = find(script)
        found: T = facts[name]
        return found

    return known
