"""Profiles: which words a generation, a random game or a search spends its steps in."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from forthgame.code.instruction import instructions
from forthgame.debug.flame import flame_graph
from forthgame.debug.keeping import kept, twin_of
from forthgame.debug.probe import Probe
from forthgame.errors import STEP_LIMIT, ForthgameError, Place, ScriptError
from forthgame.lang import layout as at
from forthgame.lang.facts import RUNNING
from forthgame.source import LANGUAGE

if TYPE_CHECKING:
    from forthgame.api.game import Game
    from forthgame.api.state import State

STEPS = 2_000_000  # that are counted by default
ENGINE = "(engine)"  # what has no word: entering and leaving

KINDS = ("generation", "playout", "search")


class _Enough(ForthgameError):
    """As many steps as were asked for have been counted."""


@dataclass(frozen=True)
class ProfileRow:
    """A word: how often it was called, the steps in it, and in it and what it called.

    `seconds` is the time of its own steps, by their share of all. `place` is where it is defined,
    None for a word of the language.
    """

    word: str
    place: Place | None
    calls: int
    own: int
    total: int
    seconds: float


@dataclass(frozen=True)
class Profile:
    """The words of something that was run, those with most steps of their own first.

    `paths` gives the own steps of each chain of calls, the outermost word first. `complete` is
    False where counting ended at the limit of steps; `seconds` is then the time up to there.
    """

    what: str
    rows: tuple[ProfileRow, ...]
    paths: dict[tuple[str, ...], int]
    steps: int
    seconds: float
    complete: bool

    def flame_svg(self) -> str:
        """The chains of calls as a flame graph: the wider, the more steps."""
        return flame_graph(self.paths, f"{self.what}: {self.steps} steps")


class _Counter:
    """Counts the steps of words and of chains of calls, called before every step."""

    def __init__(self, game: Game, limit: int) -> None:
        self.probe = Probe(game)
        self.limit = limit
        self.steps = 0
        self.calls: Counter[int] = Counter()
        self.paths: Counter[tuple[int, ...]] = Counter()
        code = game._forth.code
        self._start = [0] * (code.top + 1)
        for first, after in zip(code.starts, [*code.starts[1:], code.top], strict=True):
            for cell in range(first, after):
                self._start[cell] = first
        listed = instructions(code.cells, 0, code.top)
        self._calling = {each.cell for each in listed if each.name in RUNNING - {"(HOST)"}}
        self._i64, self._origin = self.probe.i64, self.probe._origin
        self._stack: list[tuple[int, int]] = []  # the words being run, and their return stack
        self._path: tuple[int, ...] = ()
        self._called = False

    def __call__(self) -> None:
        """Note the step that comes next."""
        if self.steps >= self.limit:
            raise _Enough("enough steps")
        self.steps += 1
        cell = (self._i64[at.IP >> 3] - self._origin) >> 2
        rp = self._i64[at.RP >> 3]
        word = self._start[cell]
        stack = self._stack
        if stack and (rp < stack[-1][1] or (word != stack[-1][0] and not self._called)):
            while stack and (rp < stack[-1][1] or (word != stack[-1][0] and rp == stack[-1][1])):
                stack.pop()
            self._path = tuple(w for w, _ in stack)
        if not stack or self._called or word != stack[-1][0]:
            stack.append((word, rp))
            self._path = (*self._path, word)
            self.calls[word] += 1
        self._called = cell in self._calling
        self.paths[self._path] += 1


def profile(
    state: State,
    what: str = "generation",
    *,
    steps: int = STEPS,
    seed: int = 1,
    depth: int = 2,
) -> Profile:
    """Count the steps of every word while the moves of a position are generated, or from there a
    random game is played (`playout`) or the built-in engine looks `depth` plies ahead (`search`).

    All is interpreted, and counting ends after so many `steps`. Nothing is changed by it. Raises
    ForthgameError for anything else to be profiled, and ScriptError if the script fails.
    """
    game, state = state.game, twin_of(state, fresh=True)
    runs: dict[str, Callable[[], object]] = {
        "generation": lambda: twin_of(state, fresh=True).moves(after_end=True),
        "playout": lambda: game.playouts(1, state=state),
        "search": lambda: state.search("negamax", depth=depth),
    }
    if what not in runs:
        raise ForthgameError(f"{what!r} cannot be profiled; there is {', '.join(KINDS)}")
    counter = _Counter(game, steps)
    processor = game._forth.processor
    complete = True
    with kept(game):
        state.use_seed(seed)
        processor.on_step = counter
        begun = processor.steps_done
        try:
            runs[what]()
        except _Enough:
            complete = False
            processor.reset_stacks()
        charged = processor.steps_done - begun  # heavy words are charged for more than one
    seconds = _seconds(state, runs[what], seed, None if complete else charged)
    return _profile(game, what, counter, seconds, complete)


def _seconds(state: State, run: Callable[[], object], seed: int, steps: int | None) -> float:
    """How long the same, or so many steps of it, takes in the interpreter when nobody counts."""
    with kept(state.game):
        state.use_seed(seed)
        processor = state.game._forth.processor
        # where nothing is ever executed but the end: everything is interpreted
        processor.breaks = {0}
        processor.limit(steps=steps)
        started = time.perf_counter()
        try:
            run()
        except ScriptError as error:
            if steps is None or error.number != STEP_LIMIT:
                raise
        return time.perf_counter() - started


def _profile(game: Game, what: str, counter: _Counter, seconds: float, complete: bool) -> Profile:
    code, total = game._forth.code, counter.steps
    own: Counter[int] = Counter()
    inclusive: Counter[int] = Counter()
    paths: Counter[tuple[str, ...]] = Counter()
    for path, count in counter.paths.items():
        own[path[-1]] += count
        for word in set(path):
            inclusive[word] += count
        paths[tuple(code.owner(word) or ENGINE for word in path)] += count
    rows = []
    for word, count in own.most_common():
        token = code.token(word)
        place = None if token is None or token.source.name == LANGUAGE else token.place
        share = seconds * count / total if total else 0.0
        name = code.owner(word) or ENGINE
        rows.append(ProfileRow(name, place, counter.calls[word], count, inclusive[word], share))
    return Profile(what, tuple(rows), dict(paths), total, seconds, complete)
