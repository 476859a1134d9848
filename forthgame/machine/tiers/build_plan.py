"""Build plans: the contents of a build of machine code, and the jobs that compile it."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

from forthgame.compile.llvm import quick_build
from forthgame.compile.llvm.jobs import Job
from forthgame.compile.writer.machine_code import CachedBuild, MachineCodeBuild, build, is_cached

if TYPE_CHECKING:
    from forthgame.compile.writer.ir_module import IrModule

WORDS = "compiling the script's words"


class _TooLong(Exception):
    """Raised if machine code is not ready in time."""


class BuildPlan:
    """The contents of a build: a module, and the words (entries by index) that tokens may call.

    `source` may be cached machine code of the module.

    There are two builds. The *draft* is compiled in a fraction of the time, but runs two to four
    times as long; the other is the final machine code.
    """

    def __init__(
        self,
        source: IrModule | CachedBuild,
        words: dict[int, int],
        made: Callable[[MachineCodeBuild], None] | None = None,
    ) -> None:
        """Create a plan. `made` receives the final machine code, in the thread of the job."""
        self.words = words
        self._sources = sources = [source]  # given up when it has been built: it is large

        def make(job: Job[MachineCodeBuild]) -> MachineCodeBuild:
            built = build(sources[0])
            if made is not None:
                made(built)
            sources.clear()
            return built

        def make_draft(job: Job[MachineCodeBuild]) -> MachineCodeBuild:
            known = tuple(sources)
            return build(known[0], draft=True) if known else self._job.wait()

        self._job = Job(make, WORDS)
        self._draft = Job(make_draft, WORDS)

    @property
    def cached(self) -> bool:
        sources = tuple(self._sources)
        return self._job.done or not sources or is_cached(sources[0])

    @property
    def running(self) -> bool:
        return self._job.running

    @property
    def done(self) -> bool:
        return self._job.done

    @property
    def needs_draft(self) -> bool:
        """Return whether a draft saves time: the final machine code has not been started."""
        return not (self.running or quick_build.quick_build_enabled() or self.cached)

    @property
    def drafting(self) -> bool:
        return self._draft.running or self._draft.done

    @property
    def drafted(self) -> bool:
        return self._draft.done

    def start_draft(self) -> None:
        self._draft.start()

    def start(self) -> None:
        self._job.start()

    def build(self, look: Callable[[], None] | None = None) -> MachineCodeBuild:
        """Return the machine code, compiled once. Interruptible; `look` is called meanwhile."""
        return self._job.wait(look=look)

    def built_within(self, seconds: float | None) -> bool:
        """Wait for the machine code, at most `seconds` if given; return whether it is ready.

        Compilation continues after that time.
        """
        end = None if seconds is None else monotonic() + seconds

        def look() -> None:
            if end is not None and monotonic() > end:
                raise _TooLong

        try:
            self.build(look)
        except _TooLong:
            return False
        return True

    def draft(self, look: Callable[[], None] | None = None) -> MachineCodeBuild:
        """Return the draft, compiled once, or the final machine code if that is ready."""
        return self._draft.wait(look=look)
