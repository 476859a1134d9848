"""Action numbers for all positions of a batch, read from its arrays."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from forthgame.bridges.actions import Actions
from forthgame.position.batch import Batch
from forthgame.position.position_record import STEPS
from forthgame.words.lists import batch_records as rows
from forthgame.words.registers import memory_layout as at

NO_MOVE = -1
CELL = 4
MOST_ACTIONS = 12  # actions of a move that is read in bulk
HEADER = rows.RECORD_HEADER // CELL
Cells = NDArray[np.int32]


class BatchActions:
    """Action numbers of a batch, as a row for each position with a column for each move.

    Moves with at most one step of a piece are read in all positions together; positions with moves
    of several steps, or with moves that need slots, are read one by one.
    """

    def __init__(self, actions: Actions, batch: Batch) -> None:
        self.actions = actions
        self.batch = batch

    def boards(self) -> tuple[Cells, Cells]:
        """Return board records, and codes of the player to move."""
        cells = self._cells()
        start = rows.RECORD_BOARD // CELL
        return cells[:, start : start + self.batch._board // CELL], cells[:, 1]

    def _cells(self) -> Cells:
        return self.batch._records.view(np.int32)

    def read(self) -> NDArray[np.int64]:
        """Return the numbers; rows are padded with NO_MOVE."""
        counts, cells = self.batch.counts, self._cells()
        found = np.full((len(counts), max(1, int(counts.max()))), NO_MOVE, np.int64)
        plain = np.ones(len(counts), np.bool_)
        places = cells[:, HEADER + at.LIST_FIRST]
        for column in range(found.shape[1]):
            there = np.flatnonzero((counts > column) & plain)
            if not len(there):
                break
            starts = (places[there] - at.ARENA + self.batch._behind) // CELL
            numbers = self._plain_numbers(cells, there, starts)
            found[there, column] = numbers
            plain[there[numbers < 0]] = False
            places = places.copy()
            places[there] = cells[there, starts]
        plain &= ~_repeated(found)
        for number in np.flatnonzero(~plain).tolist():
            exact = self.actions.numbers(self.batch.state(number))
            found[number] = NO_MOVE
            found[number, : len(exact)] = exact
        return found

    def _plain_numbers(
        self, cells: Cells, row: NDArray[np.int64], start: Cells
    ) -> NDArray[np.int64]:
        """Return the numbers of one move in each of some rows, negative for complex moves."""
        actions = self.actions
        counts = cells[row, start + at.MOVE_COUNT]
        steps, adds = (np.full(len(row), NO_MOVE, np.int64) for _ in range(2))
        plain = counts <= MOST_ACTIONS
        for number in reversed(range(min(int(counts.max()), MOST_ACTIONS))):
            place = start + at.MOVE_CELLS + at.ACTION_CELLS * number
            there = number < counts
            kind = np.where(there, cells[row, np.where(there, place, 0) + at.ACTION_KIND_CELL], 0)
            stepped = there & np.isin(kind, STEPS)
            plain &= ~(stepped & (steps >= 0))  # a move of several steps
            steps = np.where(stepped, place, steps)
            adds = np.where(there & (kind == at.ACT_ADD), place, adds)
        stepped, placed = steps >= 0, adds >= 0
        place = np.where(stepped, steps, np.where(placed, adds, 0))
        a, b = cells[row, place], cells[row, place + 1]
        pieces, types = len(actions.by_piece), len(actions.by_type)
        from_place = actions.by_position[np.where(stepped, a, 0)]
        piece = np.where(placed, b & at.PIECE_MASK, 0)
        from_hand = actions.by_piece[np.where(piece < pieces, piece, 0)]
        source = np.where(stepped, from_place, from_hand)
        kinds = cells[row, start + at.MOVE_TYPE]
        known = (kinds >= 0) & (kinds < types)
        kind_number = np.where(known, actions.by_type[np.where(known, kinds, 0)], NO_MOVE)
        good = plain & (stepped | placed) & (source >= 0) & (kind_number >= 0)
        numbers = actions.combined(source, np.where(stepped, b, a), kind_number)
        return np.where(good, numbers, NO_MOVE)


def _repeated(found: NDArray[np.int64]) -> NDArray[np.bool_]:
    ordered = np.sort(found, axis=1)
    twice: NDArray[np.bool_] = ((ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] >= 0)).any(
        axis=1
    )
    return twice
