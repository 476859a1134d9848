"""Attributes that the layers of the package share, and users have no need of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar


class Internal:
    """Leaves out of `dir`, and so of completion and reference, what a class names as `internal`."""

    internal: ClassVar[frozenset[str]] = frozenset()

    def __dir__(self) -> Iterable[str]:
        return [name for name in super().__dir__() if name not in self.internal]
