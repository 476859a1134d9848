"""Kinds of cases: how a seed becomes a text, and how a text is tested."""

from __future__ import annotations

import os
import tempfile
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import forthgame

PACKAGE = str(Path(forthgame.__file__).parent)
Step = Callable[[], object]
IN_MEMORY = Path("/dev/shm")  # temporary files need no disk


@dataclass(frozen=True)
class Kind:
    """A kind of cases.

    make      the text that belongs to a seed
    attempt   tests a text; any exception except ForthgameError is a find
    seconds   of processor time that a case may take before it counts as hanging
    """

    name: str
    meaning: str
    make: Callable[[int], str]
    attempt: Callable[[str], None]
    seconds: float = 30.0


def scratch_folder() -> tempfile.TemporaryDirectory[str]:
    """Yield a folder for the files of a case, in memory if the system has that."""
    fits = IN_MEMORY.is_dir() and os.access(IN_MEMORY, os.W_OK)
    return tempfile.TemporaryDirectory(dir=IN_MEMORY if fits else None)


class Difference(Exception):
    """Two things that should be the same are not."""


def tolerant(step: Step) -> object:
    """Allow errors with a message."""
    with suppress(forthgame.ForthgameError):
        return step()
    return None


def verdict(kind: Kind, text: str) -> str:
    """Test a text here: empty, or the find, with the same first line for the same fault."""
    try:
        kind.attempt(text)
    except forthgame.ForthgameError:
        return ""
    except Difference as difference:
        return f"differs: {difference}"
    except BaseException as error:
        frames = traceback.extract_tb(error.__traceback__)
        inside = [frame for frame in frames if frame.filename.startswith(PACKAGE)]
        last = (inside or frames)[-1]
        where = f"{Path(last.filename).name} {last.name}"
        return f"raises {type(error).__name__} in {where}\n{traceback.format_exc()[-3000:]}"
    return ""
