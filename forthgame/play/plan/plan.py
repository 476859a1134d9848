"""The plan of a tournament (entrants, schedule, openings, limits), and the request for it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, asdict, dataclass, field, replace
from pathlib import Path
from random import Random
from types import NoneType
from typing import Any

from forthgame.base import arguments
from forthgame.base.environment import entropy
from forthgame.base.errors import ForthgameError
from forthgame.base.lazy import lazy
from forthgame.play.model.game_record import GameRecord, derive_seed
from forthgame.play.model.limits import Limits, limits_from_json
from forthgame.play.model.schedule import (
    Entrant,
    Opening,
    Pairing,
    distinct_names,
    meetings,
    pairing,
    read_entrants,
)
from forthgame.play.plan.script_snapshot import Files, read_scripts
from forthgame.play.plan.survey import Survey, SurveyRequest, survey_of
from forthgame.play.processes.child_process import answer_of_process, bundled
from forthgame.play.statistics.sprt import Sprt
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
DEFAULT_GAMES = 10
MOST_GAMES = 10_000_000  # of a tournament; the schedule is held in memory
CHANGEABLE = (
    "games",
    "native",
    "sprt",
    "referee",
    "confined",
    "files",
    "rules_given",
    "remarks",
    "against_base",
    "anchors",
    "retries",
    "most_faults",
)  # fields that may differ between two runs of a tournament
MOST_OF_A_TEST = 20_000  # games of a sequential test that stays undecided


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
        for wrong, message in (
            (
                self.games is not None and self.rounds is not None,
                "give the number of games or that of rounds, not both",
            ),
            (
                self.openings is not None and self.random_plies,
                "openings come from a file or are random, not both",
            ),
            (
                self.openings is None and self.shuffled,
                "openings come in random order only from a file of --openings",
            ),
        ):
            if wrong:
                raise ForthgameError(message)


def check_programs(entrants: Sequence[Entrant], scripts: Sequence[str], confined: bool) -> bool:
    """Return `confined`, or False for bundled scripts that play with programs or functions.

    Raises ForthgameError if a stranger's script would have to run unconfined.
    """
    if not confined or not any(entrant.is_foreign for entrant in entrants):
        return confined
    if not bundled(scripts):
        raise ForthgameError(
            "a confined process can neither start another program nor run a Python function of "
            "yours, and these scripts do not come with forthgame: --unconfined (confined=False) "
            "plays them all the same"
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


@dataclass(frozen=True)
class Plan:
    """Everything on which the games of a tournament depend.

    `rules_given` says that the referee's script was named for it and so is always right; else it is
    one of the entrants'. `remarks` are notes for the user. With `fixed_seats` entrants never change
    seats, as in Axiom's AutoPlay; `shuffled` openings are ordered by the seed. With `against_base`
    a sequential test compares each other entrant with the first. `anchors` are entrants with known
    ratings. A game whose process dies is repeated up to `retries` times; `most_faults` end the
    tournament.
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
    against_base: bool = False
    anchors: tuple[tuple[int, float], ...] = ()
    retries: int = 1
    most_faults: int | None = None

    @property
    def compared(self) -> range:
        """Entrants that are compared with another: the first, or all but the base."""
        return range(1, len(self.entrants)) if self.against_base else range(1)

    @property
    def scripts(self) -> list[str]:
        """Distinct paths of the scripts, the referee's first."""
        return list(dict.fromkeys([self.referee, *(e.script for e in self.entrants)]))

    @lazy
    def meetings(self) -> list[tuple[int, ...]]:
        """Groups of entrants that meet in each round."""
        return meetings(self.schedule, len(self.entrants), len(self.seats))

    @property
    def patience(self) -> float:
        """Longest time in seconds of processor time to wait for any entrant's answer."""
        return max(self.limits.patience(entrant) for entrant in self.entrants)

    @property
    def names(self) -> list[str]:
        """The entrants' names, each different."""
        return distinct_names(self.entrants)

    @property
    def uneven(self) -> bool:
        """Return whether some entrants play more games on a seat than others."""
        return self.games % self.round_length != 0

    @property
    def round_length(self) -> int:
        return len(self.meetings) * (1 if self.fixed_seats else len(self.seats))

    def pairing(self, number: int) -> Pairing:
        if self.fixed_seats:
            round_number, meeting = divmod(number, len(self.meetings))
            return Pairing(number, number, round_number, self.meetings[meeting])
        return pairing(self.meetings, len(self.seats), number)

    def opening(self, round_number: int) -> Opening:
        if self.openings:
            line = self.openings[self._order[round_number % len(self.openings)]]
            return Opening.of_line(line)
        if self.random_plies:
            seed = derive_seed(self.seed, round_number, 1 << 20)
            return Opening(plies=self.random_plies, seed=seed)
        return Opening()

    @lazy
    def _order(self) -> list[int]:
        order = list(range(len(self.openings)))
        if self.shuffled:
            Random(derive_seed(self.seed, 1 << 21)).shuffle(order)
        return order

    def announce(self, number: int) -> GameRecord:
        pairing = self.pairing(number)
        seated = dict(zip(self.seats, pairing.entrants, strict=True))
        return GameRecord(number, self.seed, seated, block=pairing.block)

    def check_endings(self) -> None:
        """Raise ForthgameError for an adjudication, base or sequential test that does not fit."""
        adjudication, two_seats = self.limits.adjudication, len(self.seats) == 2
        two_compared = len(self.entrants) == 2 or self.against_base
        for wrong, message in (
            (
                adjudication and adjudication.of_two and not two_seats,
                "games are resigned, or decided at the limit, by one of two seats",
            ),
            (
                self.against_base and self.schedule != "gauntlet",
                "with a base the others play against it only: a gauntlet",
            ),
            (
                self.sprt and not two_seats,
                "a sequential test compares two entrants in a game of two seats",
            ),
            (
                self.sprt and not two_compared,
                "a sequential test compares two entrants; of more, name whom each other one is "
                "compared with by --base",
            ),
            (
                self.sprt and self.fixed_seats,
                "a sequential test looks at pairs of games with seats exchanged",
            ),
        ):
            if wrong:
                raise ForthgameError(message)

    @property
    def identity(self) -> dict[str, Any]:
        """The part of the plan, for JSON, that two runs must share for their games to belong
        together."""
        whole = {name: part for name, part in asdict(self).items() if name not in CHANGEABLE}
        for entrant in whole["entrants"]:  # a script may have moved; its contents count
            del entrant["script"]
        whole["contents of scripts"] = whole.pop("digests")
        return whole


def survey_scripts(request: SurveyRequest, confined: bool = True) -> Survey:
    """Load scripts and try openings with the first of them. Raises ForthgameError.

    If the request says so, the rules of the first are compared with those of the others. Strangers'
    scripts are loaded in another process unless `confined` is False.
    """
    if not confined or bundled(request.scripts):
        from forthgame.play.plan.survey_process import survey_here

        return survey_here(request)
    return survey_of(
        answer_of_process("forthgame.play.plan.survey_process", request.scripts, request), request
    )


def make_plan(
    entrants: Sequence[str],
    *,
    looking: Callable[[SurveyRequest, bool], Survey] = survey_scripts,
    **options: Any,
) -> Plan:
    """Check a user's request and return the plan; each script is loaded to compare their players.

    `options` are the fields of `PlanRequest`. `looking` loads the scripts. Raises ForthgameError
    for a request that is inconsistent, TypeError or ValueError for options of a wrong type.
    """
    request = PlanRequest(entrants, **options)
    limits, game = request.limits or Limits(), request.game
    read, referee_script = read_entrants(entrants, game)
    read = base_first(read, request.base)
    lines: tuple[tuple[str, ...], ...] = ()
    if request.openings:
        from forthgame.play.model.openings import openings_of

        lines = tuple(openings_of(request.openings))
    scripts = [referee_script, *(entrant.script for entrant in read)]
    named = tuple(dict.fromkeys(scripts))
    survey = SurveyRequest(named, request.native, lines, limits, compare=game is None)
    found = looking(survey, request.confined)
    lines = found.openings or lines
    referee = found.facts[referee_script]
    names = referee.seats
    files, digests = check_scripts(read, referee_script, found)
    confined = check_programs(read, scripts, request.confined)
    if len(read) < len(names):
        raise ForthgameError(
            f"{referee.name} is a game for {len(names)} players ({', '.join(names)}), "
            f"but {len(read)} {'entrant was' if len(read) == 1 else 'entrants were'} given"
        )
    plan = Plan(
        entrants=tuple(read),
        referee=referee_script,
        seats=names,
        schedule=request.schedule or _usual_schedule(request.base, len(read), len(names)),
        games=request.games or 0,
        seed=entropy() if request.seed is None else request.seed,
        limits=limits,
        native=request.native,
        openings=lines,
        random_plies=usual_plies(read, lines)
        if request.random_plies is None
        else request.random_plies,
        sprt=request.sprt,
        digests=digests,
        confined=confined,
        files=files,
        rules_given=game is not None,
        remarks=(*found.differences, *script_remark(read, game)),
        fixed_seats=request.fixed_seats,
        shuffled=request.shuffled,
        against_base=request.base is not None,
        anchors=read_anchors(read, request.anchors or {}),
        retries=request.retries,
        most_faults=request.most_faults,
    )
    length = plan.round_length
    plan.check_endings()
    if not plan.games:
        usual = MOST_OF_A_TEST * len(plan.meetings) if plan.sprt else DEFAULT_GAMES
        rounds = -(-usual // length) if request.rounds is None else request.rounds
        plan = replace(plan, games=length * rounds)
    if plan.games > MOST_GAMES:
        raise ForthgameError(f"a tournament has at most {MOST_GAMES} games")
    if found.wrong_opening:
        number, why = found.wrong_opening
        raise ForthgameError(f"opening {number} of {request.openings}: {why}")
    return plan


def _usual_schedule(base: str | None, entrants: int, seats: int) -> str:
    if base is not None:
        return "gauntlet"
    return "match" if entrants == seats else "round-robin"


def plan_from_json(document: dict[str, Any]) -> Plan:
    """Rebuild a plan from the dictionary made by `dataclasses.asdict`; it is played confined."""
    whole = {name: part for name, part in document.items() if name != "confined"}
    whole["entrants"] = tuple(
        Entrant(e["name"], e["script"], e["engine"], tuple((k, v) for k, v in e["options"]))
        for e in whole["entrants"]
    )
    whole["limits"] = limits_from_json(whole["limits"])
    whole["anchors"] = tuple((number, elo) for number, elo in whole.get("anchors", ()))
    whole["sprt"] = Sprt(**whole["sprt"]) if whole["sprt"] else None
    whole["openings"] = tuple(tuple(line) for line in whole["openings"])
    whole["files"] = tuple((path, digest) for path, digest in whole.get("files", ()))
    for name in ("seats", "digests", "remarks"):
        whole[name] = tuple(whole.get(name, ()))
    return Plan(**whole)


def fingerprint(plan: Plan) -> str:
    """Return a short hash that is equal for runs whose games belong together."""
    return hashlib.sha256(repr(sorted(plan.identity.items())).encode()).hexdigest()[:12]
