"""Positions as planes: one for each piece type of each player, and some that are even."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from forthgame.lang import layout as at

if TYPE_CHECKING:
    from forthgame.game.game import Game
    from forthgame.game.state import State

Planes = NDArray[np.float32]
HIGHEST = float(1 << 31)


class Observer:
    """Writes positions of a game as an array of `shape`.

    The planes are, in this order: piece types of the first player, of the second …; one of ones
    for the player to move; how many of each type each player has in hand. Their shape is that of
    the board if it is one grid, else a row of all positions. `{variable}`s are not in them.
    """

    def __init__(self, game: Game) -> None:
        declared = game.declaration
        self.game = game
        self._size = len(declared.positions)
        self._players = len(declared.players)
        self._kinds = len(declared.pieces)
        self._hands = [place // 4 for place, _, _ in declared.counters()]
        self.planes = self._players * self._kinds + self._players + len(self._hands)
        boards = declared.boards
        grid = len(boards) == 1 and boards[0].rows * boards[0].columns == self._size
        wide = (boards[0].rows, boards[0].columns) if grid else (self._size,)
        self.shape: tuple[int, ...] = (self.planes, *wide)

    def __deepcopy__(self, memo: dict[int, object]) -> Observer:
        return self

    def write(self, state: State, into: Planes) -> Planes:
        """The planes of a position, into an array of their size."""
        flat = into.reshape(1, self.planes, self._size)
        board = np.frombuffer(state._position.board, np.int32)
        self.write_many(board[None, :], np.array([state._turn_cell(1)], np.int32), flat)
        return into

    def read(self, state: State) -> Planes:
        """The planes of a position."""
        return self.write(state, np.zeros(self.shape, np.float32))

    def write_many(
        self, boards: NDArray[np.int32], movers: NDArray[np.int32], into: Planes
    ) -> None:
        """The same of many board records and codes of the player to move."""
        into[...] = 0
        cells = boards[:, : self._size]
        kinds = cells & at.PIECE_MASK
        owners = (cells & at.PLAYER_NUMBER_MASK) // at.PLAYER_UNIT
        known = (kinds > 0) & (kinds <= self._kinds) & (owners > 0) & (owners <= self._players)
        row, place = np.nonzero(known)
        plane = (owners[row, place] - 1) * self._kinds + kinds[row, place] - 1
        into[row, plane, place] = 1
        numbers = (movers & at.PLAYER_NUMBER_MASK) // at.PLAYER_UNIT - 1
        first = self._players * self._kinds
        into[np.arange(len(boards)), first + numbers] = 1
        for k, place_of in enumerate(self._hands):
            into[:, first + self._players + k] = boards[:, place_of, None]
