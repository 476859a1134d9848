"""Fixed-range action numbers for moves, as learning programs need them.

A move that is unique in its list by source, target and type gets a number computed from these
three. All other moves are hashed by `Move.key` into the slots that follow, with linear probing
within a list.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from forthgame.api.game import Game
from forthgame.base import arguments
from forthgame.base.errors import ForthgameError, IllegalMove
from forthgame.base.lazy import lazy
from forthgame.position.moves import Move, Moves
from forthgame.position.playthrough import Playthrough

SAMPLED = 4  # games sampled to find the kinds of moves
SAMPLED_PLIES = 80  # plies of each sampled game
SAMPLED_MOVES = 1000  # moves of a sampled game, unless the first list is longer
FEW_SLOTS = 16  # slots if every sampled move has its own number
LEAST_SLOTS = 256
SPARE = 4  # slots for each move of the longest sampled list that needs one
SPARE_OF_DICE = 16  # likewise for games with dice, which may allow many more moves
MOST = 1 << 27  # action numbers; a mask has a byte for each
KNOWN = 1 << 16  # cached moves
KNOWN_LISTS = 1 << 12  # cached lists
SHORT = 1 << 12  # largest cached move or list in bytes
MULTIPLIER = 0x9E3779B97F4A7C15
HASH_BITS = 64
HASHED = -1
Number = Any  # an int or an array of them


class Actions:
    """Action numbers of a game's moves, from 0 to `size` - 1.

    `slots` is the number of hash slots; by default an estimate from a few random games with fixed
    seeds. Raises ForthgameError for a game with more than 134 million numbers.
    """

    def __init__(self, game: Game, slots: int | None = None) -> None:
        arguments.instance(game, Game, "the game", "a Game")
        arguments.optional_whole(slots, "the number of slots", 1, 1 << 24)
        self.game = game
        self._positions = {name: number for number, name in enumerate(game.positions)}
        self._sources: dict[str, int] = {}
        self._types: dict[int, int] = {}
        self._known: dict[bytes, tuple[int, int]] = {}
        self._lists: dict[bytes, list[int]] = {}
        self._newest: tuple[object, list[int]] = (None, [])  # last position and its numbers
        most = self._sample()
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
        return {**self.__dict__, "_known": {}, "_lists": {}, "_newest": (None, [])}

    # -- what there is --------------------------------------------------------------------------

    def _sample(self) -> int:
        """Sample games for sources and types; return the most moves of a list that need a slot."""
        sources, types, most = set[str](), set[int](), 0
        for seed in range(1, SAMPLED + 1):
            state, draw = self.game.new_game(seed=seed), random.Random(seed)
            sampled = 0
            for _ in range(SAMPLED_PLIES):
                moves = state.moves()
                if not moves or sampled > SAMPLED_MOVES:
                    break
                sampled += len(moves)
                distinct = {move.key: move for move in moves}.values()
                ways = Counter((m.source or m.piece, m.target, m.type) for m in distinct)
                sources |= {way[0] for way in ways if way[0] is not None and way[1] is not None}
                types |= {way[2] for way in ways}
                single = sum(n == 1 and way[1] is not None for way, n in ways.items())
                most = max(most, sum(ways.values()) - single)
                state.play(draw.randrange(len(moves)))
        if sources & set(self._positions):
            sources |= set(self._positions)
        self._sources = {name: number for number, name in enumerate(sorted(sources))}
        self._types = {kind: number for number, kind in enumerate(sorted(types))}
        return most

    def _slots_for(self, most: int) -> int:
        """Return a number of slots for lists in which up to `most` moves need one."""
        declared = self.game.declaration
        if not most:
            return LEAST_SLOTS if len(declared.types) > len(self._types) else FEW_SLOTS
        dice = any(player.chance for player in declared.players)
        return max(LEAST_SLOTS, 1 << ((SPARE_OF_DICE if dice else SPARE) * most - 1).bit_length())

    def _own_number(self, move: Move) -> int:
        """Return the number of a move that is unique in its list, HASHED if there is none."""
        source = self._sources.get(move.source or move.piece or "")
        target = self._positions.get(move.target or "")
        kind = self._types.get(move.type)
        if source is None or target is None or kind is None:
            return HASHED
        return int(self.combined(source, target, kind))

    def combined(self, source: Number, target: Number, kind: Number) -> Number:
        """Return the number for indexes of a source, target and type; also for arrays."""
        return (source * len(self._positions) + target) * len(self._types) + kind

    @lazy
    def by_position(self) -> NDArray[np.int64]:
        """Source index of each position, HASHED if it is not a source."""
        return np.array([self._sources.get(name, HASHED) for name in self.game.positions])

    @lazy
    def by_piece(self) -> NDArray[np.int64]:
        """Source index of each piece type in a cell; index 0 stands for no type."""
        return np.array([HASHED, *(self._sources.get(name, HASHED) for name in self.game.pieces)])

    @lazy
    def by_type(self) -> NDArray[np.int64]:
        """Index of each move type."""
        most = max(self._types, default=0)
        return np.array([self._types.get(kind, HASHED) for kind in range(most + 1)])

    # -- numbers --------------------------------------------------------------------------------

    def numbers(self, state: Playthrough) -> list[int]:
        """Return a number for each legal move; equal moves share one.

        Raises TypeError if `state` is not a State, ValueError if it belongs to another game,
        ForthgameError if more moves need slots than there are.
        """
        self.game.check_states((state,))
        position, newest = state.position, self._newest
        if newest[0] is not position:
            newest = self._newest = (position, self.of(state.moves()))
        return newest[1]

    def of(self, moves: Moves) -> list[int]:
        """Return the numbers of a list of moves, from a cache for lists that recur in a search."""
        arguments.instance(moves, Moves, "the list of moves", "a list of moves")
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
                pair = (self._own_number(move), move.key)
                if len(record) <= SHORT:
                    if len(known) >= KNOWN:
                        known.clear()
                    known[record] = pair
            found.append(pair)
        numbers = [own for own, _ in found]
        if HASHED not in numbers and len(set(numbers)) == len(numbers):
            return numbers
        return self._with_slots(found)

    def _with_slots(self, found: Sequence[tuple[int, int]]) -> list[int]:
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
        """Return the distinct numbers of the legal moves in ascending order."""
        return sorted(set(self.numbers(state)))

    def index(self, state: Playthrough, action: int) -> int:
        """Return the index in the move list of the given action number. Raises IllegalMove."""
        numbers = self.numbers(state)
        try:
            return numbers.index(action)
        except ValueError:
            raise IllegalMove(str(action), state.player, [], state.ending_text()) from None

    def weights(self, state: Playthrough) -> dict[int, float]:
        """Return the probability of each move of a chance player by number."""
        self.game.check_states((state,))
        moves = state.moves()
        found: Counter[int] = Counter()
        for number, move in zip(self.of(moves), moves, strict=True):
            found[number] += move.weight
        total = sum(found.values())
        if not total:
            return {number: 1 / len(found) for number in sorted(found)}
        return {number: found[number] / total for number in sorted(found) if found[number]}
