"""The bare Forth without a game, `forthgame.Machine`."""

from __future__ import annotations

from forthgame.base import arguments
from forthgame.base.errors import ScriptError
from forthgame.base.lazy import Internal
from forthgame.base.limits import DEFAULT_LIMITS, ScriptLimits
from forthgame.base.source import Source
from forthgame.compile.interpreter.native_interpreter import Progress
from forthgame.machine.memory.locks import Lock, new_lock, one_at_a_time
from forthgame.machine.outer.outer_interpreter import Forth
from forthgame.machine.tiers.native_tier import NativeTier
from forthgame.rules.declaration.declaration import Declaration
from forthgame.rules.script_loading import too_deep


@one_at_a_time("_run_source stack")
class Machine(Internal):
    """A Forth system that keeps its words and stack between texts.

    `steps` and `seconds` limit every `run`; None means no limit. Words that run for long are
    compiled to machine code unless `native` is False; a limit on steps is exact and therefore
    disables machine code. `limits` sets all other limits: its `steps` are ignored, its `seconds`
    apply if `seconds` is None. `progress` is called while primitives are compiled. `output` is the
    output of the last text. Raises TypeError or ValueError for invalid limits. Threads may share a
    Machine: texts run one at a time.
    """

    internal = frozenset(("internal", "lock"))

    def __init__(
        self,
        *,
        steps: int | None = None,
        seconds: float | None = None,
        native: bool = True,
        progress: Progress | None = None,
        limits: ScriptLimits | None = None,
    ) -> None:
        arguments.optional_whole(steps, "the limit on steps", 0)
        arguments.optional_seconds(seconds, "the limit on time")
        self.lock: Lock = new_lock(self)
        if limits is not None:
            arguments.instance(limits, ScriptLimits, "the limits", "forthgame.ScriptLimits")
            seconds = limits.seconds if seconds is None else seconds
        self._forth = Forth(progress)
        self._forth.use_limits(limits or DEFAULT_LIMITS)
        self._forth.game = Declaration(self._forth)
        if native:
            self._forth.processor.tier = NativeTier(self._forth.processor)
            self._forth.processor.tier.forth = self._forth
        self.steps = steps
        self.seconds = seconds
        self.output = ""
        self._parts: list[str] = []
        self._torn = False  # the last run was interrupted, for example by a signal handler
        self._forth.output = self._parts.append

    def run(self, text: str, *, name: str = "input") -> str:
        """Interpret a text and return its output.

        `name` stands for the file in messages. Raises ScriptError, with the output so far in
        `output`; the stacks are then empty.
        """
        arguments.instance(text, str, "a script's source", "a text")
        return self._run_source(Source(str(name), text))

    def _run_source(self, source: Source) -> str:
        forth = self._forth
        if self._torn:
            forth.recover()
        self._torn = True
        self._parts.clear()
        forth.processor.printed = 0
        forth.processor.limit(steps=self.steps, seconds=self.seconds)
        try:
            forth.load_text(source)
            self._finish()
            forth.processor.flush()
        except ScriptError as error:
            forth.recover()
            self._torn = False
            error.output = self.output = "".join(self._parts)
            raise
        except RecursionError:
            deep = too_deep(forth)
            forth.recover()
            raise deep from None
        except BaseException:
            forth.recover()
            raise
        finally:
            forth.processor.limit()
        self.output = "".join(self._parts)
        self._torn = False
        return self.output

    def _finish(self) -> None:
        forth = self._forth
        if forth.definition:
            error = forth.error(-39, f"the definition of {forth.definition.name} is never closed")
            error.place, error.word = forth.definition.token.place, forth.definition.name
            raise error
        if forth.conditions:
            error = forth.error(-22, "IF is never closed")
            error.place, error.word = forth.conditions[-1].place, "IF"
            raise error
        if forth.game.section:
            forth.game.complete()

    def __repr__(self) -> str:
        return f"<Machine, stack: {' '.join(map(str, self.stack)) or 'empty'}>"

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("a Machine cannot be pickled or copied: run its text in a new one")

    def _after_fork(self) -> None:
        """Stop the run that a thread of the parent process had begun."""
        self._forth.stop()

    @property
    def forth(self) -> Forth:
        """The interpreter itself, for tools that inspect words and code; unstable."""
        return self._forth

    @property
    def stack(self) -> list[int]:
        """The data stack, top last."""
        return self._forth.processor.items()
