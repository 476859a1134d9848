"""A playing process started before the plan exists, which also surveys the scripts.

So the planning process loads no machine, and scripts are read in the process that plays them.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from forthgame.play.plan.plan import Plan
from forthgame.play.plan.survey_facts import Survey, SurveyRequest, survey_of
from forthgame.play.processes.child_process import (
    SCRATCH,
    STARTING,
    PlayingProcess,
    ask,
    loading_failed,
)


class Standby:
    """A process for survey and games; `close` ends it unless a pool has taken it.

    `machines` is the number that the games need; `waiting` is a context entered while scripts load.
    """

    def __init__(
        self, machines: int, waiting: Callable[[], AbstractContextManager[None]] = nullcontext
    ) -> None:
        self._machines = machines
        self._waiting = waiting
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._playing: PlayingProcess | None = None
        self._for: tuple[frozenset[str], bool] = frozenset(), True

    def look(self, request: SurveyRequest, confined: bool = True) -> Survey:
        """Survey scripts like `survey.look`, in the playing process. Raises ForthgameError."""
        self.close()
        self._folder = tempfile.TemporaryDirectory(prefix="forthgame-")
        folder = Path(self._folder.name)
        (folder / SCRATCH).mkdir()
        playing = self._playing = PlayingProcess(
            folder, request.scripts, self._machines + len(request.scripts), confined=confined
        )
        self._for = frozenset(request.scripts), confined
        with self._waiting():
            message = ask(playing.process, request, STARTING)
        if message is None:
            playing.process.kill()
            raise loading_failed(playing.process.wait(), playing.errors)
        return survey_of(message, request)

    def take(self, plan: Plan) -> PlayingProcess | None:
        """Hand over the process; return None if it was started for other scripts."""
        found = self._playing if self._for == (frozenset(plan.scripts), plan.confined) else None
        if found is not None:
            self._playing = None
        return found

    def close(self) -> None:
        """End the process if it was not taken, and delete its files."""
        if self._playing is not None:
            self._playing.close()
            self._playing = None
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None
