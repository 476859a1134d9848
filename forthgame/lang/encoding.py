"""Text in memory: one byte a character where that is enough, UTF-8 where it is not. Cells."""

from __future__ import annotations

import codecs


def _byte_by_byte(error: UnicodeError) -> tuple[str, int]:
    """What is no UTF-8 is Latin-1."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("latin-1"), error.end


codecs.register_error("forthgame.latin-1", _byte_by_byte)


def decoded(data: bytes) -> str:
    """The text of some bytes: UTF-8 where they are that, else Latin-1, byte by byte."""
    return data.decode("utf-8", "forthgame.latin-1")


def encoded(text: str) -> bytes:
    """The bytes of a text: Latin-1 if it can be read back from that, else UTF-8."""
    try:
        data = text.encode("latin-1")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace")
    return data if decoded(data) == text else text.encode("utf-8")


def signed(bits: int) -> int:
    """The number that a cell with these 32 bits holds."""
    return (bits ^ 0x80000000) - 0x80000000
