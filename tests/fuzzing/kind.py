"""What a kind of case is: how a seed becomes a text, and how a text is tried."""

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
IN_MEMORY = Path("/dev/shm")  # files that nobody keeps need no disk


@dataclass(frozen=True)
class Kind:
    """A kind of cases.

    make      the text that belongs to a seed
    attempt   tries a text; whatever it raises that is no ForthgameError is a find
    seconds   of the processor that a case may take before it counts as hanging
    """

    name: str
    meaning: str
    make: Callable[[int], str]
    attempt: Callable[[str], None]
    seconds: float = 30.0


def scratch_folder() -> tempfile.TemporaryDirectory[str]:
    """A folder for the files of a case, in memory where the system has that."""
    fits = IN_MEMORY.is_dir() and os.access(IN_MEMORY, os.W_OK)
    return tempfile.TemporaryDirectory(dir=IN_MEMORY if fits else None)


class Difference(Exception):
    """Two things that should be the same are not."""


def tolerant(step: Step) -> object:
    """Do something that may be refused with a sentence."""
    with suppress(forthgame.ForthgameError):
        return step()
    return None


def verdict(kind: Kind, text: str) -> str:
    """Try a text here: empty, or what was found, its first line the same for the same fault."""
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
