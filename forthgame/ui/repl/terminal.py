"""Lines from a terminal, with editing, history, completion and colours: the extra `workbench`."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from prompt_toolkit import PromptSession
from prompt_toolkit.application import Application, get_app, get_app_or_none, run_in_terminal
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory, InMemoryHistory
from prompt_toolkit.lexers import PygmentsLexer
from pygments.lexers.forth import ForthLexer

from forthgame.limits import DEFAULT_LIMITS
from forthgame.source import UnreadableFile, read_limited
from forthgame.ui.cli import ctrlc
from forthgame.ui.repl.completion import completions
from forthgame.ui.repl.reloading import Watch
from forthgame.ui.repl.session import Session
from forthgame.vm import interrupts
from forthgame.vm.cache import distrusted, folder

PAUSE = 0.3  # seconds between two looks at the script's files


class SessionCompleter(Completer):
    """Completes words, pieces, positions, moves and commands of a session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """What the text before the cursor may go on with."""
        replaced, names = completions(self._session, document.current_line_before_cursor)
        for name in names:
            yield Completion(name, start_position=-replaced)


def terminal_reader(
    session: Session, history: str | None, watch: Watch | None
) -> Callable[[str], str | None]:
    """Gives the next line, None at Ctrl-D; Ctrl-C raises KeyboardInterrupt."""
    prompt: PromptSession[str] = PromptSession(
        history=_history(history),
        completer=SessionCompleter(session),
        complete_while_typing=False,
        lexer=PygmentsLexer(ForthLexer),
    )

    leave_once(prompt.app)

    def look_out() -> None:
        if watch is not None:
            get_app().create_background_task(_watching(watch))

    def read(text: str) -> str | None:
        with _abandoning() as late:
            try:
                line = prompt.prompt(text, pre_run=look_out, handle_sigint=False)
            except EOFError:
                line = None
        if late:  # it came behind Enter, before the line was handed over
            raise KeyboardInterrupt
        return line

    return read


@contextmanager
def _abandoning() -> Iterator[list[None]]:
    """Let Ctrl-C, sent as a signal, abandon the line; gives those that have come, the last too.

    prompt_toolkit's own handler drops those that come as it leaves.
    """
    come: list[None] = []
    before = signal.getsignal(signal.SIGINT)

    def abandon() -> None:
        come.append(None)
        app = get_app_or_none()
        if app is not None and app.loop is not None:
            with suppress(RuntimeError):  # the loop has just been closed
                app.loop.call_soon_threadsafe(_abandon, app)

    signal.signal(signal.SIGINT, interrupts.Handler(abandon))
    try:
        yield come
    finally:
        ctrlc.arm()  # the loop has listened to signals itself
        signal.signal(signal.SIGINT, before)


def _abandon(app: Application[Any]) -> None:
    """Do what Ctrl-C does in a line, if it has not ended yet."""
    if app.future is not None and not app.future.done():
        app.key_processor.send_sigint()


def leave_once(app: Application[str]) -> None:
    """Let a line end once: keys that come behind Ctrl-C or Enter at once would end it again."""
    leave = app.exit

    def first(*given: Any, **named: Any) -> None:
        if app.future is not None and not app.future.done():
            leave(*given, **named)

    app.exit = first  # type: ignore[method-assign]


async def _watching(watch: Watch) -> None:
    """Load the script again when it was saved, above the line that is being typed."""
    while True:
        await asyncio.sleep(PAUSE)
        if watch.changed():
            await run_in_terminal(watch.reload)


def _history(given: str | None) -> FileHistory | InMemoryHistory:
    """The lines of earlier sessions; only those of this one where no file can be kept."""
    kept = None if distrusted() else folder()
    if given:
        path = Path(given)
    elif kept is not None:
        path = kept / "history"
    else:
        return InMemoryHistory()
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600)
        read_limited(path, DEFAULT_LIMITS.game_file, regular=True)
    except (OSError, ValueError, UnreadableFile):
        return InMemoryHistory()
    return FileHistory(str(path))
