"""Rules for a confined process, and the report on restrictions in force."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from forthgame.base.errors import ForthgameError
from forthgame.base.limits import DEFAULT_LIMITS

LONGEST = 500  # characters of a sentence in a report
LEAST_MEMORY = 384 << 20  # bytes; with less, Python waits forever for threads that cannot start


@dataclass(frozen=True)
class Rules:
    """Resources that a confined process may use.

    `memory` limits its address space in bytes, `cpu` its processor time in seconds; None means no
    limit. Paths below `read` may be read, besides the installations of Python and this package;
    those below `write` may also be written, and the first of them takes temporary files. `before`
    names a function, as `module:name`, that `confine` calls first, before any restriction.
    """

    memory: int | None = DEFAULT_LIMITS.memory
    cpu: int | None = None
    read: tuple[str, ...] = ()
    write: tuple[str, ...] = ()
    file_size: int = 64 << 20
    open_files: int = 256
    before: str = ""

    def __post_init__(self) -> None:
        """Raise ForthgameError if a limit is too low for any process."""
        if self.memory is not None and self.memory < LEAST_MEMORY:
            least = f"at least {LEAST_MEMORY} bytes of memory"
            raise ForthgameError(f"a confined process needs {least}")

    def text(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_text(cls, text: str) -> Rules:
        document = json.loads(text)
        folders = {name: tuple(document[name]) for name in ("read", "write")}
        return cls(**{**document, **folders})


@dataclass(frozen=True)
class ConfinementReport:
    """Sentences about restrictions that are in force and that are missing."""

    in_force: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        held = "; ".join(self.in_force) or "nothing"
        return f"{held} (without: {'; '.join(self.missing)})" if self.missing else held

    def document(self) -> dict[str, list[str]]:
        return {"in_force": list(self.in_force), "missing": list(self.missing)}

    @classmethod
    def from_document(cls, document: Any) -> ConfinementReport:
        """Read the report of a confined process. Raises ValueError."""
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
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def script_places(script: Path) -> tuple[str, ...]:
    """Return the paths that must be readable to load a script: its folder, as for LOAD.

    In the home folder or above it, only the script and files with the same suffix beside it.
    """
    path = Path(os.path.realpath(script))  # `resolve` fails for loops of links
    folder = path.parent
    try:
        home = Path.home().resolve()
    except RuntimeError:
        home = Path("/")
    if folder == home or folder in home.parents:
        near = sorted(p for p in folder.glob(f"*{path.suffix}") if p.is_file())
        return tuple(str(p) for p in dict.fromkeys([path, *near]))
    return (str(folder),)
