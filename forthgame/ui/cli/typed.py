"""A line that a person types: with editing, history and completion where readline is there."""

from __future__ import annotations

import getpass
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress

from forthgame.ui.safe import echo, visible

Completions = Callable[[str], Iterable[str]]


def typed_line(prompt: str, hidden: bool = False) -> str | None:
    """The next line of the standard input without spaces at its ends; None at its end.

    A hidden one is not shown while it is typed at a terminal. Ctrl-C raises KeyboardInterrupt.
    """
    shown = visible(prompt)
    try:
        if hidden and sys.stdin.isatty():
            return getpass.getpass(shown).strip()
        return input(shown).strip()
    except EOFError:
        echo()
        return None
    except UnicodeDecodeError:
        return "\ufffd"  # what cannot be read is no move


def edit_lines(completions: Completions) -> None:
    """Let lines be edited at a terminal, and completed with what `completions` has for them."""
    if not sys.stdin.isatty():
        return
    with suppress(ImportError):
        import readline

        found: list[str] = []

        def complete(text: str, number: int) -> str | None:
            if number == 0:
                found[:] = [visible(one) for one in completions(text)]
            return found[number] if number < len(found) else None

        readline.set_completer(complete)
        readline.set_completer_delims("")
        edits = "bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete"
        readline.parse_and_bind(edits)
