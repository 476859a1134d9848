"""A game at the terminal: its seats, and the commands that people type."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from forthgame.api.game import State
from forthgame.base.arguments import digits
from forthgame.base.errors import AmbiguousMove, ForthgameError, IllegalMove, ScriptError
from forthgame.base.files import write_whole
from forthgame.play.model.python_functions import chosen_move, function_of, is_python
from forthgame.position.move_texts import find_move, own_text
from forthgame.position.moves import Move
from forthgame.rules.engines import Limits, parse_engine
from forthgame.search.pondering import Ponderer
from forthgame.search.search_result import SearchResult, decided_text
from forthgame.ui.cli.starting_positions import (
    given_position,
    last_places,
    listed_move,
    move_or_number,
)
from forthgame.ui.terminal.coloured_board import print_board
from forthgame.ui.terminal.ctrl_c import EndingSignal
from forthgame.ui.terminal.error_output import show_error
from forthgame.ui.terminal.escaping import echo
from forthgame.why.wording.explanation import Explanation

LISTED = 200  # moves that `moves` lists without a pattern


@dataclass
class TerminalGame:
    """A game in progress.

    kinds    `human`, `script` or an engine for each player
    future   undone positions, the next to redo last
    over     playing has stopped; `stopped` is the reason if a player resigned
    opened   the game began with the opening, so a game file can contain it
    ponders  engines think while a human does
    ended    signal that ended the command
    """

    state: State
    kinds: dict[str, str]
    seconds: float
    depth: int | None
    seed: int | None = None
    flipped: bool = False
    future: list[State] = field(default_factory=list)
    over: bool = False
    stopped: str = ""
    opened: bool = True
    ponders: bool = False
    ponderer: Ponderer = field(default_factory=Ponderer)
    ended: EndingSignal = field(default_factory=EndingSignal)

    @property
    def only_engines(self) -> bool:
        return "human" not in self.kinds.values()

    def is_human(self) -> bool:
        return self.kinds.get(self.state.player) == "human"

    def draw(self, legend: bool = False) -> None:
        if not self.state.concealed:
            echo()
            print_board(self.state, self.flipped, legend, last_places(self.state))

    # -- moves ----------------------------------------------------------------------------------

    def read(self, text: str) -> Move | None:
        """Return the move for a text or number; list the candidates and return None if ambiguous.

        Raises IllegalMove.
        """
        moves = self.state.moves()
        try:
            return move_or_number(self.state, text)
        except AmbiguousMove as error:
            echo(f"which of these {error.count}? Type its number:")
            for place in error.numbers:
                echo(f"{place + 1:4}  {listed_move(moves[place])}")
            if error.count > len(error.numbers):
                echo("      … `moves` shows all")
            return None

    def play(self, move: Move) -> None:
        """Play a move; show simultaneous choices when all are made."""
        self.future.clear()
        state = self.state
        concealed, before = state.concealed, state.player
        state.play(move)
        if state.concealed:
            echo(f"{before} has chosen.")
        elif concealed:
            for player, text in zip(
                last_movers(state, concealed + 1), state.history[-concealed - 1 :], strict=True
            ):
                echo(f"{player}: {text}")

    def think(self, kind: str) -> SearchResult:
        """Return an engine's move, from pondering if possible."""
        if is_python(kind):
            return self._asked(kind)
        found = self.ponderer.answer(self.state, *self._engine_of(kind))
        return found or self.state.search(kind, time=self.seconds, depth=self.depth)

    def _asked(self, kind: str) -> SearchResult:
        """Return the move of a Python function."""
        started = time.monotonic()
        move = chosen_move(kind, function_of(kind), self.state)
        seconds = time.monotonic() - started
        return SearchResult(move, 0, 0, 0, [own_text(move)], seconds, engine=kind)

    def ponder(self, kind: str, found: SearchResult) -> None:
        """Let the engine ponder after its move, if a human is to move."""
        if self.ponders and self.is_human() and not is_python(kind):
            self.ponderer.begin(self.state, found, *self._engine_of(kind))

    def _engine_of(self, kind: str) -> tuple[str, Limits]:
        name, own = parse_engine(kind)
        given = Limits(time=None if self.depth else self.seconds, depth=self.depth)
        return name, own.over(given)

    # -- the prompt -----------------------------------------------------------------------------

    def obey(self, text: str) -> bool:
        """Run a line of input; return True if the position changed or the game stopped.

        An exact move text is a move; then commands are tried, then abbreviated moves. Raises
        ForthgameError.
        """
        name, _, rest = text.lstrip(":/").partition(" ")
        name = {"q": "quit", "?": "moves"}.get(name.lower(), name.lower())
        marked = text[:1] in (":", "/")
        exact = None if marked else find_move(self.state.moves(), text)
        if exact is None and name in COMMANDS:
            try:
                return bool(COMMANDS[name][2](self, rest.strip()))
            except ScriptError as error:  # the game can continue
                show_error(error)
                return False
        if marked:
            raise ForthgameError(f"there is no command {name!r}; `help` lists them")
        move = exact or self.read(text)
        if move is not None:
            self.play(move)
        return move is not None

    def undo(self, rest: str) -> bool:
        """Go back to the last position with a human to move."""
        state = self.state.copy()
        while state.history:
            state.undo()
            if self.only_engines or self.kinds.get(state.player) == "human":
                self.future.append(self.state)
                self.state = state
                return True
        raise ForthgameError("there is no move of yours to take back")

    def redo(self, rest: str) -> bool:
        if not self.future:
            raise ForthgameError("nothing was taken back")
        self.state = self.future.pop()
        return True

    def hint(self, rest: str) -> None:
        engine = rest or self._engine()
        found = self.state.search(engine, time=self.seconds, depth=self.depth)
        line = f"; then {'; '.join(found.pv[1:5])}" if len(found.pv) > 1 else ""
        score = score_text(found)
        echo(f"{engine} would play {own_text(found.move)}{score and '   ' + score}{line}")

    def score(self, rest: str) -> None:
        engines = [rest] if rest else [self._engine(), "negamax"]
        for engine in engines:
            found = self.state.search(engine, time=self.seconds, depth=self.depth)
            if score := score_text(found):
                echo(f"{engine}, for {self.state.player}: {score}")
                return
        raise ForthgameError(f"{engines[-1]} gives no score: try `score negamax`")

    def _engine(self) -> str:
        engines = (kind for kind in self.kinds.values() if kind != "human" and not is_python(kind))
        return next(engines, "script")

    def help(self, rest: str) -> None:
        echo("A move: its text (`a2 a3` and the like will do, or a beginning), or its number.")
        for name, (argument, sentence, _) in COMMANDS.items():
            echo(f"  {f'{name} {argument}'.strip():20} {sentence}")
        echo("With : or / before it a word is a command, also where a move has that name.")

    def board(self, rest: str) -> None:
        self.draw(legend=True)

    def flip(self, rest: str) -> None:
        self.flipped = not self.flipped
        self.draw()

    def moves(self, rest: str) -> None:
        wanted = rest.casefold()
        found = [move for move in self.state.moves() if wanted in listed_move(move).casefold()]
        for move in found[:LISTED]:
            echo(f"{move.index + 1:4}  {listed_move(move)}")
        if len(found) > LISTED:
            echo(f"      … and {len(found) - LISTED} more: `moves TEXT` shows those with a text")
        if not found:
            echo("no such move")

    def why(self, rest: str) -> None:
        if not rest:
            raise ForthgameError("ask about a move: its text, or two positions as in `why e2 e4`")
        number = digits(rest) or 0
        moves = self.state.moves()
        if rest not in self.state.game.positions and 1 <= number <= len(moves):
            rest = moves[number - 1].text
        echo(self._explanation(rest).text())

    def _explanation(self, question: str) -> Explanation:
        """Answer a question, or explain the legal move that an abbreviated text means."""
        try:
            return self.state.explain(question)
        except ScriptError:
            raise
        except ForthgameError:
            try:
                text = self.state.find(question).text
            except IllegalMove:
                text = ""
            if not text:
                raise
            return self.state.explain(text)

    def save(self, rest: str) -> None:
        if not rest:
            raise ForthgameError("write `save FILE`")
        echo(f"the {self.keep(Path(rest))} is in {rest}")

    def keep(self, path: Path) -> str:
        """Save the game, or only the position if it did not begin with the opening.

        Returns `game` or `position`. Raises ForthgameError.
        """
        if self.opened and self.state.level is None:
            from forthgame.play.model.game_file import game_file

            game_file(self.state, self.seed, self.kinds, self.stopped.rstrip(".")).save(path)
            return "game"
        try:
            write_whole(path, self.state.to_text() + "\n")
        except OSError as error:
            raise ForthgameError(f"{path} cannot be written: {error.strerror}") from None
        return "position"

    def load(self, rest: str) -> bool:
        if not rest:
            raise ForthgameError("write `load FILE`")
        from forthgame.play.model.game_file import read_game

        game = self.state.game
        try:
            game_file = read_game(Path(rest))
        except ForthgameError:
            self.state = given_position(game, rest)
            self.opened = False
        else:
            self.state = game_file.replay(game)
            self.seed, self.opened = game_file.seed, True
        self.future.clear()
        return True

    def resign(self, rest: str) -> bool:
        left = [
            player
            for player in self.state.game.declaration.competitors
            if player != self.state.player
        ]
        wins = f"; {left[0]} wins" if len(left) == 1 else ""
        self.stopped = f"{self.state.player} resigns{wins}."
        self.over = True
        return True

    def quit(self, rest: str) -> bool:
        self.over = True
        return True


Command = Callable[[TerminalGame, str], bool | None]  # returns True as `obey` does
COMMANDS: dict[str, tuple[str, str, Command]] = {
    "moves": ("[TEXT]", "list the legal moves with numbers, or those that contain a text",
              TerminalGame.moves),
    "hint": ("[ENGINE]", "show an engine's move", TerminalGame.hint),
    "score": ("[ENGINE]", "show an engine's score", TerminalGame.score),
    "why": ("MOVE", "explain why a move is legal or not", TerminalGame.why),
    "undo": ("", "go back to your last turn", TerminalGame.undo),
    "redo": ("", "redo an undone turn", TerminalGame.redo),
    "board": ("", "draw the board", TerminalGame.board),
    "flip": ("", "turn the board round", TerminalGame.flip),
    "save": ("FILE", "save the game to a file", TerminalGame.save),
    "load": ("FILE", "load a game or a position from a file", TerminalGame.load),
    "resign": ("", "resign the game", TerminalGame.resign),
    "help": ("", "show this list", TerminalGame.help),
    "quit": ("", "stop playing; the end of input does too", TerminalGame.quit),
}  # fmt: skip


def score_text(found: SearchResult) -> str:
    """Return score and depth of a search, `score 12, depth 5`, or an empty text."""
    return f"score {decided_text(found.score)}, depth {found.depth}" if found.depth else ""


def last_movers(state: State, plies: int) -> list[str]:
    """Return the players of the last plies, oldest first."""
    back, found = state.copy(), list[str]()
    for _ in range(plies):
        back.step_back()
        found.insert(0, back.player)
    return found
