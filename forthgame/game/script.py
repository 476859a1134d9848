"""A script that has been loaded: its machine, its declaration, what has been found out of them."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from forthgame import arguments
from forthgame.errors import quoted
from forthgame.game.analysis import analyse
from forthgame.game.closed import ClosedLock, closed_text
from forthgame.game.counting import Counting
from forthgame.game.declare import Declaration
from forthgame.game.declared import WATCHED
from forthgame.game.facts import Facts
from forthgame.game.kept_trees import KeptTrees
from forthgame.game.loading import Loading
from forthgame.game.model import Player
from forthgame.game.native import NativeGame
from forthgame.game.pickled import script_files
from forthgame.game.puzzling import PuzzleGame
from forthgame.game.rules import own_words, rules_text
from forthgame.game.twins import Pool
from forthgame.internal import Internal
from forthgame.lang import layout as at
from forthgame.limits import DEFAULT_LIMITS, ScriptLimits
from forthgame.source import find_script, resolved
from forthgame.vm.forth import Forth
from forthgame.vm.native import Progress
from forthgame.vm.sharing import Lock, new_lock, one_at_a_time

if TYPE_CHECKING:
    from typing import Self

    from forthgame.game.aside import Kept
    from forthgame.game.holding import Holding
    from forthgame.game.playthrough import Playthrough

PRINTED_PARTS = 1000  # of what a script prints,
PRINTED_KEPT = 1 << 20  # and characters, that are kept


@one_at_a_time("words_changed position")
class Script(Internal, Loading, Counting, PuzzleGame):
    """A loaded script, as all layers of the package take it; users have it as a Game.

    Who uses the machine holds its `lock`.

    forth        the machine, its words and their code
    declaration  what the script has declared
    active       the position that the machine holds
    aside        what is put back when something that runs aside is done
    short        calls of a few steps
    pool         more machines, for threads
    facts        what has been found out of the script
    """

    internal = frozenset((
        "active", "after_short_call", "aside", "ask_result", "at_many", "begin_running", "call",
        "check_state", "check_states", "choosing", "code_fence", "contents", "declaration",
        "entries", "facts", "foresees", "forth", "going_on", "internal", "is_chance", "judging",
        "kept_trees", "lock", "look_ahead", "offering", "play_games", "player_by_code",
        "player_named", "pool", "prepare_perft", "quick", "run_event", "run_word", "short",
        "states", "time_of_turn", "touch", "untimed", "words_changed",
    ))  # fmt: skip

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
        self.lock: Lock = new_lock(self)
        self.forth: Forth = Forth(progress)
        self.limits = limits
        self.forth.use_limits(limits)
        self.declaration = Declaration(self.forth)
        self.forth.game = self.declaration
        self.forth.watched = WATCHED
        self.forth.root = resolved(path).parent
        self.active: Holding | None = None
        self.aside: Kept | None = None  # what is put back when a thing run aside is done
        self.facts = Facts()
        self._printed: list[str] = []
        self._characters = 0  # in what is kept of it
        self.closed = False
        self.changed = False  # words or declarations, since the script was loaded
        self.forth.output = self._keep
        self.code_fence = self.forth.code.top  # where the script's own begins
        self._load(limits.steps if steps is None else steps)
        self.files = script_files(self)
        self.forth.processor.standing = None
        self.begin_running()
        self.pool = Pool(self)
        self.kept_trees = KeptTrees()
        self.native = NativeGame(self) if native else None

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
            if self.closed:  # by a call that this one has waited for
                return
            processor = self.forth.processor
            processor.refuse_inside()
            self.closed = True
            try:
                self._terminate()
            finally:
                self.kept_trees.drop()
                self.facts.forget()  # tables of searches are among them
                self.lock = ClosedLock(self.name)
                processor.gone, processor.mark.taken = closed_text(self.name), True

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self  # what is shared by all of its states

    def __repr__(self) -> str:
        closed = ", closed" if self.closed else ""
        return f"<Game {self.name}: {', '.join(self.players)}{closed}>"

    def _after_fork(self) -> None:
        """In a forked process: the thread that used the machine is not here, nor what it did."""
        self.forth.stop()
        if self.aside is not None:  # what that thread ran aside is to leave no trace
            self.aside.put_back()
            self.aside = None
            self.forth.stop()  # it may have begun in the middle of a run
        self.forth.output = self._keep
        processor = self.forth.processor
        processor.aside = None
        processor.searching = processor.reporting = False
        state = self.active
        if state is not None and state.past and state.past[-1] is state.position:
            del state.past[-1]  # a move was half made: see Plies.make

    @property
    def printed(self) -> list[str]:
        """What the script has printed, in parts; the last million characters at most."""
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

    # -- what was declared ----------------------------------------------------------------------

    @property
    def players(self) -> list[str]:
        """Names of the players in declared order, neutral ones too."""
        return [player.name for player in self.declaration.players]

    @property
    def positions(self) -> list[str]:
        """Names of the positions in order of their numbers."""
        return list(self.declaration.positions)

    @property
    def pieces(self) -> list[str]:
        """Names of the piece types in declared order."""
        return [piece.name for piece in self.declaration.pieces]

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
            f"({s.player.text} {s.piece.text} {s.position.text})" for s in self.declaration.setups
        ]

    @property
    def digest(self) -> str:
        """A hash of the script and all it loads, as they were read."""
        total = hashlib.sha256(self.contents)
        for _, contents in sorted(self.forth.loaded.items()):
            total.update(contents)
        return total.hexdigest()

    def player_by_code(self, code: int) -> Player | None:
        """The player with an encoding."""
        number = (code & at.PLAYER_NUMBER_MASK) // at.PLAYER_UNIT
        players = self.declaration.players
        return players[number - 1] if 1 <= number <= len(players) else None

    def player_named(self, name: str) -> Player:
        """The player with a name. Raises ValueError if there is none."""
        found = next((p for p in self.declaration.players if p.name == name), None)
        if found is None:
            arguments.instance(name, str, "a player", "a name")
            raise ValueError(
                f"there is no player {quoted(name)}; there are {', '.join(self.players)}"
            )
        return found

    def is_chance(self, name: str) -> bool:
        """Whether chance chooses for the player with a name; not for nobody, who may be to move."""
        return any(player.chance for player in self.declaration.players if player.name == name)

    def words_changed(self) -> None:
        """Words or declarations were added or changed: what was worked out of them is forgotten."""
        self.changed = True
        self.foresees = False
        self.facts.forget()
        self.forth.lasting = len(self.forth.dictionary.words)
        self.pool.drop()
        self.kept_trees.drop()
        self.declaration.bind_events()
        analyse(self.forth, self.declaration)
        if self.native is not None:
            self.native = NativeGame(self)
            self.forth.processor.drop_native()

    # -- playing --------------------------------------------------------------------------------

    def new_game(self, seed: int | None = None, level: int | None = None) -> Playthrough:
        """A new game, set up, the first player to move. The same seed gives the same game.

        `level` is one of a game with `{levels`, from 1. Raises ValueError if it does not exist.
        """
        with self.lock:
            return self._begin(seed, level)

    def position(
        self, source: str | dict[str, Any] = "", *, fen: str | None = None, level: int | None = None
    ) -> Playthrough:
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
