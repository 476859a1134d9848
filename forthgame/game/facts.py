"""Facts about a script, computed on demand and kept until its words change."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from forthgame.game.script import Script

T = TypeVar("T")


class Facts:
    """Computed facts as attributes, by the names of the functions that compute them."""

    def forget(self) -> None:
        vars(self).clear()


def fact(find: Callable[[Script], T]) -> Callable[[Script], T]:
    """Cache the result of a function of a script in the script's `facts`."""
    name = f"{find.__module__}.{find.__name__}"

    @wraps(find)
    def known(script: Script) -> T:
        facts: dict[str, Any] = vars(script.facts)
        if name not in facts:
            facts[name] = find(script)
        found: T = facts[name]
        return found

    return known
