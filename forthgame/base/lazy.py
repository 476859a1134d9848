"""Lazy attributes, lazy module loading, and attributes that `dir` leaves out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any, ClassVar, Generic, TypeVar, overload

T = TypeVar("T")


def loading(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """Return a module `__getattr__` that imports names on first use.

    `homes` maps each name to its module.
    """

    def load(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(homes[name]), name)

    return load


class lazy(Generic[T]):
    """Method decorator that stores the result as an attribute on first access.

    Two threads may both compute the result. `functools.cached_property` of Python 3.11 is not used
    because its lock, shared by all objects, can deadlock a process forked by another thread.
    """

    def __init__(self, method: Callable[..., T]) -> None:
        self._method = method
        self.__doc__ = method.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, owner: None, kind: type) -> lazy[T]: ...
    @overload
    def __get__(self, owner: object, kind: type) -> T: ...
    def __get__(self, owner: object | None, kind: type) -> lazy[T] | T:
        if owner is None:
            return self
        found = self._method(owner)
        return owner.__dict__.setdefault(self._name, found)  # type: ignore[no-any-return]


class Internal:
    """Excludes the names in `internal` from `dir`, and so from completion and the reference."""

    internal: ClassVar[frozenset[str]] = frozenset()

    def __dir__(self) -> Iterable[str]:
        return [name for name in super().__dir__() if name not in self.internal]
