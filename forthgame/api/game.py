"""Game, a loaded script that is ready to be played, and State, a position of a game in progress."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from forthgame.api.playable_script import PlayableScript
from forthgame.api.searchable_state import SearchableState
from forthgame.base import arguments
from forthgame.base.limits import DEFAULT_LIMITS, ScriptLimits
from forthgame.base.source import text_source
from forthgame.compile.interpreter.native_interpreter import Progress
from forthgame.machine.memory.locks import one_at_a_time
from forthgame.position.pickling import reduced, restored
from forthgame.position.playthrough import Playthrough

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from forthgame.position import batch
    from forthgame.position.records import recorded_game
    from forthgame.why.answers.explain import Explanation
    from forthgame.why.debugger.trace import Step

    class Batch(batch.Batch):
        """Type of a Game's batch for type checkers: its positions are States."""

        def state(self, number: int) -> State: ...

    class RecordedGame(recorded_game.RecordedGame):
        """Type of a Game's record for type checkers: its positions are States."""

        def start(self) -> State: ...

        def state(self, ply: int | None = None) -> State: ...

        def states(self) -> Iterator[State]: ...


@one_at_a_time("explain", "game.lock")
class State(SearchableState):
    """A game in progress. States of one Game are independent but share its machine.

    `game` is the Game; `level` the number of its level, from 1, in a game with levels. Equal states
    have the same board, turn, random streams and history, in the same script. The hash changes with
    the position: put copies in sets and dicts.

    With `play_on` moves are legal as long as the move words generate them, whatever OnIsGameOver
    returns, as for a program that decides itself when a game is over; `outcome` and `is_over` still
    report the result. It can be set at any time, and copies keep it.
    """

    game: Game

    def explain(self, question: str) -> Explanation:
        """Explain why a move is legal or not; `question` is as in `forthgame.explain`.

        Raises ForthgameError for an invalid question, and the other errors of `forthgame.explain`.
        """
        from forthgame.why.answers.explain import explain

        return explain(self, question)

    def record(self, form: str, **tags: str) -> str:
        """Return the game so far as a record in a `form`: `pgn`, or another that the game declares.

        `tags` are written with those of the game, as in `state.pgn(White="Ada", Black="Bob")`.
        Raises ForthgameError if the game does not have the format.
        """
        from forthgame.position.records.formats import record_text

        return record_text(self, form, tags)

    def pgn(self, **tags: str) -> str:
        """Return the game so far in PGN, with `tags`. Raises ForthgameError."""
        return self.record("pgn", **tags)

    def __str__(self) -> str:
        from forthgame.draw.text_board import board_text

        return f"{board_text(self)}\n{self.ending_text() or f'{self.player} to move'}"

    def _repr_svg_(self) -> str:
        """Return the board as SVG for notebooks."""
        from forthgame.draw.svg_documents import svg

        return svg(self, size=480)


class Game(PlayableScript):
    """A loaded script: its declaration and the machine that runs its words.

    All positions of a game share the machine. Threads may share a Game: one at a time uses the
    machine, for a whole operation such as a search. `close`, or the end of a `with` block, closes
    the game and runs the script's OnTerminate once. Output of the script is collected in `printed`;
    it never goes to a screen or file, with or without `$gameLog ON`.

    name, path  name and path of the script; without a folder if it was given as a text
    files       contents of the script and of the files it LOADs, by path
    limits      limits of the script
    native      its machine code, None with `native=False`
    closed      whether `close` was called
    changed     whether words or declarations were changed since loading
    """

    if TYPE_CHECKING:  # positions of a Game are States

        def new_game(
            self, seed: int | None = None, level: int | None = None, *, play_on: bool = False
        ) -> State: ...

        def position(
            self,
            source: str | dict[str, Any] = "",
            *,
            fen: str | None = None,
            level: int | None = None,
            play_on: bool = False,
        ) -> State: ...

        def batch(
            self, states: int | Sequence[Playthrough], *, seed: int | None = None
        ) -> Batch: ...

    @property
    def states(self) -> type[State]:
        return State

    def __reduce__(self) -> tuple[Any, ...]:
        return (unpickled_game, (reduced(self),))

    def from_record(self, source: str | Path, form: str | None = None) -> RecordedGame:
        """Return the first game of a file, or of the text of a record.

        `source` is a Path, a text that names a file, or the record itself; `form` is `pgn`, `sgf`,
        `pdn`, `kif`, `csa` or `zsg`, by default that of the file's name, else `pgn`. Raises
        RecordError, with file, line and ply, for the first mistake.
        """
        from forthgame.position.records.formats import read_record

        return cast("RecordedGame", read_record(self, source, form))

    def from_pgn(self, source: str | Path) -> RecordedGame:
        """Return the first game of `source`, a file or text in PGN. Raises RecordError."""
        return self.from_record(source, "pgn")

    def records(self, source: str | Path, form: str | None = None) -> Iterator[RecordedGame]:
        """Yield all games of a file or text, also those with mistakes: see their `errors`.

        `source` and `form` are as in `from_record`. One game is read at a time. Raises RecordError
        if the file is missing or not text.
        """
        from forthgame.position.records.formats import read_records

        return cast("Iterator[RecordedGame]", read_records(self, source, form))

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
    path: str | Path | None = None,
    *,
    text: str | None = None,
    name: str = "text",
    native: bool = True,
    steps: int | None = None,
    progress: Progress | None = None,
    limits: ScriptLimits = DEFAULT_LIMITS,
) -> Game:
    """Load a game from a script, by the name of a bundled one, or from a text.

    `path` is the path of the script, or the name. Instead, `text` is the script itself, and `name`
    stands for its file in messages; it is in no folder and cannot LOAD files. `native=False` keeps
    everything in the interpreter. `limits` are the limits of the script; `steps` replaces
    `limits.steps`. `progress` is called with the amount compiled so far and the total. Raises
    ScriptError with file, line, column, word and stack, and TypeError or ValueError for wrong
    arguments.
    """
    if path is not None and text is not None:
        raise TypeError("a game has the path of a script or its text, not both")
    options: dict[str, Any] = {
        "native": native, "steps": steps, "progress": progress, "limits": limits,
    }  # fmt: skip
    if text is None:
        arguments.path(path, "a game's script")
        return Game(cast("str | Path", path), **options)
    arguments.instance(text, str, "a script's source", "a text")
    arguments.instance(name, str, "the name of a script", "a text")
    arguments.instance(limits, ScriptLimits, "the limits", "forthgame.ScriptLimits")
    return Game(text_source(text, name, limits.script), **options)


def unpickled_game(document: Mapping[str, Any]) -> Game:
    """Restore a pickled game. Raises ForthgameError if the pickle is damaged or not a game's."""
    return cast("Game", restored(document, load))
