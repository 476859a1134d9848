"""Read typed lines, with editing, history and completion if readline is available."""

from __future__ import annotations

import getpass
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress

from forthgame.limits import DEFAULT_LIMITS
from forthgame.ui.incoming import next_line
from forthgame.ui.safe import echo, visible

LONGEST = DEFAULT_LIMITS.position  # characters of a line, which may hold a position

Completions = Callable[[str], Iterable[str]]


def typed_line(prompt: str, hidden: bool = False) -> str | None:
    """Return the next line of standard input, stripped; None at its end.

    Hidden input is not echoed on a terminal. Ctrl-C raises KeyboardInterrupt. A line that is too
    long is returned as an empty text.
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
        return "\ufffd"  # undecodable input is not a move


def _piped_line(prompt: str) -> str | None:
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
