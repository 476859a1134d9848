"""Profiles: the interpreter steps that each word takes in a generation, a game or a search.

Call chains are drawn as flame graphs (Gregg, "The Flame Graph", 2016).
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from forthgame.analysis.dataflow import closure
from forthgame.analysis.instruction import instructions
from forthgame.base.errors import STEP_LIMIT, ForthgameError, Place, ScriptError
from forthgame.draw.svg_escaping import safe
from forthgame.position.playthrough import Playthrough
from forthgame.rules.script import Script
from forthgame.search.search_result import search_state, uninterrupted
from forthgame.why.inspection.probe import Probe
from forthgame.why.inspection.state_copies import copy_state, isolated
from forthgame.words.registers import memory_layout as at
from forthgame.words.word_sets import RUNNING

WIDTH, ROW, MARGIN, HEAD = 1000, 18, 10, 28
NARROWEST = 0.4  # narrower boxes are left out
LETTER = 6.6  # width of a letter
COLOURS = ("#f0a35e", "#eab765", "#e88d67", "#f2c879", "#e4a07a", "#edb48a")
STEPS = 2_000_000  # default limit
ENGINE = "(engine)"  # code outside of words: entering and leaving
DEEPEST = 200  # longest call chain; deeper steps count for its last word
LONGEST_PLAYOUT = 5000  # plies
MOST_CHAINS = 20_000  # limit of distinct chains
KINDS = ("generation", "playout", "search")


@dataclass
class Node:
    """A word in a call chain, with the steps of all chains through it."""

    name: str
    steps: int = 0
    above: dict[str, Node] = field(default_factory=dict)

    def add(self, path: tuple[str, ...], steps: int) -> None:
        self.steps += steps
        if path:
            self.above.setdefault(path[0], Node(path[0])).add(path[1:], steps)

    def height(self, width: float) -> int:
        """Return the number of rows from this node up if it has the given width."""
        wide = [(n, width * n.steps / self.steps) for n in self.above.values()]
        return 1 + max((n.height(w) for n, w in wide if w >= NARROWEST), default=0)


def flame_graph(paths: Mapping[tuple[str, ...], int], title: str) -> str:
    """Return the SVG for call chains, outermost word first, and the steps spent at their ends."""
    root = Node("all")
    for path, steps in sorted(paths.items()):
        root.add(path[:200], steps)
    inner = WIDTH - 2 * MARGIN
    height = HEAD + MARGIN + ROW * (root.height(inner) if root.steps else 1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'height="{height}" role="img" aria-label="{safe(title)}" '
        'font-family="monospace" font-size="11">',
        f'<text x="{MARGIN}" y="18" font-size="13">{safe(title)}</text>',
    ]
    if root.steps:
        _draw(root, MARGIN, height - MARGIN - ROW, inner, root.steps, parts)
    return "".join([*parts, "</svg>\n"])


def _draw(node: Node, x: float, y: float, width: float, total: int, parts: list[str]) -> None:
    share = 100 * node.steps / total
    colour = COLOURS[sum(map(ord, node.name)) % len(COLOURS)]
    letters = int((width - 6) / LETTER)
    label = node.name if len(node.name) <= letters else node.name[: max(0, letters - 1)] + "…"
    parts.append(
        f"<g><title>{safe(node.name)}: {node.steps} steps, {share:.1f} %</title>"
        f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="{ROW - 1}" fill="{colour}" rx="1"/>'
    )
    if letters >= 3:
        parts.append(f'<text x="{x + 3:.1f}" y="{y + 13}">{safe(label)}</text>')
    parts.append("</g>")
    for above in sorted(node.above.values(), key=lambda n: n.name):
        wide = width * above.steps / node.steps
        if wide >= NARROWEST:
            _draw(above, x, y - ROW, wide, total, parts)
        x += wide


# -- counting steps --------------------------------------------------------------------------------


class _Enough(ForthgameError):
    """Raised when the limit of steps is reached."""


@dataclass(frozen=True)
class ProfileRow:
    """A word: its calls, its own steps, and its steps including called words.

    `seconds` is the time of its own steps, by their share of all steps. `place` is its definition,
    or None for a word of the language.
    """

    word: str
    place: Place | None
    calls: int
    own: int
    total: int
    seconds: float


@dataclass(frozen=True)
class Profile:
    """The profile of a run: its words, those with most own steps first.

    `paths` maps call chains, outermost word first, to the steps at their ends; at most 200 words of
    a chain and 20,000 chains are recorded. `complete` is False if counting ended at the limit of
    steps; `seconds` is then the time up to the limit.
    """

    what: str
    rows: tuple[ProfileRow, ...]
    paths: dict[tuple[str, ...], int]
    steps: int
    seconds: float
    complete: bool

    def flame_svg(self) -> str:
        """Return a flame graph of the call chains as SVG."""
        return flame_graph(self.paths, f"{self.what}: {self.steps} steps")


@dataclass(eq=False)
class _Chain:
    """A call chain: its last word, the chain before it, its steps, and longer chains.

    A tree, because with recursion there are as many chains as the longest is deep.
    """

    word: int
    before: _Chain | None
    depth: int
    steps: int = 0
    calling: dict[int, _Chain] = field(default_factory=dict)

    def words(self) -> list[int]:
        found, chain = [], self
        while chain.before is not None:
            found.append(chain.word)
            chain = chain.before
        return found[::-1]


class _Counter:
    """Counts the steps of words and call chains; called before every step."""

    def __init__(self, game: Script, limit: int) -> None:
        self.probe = Probe(game, watches=True)
        self.limit = limit
        self.steps = 0
        self.calls: Counter[int] = Counter()
        self.own: Counter[int] = Counter()
        self.total: Counter[int] = Counter()
        self.chains = self._chain = _Chain(0, None, 0)
        self._many = 0  # number of chains
        code = game.forth.code
        self._start = [0] * (code.top + 1)
        for first, after in zip(code.starts, [*code.starts[1:], code.top], strict=True):
            for cell in range(first, after):
                self._start[cell] = first
        self._calling = {
            each.cell
            for each in instructions(code.cells, 0, code.top)
            if each.name in RUNNING - {"(HOST)"}
        }
        self._i64, self._origin = self.probe.i64, self.probe._origin
        # open words with their return stack height, and the chain and step count at their start
        self._stack: list[tuple[int, int, _Chain, int]] = []
        self._running: Counter[int] = Counter()
        self._called = False

    def __call__(self) -> None:
        if self.steps >= self.limit:
            raise _Enough("enough steps")
        self.steps += 1
        cell = (self._i64[at.IP.index] - self._origin) >> 2
        rp = self._i64[at.RP.index]
        word = self._start[cell]
        stack = self._stack
        if stack and (rp < stack[-1][1] or (word != stack[-1][0] and not self._called)):
            while stack and (rp < stack[-1][1] or (word != stack[-1][0] and rp == stack[-1][1])):
                self._leave(self.steps - 1)
        if not stack or self._called or word != stack[-1][0]:
            stack.append((word, rp, self._chain, self.steps - 1))
            self._running[word] += 1
            self._chain = self._longer(self._chain, word)
            self.calls[word] += 1
        self._called = cell in self._calling
        self._chain.steps += 1
        self.own[word] += 1

    def _longer(self, chain: _Chain, word: int) -> _Chain:
        """Return the chain extended by a word, or the same chain at the limits."""
        if word not in chain.calling:
            if chain.depth == DEEPEST or self._many == MOST_CHAINS:
                return chain
            self._many += 1
            chain.calling[word] = _Chain(word, chain, chain.depth + 1)
        return chain.calling[word]

    def _leave(self, steps: int) -> None:
        """Close the innermost word; a recursive word counts once in the totals."""
        word, _, self._chain, begun = self._stack.pop()
        self._running[word] -= 1
        if not self._running[word]:
            self.total[word] += steps - begun

    def end(self) -> None:
        while self._stack:
            self._leave(self.steps)


def profile(
    state: Playthrough,
    what: str = "generation",
    *,
    steps: int = STEPS,
    seed: int = 1,
    depth: int = 2,
) -> Profile:
    """Count the interpreter steps of every word in a run from a position.

    `what` is `generation` (the legal moves), `playout` (a random game) or `search` (the built-in
    engine looks `depth` plies ahead). Counting ends after `steps` steps. The state stays unchanged.
    Raises ForthgameError for another `what`, and ScriptError if the script fails.
    """
    game, state = state.game, copy_state(state, fresh=True)
    runs: dict[str, Callable[[], object]] = {
        "generation": lambda: copy_state(state, fresh=True).moves(after_end=True),
        "playout": lambda: state.play_out(1, LONGEST_PLAYOUT),
        "search": lambda: uninterrupted(search_state(state, "negamax", depth=depth)),
    }
    if what not in runs:
        raise ForthgameError(f"{what!r} cannot be profiled; there is {', '.join(KINDS)}")
    counter = _Counter(game, steps)
    processor = game.forth.processor
    complete = True
    with isolated(game):
        state.use_seed(seed)
        processor.on_step = counter
        begun = processor.steps_done
        try:
            runs[what]()
        except _Enough:
            complete = False
            processor.reset_stacks()
        charged = processor.steps_done - begun  # expensive words count as several steps
    counter.end()
    seconds = _seconds(state, runs[what], seed, None if complete else charged)
    return _profile(game, what, counter, seconds, complete)


def _seconds(state: Playthrough, run: Callable[[], object], seed: int, steps: int | None) -> float:
    """Measure the run, or the given number of its steps, in the interpreter without counting."""
    with isolated(state.game):
        state.use_seed(seed)
        # a breakpoint keeps everything interpreted; this cell is executed only at the end
        state.game.forth.processor.breaks = {0}
        state.game.forth.processor.limit(steps=steps)
        started = time.perf_counter()
        try:
            run()
        except ScriptError as error:
            if steps is None or error.number != STEP_LIMIT:
                raise
        return time.perf_counter() - started


def _profile(game: Script, what: str, counter: _Counter, seconds: float, complete: bool) -> Profile:
    code, total = game.forth.code, counter.steps
    paths: Counter[tuple[str, ...]] = Counter()
    for chain in closure([counter.chains], lambda chain: chain.calling.values()):
        if chain.steps:
            paths[tuple(code.owner(word) or ENGINE for word in chain.words())] += chain.steps
    rows = []
    for word, count in counter.own.most_common():
        share = seconds * count / total if total else 0.0
        name, place = code.owner(word) or ENGINE, counter.probe.place(word)
        rows.append(ProfileRow(name, place, counter.calls[word], count, counter.total[word], share))
    return Profile(what, tuple(rows), dict(paths), total, seconds, complete)
