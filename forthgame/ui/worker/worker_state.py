"""State of a table's process, its positions as data for the page, and readers of request fields."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from forthgame.api.game import Game, State, load
from forthgame.base.errors import ForthgameError, IllegalMove, quoted
from forthgame.base.limits import DEFAULT_LIMITS
from forthgame.play.match.contestant import Contestant
from forthgame.play.model.limits import Limits
from forthgame.play.model.schedule import Entrant, seats_of
from forthgame.play.processes import messages
from forthgame.position.moves import Moves, has_choice
from forthgame.position.records.move_texts import records_table
from forthgame.position.simultaneous_turns import choose_together
from forthgame.search.pondering import Ponderer
from forthgame.ui.worker.move_documents import move_document, move_documents
from forthgame.ui.worker.piece_comments import piece_comments
from forthgame.ui.worker.result_words import points_document, result_text
from forthgame.words.registers import memory_layout as at

if TYPE_CHECKING:
    from forthgame.ui.lsp.script_analysis import ScriptAnalysis

LISTED = 4000  # moves of a position sent to the page

KNOWN = 1 << 15  # cached moves
Written = tuple[str, str]  # text of the move, and the rest of its document

KEPT_EVERY = 16  # plies between cached positions
SHOWN = 8  # cached positions
CALL_SECONDS = 15.0  # time limit of a script for a move list or move

Message = dict[str, Any]
Tell = Callable[[Message], None]


# -- positions as data ----------------------------------------------------------------------------


def flip_of(game: Game, message: dict[str, Any]) -> str | bool:
    flip = message.get("flip", False)
    if isinstance(flip, str) and flip not in game.players:
        known = ", ".join(game.players)
        raise ForthgameError(f"there is no player {quoted(flip)}; there are {known}")
    return flip if isinstance(flip, bool | str) else False


def game_document(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "players": game.players,
        "seats": seats_of(game),
        "pieces": game.pieces,
        "positions": game.positions,
        "levels": [name or f"level {k}" for k, name in enumerate(game.levels, 1)],
        "digest": game.digest,
        "together": choose_together(game),
        "comments": piece_comments(game),
        "zsg": _is_of_zillions(game),
    }


def _is_of_zillions(game: Game) -> bool:
    """Return whether saved games of Zillions can be written."""
    try:
        return records_table(game).has("zsg")
    except ForthgameError:
        return False


def position_document(state: State, *, listed: bool = True) -> dict[str, Any]:
    """Return a position: player to move, result, and if `listed` the moves."""
    moves = state.moves()
    outcome = state.outcome
    over = outcome is not None or not moves
    found = {
        "player": state.player,
        "turn": state.turn_number,
        "ply": len(state.move_texts),
        "count": 0 if outcome is not None else len(moves),
        "over": over,
        "outcome": outcome,
        "ended": result_text(state) if over else "",
        "scores": state.result if over else None,
        **points_document(state, over),
        "concealed": state.concealed,
        "board": state.board,
        "hands": state.hands,
    }
    if listed:
        listed_moves = LISTED if outcome is None else 0
        found["moves"] = [
            {"n": n, **document}
            for n, document in enumerate(move_documents(state.game, moves, listed_moves))
        ]
    return found


class MoveListing:
    """Writes the moves of one game's positions."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._known: dict[tuple[bytes, tuple[bool, ...], str], Written] = {}
        self._taking: dict[bytes, tuple[int, ...] | None] = {}

    def of(self, state: State) -> list[Written]:
        moves = state.moves()
        found = self._each(moves)
        looks = {rest.partition('"actions": ')[2] for _, rest in found}
        if len(looks) == len(found):
            return found
        return [written(document) for document in move_documents(self._game, moves, LISTED)]

    def _each(self, moves: Moves) -> list[Written]:
        """Return the moves, each by itself."""
        if not self._game.declaration.notation:
            records = moves._records()[:LISTED]
            takings = [self._positions(record) for record in records]
            if None not in takings:
                board = moves._board_cells
                return [
                    self._cached(
                        moves, number, record, tuple([board[p] != 0 for p in taking or ()])
                    )
                    for number, (record, taking) in enumerate(zip(records, takings, strict=True))
                ]
        return [self._write(moves, number) for number in range(min(len(moves), LISTED))]

    def _cached(self, moves: Moves, number: int, record: bytes, taken: tuple[bool, ...]) -> Written:
        key = record, taken, moves[number].short
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= KNOWN:
                self._known.clear()
            found = self._known[key] = self._write(moves, number)
        return found

    def _positions(self, record: bytes) -> tuple[int, ...] | None:
        """Return the positions where a move may capture; None for a move with a choice."""
        try:
            return self._taking[record]
        except KeyError:
            if len(self._taking) >= KNOWN:
                self._taking.clear()
            found = self._taking[record] = None if has_choice(record) else _taking(record)
            return found

    def _write(self, moves: Moves, number: int) -> Written:
        return written(move_document(self._game, moves[number]))


def written(document: dict[str, Any]) -> Written:
    """Return the text of a move, and the rest of its document as JSON."""
    return document["text"], json.dumps(document)[1:]


def _taking(record: bytes) -> tuple[int, ...]:
    cells = memoryview(record).cast("i")
    rows = range(2, len(cells), at.ACTION_CELLS)
    found = [(cells[row + at.ACTION_KIND_CELL], cells[row], cells[row + 1]) for row in rows]
    takes = {at.ACT_MOVE_TAKE, at.ACT_CAPTURE}
    return tuple(b if kind == at.ACT_MOVE_TAKE else a for kind, a, b in found if kind in takes)


class ShownPosition:
    """A position sent to a page: texts of its moves, and JSON of each."""

    def __init__(self, listing: MoveListing, state: State) -> None:
        self.position = position_document(state, listed=False)
        self.moves = [] if state.outcome is not None else listing.of(state)

    def find(self, text: str) -> dict[str, Any] | None:
        for known, rest in self.moves:
            if known == text:
                return {"player": self.position["player"], **json.loads("{" + rest)}
        return None

    def written(self) -> str:
        rows = ", ".join([f'{{"n": {n}, {rest}' for n, (_, rest) in enumerate(self.moves)])
        return f'{json.dumps(self.position)[:-1]}, "moves": [{rows}]}}'


# -- positions along a line of moves --------------------------------------------------------------


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
        self._states: dict[int, State] = {}
        self._shorts: dict[int, str] = {}  # of plies, from 0

    def shorts(self, plies: int) -> list[str]:
        """Return the short texts of the first plies of the last line, empty without a notation."""
        return [self._shorts.get(ply, "") for ply in range(plies)]

    def at(self, start: GameStart, texts: Sequence[str]) -> State:
        """Return the position after some moves; callers may change it.

        Raises LostLine for an illegal move, ForthgameError if the game cannot begin.
        """
        if start != self._start:
            self._start = None
            self._states = {0: self._begin(start)}
            self._start, self._texts = start, []
        same = 0
        for own, wanted in zip(self._texts, texts, strict=False):
            if own != wanted:
                break
            same += 1
        if same < min(len(self._texts), len(texts)):
            self._states = {ply: state for ply, state in self._states.items() if ply <= same}
            self._texts = self._texts[:same]
        nearest = max(ply for ply in self._states if ply <= len(texts))
        state = self._states[nearest].copy()
        for ply in range(nearest, len(texts)):
            self._play(state, texts, ply)
            self._store(state, texts, ply + 1)
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
            move = state.find(text, exact=True)
            self._shorts[ply] = move.short
            state.play(move)
        except IllegalMove as error:
            secret = _secret(state, texts, ply)
            why = "a hidden choice is not legal" if secret else error
            raise LostLine(f"ply {ply + 1}: {why}", ply) from None

    def _store(self, state: State, texts: Sequence[str], ply: int) -> None:
        if ply > len(self._texts):
            last = len(self._texts)
            self._texts.append(texts[ply - 1])
            self._states.pop(last, None) if last % KEPT_EVERY else None
        if ply % KEPT_EVERY == 0 or ply == len(texts):
            self._states[ply] = state.copy()


def _secret(state: State, texts: Sequence[str], ply: int) -> bool:
    """Return whether a ply belongs to an unfinished simultaneous turn at the end of the line."""
    choosing = len(state.choosers)
    return choosing + state.concealed > 1 and ply + choosing > len(texts)


# -- the state of the process ---------------------------------------------------------------------


class WorkerState:
    """State of a table's process; the script is loaded on first use."""

    def __init__(self, script: str, tell: Tell) -> None:
        self.script = script
        self.tell = tell
        self.ponderer = Ponderer()
        self.analysis: ScriptAnalysis | None = None  # of the script being edited
        self.counting: tuple[Game, dict[str, str]] | None = None  # texts of the game's move words
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


def state_of(desk: WorkerState, message: Message) -> State:
    return desk.line.at(start_of(message), texts_of(message))
