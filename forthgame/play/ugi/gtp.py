"""An engine for programs that speak GTP: go, and other games of two seats on a grid.

Each command has one answer, in the order of the commands: `=` or `?`, then the number of the
command if it has one, and an empty line at the end. A player may move twice, as in GTP, and the
board may have any size for which there is a script (`[records.sgf]` `scripts`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from forthgame.api.game import Game, State
from forthgame.base.errors import ForthgameError, IllegalMove
from forthgame.base.source import is_file, resolved
from forthgame.draw.scenes import score_rules
from forthgame.machine.memory.call_restrictions import Stop
from forthgame.play.ugi.gtp_commands import COMMANDS, SAME, VERSION, read_command
from forthgame.play.ugi.notation_choice import KEY, LONG
from forthgame.play.ugi.options import Settings
from forthgame.play.ugi.protocols import Write
from forthgame.play.ugi.requests import MoveNotation, known_notations, read_go
from forthgame.position.moves import Move
from forthgame.position.position_editing import on_turn_of, put
from forthgame.position.records.move_texts import records_table, sides
from forthgame.position.texts.texts_file import read_tables
from forthgame.rules.engines import Limits
from forthgame.rules.script import Script
from forthgame.search.search import search
from forthgame.version import __version__

SMALL, WIDE = 7, 13  # columns of a board with corners only, and of one with points on the 4th line
MOST = 9


def scripts_by_size(script: Path) -> dict[int, Path]:
    """Return the scripts of a family that a file of texts beside a script lists, its own included.

    It is empty if no file lists the script.
    """
    for path in sorted(script.parent.glob("*.texts.toml")):
        try:
            tables = read_tables(path, resolved(script).parent)
        except ForthgameError:  # reported when the game is loaded
            continue
        records = tables.get("records")
        sgf = records.get("sgf") if isinstance(records, dict) else None
        named = sgf.get("scripts") if isinstance(sgf, dict) else None
        if not isinstance(named, dict):
            continue
        found = {
            int(size): script.with_name(f"{name}.4th")
            for size, name in named.items()
            if size.isdecimal() and isinstance(name, str) and Path(name).name == name
        }
        if script in found.values():
            return {size: path for size, path in found.items() if is_file(path)}
    return {}


def handicap_positions(game: Script, number: int) -> list[str] | None:
    """Return the positions of handicap stones as GTP fixes them, None for a wrong number."""
    board = next(iter(game.declaration.boards), None)
    if board is None or board.columns != board.rows or board.columns < SMALL:
        return None
    size = board.columns
    most = MOST if size % 2 and size > SMALL else 4
    if not 2 <= number <= most:
        return None
    edge = 3 if size >= WIDE else 2
    low, middle, high = edge, size // 2, size - 1 - edge
    corners = [(low, low), (high, high), (low, high), (high, low)]
    sides = [(low, middle), (high, middle), (middle, low), (middle, high)]
    points = (corners + sides)[: number - (number % 2 if number > 4 else 0)]
    if number > 4 and number % 2:
        points.append((middle, middle))
    grid = game.declaration.first_grid()
    return [grid[size - 1 - row, column] for column, row in points]


PASS, RESIGN = "pass", "resign"
SYNTAX = "syntax error"
COLOURS = {"b": "black", "black": "black", "w": "white", "white": "white"}
LONGEST_TIME = 10**7  # seconds


class Failure(ForthgameError):
    """A command that fails; the text is the answer."""


@dataclass
class _Board:
    """A loaded game: its seats by colour, the notation of its moves, and the game so far."""

    game: Game
    seats: dict[str, str]
    words: MoveNotation
    states: list[State]  # the last one is the position; the others can be returned to

    @property
    def state(self) -> State:
        return self.states[-1]


class GtpServer:
    """A game, its position, and the clocks set by a program.

    `load` loads a script. `stop` is set when the program has left: a search then ends.
    """

    def __init__(
        self,
        load: Callable[[Path], Game],
        script: Path,
        settings: Settings,
        write: Write,
        stop: Stop | None = None,
    ) -> None:
        self._load, self._script, self._settings = load, script, settings
        self._write, self._stop = write, stop
        self._scripts = scripts_by_size(script)
        self._board: _Board | None = None
        self._clocks: dict[str, tuple[float, int]] = {}  # seconds and the moves to make in them

    @property
    def game(self) -> Game | None:
        """The game that is loaded, None before a command needs one."""
        return self._board.game if self._board is not None else None

    def obey(self, line: str) -> bool:
        """Answer a line; return False after `quit`."""
        number, name, words = read_command(line)
        if not name:
            return True
        try:
            sign, answer = "=", self._answer(name, words)
        except ForthgameError as error:
            sign, answer = "?", " ".join(str(error).split())
        first, *others = answer.split("\n")
        for text in (f"{sign}{number} {first}", *others, ""):
            self._write(text)
        return name != "quit"

    def _answer(self, name: str, words: Sequence[str]) -> str:
        if name not in COMMANDS:
            raise Failure("unknown command")
        name, first = SAME.get(name, (name, ()))
        words = [*first, *words]
        if len(words) < COMMANDS[name]:
            raise Failure(SYNTAX)
        match name:
            case "protocol_version":
                return VERSION
            case "name":
                return "forthgame"
            case "version":
                return __version__
            case "known_command":
                return str(words[0] in COMMANDS).lower()
            case "list_commands":
                return "\n".join(COMMANDS)
            case "boardsize":
                self._resize(_number(words[0]))
            case "clear_board":
                self._clear()
            case "komi":
                _decimal(words[0])  # that of the script counts
            case "play":
                self._play(self._seat(words[0]), words[1])
            case "genmove":
                return self._move(self._seat(words[0]), played=True)
            case "reg_genmove":
                return self._move(self._seat(words[0]), played=False)
            case "undo":
                self._undo()
            case "fixed_handicap" | "place_free_handicap":
                return self._place_handicap(_number(words[0]), name == "fixed_handicap")
            case "set_free_handicap":
                self._set_handicap(words)
            case "time_settings":
                self._set_clocks(*map(_number, words[:3]))
            case "time_left":
                seconds = _decimal(words[1])
                self._clocks[self._seat(words[0])] = (seconds, _number(words[2]))
            case "final_score":
                return self._score()
            case "showboard":
                lines = str(self._at.state).split("\n")
                return "\n".join(["", *(line for line in lines if line.strip())])
        return ""

    # -- the board ------------------------------------------------------------------------------

    @property
    def _at(self) -> _Board:
        """The board, loaded when it is needed."""
        if self._board is None:
            self._board = self._boarded(self._load(self._script))
        return self._board

    def _boarded(self, game: Game) -> _Board:
        seats = sides(game, records_table(game).table("sgf"))
        if seats is None:
            raise Failure(f"{game.name} is not a game of two seats")
        state = self._begun(game)
        known = known_notations(state)
        own = next((name for name in known if name not in (LONG, KEY)), LONG)
        notation = "gtp" if "gtp" in known else own
        colours = {"black": seats.black, "white": seats.white}
        return _Board(game, colours, MoveNotation(state, notation), [state])

    def _begun(self, game: Game) -> State:
        seed = self._settings.seed
        return game.new_game(seed=1 if seed is None else seed, play_on=True)

    def _resize(self, size: int) -> None:
        script = self._scripts.get(size, self._script)
        if size not in self._scripts:
            board = next(iter(self._at.game.declaration.boards), None)
            if board is None or (board.columns, board.rows) != (size, size):
                raise Failure("unacceptable size")
        if script != self._script:
            before, self._board = self._board, None
            if before is not None:
                before.game.close()
            self._script = script
        self._clear()

    def _clear(self) -> None:
        if self._board is not None:
            self._board.states[:] = [self._begun(self._board.game)]

    def _seat(self, word: str) -> str:
        """Return the seat of a colour, or of its own name."""
        seats = self._at.seats
        named = {seat.lower(): seat for seat in seats.values()}
        colour = COLOURS.get(word.lower())
        found = seats[colour] if colour else named.get(word.lower())
        if found is None:
            raise Failure(SYNTAX)
        return found

    # -- moves ----------------------------------------------------------------------------------

    def _turned(self, seat: str) -> State:
        """Return a copy of the position in which a seat is to move."""
        return on_turn_of(self._at.state.copy(), seat)

    def _play(self, seat: str, word: str) -> None:
        at, state = self._at, self._turned(seat)
        try:
            move = at.words.read(state, word)
        except IllegalMove:
            raise Failure("illegal move") from None
        self._make(state, move)

    def _make(self, state: State, move: Move) -> None:
        state.play(move)
        self._at.states.append(state)

    def _undo(self) -> None:
        if len(self._at.states) < 2:
            raise Failure("cannot undo")
        self._at.states.pop()

    def _move(self, seat: str, played: bool) -> str:
        """Return the move that an engine chooses, a pass if the game is over."""
        at, state = self._at, self._turned(seat)
        moves = state.moves()
        if state.is_over or not moves:
            try:
                move = at.words.read(state, PASS)
            except IllegalMove:
                return RESIGN
        else:
            limits = Limits(time=self._time(seat), seed=self._settings.seed)
            found = search(
                state, self._settings.engine, limits.over(self._settings.options), stop=self._stop
            )
            move = moves[found.move.index]
        word = at.words.write(state, move, moves)
        if played:
            self._make(state, move)
        return word

    # -- clocks ---------------------------------------------------------------------------------

    def _set_clocks(self, main: int, overtime: int, moves: int) -> None:
        self._clocks.clear()
        if main:
            self._clocks = dict.fromkeys(self._at.seats.values(), (float(main), 0))
        elif overtime and moves:
            self._clocks = dict.fromkeys(self._at.seats.values(), (float(overtime), moves))

    def _time(self, seat: str) -> float | None:
        if seat not in self._clocks:
            return read_go("", 1).time
        seconds, moves = self._clocks[seat]
        left = f"p1time {1000 * min(seconds, LONGEST_TIME):.0f}"
        return read_go(f"{left} movestogo {moves}" if moves else left, 1).time

    # -- handicaps and scores -------------------------------------------------------------------

    def _place_handicap(self, number: int, fixed: bool) -> str:
        at = self._empty()
        places = handicap_positions(at.game, number if fixed else min(number, 9))
        if places is None:
            raise Failure("invalid number of stones")
        words = {move.target: at.words.write(at.state, move, at.state.moves())
                 for move in at.state.moves() if move.target in places}  # fmt: skip
        self._put(places)
        return " ".join(words.get(place, place) for place in places)

    def _set_handicap(self, words: Sequence[str]) -> None:
        at = self._empty()
        try:
            places = [at.words.read(at.state, word).target for word in words]
        except IllegalMove:
            places = []
        found = [place for place in places if place is not None]
        if len(found) < 2 or len(set(found)) != len(words):
            raise Failure("bad vertex list")
        self._put(found)

    def _empty(self) -> _Board:
        if self._at.state.board:
            raise Failure("board not empty")
        return self._at

    def _put(self, places: Sequence[str]) -> None:
        at, state = self._at, self._at.state
        for place in places:
            state = put(state, at.seats["black"], at.game.pieces[0], place)
        at.states[:] = [state]

    def _score(self) -> str:
        """Return the score as `B+3.5`, after passes if the game is not over."""
        at = self._at
        points: dict[str, float] = {}
        for state in self._passed(at.state.copy()):
            if state.is_over:
                points = score_rules(at.game).points(state, ended=True)
                break
        if not set(at.seats.values()) <= points.keys():
            raise Failure("cannot score")
        margin = points[at.seats["black"]] - points[at.seats["white"]]
        return f"{'B' if margin > 0 else 'W'}+{abs(margin):g}" if margin else "0"

    def _passed(self, state: State) -> Iterator[State]:
        """Yield a position, and those after up to two passes."""
        yield state
        for _ in range(2):
            try:
                state.play(self._at.words.read(state, PASS))
            except IllegalMove:
                return
            yield state


def _number(word: str) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) < 10):
        raise Failure(SYNTAX)
    return int(word)


def _decimal(word: str) -> float:
    try:
        found = float(word)
    except ValueError:
        raise Failure(SYNTAX) from None
    if not abs(found) < LONGEST_TIME:  # also not a number
        raise Failure(SYNTAX)
    return found
