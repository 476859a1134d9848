"""Loading of a game's script."""

from __future__ import annotations

from pathlib import Path

from forthgame.code.patience import looking
from forthgame.errors import ScriptError
from forthgame.game.analysis import analyse
from forthgame.game.declare import Declaration
from forthgame.game.settings import to_beginning
from forthgame.limits import ScriptLimits
from forthgame.source import UnreadableFile, decoded_source, read_limited
from forthgame.vm.forth import Forth


def too_deep(forth: Forth) -> ScriptError:
    """Return the error for Python's limit on nested calls, if it is reached before the script's."""
    return forth.error(-264, "the script is nested too deep")


class Loading:
    """The part of a Game that reads its script, and rejects one that declares no game."""

    path: Path
    limits: ScriptLimits
    _printed: list[str]
    forth: Forth
    declaration: Declaration
    contents: bytes

    def _load(self, steps: int | None) -> None:
        forth = self.forth
        forth.processor.limit(steps=steps, seconds=self.limits.seconds)
        try:
            self.contents = read_limited(self.path, self.limits.script)
        except UnreadableFile as error:
            raise ScriptError(str(error), number=-274) from None
        source = decoded_source(self.contents, self.path)
        try:
            forth.load_text(source)
            if forth.definition:
                begun = forth.definition.token
                raise forth.error_at(begun, -39, f"the definition of {begun.text} is never closed")
            if forth.conditions:
                raise forth.error(-22, "IF is never closed")
            self.declaration.complete()
            self._require_complete()
            declared = self.declaration
            declared.check_levels(
                [player.name for player in declared.players],
                [piece.name for piece in declared.pieces],
            )
            self._analyse()
        except ScriptError as error:
            forth.recover()
            error.output = "".join(self._printed)
            raise
        except RecursionError:
            deep = too_deep(forth)
            forth.recover()
            raise deep from None
        finally:
            forth.processor.limit()
        to_beginning(forth.processor)
        forth.processor.reset_stacks()
        forth.processor.flush()

    def _analyse(self) -> None:
        forth = self.forth
        try:
            with looking(forth.processor.check_time):
                analyse(forth, self.declaration)
        except ScriptError as error:
            error.message = f"{self.path}: {error.message} while what its words do was found out"
            raise

    def _require_complete(self) -> None:
        declared = self.declaration
        for section, there in (
            ("board", declared.positions), ("players", declared.players),
            ("turn-order", declared.turns), ("pieces", declared.pieces),
        ):  # fmt: skip
            if not there:
                message = (
                    f"the script declares no game: it needs a section {{{section} … {section}}}"
                )
                raise ScriptError(f"{self.path}: {message}", number=-271)
