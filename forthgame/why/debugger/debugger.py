"""Breakpoints, watches and stepping for any code that a game runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TypeVar

from forthgame.analysis.code_buffer import Code
from forthgame.base.arguments import digits
from forthgame.base.errors import Call, ForthgameError, quoted
from forthgame.compile.interpreter.control_operations import CANDIDATE_CELL, RETURN_CELL
from forthgame.machine.memory.call_restrictions import waiting
from forthgame.rules.script import Script
from forthgame.why.debugger.trace import Step
from forthgame.why.inspection.probe import Probe, script_tokens
from forthgame.why.inspection.short_texts import did_you_mean, piece_name
from forthgame.words.registers import memory_layout as at
from forthgame.words.table.dictionary import Word
from forthgame.words.word_sets import BRANCHES

T = TypeVar("T")
ANSWERS = ("step", "next", "finish", "continue", "abort")


@dataclass
class Break:
    """A breakpoint or a watch.

    kind   `word`, `line`, `variable` or `position`
    text   as the user wrote it
    hits   how often it has paused the game
    cells  of threaded code, for the first two kinds
    exits  cells at which a word that loops back to its first cell is left
    """

    number: int
    kind: str
    text: str
    hits: int = 0
    cells: frozenset[int] = frozenset()
    exits: frozenset[int] = frozenset()
    inside: set[int] = field(default_factory=set, repr=False)  # heights of its open calls
    watched: WatchedCell | None = field(default=None, repr=False)

    def __str__(self) -> str:
        return f"{self.number}: {self.kind} {self.text}"

    def stops(self, cell: int, returns: int) -> bool:
        """Return whether to pause before a cell at the given height of the return stack.

        A word that loops back to its first cell pauses only on entry, not on each round.
        """
        if cell in self.exits:
            self.inside = {height for height in self.inside if height < returns}
        if cell not in self.cells or returns in self.inside:
            return False
        if self.exits:
            self.inside.add(returns)
        return True


def break_cells(game: Script, where: str) -> tuple[str, frozenset[int]]:
    """Return the kind and the cells of a breakpoint. Raises ForthgameError."""
    file, colon, line = where.rpartition(":")
    number = digits(line)
    if colon and file and number is not None and game.forth.dictionary.find(where) is None:
        return "line", _line_cells(game, file, number)
    word = game.forth.dictionary.find(where)
    if word is None:
        hint = did_you_mean(
            game.forth.dictionary.nearest(where), "a word's name or FILE:LINE is meant"
        )
        raise ForthgameError(f"there is no word {quoted(where)}{hint}")
    cells = _word_cells(game, word)
    if not cells:
        raise ForthgameError(f"`{where}` is used in no definition, so nothing can stop there")
    return "word", cells


def _word_cells(game: Script, word: Word) -> frozenset[int]:
    """Return the start of a word with code, or all cells where a word without code was compiled."""
    if word.kind in ("colon", "does"):
        return frozenset((word.entry if word.kind == "colon" else word.does,))
    return frozenset(
        cell for cell, token in script_tokens(game.forth.code) if token.text == word.name
    )


def exits_of(game: Script, cells: frozenset[int]) -> frozenset[int]:
    """Return the exits of words that loop back to their first cell; empty for other words."""
    found: set[int] = set()
    for entry in cells:
        code = game.forth.program.function(entry).instructions.values()
        if any(i.name in BRANCHES and i.operand == entry for i in code):
            # `verify` jumps to the cells for returns and candidates
            found |= {RETURN_CELL, CANDIDATE_CELL, *(i.cell for i in code if i.name == "EXIT")}
    return frozenset(found)


def _line_cells(game: Script, file: str, line: int) -> frozenset[int]:
    """Return the first cell on the line in every word with code there. Raises ForthgameError."""
    code = game.forth.code
    every = list(_lines_of(code))
    named = [(cell, number) for cell, number, name in every if same_file(name, file)]
    if not named:
        there = ", ".join(sorted({Path(name).name for _, _, name in every})) or "none"
        raise ForthgameError(f"there is no code from a file {file!r}; there is {there}")
    first = {code.start(cell): cell for cell, number in reversed(named) if number == line}
    if first:
        return frozenset(first.values())
    lines = sorted({number for _, number in named})
    nearest = sorted(lines, key=lambda other: abs(other - line))[:3]
    raise ForthgameError(
        f"no definition has code in {file}:{line}; the nearest lines that have: "
        + ", ".join(map(str, sorted(nearest)))
    )


def _lines_of(code: Code) -> Iterator[tuple[int, int, str]]:
    """Yield each cell with line and file: of the script, and those that the script comes from."""
    for cell, token in script_tokens(code):
        place = token.place
        yield cell, place.line, place.file
        if token.source.origin is not None and place.file != token.source.name:
            yield cell, token.source.line_at(token.offset), token.source.name


def same_file(name: str, wanted: str) -> bool:
    """Return whether a path equals the wanted one or ends with it."""
    parts, ending = Path(name).parts, Path(wanted).parts
    return bool(ending) and parts[-len(ending) :] == ending


class WatchedCell:
    """A cell of memory that is compared before every step."""

    def __init__(self, game: Script, kind: str, address: int) -> None:
        self.game, self.kind, self.address = game, kind, address
        self.value = self.read()

    def read(self) -> int:
        """Return the current value; cells of a position are read from the newest board."""
        processor = self.game.forth.processor
        base = 0 if self.kind == "memory" else processor.register(at.BOARD)
        return processor.cell(base + self.address)

    def shown(self, value: int) -> str:
        return piece_name(self.game, value) if self.kind == "position" else str(value)


def find_watched_cell(game: Script, what: str) -> tuple[str, WatchedCell]:
    """Return the kind and cell of a watch for a position or variable. Raises ForthgameError."""
    if what in game.declaration.positions:
        return "position", WatchedCell(game, "position", 4 * game.declaration.positions.index(what))
    word = game.forth.dictionary.find(what)
    if word is None:
        hint = did_you_mean(
            game.forth.dictionary.nearest(what), "a variable or a position is meant"
        )
        raise ForthgameError(f"there is no {what!r}{hint}")
    if word.role == "board storage" and word.operand is not None:
        return "variable", WatchedCell(game, "storage", word.operand)
    if word.kind == "literal" and _is_cell(word):
        return "variable", WatchedCell(game, "memory", word.value)
    raise ForthgameError(f"`{what}` is neither a variable nor a position: it has no value to watch")


def _is_cell(word: Word) -> bool:
    """Return whether a word gives the address of a cell that scripts may write."""
    own = word.value == word.parameter and word.value % 4 == 0
    return own or word.name in at.SYSTEM_CELLS


class Aborted(ForthgameError):
    """Raised when a run is aborted at a pause."""


@dataclass(frozen=True)
class Pause:
    """A pause before a step.

    `reason` is `break 1`, `watch 2: $x 3 -> 4`, `step`, `next` or `finish`. Both stacks of the step
    are the stack before it.
    """

    reason: str
    step: Step


class Debugger:
    """Pauses a game at breakpoints and watches, and steps through its code.

    A game has one debugger at a time. `on_pause(pause)` is called while the machine is stopped. It
    returns `step` (to the next step of the script), `next` (the same, without entering words),
    `finish` (until the word has returned), `continue`, or `abort`, which raises Aborted in the call
    that runs the game. During a pause the machine may be inspected and lines of the dialect may be
    run; use `with isolated(game):` for calls that need states of the game. Stepping ends with the
    run.

    While there are breakpoints or watches the game is interpreted; otherwise it runs as usual.
    """

    def __init__(self, game: Script, on_pause: Callable[[Pause], str]) -> None:
        self.game = game
        self.on_pause = on_pause
        self.breaks: list[Break] = []
        self.probe = Probe(game, watches=True)
        self._numbers = count(1)
        self._steps = 0
        self._mode = "continue"
        self._limit = 0  # of the return stack, for `next` and `finish`
        self._left = False  # true after the return stack reached the limit
        self._last = -1  # the cell of the previous step
        self._pausing = False
        self._run = 0  # the run in which stepping was requested
        self._seen = 0  # the run in which a breakpoint was last hit
        self._session = False  # true in `run_stepping`, which may run several things

    # -- breakpoints -------------------------------------------------------------------------------

    def break_at(self, where: str) -> Break:
        """Pause when a word is entered or a line is reached; `where` is a word's name or FILE:LINE.

        A loop that returns to the first step of a line pauses there again. Raises ForthgameError.
        """
        kind, cells = break_cells(self.game, where)
        exits = exits_of(self.game, cells) if kind == "word" else frozenset()
        return self._enter(Break(next(self._numbers), kind, where, cells=cells, exits=exits))

    def watch(self, what: str) -> Break:
        """Pause when a variable or a position has changed. Raises ForthgameError."""
        kind, found = find_watched_cell(self.game, what)
        return self._enter(Break(next(self._numbers), kind, what, watched=found))

    def delete(self, number: int) -> None:
        """Remove a breakpoint or watch. Raises ForthgameError if the number is unknown."""
        found = next((b for b in self.breaks if b.number == number), None)
        if found is None:
            known = ", ".join(str(b.number) for b in self.breaks) or "none"
            raise ForthgameError(f"there is no breakpoint {number}; there is {known}")
        self.breaks.remove(found)
        self._attend()

    def _enter(self, new: Break) -> Break:
        self.breaks.append(new)
        self._attend()
        return new

    def _attend(self) -> None:
        processor = self.game.forth.processor
        cells = {cell for b in self.breaks for cell in b.cells | b.exits}
        processor.breaks = set() if self._pausing else cells
        stepping = self._mode != "continue" or any(b.watched for b in self.breaks)
        processor.on_step = self._before_step if stepping and not self._pausing else None
        processor.on_break = self._on_break

    # -- the current place -------------------------------------------------------------------------

    def where(self) -> list[Call]:
        """Return the open calls, innermost first."""
        cell = self.probe.cell()
        place = self.probe.place(cell)
        calls = self.game.forth.processor.calls()
        return [Call(self.probe.word(cell), place), *calls] if place else calls

    # -- running --------------------------------------------------------------------------------

    def run_stepping(self, run: Callable[[], T]) -> T:
        """Call a function and pause before the first step of the script that it executes."""
        self._mode, self._limit = "step", 0
        self._session = True
        self._attend()
        try:
            return run()
        finally:
            self._mode, self._session = "continue", False
            self._attend()

    def _on_break(self) -> None:
        self._steps += 1
        reason = self._break_reason(self.probe.cell())
        if reason:
            self._pause(reason)

    def _break_reason(self, cell: int) -> str:
        if self._seen != self.game.forth.processor.runs:
            self._seen = self.game.forth.processor.runs
            for found in self.breaks:
                found.inside.clear()
        hit = [found for found in self.breaks if found.stops(cell, self.probe.i64[at.RP.index])]
        for found in hit:
            found.hits += 1
        return ", ".join(f"break {found.number}" for found in hit)

    def _before_step(self) -> None:
        if self._mode != "continue" and self.game.forth.processor.runs != self._run:
            self._begin_run()
        self._steps += 1
        reasons = self._changes()
        cell = self.probe.cell()
        reached = self._break_reason(cell)
        if reached:
            reasons.append(reached)
        if not reasons and self._mode != "continue":
            self._left = self._left or self.probe.i64[at.RP.index] <= self._limit
            if (self._mode == "step" or self._left) and self.probe.in_script(cell):
                reasons.append(self._mode)
        if reasons:
            self._pause(", ".join(reasons), self._author())
        self._last = cell

    def _begin_run(self) -> None:
        """Note a new run; stepping continues only if it was requested for the whole session."""
        self._run = self.game.forth.processor.runs
        self._last = -1
        if not self._session:
            self._mode = "continue"
            self._attend()

    def _author(self) -> str:
        """Describe the previous step, which is the one that changed a watched cell."""
        if self._last < 0:
            return ""
        place = self.probe.place(self._last)
        where = f" {place}" if place else f" in {self.probe.owner(self._last)}"
        return f"after `{self.probe.word(self._last)}`{where}"

    def _changes(self) -> list[str]:
        reasons = []
        for found in self.breaks:
            watch = found.watched
            if watch is None:
                continue
            value = watch.read()
            if value != watch.value:
                change = f"{watch.shown(watch.value)} -> {watch.shown(value)}"
                reasons.append(f"watch {found.number}: {found.text} {change}")
                found.hits += 1
                watch.value = value
        return reasons

    def _pause(self, reason: str, note: str = "") -> None:
        probe = self.probe
        cell, stack = probe.cell(), probe.stack()
        step = Step(
            self._steps, probe.word(cell), probe.owner(cell), probe.place(cell),
            len(self.game.forth.processor.calls()), stack, stack, note,
        )  # fmt: skip
        self._mode, self._pausing = "continue", True
        self._attend()
        try:
            with waiting(self.game.forth.processor):
                answer = self.on_pause(Pause(reason, step))
            if answer not in ANSWERS:
                raise ValueError(f"a pause is answered with one of {', '.join(ANSWERS)}")
            if answer == "abort":
                raise Aborted(f"stopped at {step.place or step.word}")
        finally:
            self._pausing = False
            self._attend()  # keep breakpoints if the callback raises
        self._mode = answer
        self._run = self.game.forth.processor.runs
        self._limit, self._left = self._limit_of(answer), False
        self._attend()

    def _limit_of(self, answer: str) -> int:
        """Return the height of the return stack at or below which to pause again."""
        rp = self.probe.i64[at.RP.index]
        if answer != "finish":
            return rp
        slot = (rp - self.probe.processor.address) >> 3
        while slot > at.RETURN_STACK >> 3:
            slot -= 1
            if at.is_return(self.probe.i64[slot]):
                break
        return self.probe.processor.address + 8 * slot
