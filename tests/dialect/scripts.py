"""Scripts."""
from __future__ import annotations
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Check = str | Callable[[Any, Any], None]


@dataclass(frozen=True)
class Script:
    """A script, the words it is about, and what to check in it."""

    title: str
    names: tuple[str, ...]
    text: str
    checks: tuple[Check, ...]
SCRIPTS: list[Script] = []
