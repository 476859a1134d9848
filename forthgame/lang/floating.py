"""32-bit floats on the host's side."""

from __future__ import annotations

import struct


def single(value: float) -> float:
    """The nearest 32-bit float; infinity where the value is too large for one."""
    try:
        return float(struct.unpack("<f", struct.pack("<f", value))[0])
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")


def float_bits(value: float) -> int:
    """The cell that holds the nearest 32-bit float."""
    return int(struct.unpack("<i", struct.pack("<f", single(value)))[0])
