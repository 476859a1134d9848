"""32-bit floats on the host's side."""

from __future__ import annotations

import struct


def single(value: float) -> float:
    """Return the nearest 32-bit float, or infinity if the value is too large."""
    try:
        return float(struct.unpack("<f", struct.pack("<f", value))[0])
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")


def float_bits(value: float) -> int:
    """Return the cell that holds the nearest 32-bit float."""
    return int(struct.unpack("<i", struct.pack("<f", single(value)))[0])
