"""Message format for answers that consist mainly of JSON written by a process.

The server forwards this body without parsing or trusting it. The first line of a message is the
server's own JSON, the rest is the body; the page parses both and prefers the server's fields.
"""

from __future__ import annotations

import json
from typing import IO, Any

from forthgame.play.processes import messages

BODY = "body"

Message = dict[str, Any]


def write(stream: IO[bytes], answer: Message) -> None:
    """Write an answer to a pipe, followed by its body."""
    body = answer.get(BODY)
    if body is None:
        try:
            messages.write(stream, answer)
        except messages.MessageTooLong as error:
            message = f"the answer is too long: {error}"
            messages.write(stream, {"kind": "error", "message": message})
        return
    data = body.encode()
    if len(data) > messages.LONGEST:
        message = f"the position is {len(data) >> 20} MiB to draw: {messages.LONGEST >> 20} may be"
        messages.write(stream, {"kind": "error", "message": message})
        return
    messages.write(stream, {**answer, BODY: len(data)})
    stream.write(data)
    stream.flush()


def read(stream: IO[bytes]) -> Message | None:
    """Read an answer from a pipe; None at the end of the stream. Raises BadMessage."""
    found = messages.read(stream)
    if found is None or BODY not in found:
        return found
    size = messages.as_whole(found[BODY])
    if not 0 <= size <= messages.LONGEST:
        raise messages.BadMessage(f"a body of {size} bytes")
    data = stream.read(size)
    if len(data) < size:
        return None
    try:
        return {**found, BODY: data.decode()}
    except UnicodeDecodeError:
        raise messages.BadMessage("a body that is not text") from None


def frame(event: Message) -> str:
    """Return a message for a page: one line, and the body if there is one."""
    line = json.dumps({name: part for name, part in event.items() if name != BODY})
    return f"{line}\n{event[BODY]}" if BODY in event else line
