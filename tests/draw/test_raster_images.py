"""Images in PNG that board files name: checked before they are embedded, and drawn."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest

import forthgame
from forthgame.base.errors import ForthgameError
from forthgame.draw.raster_images import SIGNATURE, ImageError, read_image

SCRIPT = """{board 2 2 {grid} board}  {players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}  {pieces {piece} man pieces}
{board-setup {setup} White man a1 {setup} Black man b2 board-setup}
"""


def chunk(kind: bytes, data: bytes = b"") -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def image(width: int = 3, height: int = 2, *more: bytes, end: bytes = b"") -> bytes:
    """Return a grey image, with further chunks before its pixels."""
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    pixels = zlib.compress(bytes((width + 1) * height))
    parts = [chunk(b"IHDR", head), *more, chunk(b"IDAT", pixels), chunk(b"IEND"), end]
    return SIGNATURE + b"".join(parts)


def test_an_image_is_read() -> None:
    found = read_image(image())
    assert (found.width, found.height) == (3, 2)
    assert found.key == read_image(image()).key != read_image(image(2)).key


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"GIF89a", "not an image in PNG"),
        (image()[:-3], "cut off"),
        (image()[:-12], "cut off"),
        (image(end=b"<script>"), "after its end"),
        (image(0), "a side has 1 to 4096 pixels"),
        (image(3, 2, chunk(b"tEXt", b"Comment\0x")), "does not belong to a plain picture"),
        (image(3, 2, chunk(b"PLTE", bytes(3)), chunk(b"PLTE", bytes(3))), "does not belong"),
        (image().replace(b"IDAT", b"IDAX"), "a checksum is wrong"),
    ],
)
def test_a_damaged_image_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(ImageError, match=message):
        read_image(data)


def drawing(folder: Path, looks: str) -> str:
    (folder / "two.4th").write_text(SCRIPT)
    (folder / "two.board.toml").write_text(looks)
    return forthgame.svg(forthgame.load(folder / "two.4th", native=False).new_game())


def test_a_board_and_pieces_have_images(tmp_path: Path) -> None:
    (tmp_path / "board.png").write_bytes(image(4, 4))
    (tmp_path / "man.png").write_bytes(image())
    drawn = drawing(
        tmp_path,
        """board.image = "board.png"\nboard.image-box = [-30, -30, 120, 120]\nboard.pixel = 2
        [pieces."White man"]\nimage = "man.png"\n[pieces.man]\ncolour = "#112233"
        """,
    )
    assert drawn.count("<image ") == 2
    assert 'width="120" height="120"' in drawn
    assert drawn.count('transform="scale(2)"/>') == 1  # White's piece
    assert 'fill="#112233"' in drawn  # Black's
    assert drawn.count('class="cell bare"') == 4


def test_without_its_file_a_piece_is_drawn_as_usual(tmp_path: Path) -> None:
    drawn = drawing(tmp_path, '[pieces.man]\nimage = "man.png"\n')
    assert "<use " not in drawn
    assert 'class="body"' in drawn


@pytest.mark.parametrize(
    ("looks", "message"),
    [
        ('[pieces.man]\nimage = "../man.png"\n', "outside the script's folder"),
        ('[pieces.man]\nimage = "two.4th"\n', "not an image in PNG"),
        ("[board]\nimage-box = [0, 0, 0, 10]\n", "a left, a top, a width and a height"),
    ],
)
def test_a_wrong_image_is_an_error(tmp_path: Path, looks: str, message: str) -> None:
    with pytest.raises(ForthgameError, match=message) as caught:
        drawing(tmp_path, looks)
    assert str(caught.value).startswith("two.board.toml: ")
