"""Methods of a Game that count moves, play random games and make batches."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, cast

from forthgame import arguments
from forthgame.game.running import Running

if TYPE_CHECKING:
    from collections.abc import Sequence

    from forthgame.game.batch import Batch
    from forthgame.game.native import NativeGame
    from forthgame.game.played import Playouts
    from forthgame.game.playthrough import Playthrough
    from forthgame.game.script import Script

PERFT_IN_INTERPRETER = 3  # plies: counting these is quicker than compiling
PLAYOUTS_IN_INTERPRETER = 20


class Counting(Running):
    """Perft, random games and batches of a Game."""

    native: NativeGame | None
    name: str

    @property
    def _own(self) -> Script:
        return cast("Script", self)

    @property
    def states(self) -> type[Playthrough]:
        """Return the class of the game's positions, so that callers need not import State."""
        raise NotImplementedError

    def check_state(self, state: Playthrough | None) -> None:
        """Raise TypeError or ValueError if `state` is not a position of this game."""
        if state is None:
            return
        arguments.instance(state, self.states, "the position", "a State")
        if state.game is not self:
            raise ValueError(f"the position is one of {state.game.name!r}, loaded separately")

    def check_states(self, states: Sequence[Playthrough]) -> None:
        """Raise TypeError or ValueError unless all `states` are positions of this game."""
        for state in states:
            if state is None:
                raise TypeError("a position is a State, not None")
            self.check_state(state)
            state.require_possible()

    def perft(self, depth: int, state: Playthrough | None = None, stop_at_end: bool = True) -> int:
        """Return the number of move sequences of exactly `depth` plies from a position.

        `state` is the position, a new game if it is None. A partial move is a ply. A finished game
        has no moves, unless `stop_at_end` is False: then OnIsGameOver is not run. Raises TypeError
        or ValueError for an invalid depth, or a position of another game.
        """
        depth = arguments.whole(depth, "the depth of perft", 0, arguments.LARGEST)
        self.check_state(state)
        if depth == 0:
            return 1
        self.prepare_perft(depth)
        state = state or self._own.new_game()
        return state.count_leaves(depth, stop_at_end)

    def prepare_perft(self, depth: int) -> float:
        """Prepare machine code for `perft`; return the seconds that this took."""
        started = perf_counter()
        if self.native and depth > PERFT_IN_INTERPRETER:
            self.native.prepare_counts()
        return perf_counter() - started

    def playouts(
        self,
        games: int,
        *,
        seed: int | None = None,
        state: Playthrough | None = None,
        plies: int = 5000,
        jobs: int | None = 1,
    ) -> Playouts:
        """Play random games to their end from a position, inside the engine.

        Plays `games` games from `state`, or from a new game, with random streams that start from
        `seed`; without a seed those of the `state` continue. A game longer than `plies` is cut. The
        first random stream draws the moves. If `jobs` is not 1, the games are those of `rollouts`.
        Returns a Playouts. Raises TypeError or ValueError for wrong numbers, ScriptError if the
        script fails.
        """
        if jobs != 1:
            return self.rollouts([state or self._own.new_game(seed)], games, jobs=jobs, seed=seed,
                                 plies=plies)[0]  # fmt: skip
        games = arguments.whole(games, "the number of games", 0, arguments.LARGEST)
        plies = arguments.whole(plies, "the number of plies", 1, arguments.LARGEST)
        arguments.optional_whole(seed, "a seed")
        self.check_state(state)
        if self.native and games > PLAYOUTS_IN_INTERPRETER:
            self.native.prepare_playouts(draft=self.limits.seconds is None)
        if state is None:
            state = self._own.new_game(seed)
        elif seed is not None:
            state = state.copy()
            state.use_seed(seed)
        return state.play_out(games, plies)

    def rollouts(
        self,
        states: Sequence[Playthrough],
        games: int,
        *,
        jobs: int | None = None,
        seed: int | None = None,
        plies: int = 5000,
    ) -> list[Playouts]:
        """Play random games from each of many positions, `jobs` at a time; None: all processors.

        Plays `games` games from each of the `states`, of at most `plies` plies. Each job is a
        thread with its own machine. The same `seed` gives the same games for any number of jobs.
        Returns a Playouts for each position; its `seconds` are its share of the total time. Raises
        TypeError or ValueError for wrong arguments, ScriptError if the script fails.
        """
        from forthgame.game.rollouts import play_rollouts

        games = arguments.whole(games, "the number of games", 0, arguments.LARGEST)
        plies = arguments.whole(plies, "the number of plies", 1, arguments.LARGEST)
        arguments.optional_whole(jobs, "the number of jobs", 1)
        arguments.optional_whole(seed, "a seed")
        self.check_states(states)
        if self.native and games * len(states) > PLAYOUTS_IN_INTERPRETER:
            self.native.prepare_playouts(draft=True)
        return play_rollouts(self._own, states, games, jobs, seed, plies)

    def batch(self, states: int | Sequence[Playthrough], *, seed: int | None = None) -> Batch:
        """Return positions that are played together, with arrays: see `forthgame.game.batch`.

        `states` are positions, or the number of new games; game k begins as `new_game(seed + k)`.
        Raises TypeError or ValueError if they are neither, and ForthgameError if players of the
        game choose together.
        """
        from forthgame.game.batch import new_batch

        if self.native:
            self.native.prepare_batches()
        return new_batch(self._own, states, seed)
