"""Environments for gymnasium: the agent has one seat, an engine plays the others.

`make("breakthrough")` is a single environment, `make_vec("breakthrough", 1000)` steps many games at
once in machine code.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from forthgame.api.game import Game, State
from forthgame.base import arguments
from forthgame.base.errors import ForthgameError
from forthgame.bridges.actions import Actions
from forthgame.bridges.planes import HIGHEST
from forthgame.bridges.prepared_game import PLIES, PreparedGame, StateGuard, render_board
from forthgame.position.batch import Batch, array_of, new_batch, outcome_points
from forthgame.position.position_record import STEPS
from forthgame.rules.engines import parse_engine
from forthgame.search.search_result import uninterrupted
from forthgame.words.lists import batch_records as rows
from forthgame.words.registers import memory_layout as at

NO_MOVE = -1
CELL = 4
MOST_ACTIONS = 12  # actions of a move that is read in bulk
HEADER = rows.RECORD_HEADER // CELL
Cells = NDArray[np.int32]
try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
except ImportError as error:  # pragma: no cover
    raise ImportError("gymnasium is not installed: pip install 'forthgame[gymnasium]'") from error

Observation = dict[str, NDArray[Any]]
RANDOM = "random"
LARGEST_SEED = 1 << 31


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
            starts = (places[there] - at.ARENA + self.batch._list_start) // CELL
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


def make(game: Game | str | Path, **options: Any) -> GameEnv:
    """Return an environment for one game against an engine: see `GameEnv`."""
    return GameEnv(game, **options)


def make_vec(game: Game | str | Path, num_envs: int, **options: Any) -> VectorGameEnv:
    """Return an environment for many games against random moves: see `VectorGameEnv`."""
    return VectorGameEnv(game, num_envs, **options)


def _seat(prepared: PreparedGame, seat: str | None) -> str:
    found = prepared.seats[0] if seat is None else seat
    if found not in prepared.seats:
        raise ValueError(f"there is no seat {seat!r}; there are {', '.join(prepared.seats)}")
    return found


def _spaces(prepared: PreparedGame) -> tuple[Any, Any]:
    size = prepared.actions.size
    planes = spaces.Box(0.0, HIGHEST, prepared.observer.shape, np.float32)
    mask = spaces.Box(0, 1, (size,), np.int8)
    return spaces.Dict({"observation": planes, "action_mask": mask}), spaces.Discrete(size)


class GameEnv(gymnasium.Env):
    """A game in which the agent plays one seat.

    `opponent` is an engine as `State.search` takes it, `negamax:depth=2`; `random` draws moves with
    the seed of `reset`, as are dice. Observations and actions are those of the PettingZoo
    environment. The reward comes at the end: 1, 0 or -1. An illegal action loses, unless the game
    ended before the agent's first turn. In simultaneous turns no player sees the choices of the
    others.
    """

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str | Path,
        *,
        seat: str | None = None,
        opponent: str = RANDOM,
        slots: int | None = None,
        plies: int = PLIES,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, "ansi", "human"):
            raise ValueError(f"render_mode must be None, 'ansi' or 'human', not {render_mode!r}")
        parse_engine(opponent)
        self.prepared = PreparedGame(game, slots, plies)
        self.seat = _seat(self.prepared, seat)
        self.opponent = opponent
        self.render_mode = render_mode
        self.observation_space, self.action_space = _spaces(self.prepared)
        self.state: State = self.prepared.game.new_game(seed=1)
        self._guard = StateGuard()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a new game, and let the others move up to the agent's first turn."""
        super().reset(seed=seed)
        with self._guard:
            self.state = self.prepared.game.new_game(int(self.np_random.integers(LARGEST_SEED)))
            self._advance()
            return self._observation(), {}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play a move, and let the others answer.

        Raises TypeError if `action` is not an integer, ForthgameError before `reset` and after an
        interrupted call.
        """
        self._guard.check()
        state, prepared = self.state, self.prepared
        number = None
        if not prepared.ended(state):  # it may end before the agent's first turn
            number = arguments.whole(action, "an action")
            numbers = prepared.actions.numbers(state)
            if state.player != self.seat or number not in numbers:
                return self._observation(), -1.0, True, False, {"illegal": True}
        with self._guard:
            if number is not None:
                state.play(numbers.index(number))
                self._advance()
            over, cut = state.count == 0, prepared.reached_ply_limit(state)
            reward = prepared.rewards(state)[prepared.seat_of[self.seat]]
            if self.render_mode == "human":
                self.render()
            return self._observation(), reward, over, cut and not over, {}

    def _advance(self) -> None:
        state, prepared = self.state, self.prepared
        while not prepared.ended(state) and state.player != self.seat:
            if state.player in prepared.chance:
                prepared.play_chance(state, self.np_random)
            elif self.opponent == RANDOM:
                state.play(int(self.np_random.integers(state.count)))
            else:
                state.play(uninterrupted(state.search(self.opponent)).move)

    def _observation(self) -> Observation:
        mask = np.zeros(self.prepared.actions.size, np.int8)
        if self.state.player == self.seat and not self.prepared.ended(self.state):
            mask[self.prepared.actions.numbers(self.state)] = 1
        return {"observation": self.prepared.observer.read(self.state), "action_mask": mask}

    def render(self) -> str | None:
        """Return the board as text in the mode `ansi`, print it in the mode `human`."""
        return render_board(self.state, self.render_mode)


class VectorGameEnv(VectorEnv):
    """`num_envs` games in a `Batch`; all other players move at random.

    A step is a few calls of machine code for all games. A game that has ended restarts with the
    next step, which ignores the action (gymnasium's mode NEXT_STEP). Raises ForthgameError for
    games with weighted dice or simultaneous turns, whose pending choices a batch cannot store.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str | Path,
        num_envs: int,
        *,
        seat: str | None = None,
        slots: int | None = None,
        plies: int = PLIES,
    ) -> None:
        self.num_envs = arguments.whole(num_envs, "the number of environments", 1)
        self.prepared = PreparedGame(game, slots, plies)
        if self.prepared.together:
            name = self.prepared.game.name
            raise ForthgameError(f"players of {name} choose together: use `make` for each game")
        self.seat = _seat(self.prepared, seat)
        if any(player.weighted for player in self.prepared.game.declaration.players):
            raise ForthgameError(f"dice of {self.prepared.game.name} have weights: use `make`")
        self._own = self.prepared.game.players.index(self.seat)
        self.single_observation_space, self.single_action_space = _spaces(self.prepared)
        batch_space = gymnasium.vector.utils.batch_space
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.batch = new_batch(self.prepared.game, self.num_envs, 1)
        self._rows = BatchActions(self.prepared.actions, self.batch)
        self._plies = np.zeros(self.num_envs, np.int64)
        self._ended = np.zeros(self.num_envs, np.bool_)
        self._numbers = self._rows.read()
        self._guard = StateGuard()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Restart all games."""
        super().reset(seed=seed, options=options)
        with self._guard:
            self.batch.reset(seed=int(self.np_random.integers(LARGEST_SEED)))
            self._plies[:] = 0
            self._ended[:] = False
            self._advance()
            return self._observation(), {}

    def step(self, actions: Any) -> tuple[Observation, Any, Any, Any, dict[str, Any]]:
        """Play the agent's move in each game, and let the others answer.

        Raises TypeError unless `actions` has an integer for each game, ForthgameError before
        `reset` and after an interrupted call.
        """
        self._guard.check()
        given = array_of(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise TypeError(f"actions are {self.num_envs} whole numbers, one for each environment")
        with self._guard:
            illegal = self._play(given)
            over = self.batch.counts == 0
            rewards = np.where(over, self._points(), 0.0)
            rewards = np.where(illegal, -1.0, rewards)
            terminated = (over | illegal) & ~self._ended
            truncated = ~over & (self._plies >= self.prepared.plies) & ~self._ended
            rewards[self._ended] = 0.0
            self._ended = terminated | truncated
            return self._observation(), rewards, terminated, truncated, {"illegal": illegal}

    def _play(self, given: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Play the moves of the agent and the others; return the games with illegal actions."""
        anew = np.flatnonzero(self._ended)
        if len(anew):
            self.batch.reset(anew, seed=int(self.np_random.integers(LARGEST_SEED)))
            self._plies[anew] = 0
        # a game may end before the agent's first turn
        idle = self._ended | (self.batch.counts == 0) | (self._plies >= self.prepared.plies)
        legal = (self._numbers == given[:, None]) & (self._numbers >= 0)  # NO_MOVE pads the rows
        illegal: NDArray[np.bool_] = ~legal.any(axis=1) & ~idle
        chosen = np.where(idle | illegal, -1, legal.argmax(axis=1))
        self._plies += chosen >= 0
        self.batch.step(chosen)
        self._advance()
        return illegal

    def _points(self) -> NDArray[np.float64]:
        """Return the agent's rewards in finished games, as `Bridged.rewards` does."""
        points = outcome_points(self.batch)
        own = self.prepared.seat_of[self.seat]
        if points.shape[1] == 2:
            return points[:, own] - points[:, 1 - own]
        return np.where(self.batch.over, 2 * points[:, own] - 1, 0.0)

    def _advance(self) -> None:
        while True:
            counts = self.batch.counts
            going = (counts > 0) & (self.batch.movers != self._own)
            going &= self._plies < self.prepared.plies
            if not going.any():
                break
            drawn = (self.np_random.random(self.num_envs) * counts).astype(np.int64)
            self.batch.step(np.where(going, drawn, -1))
            self._plies += going
        self._numbers = self._rows.read()

    def _observation(self) -> Observation:
        observer = self.prepared.observer
        planes = np.zeros((self.num_envs, *observer.shape), np.float32)
        boards, movers = self._rows.boards()
        observer.write_many(boards, movers, planes.reshape(self.num_envs, observer.planes, -1))
        mask = np.zeros((self.num_envs, self.prepared.actions.size), np.int8)
        row, column = np.nonzero(self._numbers >= 0)
        mask[row, self._numbers[row, column]] = 1
        return {"observation": planes, "action_mask": mask}
