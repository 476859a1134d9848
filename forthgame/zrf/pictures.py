"""Find the images of a game's board and pieces, and describe them in a board file.

Rule files name images by paths of Windows, from their own folder or the one above. What is missing
is drawn as for any other game. Positions keep the rectangles of the rule file, so an image of a
board fits.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from forthgame.base.errors import shortened
from forthgame.base.source import UnreadableFile, read_limited
from forthgame.zrf.bitmaps import LARGEST, Bitmap, BitmapError, png, read_bitmap
from forthgame.zrf.context import Context
from forthgame.zrf.forms import RuleFileError

BOARD_ENDING = ".board.toml"
LARGEST_FILE = 200_000  # characters of a board file
LARGEST_IMAGE = 1 << 20  # bytes of an image in PNG
MOST_IMAGES = 2_000
CELL = 60.0  # pixels of a cell's side in drawings
LEAST_SHOWN = 0.4  # of a cell, if its rectangle has to shrink
Box = tuple[float, float, float, float]


@dataclass
class Pictures:
    """The images of one skin of a game.

    files    images in PNG by file name
    board    file name of the board's image, and its size in pixels
    pieces   file name by player and piece
    seen     path, size and time of each file that was looked for; a size of -1 if it is missing
    damaged  files that are not bitmaps, with the reason
    """

    files: dict[str, bytes] = field(default_factory=dict)
    board: str = ""
    board_size: tuple[int, int] = (0, 0)
    pieces: dict[tuple[str, str], str] = field(default_factory=dict)
    seen: list[tuple[str, int, int]] = field(default_factory=list)
    damaged: list[str] = field(default_factory=list)


class _Finder:
    """Finds files by names in which case does not matter, below one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.root = folder.parent
        self.listed: dict[Path, dict[str, Path]] = {}
        self.read: dict[Path, Bitmap | None] = {}

    def find(self, name: str) -> Path | None:
        """Return the path of an image, or None if there is none below the root."""
        path = self.folder
        for part in name.replace("\\", "/").split("/"):
            if part in ("", "."):
                continue
            if part == "..":
                path = path.parent
                if not path.is_relative_to(self.root):
                    return None
                continue
            found = self._inside(path).get(part.lower())
            if found is None:
                return None
            path = found
        try:
            return path if path.resolve().is_relative_to(self.root.resolve()) else None
        except (OSError, RuntimeError):
            return None

    def _inside(self, folder: Path) -> dict[str, Path]:
        if folder not in self.listed:
            try:
                self.listed[folder] = {each.name.lower(): each for each in folder.iterdir()}
            except OSError:
                self.listed[folder] = {}
        return self.listed[folder]


def find_pictures(context: Context, path: Path, skin: int = 1) -> Pictures:
    """Read the images of a game of the rule file `path`, those of a `skin` from 1.

    A piece or board with fewer skins has its last one.
    """
    found, finder = Pictures(), _Finder(path.parent)
    names: dict[bytes, str] = {}

    def add(name: str, wished: str) -> tuple[str, Bitmap] | None:
        """Return the name of an image's file, and the image; None without one."""
        source = finder.find(name)
        found.seen.append((str(source or finder.folder / name), *stamp(source)))
        if source is None or len(found.seen) > MOST_IMAGES:
            return None
        if source not in finder.read:
            finder.read[source] = _bitmap(source, name, found)
        bitmap = finder.read[source]
        if bitmap is None:
            return None
        data = png(bitmap)
        if len(data) > LARGEST_IMAGE:
            return None
        if data not in names:
            names[data] = f"{wished}.png"
            found.files[names[data]] = data
        return names[data], bitmap

    images = context.board.images
    if images and (made := add(_of_skin(images, skin), "board")):
        found.board, found.board_size = made[0], (made[1].width, made[1].height)
    for number, piece in enumerate(context.game.pieces.values(), 1):
        for player, skins in piece.images.items():
            if player not in context.game.players or not skins:
                continue
            owner = context.game.players.index(player) + 1
            if made := add(_of_skin(skins, skin), f"piece-{owner}-{number}"):
                found.pieces[player, piece.name] = made[0]
    return found


def _of_skin(images: list[str], skin: int) -> str:
    return images[min(skin, len(images)) - 1]


def stamp(path: Path | None) -> tuple[int, int]:
    """Return size and time of change of a file; -1 and 0 if there is none."""
    try:
        status = os.stat(path) if path is not None else None
    except OSError:
        status = None
    return (-1, 0) if status is None else (status.st_size, status.st_mtime_ns)


def _bitmap(path: Path, name: str, found: Pictures) -> Bitmap | None:
    try:
        return read_bitmap(read_limited(path, LARGEST, regular=True))
    except (BitmapError, UnreadableFile) as error:
        found.damaged.append(f"{shortened(name)}: {error}")
        return None


def refuse_damaged(found: Pictures) -> None:
    """Raise RuleFileError if an image is damaged."""
    if found.damaged:
        raise RuleFileError(f"the image {found.damaged[0]}")


# -- the board file -------------------------------------------------------------------------------


def toml_text(text: str) -> str:
    """Return a text as a string of TOML."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def board_file(context: Context, found: Pictures, folder: str) -> str:
    """Return the board file: images, and positions that only the rules use are hidden.

    The images are in a `folder` beside it.
    """
    names = context.names
    boxes = {name: box for name, box in context.board.positions.items() if box is not None}
    hidden = [
        names("position", name)
        for name in context.board.positions
        if name not in boxes or name in context.board.dummies
    ]
    title = " ".join(context.game.title.split())
    lines = [f"# How {title} looks; docs/drawing.md describes what may stand here.", "", "[board]"]
    shown = {
        name: box
        for name, box in boxes.items()
        if name not in context.board.dummies and box[2] > box[0] and box[3] > box[1]
    }
    places, pixel = _places(context, shown) if found.board else ([], 0.0)
    if places:
        width, height = (side * pixel for side in found.board_size)
        lines += [
            f"image = {toml_text(f'{folder}/{found.board}')}",
            f"image-box = [0, 0, {width:.7g}, {height:.7g}]",
            f"pixel = {pixel:.5g}",
            "coordinates = false",
        ]
    if hidden:
        lines.append(f"hidden = {toml_text(' '.join(hidden))}")
    if places:
        lines += ["", "[places]", *places]
    for (player, piece), name in found.pieces.items():
        key = toml_text(f"{names('player', player)} {names('piece', piece)}")
        lines += ["", f"[pieces.{key}]", f"image = {toml_text(f'{folder}/{name}')}"]
    text = "\n".join(lines) + "\n"
    if len(text) > LARGEST_FILE and (found.board or found.pieces):
        return board_file(context, Pictures(), folder)
    return text


def _places(
    context: Context, boxes: dict[str, tuple[int, int, int, int]]
) -> tuple[list[str], float]:
    """Return the lines with all positions, and the scale; none if the rectangles cannot be used."""
    sides = [side for a, b, c, d in boxes.values() for side in (c - a, d - b)]
    if not sides or max(map(abs, (n for box in boxes.values() for n in box))) > 10_000:
        return [], 0.0
    scale = max(1.0, CELL / min(sides))
    if max(sides) * scale > 1_000:
        return [], 0.0
    for shown in (1.0, 0.9, 0.8, 0.7, 0.55, LEAST_SHOWN):
        cells = [(name, _shrunk(box, scale, shown)) for name, box in boxes.items()]
        if not _overlapping([box for _, box in cells]):
            return [
                f"{toml_text(context.position(name))} = [{x:.7g}, {y:.7g}, {w:.7g}, {h:.7g}]"
                for name, (x, y, w, h) in cells
            ], scale
    return [], 0.0


def _shrunk(box: tuple[int, int, int, int], scale: float, shown: float) -> Box:
    a, b, c, d = box
    return (
        (a + c) * scale / 2,
        (b + d) * scale / 2,
        (c - a) * scale * shown,
        (d - b) * scale * shown,
    )


def _overlapping(boxes: list[Box]) -> bool:
    """Return whether two boxes overlap, compared where they are near."""
    far = max(max(w, h) for _, _, w, h in boxes)
    cells: dict[tuple[int, int], list[Box]] = {}
    for box in boxes:
        x, y = int(box[0] // far), int(box[1] // far)
        for other in _near(cells, x, y):
            across = abs(box[0] - other[0]) < (box[2] + other[2]) / 2 - 0.01
            if across and abs(box[1] - other[1]) < (box[3] + other[3]) / 2 - 0.01:
                return True
        cells.setdefault((x, y), []).append(box)
    return False


def _near(cells: dict[tuple[int, int], list[Box]], x: int, y: int) -> Iterator[Box]:
    for u in (-1, 0, 1):
        for v in (-1, 0, 1):
            yield from cells.get((x + u, y + v), ())
