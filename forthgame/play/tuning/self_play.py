"""Play games for learning in batches, and matches between evaluations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from forthgame.api.game import Game
from forthgame.play.tuning.training_data import GameFeatures, Samples
from forthgame.position.batch import Batch, outcome_points
from forthgame.position.move_texts import own_text, text_alone
from forthgame.position.position_record import POINTS
from forthgame.search.batch_search import BatchSearch, SearchBounds
from forthgame.search.search_result import uninterrupted
from forthgame.words.lists import batch_records as rows
from forthgame.words.registers import memory_layout as at

KEPT_CELLS = 6_000_000  # cells of all positions of a play; larger boards give fewer positions
CODE = at.PLAYER_NUMBER_MASK | at.PIECE_MASK  # mask of a cell: player and type


@dataclass(frozen=True)
class Setting:
    """Cells to write into words of the learning script, by name.

    `listed`: the evaluation uses the move list. `scored`: its scores are points of log-odds, from
    which can be learned.
    """

    cells: Mapping[str, bytes] = field(default_factory=dict)
    listed: bool = True
    scored: bool = True

    def write(self, game: Game) -> None:
        for name, data in self.cells.items():
            start = at.MEMORY + game.forth.word(name).parameter
            game.forth.processor.bytes[start : start + len(data)] = data


@dataclass(frozen=True)
class Play:
    """Settings of games to learn from.

    bounds    bounds of each search; None: all moves are random
    plies     length at which a game is cut
    opening   most random plies at the start
    strays    share of later moves that are random
    scale     points of an evaluation for one unit of log-odds
    """

    games: int
    seed: int
    bounds: SearchBounds | None = None
    plies: int = 300
    opening: int = 8
    strays: float = 0.05
    scale: float = 100.0
    seconds: float | None = None


def points_of(batch: Batch) -> NDArray[np.float32]:
    """Return the points of each seat of each game: 1, 0.5 or 0.

    They are shared by several best seats, and even in unfinished games.
    """
    outcomes = outcome_points(batch)
    best = outcomes == outcomes.max(axis=1, keepdims=True)
    count = best.sum(axis=1, keepdims=True)
    seats = outcomes.shape[1]
    if seats == 1:
        points = (outcomes > 0.5).astype(np.float32)
    elif seats == 2:
        points = np.where(count == 2, 0.5, best).astype(np.float32)
    else:
        points = (best / count).astype(np.float32)
    points[~batch.over] = 0.5 if seats <= 2 else 1.0 / seats
    return points


def chances(scores: NDArray[np.int64], scale: float) -> NDArray[np.float64]:
    """Convert scores to chances of winning; exactly 0 and 1 for decided scores."""
    open_ones = np.clip(1.0 / (1.0 + np.exp(-np.clip(scores / scale, -30, 30))), 1e-4, 1 - 1e-4)
    return np.where(np.abs(scores) > at.DECIDED, scores > 0, open_ones)


def seats_of_movers(facts: GameFeatures) -> NDArray[np.int64]:
    """Map numbers in `Batch.movers` to seats, -1 for players without one."""
    seat_of = np.full(len(facts.players) + 1, -1)
    seat_of[np.array(facts.numbers) - 1] = np.arange(len(facts.seats))
    return seat_of


def play_games(
    game: Game, facts: GameFeatures, play: Play, setting: Setting | None = None
) -> Samples:
    """Play games and return samples; all seats use the setting's evaluation, if there is one.

    With different evaluations, the preferences of the winner would look like causes of winning.
    """
    rng = np.random.default_rng(play.seed)
    batch = game.batch(play.games, seed=play.seed & 0x3FFFFFFF)
    search = BatchSearch(batch) if play.bounds else None
    started = monotonic()
    if setting:
        setting.write(game)
    seat_of = seats_of_movers(facts)
    opening = rng.integers(0, play.opening + 1, play.games)
    known = np.full((play.games, len(facts.seats)), -1, np.int32)
    collector = _PositionCollector(facts)
    ply = 0
    for ply in range(play.plies):
        counts = batch.counts
        live = np.flatnonzero(counts > 0)
        if not len(live) or (play.seconds and monotonic() - started > play.seconds):
            break
        seats = seat_of[batch.movers[live]]
        own = seats >= 0
        moving = live[own]
        known[moving, seats[own]] = counts[moving]
        known[moving] = np.where(known[moving] < 0, counts[moving, None], known[moving])
        chosen = (rng.random(play.games) * counts).astype(np.int64)
        scores = np.full(play.games, np.nan, np.float32)
        if search and play.bounds:
            searching = own & (ply >= opening[live]) & (rng.random(len(live)) >= play.strays)
            places = live[searching]
            listed = setting.listed if setting else True
            moves, found, _ = search.choose(places, play.bounds, listed)
            chosen[places] = np.minimum(moves, counts[places] - 1)
            if setting and setting.scored:
                scores[places] = chances(found, play.scale)
        collector.add(batch, live[own], seats[own], known, scores)
        batch.step(np.where(counts > 0, chosen, -1))
    late = bool((batch.counts > 0).any()) and ply + 1 < play.plies
    return collector.samples(points_of(batch), batch.over | (not late), rng)


class _PositionCollector:
    """Positions collected ply by ply."""

    def __init__(self, facts: GameFeatures) -> None:
        self._facts = facts
        stored = len(facts.storage) + len(facts.hands)
        empty = (np.zeros((0, len(facts.positions)), np.uint16), np.zeros((0, stored), np.int32),
                 np.zeros(0, np.int8), np.zeros((0, len(facts.seats)), np.int32),
                 np.zeros(0, np.int32), np.zeros(0, np.float32))  # fmt: skip
        self._parts: list[tuple[NDArray[Any], ...]] = [empty]

    def add(
        self, batch: Batch, live: NDArray[Any], seats: NDArray[Any], known: NDArray[Any],
        scores: NDArray[Any],
    ) -> None:  # fmt: skip
        facts = self._facts
        first = rows.RECORD_BOARD
        board = np.ascontiguousarray(batch._records[live, first : first + 4 * len(facts.positions)])
        cells = (board.view(np.uint32) & CODE).astype(np.uint16)
        stored = np.zeros((len(live), len(facts.storage) + len(facts.hands)), np.int32)
        for k, byte in enumerate([b for _, _, b in facts.storage] + [b for _, _, b in facts.hands]):
            part = np.ascontiguousarray(batch._records[live, first + byte : first + byte + 4])
            stored[:, k] = part.view(np.int32)[:, 0]
        self._parts.append(
            (cells, stored, seats.astype(np.int8), known[live].copy(), live.astype(np.int32),
             scores[live])
        )  # fmt: skip

    def samples(
        self, ended: NDArray[np.float32], counted: NDArray[np.bool_], rng: np.random.Generator
    ) -> Samples:
        facts = self._facts
        cells, stored, movers, counts, games, scores = (
            np.concatenate(arrays) for arrays in zip(*self._parts, strict=True)
        )
        order = np.argsort(games, kind="stable")
        order = order[counted[games[order]]]
        room = max(1, KEPT_CELLS // max(len(facts.positions), 1))
        if len(order) > room:
            order = order[np.sort(rng.permutation(len(order))[:room])]
        return Samples(
            cells[order], stored[order], movers[order], counts[order], games[order], scores[order],
            ended[games[order]],
        )  # fmt: skip


@dataclass(frozen=True)
class Match:
    """A match of `first` against another setting: each opening is played from all seats."""

    pairs: int
    seed: int
    bounds: SearchBounds
    plies: int = 300
    opening: int = 2
    seconds: float | None = None


def play_match(
    game: Game, facts: GameFeatures, match: Match, first: Setting, second: Setting
) -> list[float]:
    """Return the points of `first` in each finished game; seats rotate from game to game.

    A game that is not over after `plies` is a draw; games cut by time are left out.
    """
    rng = np.random.default_rng(match.seed)
    seats = len(facts.seats)
    games = match.pairs * seats
    batch = game.batch(games, seed=match.seed & 0x3FFFFFFF)
    search = BatchSearch(batch)
    seat_of = seats_of_movers(facts)
    started = monotonic()
    own_seat = np.arange(games) % seats
    found: list[float] = []
    for begin in range(0, games, seats):  # one opening at a time: time cuts little
        group = np.arange(begin, begin + seats)
        draw = np.random.default_rng(int(rng.integers(1 << 31)))
        using: list[Setting | None] = [None]
        for ply in range(match.plies):
            counts = batch.counts
            live = group[counts[group] > 0]
            if not len(live):
                break
            chosen = np.full(games, -1, np.int64)
            share = draw.random()
            movers = seat_of[batch.movers]
            for own in (True, False):
                places = live[(own_seat[live] == movers[live]) == own]
                drawn = places[(ply < match.opening) | (movers[places] < 0) | (counts[places] < 2)]
                searching = np.setdiff1d(places, drawn)
                if ply < match.opening:
                    chosen[drawn] = (share * counts[drawn]).astype(np.int64)
                else:
                    chosen[drawn] = (draw.random(len(drawn)) * counts[drawn]).astype(np.int64)
                if len(searching):
                    setting = first if own else second
                    if using[0] is not setting:
                        setting.write(game)
                        using[0] = setting
                    moves, _, _ = search.choose(searching, match.bounds, setting.listed)
                    chosen[searching] = np.minimum(moves, counts[searching] - 1)
            batch.step(chosen)
        points = points_of(batch)
        found += [float(points[k, own_seat[k]]) for k in group]
        if match.seconds is not None and monotonic() - started > match.seconds:
            break
    return found


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
    started, found = monotonic(), list[float]()
    for number in range(contest.openings):
        if number and monotonic() - started > contest.seconds:
            break
        found.extend(
            _contest_game((mine, other), seat, contest.seed + number, contest)
            for seat in facts.seats
        )
    return found


def _contest_game(games: tuple[Game, Game], seat: str, seed: int, contest: Contest) -> float:
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
