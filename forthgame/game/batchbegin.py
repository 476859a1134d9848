"""Records of a batch: their size, selection and initial contents, and a lack of memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from forthgame.errors import NoRoomError
from forthgame.game.proof_conditions import begins_by_seed
from forthgame.game.streams import as_started, entropy_of
from forthgame.lang import layout as at
from forthgame.lang.words import batch as rows

if TYPE_CHECKING:
    from forthgame.game.playthrough import Playthrough
    from forthgame.game.script import Script

C = TypeVar("C", bound=Callable[..., Any])
KEY_BYTES = 8
FIRST_ROOM = 2048  # bytes for the moves of a list; enlarged if necessary
SPARE = 1 << 20  # at most so many bytes more than the longest list takes
Room = tuple[int, int]  # bytes for lists, number of keys of earlier positions
CELL = 0xFFFFFFFF
Places = NDArray[np.intp] | None  # numbers of positions; None for all


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


def alike(game: Script, seed: int) -> Playthrough | None:
    """Return the new game of a seed if those of other seeds differ only in their random streams."""
    if begins_by_seed(game):
        return None
    other, first = (game.new_game(seed + k) for k in (1, 0))
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


def stride_of(behind: int, room: Room) -> int:
    """Return the bytes of a record whose list begins at the offset `behind`."""
    return (behind + room[0] + room[1] * KEY_BYTES + 63) // 64 * 64


def with_room(before: NDArray[np.uint8], behind: int, old: Room, new: Room) -> NDArray[np.uint8]:
    records = np.zeros((len(before), stride_of(behind, new)), np.uint8)
    start, place, used = behind + old[0], behind + new[0], old[1] * KEY_BYTES
    records[:, :start] = before[:, :start]
    records[:, place : place + used] = before[:, start : start + used]
    return records


def in_memory(method: C) -> C:
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
