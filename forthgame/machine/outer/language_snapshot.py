"""Snapshots of a machine that has read the language, from which other machines start.

Reading `stdlib.4th` takes 29 ms, most of the time for loading a small game. Other processes load
the result from the cache in 5 ms. The file uses Python's format for bytecode, and is trusted as far
as the machine code in the same folder (`cache.py`).
"""

from __future__ import annotations

import marshal
import sys
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from forthgame.analysis.function import Function
from forthgame.analysis.instruction import HOSTS
from forthgame.base import cache
from forthgame.base.source import LANGUAGE, Source, package_path
from forthgame.compile.llvm.package_digests import digests
from forthgame.machine.outer.deferred_words import data_end
from forthgame.machine.outer.definer import Definer
from forthgame.words.registers import call_registers, memory_layout as at
from forthgame.words.registers.register import without
from forthgame.words.table.dictionary import Dictionary, Word

PREFIX = "language-"
LIMIT = 4 << 20  # bytes of disk for all cached files
NOWHERE = -1  # in place of a token's offset
CHUNK = 4096  # bytes; chunks of zeros are not saved
KEPT = ("pool", "fence", "unset_token")  # of the outer interpreter
COUNTED = ("steps_done", "tokens", "runs")  # of its processor


@dataclass(frozen=True)
class LanguageSnapshot:
    """A snapshot of the machine after reading the language.

    `code` has the form of `Code.remember`, with tokens as offsets in the text of `source`.
    `decoded` has the functions that one of the machines with this code has decoded, by entry.
    """

    source: Source
    chunks: tuple[tuple[int, bytes], ...]
    code: tuple[Any, ...]
    dictionary: Dictionary
    numbers: tuple[Any, ...]
    counts: tuple[int, ...]
    decoded: dict[int, Function] = field(default_factory=dict, compare=False)


_images: list[LanguageSnapshot] = []  # at most one: the snapshot of this process


def word_tables(forth: Definer) -> Iterator[slice]:
    """Yield the parts of memory that find words by their index and by their token."""
    dictionary = forth.dictionary
    yield slice(at.WORDS, at.WORDS + len(dictionary.words) * at.WORD_SIZE)
    yield slice(at.TOKENS, at.TOKENS + dictionary.last_token() + at.CELL - at.DATA)


def used_parts(forth: Definer) -> Iterator[slice]:
    """Yield the parts of the block that words may read: registers, tables, code, script memory.

    Registers of the processor itself, such as addresses, are not included.
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


def take_snapshot(forth: Definer) -> LanguageSnapshot:
    forth.processor.set_register(call_registers.STORED, 0)  # as in a machine that has read nothing
    top, tokens, *rest = forth.code.remember()
    sources = {token.source.name: token.source for token in tokens if token is not None}
    offsets = [None if token is None else token.offset for token in tokens]
    return LanguageSnapshot(
        sources[LANGUAGE],
        tuple(_chunks(forth)),
        (top, offsets, *rest),
        forth.dictionary.copy(),
        tuple(getattr(forth, name) for name in KEPT),
        tuple(getattr(forth.processor, name) for name in COUNTED),
    )


def restore_snapshot(forth: Definer, image: LanguageSnapshot) -> None:
    processor = forth.processor
    for start, chunk in image.chunks:
        processor.bytes[start : start + len(chunk)] = chunk
    forth.code.recall(image.code)
    forth.code.language, forth.code.own = image.source, forth.code.top
    forth.code.shared = image.decoded
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


# -- kept in the cache ----------------------------------------------------------------------------


def load_snapshot() -> LanguageSnapshot | None:
    """Return the snapshot of the language, if this process or the cache has it."""
    if not _images and (contents := cache.load(_name())) is not None:
        _images.append(deserialised(contents))
    return _images[0] if _images else None


def save_snapshot(image: LanguageSnapshot) -> None:
    """Save the snapshot of the language for this process and in the cache."""
    _images.append(image)
    if cache.save(_name(), serialised(image)):
        cache.trim(PREFIX, LIMIT)


def _name() -> str:
    python = f"{sys.implementation.cache_tag} {marshal.version} {sys.byteorder}"
    return f"{PREFIX}{cache.key(digests().language, python)}"


def serialised(image: LanguageSnapshot) -> bytes:
    """Serialise a snapshot, without the Python bodies of words, which HOSTS has."""
    top, tokens, origins, starts, owners = image.code
    offsets = array("i", [NOWHERE if each is None else each for each in tokens])
    words = [
        (word.name, word.token, word.index, word.kind, word.value, word.entry, word.operand,
         word.does, word.immediate, word.hidden, word.end, None, word.comment, None, word.role,
         word.vocabulary, word.begin)
        for word in image.dictionary.words
    ]  # fmt: skip
    return marshal.dumps(
        (
            image.source.text,
            image.chunks,
            (top, offsets.tobytes(), origins.tobytes(), starts, owners),
            (words, image.dictionary.vocabularies, image.dictionary.selecting),
            image.numbers,
            image.counts,
        )
    )


def deserialised(contents: bytes) -> LanguageSnapshot:
    text, chunks, code, (words, vocabularies, selecting), numbers, counts = marshal.loads(contents)
    top, offsets, origins, starts, owners = code
    tokens = [None if each == NOWHERE else each for each in array("i", offsets)]
    dictionary = Dictionary()
    for fields in words:
        word = Word(*fields)
        if word.kind in ("host", "compile"):
            word.body = HOSTS[word.value].body
        dictionary.add(word)
    dictionary.vocabularies = vocabularies
    dictionary.seal()
    dictionary.selecting = selecting
    return LanguageSnapshot(
        Source(LANGUAGE, text, package_path(LANGUAGE)),
        chunks,
        (top, tokens, array("i", origins), starts, owners),
        dictionary,
        numbers,
        counts,
    )
