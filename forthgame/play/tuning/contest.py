"""A match with the engine as users have it: what was written against none, or the script's own."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from time import monotonic

from forthgame.api.game import Game
from forthgame.game.found import uninterrupted
from forthgame.game.naming import own_text, text_alone
from forthgame.game.result import POINTS
from forthgame.play.tuning.facts import Facts


@dataclass(frozen=True)
class Contest:
    """So many openings of random plies, each played from every seat.

    text     the lines that were learned
    own      against the script's own evaluation; else against none
    move     seconds for each move
    seconds  after which no game is begun
    """

    text: str
    own: bool
    openings: int
    seed: int
    move: float
    seconds: float
    plies: int = 300
    opening: int = 2


def play_contest(mine: Game, other: Game, facts: Facts, contest: Contest) -> list[float]:
    """The points of `mine` in each game, all seats of an opening one after the other."""
    for game in (mine, other):
        if game.native:
            game.native.prepare(wait=True, engines=True)
    started, found = monotonic(), []
    for number in range(contest.openings):
        if number and monotonic() - started > contest.seconds:
            break
        for seat in facts.seats:
            found.append(_play((mine, other), seat, contest.seed + number, contest))
    return found


def _play(games: tuple[Game, Game], seat: str, seed: int, contest: Contest) -> float:
    """The points of the first game's engine in a seat. A game that is cut is a draw."""
    draw = Random(seed)
    states = [game.new_game(seed=seed) for game in games]
    chance = {p.name for p in games[0].declaration.players if p.chance or p.neutral}
    for ply in range(contest.plies):
        state = states[0]
        listed = state.moves()
        if not listed:
            break
        mover = state.player
        if ply < contest.opening or mover in chance or len(listed) == 1:
            text = text_alone(listed, draw.randrange(len(listed)))
        else:
            engine = states[0 if mover == seat else 1]
            kind = "paranoid" if len(games[0].players) > 2 else "negamax"
            text = own_text(uninterrupted(engine.search(kind, time=contest.move)).move)
        for each in states:
            each.play(each.find(text, exact=True))
    outcomes = states[0].outcomes()  # of all competitors, or of none
    return POINTS[outcomes[seat]] if outcomes else 0.5
