"""A short match of `negamax` against `uct` at a game, so that `auto` goes by what happens.

What a search may use is counted in positions and random games, not in time, and every seed is
fixed, so a script always gets the same result. `docs/search.md` compares it with longer
matches.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from time import thread_time
from typing import TYPE_CHECKING

from forthgame.errors import ScriptError
from forthgame.game.bounded import within
from forthgame.game.found import uninterrupted
from forthgame.game.result import POINTS, competitors

if TYPE_CHECKING:
    from forthgame.api.game import Game
    from forthgame.api.state import State

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


def compare(game: Game) -> Trial:
    """Let both engines play. A game of two players without chance, from its opening."""
    found, moves, end = Trial(), 0, thread_time() + SECONDS
    try:
        with within(game._forth.processor, PATIENCE):
            length = _length(game)
            nodes = max(LEAST, min(MOST, int(NODES / length)))
            budget = nodes, max(FEWEST, int(PLY * nodes / length))
            for number in range(GAMES):
                points, plies = _play(game, number, budget, MOVES - moves, end)
                moves += plies
                if points is None:
                    break
                found = Trial(found.negamax + points, found.uct + 1 - points)
                ahead = abs(found.negamax - found.uct)
                if number % 2 and ahead >= (LEAD if moves >= ENOUGH else FAR):
                    break
    except ScriptError:
        pass  # a script that fails, or takes too long: what was played until then has to do
    return found


def _length(game: Game) -> float:
    """Mean plies of a random game."""
    state = game.new_game(seed=1)
    state.use_seed(1)
    return max(state._play_out(SAMPLE, LONGEST).plies / SAMPLE, 1.0)


def _play(
    game: Game, number: int, budget: tuple[int, int], most: int, end: float
) -> tuple[float | None, int]:
    """The points of `negamax` in a game, None if it has no result within the moves; its plies.

    The budget is positions for a move of `negamax` and random games for a move of `uct`; the game
    is given up when this thread has used the processor for `end` seconds.
    """
    state = game.new_game(seed=1)._ahead()
    draw = Random(number // 2)
    seat = competitors(game)[number % 2]
    for ply in range(OPENING + most):
        listed = state.moves()  # none where the game is over
        if not listed or thread_time() > end:
            break
        if ply < OPENING or len(listed) == 1:
            state.play(draw.randrange(len(listed)))
        elif state.player == seat:
            found = state.search("negamax", nodes=budget[0], seed=ply)
            state.play(uninterrupted(found).move)
        else:
            found = state.search("uct", playouts=budget[1], seed=ply)
            state.play(uninterrupted(found).move)
    return _points(state, seat), len(state.history)


def _points(state: State, seat: str) -> float | None:
    outcomes = state.outcomes()
    return POINTS[outcomes[seat]] if seat in outcomes else None
