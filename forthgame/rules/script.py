"""A loaded script: its machine, its declaration, and facts derived from them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

from forthgame.base import arguments
from forthgame.base.errors import ForthgameError, ScriptError, quoted, shortened
from forthgame.base.lazy import Internal
from forthgame.base.limits import DEFAULT_LIMITS, ScriptLimits
from forthgame.base.source import Source, find_script, is_file, resolved
from forthgame.compile.interpreter.native_interpreter import Progress
from forthgame.machine.memory.locks import new_lock, one_at_a_time
from forthgame.machine.outer.outer_interpreter import Forth
from forthgame.rules.declaration.declaration import Declaration
from forthgame.rules.fact_cache import FactCache, TreeStore
from forthgame.rules.model import WATCHED, Player
from forthgame.rules.native.native_game import NativeGame
from forthgame.rules.script_loading import analyse, load_script
from forthgame.rules.twins import TwinPool
from forthgame.rules.word_execution import ActiveState, RunnableScript
from forthgame.words.registers import memory_layout as at

PRINTED_PARTS = 1000  # of a script's output that are kept,
PRINTED_KEPT = 1 << 20  # and characters of it


def closed_text(name: str) -> str:
    return f"the game {name} is closed: load it again to use it"


class ClosedLock:
    """Replaces the lock of a closed game, so that every operation raises a readable error."""

    def __init__(self, name: str) -> None:
        self._name = name

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        """Return True, for callers that only put the machine in order, as after a fork."""
        return True

    def release(self) -> None:
        pass

    def __enter__(self) -> None:
        raise ForthgameError(closed_text(self._name))

    def __exit__(self, *error: object) -> None:
        pass


@one_at_a_time("words_changed")
class Script(Internal, RunnableScript):
    """A loaded script, as all layers of the package take it; users have it as a Game.

    Callers that use the machine hold its `lock`.

    forth        the machine, its words and their code
    declaration  the declarations of the script
    active       the state whose position the machine holds
    aside        saved machine state while code runs in isolation
    short        short calls from Python
    folder       what removes the temporary folder of an unpickled script when it is dropped
    pool         further machines, for threads
    facts        cached facts about the script
    """

    native: NativeGame | None

    internal = frozenset((
        "active", "after_short_call", "aside", "ask_result", "begin_running", "call", "call_short",
        "check_state", "check_states", "choosing", "code_fence", "contents", "declaration",
        "entries", "facts", "folder", "foresees", "forth", "from_text", "going_on", "internal",
        "is_chance", "judging", "kept_trees", "lock", "look_ahead", "offering", "play_games",
        "player_by_code", "player_named", "pool", "run_event", "run_short", "run_word", "short",
        "stages", "states", "time_of_turn", "untimed", "visit_positions", "words_changed",
    ))  # fmt: skip

    def __init__(
        self,
        path: str | Path | Source,
        *,
        native: bool = True,
        steps: int | None = None,
        progress: Progress | None = None,
        limits: ScriptLimits = DEFAULT_LIMITS,
    ) -> None:
        text = path if isinstance(path, Source) else None
        if not isinstance(path, Source):
            arguments.path(path, "a game's script")
        arguments.optional_whole(steps, "the limit on steps", 0)
        arguments.instance(limits, ScriptLimits, "the limits", "forthgame.ScriptLimits")
        if isinstance(path, Source):
            self.path, self.name = Path(path.name), path.name
        else:
            self.path = find_script(os.fspath(path))
            self.name = self.path.stem
        self._text, self._steps = text, steps
        self._place = self.path.absolute()
        self.lock = new_lock(self)
        self.forth = Forth(progress)
        self.limits = limits
        self.forth.use_limits(limits)
        self.declaration = Declaration(self.forth)
        self.forth.game = self.declaration
        self.forth.watched = WATCHED
        self.forth.root = None if text else resolved(self.path).parent
        self.active = self.aside = None
        self.facts = FactCache()
        self._printed: list[str] = []
        self._characters = 0  # number of characters in it
        self.closed = False
        self.changed = False  # words or declarations have changed since the script was loaded
        self.forth.output = self._keep
        self.code_fence = self.forth.code.top  # start of the script's own code
        self.contents = load_script(self, limits.steps if steps is None else steps, text)
        self.files = self._read_files()
        self.forth.processor.standing = None
        self.begin_running()
        self.pool: TwinPool[Script] = TwinPool(self)
        self.kept_trees: TreeStore[Any] = TreeStore()
        self._compiles = bool(native)
        self.native = NativeGame(self) if native else None
        self.folder: object = None

    def _read_files(self) -> dict[str, bytes]:
        """Return the contents of the script and all it has loaded, by names below its folder."""
        files = {self.path.name: self.contents}
        if self.from_text:
            return files
        root = resolved(self.path).parent
        for path, contents in sorted(self.forth.loaded.items()):
            files.setdefault(path.relative_to(root).as_posix(), contents)
        return files

    @property
    def from_text(self) -> bool:
        """Return whether the script was given as a text, and is in no folder."""
        return self._text is not None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the game; the first time, run OnTerminate if the script defines it.

        Raises ScriptError if the script fails in it, ForthgameError in the middle of another call.
        """
        lock = self.lock
        if self.closed:
            return
        with lock:
            if self.closed:  # by another thread meanwhile
                return
            processor = self.forth.processor
            processor.refuse_inside()
            self.closed = True
            try:
                self._terminate()
            finally:
                self.kept_trees.drop()
                self.facts.forget()  # includes transposition tables
                self.lock = ClosedLock(self.name)
                processor.gone, processor.mark.taken = closed_text(self.name), True

    def reload(self) -> Self:
        """Read the script again and return a new game, with the same options.

        This game stays as it is, also if the new text has a mistake: its states are played on in
        it. Raises ScriptError. A game from a text begins anew with the same text.
        """
        if self._text is None and not is_file(self._place):
            raise ScriptError(f"there is no script {shortened(str(self.path))!r} any more")
        here = self.path.absolute() == self._place
        source = self._text and replace(self._text, position=0)
        again = type(self)(source or (self.path if here else self._place), native=self._compiles,
                           steps=self._steps, limits=self.limits)  # fmt: skip
        again.folder = self.folder
        return again

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self  # shared by all of its states

    def __repr__(self) -> str:
        closed = ", closed" if self.closed else ""
        return f"<Game {self.name}: {', '.join(self.players)}{closed}>"

    def _after_fork(self) -> None:
        """Reset the machine in a forked process, which lacks the thread that used it."""
        self.forth.stop()
        if self.aside is not None:  # that thread ran code in isolation
            self.aside.put_back()
            self.aside = None
            self.forth.stop()  # the isolation may have begun inside a run
        self.forth.output = self._keep
        processor = self.forth.processor
        processor.aside = None
        processor.searching = processor.reporting = False
        state = self.active
        if state is not None and state.past and state.past[-1] is state.position:
            del state.past[-1]  # a move was interrupted: see Plies.make

    @property
    def printed(self) -> list[str]:
        """Return the script's printed output, in parts; at most the last million characters."""
        processor = self.forth.processor
        if processor.resting and not self.closed:
            with self.lock:
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

    # -- declarations ---------------------------------------------------------------------------

    @property
    def players(self) -> list[str]:
        """Return the names of the players in declared order, including neutral ones."""
        return [player.name for player in self.declaration.players]

    @property
    def positions(self) -> list[str]:
        """Return the names of the positions in order of their numbers."""
        return list(self.declaration.positions)

    @property
    def pieces(self) -> list[str]:
        """Return the names of the piece types in declared order."""
        return [piece.name for piece in self.declaration.pieces]

    @property
    def levels(self) -> list[str]:
        """Return the names of the levels in order; empty texts for unnamed levels."""
        return [level.name for level in self.declaration.levels]

    @property
    def words(self) -> list[str]:
        """Return the names of the words that the script defines, in order, also declarations."""
        return [word.name for word in self.forth.dictionary.words[self.forth.fence :]]

    @property
    def rules(self) -> str:
        """Return the declarations of the script, one per line: board, players, turns, pieces …"""
        return _rules_text(self)

    @property
    def set_up(self) -> list[str]:
        """Return the set-up as AutoPlay prints it, by the names in the script: `(White man a2)`."""
        return [
            f"({s.player.text} {s.piece.text} {s.position.text})" for s in self.declaration.setups
        ]

    def player_by_code(self, code: int) -> Player | None:
        """Return the player with an encoding, None if there is none."""
        number = (code & at.PLAYER_NUMBER_MASK) // at.PLAYER_UNIT
        players = self.declaration.players
        return players[number - 1] if 1 <= number <= len(players) else None

    def player_named(self, name: str) -> Player:
        """Return the player with a name. Raises ValueError if there is none."""
        found = next((p for p in self.declaration.players if p.name == name), None)
        if found is None:
            arguments.instance(name, str, "a player", "a name")
            raise ValueError(
                f"there is no player {quoted(name)}; there are {', '.join(self.players)}"
            )
        return found

    def is_chance(self, name: str) -> bool:
        """Return whether chance chooses for a player; the name may be empty."""
        return any(player.chance for player in self.declaration.players if player.name == name)

    def stages(self) -> AbstractContextManager[None]:
        """Switch the machine code in the body as it is made, if there is any."""
        return self.native.stages.used() if self.native else nullcontext()

    def _locate_excess(self, error: ScriptError) -> None:
        from forthgame.rules.stepping import add_place_of_excess  # rarely needed

        add_place_of_excess(self, error)

    def words_changed(self) -> None:
        """Drop derived facts and code after words or declarations were added or changed."""
        self.changed = True
        self.foresees = False
        self.facts.forget()
        self.forth.lasting = len(self.forth.dictionary.words)
        self.pool.drop()
        self.kept_trees.drop()
        self.declaration.bind_events()
        analyse(self.forth, self.declaration)
        if self.native is not None:
            self.native.builder.retired = True
            self.native = NativeGame(self)
            self.forth.processor.drop_native()

    # -- states ---------------------------------------------------------------------------------

    @property
    def states(self) -> type[Any]:
        """Return the class of the game's positions, so that callers need not import State."""
        raise NotImplementedError

    def check_state(self, state: ActiveState | None) -> None:
        """Raise TypeError or ValueError if `state` is not a position of this game."""
        if state is None:
            return
        arguments.instance(state, self.states, "the position", "a State")
        if state.game is not self:
            raise ValueError(f"the position is one of {state.game.name!r}, loaded separately")

    def check_states(self, states: Sequence[ActiveState]) -> None:
        """Raise TypeError or ValueError unless all `states` are positions of this game."""
        for state in states:
            if state is None:
                raise TypeError("a position is a State, not None")
            self.check_state(state)
            state.require_possible()


def _rules_text(game: Script) -> str:
    """Describe the declarations, one per line."""
    declared = game.declaration
    names = {player.code: player.name for player in declared.players}
    turns = [names.get(turn.player, "?") for turn in declared.turns]
    lines = [
        f"board: {_board(declared)}",
        f"directions: {', '.join(direction.name for direction in declared.directions)}",
        f"players: {', '.join(game.players)}",
        f"turn order: {', '.join(turns)}",
    ]
    for piece in declared.pieces:
        lists = [
            f"{what} {', '.join(word.name for word, _ in declared.lists[address].entries)}"
            for what, address in (("moves", piece.moves), ("drops", piece.drops))
            if address in declared.lists
        ]
        lines.append(f"piece {piece.name}: {'; '.join(lists) or 'does not move'}")
    lines += [f"ending {ending.name}: {ending.word.name}" for ending in declared.endings.declared]
    return "\n".join(lines)


def _board(declared: Declaration) -> str:
    grids = [f"{board.rows} rows of {board.columns}" for board in declared.boards]
    count = f"{len(declared.positions)} positions"
    return f"{count}, {' and '.join(grids)}" if grids else count
