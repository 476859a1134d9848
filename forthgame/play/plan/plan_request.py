"""Checks and defaults of a user's request for a tournament."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from types import NoneType

from forthgame.base import arguments
from forthgame.base.errors import ForthgameError
from forthgame.play.model.entrant import Entrant, distinct_names
from forthgame.play.model.limits import Limits
from forthgame.play.plan.script_snapshot import Files, read_scripts
from forthgame.play.plan.survey_facts import Survey
from forthgame.play.processes.child_process import bundled
from forthgame.play.statistics import Sprt
from forthgame.rules.engines import SCRIPT

USUAL_PLIES = 2  # random plies for engines that do not vary
UNVARYING = ("first", "negamax", "paranoid", "maxn", "brs", "brs+", "auto")
FARTHEST = 10_000.0  # Elo of an anchor


NUMBERS = {
    "games": ("the number of games", 1, None),
    "rounds": ("the number of rounds", 1, None),
    "seed": ("a seed", -arguments.LARGEST_SEED, arguments.LARGEST_SEED),
    "random_plies": ("the number of random plies", 0, None),
    "retries": ("the number of retries", 0, None),
    "most_faults": ("the number of faults", 1, None),
}
FLAGS = {
    "native": "whether there is machine code",
    "confined": "whether scripts are confined",
    "fixed_seats": "whether seats are fixed",
    "shuffled": "whether openings are shuffled",
}


@dataclass
class PlanRequest:
    """A user's request for a tournament.

    `rounds` replaces `games`: every meeting once with every rotation of seats. The default is as
    many rounds as ten games take, or 20 000 games with a sequential test. `openings` is a file.
    `random_plies` defaults to a few plies if all entrants are engines that do not vary. Scripts are
    loaded, and games played, in `confined` processes. With a `base` all others play against it, by
    default in a gauntlet. `anchors` maps names to ratings. Raises TypeError or ValueError for
    arguments of a wrong type, ForthgameError for arguments that exclude each other.
    """

    entrants: Sequence[str]
    _: KW_ONLY
    game: str | None = None
    schedule: str | None = None
    games: int | None = None
    rounds: int | None = None
    seed: int | None = None
    limits: Limits | None = None
    native: bool = True
    openings: str | Path | None = None
    random_plies: int | None = None
    sprt: Sprt | None = None
    confined: bool = True
    fixed_seats: bool = False
    shuffled: bool = False
    base: str | None = None
    anchors: Mapping[str, float] | None = None
    retries: int = 1
    most_faults: int | None = None

    def __post_init__(self) -> None:
        if isinstance(self.entrants, str | bytes) or not isinstance(self.entrants, Sequence):
            raise TypeError("entrants must be a list of texts: scripts and engines")
        for entrant in self.entrants:
            arguments.instance(entrant, str, "an entrant", "a text")
        for value, kind, what, wanted in (
            (self.game, str, "the game", "the name of a script"),
            (self.limits, Limits, "the limits", "forthgame.play.model.limits.Limits"),
            (self.sprt, Sprt, "a sequential test", "an Sprt"),
            (self.base, str, "the base", "the name of an entrant"),
        ):
            arguments.instance(value, (kind, NoneType), what, wanted)
        if self.openings is not None:
            arguments.path(self.openings, "the file of openings")
        for name, (what, low, high) in NUMBERS.items():
            if getattr(self, name) is not None or name == "retries":
                setattr(self, name, arguments.whole(getattr(self, name), what, low, high))
        for name, what in FLAGS.items():
            setattr(self, name, arguments.flag(getattr(self, name), what))
        if self.games is not None and self.rounds is not None:
            raise ForthgameError("give the number of games or that of rounds, not both")
        if self.openings is not None and self.random_plies:
            raise ForthgameError("openings come from a file or are random, not both")
        if self.shuffled and self.openings is None:
            raise ForthgameError("openings come in random order only from a file of --openings")


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


def script_remark(entrants: Sequence[Entrant], game: str | None) -> tuple[str, ...]:
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


def entrant_number(entrants: Sequence[Entrant], name: str) -> int:
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
    number = entrant_number(entrants, base)
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
        number = entrant_number(entrants, name)
        if number in found:
            raise ForthgameError(f"{name} is an anchor twice")
        if not abs(elo) <= FARTHEST:
            raise ForthgameError(f"the rating of an anchor lies between ±{FARTHEST:g} Elo")
        found[number] = float(elo)
    return tuple(sorted(found.items()))
