"""The plan of a tournament: entrants, schedule, openings and limits."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

from forthgame.base.environment import entropy
from forthgame.base.errors import ForthgameError
from forthgame.base.lazy import lazy
from forthgame.play.model.entrant import Entrant, distinct_names, read_entrants
from forthgame.play.model.game_record import GameRecord, derive_seed
from forthgame.play.model.limits import Limits, limits_from_json
from forthgame.play.model.schedule import Opening, Pairing, meetings, pairing, read_openings
from forthgame.play.plan.plan_request import (
    PlanRequest,
    base_first,
    check_programs,
    check_scripts,
    read_anchors,
    script_remark,
    usual_plies,
)
from forthgame.play.plan.script_snapshot import Files
from forthgame.play.plan.survey import survey_scripts
from forthgame.play.plan.survey_facts import Survey, SurveyRequest
from forthgame.play.statistics import Sprt

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
        return len(self.meetings) * (1 if self.fixed_seats else len(self.seats))

    def pairing(self, number: int) -> Pairing:
        if self.fixed_seats:
            round_number, meeting = divmod(number, len(self.meetings))
            return Pairing(number, number, round_number, self.meetings[meeting])
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

    def check_endings(self) -> None:
        """Raise ForthgameError for an adjudication, base or sequential test that does not fit."""
        adjudication, two_seats = self.limits.adjudication, len(self.seats) == 2
        if adjudication and adjudication.of_two and not two_seats:
            raise ForthgameError("games are resigned, or decided at the limit, by one of two seats")
        if self.against_base and self.schedule != "gauntlet":
            raise ForthgameError("with a base the others play against it only: a gauntlet")
        if self.sprt is None:
            return
        if not two_seats:
            raise ForthgameError("a sequential test compares two entrants in a game of two seats")
        if len(self.entrants) != 2 and not self.against_base:
            raise ForthgameError(
                "a sequential test compares two entrants; of more, name whom each other one is "
                "compared with by --base"
            )
        if self.fixed_seats:
            raise ForthgameError("a sequential test looks at pairs of games with seats exchanged")

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
    lines = tuple(read_openings(Path(request.openings)) if request.openings else ())
    scripts = [referee_script, *(entrant.script for entrant in read)]
    named = tuple(dict.fromkeys(scripts))
    survey = SurveyRequest(named, request.native, lines, limits, compare=game is None)
    found = looking(survey, request.confined)
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
