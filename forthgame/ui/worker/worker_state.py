"""State of a table's process shared by its requests, and readers of request fields."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from forthgame.api.game import Game, State, load
from forthgame.base.errors import ForthgameError, IllegalMove
from forthgame.base.limits import DEFAULT_LIMITS
from forthgame.play.match.contestant import Contestant
from forthgame.play.model.entrant import Entrant
from forthgame.play.model.limits import Limits
from forthgame.play.processes import messages
from forthgame.search.pondering import Ponderer
from forthgame.ui.worker.position_data import MoveListing, ShownPosition

KEPT_EVERY = 16  # plies between cached positions
if TYPE_CHECKING:
    from forthgame.api.game import State
    from forthgame.ui.lsp.script_analysis import ScriptAnalysis

SHOWN = 8  # cached positions
CALL_SECONDS = 15.0  # time limit of a script for a move list or move

Message = dict[str, Any]
Tell = Callable[[Message], None]


@dataclass(frozen=True)
class GameStart:
    """Start of a game: the seed, and a level or a position as text."""

    seed: int = 1
    level: int | None = None
    position: str = ""


class LostLine(ForthgameError):
    """A game of which only the first `plies` can be played."""

    def __init__(self, message: str, plies: int) -> None:
        super().__init__(message)
        self.plies = plies


class MoveLine:
    """Positions of a game by number of plies.

    Cached positions never exceed the known moves, even after a failure.
    """

    def __init__(self, game: Game, script: str) -> None:
        self._contestant = Contestant(Entrant("board", script), game=game)
        self.game = game
        self._start: GameStart | None = None
        self._texts: list[str] = []
        self._kept: dict[int, State] = {}

    def at(self, start: GameStart, texts: Sequence[str]) -> State:
        """Return the position after some moves; callers may change it.

        Raises LostLine for an illegal move, ForthgameError if the game cannot begin.
        """
        if start != self._start:
            self._start = None
            self._kept = {0: self._begin(start)}
            self._start, self._texts = start, []
        same = 0
        for own, wanted in zip(self._texts, texts, strict=False):
            if own != wanted:
                break
            same += 1
        if same < min(len(self._texts), len(texts)):
            self._kept = {ply: state for ply, state in self._kept.items() if ply <= same}
            self._texts = self._texts[:same]
        nearest = max(ply for ply in self._kept if ply <= len(texts))
        state = self._kept[nearest].copy()
        for ply in range(nearest, len(texts)):
            self._play(state, texts, ply)
            self._keep(state, texts, ply + 1)
        return state

    def _begin(self, start: GameStart) -> State:
        self._contestant.begin(start.seed, Limits())
        if start.position:
            return self.game.position(start.position)
        if start.level is not None:
            try:
                return self.game.new_game(seed=start.seed, level=start.level)
            except ValueError as error:  # the script or the table's file has changed
                raise ForthgameError(str(error)) from None
        return self._contestant.state

    def _play(self, state: State, texts: Sequence[str], ply: int) -> None:
        """Play a ply, after generating moves and testing the end as in the original game."""
        state.moves()
        text = texts[ply]
        if state.outcome is not None:
            named = "" if _secret(state, texts, ply) else f" ({text})"
            raise LostLine(f"ply {ply + 1}{named}: the game is over before it", ply)
        try:
            state.play(state.find(text, exact=True))
        except IllegalMove as error:
            secret = _secret(state, texts, ply)
            why = "what was chosen in secret is not legal" if secret else error
            raise LostLine(f"ply {ply + 1}: {why}", ply) from None

    def _keep(self, state: State, texts: Sequence[str], ply: int) -> None:
        if ply > len(self._texts):
            last = len(self._texts)
            self._texts.append(texts[ply - 1])
            self._kept.pop(last, None) if last % KEPT_EVERY else None
        if ply % KEPT_EVERY == 0 or ply == len(texts):
            self._kept[ply] = state.copy()


def _secret(state: State, texts: Sequence[str], ply: int) -> bool:
    """Return whether a ply belongs to an unfinished simultaneous turn at the end of the line."""
    choosing = len(state.choosers)
    return choosing + state.concealed > 1 and ply + choosing > len(texts)


class WorkerState:
    """State of a table's process; the script is loaded on first use."""

    def __init__(self, script: str, tell: Tell) -> None:
        self.script = script
        self.tell = tell
        self.ponderer = Ponderer()
        self.analysis: ScriptAnalysis | None = None  # of the script being edited
        self._line: MoveLine | None = None
        self._listing: MoveListing | None = None
        self._shown: OrderedDict[tuple[GameStart, tuple[str, ...]], ShownPosition] = OrderedDict()

    @property
    def line(self) -> MoveLine:
        """Positions of the game. Raises ForthgameError if the script cannot be loaded."""
        if self._line is None:
            limits = replace(DEFAULT_LIMITS, seconds=CALL_SECONDS)
            self._line = MoveLine(load(Path(self.script), limits=limits), self.script)
        return self._line

    @property
    def game(self) -> Game:
        return self.line.game

    def show(self, start: GameStart, texts: list[str], state: State) -> ShownPosition:
        """Return a position for the page and cache it, as the next request usually extends it."""
        if self._listing is None:
            self._listing = MoveListing(self.game)
        found = self._shown[start, tuple(texts)] = ShownPosition(self._listing, state)
        while len(self._shown) > SHOWN:
            self._shown.popitem(last=False)
        return found

    def shown(self, start: GameStart, texts: list[str]) -> ShownPosition | None:
        return self._shown.get((start, tuple(texts)))


def start_of(message: Message) -> GameStart:
    begun = messages.as_object(message.get("start", {}))
    level = begun.get("level")
    return GameStart(
        messages.as_whole(begun.get("seed", 1)),
        None if level is None else messages.as_whole(level),
        messages.as_text(begun.get("position", "")),
    )


def texts_of(message: Message) -> list[str]:
    return [messages.as_text(text) for text in messages.as_list(message.get("line", []))]


def long_text(value: Any) -> str:
    """Check a text of up to a position's length. Raises ForthgameError."""
    if not isinstance(value, str) or len(value) > DEFAULT_LIMITS.position:
        raise ForthgameError(f"no text, or longer than {DEFAULT_LIMITS.position} characters")
    return value
