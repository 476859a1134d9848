"""Python functions that choose moves: `python:module.function`, or a callable of this process.

A function is called with a State and returns a Move of it, or a text as people type it. It is the
user's own code, like a program that plays by UGI: it is never confined, and imported only if the
user has named it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from typing import TYPE_CHECKING, Any

from forthgame.base import arguments
from forthgame.base.errors import ForthgameError, shortened

if TYPE_CHECKING:
    from forthgame.position.moves import Move
    from forthgame.position.playthrough import Playthrough

PREFIX = "python:"
Chooser = Callable[[Any], Any]
_here: dict[str, Chooser] = {}  # callables that only this process has, by engine


def is_python(engine: str) -> bool:
    return engine.startswith(PREFIX)


def is_only_here(engine: str) -> bool:
    """Return whether other processes cannot import the function of an engine."""
    return engine.startswith(f"{PREFIX}<")


@contextmanager
def named(entrants: Sequence[str | Chooser]) -> Iterator[list[str]]:
    """Yield the texts of entrants: callables by the names by which they can be imported.

    Others get a name that only this process knows, during the body.
    """
    found, own = list[str](), list[str]()
    for entrant in entrants:
        engine = _engine_text(entrant, found)
        if callable(entrant) and is_only_here(engine):
            _here[engine] = entrant
            own.append(engine)
        found.append(engine)
    try:
        yield found
    finally:
        for engine in own:
            _here.pop(engine, None)


def _engine_text(entrant: str | Chooser, taken: list[str]) -> str:
    if not callable(entrant):
        return entrant
    engine = _imported_name(entrant)
    if engine is not None:
        return engine
    label = getattr(entrant, "__qualname__", type(entrant).__qualname__)
    engine = f"{PREFIX}<{label.rpartition('<locals>.')[2].strip('<>')}"
    names = (f"{engine}{number or ''}>" for number in count())
    return next(name for name in names if name not in taken and name not in _here)


def _imported_name(function: Chooser) -> str | None:
    """Return the engine of a function that other processes can import, else None."""
    module, name = getattr(function, "__module__", None), getattr(function, "__qualname__", "<>")
    if not module or module == "__main__" or "<" in name:
        return None
    from pkgutil import resolve_name

    with suppress(Exception):
        if resolve_name(f"{module}:{name}") is function:
            return f"{PREFIX}{module}.{name}"
    return None


def function_of(engine: str) -> Chooser:
    """Return the function of an engine. Raises ForthgameError if it cannot be imported."""
    if engine in _here:
        return _here[engine]
    name, shown = engine.removeprefix(PREFIX), shortened(engine)
    if is_only_here(engine):
        raise ForthgameError(f"{shown} is a function of another process")
    from pkgutil import resolve_name  # only tournaments with such entrants need these

    from forthgame.confine import current_report

    if current_report() is not None:
        raise ForthgameError(f"{shown} is Python of yours, which a confined process does not run")
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    if "." not in name.strip("."):
        raise ForthgameError(f"write a module and a function, as in {PREFIX}mymodule.choose")
    try:
        function = resolve_name(name)
    except Exception as error:  # a module may raise anything
        raise ForthgameError(
            f"{shown} cannot be imported: {type(error).__name__}: {_line(error)}"
        ) from None
    if not callable(function):
        raise ForthgameError(f"{shown} is not a function, but {arguments.kind(function)}")
    found: Chooser = function
    return found


def label_of(engine: str) -> str:
    """Return a short name of a function."""
    return engine.removeprefix(PREFIX).rpartition(".")[2].replace("<", "").replace(">", "")


def chosen_move(engine: str, function: Chooser, state: Playthrough) -> Move:
    """Return the move that a function chooses; it gets a copy of the state.

    Raises IllegalMove, or ForthgameError if the function raises an exception or returns something
    else than a move.
    """
    from forthgame.position.moves import Move

    name = label_of(engine)
    try:
        answer = function(state.copy())
    except (Exception, SystemExit) as error:
        raise ForthgameError(f"{name} raised {type(error).__name__}: {_line(error)}") from error
    if isinstance(answer, Move):
        return state.legal(answer, after_end=True)
    if isinstance(answer, str):
        return state.find(answer, after_end=True)
    raise ForthgameError(f"{name} returned neither a Move nor a text, but {arguments.kind(answer)}")


def _line(error: BaseException) -> str:
    return shortened((str(error).splitlines() or [""])[0])
