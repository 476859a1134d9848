"""A tournament to be played: who takes part, in which order, under which limits."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from random import Random
from types import NoneType
from typing import Any

from forthgame import arguments
from forthgame.errors import ForthgameError
from forthgame.game.engines import SCRIPT
from forthgame.game.streams import entropy
from forthgame.play.contestant import Limits
from forthgame.play.entrant import Entrant, distinct_names, read_entrants
from forthgame.play.match import Opening
from forthgame.play.process import bundled
from forthgame.play.record import GameRecord, derive_seed
from forthgame.play.schedule import (
    Pairing,
    default_kind,
    fixed_pairing,
    meetings,
    pairing,
    read_openings,
    round_length,
)
from forthgame.play.snapshot import Files, read_scripts
from forthgame.play.statistics import Sprt
from forthgame.play.survey import Survey, look

DEFAULT_GAMES = 10
MOST_GAMES = 10_000_000  # of a tournament; its schedule is kept in memory
USUAL_PLIES = 2  # random ones, for engines that do not vary
UNVARYING = ("first", "negamax", "paranoid", "maxn", "brs", "auto")
CHANGEABLE = (
    "games",
    "native",
    "sprt",
    "referee",
    "confined",
    "files",
    "rules_given",
    "remarks",
)  # parts that two runs may have different
MOST_OF_A_TEST = 20_000  # games of a sequential test that nothing has decided


@dataclass(frozen=True)
class Plan:
    """Everything that the games of a tournament depend on.

    `rules_given` says that the referee's script was named for it, and so is always right; else
    it is one of the entrants'. `remarks` are what a user should know of the plan. With
    `fixed_seats` nobody changes seats, as in the original's AutoPlay; `shuffled` openings come in
    an order of the seed's.
    """

    entrants: tuple[Entrant, ...]
    referee: str
    seats: tuple[str, ...]
    schedule: str
    games: int
    seed: int
    limits: Limits = field(default_factory=Limits)
    native: bool = True
    openings: tuple[tuple[str, ...], ...] = ()
    random_plies: int = 0
    sprt: Sprt | None = None
    digests: tuple[str, ...] = ()
    confined: bool = True
    files: Files = ()
    rules_given: bool = True
    remarks: tuple[str, ...] = ()
    fixed_seats: bool = False
    shuffled: bool = False

    @property
    def scripts(self) -> list[str]:
        """Paths of the scripts: the referee's, then the entrants', each once."""
        return list(dict.fromkeys([self.referee, *(e.script for e in self.entrants)]))

    @cached_property
    def meetings(self) -> list[tuple[int, ...]]:
        """Groups of entrants who meet in each round."""
        return meetings(self.schedule, len(self.entrants), len(self.seats))

    @property
    def patience(self) -> float:
        """Seconds of processor time after which no entrant's answer is waited for."""
        return max(self.limits.patience(entrant) for entrant in self.entrants)

    @property
    def names(self) -> list[str]:
        """The entrants' names, each different."""
        return distinct_names(self.entrants)

    @property
    def uneven(self) -> bool:
        """Whether the number of games leaves some entrants more often on a seat than others."""
        return self.games % self.round_length != 0

    @property
    def round_length(self) -> int:
        """Games in a round."""
        return (
            len(self.meetings) if self.fixed_seats else round_length(self.meetings, len(self.seats))
        )

    def pairing(self, number: int) -> Pairing:
        """Who sits where in a game."""
        if self.fixed_seats:
            return fixed_pairing(self.meetings, number)
        return pairing(self.meetings, len(self.seats), number)

    def opening(self, round_number: int) -> Opening:
        """The opening of a round."""
        if self.openings:
            return Opening(moves=self.openings[self._order[round_number % len(self.openings)]])
        if self.random_plies:
            seed = derive_seed(self.seed, round_number, 1 << 20)
            return Opening(plies=self.random_plies, seed=seed)
        return Opening()

    @cached_property
    def _order(self) -> list[int]:
        """The order of the openings."""
        order = list(range(len(self.openings)))
        if self.shuffled:
            Random(derive_seed(self.seed, 1 << 21)).shuffle(order)
        return order

    def announce(self, number: int) -> GameRecord:
        """The record of a game that is to be played."""
        pairing = self.pairing(number)
        seated = dict(zip(self.seats, pairing.entrants, strict=True))
        return GameRecord(number, self.seed, seated, block=pairing.block)

    @property
    def identity(self) -> dict[str, Any]:
        """What two runs must have in common for their games to belong together, as for JSON."""
        whole = asdict(self)
        for changeable in CHANGEABLE:
            del whole[changeable]
        for entrant in whole["entrants"]:  # a script may have moved: its contents count
            del entrant["script"]
        whole["contents of scripts"] = whole.pop("digests")
        return whole


def _check_programs(entrants: Sequence[Entrant], scripts: Sequence[str], confined: bool) -> bool:
    """Whether playing processes are confined: not if they start programs, with bundled scripts.

    Raises ForthgameError for a stranger's script that would not be confined unasked.
    """
    if not confined or not any(entrant.is_program for entrant in entrants):
        return confined
    if not bundled(scripts):
        raise ForthgameError(
            "a confined process cannot start another program, and these scripts do not come with "
            "forthgame: --unconfined (confined=False) plays them all the same"
        )
    return False


def make_plan(
    entrants: Sequence[str],
    *,
    game: str | None = None,
    schedule: str | None = None,
    games: int | None = None,
    rounds: int | None = None,
    seed: int | None = None,
    limits: Limits | None = None,
    native: bool = True,
    openings: Path | None = None,
    random_plies: int | None = None,
    sprt: Sprt | None = None,
    confined: bool = True,
    fixed_seats: bool = False,
    shuffled: bool = False,
) -> Plan:
    """A plan from what a user says; loads each script once to see that all play the same game.

    `rounds` takes the place of `games`: every meeting once with every rotation of seats. If neither
    is given, it is as many rounds as ten games take, or with a sequential test 20 000. Built-in
    engines that do not vary get openings of `random_plies`, unless it is given. Scripts are loaded
    by processes that are `confined`, here and for the games. Raises ForthgameError if it
    does not fit together.
    """
    _check_arguments(entrants, game, games, rounds, seed, limits, openings, random_plies, sprt)
    limits = limits or Limits()
    if games is not None and rounds is not None:
        raise ForthgameError("give the number of games or that of rounds, not both")
    if openings is not None and random_plies:
        raise ForthgameError("openings come from a file or are random, not both")
    read, referee_script = read_entrants(entrants, game)
    lines = read_openings(Path(openings)) if openings else []
    scripts = [referee_script, *(entrant.script for entrant in read)]
    found = look(
        scripts, native=native, openings=lines, limits=limits, confined=confined,
        compare=game is None,
    )  # fmt: skip
    referee = found.facts[referee_script]
    names = referee.seats
    files, digests = _check_scripts(read, referee_script, found)
    confined = _check_programs(read, scripts, confined)
    if len(read) < len(names):
        raise ForthgameError(
            f"{referee.name} is a game for {len(names)} players ({', '.join(names)}), "
            f"but {len(read)} {'entrant was' if len(read) == 1 else 'entrants were'} given"
        )
    kind = schedule or default_kind(len(read), len(names))
    groups = meetings(kind, len(read), len(names))
    if sprt and (len(names) != 2 or len(read) != 2):
        raise ForthgameError("a sequential test compares two entrants in a game of two seats")
    if sprt and fixed_seats:
        raise ForthgameError("a sequential test looks at pairs of games with seats exchanged")
    if shuffled and openings is None:
        raise ForthgameError("openings come in random order only from a file of --openings")
    length = len(groups) if fixed_seats else round_length(groups, len(names))
    if games is None:
        usual = MOST_OF_A_TEST if sprt else DEFAULT_GAMES
        games = length * (-(-usual // length) if rounds is None else rounds)
    if games > MOST_GAMES:
        raise ForthgameError(f"a tournament has at most {MOST_GAMES} games")
    if found.wrong_opening:
        number, why = found.wrong_opening
        raise ForthgameError(f"opening {number} of {openings}: {why}")
    return Plan(
        tuple(read),
        referee_script,
        names,
        kind,
        games,
        entropy() if seed is None else seed,
        limits,
        native,
        tuple(lines),
        _usual_plies(read, lines) if random_plies is None else random_plies,
        sprt,
        digests,
        confined,
        files,
        game is not None,
        (*found.differences, *_about_the_script(read, game)),
        fixed_seats,
        shuffled,
    )


def _about_the_script(entrants: Sequence[Entrant], game: str | None) -> tuple[str, ...]:
    """A remark where a script named beside engines may have been meant as their game only."""
    scripts = [entrant for entrant in entrants if entrant.engine == SCRIPT]
    if game is not None or len(scripts) != 1 or len(entrants) < 3:
        return ()
    name = scripts[0].name
    return (
        f"{name} takes part itself, with the engine its script names: {len(entrants)} entrants; "
        f"--game {name} in its place lets only the others play",
    )


def _usual_plies(entrants: Sequence[Entrant], openings: Sequence[object]) -> int:
    """Random plies where none are asked for: some if the entrants play one game only without."""
    vary = any(entrant.engine not in UNVARYING for entrant in entrants)
    return 0 if vary or openings else USUAL_PLIES


def _check_arguments(
    entrants: Any,
    game: Any,
    games: Any,
    rounds: Any,
    seed: Any,
    limits: Any,
    openings: Any,
    random_plies: Any,
    sprt: Any,
) -> None:
    """Raise TypeError or ValueError for what is no argument of `make_plan`."""
    if isinstance(entrants, str | bytes) or not isinstance(entrants, Sequence):
        raise TypeError("entrants are a list of texts: scripts and engines")
    for entrant in entrants:
        arguments.instance(entrant, str, "an entrant", "a text")
    arguments.instance(game, (str, NoneType), "the game", "the name of a script")
    arguments.optional_whole(games, "the number of games", 1)
    arguments.optional_whole(rounds, "the number of rounds", 1)
    arguments.optional_whole(seed, "a seed")
    arguments.optional_whole(random_plies, "the number of random plies", 0)
    arguments.instance(limits, (Limits, NoneType), "the limits", "forthgame.play.contestant.Limits")
    arguments.instance(sprt, (Sprt, NoneType), "a sequential test", "an Sprt")
    if openings is not None:
        arguments.path(openings, "the file of openings")


def _check_scripts(
    entrants: Sequence[Entrant], referee: str, found: Survey
) -> tuple[Files, tuple[str, ...]]:
    """The files of all scripts, hashes of the entrants' scripts and the referee's.

    Raises ForthgameError if one plays another game than the referee: the players are what they must
    share.
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
    return files, tuple(digests[script] for script in scripts)


def plan_from_json(document: dict[str, Any]) -> Plan:
    """The plan that `dataclasses.asdict` has made a document of, to be played confined."""
    whole = dict(document)
    whole.pop("confined", None)
    whole["entrants"] = tuple(
        Entrant(e["name"], e["script"], e["engine"], tuple((k, v) for k, v in e["options"]))
        for e in whole["entrants"]
    )
    whole["limits"] = Limits(**whole["limits"])
    whole["sprt"] = Sprt(**whole["sprt"]) if whole["sprt"] else None
    whole["openings"] = tuple(tuple(line) for line in whole["openings"])
    whole["files"] = tuple((path, digest) for path, digest in whole.get("files", ()))
    for name in ("seats", "digests", "remarks"):
        whole[name] = tuple(whole.get(name, ()))
    return Plan(**whole)


def fingerprint(plan: Plan) -> str:
    """A short name of a plan: equal for runs whose games belong together."""
    return hashlib.sha256(repr(sorted(plan.identity.items())).encode()).hexdigest()[:12]
