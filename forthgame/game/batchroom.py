"""The memory of a batch: how long its records are, and what there is where they do not fit in."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from forthgame.errors import NoRoomError

C = TypeVar("C", bound=Callable[..., Any])
KEY_BYTES = 8
FIRST_ROOM = 2048  # bytes for the moves of a list, which grow as they have to,
SPARE = 1 << 20  # and at most so many more than the longest list takes
Room = tuple[int, int]  # bytes for lists, numbers of keys of earlier positions


def room_for(moves: int) -> int:
    """Bytes for lists of which the longest takes so many."""
    return (moves + min(moves, SPARE) + 63) // 64 * 64


def stride_of(behind: int, room: Room) -> int:
    """Bytes of a record whose list begins `behind` its start."""
    return (behind + room[0] + room[1] * KEY_BYTES + 63) // 64 * 64


def with_room(before: NDArray[np.uint8], behind: int, old: Room, new: Room) -> NDArray[np.uint8]:
    """Copies of records, with another room for lists and pasts."""
    records = np.zeros((len(before), stride_of(behind, new)), np.uint8)
    start, place, used = behind + old[0], behind + new[0], old[1] * KEY_BYTES
    records[:, :start] = before[:, :start]
    records[:, place : place + used] = before[:, start : start + used]
    return records


def in_memory(method: C) -> C:
    """Decorates what may need more memory than there is: then it raises NoRoomError."""

    @wraps(method)
    def call(*arguments: Any, **options: Any) -> Any:
        try:
            return method(*arguments, **options)
        except NoRoomError:
            raise
        except MemoryError:
            raise NoRoomError("there is too little memory left for the batch") from None

    return call  # type: ignore[return-value]
