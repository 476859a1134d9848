"""Moves as numbers of a fixed range, the same in every run: what learning programs need.

A move that is alone in its list with where it comes from, where it leads and its type has a number
made of these three. All other moves, and those that share all three, are hashed by `Move.key` into
slots behind; a slot that is taken in the same list is passed over.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from forthgame import arguments
from forthgame.api.game import Game
from forthgame.errors import ForthgameError, IllegalMove
from forthgame.game.moves import Move, Moves
from forthgame.game.playthrough import Playthrough
from forthgame.lazy import lazy

SAMPLED = 4  # games that are looked at for what kinds of moves there are,
SAMPLED_PLIES = 80  # plies of each,
SAMPLED_MOVES = 1000  # and moves, unless the first list has more
FEW_SLOTS = 16  # where all moves seen have numbers of their own
LEAST_SLOTS = 256
SPARE = 4  # slots for each move of the longest list seen that needs one
SPARE_OF_DICE = 16  # the same where dice may show what gives many more moves
MOST = 1 << 27  # numbers: a mask has a byte for each
KNOWN = 1 << 16  # moves that are remembered,
KNOWN_LISTS = 1 << 12  # and lists,
SHORT = 1 << 12  # each of so many bytes at most
MULTIPLIER = 0x9E3779B97F4A7C15
HASH_BITS = 64
HASHED = -1
Number = Any  # an int, or an array of them


class Actions:
    """The numbers of a game's moves: from 0, below `size`.

    `slots` is how many numbers there are for moves that have none of their own; by default as many
    as some random games, always the same ones, make likely to be enough. Raises ForthgameError for
    a game with more than 134 million numbers.
    """

    def __init__(self, game: Game, slots: int | None = None) -> None:
        arguments.instance(game, Game, "what has actions", "a Game")
        arguments.optional_whole(slots, "the number of slots", 1, 1 << 24)
        self.game = game
        self._positions = {name: number for number, name in enumerate(game.positions)}
        self._sources: dict[str, int] = {}
        self._types: dict[int, int] = {}
        self._known: dict[bytes, tuple[int, int]] = {}
        self._lists: dict[bytes, list[int]] = {}
        self._newest: tuple[object, list[int]] = (None, [])  # the position asked about last
        most = self._look()
        self.fixed = len(self._sources) * len(self._positions) * len(self._types)
        self.slots = self._slots_for(most) if slots is None else slots
        self.size = self.fixed + self.slots
        if self.size > MOST:
            raise ForthgameError(
                f"moves of {game.name} would have {self.size} numbers, and at most {MOST} are "
                f"possible: {len(self._sources)} sources, {len(self._positions)} targets, "
                f"{len(self._types)} types, {self.slots} slots"
            )

    def __deepcopy__(self, memo: dict[int, object]) -> Actions:
        return self

    def __getstate__(self) -> dict[str, Any]:
        """What pickle keeps: not the moves and lists that are remembered."""
        return {**self.__dict__, "_known": {}, "_lists": {}, "_newest": (None, [])}

    # -- what there is --------------------------------------------------------------------------

    def _look(self) -> int:
        """Play some games: which sources and types occur, and how many moves share all three."""
        sources, types, most = set[str](), set[int](), 0
        for seed in range(1, SAMPLED + 1):
            state, draw = self.game.new_game(seed=seed), random.Random(seed)
            looked = 0
            for _ in range(SAMPLED_PLIES):
                moves = state.moves()
                if not moves or looked > SAMPLED_MOVES:
                    break
                looked += len(moves)
                ways = Counter((m.source or m.piece, m.target, m.type) for m in _distinct(moves))
                sources |= {way[0] for way in ways if way[0] is not None and way[1] is not None}
                types |= {way[2] for way in ways}
                alone = sum(n == 1 and way[1] is not None for way, n in ways.items())
                most = max(most, sum(ways.values()) - alone)
                state.play(draw.randrange(len(moves)))
        if sources & set(self._positions):
            sources |= set(self._positions)
        self._sources = {name: number for number, name in enumerate(sorted(sources))}
        self._types = {kind: number for number, kind in enumerate(sorted(types))}
        return most

    def _slots_for(self, most: int) -> int:
        """Slots that should be enough, if so many moves of a list have been seen to need one."""
        declared = self.game.declaration
        if not most:
            unseen = len(declared.types) > len(self._types)
            return LEAST_SLOTS if unseen else FEW_SLOTS
        dice = any(player.chance for player in declared.players)
        return max(LEAST_SLOTS, 1 << ((SPARE_OF_DICE if dice else SPARE) * most - 1).bit_length())

    def _own(self, move: Move) -> int:
        """The number of a move that is alone with its way, HASHED if there is none."""
        source = self._sources.get(move.source or move.piece or "")
        target = self._positions.get(move.target or "")
        kind = self._types.get(move.type)
        if source is None or target is None or kind is None:
            return HASHED
        return int(self.combined(source, target, kind))

    def combined(self, source: Number, target: Number, kind: Number) -> Number:
        """The number of a source, a target and a type, each by its number; also for arrays."""
        return (source * len(self._positions) + target) * len(self._types) + kind

    @lazy
    def by_position(self) -> NDArray[np.int64]:
        """The source that each position is, HASHED if it is none."""
        return np.array([self._sources.get(name, HASHED) for name in self.game.positions])

    @lazy
    def by_piece(self) -> NDArray[np.int64]:
        """The source that each type of a piece in a cell is, from 0 for no type."""
        return np.array([HASHED, *(self._sources.get(name, HASHED) for name in self.game.pieces)])

    @lazy
    def by_type(self) -> NDArray[np.int64]:
        """The number of each type of moves."""
        most = max(self._types, default=0)
        return np.array([self._types.get(kind, HASHED) for kind in range(most + 1)])

    # -- numbers --------------------------------------------------------------------------------

    def numbers(self, state: Playthrough) -> list[int]:
        """A number for each legal move; equal moves share one.

        Raises TypeError for what is no State, ValueError for a position of another game,
        ForthgameError if the position has more moves that need slots than there are.
        """
        self.game.check_states((state,))
        position, newest = state.position, self._newest
        if newest[0] is not position:
            newest = self._newest = (position, self.of(state.moves()))
        return newest[1]

    def of(self, moves: Moves) -> list[int]:
        """The same of a list of moves; those that come back, as in a search, are remembered."""
        arguments.instance(moves, Moves, "what has numbers", "a list of moves")
        lists, arena = self._lists, moves._arena
        numbers = lists.get(arena)
        if numbers is None:
            numbers = self._numbers_of(moves)
            if len(arena) <= SHORT:
                if len(lists) >= KNOWN_LISTS:
                    lists.clear()
                lists[arena] = numbers
        return numbers

    def _numbers_of(self, moves: Moves) -> list[int]:
        known, found = self._known, list[tuple[int, int]]()
        for number, record in enumerate(moves._records()):
            pair = known.get(record)
            if pair is None:
                move = moves[number]
                pair = (self._own(move), move.key)
                if len(record) <= SHORT:
                    if len(known) >= KNOWN:
                        known.clear()
                    known[record] = pair
            found.append(pair)
        numbers = [own for own, _ in found]
        if HASHED not in numbers and len(set(numbers)) == len(numbers):
            return numbers
        return self._slotted(found)

    def _slotted(self, found: Sequence[tuple[int, int]]) -> list[int]:
        distinct = set(found)
        times = Counter(own for own, _ in distinct)
        given: dict[tuple[int, int], int] = {}
        taken: set[int] = set()
        for own, key in sorted(distinct, key=lambda pair: pair[1]):
            if own != HASHED and times[own] == 1:
                given[own, key] = own
                continue
            if len(taken) == self.slots:
                raise ForthgameError(
                    f"{self.game.name} has more than {self.slots} moves that need a slot: give more"
                )
            slot = (key * MULTIPLIER % (1 << HASH_BITS) >> 20) % self.slots
            while slot in taken:
                slot = (slot + 1) % self.slots
            taken.add(slot)
            given[own, key] = self.fixed + slot
        return [given[pair] for pair in found]

    def legal(self, state: Playthrough) -> list[int]:
        """The numbers of the legal moves, ascending, each once."""
        return sorted(set(self.numbers(state)))

    def index(self, state: Playthrough, action: int) -> int:
        """Where in the list of moves the one of a number stands. Raises IllegalMove."""
        numbers = self.numbers(state)
        try:
            return numbers.index(action)
        except ValueError:
            raise IllegalMove(str(action), state.player, [], state.ending_text()) from None

    def weights(self, state: Playthrough) -> dict[int, float]:
        """How likely the moves of a player are for whom nobody chooses; the sum is 1."""
        self.game.check_states((state,))
        moves = state.moves()
        found: Counter[int] = Counter()
        for number, move in zip(self.of(moves), moves, strict=True):
            found[number] += move.weight
        total = sum(found.values())
        if not total:
            return {number: 1 / len(found) for number in sorted(found)}
        return {number: found[number] / total for number in sorted(found) if found[number]}


def _distinct(moves: Moves) -> list[Move]:
    return list({move.key: move for move in moves}.values())
