"""A line that a person types: with editing, history and completion where readline is there."""

from __future__ import annotations

import getpass
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress

from forthgame.limits import DEFAULT_LIMITS
from forthgame.ui.incoming import next_line
from forthgame.ui.safe import echo, visible

LONGEST = DEFAULT_LIMITS.position  # characters of a line: it may hold a position

Completions = Callable[[str], Iterable[str]]


def typed_line(prompt: str, hidden: bool = False) -> str | None:
    """The next line of the standard input without spaces at its ends; None at its end.

    A hidden one is not shown while it is typed at a terminal. Ctrl-C raises KeyboardInterrupt. One
    that is too long is empty.
    """
    shown = visible(prompt)
    if not sys.stdin.isatty():
        return _piped_line(shown)
    try:
        return (getpass.getpass if hidden else input)(shown).strip()
    except EOFError:
        echo()
        return None
    except UnicodeDecodeError:
        return "\ufffd"  # what cannot be read is no move


def _piped_line(prompt: str) -> str | None:
    """The next line of a pipe or a file, which is bounded."""
    echo(prompt, nl=False)
    line = next_line(sys.stdin, LONGEST + 1)
    if not line:
        echo()
        return None
    if len(line.removesuffix("\n")) > LONGEST:
        echo(f"a line has at most {LONGEST} characters")
        return ""
    return line.strip()


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
