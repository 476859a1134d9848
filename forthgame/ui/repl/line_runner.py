"""Run typed lines in a Forth, also those that continue on the next line."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from forthgame.base.errors import ForthgameError, ScriptError
from forthgame.base.source import Source
from forthgame.machine.outer.outer_interpreter import Forth
from forthgame.rules.checkpoint import Checkpoint

NEVER_CLOSED, ENDS_TOO_SOON = -39, -16
SOURCE = "prompt"  # file name of typed lines in messages


class LineRunner:
    """Runs typed lines in a Forth, with its output passed to `write`.

    An open definition, section or condition stays open in the Forth. A text, comment or false
    condition can only be read as a whole, so its lines are run again with the next line.
    """

    def __init__(self, forth: Forth, folder: Path, write: Callable[[str], None]) -> None:
        self.forth = forth
        self._missing: ScriptError | None = None  # error of an unfinished line
        self._folder, self._write = folder, write
        self._open = ""  # lines of the open part, after empty lines for the earlier ones
        self._unfinished = ""
        self._before: Checkpoint | None = None  # state before the open part
        self._printed = self._known = 0  # characters printed by this line and by its first attempt
        forth.output = self._print

    @property
    def is_open(self) -> bool:
        """Return whether a definition, section, condition or text is open."""
        section = self.forth.game.section if self.forth.game is not None else None
        opened = self.forth.definition or self.forth.conditions or section
        return bool(opened or self._unfinished)

    def run(self, text: str, number: int) -> Checkpoint:
        """Run a line and return the checkpoint before it; restore the checkpoint on any error."""
        checkpoint = Checkpoint(self.forth)
        if not self.is_open:
            self._before = checkpoint
        text, source = self._source(text, number)
        self.forth.processor.printed = 0
        try:
            self.forth.load_text(source)
            self.forth.processor.flush()
        except BaseException as error:
            unfinished = isinstance(error, ScriptError) and self._is_unfinished(error)
            with suppress(ScriptError):
                self.forth.processor.flush()  # output of the line before the error
            checkpoint.restore()
            if isinstance(error, ScriptError):
                if unfinished:
                    self._unfinished, self._missing = text, error
                    return checkpoint
                self._hint_open(error)
            self._open = source.text[: -len(text)] + "\n" * text.count("\n")
            raise
        self._open = source.text
        return checkpoint

    def left_open(self) -> ForthgameError | None:
        if self._missing is not None or not self.is_open:
            return self._missing
        definition = self.forth.definition
        what = (
            f"the definition of `{definition.name}`" if definition else "a section or a condition"
        )
        return ForthgameError(f"{what} is never closed")

    def abandon(self) -> None:
        self._unfinished, self._missing = "", None
        if self._before is not None:
            self._before.restore()

    def _source(self, text: str, number: int) -> tuple[str, Source]:
        """Return the text to run, and a source that numbers lines as the session does."""
        self._known = self._printed if self._unfinished else 0
        self._printed = 0
        before = self._open if self.is_open else ""
        text, self._unfinished = f"{self._unfinished}{text}\n", ""
        self._missing = None
        before += "\n" * (number - before.count("\n") - text.count("\n"))
        return text, Source(SOURCE, before + text, self._folder / SOURCE, len(before))

    def _is_unfinished(self, error: ScriptError) -> bool:
        """Return whether a line failed only because a text, comment or condition is open."""
        if error.place is None or error.place.file != SOURCE:
            return False
        return error.number == NEVER_CLOSED or (
            error.number == ENDS_TOO_SOON and bool(self.forth.conditions)
        )

    def _hint_open(self, error: ScriptError) -> None:
        if definition := self.forth.definition:
            hint = f"`{definition.name}` is still open without this line; Ctrl-C gives it up"
            error.hint = f"{error.hint}\n  {hint}" if error.hint else hint

    def _print(self, text: str) -> None:
        """Print output, except what an earlier attempt of the line has printed."""
        known = min(len(text), self._known)
        self._known -= known
        self._printed += len(text)
        self._write(text[known:])
