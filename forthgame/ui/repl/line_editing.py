"""Read lines from a terminal with editing, history, completion and colours (extra `workbench`)."""

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

from forthgame.base import interrupts
from forthgame.base.cache import distrusted, folder
from forthgame.base.limits import DEFAULT_LIMITS
from forthgame.base.source import UnreadableFile, read_limited
from forthgame.ui.repl.completion import completions
from forthgame.ui.repl.session import Session
from forthgame.ui.repl.session_commands import Watch
from forthgame.ui.terminal import ctrl_c

PAUSE = 0.3  # seconds between checks of the script's files


class SessionCompleter(Completer):
    """Completes words, pieces, positions, moves and commands of a session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        replaced, names = completions(self._session, document.current_line_before_cursor)
        for name in names:
            yield Completion(name, start_position=-replaced)


def terminal_reader(
    session: Session, history: str | None, watch: Watch | None
) -> Callable[[str], str | None]:
    """Return a reader whose lines end with None at Ctrl-D; Ctrl-C raises KeyboardInterrupt."""
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
        if late:  # it came after Enter, before the line was returned
            raise KeyboardInterrupt
        return line

    return read


@contextmanager
def _abandoning() -> Iterator[list[None]]:
    """Let Ctrl-C abandon the line; yield a list with an item for each Ctrl-C.

    prompt_toolkit's own handler drops those that arrive as it leaves.
    """
    presses: list[None] = []
    before = signal.getsignal(signal.SIGINT)

    def abandon() -> None:
        presses.append(None)
        app = get_app_or_none()
        if app is not None and app.loop is not None:
            with suppress(RuntimeError):  # the loop has just been closed
                app.loop.call_soon_threadsafe(_abandon, app)

    signal.signal(signal.SIGINT, interrupts.Handler(abandon))
    try:
        yield presses
    finally:
        ctrl_c.arm()  # the event loop replaced signal delivery
        signal.signal(signal.SIGINT, before)


def _abandon(app: Application[Any]) -> None:
    if app.future is not None and not app.future.done():
        app.key_processor.send_sigint()


def leave_once(app: Application[str]) -> None:
    """Let a line end only once, as keys right after Ctrl-C or Enter would end it again."""
    leave = app.exit

    def first(*given: Any, **named: Any) -> None:
        if app.future is not None and not app.future.done():
            leave(*given, **named)

    app.exit = first  # type: ignore[method-assign]


async def _watching(watch: Watch) -> None:
    while True:
        await asyncio.sleep(PAUSE)
        if watch.changed():
            await run_in_terminal(watch.reload)


def _history(given: str | None) -> FileHistory | InMemoryHistory:
    """Return the stored history, or one for this session if no file can be used."""
    cache = None if distrusted() else folder()
    if given:
        path = Path(given)
    elif cache is not None:
        path = cache / "history"
    else:
        return InMemoryHistory()
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600)
        read_limited(path, DEFAULT_LIMITS.game_file, regular=True)
    except (OSError, ValueError, UnreadableFile):
        return InMemoryHistory()
    return FileHistory(str(path))
