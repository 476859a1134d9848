"""`forthgame lsp`: a language server for editors."""

from __future__ import annotations

import click

from forthgame.errors import ForthgameError


@click.command("lsp")
def command() -> None:
    """Serve an editor on stdin and stdout, in the Language Server Protocol.

    It needs pygls: pip install 'forthgame[editor]'. docs/editors.md has the settings of editors.
    """
    try:
        from forthgame.ui.lsp.server import make_server
    except ImportError:
        raise ForthgameError("this needs pygls: pip install 'forthgame[editor]'") from None
    make_server().start_io()
