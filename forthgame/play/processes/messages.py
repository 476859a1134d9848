"""Messages of playing processes: JSON preceded by its length, and checked when read.

A playing process runs strangers' scripts, and a hole in the engine would let one write any bytes.
So messages are not pickles, their size is bounded, and every field is checked before it is stored
in a record.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import struct
import sys
from collections.abc import Callable
from dataclasses import asdict, is_dataclass
from types import NoneType
from typing import IO, Any, BinaryIO, get_args, get_origin, get_type_hints

from forthgame.base.errors import Call, ForthgameError, IllegalMove, Place, ScriptError
from forthgame.base.untrusted_json import parse_json
from forthgame.confine import leave_with_parent

HEAD = struct.Struct("<I")
LONGEST = 16 << 20  # bytes of a message
TEXT = 100_000  # characters of a text
OUTCOMES = ("win", "loss", "draw")


class BadMessage(ForthgameError):
    """A malformed message."""


class MessageTooLong(BadMessage):
    """A message longer than readers accept."""


def write(stream: IO[bytes], document: dict[str, Any]) -> None:
    """Write a message as compact JSON; half surrogates are escaped, other text is not.

    Raises MessageTooLong before anything is written.
    """
    data = json.dumps(document, ensure_ascii=False).encode("utf-8", "backslashreplace")
    if len(data) > LONGEST:
        raise MessageTooLong(
            f"{len(data) >> 20} MiB at once, where at most {LONGEST >> 20} are read"
        )
    stream.write(HEAD.pack(len(data)) + data)
    stream.flush()


def read(stream: IO[bytes]) -> dict[str, Any] | None:
    """Read a message; return None at the end of the stream. Raises BadMessage."""
    head = stream.read(HEAD.size)
    if len(head) < HEAD.size:
        return None
    (length,) = HEAD.unpack(head)
    if length > LONGEST:
        raise BadMessage(f"a message of {length} bytes, where at most {LONGEST} are read")
    data = stream.read(length)
    if len(data) < length:
        return None
    try:
        document = parse_json(data)
    except ValueError as error:
        raise BadMessage(f"a message that is not JSON: {error}") from None
    if not isinstance(document, dict):
        raise BadMessage("a message that is not an object")
    return document


# -- answering processes -------------------------------------------------------------------------


def answering() -> tuple[BinaryIO, BinaryIO]:
    """Prepare this process for answering; return the streams of requests and answers.

    It ignores Ctrl-C, which is left to the asking process, and ends together with that.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    leave_with_parent()
    return sys.stdin.buffer, own_output()


def own_output() -> BinaryIO:
    """Reserve the standard output for answers; other output goes to the error stream."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return answers


def write_answer(answers: IO[bytes], work: Callable[[Any], dict[str, Any]], request: Any) -> None:
    """Write the result of `work` for a request, or the error that it raised."""
    try:
        answer = work(request)
    except ForthgameError as error:
        answer = error_message(error)
    write(answers, answer)


def answer_once(work: Callable[[Any], dict[str, Any]]) -> None:
    """Read one pickled request, answer it, and return."""
    requests, answers = answering()
    write_answer(answers, work, pickle.load(requests))


# -- checked values ------------------------------------------------------------------------------


def as_text(value: Any) -> str:
    """Check a text, and replace characters that cannot be encoded. Raises BadMessage."""
    if not isinstance(value, str) or len(value) > TEXT:
        raise BadMessage("a field that is not a text, or is too long")
    return value if value.isascii() else value.encode("utf-8", "replace").decode()


def as_whole(value: Any) -> int:
    """Check a whole number of 64 bits. Raises BadMessage."""
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) >= 1 << 63:
        raise BadMessage("a field that is not a whole number")
    return value


def as_count(value: Any) -> int:
    """Check a whole number of at least 0. Raises BadMessage."""
    if as_whole(value) < 0:
        raise BadMessage("a negative count")
    return int(value)


def as_number(value: Any) -> float:
    """Check a finite number. Raises BadMessage."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise BadMessage("a field that is not a number")
    if not abs(value) <= sys.float_info.max:  # an int may be larger
        raise BadMessage("a field that is not a finite number")
    return float(value)


def as_seconds(value: Any) -> float:
    """Check a time in seconds. Raises BadMessage."""
    found = as_number(value)
    if not 0 <= found < 1e9:
        raise BadMessage("an invalid number of seconds")
    return found


def as_list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise BadMessage("a field that is not a list")
    return value


def as_object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise BadMessage("a field that is not an object")
    return value


def as_flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise BadMessage("a field that is neither true nor false")
    return value


CHECKS: dict[Any, Callable[[Any], Any]] = {
    str: as_text,
    int: as_whole,
    float: as_number,
    bool: as_flag,
}


def as_type(kind: Any, value: Any) -> Any:
    """Check a value against a type and return it as that type. Raises BadMessage.

    `kind` is a scalar, a dataclass (an object with its fields), a list, a tuple, or a union with
    None.
    """
    if kind in CHECKS:
        return CHECKS[kind](value)
    if isinstance(kind, type) and is_dataclass(kind):
        document, hints = as_object(value), get_type_hints(kind)
        return kind(**{name: as_type(hint, document.get(name)) for name, hint in hints.items()})
    parts = get_args(kind)
    if NoneType in parts:
        return None if value is None else as_type(parts[0], value)
    items = as_list(value)
    if get_origin(kind) is list:
        return [as_type(parts[0], item) for item in items]
    if parts[-1] is ...:
        return tuple(as_type(parts[0], item) for item in items)
    if len(items) != len(parts):
        raise BadMessage(f"a list of {len(items)} parts that has {len(parts)}")
    return tuple(map(as_type, parts, items))


# -- errors --------------------------------------------------------------------------------------


def error_message(error: ForthgameError) -> dict[str, Any]:
    message: dict[str, Any] = {"kind": "error", "message": str(error)[:TEXT]}
    if isinstance(error, ScriptError):
        message["script"] = {
            "message": error.message[:TEXT],
            "place": error.place and asdict(error.place),
            "word": error.word[:TEXT],
            "stack": error.stack[-64:],
            "chain": [[c.word[:TEXT], c.place and asdict(c.place)] for c in error.chain[:64]],
            "number": error.number,
            "hint": error.hint[:TEXT],
            "output": error.output[-TEXT:],
        }
    elif isinstance(error, IllegalMove):
        message["move"] = [error.text[:TEXT], error.player, error.nearest[:64]]
    return message


def raise_error_in(message: dict[str, Any]) -> None:
    """Raise the error that a message reports, if it does, or BadMessage."""
    if message.get("kind") == "error":
        raise error_of(message)


def error_of(message: dict[str, Any]) -> ForthgameError:
    """Rebuild the error from a message. Raises BadMessage."""
    if "script" in message:
        said = as_object(message["script"])
        return ScriptError(
            as_text(said.get("message")),
            as_type(Place | None, said.get("place")),
            as_text(said.get("word")),
            as_type(list[int], said.get("stack")),
            [Call(*part) for part in as_type(list[tuple[str, Place | None]], said.get("chain"))],
            as_whole(said.get("number")),
            as_text(said.get("hint")),
            as_text(said.get("output")),
        )
    if "move" in message:
        return IllegalMove(*as_type(tuple[str, str, list[str]], message["move"]))
    return ForthgameError(as_text(message.get("message")))
