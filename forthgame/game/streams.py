"""The random streams of a machine, and where a seed comes from."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from forthgame.arguments import whole
from forthgame.lang import layout as at

if TYPE_CHECKING:
    from forthgame.vm.machine import Processor


def start_streams(processor: Processor, seed: int) -> None:
    """Start both random streams, and the one that RANDOMIZE draws from, from a seed."""
    seed = whole(seed, "a seed")
    processor.i64[at.ENTROPY >> 3] = entropy_of(seed)
    for stream, value in ((at.RANDOM, seed), (at.RANDOM2, seed + 1)):
        processor.set_register(stream, (value & 0xFFFFFFFF ^ 0x80000000) - 0x80000000)
        processor.set_register(stream + 8, 0)


def entropy_of(seed: int) -> int:
    """Where the stream that RANDOMIZE draws from begins."""
    return (seed * 0x9E3779B97F4A7C15 + 1) & 0x7FFFFFFFFFFFFFFF


def entropy() -> int:
    """A seed that differs from run to run."""
    return time.time_ns() & 0x7FFFFFFF
