"""A short match of `negamax` against `uct` at a game, so that `auto` goes by what happens.

What a search may use is counted in positions and random games, not in time, and every seed is
fixed, so a script always gets the same result, also where the match is played in parts between
searches that have little time. `docs/search.md` compares it with longer matches.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from time import monotonic, thread_time
from typing import TYPE_CHECKING

from forthgame.errors import TIME_LIMIT, ScriptError
from forthgame.game.bounded import within
from forthgame.game.found import uninterrupted
from forthgame.game.result import POINTS, competitors

if TYPE_CHECKING:
    from forthgame.game.playthrough import Playthrough
    from forthgame.game.script import Script

GAMES = 12  # at most, an even number: both engines play each opening from both sides
LEAD = 2  # points ahead that decide, after an even number of games
OPENING = 2  # random plies
ENOUGH = 90  # plies of all games together before that: more games where they are short
FAR = 4  # points ahead that decide before that
MOVES = 240  # plies of all games together, at most
NODES = 25_000  # positions for a move of `negamax`, divided by the plies of a random game
LEAST, MOST = 200, 1500  # positions for a move, within these bounds
PLY = 4  # plies of random games that take the time of a position of alpha-beta, more or less
FEWEST = 8  # random games for a move
SAMPLE = 8  # random games that show how long one is
LONGEST = 300  # plies of a random game
SECONDS = 3.0  # of the processor, where words are slow: machine code needs 0.1 to 0.6 for most
PATIENCE = 15.0  # seconds of the clock, so that a busy machine chooses like a quiet one


@dataclass(frozen=True)
class Trial:
    """Points of both engines. Whoever leads by LEAD plays that game better, as far as this goes."""

    negamax: float = 0.0
    uct: float = 0.0

    @property
    def winner(self) -> str | None:
        """The engine that leads clearly, None if neither does."""
        if abs(self.negamax - self.uct) < LEAD:
            return None
        return "negamax" if self.negamax > self.uct else "uct"


class Suspended(Exception):
    """The time of this part of the match is up in the middle of a game."""


class Contest:
    """The match, which may be played in parts: what has been played is played again in no time.

    trial  the points so far
    over   whether the match has ended
    """

    def __init__(self, game: Script) -> None:
        self.trial = Trial()
        self.over = False
        self._game = game
        self._length = 0.0  # mean plies of a random game, 0 if unknown
        self._number = self._plies = 0  # the game that is next, plies of those before
        self._chosen: dict[int, int] = {}  # numbers of the moves of engines in the game that is cut
        self._used = self._waited = 0.0  # seconds of the processor and of the clock

    def go_on(self, seconds: float | None = None) -> None:
        """Play on for so many seconds of the clock at most, None for as many as the match has."""
        most = PATIENCE - self._waited
        used, waited = thread_time(), monotonic()
        self._end = used + SECONDS - self._used
        try:
            with within(self._game.forth.processor, most if seconds is None else seconds):
                while not self.over:
                    self._play_one()
        except Suspended:
            self.over = seconds is None
        except ScriptError as error:  # where a script fails, the points so far have to do
            self.over = seconds is None or error.number != TIME_LIMIT
        finally:
            self._used += thread_time() - used
            self._waited += monotonic() - waited
            self.over = self.over or self._used >= SECONDS or self._waited >= PATIENCE

    def _play_one(self) -> None:
        """Play the next game, or the rest of it."""
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
        """Return the points of `negamax` in a game and its plies.

        The points are None if it has no result within the plies of the match, or this thread has
        used the processor for too long. The budget is positions for a move of `negamax` and random
        games for a move of `uct`. Raises Suspended.
        """
        state = self._game.new_game(seed=1).ahead()
        draw = Random(self._number // 2)
        seat = competitors(self._game)[self._number % 2]
        for ply in range(OPENING + MOVES - self._plies):
            listed = state.moves()  # none where the game is over
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
        """Return the number of the move that an engine chooses. Raises Suspended if it is cut."""
        if negamax:
            found = state.search("negamax", nodes=budget[0], seed=ply)
        else:
            found = state.search("uct", playouts=budget[1], seed=ply)
        deadline = self._game.forth.processor.deadline
        if deadline is not None and monotonic() > deadline:
            raise Suspended
        return uninterrupted(found).move.index


def _length(game: Script) -> float:
    """Mean plies of a random game."""
    state = game.new_game(seed=1)
    state.use_seed(1)
    return max(state.play_out(SAMPLE, LONGEST).plies / SAMPLE, 1.0)


def _points(state: Playthrough, seat: str) -> float | None:
    outcomes = state.outcomes()
    return POINTS[outcomes[seat]] if seat in outcomes else None
