"""What a plan has to know of scripts: read by a confined process, as strangers wrote them."""

from __future__ import annotations

import tempfile
from pathlib import Path

from forthgame.errors import ForthgameError
from forthgame.play.once import ask_once
from forthgame.play.process import STARTING, bundled, death, last_words, launch
from forthgame.play.surveyed import Request, Survey, survey_of


def look(request: Request, confined: bool = True) -> Survey:
    """Load scripts and try openings with the first of them. Raises ForthgameError.

    With `compare` the rules of the first are compared with those of the others.

    Strangers' scripts are loaded by a process that is confined, unless `confined` is False.
    """
    if not confined or bundled(request.scripts):
        from forthgame.play.surveying import look_here

        return look_here(request)
    with tempfile.TemporaryDirectory(prefix="forthgame-") as folder:
        scratch = Path(folder, "scratch")
        scratch.mkdir()
        errors = Path(folder, "errors")
        with errors.open("wb") as file:
            process = launch(
                "forthgame.play.surveying", [], request.scripts, len(request.scripts), scratch,
                confined=True, errors=file,
            )  # fmt: skip
        message = ask_once(process, request, STARTING)
        if message is None:
            raise failed(process.returncode, errors)
        return survey_of(message, request)


def failed(code: int | None, errors: Path) -> ForthgameError:
    """That the process which loads the scripts has ended, and how."""
    how = f"{death(code)}\n{last_words(errors)}"
    return ForthgameError(f"the process that loads the scripts failed: {how}")
