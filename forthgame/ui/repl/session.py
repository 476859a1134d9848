"""A session at the prompt: game, position, stacks, and running lines."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.text import Text

from forthgame.api.game import Game, State, load
from forthgame.api.machine import Machine
from forthgame.base.errors import ForthgameError, ScriptError
from forthgame.base.limits import DEFAULT_LIMITS
from forthgame.base.source import find_script, resolved
from forthgame.machine.outer.deferred_words import held_tokens
from forthgame.machine.outer.outer_interpreter import Forth
from forthgame.position import position_editing
from forthgame.rules.checkpoint import Checkpoint
from forthgame.rules.facts.engine_roots import Tokens
from forthgame.ui.cli.confined_option import chosen_limits
from forthgame.ui.repl.command_table import COMMANDS, Command
from forthgame.ui.repl.line_runner import LineRunner
from forthgame.ui.repl.shown_stacks import SessionStacks, shown
from forthgame.ui.terminal import ctrl_c
from forthgame.ui.terminal.ctrl_c import place_of, report_interrupts_in
from forthgame.ui.terminal.error_output import error_lines, prepare_cache
from forthgame.ui.terminal.escaping import visible
from forthgame.why.debugger.debugger import Break, Debugger, Pause
from forthgame.why.inspection.state_copies import MachineState
from forthgame.words.registers import memory_layout as at

LONGEST = DEFAULT_LIMITS.script  # characters of a line
PROMPT = "> "
GOING_ON = "... "
PAUSED = "paused> "


class Debugging:
    """The debugger of a session's game, and the conversation at a breakpoint.

    `converse` shows a pause and reads lines until a command sets `answer`.
    """

    def __init__(self, game: Game, converse: Callable[[Pause], None]) -> None:
        self.debugger = Debugger(game, self._on_pause)
        self.pause: Pause | None = None
        self.answer = ""
        self.stepping = False
        self._converse = converse

    @property
    def watching(self) -> bool:
        """Return whether running code may pause, so that cached moves must not be used."""
        return self.stepping or bool(self.debugger.breaks)

    def texts(self) -> list[str]:
        return [line_of(item) for item in self.debugger.breaks]

    def run_stepping(self, run: Callable[[], None]) -> None:
        self.stepping = True
        try:
            self.debugger.run_stepping(run)
        finally:
            self.stepping = False

    def _on_pause(self, pause: Pause) -> str:
        outer, self.pause, self.answer = self.pause, pause, ""
        try:
            self._converse(pause)
            return self.answer or "abort"
        finally:
            self.pause, self.answer = outer, ""


def line_of(item: Break) -> str:
    """Return the command that sets a breakpoint."""
    return f"{'break' if item.kind in ('word', 'line') else 'watch'} {item.text}"


class Session:
    """State of the prompt.

    `execute` runs one line, a command or text of the dialect; a failed line changes nothing. `read`
    returns the next line for commands that need one, None at the end. A `patient` session starts
    without a game if the script has a mistake, until `reload`.
    """

    def __init__(
        self,
        file: str | None = None,
        *,
        native: bool = True,
        seed: int = 1,
        console: Console | None = None,
        errors: Console | None = None,
        patient: bool = False,
    ) -> None:
        self.console = console or Console(
            highlight=False, markup=False, emoji=False, soft_wrap=True
        )
        self.errors = errors or Console(
            stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=True
        )
        self.native, self.seed = native, seed
        self.limits = chosen_limits()
        self.read: Callable[[str], str | None] = lambda prompt: None
        self.past: list[State] = []
        self.future: list[State] = []
        self.stacks = SessionStacks()
        self.number = 0  # line number
        self.failures = 0
        self.done = False
        self.game: Game | None = None
        self.state: State | None = None
        self.debugging: Debugging | None = None
        self._last = "\n"  # last printed character
        self._holding = False
        self._before: object = None  # tokens stored before the line
        self.script = None if file is None else find_script(file)
        game = None
        if self.script is not None:
            try:
                game = self.load(str(self.script))
            except ScriptError as error:
                if not patient:
                    raise
                self.report(error)
        self.use(game)

    # -- the game -------------------------------------------------------------------------------

    def load(self, file: str) -> Game:
        prepare_cache()
        return load(file, native=self.native, limits=self.limits)

    def use(self, game: Game | None, state: State | None = None) -> None:
        """Switch to a game, at a position or a new game; None selects the bare language."""
        if self.game is not None:
            try:
                self.game.close()
            except ScriptError as error:
                self.report(error)
        self.game = game
        self.debugging = None
        if game is None:
            self.forth: Forth = Machine(native=self.native).forth
            self.forth.root = resolved(self.folder)
        else:
            self.forth = game.forth
            self.state = state or game.new_game(self.seed)
        report_interrupts_in(self.forth)
        self.lines = LineRunner(self.forth, self.folder, self.write)
        self._holding = False
        self.stacks = SessionStacks()

    @property
    def position(self) -> State:
        """Position of the session, for commands that work on it instead of the machine.

        Raises ForthgameError without a game or at a breakpoint.
        """
        state = self.standing
        if self.pausing:
            raise ForthgameError("a word is paused in the middle: `continue` or `abort` first")
        self._holding = False
        if self.debugging is not None and self.debugging.watching:
            position_editing.forget_moves(state)  # forces code with breakpoints to run
        return state

    @property
    def standing(self) -> State:
        """Position of the session, also at a breakpoint. Raises ForthgameError without a game."""
        if self.state is None:
            raise ForthgameError(self._without_game("this"))
        return self.state

    def move_to(self, state: State) -> None:
        """Change the position; `undo` reverts it."""
        if self.state is not None:
            self.past.append(self.state)
        self.future.clear()
        self.state = state
        self._holding = False

    @property
    def pausing(self) -> bool:
        return self.debugging is not None and self.debugging.pause is not None

    @property
    def is_open(self) -> bool:
        return self.lines.is_open

    @property
    def prompt(self) -> str:
        if self.is_open:
            return GOING_ON
        return PAUSED if self.pausing else PROMPT

    # -- printing -------------------------------------------------------------------------------

    def write(self, text: str) -> None:
        """Print output of words: unchanged into a pipe, escaped on a terminal."""
        self.console.file.write(visible(text) if self.console.file.isatty() else text)
        self._last = text[-1:] or self._last

    def say(self, text: str | Text = "") -> None:
        self.end_line()
        self.console.print(text if isinstance(text, Text) else visible(text))

    def end_line(self) -> None:
        if self._last != "\n":
            self.write("\n")

    def report(self, error: BaseException) -> None:
        self.failures += 1
        self.show(error)

    def show(self, error: BaseException) -> None:
        self.end_line()
        self.console.file.flush()
        for line in error_lines(error):
            self.errors.print(line)

    # -- a line ---------------------------------------------------------------------------------

    def execute(self, line: str) -> None:
        """Run a line, a command or text of the dialect, and show any error."""
        self.number += 1
        try:
            if len(line) > LONGEST:
                raise ForthgameError(f"a line has at most {LONGEST} characters")
            self.perform(line)
        except KeyboardInterrupt as error:
            self.report(ForthgameError("interrupted; everything is as before the line"))
            if (place := place_of(error)) is not None:
                self.show(place)
            ctrl_c.is_over()
        except OSError as error:
            file, why = error.filename or "the file", error.strerror or error
            self.report(ForthgameError(f"{file} cannot be read or written: {why}"))
        except (ForthgameError, IndexError, ValueError) as error:
            self.report(error)
        except RecursionError:
            self.report(ForthgameError("this is nested too deep; everything is as before"))
        finally:
            self.console.file.flush()

    def perform(self, line: str) -> None:
        found = self.command_of(line)
        if found is None:
            self.run_text(line)
        else:
            self._run_command(*found)

    def command_of(self, line: str) -> tuple[Command, str] | None:
        """Return the command and the rest of a line; None for text of the dialect.

        A word of the script hides the command of the same name, which is then written with a `/`;
        at a breakpoint, stepping commands take precedence.
        """
        first, _, rest = line.strip().partition(" ")
        if first.startswith("/") and first[1:] in COMMANDS:
            return COMMANDS[first[1:]], rest.strip()
        if self.is_open or first not in COMMANDS:
            return None
        command = COMMANDS[first]
        if self.hides(first) and not (self.pausing and command.group == "Debug"):
            return None
        return command, rest.strip()

    def hides(self, name: str) -> bool:
        word = self.forth.dictionary.find(name)
        return word is not None and word.index >= self.forth.fence

    def _run_command(self, command: Command, rest: str) -> None:
        if self.is_open and not command.paused:
            raise ForthgameError(
                f"`{command.name}` is possible only after the open definition or section is closed"
            )
        if command.needs_game and self.state is None:
            raise ForthgameError(self._without_game(f"`{command.name}`"))
        if self.pausing and not command.paused:
            raise ForthgameError(
                f"`{command.name}` has to wait: a word is paused in the middle; `continue` it, "
                "or `abort`"
            )
        if command.only_paused and not self.pausing:
            raise ForthgameError(
                f"`{command.name}` continues after a pause, but nothing is paused: set a `break`, "
                "or run a line with `step LINE`"
            )
        if rest and command.usage == command.name:
            raise ForthgameError(f"`{command.name}` takes no argument: remove {rest!r}")
        if self.game is None or self.pausing or self.is_open:
            command.run(self, rest)
            return
        game, state, machine = self.game, self.state, MachineState(self.game)
        try:
            command.run(self, rest)
        except BaseException:
            if self.game is game and self.state is state:  # a played move is kept
                machine.put_back()
                self._holding = False
            raise

    def _without_game(self, what: str) -> str:
        if self.script is None:
            return f"{what} needs a game: start with `forthgame repl FILE`"
        return f"{what} needs a game: correct {self.script} and `reload` it"

    def run_text(self, text: str) -> None:
        if not text.strip():
            return
        self.run_forth(text)
        if self.is_open:
            return
        answer = f"ok {shown(self.forth.processor)}".rstrip()
        between = "" if self._last in " \n" else " "
        self.write(f"{between}{answer}\n")

    def run_forth(self, text: str) -> None:
        """Run text of the dialect on the session's stacks; errors restore the previous state."""
        self.load_machine()
        if not self.is_open:
            self._before = self._tokens()
        checkpoint = self.lines.run(text, self.number)
        if not self.is_open:
            self._save_results(checkpoint)

    def load_machine(self) -> None:
        """Load position and stacks into the machine, unless it holds them."""
        if self._holding or self.pausing or self.is_open:
            return
        if self.state is not None:
            position_editing.load_into_machine(self.state)
        self.stacks.give(self.forth.processor)
        self._holding = True

    def _save_results(self, checkpoint: Checkpoint) -> None:
        if self.pausing:
            return
        self.stacks.take(self.forth.processor)
        if self.game is None or self.state is None:
            return
        settled = checkpoint.settled and self._before == self._tokens()
        data_kept = checkpoint.data_kept
        if not settled:
            self.game.words_changed()
        if self.forth.processor.register(at.BOARD_SIZE) != len(self.state.position.board):
            self.say("the board was declared again: `new` starts a game on it")
        elif (changed := position_editing.position_in_machine(self.state)) is not None:
            self.move_to(changed)
            self._holding = True
            self.say("the position has changed; `undo` takes it back")
        if not (settled and data_kept):
            for state in (*self.past, *self.future, self.state):
                position_editing.forget_moves(state)

    def _tokens(self) -> object:
        """Return the tokens in deferred words and in memory, on which events depend."""
        return held_tokens(self.forth), Tokens(self.forth).standing()

    def abandon(self) -> None:
        if self.is_open:
            self.lines.abandon()
            self.say("given up")

    def converse(self, until: Callable[[], bool]) -> None:
        while not until() and not self.done:
            try:
                line = self.read(self.prompt)
            except KeyboardInterrupt:
                self.end_line()
                if self.is_open:
                    self.abandon()
                elif self.debugging is not None and self.pausing:
                    self.debugging.answer = "abort"
                ctrl_c.is_over()
                continue
            if line is None:
                self.done = True
                if (error := self.lines.left_open()) is not None:
                    self.report(error)
                return
            self.execute(line)

    @property
    def folder(self) -> Path:
        """Folder in which `LOAD` searches."""
        return Path() if self.script is None else self.script.parent

    def close(self) -> None:
        if self.game is not None:
            self.game.close()

    @property
    def files(self) -> list[Path]:
        return [] if self.script is None else [self.script, *sorted(set(self.forth.loaded))]
