"""Runs a recorded trial again with one operation changed, to find what a move depends on.

A test that alone keeps a move away, or alone lets it pass, is the likeliest reason. Sources: X.
Zhang, N. Gupta, R. Gupta, *Locating Faults Through Automated Predicate Switching*, 2006; D.
Jeffrey, N. Gupta, R. Gupta, *Fault Localization Using Value Replacement*, 2008.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from forthgame.analysis.instruction import NUMBERS
from forthgame.base.errors import ScriptError
from forthgame.base.lazy import lazy
from forthgame.check.word_kinds import DIRECTIONS
from forthgame.machine.memory.processor import Processor
from forthgame.rules.script import Script
from forthgame.why.inspection.probe import Probe
from forthgame.why.inspection.short_texts import move_text
from forthgame.why.inspection.state_copies import MachineState, isolated
from forthgame.why.recording.trial import Decision, WordTrial
from forthgame.words.registers import memory_layout as at
from forthgame.words.table.dictionary import Word

MOST_STEPS = 50_000  # of a changed run
MOST_MOVES = 400  # moves of a run that are compared
SWITCH, OPERATION, DIRECTION, NUMBER = "switch", "operation", "direction", "number"
VARIABLE, WORD, STORED, RESULT = "variable", "word", "stored", "result"
SIDE_WORD = "side"
LONGEST_CHOICE = 12  # instructions of a word that chooses by the player
ALTERNATIVES = {
    ">": (">=",), ">=": (">",), "<": ("<=",), "<=": ("<",), "=": ("<>",), "<>": ("=",),
    "0>": ("0=",), "AND": ("OR",), "OR": ("AND",), "+": ("-",), "-": ("+",),
    "from": ("here",), "here": ("from",), "1+": ("1-",), "1-": ("1+",),
    "MIN": ("MAX",), "MAX": ("MIN",), "empty?": ("not-empty?",), "not-empty?": ("empty?",),
    "current-player": ("next-player", "for-player"), "next-player": ("current-player",),
    "for-player": ("current-player",), "piece": ("piece-type",), "piece-type": ("piece",),
    "friend?": ("enemy?",), "enemy?": ("friend?",),
    "friend-at?": ("enemy-at?",), "enemy-at?": ("friend-at?",),
}  # fmt: skip  # operations that are easily mistaken for one another
NEARBY = (1, -1)  # by which a number may be off
FEW = 6  # numbers of a word that may stand for one another
COMPUTING = frozenset(
    ("+", "-", "1+", "1-", "*", "/", "MOD", "@", "piece-value")
)  # results may be off as well


@dataclass(frozen=True)
class CodeChange:
    """A change of one cell for a run.

    kind        `switch` (the flag of a decision turns to its opposite), `operation`, `direction`,
                `number`, `variable`, `word` (another move word runs), `stored` (a variable has
                another value at first), `result` (an operation gives a number that is 1 off),
                `side` (a word that chooses by the player is one that chooses otherwise)
    was, would  the text in the script, and what stands there instead
    cells       the new contents of cells; empty for a switch
    address     the variable that has another value at the beginning, and its size in bytes
    by          the number that is added to a result, or that the variable has at the beginning
    decision    the switched decision; `turn` is its number among the decisions of its cell
    """

    kind: str
    cell: int
    was: str
    would: str
    cells: tuple[tuple[int, int], ...] = ()
    decision: Decision | None = None
    turn: int = 0
    word: Word | None = None
    address: int = 0
    size: int = 4
    by: int = 0


@dataclass(frozen=True)
class ChangedRun:
    """The moves of a changed run that the recorded one lacks, and those that it has besides."""

    change: CodeChange
    trial: WordTrial
    more: tuple[str, ...]
    fewer: tuple[str, ...]


class ChangedRuns:
    """Runs trials of a generation again. The machine must hold the position and the list.

    `stop` is the cell of the scan that runs a move word.
    """

    def __init__(self, game: Script, probe: Probe, stop: int) -> None:
        self.game, self.probe, self.stop = game, probe, stop
        self.processor = game.forth.processor
        self._texts: dict[bytes, str] = {}
        self._own: dict[int, Counter[str] | None] = {}

    def compare(self, trial: WordTrial, change: CodeChange) -> ChangedRun | None:
        """Run a trial with a change; return None if it fails, or does not end."""
        if trial.start is None:
            return None
        if id(trial) not in self._own:
            self._own[id(trial)] = self._moves(trial.start, None)
        own, moves = self._own[id(trial)], self._moves(trial.start, change)
        if own is None or moves is None:
            return None
        more, fewer = moves - own, own - moves
        return ChangedRun(change, trial, tuple(more.elements()), tuple(fewer.elements()))

    def _moves(self, start: MachineState, change: CodeChange | None) -> Counter[str] | None:
        with isolated(self.game, exclusive=True):
            start.put_back()
            if change is not None and change.address:
                self.processor.set_cell(change.address, change.by)
            with changed_code(self.processor, change), suppress(ScriptError):
                return self._run(change)
        return None

    def _run(self, change: CodeChange | None) -> Counter[str] | None:
        processor, probe = self.processor, self.probe
        generated = processor.register(at.GENERATING)
        last = processor.cell(generated + 4 * at.LIST_LAST) or generated + 4 * at.LIST_FIRST
        if change is not None and change.word is not None:
            processor.set_register(at.TOP, change.word.token)
        processor.advance(1)
        bottom, level = probe.return_slot(), processor.register(at.FRAME_LEVEL)
        stopping = change is not None and change.kind in (SWITCH, RESULT)
        switched = change.cell if change is not None and stopping else -1
        breaks = (self.stop + 1, switched) if switched >= 0 else (self.stop + 1,)
        left, seen = MOST_STEPS, 0
        while left > 0:
            status, done = processor.advance(left, breaks)
            left -= done + 1
            if status == at.BREAKPOINT:
                cell = probe.cell()
                if cell != switched and probe.return_slot() < bottom:
                    return self._added(last)
                top = processor.register(at.TOP)
                own = processor.register(at.FRAME_LEVEL) == level  # not in a look ahead
                if cell == switched and own and change is not None and change.kind == SWITCH:
                    if seen == change.turn:
                        processor.set_register(at.TOP, 0 if top else -1)
                    seen += 1
                status, _ = processor.advance(1)
                if cell == switched and change is not None and change.by:
                    processor.set_register(at.TOP, processor.register(at.TOP) + change.by)
            if status == at.HALTED:
                return None
            if status not in (at.OUT_OF_STEPS, at.BREAKPOINT):
                processor.serve(status)
        return None

    def _added(self, last: int) -> Counter[str]:
        """Return the texts of the moves after an address in the list, with their numbers."""
        cell, found = self.processor.cell, Counter[str]()
        while (last := cell(last)) and found.total() < MOST_MOVES:
            first = at.MEMORY + last + 4
            size = 4 * (at.MOVE_CELLS - 1 + cell(last + 4 * at.MOVE_COUNT) * at.ACTION_CELLS)
            key = bytes(self.processor.bytes[first : first + size])
            if key not in self._texts:
                self._texts[key] = move_text(self.game, last)
            found[self._texts[key]] += 1
        return found


@contextmanager
def changed_code(processor: Processor, change: CodeChange | None) -> Iterator[None]:
    """Put the new contents of a change into the code in the body."""
    code, patches = processor.code, () if change is None else change.cells
    before = [(cell, int(code[cell])) for cell, _ in patches]
    try:
        for cell, contents in patches:
            code[cell] = contents
        yield
    finally:
        for cell, contents in before:
            code[cell] = contents


# -- changes ---------------------------------------------------------------------------------------


def switches(trial: WordTrial, probe: Probe) -> Iterator[CodeChange]:
    """Yield changes that turn one decision of a trial to its opposite, failed ones and last first.

    Of the decisions of a cell with one result, only the first and the last are switched.
    """
    counts = Counter[int]()
    decisions: list[tuple[Decision, int]] = []
    for test in (test for segment in trial.segments for test in segment.tests):
        decisions.append((test, counts[test.cell]))
        counts[test.cell] += 1
    first = {(test.cell, test.passed): turn for test, turn in reversed(decisions)}
    last = {(test.cell, test.passed): turn for test, turn in decisions}
    chosen = [
        (test, turn)
        for test, turn in decisions
        if turn in (first[test.cell, test.passed], last[test.cell, test.passed])
    ]
    chosen.reverse()
    for test, turn in sorted(chosen, key=lambda entry: entry[0].passed):
        if probe.operation(test.cell) in ("verify", "0BRANCH"):
            yield CodeChange(SWITCH, test.cell, test.word, "", decision=test, turn=turn)


class CodeChanges:
    """Finds changes of the operations that a trial ran."""

    def __init__(self, game: Script, probe: Probe) -> None:
        self.game, self.probe, self.code = game, probe, probe.code.cells
        declared = game.declaration
        find = game.forth.dictionary.find
        named = {name: find(name) for name in declared.direction_names}
        self.ways = {name: word for name, word in named.items() if word is not None}
        self.numbers = {name: k for k, name in enumerate(w.name for w in declared.directions)}
        self.links = {name: way.links for name, way in declared.direction_names.items()}
        self.by_token = {word.token: name for name, word in self.ways.items()}
        self.pieces = {piece.name: k for k, piece in enumerate(declared.pieces, 1)}
        self.variables = {
            word.name: word.value
            for word in game.forth.dictionary.words[game.forth.fence :]
            if word.role == "variable" and word.kind == "literal"
        }

    def of(self, cells: Iterable[int]) -> Iterator[CodeChange]:
        for cell in cells:
            yield from self._of(cell)

    def _of(self, cell: int) -> Iterator[CodeChange]:
        name, text = self.probe.operation(cell), self.probe.word(cell)
        if name == "(CALL)":
            for other in ALTERNATIVES.get(text, ()):
                word = self.game.forth.dictionary.find(other)
                if word is not None and word.kind == "colon":
                    yield CodeChange(OPERATION, cell, text, other, ((cell + 1, word.entry),))
            for word in self._sides.get(self.code[cell + 1], ()):
                yield CodeChange(SIDE_WORD, cell, text, word.name, ((cell + 1, word.entry),))
        elif name in ("(DIRECTION)", "(SYMMETRIC)"):
            for other, number in self.numbers.items():
                if number != self.code[cell + 1]:
                    yield CodeChange(DIRECTION, cell, text, other, ((cell + 1, number),))
        elif name == "LIT":
            yield from self._of_literal(cell, text, self.code[cell + 1])
        elif name == text:
            for other in ALTERNATIVES.get(name, ()):
                if other in NUMBERS:
                    yield CodeChange(OPERATION, cell, name, other, ((cell, NUMBERS[other]),))
            if name in COMPUTING:
                for by in NEARBY:
                    yield CodeChange(RESULT, cell, name, f"{by:+}", by=by)

    @lazy
    def _sides(self) -> dict[int, list[Word]]:
        """Return words that choose by the player, as `my-store`, with those that do it otherwise.

        Such words differ only in the numbers of their code. The keys are their entries.
        """
        alike: dict[tuple[str, ...], list[Word]] = defaultdict(list)
        for word in self.game.forth.dictionary.words[self.game.forth.fence :]:
            if word.kind == "colon":
                code = self.game.forth.program.function(word.entry).instructions.values()
                shape = tuple(each.name for each in code)
                if (
                    "current-player" in shape
                    and "0BRANCH" in shape
                    and len(shape) <= LONGEST_CHOICE
                ):
                    alike[shape].append(word)
        return {
            word.entry: [other for other in words if other is not word]
            for words in alike.values()
            if 1 < len(words) <= FEW
            for word in words
        }

    def _of_literal(self, cell: int, text: str, value: int) -> Iterator[CodeChange]:
        if text == "[']":
            named = self.by_token.get(value, "")
            others = {n: w.token for n, w in self.ways.items() if named and n != named}
            kind, text = DIRECTION, named
        elif text in self.pieces:
            kind, others = NUMBER, {n: k for n, k in self.pieces.items() if n != text}
        elif text in self.variables:
            kind = VARIABLE
            others = {n: a for n, a in self.variables.items() if n != text}
        elif text.lstrip("-").isdigit():
            beside = self._numbers_beside(self.probe.owner(cell))
            near = dict.fromkeys((*(value + by for by in NEARBY), *beside))
            kind, others = NUMBER, {str(number): number for number in near if number != value}
        else:
            return
        for other, number in others.items():
            yield CodeChange(kind, cell, text, other, ((cell + 1, number),))

    def _numbers_beside(self, owner: str) -> list[int]:
        """Return the small numbers that stand in a word, if they are few."""
        word = self.game.forth.dictionary.find(owner)
        if word is None or word.kind != "colon":
            return []
        code = self.game.forth.program.function(word.entry).instructions.values()
        found = dict.fromkeys(
            each.operand
            for each in code
            if each.name == "LIT" and self.probe.word(each.cell) == str(each.operand)
        )
        return list(found) if len(found) <= FEW else []

    def directions_of(self, owner: str) -> list[tuple[str, int]]:
        """Return the directions that a word names, with their cells."""
        word = self.game.forth.dictionary.find(owner)
        if word is None or word.kind != "colon":
            return []
        found = []
        for each in self.game.forth.program.function(word.entry).instructions.values():
            text = self.probe.word(each.cell)
            if each.name == "LIT" and text == "[']" and each.operand in self.by_token:
                found.append((self.by_token[each.operand], each.cell))
            elif each.name in DIRECTIONS:
                found.append((text, each.cell))
        return found
