"""Search trees that a game keeps between searches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.vm.sharing import ForkedLock

if TYPE_CHECKING:
    from forthgame.game.kept_trees import Tree

MOST = 4  # kept trees of a game
Key = tuple[object, ...]


class KeptTrees:
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
