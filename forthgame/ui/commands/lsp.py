"""`forthgame lsp`: language server for editors."""

from __future__ import annotations

import io
import logging
import sys
from typing import BinaryIO

import click

from forthgame.base.errors import ForthgameError
from forthgame.play.processes.messages import own_output
from forthgame.ui.terminal import ctrl_c
from forthgame.ui.terminal.log_lines import report_in_lines

HEAD = 1000  # bytes of a line in a message header
LONGEST = 64 << 20  # bytes of a message


class Answers(io.BufferedIOBase):
    """Output of pygls; ends the process when the editor is gone.

    pygls would try to report each failed write with another failing write.
    """

    def __init__(self, output: BinaryIO) -> None:
        self._output = output

    def write(self, data: bytes) -> int:  # type: ignore[override]
        try:
            self._output.write(data)
            self._output.flush()
        except BrokenPipeError:
            ctrl_c.end_process(0)
        return len(data)


class Requests(io.BufferedIOBase):
    """Input of pygls, read in bounded parts, as pygls itself has no limits."""

    def __init__(self, source: BinaryIO) -> None:
        self._source = source

    def readline(self, size: int | None = -1) -> bytes:
        """Return a header line; pygls skips parts of a line that is too long."""
        return self._source.readline(HEAD)

    def read(self, size: int | None = -1) -> bytes:
        if size is None or not 0 <= size <= LONGEST:
            raise ForthgameError(f"a message of an editor has at most {LONGEST} bytes")
        return self._source.read(size)


@click.command("lsp")
def command() -> None:
    """Serve an editor on stdin and stdout, in the Language Server Protocol.

    This needs pygls: pip install 'forthgame[editor]'. docs/editors.md lists editor settings.
    """
    try:
        from forthgame.ui.lsp.language_server import make_server
    except ImportError:
        raise ForthgameError("this needs pygls: pip install 'forthgame[editor]'") from None
    report_in_lines(logging.WARNING)
    with ctrl_c.leaving():  # pygls waits for the next line despite exceptions
        make_server().start_io(Requests(sys.stdin.buffer), Answers(own_output()))
