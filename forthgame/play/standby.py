"""A playing process that is started before there is a plan: it says what that has to know.

So the process that plans a tournament loads no machine, and the scripts are read where they are to
be played.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from forthgame.play.plan import Plan
from forthgame.play.process import SCRATCH, STARTING, Playing, ask, failed
from forthgame.play.surveyed import Request, Survey, survey_of


class Standby:
    """Close it at the end, which ends the process unless somebody has taken it.

    `machines` is how many the games need; loading is waited for within what `waiting` gives.
    """

    def __init__(
        self, machines: int, waiting: Callable[[], AbstractContextManager[None]] = nullcontext
    ) -> None:
        self._machines = machines
        self._waiting = waiting
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._playing: Playing | None = None
        self._for: tuple[frozenset[str], bool] = frozenset(), True

    def look(self, request: Request, confined: bool = True) -> Survey:
        """What `survey.look` gives, from the process that will play. Raises ForthgameError."""
        self.close()
        self._folder = tempfile.TemporaryDirectory(prefix="forthgame-")
        folder = Path(self._folder.name)
        (folder / SCRATCH).mkdir()
        playing = self._playing = Playing(
            folder, request.scripts, self._machines + len(request.scripts), confined=confined
        )
        self._for = frozenset(request.scripts), confined
        with self._waiting():
            message = ask(playing.process, request, STARTING)
        if message is None:
            playing.process.kill()
            raise failed(playing.process.wait(), playing.errors)
        return survey_of(message, request)

    def take(self, plan: Plan) -> Playing | None:
        """The process, for whom it is from now on; None if it was started for other scripts."""
        found = self._playing if self._for == (frozenset(plan.scripts), plan.confined) else None
        if found is not None:
            self._playing = None
        return found

    def close(self) -> None:
        """End the process, if nobody has taken it, and delete what it has written."""
        if self._playing is not None:
            self._playing.close()
            self._playing = None
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None
