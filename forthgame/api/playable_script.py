"""A script that is ready to be played: its games, counts of leaves, random games and batches."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any, cast

from forthgame.api.searchable_state import SearchableState
from forthgame.base import arguments
from forthgame.machine.memory.locks import one_at_a_time
from forthgame.position.new_games import begin
from forthgame.position.playthrough import Playthrough
from forthgame.position.position_record import Playouts
from forthgame.rules.script import Script

if TYPE_CHECKING:
    from forthgame.position.batch import Batch
    from forthgame.search.puzzles.solution import Solution

PERFT_IN_INTERPRETER = 3  # plies: counting these is quicker than compiling
PLAYOUTS_IN_INTERPRETER = 20


@one_at_a_time("position")
class PlayableScript(Script):
    """The part of a Game that begins games, and counts or plays them inside the engine."""

    internal = Script.internal | {"prepare_perft"}

    # -- beginning --------------------------------------------------------------------------------

    def new_game(
        self, seed: int | None = None, level: int | None = None, *, play_on: bool = False
    ) -> Playthrough:
        """Return a new game at its start; the same `seed` gives the same game.

        `level` is the number, from 1, in a game with `{levels`. With `play_on` moves are legal
        after the end of the game: see State. Raises ValueError if the level does not exist.
        """
        return _playing_on(begin(self, seed, level), play_on)

    def position(
        self,
        source: str | dict[str, Any] = "",
        *,
        fen: str | None = None,
        level: int | None = None,
        play_on: bool = False,
    ) -> Playthrough:
        """Return a position: `source` from `State.to_text` or `to_json`, a FEN, or a level.

        `fen` needs a format in the game's file of texts; `level` is a number from 1. With `play_on`
        moves are legal after the end of the game: see State. OnPosition runs, so that the script
        can update its storage. Raises PositionError for an invalid text or an impossible position,
        ValueError for an unknown level.
        """
        return _playing_on(self._position(source, fen, level), play_on)

    def _position(
        self, source: str | dict[str, Any], fen: str | None, level: int | None
    ) -> Playthrough:
        if level is not None:
            return begin(self, 1, level)
        from forthgame.position.position_editing import validated

        if fen is not None:
            from forthgame.position.texts.fen import known_fen, piece_limits

            known = known_fen(self)
            return validated(known.read(self, fen), counted=piece_limits(self) is known.numbers)
        from forthgame.position.position_text import read_position

        return validated(read_position(self, source))

    def solve(self, method: str = "auto", *, level: int | None = None, **options: Any) -> Solution:
        """Find a shortest solution from the beginning, or of a `level`, by its number from 1.

        `method` and the `options` are those of State.solve. Raises ForthgameError if the game is
        not a puzzle, ValueError for an unknown level.
        """
        return cast("SearchableState", begin(self, 1, level)).solve(method, **options)

    # -- perft, random games, batches -----------------------------------------------------------

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
        state = state or self.new_game()
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
            return self.rollouts([state or self.new_game(seed)], games, jobs=jobs, seed=seed,
                                 plies=plies)[0]  # fmt: skip
        games = arguments.whole(games, "the number of games", 0, arguments.LARGEST)
        plies = arguments.whole(plies, "the number of plies", 1, arguments.LARGEST)
        arguments.optional_whole(seed, "a seed")
        self.check_state(state)
        if self.native and games > PLAYOUTS_IN_INTERPRETER:
            self.native.prepare_playouts(draft=self.limits.seconds is None)
        if state is None:
            state = self.new_game(seed)
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
        from forthgame.search.parallel_search import play_rollouts

        games = arguments.whole(games, "the number of games", 0, arguments.LARGEST)
        plies = arguments.whole(plies, "the number of plies", 1, arguments.LARGEST)
        arguments.optional_whole(jobs, "the number of jobs", 1)
        arguments.optional_whole(seed, "a seed")
        self.check_states(states)
        if self.native and games * len(states) > PLAYOUTS_IN_INTERPRETER:
            self.native.prepare_playouts(draft=True)
        return play_rollouts(self, states, games, jobs, seed, plies)

    def batch(self, states: int | Sequence[Playthrough], *, seed: int | None = None) -> Batch:
        """Return positions that are played together, with arrays: see
        `forthgame.position.batch`.

        `states` are positions, or the number of new games; game k begins as `new_game(seed + k)`.
        Raises TypeError or ValueError if they are neither, and ForthgameError if players of the
        game choose together.
        """
        from forthgame.position.batch import new_batch

        if self.native:
            self.native.prepare_batches()
        return new_batch(self, states, seed)


def _playing_on(state: Playthrough, play_on: bool) -> Playthrough:
    state.play_on = play_on
    return state
