"""Tables of a board file, whose entries are checked as they are read."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import Any

from forthgame.base.errors import ForthgameError, ScriptError, shortened
from forthgame.base.source import NOT_FOUND, UnreadableFile, find_loaded_file, read_limited
from forthgame.draw.raster_images import (
    LARGEST as LARGEST_IMAGE,
    ImageError,
    RasterImage,
    read_image,
)
from forthgame.position.texts.texts_file import BOARD_ENDING, TextsTable

COLOUR = re.compile(r"#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
PATH = re.compile(r"\s*[Mm][MmLlHhVvCcSsQqTtAaZz0-9eE+\-.,\s]*")
LONGEST_PATH = 20_000  # characters
FARTHEST = 100_000  # pixels
LARGEST = 1_000  # pixels of a cell's side


class BoardFileError(ForthgameError):
    """A mistake in a board file; names the file and the key."""


class BoardFileTable(TextsTable):
    """A table of the file.

    A file beside a script that several games load may name things that some of the games lack.
    """

    error = BoardFileError

    @property
    def own(self) -> bool:
        """Return whether the file belongs to the game's own script."""
        return self.path.name == self.game.path.stem + BOARD_ENDING

    def only(self, known: tuple[str, ...]) -> None:
        for key in self.entries:
            if key not in known:
                raise self.fail(f"there is no key {shortened(key)!r}; there are {', '.join(known)}")

    def one_of(self, key: str, known: tuple[str, ...], default: str) -> str:
        found = self.text(key, default)
        if found not in known and found != default:
            there = ", ".join(name or '""' for name in known)
            raise self.fail(f"{key} is one of {there}, not {shortened(found)!r}")
        return found

    def decimals(self, key: str, counts: tuple[int, ...]) -> list[float]:
        """Return a list of numbers; `counts` are the permitted lengths."""
        found = self.entries.get(key)
        numbers: list[Any] = found if isinstance(found, list) else [found]
        right = all(isinstance(n, int | float) and not isinstance(n, bool) for n in numbers)
        if not right or len(numbers) not in counts:
            many = " or ".join(map(str, counts[:4])) if len(counts) < 4 else "some"
            raise self.fail(f"{key} is a list of {many} numbers")
        if not all(abs(n) <= FARTHEST for n in numbers):
            raise self.fail(f"{key}: a number is at most {FARTHEST}")
        return [float(n) for n in numbers]

    def pixels(self, key: str, default: float) -> float:
        found = self.decimals(key, (1,))[0] if self.has(key) else default
        if not 0 <= found <= LARGEST:
            raise self.fail(f"{key} is from 0 to {LARGEST} pixels")
        return found

    def colour(self, key: str) -> str:
        """Return a colour as `#rrggbb`, or an empty text."""
        found = self.text(key, "")
        if found and not COLOUR.fullmatch(found):
            raise self.fail(f"{key} is a colour such as #d55e00, not {shortened(found)!r}")
        return f"#{found[1] * 2}{found[2] * 2}{found[3] * 2}" if len(found) == 4 else found

    def image(self, key: str) -> RasterImage | None:
        """Return the image that an entry names, a file beside this one.

        Return None without the entry, and if there is no such file: then it is drawn as without.
        """
        name = self.text(key, "")
        if not name:
            return None
        folder = self.path.parent
        try:
            path = find_loaded_file(folder, name, self.game.forth.root or folder)
            return read_image(read_limited(path, LARGEST_IMAGE, regular=True))
        except (ScriptError, UnreadableFile, ImageError) as error:
            if isinstance(error, ScriptError) and error.number == NOT_FOUND:
                return None
            message = error.message if isinstance(error, ScriptError) else str(error)
            raise self.fail(f"{key} {shortened(name)!r}: {message}") from None

    def path_data(self, key: str) -> str:
        """Return SVG path data, or an empty text."""
        found = self.text(key, "")
        if len(found) > LONGEST_PATH:
            raise self.fail(f"{key} is longer than {LONGEST_PATH} characters, which is the limit")
        if found and not PATH.fullmatch(found):
            raise self.fail(f"{key} is path data of SVG: M, numbers, and the letters of commands")
        return " ".join(found.split())

    def chosen(self, names: list[str], known: Container[str], what: str) -> list[str]:
        """Return the names that the game has; others are errors unless the file is shared."""
        for name in names:
            if self.own and name not in known:
                raise self.fail(f"there is no {what} {shortened(name)!r}")
        return [name for name in names if name in known]
