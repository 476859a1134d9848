"""Encoding of text, cells and 32-bit floats in a script's memory."""

from __future__ import annotations

import codecs
import struct


def _byte_by_byte(error: UnicodeError) -> tuple[str, int]:
    """Decode bytes that are not valid UTF-8 as Latin-1."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("latin-1"), error.end


codecs.register_error("forthgame.latin-1", _byte_by_byte)


def decoded(data: bytes) -> str:
    """Decode bytes as UTF-8, with Latin-1 for each byte that is not valid."""
    return data.decode("utf-8", "forthgame.latin-1")


def encoded(text: str) -> bytes:
    """Encode a text as Latin-1 if `decoded` restores it, else as UTF-8."""
    try:
        data = text.encode("latin-1")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace")
    return data if decoded(data) == text else text.encode("utf-8")


def signed(bits: int) -> int:
    """Return the number of a cell, given its 32 bits."""
    return (bits ^ 0x80000000) - 0x80000000


def single(value: float) -> float:
    """Return the nearest 32-bit float, or infinity if the value is too large."""
    try:
        return float(struct.unpack("<f", struct.pack("<f", value))[0])
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")


def float_bits(value: float) -> int:
    """Return the cell that holds the nearest 32-bit float."""
    return int(struct.unpack("<i", struct.pack("<f", single(value)))[0])
