"""The plan of a tournament: entrants, schedule, openings and limits."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from forthgame import arguments
from forthgame.errors import ForthgameError
from forthgame.lazy import lazy
from forthgame.play.entrant import Entrant, distinct_names, read_entrants
from forthgame.play.limits import Limits, limits_from_json
from forthgame.play.record import GameRecord, derive_seed
from forthgame.play.requested import (
    about_the_script,
    base_first,
    check_arguments,
    check_limits,
    check_programs,
    check_scripts,
    check_stopping,
    read_anchors,
    usual_plies,
)
from forthgame.play.schedule import (
    Opening,
    Pairing,
    default_kind,
    fixed_pairing,
    meetings,
    pairing,
    read_openings,
    round_length,
)
from forthgame.play.snapshot import Files
from forthgame.play.statistics import Sprt
from forthgame.play.survey import look
from forthgame.play.surveyed import Request, Survey
from forthgame.surroundings import entropy

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
        """Whether some entrants play more games on a seat than others."""
        return self.games % self.round_length != 0

    @property
    def round_length(self) -> int:
        return (
            len(self.meetings) if self.fixed_seats else round_length(self.meetings, len(self.seats))
        )

    def pairing(self, number: int) -> Pairing:
        if self.fixed_seats:
            return fixed_pairing(self.meetings, number)
        return pairing(self.meetings, len(self.seats), number)

    def opening(self, round_number: int) -> Opening:
        if self.openings:
            return Opening(moves=self.openings[self._order[round_number % len(self.openings)]])
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

    @property
    def identity(self) -> dict[str, Any]:
        """The part of the plan, for JSON, that two runs must share for their games to belong
        together."""
        whole = asdict(self)
        for changeable in CHANGEABLE:
            del whole[changeable]
        for entrant in whole["entrants"]:  # a script may have moved; its contents count
            del entrant["script"]
        whole["contents of scripts"] = whole.pop("digests")
        return whole


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
    base: str | None = None,
    anchors: Mapping[str, float] | None = None,
    retries: int = 1,
    most_faults: int | None = None,
    looking: Callable[[Request, bool], Survey] = look,
) -> Plan:
    """Check a user's request and return the plan; each script is loaded to compare their players.

    `rounds` replaces `games`: every meeting once with every rotation of seats. The default is as
    many rounds as ten games take, or 20 000 games with a sequential test. `random_plies` defaults
    to a few plies if all entrants are engines that do not vary. Scripts are loaded, and games
    played, in `confined` processes. With a `base` all others play against it, by default in a
    gauntlet. `anchors` maps names to ratings. `looking` loads the scripts. Raises ForthgameError
    for a request that is inconsistent.
    """
    check_arguments(entrants, game, limits, openings, sprt, base)
    farthest = arguments.LARGEST_SEED
    games = arguments.optional_whole(games, "the number of games", 1)
    rounds = arguments.optional_whole(rounds, "the number of rounds", 1)
    seed = arguments.optional_whole(seed, "a seed", -farthest, farthest)
    random_plies = arguments.optional_whole(random_plies, "the number of random plies", 0)
    retries = arguments.whole(retries, "the number of retries", 0)
    most_faults = arguments.optional_whole(most_faults, "the number of faults", 1)
    native = arguments.flag(native, "whether there is machine code")
    confined = arguments.flag(confined, "whether scripts are confined")
    fixed_seats = arguments.flag(fixed_seats, "whether seats are fixed")
    shuffled = arguments.flag(shuffled, "whether openings are shuffled")
    limits = limits or Limits()
    if games is not None and rounds is not None:
        raise ForthgameError("give the number of games or that of rounds, not both")
    if openings is not None and random_plies:
        raise ForthgameError("openings come from a file or are random, not both")
    read, referee_script = read_entrants(entrants, game)
    read = base_first(read, base)
    lines = read_openings(Path(openings)) if openings else []
    scripts = [referee_script, *(entrant.script for entrant in read)]
    named = tuple(dict.fromkeys(scripts))
    tried = tuple(tuple(line) for line in lines)
    found = looking(Request(named, native, tried, limits, game is None), confined)
    referee = found.facts[referee_script]
    names = referee.seats
    files, digests = check_scripts(read, referee_script, found)
    confined = check_programs(read, scripts, confined)
    if len(read) < len(names):
        raise ForthgameError(
            f"{referee.name} is a game for {len(names)} players ({', '.join(names)}), "
            f"but {len(read)} {'entrant was' if len(read) == 1 else 'entrants were'} given"
        )
    check_limits(limits, len(names))
    kind = schedule or ("gauntlet" if base else default_kind(len(read), len(names)))
    groups = meetings(kind, len(read), len(names))
    check_stopping(sprt, base, len(names), len(read), kind, fixed_seats)
    if shuffled and openings is None:
        raise ForthgameError("openings come in random order only from a file of --openings")
    length = len(groups) if fixed_seats else round_length(groups, len(names))
    if games is None:
        usual = MOST_OF_A_TEST * len(groups) if sprt else DEFAULT_GAMES
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
        usual_plies(read, lines) if random_plies is None else random_plies,
        sprt,
        digests,
        confined,
        files,
        game is not None,
        (*found.differences, *about_the_script(read, game)),
        fixed_seats,
        shuffled,
        base is not None,
        read_anchors(read, anchors or {}),
        retries,
        most_faults,
    )


def plan_from_json(document: dict[str, Any]) -> Plan:
    """Rebuild a plan from the dictionary made by `dataclasses.asdict`; it is played confined."""
    whole = dict(document)
    whole.pop("confined", None)
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
