"""Positions as planes for neural networks."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from forthgame.api.game import Game, State
from forthgame.base import arguments
from forthgame.base.errors import ForthgameError
from forthgame.words.registers import memory_layout as at

Planes = NDArray[np.float32]
MOST = 1 << 26  # four-byte numbers in an observation
HIGHEST = float(1 << 31)
KIND = at.PLAYER_NUMBER_MASK | at.PIECE_MASK  # owner and type of a cell
NO_PLANE = -1


class Observer:
    """Writes positions of a game as an array of `shape`.

    The planes are, in this order: the piece types of the first player, of the second …; one of ones
    for the player to move; the numbers of pieces of each type in each player's hand. A plane has
    the shape of the board if it is one grid, else it is a row of all positions. `{variable}`s are
    not included. Raises ForthgameError for a game with more than 67 million numbers in an
    observation.
    """

    def __init__(self, game: Game) -> None:
        arguments.instance(game, Game, "the observed game", "a Game")
        declared = game.declaration
        self.game = game
        self._size = len(declared.positions)
        self._players = len(declared.players)
        self._kinds = len(declared.pieces)
        self._hands = [place // 4 for place, _, _ in declared.counters()]
        self.planes = self._players * self._kinds + self._players + len(self._hands)
        if self.planes * self._size > MOST:
            raise ForthgameError(
                f"{game.name} has {self.planes} planes of {self._size} positions, and an "
                f"observation has at most {MOST} numbers"
            )
        self._even = self._players * self._kinds  # first plane of the players to move
        self._plane_of = np.full(KIND + 1, NO_PLANE, np.int64)
        for player in range(self._players):
            start = (player + 1) * at.PLAYER_UNIT + 1
            planes = np.arange(player * self._kinds, (player + 1) * self._kinds)
            self._plane_of[start : start + self._kinds] = planes
        none = np.where(self._plane_of < 0, self.planes, self._plane_of)
        self._start_of = none * self._size
        self._places = np.arange(self._size)
        boards = declared.boards
        grid = len(boards) == 1 and boards[0].rows * boards[0].columns == self._size
        wide = (boards[0].rows, boards[0].columns) if grid else (self._size,)
        self.shape: tuple[int, ...] = (self.planes, *wide)

    def __deepcopy__(self, memo: dict[int, object]) -> Observer:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return (Observer, (self.game,))

    def write(self, state: State, into: Planes) -> Planes:
        """Write the planes of a position into an array of their size. Raises as `read`."""
        arguments.instance(into, np.ndarray, "the array for planes", "an array of numpy")
        into[...] = self.read(state).reshape(into.shape)
        return into

    def read(self, state: State) -> Planes:
        """Return the planes of a position.

        Raises TypeError if `state` is not a State, ValueError if it belongs to another game.
        """
        self.game.check_states((state,))
        size, position = self._size, state.position
        flat = np.zeros((self.planes + 1) * size, np.float32)  # the last plane is discarded
        board = np.frombuffer(position.board, np.int32)
        flat[self._start_of[board[:size] & KIND] + self._places] = 1
        mover = int.from_bytes(position.turn[4:8], "little") & at.PLAYER_NUMBER_MASK
        number = mover // at.PLAYER_UNIT - 1
        if 0 <= number < self._players:  # otherwise no player is to move
            first = (self._even + number) * size
            flat[first : first + size] = 1
        for k, place in enumerate(self._hands, self._even + self._players):
            flat[k * size : (k + 1) * size] = board[place]
        return flat[: self.planes * size].reshape(self.shape)

    def write_many(
        self, boards: NDArray[np.int32], movers: NDArray[np.int32], into: Planes
    ) -> None:
        """Write planes for board records and player codes into zeros."""
        cells = boards[:, : self._size] & KIND
        row, place = cells.nonzero()
        planes = self._plane_of[cells[row, place]]
        known = planes >= 0
        into[row[known], planes[known], place[known]] = 1
        numbers = (movers & at.PLAYER_NUMBER_MASK) // at.PLAYER_UNIT - 1
        to_move = np.flatnonzero((numbers >= 0) & (numbers < self._players))
        into[to_move, self._even + numbers[to_move]] = 1
        for k, place_of in enumerate(self._hands):
            into[:, self._even + self._players + k] = boards[:, place_of, None]
