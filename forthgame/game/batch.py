"""Many positions of a game, played together: arrays in, arrays out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from forthgame import arguments
from forthgame.errors import ForthgameError, IllegalMove, ScriptError
from forthgame.game.alone import alone
from forthgame.game.played import Position
from forthgame.game.result import competitors
from forthgame.game.settings import CUT_SHORT
from forthgame.game.streams import entropy, entropy_of
from forthgame.lang import beyond as more
from forthgame.lang import calling
from forthgame.lang import layout as at
from forthgame.lang.words import batch as rows
from forthgame.vm.sharing import one_at_a_time

if TYPE_CHECKING:
    from forthgame.api.game import Game
    from forthgame.api.state import State

MOST = 1 << 22  # positions of a batch
FIRST_ROOM = 2048  # bytes for the moves of a list, which grow as they have to
CELLS = rows.ROW_BYTES // 4
CHOSEN, COUNT, RESULT, PLAYER, TURN, ENDING, SCORED, _ = range(CELLS)
KEY_BYTES = 8
CELL = 0xFFFFFFFF


@one_at_a_time("step reset state", "game._lock")
@alone("_run _record_of")
class Batch:
    """Many positions of a game. Each is equal to a State that has played the same moves.

    The arrays `counts`, `over`, `movers`, `turns` and `returns()` have an entry for each position;
    `len` gives how many there are, `game` is the Game.
    """

    def __init__(self, game: Game, states: Sequence[State] | int, seed: int | None) -> None:
        self.game = game
        self._size = states if isinstance(states, int) else len(states)
        self._seats = competitors(game)
        self._keys = 64 if game._forth.processor.register(more.PLAYED_USED) else 0
        board = game._forth.processor.register(at.BOARD_SIZE)
        self._board = board
        self._behind = rows.RECORD_BOARD + (board + 63) // 64 * 64
        self._room = FIRST_ROOM
        self._records = self._empty()
        self._table: NDArray[np.int32] = np.zeros((self._size, CELLS), np.int32)
        players = len(game._declaration.players) + 1
        self._returns: NDArray[np.int32] = np.zeros((self._size, players), np.int32)
        self._told: dict[int, list[float]] = {}  # returns that have to be asked for one by one
        self._levels: list[int | None] = [None] * self._size
        self._torn: NDArray[np.int64] | None = None  # positions whose rows may not fit them
        if isinstance(states, int):
            self.reset(seed=seed)
            return
        with game._lock:
            for number, state in enumerate(states):
                self._write(number, state)
            self._table[:, CHOSEN] = 0
            self._run("(batch-begin)")

    def __len__(self) -> int:
        return self._size

    def __repr__(self) -> str:
        return f"<Batch {self.game.name}: {self._size} positions, {int(self.over.sum())} over>"

    def __reduce__(self) -> tuple[Any, ...]:
        return (new_batch, (self.game, [self.state(k) for k in range(self._size)], None))

    # -- what can be asked ----------------------------------------------------------------------

    @property
    def over(self) -> NDArray[np.bool_]:
        """Whether each game has ended."""
        ended: NDArray[np.bool_] = self._rows[:, RESULT] != at.UNKNOWN_SCORE
        return ended

    @property
    def counts(self) -> NDArray[np.int32]:
        """The number of moves that can be played in each position: 0 where the game has ended."""
        return np.where(self.over, np.int32(0), self._rows[:, COUNT])

    @property
    def movers(self) -> NDArray[np.int32]:
        """The player to move, as a number in `game.players`."""
        return (self._rows[:, PLAYER] & at.PLAYER_NUMBER_MASK) // at.PLAYER_UNIT - 1

    @property
    def turns(self) -> NDArray[np.int32]:
        """The number of the turn, from 1."""
        return self._rows[:, TURN].copy()

    def returns(self) -> NDArray[np.float64]:
        """What `State.returns` gives: a row for each position, a column for each competitor."""
        found = np.zeros((self._size, len(self._seats)))
        over = self.over
        by_ending = over & (self._table[:, ENDING] > 0)
        numbers = [p.code // at.PLAYER_UNIT for p in self._players]
        if by_ending.any():
            told = self._returns[by_ending][:, numbers]
            scored = self._table[by_ending, SCORED] != 0
            found[by_ending] = np.where(scored[:, None], told, _points(told))
        rest = over & ~by_ending
        if rest.any():
            self._fill(found, rest)
        return found

    def state(self, number: int) -> State:
        """Return a position of the batch as a separate State, without its history.

        `number` is its place, from 0. Raises TypeError or ValueError if there is none.
        """
        number = arguments.whole(number, "the number of a position", 0, self._size - 1)
        row, record = self._rows[number], self._records[number]
        moves, count, stands, listed = self._cells(number)
        position = Position(
            record[: at.TURN_BLOCK_SIZE].tobytes(),
            record[rows.RECORD_BOARD : rows.RECORD_BOARD + self._board].tobytes(),
        )
        if listed:
            header = record[rows.RECORD_HEADER : rows.RECORD_BOARD].tobytes()
            position.arena = header + record[self._behind : self._behind + moves].tobytes()
            position.count = int(row[COUNT])
        streams = record[rows.RECORD_STREAMS : rows.RECORD_ENTROPY].tobytes()
        own = record[rows.RECORD_ENTROPY : rows.RECORD_ENTROPY + 8].tobytes()
        state = self.game._states(self.game, position, streams, own)
        state.level = self._levels[number]
        if self._keys:
            first = self._behind + self._room
            past = (count - (1 if stands else 0)) * KEY_BYTES
            state._played = record[first : first + past].tobytes()
        return state

    # -- what can be done -----------------------------------------------------------------------

    def step(self, moves: ArrayLike) -> None:
        """Play a move in each position: `moves` are their numbers, one for each position.

        A position stays unchanged if its number is negative or its game has ended. Raises
        IllegalMove before anything is played if a number is too high, and ScriptError if the
        script fails; the positions before that one have then been played.
        """
        chosen = np.asarray(moves)
        if chosen.shape != (self._size,) or chosen.dtype.kind not in "iu":
            raise TypeError(f"moves are {self._size} whole numbers, one for each position")
        counts = self.counts
        wrong = (chosen >= counts) & (counts > 0)
        if wrong.any():
            first = int(np.argmax(wrong))
            legal = f"0 to {counts[first] - 1}"
            raise IllegalMove(str(chosen[first]), f"position {first} of the batch", [legal])
        self._table[:, CHOSEN] = np.where((counts > 0) & (chosen >= 0), chosen, -1)
        self._told.clear()
        self._run("(batch-step)")

    def reset(self, which: ArrayLike | None = None, *, seed: int | None = None) -> None:
        """Start new games in `which` positions, given by numbers or flags, or in all.

        Position k begins as `new_game(seed + k)` does; negative numbers count from the end. Raises
        TypeError, or IndexError for positions that are not there.
        """
        seed = arguments.optional_whole(seed, "a seed")
        first = entropy() if seed is None else seed
        places = np.arange(self._size)
        if which is not None:
            places = places[_chosen_of(which, self._size)]
        self._mend()
        self._table[:, CHOSEN] = -1
        self._table[places, CHOSEN] = 0
        self._told.clear()
        self._torn = places
        if self._set_up_alike(first):
            self._write_alike(places, first)
        else:
            for number in places.tolist():
                self._write(number, self.game.new_game(first + number))
        self._run("(batch-begin)")

    @property
    def _rows(self) -> NDArray[np.int32]:
        """The table. Its rows are made again where a call that changed them was interrupted."""
        if self._torn is not None:
            self._mend()
        return self._table

    def _mend(self) -> None:
        """Make the rows again that may not fit their positions."""
        with self.game._lock:
            if self._torn is not None:
                self._table[:, CHOSEN] = -1
                self._table[self._torn, CHOSEN] = 0
                self._run("(batch-begin)")

    # -- records --------------------------------------------------------------------------------

    @property
    def _players(self) -> list[Any]:
        return [p for p in self.game._declaration.players if p.name in self._seats]

    @property
    def _stride(self) -> int:
        return self._stride_of(self._room, self._keys)

    def _stride_of(self, room: int, keys: int) -> int:
        return (self._behind + room + keys * KEY_BYTES + 63) // 64 * 64

    def _empty(self) -> NDArray[np.uint8]:
        return np.zeros((self._size, self._stride), np.uint8)

    def _cells(self, number: int) -> list[int]:
        part = self._records[number, rows.RECORD_STATE : rows.RECORD_STATE + 16]
        cells: list[int] = part.view(np.int32).tolist()
        return cells

    def _write(self, number: int, state: State) -> None:
        """Take over a State."""
        record = self._record_of(state)
        self._levels[number] = state.level
        self._records[number] = record

    def _record_of(self, state: State) -> NDArray[np.uint8]:
        """The record of a State: its position, list, streams and past."""
        if self.game._active is state:
            state._leave()
        position = state._position
        arena = position.whole_list
        moves = arena[at.LIST_BYTES :]
        past = len(state._played) // KEY_BYTES
        if len(moves) > self._room or (self._keys and past + 1 > self._keys):
            self._grow(len(moves), past + 1)
        record = np.zeros(self._stride, np.uint8)
        self._put(record, 0, position.turn)
        self._put(record, rows.RECORD_STREAMS, state._random + state._entropy)
        self._put(record, rows.RECORD_HEADER, arena[: at.LIST_BYTES])
        self._put(record, rows.RECORD_BOARD, position.board)
        self._put(record, self._behind, moves)
        stands = 0
        if self._keys:
            state._enter()
            processor = self.game._forth.processor
            noted = processor.register(more.PLAYED_COUNT)
            stands = processor.register(more.PLAYED_STANDS)
            keys = processor.memory[at.PLAYED_KEYS : at.PLAYED_KEYS + noted * KEY_BYTES]
            self._put(record, self._behind + self._room, keys)
            past = noted
        cells = (len(moves), past, stands, -1 if arena else 0)
        self._put(record, rows.RECORD_STATE, np.array(cells, np.int32).tobytes())
        return record

    @staticmethod
    def _put(record: NDArray[np.uint8], start: int, data: bytes) -> None:
        record[start : start + len(data)] = np.frombuffer(data, np.uint8)

    def _set_up_alike(self, seed: int) -> bool:
        """Whether new games are the same whatever the seed is: nothing was drawn to set them up."""
        first, other = (self.game.new_game(seed + k) for k in (1, 0))
        processor = self.game._forth.processor
        fresh = all(processor.register(stream + 8) == 0 for stream in (at.RANDOM, at.RANDOM2))
        own = processor.i64[at.ENTROPY >> 3] == entropy_of(seed)
        return fresh and own and first.fingerprint == other.fingerprint

    def _write_alike(self, places: NDArray[np.int64], seed: int) -> None:
        first = self.game.new_game(seed)
        record = self._record_of(first)
        for place in places.tolist():
            self._levels[place] = first.level
        records = np.tile(record, (len(places), 1))
        seeds = [seed + k for k in places.tolist()]
        second = rows.RECORD_STREAMS + at.RANDOM2 - at.RANDOM
        for start, numbers, kind in (
            (rows.RECORD_STREAMS, [k & CELL for k in seeds], np.uint32),
            (second, [k + 1 & CELL for k in seeds], np.uint32),
            (rows.RECORD_ENTROPY, [entropy_of(k) for k in seeds], np.uint64),
        ):
            values = np.array(numbers, kind)
            width = values.dtype.itemsize
            records[:, start : start + width] = values.view(np.uint8).reshape(-1, width)
        self._records[places] = records

    def _grow(self, moves: int, keys: int) -> None:
        """Make room in every record for longer lists or a longer past."""
        before, old_room, old_keys = self._records, self._room, self._keys
        room = max(old_room, (2 * moves + 63) // 64 * 64 if moves > old_room else 0)
        held = max(old_keys, 2 * keys if keys > old_keys else 0) if old_keys else 0
        records = np.zeros((self._size, self._stride_of(room, held)), np.uint8)
        old, new, used = self._behind + old_room, self._behind + room, old_keys * KEY_BYTES
        records[:, :old] = before[:, :old]
        records[:, new : new + used] = before[:, old : old + used]
        self._records, self._room, self._keys = records, room, held

    # -- the machine ----------------------------------------------------------------------------

    def _bind(self) -> None:
        """Give the machine the addresses of the arrays."""
        processor = self.game._forth.processor
        for register, array in (
            (calling.BATCH_RECORDS, self._records),
            (calling.BATCH_TABLE, self._table),
            (calling.BATCH_RETURNS, self._returns),
        ):
            processor.i64[register >> 3] = array.ctypes.data - processor.address
        processor.i64[calling.BATCH_STRIDE >> 3] = self._stride
        processor.set_register(calling.BATCH_MOVES, self._room)
        processor.set_register(calling.BATCH_KEYS, self._keys)
        processor.set_register(calling.BATCH_END, self._size)

    def _run(self, word: str) -> None:
        """Run a word on every chosen position."""
        game = self.game
        processor = game._forth.processor
        if game._active is not None:
            game._active._leave()
            game._active = None
        processor.standing = None
        before = self._table.copy()
        chosen = np.flatnonzero(before[:, CHOSEN] >= 0)
        number = 0
        try:
            while True:
                self._bind()
                number = game._quick(word, number)
                if number >= self._size:
                    self._torn = None
                    return
                moves = processor.register(at.ARENA_TOP) - at.ARENA
                self._grow(moves, processor.register(more.PLAYED_COUNT))
                self._bind()
                game._run_word("(batch-save)", number)
                number += 1
        except BaseException as error:
            self._torn = chosen
            if isinstance(error, ScriptError) and error.number not in CUT_SHORT:
                failed = processor.register(calling.BATCH_AT)
                self._table[failed] = before[failed]
                self._torn = None
            raise
        finally:
            processor.standing = None
            processor.set_register(calling.BATCH_END, 0)

    def _fill(self, found: NDArray[np.float64], rest: NDArray[np.bool_]) -> None:
        """Results that OnIsGameOver has given, for the player to move."""
        codes = np.array([p.code & at.PLAYER_NUMBER_MASK for p in self._players])
        movers = self._table[:, PLAYER] & at.PLAYER_NUMBER_MASK
        own = movers[:, None] == codes[None, :]
        results = self._table[:, RESULT]
        plain = rest & (own.any(axis=1) & (len(codes) == 2) | (results == at.DRAW_SCORE))
        points = _points(results)
        found[plain] = np.where(own, points[:, None], 1.0 - points[:, None])[plain]
        for number in np.flatnonzero(rest & ~plain).tolist():
            if number not in self._told:
                self._told[number] = self.state(number).returns()
            found[number] = self._told[number]


def _chosen_of(which: ArrayLike, size: int) -> NDArray[Any]:
    """The index of positions that are given by numbers or flags. Raises TypeError or IndexError."""
    try:
        chosen = np.asarray(which)
    except ValueError:  # lists of different lengths
        chosen = np.asarray(None)
    if chosen.shape == (0,):  # of floats, where a list is empty
        return chosen.astype(np.intp)
    if chosen.ndim != 1 or chosen.dtype.kind not in "iub":
        raise TypeError("which positions begin anew is a list of their numbers or of flags")
    if chosen.dtype.kind == "b":
        if len(chosen) != size:
            raise IndexError(f"{len(chosen)} flags for {size} positions")
        return chosen
    outside = (chosen >= size) | (chosen < -size)
    if outside.any():  # seen before they are made indices: large ones would wrap
        raise IndexError(f"there is no position {chosen[outside][0]} among {size}")
    return chosen.astype(np.intp)


def _points(results: NDArray[np.int32]) -> NDArray[np.float64]:
    """1, 0.5 and 0 for a win, a draw and a loss."""
    return np.where(results > 0, 1.0, np.where(results == at.DRAW_SCORE, 0.5, 0.0))


def new_batch(game: Game, states: Sequence[State] | int, seed: int | None) -> Batch:
    """See Game.batch."""
    seed = arguments.optional_whole(seed, "a seed")
    if game._forth.processor.register(more.CHOICE_CELL):
        raise ForthgameError(f"players of {game.name} choose together; a batch cannot do that")
    if isinstance(states, Sequence):
        game._check_states(states)
        if not states:
            raise ValueError("a batch has at least one position")
        return Batch(game, states, seed)
    return Batch(game, arguments.whole(states, "the number of positions", 1, MOST), seed)
