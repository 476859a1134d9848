"""Entrants: scripts and built-in engines, with options, as they are named on a command line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from inspect import Parameter, signature
from pathlib import Path
from typing import Final

from forthgame.errors import ForthgameError
from forthgame.game.search import ENGINES
from forthgame.game.state import State
from forthgame.source import find_script, game_names

SCRIPT: Final = "script"
OPTIONS = re.compile(r"^(?P<name>.*?):(?P<options>[^:/\\=]+=.*)?$", re.DOTALL)
Value = int | float | str


@dataclass(frozen=True)
class Entrant:
    """One who takes part: a script, the engine that chooses its moves, and what it may use.

    `engine` is `script` for the script's own; `options` go to `State.search`.
    """

    name: str
    script: str
    engine: str = SCRIPT
    options: tuple[tuple[str, Value], ...] = ()

    @property
    def time(self) -> float | None:
        """Seconds a move, if his options say so."""
        found = dict(self.options).get("time")
        return None if found is None else float(found)


def search_options() -> list[str]:
    """The options that engines take: the parameters of State.search."""
    parameters = signature(State.search).parameters.values()
    kinds = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
    return [p.name for p in parameters if p.kind in kinds and p.name not in ("self", "engine")]


def engine_names() -> list[str]:
    """The engines that can be named."""
    return [SCRIPT, *ENGINES]


def split_options(text: str) -> tuple[str, tuple[tuple[str, Value], ...]]:
    """`negamax:depth=4,time=1` is a name and its options. Raises ForthgameError."""
    found = OPTIONS.match(text)
    if not found:
        return text, ()
    given: dict[str, Value] = {}
    known = search_options()
    for part in (found["options"] or "").split(","):
        if not part.strip():
            continue
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not value:
            raise ForthgameError(f"{part!r} in {text!r} is no option: they read key=value")
        if key not in known:
            raise ForthgameError(
                f"engines have no option {key!r} (in {text!r}){_nearest(key, known)}; "
                f"there are {', '.join(known)}"
            )
        if key in given:
            raise ForthgameError(f"{key} is given twice in {text!r}")
        given[key] = _value(key, value, text)
    return found["name"], tuple(given.items())


def _value(key: str, value: str, text: str) -> Value:
    if key == "time":
        try:
            seconds = float(value)
        except ValueError:
            seconds = -1.0
        if not 0 <= seconds < float("inf"):
            raise ForthgameError(f"{key} in {text!r} is a number of seconds, not {value!r}")
        return seconds
    try:
        number = int(value)
    except ValueError:
        raise ForthgameError(f"{key} in {text!r} is a whole number, not {value!r}") from None
    if number < 1 and key != "seed":
        raise ForthgameError(f"{key} in {text!r} is at least 1")
    return number


def _nearest(name: str, known: Sequence[str]) -> str:
    near = get_close_matches(name, known, n=1, cutoff=0.5)
    return f", did you mean {near[0]}?" if near else ""


def read_entrants(texts: Sequence[str], game: str | None) -> tuple[list[Entrant], str]:
    """The entrants that some texts name, and the referee's script.

    The referee has the script `game`, or else the first script among the entrants; that is also
    what built-in engines play. A bare name that is both (`random`) is a script if one lies beside
    the referee's, or here, and no `game` is given; with a colon (`random:`) it is always an engine.
    Raises ForthgameError, with the nearest names, for what is neither.
    """
    parts = [(text, *split_options(text)) for text in texts]
    if game is not None:
        referee = find_script(game)
    else:
        scripts = (name for text, name, _ in parts if name not in engine_names())
        first = next(scripts, None)
        if first is None:
            raise ForthgameError("only engines are named; say what they play with --game FILE")
        referee = _script(first)
    folder = referee.resolve().parent
    entrants = []
    for text, name, options in parts:
        # a colon without options marks an engine, and is no part of how it is called
        label = text.removesuffix(":")
        is_engine = name in engine_names()
        if is_engine and game is None and not options and text == name:
            beside = next(
                (p for p in (Path(f"{name}.4th"), folder / f"{name}.4th") if p.is_file()), None
            )
            if beside:
                entrants.append(Entrant(beside.stem, str(beside.resolve())))
                continue
        if is_engine:
            entrants.append(Entrant(label, str(referee.resolve()), name, options))
        else:
            path = _script(name)
            shown = path.stem + label[len(name) :]
            entrants.append(Entrant(shown, str(path.resolve()), SCRIPT, options))
    return entrants, str(referee.resolve())


def _script(name: str) -> Path:
    try:
        return find_script(name)
    except ForthgameError:
        games = game_names().split(", ")
        near = _nearest(name, [*engine_names(), *games])
        raise ForthgameError(
            f"there is no script {name!r} and no engine of that name{near}\n"
            f"  engines: {', '.join(engine_names())}\n  games that come along: {', '.join(games)}"
        ) from None


def distinct_names(entrants: Sequence[Entrant]) -> list[str]:
    """Names that tell entrants apart: `splut`, `splut (2)`."""
    seen: dict[str, int] = {}
    names = []
    for entrant in entrants:
        seen[entrant.name] = seen.get(entrant.name, 0) + 1
        times = seen[entrant.name]
        names.append(entrant.name if times == 1 else f"{entrant.name} ({times})")
    return names
