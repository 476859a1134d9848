"""Options of `forthgame autoplay` that say when games and tournaments end, and texts they take."""

from __future__ import annotations

from typing import Any

import click

from forthgame.play.limits import AT_LIMIT, Adjudication, Clock, read_rule
from forthgame.play.statistics import Sprt
from forthgame.ui.cli.numbers import Seconds, Whole


class SprtText(click.ParamType[Sprt]):
    """`elo0=0 elo1=5 alpha=0.05 beta=0.05`."""

    name = "TEST"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Sprt:
        """The test that a text describes."""
        if isinstance(value, Sprt):
            return value
        try:
            return Sprt.parse(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


class ClockText(click.ParamType[Clock]):
    """`60+0.6`, `40/60`, `40/1:30+0.5`."""

    name = "CLOCK"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Clock:
        """The clock that a text describes."""
        if isinstance(value, Clock):
            return value
        try:
            return Clock.parse(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


class RuleText(click.ParamType[dict[str, int]]):
    """`score=20 moves=8`."""

    def __init__(self, *names: str) -> None:
        self.name = "RULE"
        self._names = names

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> dict[str, int]:
        """The numbers under their names."""
        if isinstance(value, dict):
            return value
        try:
            return read_rule(value, self._names)
        except ValueError as error:
            self.fail(str(error), param, ctx)


class AnchorText(click.ParamType[tuple[str, float]]):
    """`NAME=ELO`."""

    name = "NAME=ELO"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, float]:
        """The entrant's name and the rating."""
        if isinstance(value, tuple):
            return value
        name, equals, elo = value.rpartition("=")
        try:
            if not equals or not name:
                raise ValueError
            return name, float(elo)
        except ValueError:
            self.fail(f"an anchor is written NAME=ELO, not {value!r}", param, ctx)


OPTIONS = [
    click.option("--tc", "clock", type=ClockText(),
                 help="A clock for each seat: [MOVES/][MINUTES:]SECONDS[+INCREMENT], as in 60+0.6; "
                      "of the engine's processor time."),
    click.option("--margin", type=Seconds(0), default=0.0, show_default=True,
                 help="Seconds by which a clock may be overstepped."),
    click.option("--draw", "draw_rule", type=RuleText("score", "moves", "after"),
                 help="'score=20 moves=8 after=40': a draw when all have scored within ±20 on 8 "
                      "moves in a row, from ply 40 on."),
    click.option("--resign", "resign_rule", type=RuleText("score", "moves"),
                 help="'score=500 moves=3': lost when both engines have scored so for 3 moves."),
    click.option("--at-limit", type=click.Choice(AT_LIMIT), default="draw", show_default=True,
                 help="What a game of --plies is: a draw, or won by both engines' scores, or by "
                      "the referee's OnEvaluate."),
    click.option("--base", metavar="NAME", help="The entrant that all others play against, and "
                                                "that --sprt compares each of them with."),
    click.option("--anchor", "anchors", multiple=True, type=AnchorText(),
                 help="An entrant whose rating is known; may be given for several."),
    click.option("--retries", type=Whole(0), default=1, show_default=True,
                 help="How often a game whose process has died is played again."),
    click.option("--faults", "most_faults", type=Whole(1),
                 help="End the tournament after so many games lost by a fault."),
]  # fmt: skip


def adjudication_of(
    draw: dict[str, int] | None, resign: dict[str, int] | None, at_limit: Any
) -> Adjudication | None:
    """What the options say together. Raises click.UsageError."""
    if draw is None and resign is None and at_limit == "draw":
        return None
    given: dict[str, Any] = {"at_limit": at_limit}
    given |= {f"draw_{name}": value for name, value in (draw or {}).items()}
    given |= {f"resign_{name}": value for name, value in (resign or {}).items()}
    try:
        return Adjudication(**given)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
