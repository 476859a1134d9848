"""Batches: many positions of a game that are played together, with arrays."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from forthgame.base import arguments
from forthgame.base.environment import entropy
from forthgame.base.errors import ForthgameError, IllegalMove, NoRoomError
from forthgame.machine.memory.locks import exclusive_use, one_at_a_time
from forthgame.machine.random_streams import as_started, entropy_of
from forthgame.position.machine_binding import release
from forthgame.position.new_games import begin
from forthgame.position.playthrough import Playthrough
from forthgame.position.position_record import POINTS, Position, Verdict, outcome_name
from forthgame.rules.checkpoint import looking_ahead
from forthgame.rules.facts.proof_conditions import begins_by_seed
from forthgame.rules.script import Script
from forthgame.words.lists import batch_records as rows
from forthgame.words.registers import call_registers, extension_registers, memory_layout as at

C = TypeVar("C", bound=Callable[..., Any])
KEY_BYTES = 8
FIRST_ROOM = 2048  # bytes for the moves of a list; enlarged if necessary
SPARE = 1 << 20  # at most so many bytes more than the longest list takes
Room = tuple[int, int]  # bytes for lists, number of keys of earlier positions
CELL = 0xFFFFFFFF
Places = NDArray[np.intp] | None  # numbers of positions; None for all
MOST = 1 << 22  # positions of a batch
FEW = 3  # up to so many new games are set up one by one
CELLS = rows.ROW_BYTES // 4
CHOSEN, COUNT, RESULT, PLAYER, TURN, ENDING, SCORED, DONE = range(CELLS)
RESULTS = {None: at.UNKNOWN_SCORE, "win": at.WIN_SCORE, "draw": at.DRAW_SCORE,
           "loss": at.LOSS_SCORE}  # fmt: skip


def array_of(given: ArrayLike) -> NDArray[Any]:
    """Return an array; for lists of different lengths it holds None."""
    try:
        return np.asarray(given)
    except ValueError:
        return np.asarray(None)


def chosen_of(which: ArrayLike, size: int) -> NDArray[np.intp]:
    """Return the positions given by numbers or flags. Raises TypeError or IndexError."""
    chosen = array_of(which)
    if chosen.shape == (0,):  # an empty list has floats
        return chosen.astype(np.intp)
    if chosen.ndim != 1 or chosen.dtype.kind not in "iub":
        raise TypeError("which positions begin anew is a list of their numbers or of flags")
    if chosen.dtype.kind == "b":
        if len(chosen) != size:
            raise IndexError(f"{len(chosen)} flags for {size} positions")
        return np.flatnonzero(chosen)
    outside = (chosen >= size) | (chosen < -size)
    if outside.any():  # checked before the conversion, in which large numbers wrap
        raise IndexError(f"there is no position {chosen[outside][0]} among {size}")
    return chosen.astype(np.intp) % size


def index_of(places: Places) -> Any:
    return slice(None) if places is None else places


def common_new_game(game: Script, seed: int) -> Playthrough | None:
    """Return the new game of a seed if those of other seeds differ only in their random streams."""
    if begins_by_seed(game):
        return None
    other, first = (begin(game, seed + k) for k in (1, 0))
    started = as_started(*first.kept_streams(), seed)
    return first if started and first.fingerprint == other.fingerprint else None


def with_seeds(record: NDArray[np.uint8], seeds: Sequence[int]) -> NDArray[np.uint8]:
    """Return copies of a new game's record, each with the random streams of a seed."""
    records = np.tile(record, (len(seeds), 1))
    second = rows.RECORD_STREAMS + at.RANDOM2 - at.RANDOM
    for start, numbers, kind in (
        (rows.RECORD_STREAMS, [k & CELL for k in seeds], np.uint32),
        (second, [k + 1 & CELL for k in seeds], np.uint32),
        (rows.RECORD_ENTROPY, [entropy_of(k) for k in seeds], np.uint64),
    ):
        values = np.array(numbers, kind)
        width = values.dtype.itemsize
        records[:, start : start + width] = values.view(np.uint8).reshape(-1, width)
    return records


def room_for(moves: int) -> int:
    """Return the bytes to reserve for lists if the longest takes `moves` bytes."""
    return (moves + min(moves, SPARE) + 63) // 64 * 64


def stride_of(list_start: int, room: Room) -> int:
    """Return the bytes of a record whose list begins at the offset `list_start`."""
    return (list_start + room[0] + room[1] * KEY_BYTES + 63) // 64 * 64


def with_room(
    before: NDArray[np.uint8], list_start: int, old: Room, new: Room
) -> NDArray[np.uint8]:
    records = np.zeros((len(before), stride_of(list_start, new)), np.uint8)
    start, place, used = list_start + old[0], list_start + new[0], old[1] * KEY_BYTES
    records[:, :start] = before[:, :start]
    records[:, place : place + used] = before[:, start : start + used]
    return records


def raises_no_room(method: C) -> C:
    """Decorate a function so that it raises NoRoomError if memory runs out."""

    @wraps(method)
    def call(*arguments: Any, **options: Any) -> Any:
        try:
            return method(*arguments, **options)
        except NoRoomError:
            raise
        except MemoryError:
            raise NoRoomError("there is too little memory left for the batch") from None

    return call  # type: ignore[return-value]


@one_at_a_time("step reset state", "game.lock")
@exclusive_use("_run _record_of")
class Batch:
    """Many positions of a game, each equal to a State after the same moves.

    The arrays `counts`, `over`, `movers`, `turns` and `returns()` have an entry for each position.
    `len` gives the number of positions, `game` is the Game.
    """

    def __init__(self, game: Script, states: Sequence[Playthrough] | int, seed: int | None) -> None:
        self.game = game
        self._size = states if isinstance(states, int) else len(states)
        self._seats = game.declaration.competitors
        self._keys = 64 if game.forth.processor.register(extension_registers.PLAYED_USED) else 0
        board = game.forth.processor.register(at.BOARD_SIZE)
        self._board = board
        self._list_start = rows.RECORD_BOARD + (board + 63) // 64 * 64
        self._room = FIRST_ROOM
        self._records = self._empty()
        self._table: NDArray[np.int32] = np.zeros((self._size, CELLS), np.int32)
        players = len(game.declaration.players) + 1
        self._returns: NDArray[np.int32] = np.zeros((self._size, 2, players), np.int32)
        self._outcomes: dict[int, dict[str, str]] = {}  # of positions that were queried one by one
        self._levels: list[int | None] = [None] * self._size
        self._torn: frozenset[int] = frozenset()  # positions whose rows may be out of date
        with game.lock:
            if isinstance(states, int):
                self._begin_anew(None, entropy() if seed is None else seed)
                return
            for number, state in enumerate(states):
                self._write(number, state)
                known = write_row(game, state.position, self._table[number], self._returns[number])
                self._table[number, CHOSEN] = -1 if known else 0
                if known and state.position.outcomes:
                    self._outcomes[number] = state.position.outcomes
            self._run("(batch-begin)")

    def __len__(self) -> int:
        return self._size

    def __repr__(self) -> str:
        return f"<Batch {self.game.name}: {self._size} positions, {int(self.over.sum())} over>"

    def __reduce__(self) -> tuple[Any, ...]:
        return (new_batch, (self.game, [self.state(k) for k in range(self._size)], None))

    # -- queries --------------------------------------------------------------------------------

    @property
    def over(self) -> NDArray[np.bool_]:
        """Return for each position whether its game has ended."""
        return np.not_equal(self._rows[:, RESULT], at.UNKNOWN_SCORE)

    @property
    def counts(self) -> NDArray[np.int32]:
        """Return the number of legal moves in each position, 0 if its game has ended."""
        return np.where(self.over, np.int32(0), self._rows[:, COUNT])

    @property
    def movers(self) -> NDArray[np.int32]:
        """Return the player to move as an index into `game.players`, or -1 for none."""
        numbers = (self._rows[:, PLAYER] & at.PLAYER_NUMBER_MASK) // at.PLAYER_UNIT - 1
        return np.where(numbers < len(self.game.players), numbers, np.int32(-1))

    @property
    def turns(self) -> NDArray[np.int32]:
        """Return the number of the turn in each position, from 1."""
        return self._rows[:, TURN].copy()

    def returns(self) -> NDArray[np.float64]:
        """Return results as `State.returns` does: a row per position, a column per competitor."""
        found = np.zeros((self._size, len(self._seats)))
        over = self.over
        by_ending = over & (self._table[:, ENDING] > 0)
        if by_ending.any():
            points = points_of(_results(self, by_ending))
            scores = _results(self, by_ending, 1)
            found[by_ending] = np.where(self._scored[by_ending, None], scores, points)
        if (rest := over & ~by_ending).any():
            _fill(self, found, rest)
        return found

    @property
    def _scored(self) -> NDArray[np.bool_]:
        return np.asarray(self.over & (self._table[:, SCORED] != 0), np.bool_)

    def state(self, number: int) -> Playthrough:
        """Return a position of the batch as a separate State, without its history.

        `number` is its index, from 0. Raises TypeError or ValueError if there is none.
        """
        number = arguments.whole(number, "the number of a position", 0, self._size - 1)
        row, record = self._rows[number], self._records[number]
        cells = record[rows.RECORD_STATE : rows.RECORD_STATE + 16].view(np.int32)
        moves, count, stands, listed = cells.tolist()
        position = Position(
            record[: at.TURN_BLOCK_SIZE].tobytes(),
            record[rows.RECORD_BOARD : rows.RECORD_BOARD + self._board].tobytes(),
        )
        if listed:
            header = record[rows.RECORD_HEADER : rows.RECORD_BOARD].tobytes()
            position.arena = header + record[self._list_start : self._list_start + moves].tobytes()
            position.count = int(row[COUNT])
            read_row(self.game, row, self._returns[number], position)
            position.outcomes = self._outcomes.get(number)
        streams = record[rows.RECORD_STREAMS : rows.RECORD_ENTROPY].tobytes()
        own = record[rows.RECORD_ENTROPY : rows.RECORD_ENTROPY + 8].tobytes()
        state: Playthrough = self.game.states(self.game, position, streams, own)
        state.level = self._levels[number]
        if self._keys:
            first = self._list_start + self._room
            past = (count - (1 if stands else 0)) * KEY_BYTES
            state.played_keys = record[first : first + past].tobytes()
        return state

    # -- changes --------------------------------------------------------------------------------

    @raises_no_room
    def step(self, moves: ArrayLike) -> None:
        """Play a move in each position: `moves` has a move number for each position.

        A position stays unchanged if its number is negative or its game has ended. Raises
        IllegalMove before anything is played if a number is too high, and ScriptError if the script
        fails; the positions before that one have then been played.
        """
        chosen = array_of(moves)
        if chosen.shape != (self._size,) or chosen.dtype.kind not in "iu":
            raise TypeError(f"moves are {self._size} whole numbers, one for each position")
        counts = self.counts
        wrong = (chosen >= counts) & (counts > 0)
        if wrong.any():
            first = int(np.argmax(wrong))
            legal = f"0 to {counts[first] - 1}"
            raise IllegalMove(str(chosen[first]), f"position {first} of the batch", [legal])
        self._table[:, CHOSEN] = np.where((counts > 0) & (chosen >= 0), chosen, -1)
        self._run("(batch-step)")

    @raises_no_room
    def reset(self, which: ArrayLike | None = None, *, seed: int | None = None) -> None:
        """Start new games in the positions `which`, given by numbers or flags, or in all.

        Position k begins as `new_game(seed + k)` does; negative numbers count from the end. Raises
        TypeError, IndexError for positions outside of the batch, and ScriptError if the script
        fails; then, as after Ctrl-C, all positions are unchanged.
        """
        seed = arguments.optional_whole(seed, "a seed")
        first = entropy() if seed is None else seed
        places = None if which is None else chosen_of(which, self._size)
        before, torn = self._kept(places), self._torn
        try:
            self._torn = torn.union(np.arange(self._size)[index_of(places)].tolist())
            self._begin_anew(places, first)
        except BaseException:
            self._put_back(places, before)
            self._torn = torn
            raise

    def _begin_anew(self, places: Places, seed: int) -> None:
        self._write_new(places, seed)
        self._table[:, CHOSEN] = -1
        self._table[index_of(places), CHOSEN] = 0
        if self._outcomes:
            begun = set(np.arange(self._size)[index_of(places)].tolist())
            self._outcomes = {
                k: outcomes for k, outcomes in self._outcomes.items() if k not in begun
            }
        self._run("(batch-begin)")

    def _write_new(self, places: Places, seed: int) -> None:
        numbers = np.arange(self._size)[index_of(places)].tolist()
        seeds = [seed + k for k in numbers]
        state = common_new_game(self.game, seed) if len(seeds) > FEW else None
        if state is not None:
            records = with_seeds(self._record_of(state), seeds)
            if places is None:
                self._records = records
            else:
                self._records[places] = records
            for place in numbers:
                self._levels[place] = state.level
            return
        if places is None:
            self._records = self._empty()  # the old records may be restored
        for place, own in zip(numbers, seeds, strict=True):
            self._write(place, begin(self.game, own))

    @property
    def _rows(self) -> NDArray[np.int32]:
        """Return the table, after mending rows that an interrupted call has left out of date."""
        if self._torn:
            self._mend()
        return self._table

    @raises_no_room
    def _mend(self) -> None:
        with self.game.lock:
            if self._torn:
                self._table[:, CHOSEN] = -1
                self._table[list(self._torn), CHOSEN] = 0
                self._run("(batch-begin)")

    # -- records --------------------------------------------------------------------------------

    @property
    def _players(self) -> list[Any]:
        return [p for p in self.game.declaration.players if p.name in self._seats]

    @property
    def _stride(self) -> int:
        return stride_of(self._list_start, (self._room, self._keys))

    def _empty(self) -> NDArray[np.uint8]:
        return np.zeros((self._size, self._stride), np.uint8)

    def _write(self, number: int, state: Playthrough) -> None:
        self._records[number] = self._record_of(state)
        self._levels[number] = state.level

    def _record_of(self, state: Playthrough) -> NDArray[np.uint8]:
        if self.game.active is state:
            state.leave()
        position = state.position
        arena = position.whole_list
        moves = arena[at.LIST_BYTES :]
        past = len(state.played_keys) // KEY_BYTES
        if len(moves) > self._room or (self._keys and past + 1 > self._keys):
            self._grow(len(moves), past + 1)
        record = np.zeros(self._stride, np.uint8)
        self._put(record, 0, position.turn)
        self._put(record, rows.RECORD_STREAMS, state.random + state.entropy)
        self._put(record, rows.RECORD_HEADER, arena[: at.LIST_BYTES])
        self._put(record, rows.RECORD_BOARD, position.opened or position.board)
        self._put(record, self._list_start, moves)
        stands = 0
        if self._keys:
            state.enter()
            processor = self.game.forth.processor
            noted = processor.register(extension_registers.PLAYED_COUNT)
            stands = processor.register(extension_registers.PLAYED_STANDS)
            keys = processor.memory[at.PLAYED_KEYS : at.PLAYED_KEYS + noted * KEY_BYTES]
            self._put(record, self._list_start + self._room, keys)
            past = noted
        cells = (len(moves), past, stands, -1 if arena else 0)
        self._put(record, rows.RECORD_STATE, np.array(cells, np.int32).tobytes())
        return record

    @staticmethod
    def _put(record: NDArray[np.uint8], start: int, data: bytes) -> None:
        record[start : start + len(data)] = np.frombuffer(data, np.uint8)

    def _grow(self, moves: int, keys: int) -> None:
        room = self._room if moves <= self._room else room_for(moves)
        key_room = 2 * keys if 0 < self._keys < keys else self._keys
        old = self._room, self._keys
        records = with_room(self._records, self._list_start, old, (room, key_room))
        self._records, self._room, self._keys = records, room, key_room

    def _kept(self, places: Places) -> tuple[Any, ...]:
        records = self._records if places is None else self._records[places]
        copies = [array[index_of(places)].copy() for array in (self._table, self._returns)]
        return records, *copies, self._levels.copy(), self._outcomes, self._room, self._keys

    def _put_back(self, places: Places, kept: tuple[Any, ...]) -> None:
        records, table, returns, levels, self._outcomes, room, keys = kept
        if places is None:
            self._records, self._room, self._keys = records, room, keys
        else:
            old, new = (room, keys), (self._room, self._keys)
            fits = old == new
            self._records[places] = (
                records if fits else with_room(records, self._list_start, old, new)
            )
        self._table[index_of(places)] = table
        self._returns[index_of(places)] = returns
        self._levels = levels

    # -- the machine ----------------------------------------------------------------------------

    def _bind(self) -> None:
        processor = self.game.forth.processor
        for register, array in (
            (call_registers.BATCH_RECORDS, self._records),
            (call_registers.BATCH_TABLE, self._table),
            (call_registers.BATCH_RETURNS, self._returns),
        ):
            processor.i64[register >> 3] = array.ctypes.data - processor.address
        processor.i64[call_registers.BATCH_STRIDE.index] = self._stride
        processor.set_registers({
            call_registers.BATCH_MOVES: self._room, call_registers.BATCH_KEYS: self._keys,
            call_registers.BATCH_END: self._size,
        })  # fmt: skip

    def _run(self, word: str) -> None:
        game = self.game
        processor = game.forth.processor
        release(game)
        processor.standing = None
        before, torn = self._table.copy(), self._torn
        number = 0
        processor.set_register(call_registers.BATCH_AT, 0)  # no position yet
        try:
            with looking_ahead(game):
                while True:
                    self._bind()
                    number = game.call_short(word, number)
                    if number >= self._size:
                        chosen = before[:, CHOSEN] >= 0
                        self._torn = torn and torn.difference(np.flatnonzero(chosen))
                        return
                    moves = processor.register(at.ARENA_TOP) - at.ARENA
                    self._grow(moves, processor.register(extension_registers.PLAYED_COUNT))
                    self._bind()
                    game.run_word("(batch-save)", number)
                    number += 1
        except BaseException:
            failed = processor.register(call_registers.BATCH_AT)
            if not self._table[failed, DONE]:
                self._table[failed] = before[failed]
            raise
        finally:
            processor.standing = None
            processor.set_register(call_registers.BATCH_END, 0)


@raises_no_room
def new_batch(game: Script, states: Sequence[Playthrough] | int, seed: int | None) -> Batch:
    seed = arguments.optional_whole(seed, "a seed")
    if game.forth.processor.register(extension_registers.CHOICE_CELL):
        raise ForthgameError(f"players of {game.name} choose together; a batch cannot do that")
    if isinstance(states, Sequence):
        game.check_states(states)
        if not states:
            raise ValueError("a batch has at least one position")
        return Batch(game, states, seed)
    return Batch(game, arguments.whole(states, "the number of positions", 1, MOST), seed)


# -- results --------------------------------------------------------------------------------------


def points_of(results: NDArray[np.int32]) -> NDArray[np.float64]:
    return np.where(results > 0, 1.0, np.where(results == at.DRAW_SCORE, 0.5, 0.0))


def outcome_points(batch: Batch) -> NDArray[np.float64]:
    """Return `Batch.returns` with outcomes in place of scores.

    A score alone does not show the winners: friends win together, and an ending may name winners.
    """
    found = batch.returns()
    scored = batch._scored
    found[scored] = points_of(_results(batch, scored))
    return found


def _results(batch: Batch, which: NDArray[np.bool_], kind: int = 0) -> NDArray[np.int32]:
    """Return the competitors' results in games decided by an ending; for kind 1 their scores."""
    numbers = [player.code // at.PLAYER_UNIT for player in batch._players]
    found: NDArray[np.int32] = batch._returns[which, kind][:, numbers]
    return found


def _fill(batch: Batch, found: NDArray[np.float64], rest: NDArray[np.bool_]) -> None:
    """Fill in the results of OnIsGameOver, which are those of the player to move."""
    codes = np.array([p.code & at.PLAYER_NUMBER_MASK for p in batch._players])
    movers = batch._table[:, PLAYER] & at.PLAYER_NUMBER_MASK
    own = movers[:, None] == codes[None, :]
    results = batch._table[:, RESULT]
    plain = rest & (own.any(axis=1) & (len(codes) == 2) | (results == at.DRAW_SCORE))
    points = points_of(results)
    found[plain] = np.where(own, points[:, None], 1.0 - points[:, None])[plain]
    for number in np.flatnonzero(rest & ~plain).tolist():
        if number not in batch._outcomes:
            batch._outcomes[number] = batch.state(number).outcomes()
        found[number] = [POINTS[outcome] for outcome in batch._outcomes[number].values()]


def read_row(
    game: Script, row: NDArray[np.int32], returns: NDArray[np.int32], into: Position
) -> None:
    """Store the end of a game in its position, from the machine's row.

    `returns` has results and scores by player, with players counted from 1.
    """
    into.asked, into.outcome = True, outcome_name(int(row[RESULT]))
    endings = game.declaration.endings.asked
    if into.outcome is None or not 1 <= row[ENDING] <= len(endings):
        return
    outcomes, scores = dict[str, str](), dict[str, int]()
    for player in game.declaration.players:
        number = player.code // at.PLAYER_UNIT
        outcomes[player.name] = outcome_name(int(returns[0, number])) or ""
        if row[SCORED]:
            scores[player.name] = int(returns[1, number])
    into.verdict = Verdict(endings[row[ENDING] - 1].name, outcomes, scores)


def write_row(
    game: Script, position: Position, row: NDArray[np.int32], returns: NDArray[np.int32]
) -> bool:
    """Write the row of a position whose moves and result are known: the inverse of read_row.

    This avoids drawing random numbers for them again. Returns False for any other position, without
    writing anything.
    """
    if not position.asked or not position.has_list:
        return False
    _, row[PLAYER], *_, row[TURN] = struct.unpack_from("<5i", position.turn)
    row[COUNT], row[RESULT] = position.count, RESULTS[position.outcome]
    row[ENDING] = row[SCORED] = 0
    verdict = position.verdict
    if verdict is not None:
        names = [ending.name for ending in game.declaration.endings.asked]
        row[ENDING], row[SCORED] = names.index(verdict.name) + 1, -1 if verdict.scores else 0
        for player in game.declaration.players:
            number = player.code // at.PLAYER_UNIT
            returns[0, number] = RESULTS[verdict.outcomes[player.name] or None]
            returns[1, number] = verdict.scores.get(player.name, 0)
    return True
