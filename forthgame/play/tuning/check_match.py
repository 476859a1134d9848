"""Matches of the learned evaluation against none or the script's own, with the user's engine."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from time import monotonic

from forthgame.api.game import Game
from forthgame.play.tuning.game_features import GameFeatures
from forthgame.position.move_texts import own_text, text_alone
from forthgame.position.position_record import POINTS
from forthgame.search.search_result import uninterrupted


@dataclass(frozen=True)
class Contest:
    """Settings of a match: openings of random plies, each played from every seat.

    text     the learned lines
    own      opponent is the script's own evaluation; else none
    move     seconds for each move
    seconds  time after which no game is started
    """

    text: str
    own: bool
    openings: int
    seed: int
    move: float
    seconds: float
    plies: int = 300
    opening: int = 2


def play_contest(mine: Game, other: Game, facts: GameFeatures, contest: Contest) -> list[float]:
    """Return the points of `mine` in each game, all seats of an opening in turn."""
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
    outcomes = states[0].outcomes()  # of all competitors, or empty
    return POINTS[outcomes[seat]] if outcomes else 0.5
