"""Exclusive use of a machine within a thread.

The lock of a game excludes other threads. A signal handler runs in the thread that holds the lock,
between any two Python calls; if it uses the game of the interrupted call, it gets Busy. Marked
methods set up the machine, run words and read the results; they do not call other marked methods.
Frequent operations such as a ply set the mark themselves, without the decorator.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from operator import attrgetter
from typing import Any, TypeVar

C = TypeVar("C")


def exclusive_use(
    names: str, machine: str = "game.forth.processor"
) -> Callable[[type[C]], type[C]]:
    """Decorate a class: give its methods with these names exclusive use of the machine.

    `machine` is the attribute path from an object to its Processor. Callers hold the machine's
    lock.
    """
    find = attrgetter(machine)

    def marking(method: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(method)
        def marked(self: Any, *arguments: Any, **options: Any) -> Any:
            processor = find(self)
            processor.refuse_inside()
            processor.mark.taken = True  # no call before `try`: no handler runs in between
            try:
                return method(self, *arguments, **options)
            finally:
                processor.mark.taken = False

        return marked

    def decorate(cls: type[C]) -> type[C]:
        for name in names.split():
            setattr(cls, name, marking(vars(cls)[name]))
        return cls

    return decorate
