"""What a build will contain, and the jobs that make machine code of it."""

from __future__ import annotations

from collections.abc import Callable

from forthgame.vm.compiler.build import Built, build, drafts_are_final, is_cached
from forthgame.vm.compiler.module import Module
from forthgame.vm.jobs import Job


class Plan:
    """What a build will contain: a module, and the words (by index) that tokens may call in it.

    There are two builds of it. The *draft* is made in a fraction of the time and takes two to four
    times as long to run; the other is the final machine code.
    """

    def __init__(self, module: Module, words: dict[int, int]) -> None:
        self.words = words
        self._modules = modules = [module]  # given up when it has been built: its texts are large

        def make(job: Job[Built]) -> Built:
            built = build(modules[0])
            modules.clear()
            return built

        def make_draft(job: Job[Built]) -> Built:
            return build(modules[0], draft=True)

        self._job = Job(make)
        self._draft = Job(make_draft)

    @property
    def cached(self) -> bool:
        """Whether the machine code has been made before."""
        modules = tuple(self._modules)
        return self._job.done or not modules or is_cached(modules[0])

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
        return not (self.running or drafts_are_final() or self.cached)

    @property
    def module(self) -> Module:
        """What will be made into machine code. Only until it has been."""
        return self._modules[0]

    def start(self) -> None:
        """Begin to make the machine code, in a thread."""
        self._job.start()

    def build(self, look: Callable[[], None] | None = None) -> Built:
        """The machine code; made once. Can be interrupted; `look` is called while it is made."""
        return self._job.wait(look=look)

    def draft(self) -> Built:
        """The draft; made once. Only before the final machine code has been begun."""
        return self._draft.wait()
