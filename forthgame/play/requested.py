"""Checks and defaults of a user's request for a tournament."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import NoneType
from typing import Any

from forthgame import arguments
from forthgame.errors import ForthgameError
from forthgame.game.engines import SCRIPT
from forthgame.play.entrant import Entrant, distinct_names
from forthgame.play.limits import Limits
from forthgame.play.process import bundled
from forthgame.play.snapshot import Files, read_scripts
from forthgame.play.statistics import Sprt
from forthgame.play.surveyed import Survey

USUAL_PLIES = 2  # random plies for engines that do not vary
UNVARYING = ("first", "negamax", "paranoid", "maxn", "brs", "brs+", "auto")
FARTHEST = 10_000.0  # Elo of an anchor


def check_programs(entrants: Sequence[Entrant], scripts: Sequence[str], confined: bool) -> bool:
    """Return `confined`, or False for bundled scripts that play with other programs.

    Raises ForthgameError if a stranger's script would have to run unconfined.
    """
    if not confined or not any(entrant.is_program for entrant in entrants):
        return confined
    if not bundled(scripts):
        raise ForthgameError(
            "a confined process cannot start another program, and these scripts do not come with "
            "forthgame: --unconfined (confined=False) plays them all the same"
        )
    return False


def about_the_script(entrants: Sequence[Entrant], game: str | None) -> tuple[str, ...]:
    """Return a remark if a script given as an entrant may have been meant as the game only."""
    scripts = [entrant for entrant in entrants if entrant.engine == SCRIPT]
    if game is not None or len(scripts) != 1 or len(entrants) < 3:
        return ()
    name = scripts[0].name
    return (
        f"{name} takes part itself, with the engine its script names: {len(entrants)} entrants; "
        f"--game {name} in its place lets only the others play",
    )


def usual_plies(entrants: Sequence[Entrant], openings: Sequence[object]) -> int:
    """Return the default of random plies: some if the entrants could play only one game."""
    vary = any(entrant.engine not in UNVARYING for entrant in entrants)
    return 0 if vary or openings else USUAL_PLIES


def check_arguments(
    entrants: Any,
    game: Any,
    limits: Any,
    openings: Any,
    sprt: Any,
    base: Any,
) -> None:
    """Raise TypeError or ValueError for arguments of `make_plan` of a wrong type."""
    if isinstance(entrants, str | bytes) or not isinstance(entrants, Sequence):
        raise TypeError("entrants must be a list of texts: scripts and engines")
    for entrant in entrants:
        arguments.instance(entrant, str, "an entrant", "a text")
    arguments.instance(game, (str, NoneType), "the game", "the name of a script")
    arguments.instance(limits, (Limits, NoneType), "the limits", "forthgame.play.limits.Limits")
    arguments.instance(sprt, (Sprt, NoneType), "a sequential test", "an Sprt")
    arguments.instance(base, (str, NoneType), "the base", "the name of an entrant")
    if openings is not None:
        arguments.path(openings, "the file of openings")


def check_scripts(
    entrants: Sequence[Entrant], referee: str, found: Survey
) -> tuple[Files, tuple[str, ...]]:
    """Return the files of all scripts, and hashes of the entrants' scripts and the referee's.

    Raises ForthgameError if an entrant's game has other players than the referee's, or a script has
    changed since the survey.
    """
    own = found.facts[referee]
    for entrant in entrants:
        seats = found.facts[entrant.script].seats
        if seats != own.seats:
            raise ForthgameError(
                f"{entrant.name} is another game than {own.name}: its players are "
                f"{', '.join(seats)}"
            )
    scripts = [*(e.script for e in entrants), referee]
    files, digests = read_scripts({script: found.facts[script].loaded for script in scripts})
    changed = [script for script in digests if digests[script] != found.facts[script].digest]
    if changed:
        raise ForthgameError(f"{changed[0]} has changed while it was read: try again")
    return files, tuple(digests[script] for script in scripts)


def named(entrants: Sequence[Entrant], name: str) -> int:
    """Return the entrant with a name, or with a number from 1. Raises ForthgameError."""
    names = distinct_names(entrants)
    for each in (name, name.removesuffix(":")):  # an engine's colon is not part of its name
        if each in names:
            return names.index(each)
    if 1 <= (arguments.digits(name) or 0) <= len(names):
        return int(name) - 1
    raise ForthgameError(f"no entrant is called {name!r}; there are {', '.join(names)}")


def base_first(entrants: Sequence[Entrant], base: str | None) -> list[Entrant]:
    """Return the entrants with the base in front. Raises ForthgameError for an unknown name."""
    if base is None:
        return list(entrants)
    number = named(entrants, base)
    return [entrants[number], *entrants[:number], *entrants[number + 1 :]]


def read_anchors(
    entrants: Sequence[Entrant], anchors: Mapping[str, float]
) -> tuple[tuple[int, float], ...]:
    """Return (entrant, rating) of entrants with known ratings. Raises ForthgameError."""
    arguments.instance(anchors, Mapping, "the anchors", "a mapping of names to ratings")
    found: dict[int, float] = {}
    for name, elo in anchors.items():
        arguments.instance(name, str, "an anchor", "the name of an entrant")
        if not hasattr(elo, "__float__"):
            raise TypeError(f"the rating of an anchor is a number, not {arguments.kind(elo)}")
        number = named(entrants, name)
        if number in found:
            raise ForthgameError(f"{name} is an anchor twice")
        if not abs(elo) <= FARTHEST:
            raise ForthgameError(f"the rating of an anchor lies between ±{FARTHEST:g} Elo")
        found[number] = float(elo)
    return tuple(sorted(found.items()))


def check_stopping(
    sprt: Sprt | None, base: str | None, seats: int, entrants: int, kind: str, fixed: bool
) -> None:
    """Raise ForthgameError for a sequential test or a base that does not fit the schedule."""
    if base is not None and kind != "gauntlet":
        raise ForthgameError("with a base the others play against it only: a gauntlet")
    if sprt is None:
        return
    if seats != 2:
        raise ForthgameError("a sequential test compares two entrants in a game of two seats")
    if entrants != 2 and base is None:
        raise ForthgameError(
            "a sequential test compares two entrants; of more, name whom each other one is "
            "compared with by --base"
        )
    if fixed:
        raise ForthgameError("a sequential test looks at pairs of games with seats exchanged")


def check_limits(limits: Limits, seats: int) -> None:
    """Raise ForthgameError for an adjudication by two sides in a game of more seats."""
    if limits.adjudication and limits.adjudication.of_two and seats != 2:
        raise ForthgameError("games are resigned, or decided at the limit, by one of two seats")
