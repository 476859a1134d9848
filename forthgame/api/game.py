"""Game, a loaded script that is ready to be played."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from forthgame.base.limits import DEFAULT_LIMITS, ScriptLimits
from forthgame.compile.interpreter.native_interpreter import Progress
from forthgame.position.pickling import reduced, restored
from forthgame.rules.script import Script

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from forthgame.api.state import State
    from forthgame.position import batch
    from forthgame.position.playthrough import Playthrough
    from forthgame.why.debugger.trace import Step

    class Batch(batch.Batch):
        """Type of a Game's batch for type checkers: its positions are States."""

        def state(self, number: int) -> State: ...


@cache
def state_class() -> type[State]:
    """Return the class of positions, imported when the first game begins."""
    from forthgame.api.state import State

    return State


class Game(Script):
    """A loaded script: its declaration and the machine that runs its words.

    All positions of a game share the machine. Threads may share a Game: one at a time uses the
    machine, for a whole operation such as a search. `close`, or the end of a `with` block, closes
    the game and runs the script's OnTerminate once. Output of the script is collected in `printed`;
    it never goes to a screen or file, with or without `$gameLog ON`.

    name, path  name and path of the script
    files       contents of the script and of the files it LOADs, by path
    limits      limits of the script
    native      its machine code, None with `native=False`
    closed      whether `close` was called
    changed     whether words or declarations were changed since loading
    """

    if TYPE_CHECKING:  # positions of a Game are States

        def new_game(self, seed: int | None = None, level: int | None = None) -> State: ...

        def position(
            self,
            source: str | dict[str, Any] = "",
            *,
            fen: str | None = None,
            level: int | None = None,
        ) -> State: ...

        def batch(
            self, states: int | Sequence[Playthrough], *, seed: int | None = None
        ) -> Batch: ...

    @property
    def states(self) -> type[State]:
        return state_class()

    def __reduce__(self) -> tuple[Any, ...]:
        return (unpickled_game, (reduced(self),))

    def trace(
        self,
        word: str,
        position: str | None = None,
        state: State | None = None,
        inner: bool = False,
    ) -> Iterator[Step]:
        """Run a word as move generation would, step by step: see
        `forthgame.why.debugger.trace.trace`.

        The word starts at `position`, or at the first position where generation would try it;
        `inner` also shows the steps of library words. Without a `state` it runs in a new game.
        Raises ValueError if the state belongs to another game, ForthgameError if the word is
        unknown.
        """
        from forthgame.why.debugger.trace import trace

        self.check_state(state)
        with self.lock:
            steps = trace(state or self.new_game(seed=1), word, position, inner=inner)
        return self._one_by_one(steps)

    def _one_by_one(self, steps: Iterator[Step]) -> Iterator[Step]:
        while True:
            with self.lock:
                if (step := next(steps, None)) is None:
                    return
            yield step


def load(
    path: str | Path,
    *,
    native: bool = True,
    steps: int | None = None,
    progress: Progress | None = None,
    limits: ScriptLimits = DEFAULT_LIMITS,
) -> Game:
    """Load a game from a script or by the name of a bundled one.

    `path` is the path of the script, or the name. `native=False` keeps everything in the
    interpreter. `limits` are the limits of the script; `steps` replaces `limits.steps`. `progress`
    is called with the amount compiled so far and the total. Raises ScriptError with file, line,
    column, word and stack, and TypeError or ValueError for wrong arguments.
    """
    return Game(path, native=native, steps=steps, progress=progress, limits=limits)


def unpickled_game(document: Mapping[str, Any]) -> Game:
    """Restore a pickled game. Raises ForthgameError if the pickle is damaged or not a game's."""
    return cast("Game", restored(document, load))
