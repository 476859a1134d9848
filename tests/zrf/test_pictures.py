"""Images of rule files: bitmaps of all kinds, damaged ones, boards and pieces drawn with them."""

from __future__ import annotations

import random
import struct
import zlib
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

import forthgame
from forthgame.base.errors import ForthgameError
from forthgame.draw.raster_images import read_image
from forthgame.zrf.bitmaps import BitmapError, png, read_bitmap
from forthgame.zrf.export import export

RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)
COLOURS = [RED, GREEN, BLUE, WHITE]
PICTURE = [[0, 1, 2], [3, 2, 1]]  # indexes of colours, the upper row first


def bitmap(
    bits: int, rows: bytes, packing: int = 0, size: tuple[int, int] = (3, 2), used: int = 4
) -> bytes:
    """Return a file with the usual head; `rows` begin with the lowest."""
    palette = b"".join(bytes([b, g, r, 0]) for r, g, b in COLOURS[:used]) if bits <= 8 else b""
    start = 54 + len(palette)
    head = b"BM" + struct.pack("<IHHI", start + len(rows), 0, 0, start)
    head += struct.pack("<IiiHHIIiiII", 40, *size, 1, bits, packing, len(rows), 0, 0, used, 0)
    return head + palette + rows


def plain(bits: int) -> bytes:
    """Return the rows of PICTURE without packing."""
    rows = b""
    for row in reversed(PICTURE):
        if bits == 32:
            line = b"".join(bytes([*COLOURS[k][::-1], 0]) for k in row)
        elif bits == 24:
            line = b"".join(bytes(COLOURS[k][::-1]) for k in row)
        elif bits == 8:
            line = bytes(row)
        else:
            line = bytes([row[0] << 4 | row[1], row[2] << 4])
        rows += line + bytes(-len(line) % 4)
    return rows


def colours(data: bytes) -> list[list[tuple[int, ...]]]:
    return [[tuple(map(int, pixel)) for pixel in row] for row in read_bitmap(data).pixels]


SHOWN = [[(*COLOURS[k], 255) if k != 1 else (0, 0, 0, 0) for k in row] for row in PICTURE]
PACKED = {
    (8, 1): b"\0\3\3\2\1\0\0\0\1\0\1\1\1\2\0\1",
    (4, 2): b"\0\3\x32\x10\0\0\2\x01\1\x20\0\1",
}


@pytest.mark.parametrize("bits", [4, 8, 24, 32])
def test_a_bitmap_is_read(bits: int) -> None:
    assert colours(bitmap(bits, plain(bits))) == SHOWN


def test_a_bitmap_of_one_bit_is_read() -> None:
    data = bitmap(1, b"\x40\0\0\0\x80\0\0\0", used=2)
    shown = [[COLOURS[k] for k in row] for row in ([1, 0, 0], [0, 1, 0])]
    assert [[pixel[:3] for pixel in row] for row in colours(data)] == [
        [pixel if pixel != GREEN else (0, 0, 0) for pixel in row] for row in shown
    ]


@pytest.mark.parametrize("kind", PACKED)
def test_a_packed_bitmap_is_read(kind: tuple[int, int]) -> None:
    assert colours(bitmap(kind[0], PACKED[kind], kind[1])) == SHOWN


def test_rows_may_begin_at_the_top() -> None:
    data = bytearray(bitmap(24, plain(24)))
    data[22:26] = struct.pack("<i", -2)
    assert colours(bytes(data)) == SHOWN[::-1]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: b"GIF" + data[3:], "does not begin with BM"),
        (lambda data: data[:-1], "rows of pixels are missing"),
        (lambda data: data[:18] + struct.pack("<i", 1 << 30) + data[22:], "a side has 1 to 4096"),
        (lambda data: data[:18] + struct.pack("<ii", 4096, 4096) + data[26:], "more than 4194304"),
        (lambda data: data[:10] + struct.pack("<I", 1 << 31) + data[14:], "outside of the file"),
        (lambda data: data[:28] + b"\x10" + data[29:], "it has 16 bits in a pixel"),
        (lambda data: data[:30] + b"\x07" + data[31:], "packed in an unknown way"),
    ],
)
def test_a_damaged_bitmap_is_refused(change: object, message: str) -> None:
    assert callable(change)
    with pytest.raises(BitmapError, match=message):
        read_bitmap(change(bitmap(24, plain(24))))


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (b"\4\0\0\1", "over the border"),
        (b"\0\2\3\0\1\0", "over the border"),
        (b"\0\3\0", "cut off within"),
        (b"\3\7\0\1", "not in the palette"),
    ],
)
def test_a_damaged_packing_is_refused(rows: bytes, message: str) -> None:
    with pytest.raises(BitmapError, match=message):
        read_bitmap(bitmap(8, rows, 1))


def test_any_bytes_are_a_picture_or_an_error() -> None:
    draw = random.Random(1)
    whole = [bitmap(b, plain(b)) for b in (4, 8, 24, 32)]
    whole += [bitmap(bits, rows, packing) for (bits, packing), rows in PACKED.items()]
    for _ in range(2000):
        data = bytearray(draw.choice(whole))
        for _ in range(draw.randint(1, 4)):
            data[draw.randrange(len(data))] = draw.choice((0, 1, 2, 255, draw.randrange(256)))
        with suppress(BitmapError):
            read_image(png(read_bitmap(bytes(data))))


def decoded(data: bytes) -> bytes:
    """Return the unpacked rows of a PNG."""
    start = data.index(b"IDAT")
    length = struct.unpack(">I", data[start - 4 : start])[0]
    return zlib.decompress(data[start + 4 : start + 4 + length])


def test_few_colours_become_a_palette() -> None:
    data = png(read_bitmap(bitmap(24, plain(24))))
    assert b"PLTE" in data
    assert len(decoded(data)) == 2 * (1 + 3)
    assert (read_image(data).width, read_image(data).height) == (3, 2)


def test_many_colours_are_written_as_they_are() -> None:
    rows = random.Random(1).randbytes(32 * 32 * 3)
    found = read_bitmap(bitmap(24, rows, size=(32, 32)))
    written = np.frombuffer(decoded(png(found)), np.uint8).reshape(32, -1)
    assert (written[:, 1:].reshape(32, 32, 4) == found.pixels).all()


RULES = """(game (title "Small") (players White Black) (turn-order White Black)
   (board (image "Images/Board.bmp" "images/other.bmp")
      (grid (start-rectangle 0 0 10 10)
         (dimensions ("a/b" (10 0)) ("2/1" (0 10))) (directions (n 0 -1))))
   (piece (name Man) (image White "..\\MAN.bmp" Black "images/none.bmp") (moves (n add)))
   (board-setup (White (Man a1)) (Black (Man b2))))
"""


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """A rule file with images: of the board, and of White's piece in the folder above."""
    folder = tmp_path / "game"
    (folder / "images").mkdir(parents=True)
    (folder / "images" / "board.bmp").write_bytes(bitmap(24, plain(24)))
    (folder / "images" / "other.bmp").write_bytes(bitmap(8, plain(8)))
    (tmp_path / "man.bmp").write_bytes(bitmap(1, b"\x40\0\0\0\x80\0\0\0", used=2))
    path = folder / "small.zrf"
    path.write_text(RULES)
    return path


def drawing(path: Path) -> str:
    return forthgame.svg(forthgame.load(str(path), native=False).new_game())


def test_a_board_is_drawn_with_its_images(rules: Path) -> None:
    drawn = drawing(rules)
    assert drawn.count("<image ") == 2
    assert 'class="ground-image" id="pic-' in drawn
    assert 'x="0" y="0" width="18" height="12"' in drawn
    assert drawn.count("<use ") == 1  # the other piece has no image, and is drawn as usual
    assert 'class="body"' in drawn


def test_cells_lie_where_the_rule_file_has_them(rules: Path) -> None:
    drawn = drawing(rules)
    assert '<rect x="0" y="60" width="60" height="60"/><title>a1' in drawn


def test_pictures_of_a_scene_are_read_again(rules: Path) -> None:
    from forthgame.draw.scenes import scene
    from forthgame.play.processes.messages import BadMessage
    from forthgame.play.results.board_replay import read_scene

    found = scene(forthgame.load(str(rules), native=False).new_game())
    data = found.as_dict()
    assert read_scene(data).file.image == found.file.image
    assert read_scene(data).figures == found.figures
    data["image"]["data"] = data["image"]["data"][:-8]
    with pytest.raises(BadMessage):
        read_scene(data)


def test_a_changed_image_is_noticed(rules: Path) -> None:
    before = drawing(rules)
    (rules.parent / "images" / "none.bmp").write_bytes(bitmap(8, plain(8)))
    after = drawing(rules)
    assert (before.count("<use "), after.count("<use ")) == (1, 2)


def test_a_damaged_image_does_not_stop_a_game_but_an_import(rules: Path, tmp_path: Path) -> None:
    (tmp_path / "man.bmp").write_bytes(b"BMnothing")
    assert "<use " not in drawing(rules)
    with pytest.raises(ForthgameError, match=r"MAN\.bmp: it is not a bitmap"):
        export(rules, None, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_images_are_exported_by_skin(rules: Path, tmp_path: Path) -> None:
    written = export(rules, None, tmp_path / "out", skin=2)
    names = sorted(path.name for path in written if path.suffix == ".png")
    assert names == ["board.png", "piece-1-1.png"]
    game = forthgame.load(tmp_path / "out" / "small.4th", native=False)
    assert forthgame.svg(game.new_game()).count("<image ") == 2


def test_an_image_outside_of_the_folder_above_is_not_read(rules: Path, tmp_path: Path) -> None:
    outside = tmp_path.parent / f"{tmp_path.name}.bmp"
    outside.write_bytes(bitmap(8, plain(8)))
    rules.write_text(RULES.replace("images/none.bmp", f"../../{outside.name}"))
    link = tmp_path / "link.bmp"
    link.symlink_to(outside)
    drawn = drawing(rules)
    assert drawn.count("<use ") == 1
    rules.write_text(RULES.replace("images/none.bmp", "../link.bmp"))
    assert drawing(rules).count("<use ") == 1
