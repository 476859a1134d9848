"""Facts about a script and search trees, kept until its words change."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Generic, Protocol, TypeVar

from forthgame.machine.memory.locks import ForkedLock

T = TypeVar("T")
S = TypeVar("S", bound="HasFacts")
K = TypeVar("K", bound="Tree")
MOST = 4  # kept trees of a game
Key = tuple[object, ...]


class FactCache:
    """Computed facts as attributes, by the names of the functions that compute them."""

    def forget(self) -> None:
        vars(self).clear()


class HasFacts(Protocol):
    facts: FactCache


def fact(find: Callable[[S], T]) -> Callable[[S], T]:
    """Cache the result of a function of a script in the script's `facts`."""
    name = f"{find.__module__}.{find.__name__}"

    @wraps(find)
    def known(script: S) -> T:
        facts: dict[str, Any] = vars(script.facts)
        if name not in facts:
            facts[name] = find(script)
        found: T = facts[name]
        return found

    return known


class Tree(Protocol):
    """Memory of a search tree."""

    def close(self) -> None: ...


class TreeStore(Generic[K]):
    """The trees of a game by engine, options and player, one for each thread."""

    def __init__(self) -> None:
        self._trees: dict[Key, dict[int, K]] = {}
        self._shared = ForkedLock()

    def take(self, key: Key, thread: int) -> K | None:
        with self._shared.lock:
            return self._trees.get(key, {}).pop(thread, None)

    def keep(self, key: Key, thread: int, tree: K) -> None:
        dropped: list[K] = []
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
