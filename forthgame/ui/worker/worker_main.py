"""Process of a table: `python -m forthgame.ui.worker.worker_main SCRIPT`, confined.

It holds the script, reads JSON requests from its input and writes JSON answers to its output, both
with length prefixes (`play/processes/messages.py`). Ctrl-C only ends a running search.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from forthgame.base.errors import ForthgameError
from forthgame.play.processes import messages
from forthgame.ui.worker.answer_framing import write
from forthgame.ui.worker.move_line import LostLine
from forthgame.ui.worker.worker_requests import REQUESTS
from forthgame.ui.worker.worker_state import Message, WorkerState


@contextmanager
def interruptible() -> Iterator[None]:
    """Enable Ctrl-C, which the server sends, in the body."""
    held = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, held)


def answer(desk: WorkerState, message: Message) -> Message:
    """Return the answer to a request; every error becomes an answer."""
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
    def tell(message: Message) -> None:
        held = signal.signal(signal.SIGINT, signal.SIG_IGN)  # keeps messages whole
        messages.write(answers, {"kind": "report", **message})
        signal.signal(signal.SIGINT, held)

    tell({"listening": True})  # the server may send Ctrl-C from here on
    desk = WorkerState(script, tell)
    while (message := messages.read(requests)) is not None:
        write(answers, answer(desk, message))


if __name__ == "__main__":
    serve(*messages.answering(), sys.argv[1])
