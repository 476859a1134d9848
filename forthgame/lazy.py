"""Properties that are worked out when they are first asked for, and kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar, overload

T = TypeVar("T")


class lazy(Generic[T]):
    """Decorates a method: its result is an attribute from then on.

    Two threads that ask at once may both work it out. `functools.cached_property` of Python 3.11
    holds a lock meanwhile, one for all objects: a process that is forked by another thread then
    waits for it for ever.
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
