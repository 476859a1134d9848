"""A loaded script: its machine, its declaration, and facts derived from them."""

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
from forthgame.game.loading import Loading
from forthgame.game.model import Player
from forthgame.game.native import NativeGame
from forthgame.game.pickled import script_files
from forthgame.game.tree_store import KeptTrees
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
    from forthgame.game.solving.solution import Solution

PRINTED_PARTS = 1000  # of a script's output that are kept,
PRINTED_KEPT = 1 << 20  # and characters of it


@one_at_a_time("words_changed position")
class Script(Internal, Loading, Counting):
    """A loaded script, as all layers of the package take it; users have it as a Game.

    Callers that use the machine hold its `lock`.

    forth        the machine, its words and their code
    declaration  the declarations of the script
    active       the state whose position the machine holds
    aside        saved machine state while code runs in isolation
    short        short calls from Python
    pool         further machines, for threads
    facts        cached facts about the script
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
        self.aside: Kept | None = None  # saved while code runs in isolation
        self.facts = Facts()
        self._printed: list[str] = []
        self._characters = 0  # number of characters in it
        self.closed = False
        self.changed = False  # words or declarations have changed since the script was loaded
        self.forth.output = self._keep
        self.code_fence = self.forth.code.top  # start of the script's own code
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

    @property
    def digest(self) -> str:
        """Return a hash of the script and all it loads, as they were read."""
        total = hashlib.sha256(self.contents)
        for _, contents in sorted(self.forth.loaded.items()):
            total.update(contents)
        return total.hexdigest()

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
            self.native = NativeGame(self)
            self.forth.processor.drop_native()

    # -- playing --------------------------------------------------------------------------------

    def new_game(self, seed: int | None = None, level: int | None = None) -> Playthrough:
        """Return a new game at its start; the same `seed` gives the same game.

        `level` is the number, from 1, in a game with `{levels`. Raises ValueError if it does not
        exist.
        """
        with self.lock:
            return self._begin(seed, level)

    def position(
        self, source: str | dict[str, Any] = "", *, fen: str | None = None, level: int | None = None
    ) -> Playthrough:
        """Return a position: `source` from `State.to_text` or `to_json`, a FEN, or a level.

        `fen` needs a format in the game's file of texts; `level` is a number from 1. OnPosition
        runs, so that the script can update its storage. Raises PositionError for an invalid text or
        an impossible position, ValueError for an unknown level.
        """
        if level is not None:
            return self._begin(1, level)
        from forthgame.game.validation import validated

        if fen is not None:
            from forthgame.game.texts.fen import known_fen

            return validated(known_fen(self).read(self, fen))
        from forthgame.game.position import read_position

        return validated(read_position(self, source))

    def _begin(self, seed: int | None, level: int | None) -> Playthrough:
        """Return a new game; without a `level`, at the first one."""
        seed = arguments.optional_whole(seed, "a seed")
        if level is None and not self.declaration.levels:
            return self.states._begin(self, seed)
        from forthgame.game.level_start import begin_level

        level = arguments.optional_whole(level, "the level", 1, arguments.LARGEST)
        return begin_level(self, level or 1, seed)

    def solve(self, method: str = "auto", *, level: int | None = None, **options: Any) -> Solution:
        """Find a shortest solution from the beginning, or of a `level`, by its number from 1.

        `method` and the `options` are those of State.solve. Raises ForthgameError if the game is
        not a puzzle, ValueError for an unknown level.
        """
        return self._begin(1, level).solve(method, **options)


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
        told = [
            f"{what} {', '.join(word.name for word, _ in declared.lists[address].entries)}"
            for what, address in (("moves", piece.moves), ("drops", piece.drops))
            if address in declared.lists
        ]
        lines.append(f"piece {piece.name}: {'; '.join(told) or 'does not move'}")
    lines += [f"ending {ending.name}: {ending.word.name}" for ending in declared.endings.declared]
    return "\n".join(lines)


def _board(declared: Declaration) -> str:
    grids = [f"{board.rows} rows of {board.columns}" for board in declared.boards]
    count = f"{len(declared.positions)} positions"
    return f"{count}, {' and '.join(grids)}" if grids else count
