"""What is worked out, or loaded, when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


def loading(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a package, which loads modules when names of theirs are asked for.

    `homes` gives the module of each name.
    """

    def load(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(homes[name]), name)

    return load


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
