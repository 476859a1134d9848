"""Work with a machine that nothing of the same thread comes between.

The lock of a game keeps other threads away. A signal handler runs in the thread that holds it,
between any two calls of Python: where it uses the game of the call that it interrupts, it meets
Busy. What is marked so sets the machine up, runs words and reads what they leave; it calls nothing
that is marked too. Where a ply depends on it, the mark is set without a decorator.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from operator import attrgetter
from typing import Any, TypeVar

C = TypeVar("C")


def alone(names: str, machine: str = "game.forth.processor") -> Callable[[type[C]], type[C]]:
    """Decorates a class: its methods of these names have the machine to themselves.

    `machine` is where an object finds it. Whoever calls them holds the machine's lock.
    """
    find = attrgetter(machine)

    def marking(method: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(method)
        def marked(self: Any, *arguments: Any, **options: Any) -> Any:
            processor = find(self)
            processor.refuse_inside()
            processor.mark.taken = True  # nothing is called before `try`: no handler comes between
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
