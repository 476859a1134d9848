"""Facts about a game and positions of its games, sent by playing processes and checked here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from forthgame.api.game import Game
from forthgame.draw.placement import place_positions
from forthgame.play.processes import messages
from forthgame.position.position_text import storage_places
from forthgame.rules.model import Direction
from forthgame.words.registers import memory_layout as at

MOST_STORED = 48  # cells of the script's storage that are used
MOST = {
    "positions": 4096,
    "pieces": 1023,
    "players": 64,
    "seats": 64,
    "storage": MOST_STORED,
    "words": 1 << 16,
    "plain": 2048,
    "files": 4096,
}
MOST_MAPS = 8
NUMERAL = re.compile(r"(?<!\S)-?[0-9]+(?!\S)")  # a decimal number, unless a word has that name
EVALUATION = at.EVENT_NAMES.index("OnEvaluate")
Array = NDArray[Any]
KINDS = {
    "cells": np.uint16, "stored": np.int32, "movers": np.int8, "counts": np.int32,
    "games": np.int32, "scores": np.float32, "points": np.float32,
}  # fmt: skip


@dataclass(frozen=True)
class GameFeatures:
    """The features of a game that an evaluation can use.

    seats       players who can win
    numbers     their numbers, from 1 among all players
    spots       x and y of each position, from -1 to 1; (0, 0) if unknown
    mirrors     maps of positions by which later seats may see the board as the first does: a list
                of alternatives, each a map for every seat
    links       for each pair of opposite directions, or unpaired direction: (from, to)
    steps       rows and columns of those directions in a grid, or empty
    storage     name, index (-1 for a variable), byte in the record
    hands       player's number, type, byte in the record
    words       names that the script defines
    plain       names of players and types that keep their meaning to the end of the script
    base        number base at the end of the script
    """

    name: str
    seats: tuple[str, ...]
    numbers: tuple[int, ...]
    players: tuple[str, ...]
    neutral: tuple[bool, ...]
    positions: tuple[str, ...]
    pieces: tuple[str, ...]
    values: tuple[int, ...]
    rows: int
    columns: int
    spots: tuple[tuple[float, float], ...]
    mirrors: tuple[tuple[tuple[int, ...], ...], ...]
    links: tuple[tuple[tuple[int, int], ...], ...]
    steps: tuple[tuple[int, ...], ...]
    storage: tuple[tuple[str, int, int], ...]
    hands: tuple[tuple[int, int, int], ...]
    record: int
    words: tuple[str, ...]
    plain: tuple[str, ...]
    base: int
    evaluates: bool
    files: tuple[str, ...]


def features_of(game: Game) -> GameFeatures:
    declared = game.declaration
    seats = game.declaration.competitors
    numbers = {p.name: p.code // at.PLAYER_UNIT for p in declared.players}
    board = declared.boards[0] if len(declared.boards) == 1 and not declared.killed else None
    whole = board is not None and len(declared.cells) == board.rows * board.columns
    kinds = _opposites(list(declared.direction_names.values()))
    own = {id(word): word.name for word, _ in declared.stored}
    stored = [
        (name, k if items > 1 else -1, offset + k * size)
        for name, offset, items, size in storage_places(game)
        if size == at.CELL
        and not NUMERAL.fullmatch(name)
        and id(game.forth.dictionary.find(name)) in own
        for k in range(items)
    ]
    piece_numbers = {piece.name: k for k, piece in enumerate(declared.pieces, 1)}
    return GameFeatures(
        name=game.name,
        seats=tuple(seats),
        numbers=tuple(numbers[name] for name in seats),
        players=tuple(game.players),
        neutral=tuple(p.neutral for p in declared.players),
        positions=tuple(game.positions),
        pieces=tuple(game.pieces),
        values=tuple(piece.value for piece in declared.pieces),
        rows=board.rows if board and whole else 0,
        columns=board.columns if board and whole else 0,
        spots=_spots(game),
        mirrors=tuple(_mirrors(game, seats)),
        links=tuple(tuple(sorted(d.links.items())) for d in kinds),
        steps=tuple(_steps(d) for d in kinds),
        storage=tuple(stored[:MOST_STORED]),
        hands=tuple(
            (numbers[player], piece_numbers[piece], byte)
            for byte, player, piece in declared.counters()
        ),
        record=declared.record_size(),
        words=tuple(game.words),
        plain=tuple(_plain(game)),
        base=game.forth.processor.cell(at.A_BASE),
        evaluates=bool(game.forth.processor.register(at.EVENTS + 4 * EVALUATION)),
        files=tuple(str(path) for path in game.forth.loaded),
    )


def _plain(game: Game) -> Iterator[str]:
    declared = game.declaration
    values = [(p.name, p.code) for p in declared.players]
    values += [(piece.name, k) for k, piece in enumerate(declared.pieces, 1)]
    for name, value in values:
        word = game.forth.dictionary.find(name)
        if word is None or NUMERAL.fullmatch(name):
            continue
        if word.kind == "literal" and word.value == value:
            yield name


def without_evaluation(game: Game) -> None:
    """Make engines evaluate as for a script without OnEvaluate."""
    game.forth.processor.set_register(at.EVENTS + 4 * EVALUATION, 0)


def _opposites(directions: list[Direction]) -> list[Direction]:
    found: list[Direction] = []
    seen: set[frozenset[tuple[int, int]]] = set()
    for direction in directions:
        way = frozenset(direction.links.items())
        back = frozenset((b, a) for a, b in way)
        if way and way not in seen and back not in seen:
            found.append(direction)
            seen.add(way)
    return found


def _steps(direction: Direction) -> tuple[int, ...]:
    """Return rows and columns of a direction, empty unless the grid alone defines its links."""
    steps = direction.steps
    return (steps[0], steps[1]) if steps and not direction.given and not steps[2] else ()


def _spots(game: Game) -> tuple[tuple[float, float], ...]:
    placed = place_positions(game.declaration).spots
    across = max((x for x, _ in placed.values()), default=0) or 1
    down = max((y for _, y in placed.values()), default=0) or 1
    return tuple(
        (2 * placed[k][0] / across - 1, 2 * placed[k][1] / down - 1) if k in placed else (0.0, 0.0)
        for k in range(len(game.positions))
    )


def _mirrors(game: Game, seats: list[str]) -> list[tuple[tuple[int, ...], ...]]:
    """Return maps by which later seats may see the board as the first one does.

    A map must preserve the set-up and the links of all directions; whether play is symmetric is
    learned.
    """
    declared = game.declaration
    count = len(declared.positions)
    standing: dict[str, set[tuple[str, int]]] = {seat: set() for seat in seats}
    index = {name: k for k, name in enumerate(declared.positions)}
    for position, (player, piece) in game.new_game(seed=1).board.items():
        if player in standing:
            standing[player].add((piece, index[position]))
    ways = {frozenset(d.links.items()) for d in declared.direction_names.values() if d.links}
    maps = [
        m
        for m in _candidates(game, count)
        if {frozenset((m[a], m[b]) for a, b in way) for way in ways} == ways
    ]
    first = standing[seats[0]] if seats else set()
    choices = [
        [m for m in maps if {(piece, m[k]) for piece, k in first} == standing[seat]][:MOST_MAPS]
        for seat in seats[1:]
    ]
    if not choices or not all(choices):
        return []
    same = tuple(range(count))
    if len(seats) == 2:
        return [(same, choice) for choice in choices[0]]
    return [(same, *(fits[0] for fits in choices))]


def _candidates(game: Game, count: int) -> list[tuple[int, ...]]:
    same = tuple(range(count))
    placed = place_positions(game.declaration).spots
    found = [same]
    if not placed:
        return found
    at_spot = {spot: k for k, spot in placed.items()}
    right = max(x for x, _ in placed.values())
    low = max(y for _, y in placed.values())
    for turn in ((False, True), (True, True), (True, False)):
        turned = {
            k: at_spot.get((right - x if turn[0] else x, low - y if turn[1] else y), k)
            for k, (x, y) in placed.items()
        }
        found.append(tuple(turned.get(k, k) for k in range(count)))
    declared = game.declaration
    if len(declared.boards) == 1 and declared.rows == declared.columns:
        found += [_swapped(declared.cells, declared.rows - 1, turn, count) for turn in range(4)]
    return [m for m in dict.fromkeys(found) if len(set(m)) == count]


def _swapped(
    cells: dict[tuple[int, int, int], int], side: int, turn: int, count: int
) -> tuple[int, ...]:
    found = list(range(count))
    for (_, row, column), k in cells.items():
        r, c = column if turn % 2 == 0 else side - column, row if turn in (0, 3) else side - row
        found[k] = cells.get((0, r, c), k)
    return tuple(found)


# -- reading -------------------------------------------------------------------------------------


def read_features(document: dict[str, Any]) -> GameFeatures:
    """Read facts from the message of a process that loads scripts. Raises BadMessage."""
    facts: GameFeatures = messages.as_type(GameFeatures, document)
    count, players, last = len(facts.positions), len(facts.players), facts.record - 4
    for name, most in MOST.items():
        if len(getattr(facts, name)) > most:
            raise messages.BadMessage(f"more {name} than a game can have")
    sizes = (
        (facts.numbers, facts.seats), (facts.values, facts.pieces), (facts.neutral, facts.players),
        (facts.spots, facts.positions), (facts.steps, facts.links),
    )  # fmt: skip
    if any(len(one) != len(other) for one, other in sizes) or last < 4 * (count - 1):
        raise messages.BadMessage("inconsistent facts of a game")
    for each in facts.mirrors:
        if len(each) != len(facts.seats) or any(len(m) != count for m in each):
            raise messages.BadMessage("a map that does not fit the board")
    bounds = (
        (facts.numbers, 1, players), (facts.values, -(1 << 31), 1 << 31),
        (facts.mirrors, 0, count - 1), (facts.links, 0, count - 1), (facts.steps, -99, 99),
        (facts.spots, -1, 1), ((facts.rows, facts.columns), 0, count),
        (facts.rows * facts.columns, 0, count), ([s[1:] for s in facts.storage], -1, last),
        (facts.hands, 0, last), ([player for player, _, _ in facts.hands], 1, players),
        ([piece for _, piece, _ in facts.hands], 1, len(facts.pieces)),
    )  # fmt: skip
    if any(not low <= n <= high for value, low, high in bounds for n in _numbers(value)):
        raise messages.BadMessage("a number out of bounds")
    return facts


def _numbers(value: Any) -> Iterator[float]:
    """Yield the numbers in nested sequences."""
    if isinstance(value, int | float):
        yield value
    else:
        for part in value:
            yield from _numbers(part)


def lines_of(facts: GameFeatures, length: int) -> list[list[int]]:
    """Return every row of `length` positions along a direction."""
    found = []
    for links in facts.links:
        onward = dict(links)
        for start in sorted({a for a, _ in links}):
            line = [start]
            while len(line) < length and line[-1] in onward:
                line.append(onward[line[-1]])
            if len(line) == length and len(set(line)) == length:
                found.append(line)
    return found


def neighbours_of(facts: GameFeatures) -> list[list[int]]:
    """Return the linked positions of each position, in order."""
    found: list[set[int]] = [set() for _ in facts.positions]
    for links in facts.links:
        for a, b in links:
            if a != b:
                found[a].add(b)
                found[b].add(a)
    return [sorted(near) for near in found]


# -- positions -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Samples:
    """Positions of finished games, game by game in the order of play.

    cells    a row for each position: player and type of the piece on each place
    stored   storage of the script and hands, in the order of the facts
    movers   the seat to move
    counts   moves of each seat when it was last to move
    games    the number of the game
    scores   a search's score for the mover as a chance of winning; NaN if there was none
    points   points of each seat at the end of the game: 1, 0.5 or 0
    """

    cells: NDArray[np.uint16]
    stored: NDArray[np.int32]
    movers: NDArray[np.int8]
    counts: NDArray[np.int32]
    games: NDArray[np.int32]
    scores: NDArray[np.float32]
    points: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.movers)

    def chosen(self, which: Array) -> Samples:
        return Samples(**{f.name: getattr(self, f.name)[which] for f in fields(self)})

    def blocks(self) -> list[bytes]:
        return [np.ascontiguousarray(getattr(self, f.name)).tobytes() for f in fields(self)]


def joined(parts: Sequence[Samples]) -> Samples:
    """Concatenate samples of several plays and renumber their games."""
    first, numbered = 0, []
    for part in parts:
        numbered.append(replace(part, games=part.games + np.int32(first)))
        first += int(part.games.max()) + 1 if len(part) else 0
    return Samples(
        **{f.name: np.concatenate([getattr(p, f.name) for p in numbered]) for f in fields(Samples)}
    )


def samples_of(blocks: Sequence[bytes], facts: GameFeatures) -> Samples:
    """Read samples from the blocks of a message. Raises BadMessage."""
    if len(blocks) != len(KINDS):
        raise messages.BadMessage(f"samples in {len(blocks)} blocks")
    seats, stored = len(facts.seats), len(facts.storage) + len(facts.hands)
    columns = {"cells": len(facts.positions), "stored": stored, "counts": seats, "points": seats}
    rows = len(blocks[list(KINDS).index("movers")])  # a byte for each
    found: dict[str, Any] = {}
    for (name, kind), data in zip(KINDS.items(), blocks, strict=True):
        shape = (rows, columns[name]) if name in columns else (rows,)
        if len(data) != prod(shape) * np.dtype(kind).itemsize:
            raise messages.BadMessage("inconsistent samples")
        found[name] = np.frombuffer(data, kind).reshape(shape)
    points, movers = found["points"], found["movers"]
    if rows and not (
        np.isfinite(points).all() and points.min() >= 0 and points.max() <= 1
        and movers.min() >= 0 and movers.max() < seats and found["games"].min() >= 0
    ):  # fmt: skip
        raise messages.BadMessage("impossible samples")
    return Samples(**found)
