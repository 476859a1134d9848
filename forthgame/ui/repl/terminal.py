"""Lines from a terminal, with editing, history, completion and colours: the extra `workbench`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from prompt_toolkit import PromptSession
from prompt_toolkit.application import Application, get_app, run_in_terminal
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
        try:
            return prompt.prompt(text, pre_run=look_out)
        except EOFError:
            return None
        finally:
            ctrlc.arm()  # prompt_toolkit has listened to signals itself

    return read


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
