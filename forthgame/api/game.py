"""A game: a script that has been loaded, ready to be played."""

from __future__ import annotations

import hashlib
import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from forthgame import arguments
from forthgame.errors import quoted
from forthgame.game.analysis import analyse
from forthgame.game.closed import ClosedLock, closed_text
from forthgame.game.counting import Counting
from forthgame.game.declare import Declaration
from forthgame.game.declared import WATCHED
from forthgame.game.kept_trees import KeptTrees
from forthgame.game.loading import Loading
from forthgame.game.model import Player
from forthgame.game.native import NativeGame
from forthgame.game.pickled import reduced, restored, script_files
from forthgame.game.puzzling import PuzzleGame
from forthgame.game.rules import own_words, rules_text
from forthgame.game.twins import Pool
from forthgame.game.writing import Writer, names_choices
from forthgame.lang import layout as at
from forthgame.limits import DEFAULT_LIMITS, ScriptLimits
from forthgame.source import find_script, resolved
from forthgame.vm.forth import Forth
from forthgame.vm.native import Progress
from forthgame.vm.sharing import Lock, new_lock, one_at_a_time

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from forthgame.api.state import State
    from forthgame.debug.steps import Step
    from forthgame.game.aside import Kept
    from forthgame.game.holding import Holding

PRINTED_PARTS = 1000  # of what a script prints,
PRINTED_KEPT = 1 << 20  # and characters, that are kept


@cache
def state_class() -> type[State]:
    """The class of positions, which is imported when the first game begins."""
    from forthgame.api.state import State

    return State


@one_at_a_time("_words_changed position")
class Game(Loading, Counting, PuzzleGame):
    """A loaded script: its declaration and the machine that runs its words.

    All positions of a game share the machine. Threads may share a Game: one at a time uses the
    machine, for a whole operation such as a search. `close`, or the end of a `with` block, closes
    the game and runs the script's OnTerminate, once. The output of the script goes to `printed` and
    not to a screen or file, with or without `$gameLog ON`.

    name, path  of the script
    files       what it and the files that it LOADs contain, by path
    limits      bounds on what it may use
    native      its machine code, None with `native=False`
    closed      whether it was put away
    changed     whether words or declarations were changed since it was loaded
    """

    def __init__(
        self,
        path: str | Path,
        *,
        native: bool = True,
        steps: int | None = None,
        progress: Progress | None = None,
        limits: ScriptLimits = DEFAULT_LIMITS,
    ) -> None:
        arguments.path(path, "a game's script")
        arguments.optional_whole(steps, "the limit on steps", 0)
        arguments.instance(limits, ScriptLimits, "the limits", "forthgame.ScriptLimits")
        self.path = path = find_script(os.fspath(path))
        self.name = path.stem
        self._lock: Lock = new_lock(self)
        self._forth: Forth = Forth(progress)
        self.limits = limits
        self._forth.use_limits(limits)
        self._declaration = Declaration(self._forth)
        self._forth.game = self._declaration
        self._forth.watched = WATCHED
        self._forth.root = resolved(path).parent
        self._active: Holding | None = None
        self._aside: Kept | None = None  # what is put back when a thing run aside is done
        self._list_free: dict[str, bool] = {}
        self._known_writer: Writer | None = None
        self._choices: bool | None = None
        self._known_facts: dict[str, object] = {}  # of the script: automatic.py, certain.py
        self._plain_board: bytes | None = None  # see setup.py
        self._set_ups: list[list[int] | None] | None = None
        self._known_texts: dict[str, object] = {}  # of its file, its pieces: texts/, draw/
        self._printed: list[str] = []
        self._characters = 0  # in what is kept of it
        self.closed = False
        self.changed = False  # words or declarations, since the script was loaded
        self._forth.output = self._keep
        self._code_fence = self._forth.code.top  # where the script's own begins
        self._load(limits.steps if steps is None else steps)
        self.files = script_files(self)
        self._forth.processor.standing = None
        self._begin_running()
        self._pool = Pool(self)
        self._kept_trees = KeptTrees()
        self.native = NativeGame(self) if native else None

    def __enter__(self) -> Game:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the game; the first time, run OnTerminate if the script defines it.

        Raises ScriptError if the script fails in it, ForthgameError in the middle of another call.
        """
        lock = self._lock
        if self.closed:
            return
        with lock:
            if self.closed:  # by a call that this one has waited for
                return
            processor = self._forth.processor
            processor.refuse_inside()
            self.closed = True
            try:
                self._terminate()
            finally:
                self._kept_trees.drop()
                self._lock = ClosedLock(self.name)
                processor.gone, processor.mark.taken = closed_text(self.name), True

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self  # what is shared by all of its states

    def __reduce__(self) -> tuple[Any, ...]:
        return (unpickled_game, (reduced(self),))

    def __repr__(self) -> str:
        closed = ", closed" if self.closed else ""
        return f"<Game {self.name}: {', '.join(self.players)}{closed}>"

    def _after_fork(self) -> None:
        """In a forked process: the thread that used the machine is not here, nor what it did."""
        self._forth.stop()
        if self._aside is not None:  # what that thread ran aside is to leave no trace
            self._aside.put_back()
            self._aside = None
            self._forth.stop()  # it may have begun in the middle of a run
        self._forth.output = self._keep
        processor = self._forth.processor
        processor.aside = None
        processor.searching = processor.reporting = False
        state = self._active
        if state is not None and state._past and state._past[-1] is state._position:
            del state._past[-1]  # a move was half made: see Plies._make

    @property
    def printed(self) -> list[str]:
        """What the script has printed, in parts; the last million characters at most."""
        processor = self._forth.processor
        if processor.resting and not self.closed:
            with self._lock:
                if processor.resting:
                    processor.hand_out()
        return self._printed

    def _keep(self, text: str) -> None:
        printed = self._printed
        printed.append(text)
        self._characters += len(text)
        if len(printed) > PRINTED_PARTS or self._characters > PRINTED_KEPT:
            del printed[: -PRINTED_PARTS // 2]
            while len(printed) > 1 and sum(map(len, printed)) > PRINTED_KEPT // 2:
                del printed[0]
            self._characters = sum(map(len, printed))

    # -- what was declared ----------------------------------------------------------------------

    @property
    def players(self) -> list[str]:
        """Names of the players in declared order, neutral ones too."""
        return [player.name for player in self._declaration.players]

    @property
    def positions(self) -> list[str]:
        """Names of the positions in order of their numbers."""
        return list(self._declaration.positions)

    @property
    def pieces(self) -> list[str]:
        """Names of the piece types in declared order."""
        return [piece.name for piece in self._declaration.pieces]

    @property
    def words(self) -> list[str]:
        """Names of the words that the script defines, in order, with those of its declarations."""
        return own_words(self)

    @property
    def rules(self) -> str:
        """What the script declares, a line for each thing: board, players, turns, pieces …"""
        return rules_text(self)

    @property
    def set_up(self) -> list[str]:
        """The set-up as AutoPlay prints it, by the names in the script: `(White man a2)`."""
        return [
            f"({s.player.text} {s.piece.text} {s.position.text})" for s in self._declaration.setups
        ]

    @property
    def digest(self) -> str:
        """A hash of the script and all it loads, as they were read."""
        total = hashlib.sha256(self._script)
        for _, contents in sorted(self._forth.loaded.items()):
            total.update(contents)
        return total.hexdigest()

    def _player_by_code(self, code: int) -> Player | None:
        """The player with an encoding."""
        number = (code & at.PLAYER_NUMBER_MASK) // at.PLAYER_UNIT
        players = self._declaration.players
        return players[number - 1] if 1 <= number <= len(players) else None

    def _player_named(self, name: str) -> Player:
        """The player with a name. Raises ValueError if there is none."""
        found = next((p for p in self._declaration.players if p.name == name), None)
        if found is None:
            arguments.instance(name, str, "a player", "a name")
            raise ValueError(
                f"there is no player {quoted(name)}; there are {', '.join(self.players)}"
            )
        return found

    def _draws(self, name: str) -> bool:
        """Whether chance chooses for the player with a name; not for nobody, who may be to move."""
        return any(player.chance for player in self._declaration.players if player.name == name)

    def _needs_no_list(self, engine_word: str) -> bool:
        """Whether results and evaluations are the same without a list of moves at hand.

        So it is if no word that OnIsGameOver, OnEvaluate or an evaluation that the engine hands on
        can reach looks at the list, reads what has been stored when it was made, or runs what
        cannot be determined.
        """
        known = self._list_free.get(engine_word)
        if known is None:
            from forthgame.game.listed import judges_without_stores
            from forthgame.game.lists import free_of_lists

            forth = self._forth
            known = self._list_free[engine_word] = free_of_lists(
                forth, engine_word
            ) and judges_without_stores(forth, self._declaration, engine_word)
        return known

    @property
    def _writer(self) -> Writer:
        """What writes texts of moves."""
        if self._known_writer is None:
            self._known_writer = Writer(self)
        return self._known_writer

    @property
    def _uses_choices(self) -> bool:
        """Whether a word may give a move a choice."""
        if self._choices is None:
            code = self._forth.code
            self._choices = names_choices(code.cells[self._code_fence : code.top])
        return self._choices

    def _words_changed(self) -> None:
        """Words or declarations were added or changed: what was worked out of them is forgotten."""
        self.changed = True
        self._list_free.clear()
        self._known_writer = self._choices = self._plain_board = self._set_ups = None
        self._foresees = False
        self._known_facts.clear()
        self._known_texts.clear()
        self._forth.lasting = len(self._forth.dictionary.words)
        self._pool.drop()
        self._kept_trees.drop()
        self._declaration.bind_events()
        analyse(self._forth, self._declaration)
        if self.native is not None:
            self.native = NativeGame(self)
            self._forth.processor.drop_native()

    # -- playing --------------------------------------------------------------------------------

    @property
    def _own(self) -> Game:
        return self

    @property
    def _states(self) -> type[State]:
        return state_class()

    def new_game(self, seed: int | None = None, level: int | None = None) -> State:
        """A new game, set up, the first player to move. The same seed gives the same game.

        `level` is one of a game with `{levels`, from 1. Raises ValueError if it does not exist.
        """
        with self._lock:
            return self._begin(seed, level)

    def position(
        self, source: str | dict[str, Any] = "", *, fen: str | None = None, level: int | None = None
    ) -> State:
        """A position: `source`, as `State.to_text` or `to_json` has written it, a FEN, or a level.

        `fen` is read where the game's file declares such texts; `level` is a number from 1. Raises
        PositionError for an invalid text or an impossible position, ValueError for a level that
        does not exist. OnPosition is called: it updates what a script keeps in storage.
        """
        if level is not None:
            return self._begin(1, level)
        from forthgame.game.validation import validated

        if fen is not None:
            from forthgame.game.texts.fen import read_fen

            return validated(read_fen(self, fen))
        from forthgame.game.position import read_position

        return validated(read_position(self, source))

    def trace(
        self,
        word: str,
        position: str | None = None,
        state: State | None = None,
        inner: bool = False,
    ) -> Iterator[Step]:
        """Run a word as generation would, a step at a time: see `forthgame.debug.trace.trace`.

        It starts at a `position`, or at the first one where generation would try it; `inner` also
        shows the steps of words of the language. Without a state it runs in a new game. Raises
        ValueError if the state is not of this game, ForthgameError if there is no such word.
        """
        from forthgame.debug.trace import trace

        self._check_state(state)
        with self._lock:
            steps = trace(state or self.new_game(seed=1), word, position, inner=inner)
        return self._one_by_one(steps)

    def _one_by_one(self, steps: Iterator[Step]) -> Iterator[Step]:
        """Steps, each of them run with the machine's lock."""
        while True:
            with self._lock:
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
    """Load a game from a script, or from the bare name of a bundled one.

    `path` is that of the script, or the name. `native=False` keeps everything in the interpreter.
    `limits` are the limits of the script; `steps` replaces `limits.steps`. `progress` is called
    with the amount compiled so far, and the total. Raises ScriptError with file, line,
    column, word and stack, and TypeError or ValueError for wrong arguments.
    """
    return Game(path, native=native, steps=steps, progress=progress, limits=limits)


def unpickled_game(document: Mapping[str, Any]) -> Game:
    """The game that a pickle describes. Raises ForthgameError if it is damaged or another's."""
    return restored(document, load)
