"""Read Windows bitmaps (`.bmp`) of 1, 4, 8, 24 or 32 bits, and write them as PNG.

A file is damaged, and refused, if its numbers contradict each other or its length: no size is
believed before it has been compared with the bytes that are there. Pure green is transparent, as
Zillions draws pieces.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from forthgame.base.errors import ForthgameError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LARGEST = 16 << 20  # bytes of a file
LONGEST_SIDE = 4_096  # pixels
MOST_PIXELS = 4 << 20
GREEN = (0, 255, 0)
PLAIN, RLE8, RLE4, MASKS = 0, 1, 2, 3
USUAL_MASKS = (0xFF0000, 0xFF00, 0xFF)
COLOURS_OF_PALETTE = 256
SIGNATURE = b"\x89PNG\r\n\x1a\n"


class BitmapError(ForthgameError):
    """A file that is not a bitmap, or a damaged one."""


@dataclass(frozen=True)
class Bitmap:
    """A picture: rows from the top, each pixel red, green, blue and opacity."""

    pixels: NDArray[np.uint8]

    @property
    def width(self) -> int:
        return int(self.pixels.shape[1])

    @property
    def height(self) -> int:
        return int(self.pixels.shape[0])


@dataclass(frozen=True)
class _Head:
    """The numbers in the head of a file."""

    start: int  # of the pixels
    width: int
    height: int
    upwards: bool  # whether the lowest row comes first
    bits: int
    packing: int
    palette: bytes  # blue, green, red for each colour


def read_bitmap(data: bytes) -> Bitmap:
    """Return the picture of a file. Raises BitmapError."""
    import numpy as np

    head = _head(data)
    if head.packing in (RLE8, RLE4):
        indexes = _unpacked(data[head.start :], head)
    elif head.bits > 8:
        return Bitmap(_opaque(_true_colours(data, head)))
    else:
        indexes = _indexes(data, head)
    colours = np.frombuffer(head.palette, np.uint8).reshape(-1, 3)[:, ::-1]
    if int(indexes.max(initial=0)) >= len(colours):
        raise BitmapError("a pixel has a colour that is not in the palette")
    return Bitmap(_opaque(colours[indexes]))


def _head(data: bytes) -> _Head:
    """Return the numbers of the head after comparing them. Raises BitmapError."""
    if len(data) > LARGEST:
        raise BitmapError(f"it is longer than {LARGEST} bytes, which is the limit")
    if len(data) < 26 or data[:2] != b"BM":
        raise BitmapError("it is not a bitmap: it does not begin with BM")
    start, size = struct.unpack_from("<II", data, 10)
    packing, used = PLAIN, 0
    if size == 12:
        width, height, planes, bits = struct.unpack_from("<HHHH", data, 18)
        entry = 3
    elif 40 <= size <= 124 and len(data) >= 14 + size:
        width, height, planes, bits, packing = struct.unpack_from("<iiHHI", data, 18)
        used = struct.unpack_from("<I", data, 46)[0]
        entry = 4
    else:
        raise BitmapError("its head is damaged or of an unknown kind")
    upwards, height = height > 0, abs(height)
    if not (0 < width <= LONGEST_SIDE and 0 < height <= LONGEST_SIDE):
        raise BitmapError(f"it is {width} by {height} pixels; a side has 1 to {LONGEST_SIDE}")
    if width * height > MOST_PIXELS:
        raise BitmapError(f"it has more than {MOST_PIXELS} pixels, which is the limit")
    if planes != 1 or bits not in (1, 4, 8, 24, 32):
        raise BitmapError(f"it has {bits} bits in a pixel, not 1, 4, 8, 24 or 32")
    if packing == MASKS and bits == 32:
        masks = struct.unpack_from("<III", data, 54) if len(data) >= 66 else ()
        if masks != USUAL_MASKS:
            raise BitmapError("its colours are in an unusual order")
    elif (packing, bits) not in ((RLE8, 8), (RLE4, 4)) and packing != PLAIN:
        raise BitmapError("it is packed in an unknown way")
    palette = b""
    if bits <= 8:
        if used > 1 << bits:
            raise BitmapError("its palette has too many colours")
        first, count = 14 + size, used or 1 << bits
        count = min(count, max(0, start - first) // entry) if start > first else count
        raw = data[first : first + count * entry]
        if not count or len(raw) < count * entry:
            raise BitmapError("its palette is cut off")
        palette = b"".join(raw[k : k + 3] for k in range(0, len(raw), entry))
    if not 26 <= start <= len(data):
        raise BitmapError("its pixels begin outside of the file")
    return _Head(start, width, height, upwards, bits, packing, palette)


def _rows(data: bytes, head: _Head) -> NDArray[np.uint8]:
    """Return the bytes of each row from the top. Raises BitmapError if some are missing."""
    import numpy as np

    stride = (head.width * head.bits + 31) // 32 * 4
    if len(data) - head.start < stride * head.height:
        raise BitmapError("it is cut off: rows of pixels are missing")
    rows = np.frombuffer(data, np.uint8, stride * head.height, head.start)
    rows = rows.reshape(head.height, stride)
    return rows[::-1] if head.upwards else rows


def _true_colours(data: bytes, head: _Head) -> NDArray[np.uint8]:
    size = head.bits // 8
    rows = _rows(data, head)[:, : head.width * size]
    return rows.reshape(head.height, head.width, size)[:, :, 2::-1]


def _indexes(data: bytes, head: _Head) -> NDArray[np.uint8]:
    import numpy as np

    rows = _rows(data, head)
    if head.bits == 1:
        rows = np.unpackbits(rows, axis=1)
    elif head.bits == 4:
        rows = np.stack((rows >> 4, rows & 15), axis=2).reshape(head.height, -1)
    return rows[:, : head.width]


def _unpacked(data: bytes, head: _Head) -> NDArray[np.uint8]:
    """Return the pixels of a run-length coded picture. Raises BitmapError.

    Pixels that the code leaves out have the first colour; what goes over the border is damaged.
    """
    import numpy as np

    found = np.zeros((head.height, head.width), np.uint8)
    x = y = at = 0
    half = head.packing == RLE4
    while at + 1 < len(data) and y < head.height:
        count, value = data[at], data[at + 1]
        at += 2
        if count:  # a run
            run = [value >> 4, value & 15] if half else [value]
        elif value == 0:  # the end of a row
            x, y = 0, y + 1
            continue
        elif value == 1:  # the end of the picture
            break
        elif value == 2:  # a jump
            if at + 2 > len(data):
                raise BitmapError("it is cut off within its pixels")
            x, y, at = x + data[at], y + data[at + 1], at + 2
            continue
        else:  # pixels as they are
            count = value
            length = (count + 1) // 2 if half else count
            raw = data[at : at + length]
            if len(raw) < length:
                raise BitmapError("it is cut off within its pixels")
            run = [n for one in raw for n in (one >> 4, one & 15)] if half else list(raw)
            at += length + length % 2
        if x + count > head.width or y >= head.height:
            raise BitmapError("a run of pixels goes over the border")
        found[y, x : x + count] = (run * (count // len(run) + 1))[:count]
        x += count
    return found[::-1] if head.upwards else found


def _opaque(colours: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return colours with an opacity: 0 for pure green."""
    import numpy as np

    seen = np.where((colours == GREEN).all(axis=2), 0, 255).astype(np.uint8)
    pixels = np.dstack((colours, seen))
    pixels[seen == 0] = 0
    return pixels


# -- writing --------------------------------------------------------------------------------------


def png(bitmap: Bitmap) -> bytes:
    """Return a picture as PNG, with a palette if it has few colours."""
    import numpy as np

    flat = bitmap.pixels.reshape(-1, 4)
    colours, indexes = np.unique(flat.view(np.uint32), return_inverse=True)
    parts = [SIGNATURE]
    if len(colours) <= COLOURS_OF_PALETTE:
        palette = colours.astype(np.uint32).view(np.uint8).reshape(-1, 4)
        rows = indexes.astype(np.uint8).reshape(bitmap.height, bitmap.width)
        parts += [
            _chunk(b"IHDR", struct.pack(">IIBBBBB", bitmap.width, bitmap.height, 8, 3, 0, 0, 0)),
            _chunk(b"PLTE", palette[:, :3].tobytes()),
            _chunk(b"tRNS", palette[:, 3].tobytes()),
        ]
    else:
        rows = bitmap.pixels.reshape(bitmap.height, -1)
        parts.append(
            _chunk(b"IHDR", struct.pack(">IIBBBBB", bitmap.width, bitmap.height, 8, 6, 0, 0, 0))
        )
    unfiltered = np.zeros((bitmap.height, 1), np.uint8)
    packed = zlib.compress(np.hstack((unfiltered, rows)).tobytes(), 9)
    parts += [_chunk(b"IDAT", packed), _chunk(b"IEND", b"")]
    return b"".join(parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)
