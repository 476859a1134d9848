"""A process that plays, as it is started: what it shares with who watches it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from forthgame.errors import ForthgameError
from forthgame.play.gamelog import GameLog
from forthgame.play.process import end, launch

SCRATCH = "scratch"  # folder for what playing processes write, inside that of who starts them


class Playing:
    """A process of `forthgame.play.worker`: its log, its error stream, and itself.

    `machines` is how many it may load at a time. Raises ForthgameError if it cannot be started.
    """

    def __init__(
        self, folder: Path, scripts: Sequence[str], machines: int, *, confined: bool
    ) -> None:
        try:
            self.log = GameLog.create(folder)
            handle, name = tempfile.mkstemp(dir=folder, suffix=".err")
        except OSError as error:
            raise ForthgameError(
                f"no room for the players' messages in {folder}: {error}"
            ) from None
        self.errors = Path(name)
        try:
            with os.fdopen(handle, "wb") as errors:
                self.process = launch(
                    "forthgame.play.worker", [self.log.place], scripts, machines, folder / SCRATCH,
                    confined=confined, errors=errors, pass_fds=self.log.descriptors,
                )  # fmt: skip
        except BaseException:
            self.log.close()
            raise
        finally:
            self.log.handed_over()

    def close(self) -> None:
        """End it."""
        end(self.process)
        self.log.close()
