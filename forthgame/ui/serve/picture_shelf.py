"""Pictures of games for the first page, drawn by a confined process and kept in the cache."""

from __future__ import annotations

import asyncio
from functools import cache as cached
from pathlib import Path
from typing import Any

from forthgame.base import cache
from forthgame.base.errors import ForthgameError
from forthgame.base.source import package_path, read_limited
from forthgame.ui.script_outline import described
from forthgame.ui.tables.offered_scripts import Offered, refuse_replaced
from forthgame.ui.tables.table_view import Message, body_of
from forthgame.ui.tables.worker_process import Child
from forthgame.ui.worker.answer_framing import BODY
from forthgame.version import __version__

MODULE = "forthgame.ui.worker.first_pictures"
PATIENCE = 10.0  # seconds for a picture
PREFIX = "picture-"
LARGEST = 1 << 20  # characters of a picture on the first page
LARGEST_FILE = 4 << 20  # bytes of a script or board file
ROOM = 32 << 20  # bytes of all pictures in the cache


class PictureShelf:
    """First positions by script. One process draws all scripts of a folder tree, one at a time."""

    def __init__(self) -> None:
        self._drawers: dict[Path, Child] = {}
        self._found: dict[tuple[Path, str], Message] = {}

    @property
    def children(self) -> list[Child]:
        return list(self._drawers.values())

    async def get(self, offered: Offered) -> Message:
        """Return a drawing with its style. Raises ForthgameError if it cannot be drawn."""
        refuse_replaced(offered.path)
        key = await asyncio.to_thread(_key, offered.path)
        known = self._found.get((offered.path, key))
        if known is None and (stored := await asyncio.to_thread(cache.load, key)) is not None:
            known = {BODY: stored.decode("utf-8", "replace")}
        if known is None:
            known = body_of(await self._draw(offered))
            if len(known.get(BODY, "")) > LARGEST:
                raise ForthgameError("the picture is too large")
            await asyncio.to_thread(_store, key, known)
        self._found[offered.path, key] = known
        return known

    async def _draw(self, offered: Offered) -> Message:
        place = offered.folder or package_path("games")
        if place not in self._drawers:
            shipped = map(str, place.glob("*/*.4th")) if offered.folder is None else ()
            self._drawers[place] = Drawer(offered.path, *shipped)
        message = {"script": str(offered.path)}
        return await self._drawers[place].ask(message, PATIENCE)

    def close(self) -> None:
        for child in self._drawers.values():
            child.close()


class Drawer(Child):
    """A process that draws scripts."""

    module = MODULE


@cached
def _drawing_code() -> str:
    """Return a digest of the code that draws."""
    files = sorted(Path(__file__).parents[2].joinpath("draw").glob("*.py"))
    return cache.key(__version__, *(path.read_bytes() for path in files))


def _key(path: Path) -> str:
    """Return the name of a picture in the cache, by all the files that it depends on."""
    near = sorted(path.parent.glob("*.toml"))
    files = dict.fromkeys([path, *described("", path).files, *near])
    texts = [read_limited(file, LARGEST_FILE) for file in files if file.is_file()]
    return PREFIX + cache.key(_drawing_code(), str(path.name), *texts)


def _store(key: str, found: dict[str, Any]) -> None:
    if cache.save(key, found.get(BODY, "").encode("utf-8", "replace")):
        cache.trim(PREFIX, ROOM)
