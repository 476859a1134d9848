"""What playing processes write: JSON behind its length, read as a stranger's word.

A playing process runs scripts of strangers, and a hole in the engine would let one write what it
likes. So nothing in a message is run, as a pickle would be; its size is bounded, and every field
is checked before it gets into a record.
"""

from __future__ import annotations

import json
import math
import struct
from dataclasses import asdict, fields
from typing import IO, Any, NoReturn

from forthgame.errors import Call, ForthgameError, IllegalMove, Place, ScriptError
from forthgame.play.record import ENDS, GameRecord, Thought, Usage
from forthgame.play.statistics import Evaluations

HEAD = struct.Struct("<I")
LONGEST = 16 << 20  # bytes of a message
TEXT = 100_000  # characters of a text
OUTCOMES = ("win", "loss", "draw")


class BadMessage(ForthgameError):
    """A message that no playing process writes."""


def write(stream: IO[bytes], document: dict[str, Any]) -> None:
    """Write a message."""
    data = json.dumps(document).encode()
    stream.write(HEAD.pack(len(data)) + data)
    stream.flush()


def read(stream: IO[bytes]) -> dict[str, Any] | None:
    """Read a message; None at the end of the stream. Raises BadMessage."""
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
        document = json.loads(data, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise BadMessage(f"a message that is no JSON: {error}") from None
    if not isinstance(document, dict):
        raise BadMessage("a message that is no object")
    return document


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number")


# -- values of a kind ----------------------------------------------------------------------------


def as_text(value: Any) -> str:
    """A text, with what no file can hold replaced. Raises BadMessage."""
    if not isinstance(value, str) or len(value) > TEXT:
        raise BadMessage("a field that is no text, or too long")
    if value.isascii():
        return value
    return value.encode("utf-8", "replace").decode()


def as_whole(value: Any) -> int:
    """A whole number of 64 bits. Raises BadMessage."""
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) >= 1 << 63:
        raise BadMessage("a field that is no whole number")
    return value


def as_seconds(value: Any) -> float:
    """A time in seconds. Raises BadMessage."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise BadMessage("a field that is no number")
    if not (math.isfinite(value) and 0 <= value < 1e9):
        raise BadMessage("a time that is none")
    return float(value)


def as_list(value: Any) -> list[Any]:
    """A list. Raises BadMessage."""
    if not isinstance(value, list):
        raise BadMessage("a field that is no list")
    return value


def as_object(value: Any) -> dict[str, Any]:
    """An object with fields. Raises BadMessage."""
    if not isinstance(value, dict):
        raise BadMessage("a field that is no object")
    return value


# -- games ---------------------------------------------------------------------------------------


def record_document(record: GameRecord) -> dict[str, Any]:
    """A game that has been played, as `fill` reads it."""
    usage = {seat: _used(used) for seat, used in record.usage.items()}
    return {
        "number": record.number, "moves": record.moves_with_thoughts(), "outcome": record.outcome,
        "end": record.end, "fault": record.fault, "reason": record.reason,
        "seconds": record.seconds, "opening": record.opening, "usage": usage,
    }  # fmt: skip


def _used(used: Usage) -> dict[str, Any]:
    """What a seat has used, without what is nothing."""
    found = {name: value for name, value in vars(used).items() if value}
    counted = found.pop("evaluations")
    if counted.moves:
        found["evaluations"] = vars(counted)
    return found


def fill(record: GameRecord, message: dict[str, Any]) -> None:
    """Fill in the record of a game that was given out, from a message. Raises BadMessage.

    Who sat where, the seed and the block are as announced, whatever the message says.
    """
    moves = as_list(message.get("moves"))
    for ply, move in enumerate(moves):
        if len(as_list(move)) not in (2, 6):
            raise BadMessage("a move that is not a player and a text")
        if len(move) == 6:
            record.thoughts[ply] = _thought(*move[2:])
    record.moves = [(as_text(move[0]), as_text(move[1])) for move in moves]
    outcome = {as_text(s): as_text(o) for s, o in as_object(message.get("outcome")).items()}
    if outcome and set(outcome) != set(record.seats):
        raise BadMessage("an outcome of other seats")
    if not set(outcome.values()) <= set(OUTCOMES):
        raise BadMessage("an outcome that is none")
    end = next((known for known in ENDS if known == message.get("end")), None)
    fault = None if message.get("fault") is None else as_text(message["fault"])
    if end is None or (fault is not None and fault not in record.seats):
        raise BadMessage("an end or a fault that is none")
    if (end == "void") != (not outcome) or (end == "fault") != (fault is not None):
        raise BadMessage("an end that does not fit the outcome")
    record.finish(end, as_text(message.get("reason")), outcome)
    record.fault = fault
    record.seconds = as_seconds(message.get("seconds"))
    record.opening = min(max(0, as_whole(message.get("opening"))), len(record.moves))
    usage = as_object(message.get("usage"))
    if not set(usage) <= set(record.seats):
        raise BadMessage("what other seats have used")
    record.usage = {seat: _usage(as_object(usage.get(seat, {}))) for seat in record.seats}


def _thought(score: Any, depth: Any, nodes: Any, seconds: Any) -> Thought:
    said = None if score is None else as_whole(score)
    return Thought(said, as_whole(depth), as_whole(nodes), as_seconds(seconds))


def _usage(document: dict[str, Any]) -> Usage:
    used = Usage()
    for name in ("moves", "nodes", "choices", "near"):
        if name in document:
            setattr(used, name, max(0, as_whole(document[name])))
    for name in ("seconds", "slowest", "cpu"):
        if name in document:
            setattr(used, name, as_seconds(document[name]))
    if "evaluations" in document:
        seen = as_object(document["evaluations"])
        used.evaluations = Evaluations(
            **{part.name: as_whole(seen.get(part.name, 0)) for part in fields(Evaluations)}
        )
    return used


# -- errors --------------------------------------------------------------------------------------


def error_message(error: ForthgameError) -> dict[str, Any]:
    """The message that something has failed."""
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


def error_of(message: dict[str, Any]) -> ForthgameError:
    """The error that a message describes. Raises BadMessage."""
    if "script" in message:
        said = as_object(message["script"])
        return ScriptError(
            as_text(said.get("message")),
            _place(said.get("place")),
            as_text(said.get("word")),
            [as_whole(item) for item in as_list(said.get("stack"))],
            [_call(as_list(call)) for call in as_list(said.get("chain"))],
            as_whole(said.get("number")),
            as_text(said.get("hint")),
            as_text(said.get("output")),
        )
    if "move" in message:
        parts = as_list(message["move"])
        if len(parts) != 3:
            raise BadMessage("an illegal move without a player")
        return IllegalMove(
            as_text(parts[0]), as_text(parts[1]), [as_text(move) for move in as_list(parts[2])]
        )
    return ForthgameError(as_text(message.get("message")))


def _place(value: Any) -> Place | None:
    if value is None:
        return None
    place = as_object(value)
    return Place(
        as_text(place.get("file")),
        as_whole(place.get("line")),
        as_whole(place.get("column")),
        as_text(place.get("text")),
        as_whole(place.get("width")),
    )


def _call(parts: list[Any]) -> Call:
    if len(parts) != 2:
        raise BadMessage("a call without a place")
    return Call(as_text(parts[0]), _place(parts[1]))
