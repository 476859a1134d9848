"""`forthgame lsp`: a language server for editors."""

from __future__ import annotations

import io
from typing import BinaryIO

import click

from forthgame.errors import ForthgameError
from forthgame.play.streams import own_output
from forthgame.ui.cli import ctrlc


class Answers(io.BufferedIOBase):
    """Where pygls writes. When the editor has gone, the process ends.

    pygls would report every line that it cannot write, with a line that it cannot write.
    """

    def __init__(self, output: BinaryIO) -> None:
        self._output = output

    def write(self, data: bytes) -> int:  # type: ignore[override]
        """Write it, and all of it now."""
        try:
            self._output.write(data)
            self._output.flush()
        except BrokenPipeError:
            ctrlc.end_process(0)
        return len(data)


@click.command("lsp")
def command() -> None:
    """Serve an editor on stdin and stdout, in the Language Server Protocol.

    It needs pygls: pip install 'forthgame[editor]'. docs/editors.md has the settings of editors.
    """
    try:
        from forthgame.ui.lsp.server import make_server
    except ImportError:
        raise ForthgameError("this needs pygls: pip install 'forthgame[editor]'") from None
    with ctrlc.leaving():  # pygls waits for the editor's next line, whatever is raised
        make_server().start_io(stdout=Answers(own_output()))
