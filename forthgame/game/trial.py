"""A short match of `negamax` against `uct`, by which `auto` chooses an engine for a game.

Searches are limited by positions and random games, not by time, and every seed is fixed. A script
therefore always gets the same result, even if the match is interrupted between searches with little
time. `docs/search.md` compares it with longer matches.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from time import monotonic, thread_time
from typing import TYPE_CHECKING

from forthgame.errors import TIME_LIMIT, ScriptError
from forthgame.game.bounded import within
from forthgame.game.found import uninterrupted
from forthgame.game.result import POINTS

if TYPE_CHECKING:
    from forthgame.game.playthrough import Playthrough
    from forthgame.game.script import Script

GAMES = 12  # maximum, even: both engines play each opening from both sides
LEAD = 2  # deciding lead after an even number of games and ENOUGH plies
OPENING = 2  # random plies
ENOUGH = 90  # plies of all games together; short games need more games
FAR = 4  # deciding lead before that
MOVES = 240  # maximum plies of all games together
NODES = 25_000  # positions for a move of `negamax`, divided by the plies of a random game
LEAST, MOST = 200, 1500  # bounds of positions for a move
PLY = 4  # plies of random games that take about as long as a position of alpha-beta
FEWEST = 8  # minimum of random games for a move
SAMPLE = 8  # random games for the mean length
LONGEST = 300  # plies of a random game
SECONDS = 3.0  # processor time; native code needs 0.1 to 0.6 for most games
PATIENCE = 15.0  # seconds of the clock, ample so that a busy machine gets the same result


@dataclass(frozen=True)
class Trial:
    """Points of both engines; a lead of LEAD points decides."""

    negamax: float = 0.0
    uct: float = 0.0

    @property
    def winner(self) -> str | None:
        """Return the engine with a clear lead, None for neither."""
        if abs(self.negamax - self.uct) < LEAD:
            return None
        return "negamax" if self.negamax > self.uct else "uct"


class Suspended(Exception):
    """Raised when the time of this part of the match ends during a game."""


class Contest:
    """The match, which can be suspended and resumed; chosen moves are replayed without searching.

    trial  points so far
    over   whether the match has ended
    """

    def __init__(self, game: Script) -> None:
        self.trial = Trial()
        self.over = False
        self._game = game
        self._length = 0.0  # mean plies of a random game, 0 if unknown
        self._number = self._plies = 0  # number of the next game, plies so far
        self._chosen: dict[int, int] = {}  # moves of engines in the suspended game, ply -> index
        self._used = self._waited = 0.0  # seconds of the processor and of the clock

    def go_on(self, seconds: float | None = None) -> None:
        """Play on for some seconds of the clock; with None, for the rest of the match's time."""
        most = PATIENCE - self._waited
        used, waited = thread_time(), monotonic()
        self._end = used + SECONDS - self._used
        try:
            with within(self._game.forth.processor, most if seconds is None else seconds):
                while not self.over:
                    self._play_one()
        except Suspended:
            self.over = seconds is None
        except ScriptError as error:  # a failing script is decided by the points so far
            self.over = seconds is None or error.number != TIME_LIMIT
        finally:
            self._used += thread_time() - used
            self._waited += monotonic() - waited
            self.over = self.over or self._used >= SECONDS or self._waited >= PATIENCE

    def _play_one(self) -> None:
        if not self._length:
            self._length = _length(self._game)
        nodes = max(LEAST, min(MOST, int(NODES / self._length)))
        budget = nodes, max(FEWEST, int(PLY * nodes / self._length))
        points, plies = self._play(budget)
        self._plies += plies
        self._chosen = {}
        if points is None:
            self.over = True
            return
        found = self.trial
        self.trial = found = Trial(found.negamax + points, found.uct + 1 - points)
        ahead = abs(found.negamax - found.uct)
        decided = self._number % 2 and ahead >= (LEAD if self._plies >= ENOUGH else FAR)
        self._number += 1
        self.over = bool(decided) or self._number == GAMES

    def _play(self, budget: tuple[int, int]) -> tuple[float | None, int]:
        """Return the points of `negamax` in a game and its plies. Raises Suspended.

        The points are None if the game has no result within the plies and the processor time of the
        match. The budget is positions per move of `negamax` and random games per move of `uct`.
        """
        state = self._game.new_game(seed=1).ahead()
        draw = Random(self._number // 2)
        seat = self._game.declaration.competitors[self._number % 2]
        for ply in range(OPENING + MOVES - self._plies):
            listed = state.moves()  # empty after the end
            if not listed or thread_time() > self._end:
                break
            if ply < OPENING or len(listed) == 1:
                state.play(draw.randrange(len(listed)))
            else:
                if ply not in self._chosen:
                    self._chosen[ply] = self._search(state, state.player == seat, budget, ply)
                state.play(self._chosen[ply])
        return _points(state, seat), len(state.history)

    def _search(self, state: Playthrough, negamax: bool, budget: tuple[int, int], ply: int) -> int:
        """Return the index of an engine's move. Raises Suspended if the time ends."""
        if negamax:
            found = state.search("negamax", nodes=budget[0], seed=ply)
        else:
            found = state.search("uct", playouts=budget[1], seed=ply)
        deadline = self._game.forth.processor.deadline
        if deadline is not None and monotonic() > deadline:
            raise Suspended
        return uninterrupted(found).move.index


def _length(game: Script) -> float:
    state = game.new_game(seed=1)
    state.use_seed(1)
    return max(state.play_out(SAMPLE, LONGEST).plies / SAMPLE, 1.0)


def _points(state: Playthrough, seat: str) -> float | None:
    outcomes = state.outcomes()
    return POINTS[outcomes[seat]] if seat in outcomes else None
