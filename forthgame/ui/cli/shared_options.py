"""Options of several commands and their types, without importing a machine."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar, cast

import click

from forthgame.base.arguments import LARGEST, LARGEST_SEED
from forthgame.ui.terminal.escaping import visible_json

T = TypeVar("T")
Command = TypeVar("Command", bound=Callable[..., Any])
MOST = 1 << 62  # positions or steps
LONGEST = 1e9  # seconds


class Whole(click.IntRange):
    """An integer from `low` on."""

    def __init__(self, low: int, most: int = LARGEST) -> None:
        super().__init__(low)
        self._most = most  # not shown in the help text

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        number: int = super().convert(value, param, ctx)
        if number > self._most:
            self.fail(f"{number} is more than {self._most}.", param, ctx)
        return number


class Seed(type(click.INT)):  # type: ignore[misc]
    """A seed that a store can hold."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        number: int = super().convert(value, param, ctx)
        if abs(number) > LARGEST_SEED:
            self.fail(f"{number} is more than {LARGEST_SEED}.", param, ctx)
        return number


class Seconds(click.FloatRange):
    """A time in seconds from `low` on, or above it."""

    def __init__(self, low: float, *, above: bool = False) -> None:
        super().__init__(low, min_open=above)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        seconds: float = super().convert(value, param, ctx)
        if math.isnan(seconds) or seconds > LONGEST:
            self.fail(f"{value} is not a time in seconds up to {LONGEST:.0f}.", param, ctx)
        return seconds


class ParsedText(click.ParamType[T]):
    """Parameter type that calls a function and reports its ValueError."""

    def __init__(self, name: str, read: Callable[[str], T]) -> None:
        self.name, self._read = name, read

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> T:
        if not isinstance(value, str):
            return cast("T", value)
        try:
            return self._read(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


def read_anchor(text: str) -> tuple[str, float]:
    name, equals, elo = text.rpartition("=")
    try:
        if not equals or not name:
            raise ValueError
        return name, float(elo)
    except ValueError:
        raise ValueError(f"an anchor is written NAME=ELO, not {text!r}") from None


# -- options --------------------------------------------------------------------------------------

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
interpret_option = click.option(
    "--interpret", is_flag=True, help="Keep everything in the interpreter, without machine code."
)
seed_option = click.option(
    "--seed", type=int, default=1, show_default=True, help="Seed of the random streams."
)
ANCHOR = ParsedText("NAME=ELO", read_anchor)
POSITION = (
    click.option(
        "--after",
        default="",
        metavar="'M1; M2'|FILE",
        help="Play these moves first, or those of a record (game.pgn, game.zsg:plies=8).",
    ),
    click.option("--position", metavar="TEXT|FILE", help="Begin with a saved position."),
    click.option("--level", type=Whole(1), help="Number of the level, for games with {levels."),
)


def position_options(command: Command) -> Command:
    """Add --after, --position and --level."""
    for option in reversed(POSITION):
        command = option(command)
    return command


def print_json(document: Any) -> None:
    click.echo(visible_json(json.dumps(document, indent=2, ensure_ascii=False)))


def was_given(name: str) -> bool:
    source = click.get_current_context().get_parameter_source(name)
    return source is click.core.ParameterSource.COMMANDLINE


def by_names(pairs: Iterable[tuple[str, float]]) -> dict[str, float]:
    """Return ratings by name. Raises UsageError for a repeated name."""
    found: dict[str, float] = {}
    for name, elo in pairs:
        if name in found:
            raise click.UsageError(f"{name} is an anchor twice")
        found[name] = elo
    return found


def refuse_over(page: Path | None, *files: Path | None, option: str = "--report") -> None:
    """Raise UsageError if the file of an option would overwrite a file of the command."""
    for file in files:
        if page is None or file is None:
            continue
        same = os.path.realpath(page) == os.path.realpath(file)
        with suppress(OSError):  # one of them does not exist
            same = same or os.path.samefile(page, file)
        if same:
            raise click.UsageError(f"{option} would write over {file}")
