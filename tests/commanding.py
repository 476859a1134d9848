"""Run commands in this process; return their output and exit code."""

from __future__ import annotations

import io
import subprocess
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

from forthgame.ui.cli.main import run


def commanded(
    *arguments: str, folder: Path | None = None, typing: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder, with a text as its input."""
    out, err = io.StringIO(), io.StringIO()
    with (
        chdir(folder or Path.cwd()),
        redirect_stdout(out),
        redirect_stderr(err),
        patch("sys.stdin", io.StringIO(typing)),
    ):
        try:
            code = run([*arguments])
        except SystemExit as ended:
            code = int(ended.code or 0)
    return subprocess.CompletedProcess(arguments, code, out.getvalue(), err.getvalue())
