"""The language as it is when it has been read: other machines begin with a copy.

Reading `stdlib.4th` takes most of the time of loading a small game. What comes of it is kept in the
cache, for other processes, by `keeping.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from forthgame.lang import calling
from forthgame.lang import layout as at
from forthgame.lang.dictionary import Dictionary
from forthgame.lang.register import without
from forthgame.source import LANGUAGE, Source
from forthgame.vm.definer import Definer
from forthgame.vm.searching import data_end

CHUNK = 4096  # bytes; those that are all zero are not kept
KEPT = ("pool", "fence", "unset_token")  # of the outer interpreter
COUNTED = ("steps_done", "tokens", "runs")  # of its processor


@dataclass(frozen=True)
class Image:
    """What reading the language leaves in a machine.

    `code` is what `Code.remember` gives, with tokens as their offsets in the text of `source`.
    """

    source: Source
    chunks: tuple[tuple[int, bytes], ...]
    code: tuple[Any, ...]
    dictionary: Dictionary
    numbers: tuple[Any, ...]
    counts: tuple[int, ...]


def word_tables(forth: Definer) -> Iterator[slice]:
    """Where words are found, by their index and by their token."""
    dictionary = forth.dictionary
    yield slice(at.WORDS, at.WORDS + len(dictionary.words) * at.WORD_SIZE)
    yield slice(at.TOKENS, at.TOKENS + dictionary.last_token() + at.CELL - at.DATA)


def used_parts(forth: Definer) -> Iterator[slice]:
    """Parts of the block that words may read: registers, tables, code, memory of the script.

    What a processor keeps of itself, such as addresses, is not among them.
    """
    processor = forth.processor
    yield from without(at.ALL, lambda each: each.host or each.running, at.REGISTERS_SIZE)
    yield from word_tables(forth)
    yield slice(at.NATIVE_WORDS, at.NATIVE_WORDS + len(forth.dictionary.words) * 8)
    yield slice(at.RING, at.CODE)
    yield slice(at.CODE, at.CODE + forth.code.top * at.CODE_CELL)
    for start, end in (
        (0, at.DATA),
        (at.DATA, data_end(processor)),
        (at.BOARDS, at.BOARDS + processor.register(at.BOARD_SIZE) + at.TURN_BLOCK_SIZE),
        (at.TABLES, forth.pool),
    ):
        yield slice(at.MEMORY + start, at.MEMORY + end)


def image_of(forth: Definer) -> Image:
    """Keep what a machine holds that has just read the language."""
    forth.processor.set_register(calling.STORED, 0)  # as in a machine that has read nothing
    top, tokens, *rest = forth.code.remember()
    sources = {token.source.name: token.source for token in tokens if token is not None}
    offsets = [None if token is None else token.offset for token in tokens]
    return Image(
        sources[LANGUAGE],
        tuple(_chunks(forth)),
        (top, offsets, *rest),
        forth.dictionary.copy(),
        tuple(getattr(forth, name) for name in KEPT),
        tuple(getattr(forth.processor, name) for name in COUNTED),
    )


def begin_with(forth: Definer, image: Image) -> None:
    """Let a machine that has read nothing hold what is kept."""
    processor = forth.processor
    for start, chunk in image.chunks:
        processor.bytes[start : start + len(chunk)] = chunk
    forth.code.recall(image.code)
    forth.code.language = image.source
    forth.dictionary = image.dictionary.copy()
    forth.dictionary.search_order = forth.search_order
    for name, value in zip(KEPT, image.numbers, strict=True):
        setattr(forth, name, value)
    for name, count in zip(COUNTED, image.counts, strict=True):
        setattr(processor, name, count)


def _chunks(forth: Definer) -> Iterator[tuple[int, bytes]]:
    for part in used_parts(forth):
        for start in range(part.start, part.stop, CHUNK):
            chunk = bytes(forth.processor.bytes[start : min(start + CHUNK, part.stop)])
            if any(chunk):
                yield start, chunk
