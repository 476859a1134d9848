"""Escape untrusted text for terminals."""

from __future__ import annotations

import re
import sys
from contextlib import suppress

import click

# C0 without newline and tab, DEL, C1, other line ends, marks that change the writing direction,
# lone surrogates
CONTROLS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)


def visible(text: str) -> str:
    """Escape control characters: `\\x1b` for an escape."""
    return CONTROLS.sub(_written_out, text)


def _written_out(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def visible_json(text: str) -> str:
    """Escape control characters in JSON text without changing its meaning."""
    return CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def echo(text: object = "", *, err: bool = False, nl: bool = True) -> None:
    """Print untrusted text."""
    click.echo(visible(str(text)), err=err, nl=nl)


def echo_data(text: str) -> None:
    """Print output of a script, or data: escaped on a terminal, unchanged in a pipe."""
    # `color` keeps click from removing colours
    click.echo(visible(text) if sys.stdout.isatty() else text, nl=False, color=True)


def say(text: str) -> None:
    """Print a line on stderr, ignoring write errors."""
    with suppress(OSError, ValueError):
        sys.stderr.write(f"{visible(text)}\n")
        sys.stderr.flush()
