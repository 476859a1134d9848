"""Read the lines of a record's file one by one, in any of its usual encodings."""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from forthgame.base.source import error_reason, is_folder
from forthgame.position.records.game_tree import RecordError

LONGEST = 16 << 20  # bytes of a line
UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
UTF8_MARK = b"\xef\xbb\xbf"
CHARSET = re.compile(rb"CA\[([\w.-]{1,40})\]")  # the property of SGF


class TextLines:
    """The numbered lines of a file or a text; iterating reads them once.

    Lines end with LF, CRLF or CR. Bytes are decoded line by line as UTF-8, or else as `fallback`.
    Raises RecordError if the file cannot be read, is not text, or a line is too long.
    """

    def __init__(self, source: Path | str, name: str, fallback: str = "cp1252") -> None:
        self._source, self.name, self._fallback = source, name, fallback

    def __iter__(self) -> Iterator[tuple[int, str]]:
        if isinstance(self._source, str):
            data = self._source.removeprefix("\ufeff").encode("utf-8", "surrogatepass")
            yield from self._lines(io.BytesIO(data))
            return
        if is_folder(self._source):
            raise RecordError("it is a folder", self.name)
        try:
            with self._source.open("rb") as stream:
                yield from self._lines(stream)
        except (OSError, ValueError) as error:
            if isinstance(error, RecordError):
                raise
            raise RecordError(f"cannot be read: {error_reason(error)}", self.name) from None

    def _lines(self, stream: IO[bytes]) -> Iterator[tuple[int, str]]:
        number = 0
        while data := stream.readline(LONGEST + 1):
            if number == 0:
                if data[:2] in UTF16_MARKS:
                    stream.seek(0)
                    yield from self._wide_lines(stream)
                    return
                data = data.removeprefix(UTF8_MARK)
            if len(data) > LONGEST:
                message = f"the line has more than {LONGEST} bytes"
                raise RecordError(message, self.name, number + 1)
            if b"\0" in data:
                raise RecordError("the file is not text", self.name, number + 1)
            if (charset := CHARSET.search(data)) is not None:
                self._fallback = _codec(charset[1].decode()) or self._fallback
            try:
                text = data.decode()
            except UnicodeDecodeError:
                text = data.decode(self._fallback, "replace")
            for part in text.removesuffix("\n").removesuffix("\r").split("\r"):
                number += 1
                yield number, part

    def _wide_lines(self, stream: IO[bytes]) -> Iterator[tuple[int, str]]:
        """Yield the lines of a file in UTF-16."""
        number = 0
        reader = codecs.getreader("utf-16")(stream, "replace")
        while text := reader.readline(LONGEST):
            number += 1
            yield number, text.removesuffix("\n").removesuffix("\r")


def _codec(name: str) -> str | None:
    """Return the name of an encoding, None if it is unknown or not one of texts."""
    try:
        found = codecs.lookup(name).name
        b"".decode(found)
    except LookupError:
        return None
    return found
