"""Running lines of the dialect: one that fails has not happened, one that is open goes on."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from forthgame.errors import ForthgameError, ScriptError
from forthgame.game.checkpoint import Checkpoint
from forthgame.source import Source
from forthgame.vm.forth import Forth

SOURCE = "prompt"  # the name of what is typed, in messages
NEVER_CLOSED, ENDS_TOO_SOON = -39, -16


class Lines:
    """The lines that are typed into a Forth; its output goes to `write`.

    A definition, section or condition that is open is kept in the Forth; a text, a comment or a
    condition that is not true can only be read whole, so its lines are run again with the next.
    """

    def __init__(self, forth: Forth, folder: Path, write: Callable[[str], None]) -> None:
        self.forth = forth
        self._missing: ScriptError | None = None  # what an unfinished line would fail with
        self._folder, self._write = folder, write
        self._open = ""  # lines of what is open, behind as many empty ones as came before it
        self._unfinished = ""
        self._before: Checkpoint | None = None  # what is open
        self._printed = self._known = 0  # characters: of this line, and of its first attempt
        forth.output = self._print

    @property
    def going_on(self) -> bool:
        """Whether a definition, section, condition or text is open, and goes on."""
        section = self.forth.game.section if self.forth.game is not None else None
        opened = self.forth.definition or self.forth.conditions or section
        return bool(opened or self._unfinished)

    def run(self, text: str, number: int) -> Checkpoint:
        """Run a line; give what was before it. Raises what goes wrong, and all is as it was."""
        checkpoint = Checkpoint(self.forth)
        if not self.going_on:
            self._before = checkpoint
        text, source = self._source(text, number)
        self.forth.processor.printed = 0
        try:
            self.forth.load_text(source)
            self.forth.processor.flush()
        except BaseException as error:
            unfinished = isinstance(error, ScriptError) and self._is_unfinished(error)
            with suppress(ScriptError):
                self.forth.processor.flush()  # what the line has printed before it failed
            checkpoint.restore()
            if isinstance(error, ScriptError):
                if unfinished:
                    self._unfinished, self._missing = text, error
                    return checkpoint
                self._tell_open(error)
            self._open = source.text[: -len(text)] + "\n" * text.count("\n")
            raise
        self._open = source.text
        return checkpoint

    def left_open(self) -> ForthgameError | None:
        """The error of what is still open where the lines end."""
        if self._missing is not None or not self.going_on:
            return self._missing
        definition = self.forth.definition
        what = (
            f"the definition of `{definition.name}`" if definition else "a section or a condition"
        )
        return ForthgameError(f"{what} is never closed")

    def give_up(self) -> None:
        """Abandon what is open from its first line on."""
        self._unfinished, self._missing = "", None
        if self._before is not None:
            self._before.restore()

    def _source(self, text: str, number: int) -> tuple[str, Source]:
        """What has to be run, and it in a source where lines have their numbers in the session."""
        self._known = self._printed if self._unfinished else 0
        self._printed = 0
        before = self._open if self.going_on else ""
        text, self._unfinished = f"{self._unfinished}{text}\n", ""
        self._missing = None
        before += "\n" * (number - before.count("\n") - text.count("\n"))
        return text, Source(SOURCE, before + text, self._folder / SOURCE, len(before))

    def _is_unfinished(self, error: ScriptError) -> bool:
        """Whether a line has failed only because a text, a comment or a condition goes on."""
        if error.place is None or error.place.file != SOURCE:
            return False
        return error.number == NEVER_CLOSED or (
            error.number == ENDS_TOO_SOON and bool(self.forth.conditions)
        )

    def _tell_open(self, error: ScriptError) -> None:
        if definition := self.forth.definition:
            hint = f"`{definition.name}` is still open without this line; Ctrl-C gives it up"
            error.hint = f"{error.hint}\n  {hint}" if error.hint else hint

    def _print(self, text: str) -> None:
        """Print what a word prints; not again what it has printed before a line was complete."""
        known = min(len(text), self._known)
        self._known -= known
        self._printed += len(text)
        self._write(text[known:])
