"""`auto`: which engine suits a game, by what the script declares and a few random games.

For two players without chance a short match decides (`trial.py`); `docs/search.md` compares
its choice with longer matches. TAKING, and what is chosen for one player, for several and with
chance, were not measured. The games have seeds of their own and are played once for a script, so
the choice depends on the script alone, once they have been played: a search with little time plays
a part of them, and takes the engine that the rest suggests.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from time import monotonic
from typing import TYPE_CHECKING

from forthgame.errors import ScriptError
from forthgame.game.aside import kept
from forthgame.game.bounded import within
from forthgame.game.facts import fact
from forthgame.game.result import competitors
from forthgame.game.trial import Contest, Trial
from forthgame.lang import beyond as more
from forthgame.lang import layout as at

if TYPE_CHECKING:
    from forthgame.game.engines import Limits
    from forthgame.game.script import Script

GAMES = 4  # random games that are looked at
PLIES = 60  # of each
SHARE = 0.5  # of a search's time, for the match and the games until they have been played
SECONDS = 2.0  # that a game may take, where its words are slow
TAKING = 0.02  # of the moves of a random game: from here on pieces count
PROOF = 0.3  # of a search, for a proof before it where random games are short: search.py
FORESIGHT = 0.8  # the same for a script that foresees results, which makes proofs short
EVALUATION = at.EVENT_NAMES.index("OnEvaluate")
FORESEEING = at.EVENT_NAMES.index("OnForesee")


@dataclass(frozen=True)
class Traits:
    """What the choice looks at.

    players    who can win
    chance     whether dice or other chance chooses moves
    together   whether players choose at the same time
    evaluates  whether the script judges positions
    valued     whether pieces have values that differ
    taking     share of moves that leave fewer pieces on the board, where the choice depends on it
    trial      a short match of `negamax` against `uct`, None where the choice does not depend on it
    """

    players: int
    chance: bool
    together: bool
    evaluates: bool
    valued: bool
    taking: float = 0.0
    trial: Trial | None = None


@dataclass(frozen=True)
class Choice:
    """An engine, and why it was chosen."""

    engine: str
    reason: str

    def __str__(self) -> str:
        return f"auto chooses {self.engine}: {self.reason}"


class Look:
    """What `auto` has seen of a game; goes on where it ended, as searches have time for it.

    known     the traits so far
    complete  whether there is nothing left to look at
    """

    def __init__(self, game: Script) -> None:
        register = game.forth.processor.register
        values = {piece.value for piece in game.declaration.pieces}
        self._game = game
        self.known = known = Traits(
            players=len(competitors(game)),
            chance=bool(register(at.CHANCE_PLAYERS)),
            together=bool(register(more.CHOICE_CELL)),
            evaluates=bool(register(at.EVENTS + 4 * EVALUATION)),
            valued=len(values) > 1,
        )
        alone = known.players != 2 or known.together
        self._contest = None if alone or known.chance else Contest(game)
        self._sampled: list[tuple[int, int]] | None = None if alone else []
        self.complete = alone

    def go_on(self, seconds: float | None) -> None:
        """Look on for so many seconds of the clock at most, None without such a limit."""
        end = None if seconds is None else monotonic() + seconds
        with kept(self._game):  # the games that are played leave no trace in the script's variables
            if self._contest is not None and not self._contest.over:
                self._contest.go_on(seconds)
            if self._contest is not None and self._contest.over:
                self.known = replace(self.known, trial=self._contest.trial)
            if self._contest is None or self._contest.over:
                self._sample(end)

    def _sample(self, end: float | None) -> None:
        """Play random games until `end`, if what was seen so far leaves the choice open."""
        known, sampled = self.known, self._sampled
        decided = known.trial is not None and known.trial.winner is not None
        if decided or known.evaluates or known.valued or sampled is None:
            self.complete = True
            return
        while len(sampled) < GAMES:
            left = None if end is None else end - monotonic()
            if left is not None and left <= 0:
                return
            seconds = SECONDS if left is None else min(SECONDS, left)
            sampled.append(_random_game(self._game, len(sampled) + 1, seconds))
        plies, taken = (sum(numbers) for numbers in zip(*sampled, strict=True))
        self.known, self.complete = replace(known, taking=taken / max(plies, 1)), True


@fact
def _look(game: Script) -> Look:
    return Look(game)


def traits(game: Script, seconds: float | None = None) -> Traits:
    """Return the traits of a game, worked out once.

    With `seconds`, work on them for no longer; what is left is done when they are asked for again.
    """
    look = _look(game)
    if not look.complete:
        look.go_on(seconds)
    return look.known


def _random_game(game: Script, seed: int, seconds: float) -> tuple[int, int]:
    """Plies, and plies that took something, of one random game."""
    state, draw = game.new_game(seed=seed).ahead(), Random(seed)
    plies = taken = 0
    try:
        with within(game.forth.processor, seconds):
            while plies < PLIES and (listed := state.moves()):
                before = len(state.board)
                state.play(draw.randrange(len(listed)))
                plies += 1
                taken += len(state.board) < before
    except ScriptError:
        pass  # what was seen until then has to do
    return plies, taken


def share_of_proof(game: Script) -> float:
    """The share of a search that a proof before it may take."""
    foresees = game.forth.processor.register(at.EVENTS + 4 * FORESEEING)
    return FORESIGHT if foresees else PROOF


def choose(game: Script, limits: Limits) -> Choice:
    """The engine for a search within some limits."""
    if limits.playouts is not None:
        return Choice("uct", "a number of random games is given")
    if limits.depth is not None:
        if len(competitors(game)) > 2:
            return Choice("paranoid", "a depth is given, and several play against each other")
        return Choice("negamax", "a depth is given")
    return suited(traits(game, None if limits.time is None else limits.time * SHARE))


def suited(found: Traits) -> Choice:
    """The engine for a game with some traits, where no limit chooses it."""
    if found.players == 1:
        return Choice("uct", "one player alone")
    if found.together:
        return Choice("uct", "players choose at the same time")
    judged = "the script judges positions" if found.evaluates else "pieces have values"
    if found.players > 2:
        if found.evaluates:
            return Choice("paranoid", f"several players, and {judged}")
        return Choice("uct", "several players, and nothing judges positions")
    if found.trial is not None and found.trial.winner:
        points = sorted((found.trial.negamax, found.trial.uct), reverse=True)
        return Choice(found.trial.winner, f"it wins a short match {points[0]:g} to {points[1]:g}")
    if found.evaluates or found.valued:
        return Choice("negamax", f"two players, and {judged}")
    if found.taking >= TAKING:
        return Choice("negamax", "two players, and pieces are taken")
    return Choice("uct", "two players, and neither values nor captures say who is ahead")
