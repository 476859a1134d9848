"""The language, as reading it leaves it, kept in the cache for other processes.

Reading takes 29 ms of each start, taking it from the cache 5. The file is written as Python writes
bytecode, and is no less to be trusted than the machine code beside it (`cache.py`).
"""

from __future__ import annotations

import marshal
import sys
from array import array
from typing import Any

from forthgame.code.instruction import HOSTS
from forthgame.lang.dictionary import Dictionary, Word
from forthgame.source import LANGUAGE, Source, shipped
from forthgame.vm import cache
from forthgame.vm.boot import Image
from forthgame.vm.digests import digests

PREFIX = "language-"
LIMIT = 4 << 20  # bytes of disk for all files that are kept
NOWHERE = -1  # in place of a token's offset
_images: list[Image] = []  # the language, once this process has it


def known() -> Image | None:
    """What reading the language leaves, if this process or another one of this user has done so."""
    if not _images and (contents := cache.load(_name())) is not None:
        _images.append(unpacked(contents))
    return _images[0] if _images else None


def keep(image: Image) -> None:
    """Keep what reading the language has left."""
    _images.append(image)
    if cache.save(_name(), packed(image)):
        cache.trim(PREFIX, LIMIT)


def _name() -> str:
    python = f"{sys.implementation.cache_tag} {marshal.version} {sys.byteorder}"
    return f"{PREFIX}{cache.key(digests().language, python)}"


def packed(image: Image) -> bytes:
    """An image as bytes. The bodies of words in Python are left out: their rows have them."""
    top, tokens, origins, starts, owners = image.code
    offsets = array("i", [NOWHERE if each is None else each for each in tokens])
    words = [
        (word.name, word.token, word.index, word.kind, word.value, word.entry, word.operand,
         word.does, word.immediate, word.hidden, word.end, None, word.comment, None, word.role,
         word.vocabulary)
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


def unpacked(contents: bytes) -> Image:
    """The image that `packed` has written."""
    text, chunks, code, (words, vocabularies, selecting), numbers, counts = marshal.loads(contents)
    top, offsets, origins, starts, owners = code
    tokens = [None if each == NOWHERE else each for each in _integers(offsets)]
    dictionary = Dictionary()
    for fields in words:
        word = Word(*fields)
        if word.kind in ("host", "compile"):
            word.body = HOSTS[word.value].body
        dictionary.add(word)
    dictionary.vocabularies = vocabularies
    dictionary.seal()
    dictionary.selecting = selecting
    return Image(
        Source(LANGUAGE, text, shipped(LANGUAGE)),
        chunks,
        (top, tokens, _integers(origins), starts, owners),
        dictionary,
        numbers,
        counts,
    )


def _integers(data: bytes) -> array[Any]:
    found = array("i")
    found.frombytes(data)
    return found
