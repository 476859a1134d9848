"""Options of `forthgame autoplay` for clocks, adjudication and retries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import click

from forthgame.play.model.limits import AT_LIMIT, Adjudication, Clock, read_rule
from forthgame.play.statistics import Sprt
from forthgame.ui.cli.shared_options import Seconds, Whole

T = TypeVar("T")


class ParsedText(click.ParamType[T]):
    """Parameter type that calls a function and reports its ValueError."""

    def __init__(self, name: str, read: Callable[[str], T]) -> None:
        self.name, self._read = name, read

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> T:
        if not isinstance(value, str):
            return cast(T, value)
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


SPRT = ParsedText("TEST", Sprt.parse)
ANCHOR = ParsedText("NAME=ELO", read_anchor)
OPTIONS = [
    click.option(
        "--tc",
        "clock",
        type=ParsedText("CLOCK", Clock.parse),
        help="Clock of each seat: [MOVES/][MINUTES:]SECONDS[+INCREMENT], as in 60+0.6, in "
        "processor time of the engine.",
    ),
    click.option(
        "--margin",
        type=Seconds(0),
        default=0.0,
        show_default=True,
        help="Seconds by which a clock may be exceeded.",
    ),
    click.option(
        "--draw",
        "draw_rule",
        type=ParsedText("RULE", lambda text: read_rule(text, ("score", "moves", "after"))),
        help="'score=20 moves=8 after=40': a draw after 8 moves in a row with all scores "
        "within ±20, from ply 40 on.",
    ),
    click.option(
        "--resign",
        "resign_rule",
        type=ParsedText("RULE", lambda text: read_rule(text, ("score", "moves"))),
        help="'score=500 moves=3': a loss after 3 moves if both engines agree.",
    ),
    click.option(
        "--at-limit",
        type=click.Choice(AT_LIMIT),
        default="draw",
        show_default=True,
        help="Result after --plies: a draw, or decided by both engines' scores or the "
        "referee's OnEvaluate.",
    ),
    click.option(
        "--base",
        metavar="NAME",
        help="Entrant that all others play against and are compared with by --sprt.",
    ),
    click.option(
        "--anchor",
        "anchors",
        multiple=True,
        type=ANCHOR,
        help="Entrant with a known rating; can be repeated.",
    ),
    click.option(
        "--retries",
        type=Whole(0),
        default=1,
        show_default=True,
        help="Number of retries for a game whose process died.",
    ),
    click.option(
        "--faults",
        "most_faults",
        type=Whole(1),
        help="End the tournament after this number of games lost by a fault.",
    ),
]


def adjudication_of(
    draw: dict[str, int] | None, resign: dict[str, int] | None, at_limit: Any
) -> Adjudication | None:
    """Return the adjudication rules of the options. Raises click.UsageError."""
    if draw is None and resign is None and at_limit == "draw":
        return None
    given: dict[str, Any] = {"at_limit": at_limit}
    given |= {f"draw_{name}": value for name, value in (draw or {}).items()}
    given |= {f"resign_{name}": value for name, value in (resign or {}).items()}
    try:
        return Adjudication(**given)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
