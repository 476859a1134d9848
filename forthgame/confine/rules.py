"""What a confined process may do, and the report of what the platform holds it to."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from forthgame.errors import ForthgameError
from forthgame.limits import DEFAULT_LIMITS

LONGEST = 500  # characters of a sentence in a report
LEAST_MEMORY = 384 << 20  # bytes: with less, Python itself waits for threads that cannot begin


@dataclass(frozen=True)
class Rules:
    """What a confined process may use.

    `memory` bounds its address space in bytes, `cpu` its processor time in seconds; None is no
    bound. Files below `read` may be read, besides the installation of Python and of this package;
    those below `write` may also be written, and the first of these folders takes temporary files.
    `before` names a function, as `module:name`, that `confine` calls first, while the process is
    still free.
    """

    memory: int | None = DEFAULT_LIMITS.memory
    cpu: int | None = None
    read: tuple[str, ...] = ()
    write: tuple[str, ...] = ()
    file_size: int = 64 << 20
    open_files: int = 256
    before: str = ""

    def __post_init__(self) -> None:
        """Raise ForthgameError for bounds that no process can keep."""
        if self.memory is not None and self.memory < LEAST_MEMORY:
            least = f"at least {LEAST_MEMORY} bytes of memory"
            raise ForthgameError(f"a confined process needs {least}")

    def text(self) -> str:
        """These rules as JSON."""
        return json.dumps(asdict(self))

    @classmethod
    def from_text(cls, text: str) -> Rules:
        """The rules that `text` has written."""
        document = json.loads(text)
        folders = {name: tuple(document[name]) for name in ("read", "write")}
        return cls(**{**document, **folders})


@dataclass(frozen=True)
class Report:
    """What holds a process: sentences about what is in force, and about what is not."""

    in_force: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """All of it in a line."""
        held = "; ".join(self.in_force) or "nothing"
        return f"{held} (without: {'; '.join(self.missing)})" if self.missing else held

    def document(self) -> dict[str, list[str]]:
        """The report for JSON."""
        return {"in_force": list(self.in_force), "missing": list(self.missing)}

    @classmethod
    def from_document(cls, document: Any) -> Report:
        """The report in a document that a confined process has written. Raises ValueError."""
        if not isinstance(document, dict):
            raise ValueError("a report is an object")
        lists = [document.get(name) for name in ("in_force", "missing")]
        if not all(isinstance(found, list) and len(found) < 100 for found in lists):
            raise ValueError("a report has two lists")
        in_force, missing = (
            tuple(_plain(str(sentence)[:LONGEST]) for sentence in found or []) for found in lists
        )
        return cls(in_force, missing)


def _plain(text: str) -> str:
    """A text without characters that control a terminal."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def script_places(script: Path) -> tuple[str, ...]:
    """What may be read to load a script: its folder, as LOAD may.

    The home folder and those above it are too much to give away: of them, the script itself and
    its neighbours of the same suffix.
    """
    path = Path(os.path.realpath(script))  # `resolve` fails if links lead in a circle
    folder = path.parent
    try:
        home = Path.home().resolve()
    except RuntimeError:
        home = Path("/")
    if folder == home or folder in home.parents:
        near = sorted(p for p in folder.glob(f"*{path.suffix}") if p.is_file())
        return tuple(str(p) for p in dict.fromkeys([path, *near]))
    return (str(folder),)
