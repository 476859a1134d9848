"""Answers whose larger part is JSON already: a process writes it, and the page reads it.

The server reads none of it, so a position costs it next to nothing, and believes none of it: the
page gets the server's own words on the first line of a message and the process's behind it, reads
each by itself, and takes the server's where both say something.
"""

from __future__ import annotations

import json
from typing import IO, Any

from forthgame.play import messages

BODY = "body"

Message = dict[str, Any]


def write(stream: IO[bytes], answer: Message) -> None:
    """Write an answer to a pipe, its body behind it as it is."""
    body = answer.get(BODY)
    if body is None:
        try:
            messages.write(stream, answer)
        except messages.TooLong as error:
            said = f"the answer is too long: {error}"
            messages.write(stream, {"kind": "error", "message": said})
        return
    data = body.encode()
    if len(data) > messages.LONGEST:
        said = f"the position is {len(data) >> 20} MiB to draw: {messages.LONGEST >> 20} may be"
        messages.write(stream, {"kind": "error", "message": said})
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
        raise messages.BadMessage("a body that is no text") from None


def frame(event: Message) -> str:
    """What a page is sent: one line, and the body behind it if there is one."""
    line = json.dumps({name: part for name, part in event.items() if name != BODY})
    return f"{line}\n{event[BODY]}" if BODY in event else line


def unframed(text: str) -> Message:
    """What a page has been sent."""
    line, _, body = text.partition("\n")
    return {**(json.loads(body) if body else {}), **json.loads(line)}
