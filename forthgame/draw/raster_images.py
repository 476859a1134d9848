"""Images in PNG that stand for a board or a piece, as a board file names them.

A file is embedded in pictures as it is, so it is checked chunk by chunk and never decoded: sizes,
order and checksums of its chunks, and no chunk but those of the picture itself.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import struct
import zlib
from dataclasses import dataclass

from forthgame.base.errors import ForthgameError

SIGNATURE = b"\x89PNG\r\n\x1a\n"
LARGEST = 1 << 20  # bytes of a file
LONGEST_SIDE = 4_096  # pixels
CHUNKS = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")
PREFIX = "data:image/png;base64,"
DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}


class ImageError(ForthgameError):
    """A file that is not an image in PNG, or a damaged one."""


@dataclass(frozen=True)
class RasterImage:
    """An image: its size in pixels, and its file in base 64."""

    width: int
    height: int
    data: str

    @property
    def key(self) -> str:
        """Return a name within a document, the same for equal images."""
        return _name(self.data)

    @property
    def ground_key(self) -> str:
        """Return the name of the image of a board, which a piece may have, too."""
        return _name(f"ground {self.data}")

    def markup(self, rest: str = "") -> str:
        """Return the image as an element of SVG with further attributes."""
        return f'<image{rest} href="{PREFIX}{self.data}"/>'


def _name(text: str) -> str:
    return "pic-" + hashlib.sha256(text.encode()).hexdigest()[:12]


def read_image(data: bytes) -> RasterImage:
    """Return the image of a file. Raises ImageError."""
    if len(data) > LARGEST:
        raise ImageError(f"it is longer than {LARGEST} bytes, which is the limit")
    if not data.startswith(SIGNATURE):
        raise ImageError("it is not an image in PNG")
    at, before, size = len(SIGNATURE), -1, (0, 0)
    while at < len(data):
        kind, content, at = _chunk(data, at)
        number = CHUNKS.index(kind) if kind in CHUNKS else -1
        if number < 0 or number < before or (number == before and kind != b"IDAT"):
            raise ImageError("it has a part that does not belong to a plain picture")
        if before < 0:
            size = _size(kind, content)
        before = number
        if kind == b"IEND" and (content or at != len(data)):
            raise ImageError("it goes on after its end")
    if before != len(CHUNKS) - 1:
        raise ImageError("it is cut off")
    return RasterImage(*size, base64.b64encode(data).decode())


def image_of_text(text: str) -> RasterImage:
    """Return the image of a file in base 64. Raises ImageError."""
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise ImageError("it is not base 64") from None
    return read_image(data)


def _chunk(data: bytes, at: int) -> tuple[bytes, bytes, int]:
    """Return kind and content of the chunk at an offset, and the next offset."""
    if at + 12 > len(data):
        raise ImageError("it is cut off")
    length = struct.unpack_from(">I", data, at)[0]
    end = at + 12 + length
    if end > len(data):
        raise ImageError("it is cut off")
    kind, content = data[at + 4 : at + 8], data[at + 8 : end - 4]
    if zlib.crc32(data[at + 4 : end - 4]) != struct.unpack_from(">I", data, end - 4)[0]:
        raise ImageError("a checksum is wrong")
    return kind, content, end


def _size(kind: bytes, content: bytes) -> tuple[int, int]:
    if kind != b"IHDR" or len(content) != 13:
        raise ImageError("it does not begin with its size")
    width, height, depth, colours, *ways = struct.unpack(">IIBBBBB", content)
    if not (0 < width <= LONGEST_SIDE and 0 < height <= LONGEST_SIDE):
        raise ImageError(f"a side has 1 to {LONGEST_SIDE} pixels")
    if depth not in DEPTHS.get(colours, ()) or ways[:2] != [0, 0] or ways[2] > 1:
        raise ImageError("its pixels are of an unknown kind")
    return width, height
