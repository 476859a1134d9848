"""What a build will contain, and the jobs that make machine code of it."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

from forthgame.vm.compiler import hurried
from forthgame.vm.compiler.build import Built, Ready, build, is_cached
from forthgame.vm.jobs import Job

if TYPE_CHECKING:
    from forthgame.vm.compiler.module import Module

WORDS = "compiling the script's words"


class _TooLong(Exception):
    """The machine code is not there in time."""


class Plan:
    """What a build will contain: a module, and the words (by index) that tokens may call in it.

    Machine code that is cached may stand for the module.

    There are two builds of it. The *draft* is made in a fraction of the time and takes two to four
    times as long to run; the other is the final machine code.
    """

    def __init__(
        self,
        source: Module | Ready,
        words: dict[int, int],
        made: Callable[[Built], None] | None = None,
    ) -> None:
        """`made` is told of the final machine code, in the thread that has made it."""
        self.words = words
        self._sources = sources = [source]  # given up when it has been built: it is large

        def make(job: Job[Built]) -> Built:
            built = build(sources[0])
            if made is not None:
                made(built)
            sources.clear()
            return built

        def make_draft(job: Job[Built]) -> Built:
            known = tuple(sources)
            return build(known[0], draft=True) if known else self._job.wait()

        self._job = Job(make, WORDS)
        self._draft = Job(make_draft, WORDS)

    @property
    def cached(self) -> bool:
        """Whether the machine code has been made before."""
        sources = tuple(self._sources)
        return self._job.done or not sources or is_cached(sources[0])

    @property
    def running(self) -> bool:
        """Whether it is being made."""
        return self._job.running

    @property
    def done(self) -> bool:
        """Whether it has been made, or could not be."""
        return self._job.done

    @property
    def needs_draft(self) -> bool:
        """Whether a draft is there sooner: nobody has begun to make the final machine code."""
        return not (self.running or hurried.wanted() or self.cached)

    @property
    def drafting(self) -> bool:
        """Whether the draft is being made, or is there."""
        return self._draft.running or self._draft.done

    @property
    def drafted(self) -> bool:
        """Whether the draft is there."""
        return self._draft.done

    def start_draft(self) -> None:
        """Begin to make the draft, in a thread."""
        self._draft.start()

    def start(self) -> None:
        """Begin to make the machine code, in a thread."""
        self._job.start()

    def build(self, look: Callable[[], None] | None = None) -> Built:
        """The machine code; made once. Can be interrupted; `look` is called while it is made."""
        return self._job.wait(look=look)

    def built_within(self, seconds: float | None) -> bool:
        """Wait for the machine code, for so many seconds if given; whether it is there then.

        What takes longer goes on being made.
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

    def draft(self, look: Callable[[], None] | None = None) -> Built:
        """The draft; made once. The final machine code if that is there."""
        return self._draft.wait(look=look)
