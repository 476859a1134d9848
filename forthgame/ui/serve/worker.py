"""A table's process: `python -m forthgame.ui.serve.worker SCRIPT`, confined.

It holds the script, reads requests from its input and writes answers to its output, both JSON
behind its length (`play/messages.py`). Ctrl-C ends a search that is running, and nothing else.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from forthgame.errors import ForthgameError
from forthgame.play import messages
from forthgame.ui.serve.desk import Desk, Message
from forthgame.ui.serve.framing import write
from forthgame.ui.serve.line import LostLine
from forthgame.ui.serve.requests import REQUESTS


@contextmanager
def interruptible() -> Iterator[None]:
    """Let Ctrl-C in, which the process that waits for the answer sends."""
    held = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, held)


def answer(desk: Desk, message: Message) -> Message:
    """The answer to a request: always one, whatever goes wrong."""
    try:
        try:
            do = REQUESTS[messages.as_text(message.get("do"))]
            with interruptible():
                return {"kind": "answer", **do(desk, message)}
        except KeyboardInterrupt:
            return {"kind": "error", "message": "stopped"}
    except LostLine as error:
        return {"kind": "error", "message": str(error), "plies": error.plies}
    except ForthgameError as error:
        return {**messages.error_message(error), "text": str(error)[: messages.TEXT]}
    except RecursionError:
        return {"kind": "error", "message": "the script nests too deep"}
    except MemoryError:
        return {"kind": "error", "message": "the memory of the table is used up"}


def serve(requests: BinaryIO, answers: BinaryIO, script: str) -> None:
    """Answer until the input ends."""

    def tell(message: Message) -> None:
        held = signal.signal(signal.SIGINT, signal.SIG_IGN)  # no message ends in its middle
        messages.write(answers, {"kind": "report", **message})
        signal.signal(signal.SIGINT, held)

    tell({"listening": True})  # from here on the server may send Ctrl-C
    desk = Desk(script, tell)
    while (message := messages.read(requests)) is not None:
        write(answers, answer(desk, message))


if __name__ == "__main__":
    serve(*messages.answering(), sys.argv[1])
