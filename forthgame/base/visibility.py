"""Hide attributes that only other layers of the package use."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar


class Internal:
    """Excludes the names in `internal` from `dir`, and so from completion and the reference."""

    internal: ClassVar[frozenset[str]] = frozenset()

    def __dir__(self) -> Iterable[str]:
        return [name for name in super().__dir__() if name not in self.internal]
