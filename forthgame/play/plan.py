"""A tournament to be played: who takes part, in which order, under which limits."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from types import NoneType
from typing import Any

from forthgame import arguments
from forthgame.errors import ForthgameError
from forthgame.game.streams import entropy
from forthgame.play.contestant import Contestant, Limits
from forthgame.play.entrant import Entrant, distinct_names, read_entrants
from forthgame.play.gamelog import LOADING
from forthgame.play.match import Opening, play_game
from forthgame.play.process import bundled
from forthgame.play.record import GameRecord, derive_seed
from forthgame.play.schedule import (
    Pairing,
    default_kind,
    meetings,
    pairing,
    read_openings,
    round_length,
)
from forthgame.play.statistics import Sprt
from forthgame.play.survey import Survey, look

DEFAULT_GAMES = 10
MOST_GAMES = 10_000_000  # of a tournament; its schedule is kept in memory
MOST_OF_A_TEST = 20_000  # games of a sequential test that nothing has decided


@dataclass(frozen=True)
class Plan:
    """Everything that the games of a tournament depend on."""

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
        """Seconds after which no entrant's answer is waited for."""
        return max(self.limits.patience(entrant) for entrant in self.entrants)

    @property
    def names(self) -> list[str]:
        """The entrants' names, each different."""
        return distinct_names(self.entrants)

    @property
    def uneven(self) -> bool:
        """Whether the number of games leaves some entrants more often on a seat than others."""
        return self.games % round_length(self.meetings, len(self.seats)) != 0

    def pairing(self, number: int) -> Pairing:
        """Who sits where in a game."""
        return pairing(self.meetings, len(self.seats), number)

    def opening(self, round_number: int) -> Opening:
        """The opening of a round."""
        if self.openings:
            return Opening(moves=self.openings[round_number % len(self.openings)])
        if self.random_plies:
            seed = derive_seed(self.seed, round_number, 1 << 20)
            return Opening(plies=self.random_plies, seed=seed)
        return Opening()

    def announce(self, number: int) -> GameRecord:
        """The record of a game that is to be played."""
        pairing = self.pairing(number)
        seated = dict(zip(self.seats, pairing.entrants, strict=True))
        return GameRecord(number, self.seed, seated, block=pairing.block)

    @property
    def identity(self) -> dict[str, Any]:
        """What two runs must have in common for their games to belong together, as for JSON."""
        whole = asdict(self)
        for changeable in ("games", "native", "sprt", "referee", "confined"):
            del whole[changeable]
        for entrant in whole["entrants"]:  # a script may have moved: its contents count
            del entrant["script"]
        whole["contents of scripts"] = whole.pop("digests")
        return whole


class Table:
    """The scripts of a plan, each loaded when it is first needed."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._contestants: dict[int, Contestant] = {}
        self._referee: Contestant | None = None

    def _contestant(self, number: int) -> Contestant:
        if number not in self._contestants:
            entrant = self.plan.entrants[number]
            contestant = _seated(entrant, self.plan.native)
            contestant.prepare()
            self._contestants[number] = contestant
        return self._contestants[number]

    @property
    def referee(self) -> Contestant:
        """The referee."""
        if self._referee is None:
            entrant = Entrant("referee", self.plan.referee)
            self._referee = Contestant(entrant, native=self.plan.native)
        return self._referee

    def close(self) -> None:
        """Let the programs end that entrants have started."""
        for contestant in self._contestants.values():
            contestant.close()

    def play(self, number: int, **hooks: Any) -> GameRecord:
        """Play game `number`, from 0; see play_game for the hooks."""
        record = self.plan.announce(number)
        hooks.get("watch", lambda entrant: None)(LOADING)
        referee = self.referee
        seated = {seat: self._contestant(entrant) for seat, entrant in record.seats.items()}
        opening = self.plan.opening(self.plan.pairing(number).round)
        return play_game(referee, seated, record, self.plan.limits, opening, **hooks)


def _seated(entrant: Entrant, native: bool) -> Contestant:
    if entrant.is_program:
        from forthgame.play.ugi.program import ProgramContestant

        return ProgramContestant(entrant, native=native)
    return Contestant(entrant, native=native)


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
    random_plies: int = 0,
    sprt: Sprt | None = None,
    confined: bool = True,
) -> Plan:
    """A plan from what a user says; loads each script once to see that all play the same game.

    `rounds` takes the place of `games`: every meeting once with every rotation of seats. If neither
    is given, it is as many rounds as ten games take, or with a sequential test 20 000. Scripts are
    loaded by processes that are `confined`, here and for the games. Raises ForthgameError if it
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
    found = look(scripts, native=native, openings=lines, limits=limits, confined=confined)
    referee = found.facts[referee_script]
    names = referee.seats
    digests = _check_scripts(read, referee_script, found)
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
    length = round_length(groups, len(names))
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
        random_plies,
        sprt,
        digests,
        confined,
    )


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
    arguments.whole(random_plies, "the number of random plies", 0)
    arguments.instance(limits, (Limits, NoneType), "the limits", "forthgame.play.contestant.Limits")
    arguments.instance(sprt, (Sprt, NoneType), "a sequential test", "an Sprt")
    if openings is not None:
        arguments.path(openings, "the file of openings")


def _check_scripts(entrants: Sequence[Entrant], referee: str, found: Survey) -> tuple[str, ...]:
    """Hashes of the entrants' scripts and the referee's. Raises ForthgameError if one plays another
    game than the referee: the players are what they must share."""
    own = found.facts[referee]
    for entrant in entrants:
        seats = found.facts[entrant.script].seats
        if seats != own.seats:
            raise ForthgameError(
                f"{entrant.name} is another game than {own.name}: its players are "
                f"{', '.join(seats)}"
            )
    return tuple(found.facts[script].digest for script in [*(e.script for e in entrants), referee])


def checked_anew(plan: Plan) -> Plan:
    """A plan with the scripts as they are by now. Raises ForthgameError if they do not load."""
    found = look(plan.scripts, native=plan.native, confined=plan.confined)
    return replace(plan, digests=_check_scripts(plan.entrants, plan.referee, found))


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
    for name in ("seats", "digests"):
        whole[name] = tuple(whole[name])
    return Plan(**whole)


def fingerprint(plan: Plan) -> str:
    """A short name of a plan: equal for runs whose games belong together."""
    return hashlib.sha256(repr(sorted(plan.identity.items())).encode()).hexdigest()[:12]
