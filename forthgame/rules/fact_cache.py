"""Facts about a script and search trees, kept until its words change."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

from forthgame.machine.memory.locks import ForkedLock

if TYPE_CHECKING:
    from forthgame.rules.script import Script
    from forthgame.search.tree_reuse import Tree

T = TypeVar("T")
MOST = 4  # kept trees of a game
Key = tuple[object, ...]


class FactCache:
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


class TreeStore:
    """The trees of a game by engine, options and player, one for each thread."""

    def __init__(self) -> None:
        self._trees: dict[Key, dict[int, Tree]] = {}
        self._shared = ForkedLock()

    def take(self, key: Key, thread: int) -> Tree | None:
        with self._shared.lock:
            return self._trees.get(key, {}).pop(thread, None)

    def keep(self, key: Key, thread: int, tree: Tree) -> None:
        dropped: list[Tree] = []
        with self._shared.lock:
            own = self._trees.pop(key, {})
            self._trees[key] = own
            if thread in own:
                dropped.append(own.pop(thread))
            own[thread] = tree
            for old in list(self._trees)[:-MOST]:
                dropped += self._trees.pop(old).values()
        for other in dropped:
            other.close()

    def drop(self) -> None:
        with self._shared.lock:
            dropped = [tree for own in self._trees.values() for tree in own.values()]
            self._trees.clear()
        for tree in dropped:
            tree.close()
