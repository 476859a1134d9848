"""A table's process: `python -m forthgame.ui.serve.worker SCRIPT`, confined.

It holds the script, reads requests from its input and writes answers to its output, both JSON
behind its length (`play/messages.py`). Ctrl-C ends a search that is running, and nothing else.
"""

from __future__ import annotations

import signal
import sys
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from forthgame.errors import ForthgameError
from forthgame.game.game import Game, load
from forthgame.game.pondering import Ponderer
from forthgame.limits import DEFAULT_LIMITS
from forthgame.play import messages
from forthgame.play.streams import answering
from forthgame.ui.serve.framing import write
from forthgame.ui.serve.line import Line, LostLine, Start
from forthgame.ui.serve.listing import Listing, Shown

if TYPE_CHECKING:
    from forthgame.game.state import State
    from forthgame.ui.lsp.analysis import Analysis

SHOWN = 8  # positions that are kept as they were shown
CALL_SECONDS = 15.0  # a script has for a list of moves, or for a move

Message = dict[str, Any]
Tell = Callable[[Message], None]


class Desk:
    """What answers requests have at hand: the script, loaded when it is first needed."""

    def __init__(self, script: str, tell: Tell) -> None:
        self.script = script
        self.tell = tell
        self.ponderer = Ponderer()
        self.analysis: Analysis | None = None  # of the script as it is being written
        self._line: Line | None = None
        self._listing: Listing | None = None
        self._shown: OrderedDict[tuple[Start, tuple[str, ...]], Shown] = OrderedDict()

    @property
    def line(self) -> Line:
        """The positions of the game. Raises ForthgameError if the script cannot be loaded."""
        if self._line is None:
            limits = replace(DEFAULT_LIMITS, seconds=CALL_SECONDS)
            self._line = Line(load(Path(self.script), limits=limits), self.script)
        return self._line

    @property
    def game(self) -> Game:
        """The game."""
        return self.line.game

    def show(self, start: Start, texts: list[str], state: State) -> Shown:
        """A position for a page. It is kept: the next one looks at a move of it."""
        if self._listing is None:
            self._listing = Listing(self.game)
        found = self._shown[start, tuple(texts)] = Shown(self._listing, state)
        while len(self._shown) > SHOWN:
            self._shown.popitem(last=False)
        return found

    def shown(self, start: Start, texts: list[str]) -> Shown | None:
        """A position, if it was shown a short while ago."""
        return self._shown.get((start, tuple(texts)))


def start_of(message: Message) -> Start:
    """Where the game of a request begins."""
    begun = messages.as_object(message.get("start", {}))
    level = begun.get("level")
    return Start(
        messages.as_whole(begun.get("seed", 1)),
        None if level is None else messages.as_whole(level),
        messages.as_text(begun.get("position", "")),
    )


def texts_of(message: Message) -> list[str]:
    """Its moves."""
    return [messages.as_text(text) for text in messages.as_list(message.get("line", []))]


def long_text(value: Any) -> str:
    """A text that may be as long as a position's. Raises ForthgameError."""
    if not isinstance(value, str) or len(value) > DEFAULT_LIMITS.position:
        raise ForthgameError(f"no text, or longer than {DEFAULT_LIMITS.position} characters")
    return value


@contextmanager
def interruptible() -> Iterator[None]:
    """Let Ctrl-C in, which the process that waits for the answer sends."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def answer(desk: Desk, message: Message) -> Message:
    """The answer to a request: always one, whatever goes wrong."""
    from forthgame.ui.serve.requests import REQUESTS

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

    desk = Desk(script, tell)
    while (message := messages.read(requests)) is not None:
        write(answers, answer(desk, message))


def main() -> None:
    """Serve on the standard streams; whatever else is printed goes to the error stream."""
    serve(*answering(), sys.argv[1])


if __name__ == "__main__":
    main()
