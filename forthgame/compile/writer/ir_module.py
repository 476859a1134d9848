"""The functions of a module of machine code, as LLVM IR."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping

from forthgame.analysis.dataflow import callees_first
from forthgame.analysis.effect_inference import UnknownEffect
from forthgame.analysis.effect_summary import AddressKind, Summary
from forthgame.analysis.function import Function
from forthgame.analysis.instruction import place_of
from forthgame.analysis.intervals import IntervalAnalysis, Range
from forthgame.analysis.program import Program
from forthgame.analysis.stored_ranges import StoredRanges
from forthgame.base.lazy import lazy
from forthgame.compile.generation import (
    Deferred,
    GenerationWriter,
    copy_for_directions,
    never_fixed,
)
from forthgame.compile.interpreter.native_interpreter import llvm_binding, spreads_bits
from forthgame.compile.ir.ir_lines import reached_text
from forthgame.compile.ir.runtime_functions import door_text, runtime_text
from forthgame.compile.primitives.module_functions import (
    NO_CHARGE,
    NO_STIR,
    NO_STORED,
    NTH_BIT,
    NTH_BIT_SPREAD,
    OWNED,
    STIR,
    STORED,
    declarations,
    settled_text,
)
from forthgame.compile.writer.callees import INLINE_SIZE, Callees
from forthgame.compile.writer.code_request import CodeRequest
from forthgame.compile.writer.control_flow import FLOW, question_text
from forthgame.compile.writer.function_writer import FunctionWriter
from forthgame.compile.writer.stack_writer import SELDOM, TAGS
from forthgame.words.registers import memory_layout as at
from forthgame.words.registers.extension_registers import COUNTABLE
from forthgame.words.word_sets import FILLING, STORING

SPEED = 2
COPIES = 5  # of a recursive function
COPIED_SIZE = 60  # instructions of a function that is copied
INLINE_ALL = 4000  # instructions inlined in one module
WHOLE = 80  # instructions inlined into a word that is not inlined itself
LARGE = 8000  # instructions of a module that is optimised less
LARGE_MOVES = 800  # instructions of move words that mainly do other things than record moves

_writing = threading.RLock()  # held by the thread that writes a module, which others may want too


def _free_in_child() -> None:
    global _writing
    _writing = threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_free_in_child)


class IrModule(Callees):
    """The functions reached from some roots, as LLVM IR.

    `cell` reads the memory, in which tables stay constant. `rare` is true if records may have a
    rare part: stores into them are recorded.
    """

    flow = FLOW

    def __init__(
        self,
        program: Program,
        roots: set[int],
        apply_entry: int,
        token_entry: Callable[[int], int | None],
        wanted: CodeRequest | None = None,
        deferred: Deferred = never_fixed,
        cell: Callable[[int], int] | None = None,
        rare: bool = True,
    ) -> None:
        wanted = wanted or CodeRequest(frozenset())
        super().__init__(
            token_entry, wanted.settled, wanted.noted, wanted.events, wanted.elsewhere, wanted.doors
        )
        self.candidates, self.target = wanted.candidates, wanted.target
        self.program = program
        self.apply = apply_entry
        self.rare = rare
        roots = roots | {apply_entry}
        countable = self.settled.get(COUNTABLE) == -1
        self.directions, self.meets_others = copy_for_directions(
            program, roots, token_entry, deferred, countable, wanted.sure
        )
        self.generation = found = GenerationWriter(
            self.functions, self.settled, wanted.candidates, cell, token_entry, bool(wanted.noted),
            wanted.sure.fixed, self.directions, self._stores, self._top_range,
            self._content,
        )  # fmt: skip
        self.is_hot, self.is_steady, self.is_quiet = found.is_hot, found.is_steady, found.is_quiet
        self.leaves_nothing, self.tried = found.leaves_nothing, found.tried
        self.write_loop, self.paths = found.write_loop, found.paths
        self.questions, self.idle_regions = found.questions, found.idle_regions
        self.functions |= {f.entry: f for f in program.reachable(roots)}
        refuse_long(self.functions)
        refuse_deep(self.functions)
        for function in self.functions.values():
            if not function.held:
                program.infer(function.entry)
        self.generation.read_loops()
        framed = {entry for f in self.functions.values() for entry in f.framed()}
        self.roots = roots | framed
        size = sum(len(f.instructions) for f in self.functions.values() if not f.refused)
        self.speed = SPEED if size <= LARGE else 1
        self._ranges: IntervalAnalysis | None = None
        self._bounds: dict[int, tuple[int, int]] = {}
        self._texts: dict[int, str] = {}
        self._written: dict[int, int] = {}  # inlined instructions of each
        self._writing: set[int] = set()
        self._text: str | None = None

    def _top_range(self, function: Function, cell: int) -> Range:
        if self._ranges is None:
            self._ranges = IntervalAnalysis(self.program, self._players)
        return self._ranges.before(function, cell)

    @property
    def _players(self) -> int:
        return self.settled.get(at.PLAYER_COUNT, at.MAX_PLAYERS)

    def _content(self, moves: bool, address: int) -> Range | None:
        """Return the range of a cell, as `StoredRanges.content` does."""
        return self._stored_ranges.content(moves, address)

    @lazy
    def _stored_ranges(self) -> StoredRanges:
        entries = self._game_words
        framed = {e for f in self.program.called(entries, Function.framed) for e in f.framed()}
        return StoredRanges(self.program, self._players, sorted(entries | framed), self.token_entry)

    @property
    def _game_words(self) -> set[int]:
        """The entries of move words and events."""
        entries = {move.entry for move in self.candidates.values()}
        return entries | {entry for token in self.events if (entry := self.token_entry(token))}

    def _stores(self) -> tuple[set[int], set[int], bool]:
        """Return the addresses at which move words, events and words that they call store.

        Also return those from which others are computed, and whether some are unknown.
        """
        called = Summary(self.program, self.program.called(self._game_words, Function.framed))
        accesses = [*called.accesses(STORING | FILLING)]
        return (
            {each.number for each in accesses if each.kind is AddressKind.NUMBER},
            {base for each in accesses if each.kind is AddressKind.INSIDE for base in each.bases},
            any(each.kind is AddressKind.UNKNOWN for each in accesses),
        )

    @property
    def prefers_separate_counting(self) -> bool:
        """Return whether separate machine code would count moves faster. Valid after writing."""
        if self.generation.tallied or self.directions:  # with copies apart there are many
            return False
        words = self.program.reachable({move.entry for move in self.candidates.values()})
        return sum(len(function.instructions) for function in words) <= LARGE_MOVES

    def growth(self, entry: int) -> tuple[int, int]:
        function = self.functions[entry]
        if self.recursive(function) or entry in self.doors:
            return len(range(function.effect[0])) if function.effect else 0, 1
        self.write(entry)
        return self._bounds[entry]

    def inlined(self, entry: int) -> Function | None:
        function = self.functions.get(entry)
        if function is None or entry in self.refused or function.refused or function.held:
            return None
        # calls in its loops count more than the call of it, and callees are inlined there
        if self._busy(function) or self.recursive(function):
            return None
        if self.generation.is_written_out(function):
            return None
        if entry not in self._writing:  # words that call each other in a circle
            self.write(entry)
        return None if self._written.get(entry, 0) > WHOLE else function

    def _busy(self, function: Function) -> bool:
        """Return whether loops of a function call others that would not be inlined there."""
        loops = function.loops.values()
        if not loops:
            return False
        calls = [i for i in function.instructions.values() if i.name == "(CALL)"]
        inside = [i for i in calls if any(o.has(i.cell) for o in loops)]
        called = [self.functions[i.operand] for i in inside]
        whole = len(function.instructions) + sum(len(other.instructions) for other in called)
        if whole > INLINE_SIZE:
            return bool(called)
        return any(other.loops or other.callees() for other in called)

    # -- writing ----------------------------------------------------------------------------------

    def write(self, entry: int) -> None:
        """Write a function, callees first; refused ones become calls of the host."""
        if entry in self._texts:
            return
        function = self.functions[entry]
        if entry in self.doors:
            self._texts[entry] = door_text(entry, self.doors[entry], function.effect)
            return
        if function.refused:
            self._refuse(entry, function.refused)
            return
        self._writing.add(entry)
        writer = FunctionWriter(function, self)
        try:
            text = self.generation.write(writer)
        except UnknownEffect:
            writer = FunctionWriter(function, self, inlining=False)
            try:
                text = writer.write()
            except UnknownEffect as reason:
                self._refuse(entry, str(reason))
                return
        finally:
            self._writing.discard(entry)
        if function.effect is not None and self.recursive(function) and self._small(function):
            text = self._copies(function)
        self.room -= writer.written
        self._written[entry] = writer.written
        self._texts[entry] = text
        self._bounds[entry] = (writer.growth + 4, writer.return_growth + 1)

    def _small(self, function: Function) -> bool:
        """Return whether a recursive function is worth copying: short, with few calls."""
        instructions = function.instructions.values()
        calls = sum(i.name == "(CALL)" and i.operand == function.entry for i in instructions)
        return len(instructions) <= COPIED_SIZE and calls <= 2 and not function.loops

    def _copies(self, function: Function) -> str:
        deeper: tuple[int, int] | None = None
        texts = []
        for level in reversed(range(COPIES)):
            writer = FunctionWriter(function, self, True, level, deeper)
            texts.append(writer.write())
            deeper = (writer.growth + 4, writer.return_growth + 1)
        return "".join(texts)

    def _refuse(self, entry: int, reason: str) -> None:
        self.refused[entry] = reason
        self._bounds[entry] = (0, 0)
        self._texts[entry] = ""

    def _refuse_callers(self) -> None:
        """Refuse callers of a word that pops return addresses of its caller.

        If the word may pop several, callers of these callers are refused too, and so on.
        """
        taking = {e for e, why in self.refused.items() if why.startswith("return stack")}
        deep = {e for e in taking if self.functions[e].takes_several}
        callers, farther = self._callers(taking), set(deep)
        while farther:  # also through words that are refused already
            farther = self._callers(farther) - deep
            deep |= farther
        for entry in sorted((callers | deep) - self.refused.keys()):
            self._refuse(entry, "it calls a word that takes return addresses")

    def _callers(self, entries: set[int]) -> set[int]:
        return {e for e, function in self.functions.items() if function.callees() & entries}

    def text(self) -> str:
        if self._text is None:  # a builder that holds `llvm_lock` has its text and does not wait
            with _writing:
                if self._text is None:
                    self._text = self._write_all()
        return self._text

    def _write_all(self) -> str:
        self.roots |= {entry for entry, _ in self.questions()}
        while True:
            before = len(self.refused)
            self.room = INLINE_ALL
            self._texts = {e: t for e, t in self._texts.items() if e in self.refused}
            for entry in sorted(self.functions):
                self.work(entry)  # callees first, which limits the recursion depth
                self.write(entry)
            self._refuse_callers()
            if len(self.refused) == before:
                break
        parts = [declarations(), TAGS, NO_CHARGE, OWNED, settled_text(self.settled)]
        parts.append(STIR if self.settled else NO_STIR)  # a machine's own words are in no list
        parts.append(STORED if self.rare and self.settled.get(at.RARE) != 0 else NO_STORED)
        spread = self.target.may_spread and spreads_bits(llvm_binding())
        parts.append(NTH_BIT_SPREAD if spread else NTH_BIT)
        found = self.generation
        parts += [found.symmetries_text(), found.tally_text(), found.promising_text()]
        parts += [found.rays_text(), reached_text(len(self.noted)), runtime_text(self.apply)]
        parts += [question_text(k, *each) for k, each in enumerate(self.questions())]
        for entry in sorted(self.functions):
            parts.append(self._texts[entry])
            if entry in self.refused:
                parts.append(self._stub(entry))
            elif (
                self.functions[entry].effect is not None
                and entry in self.roots
                and entry not in self.doors
            ):
                parts.append(self._wrapper(entry))
        return self.target.adapted("".join(parts))

    def _wrapper(self, entry: int) -> str:
        """Return `x`, with everything in memory, for a function of known effect."""
        function = self.functions[entry]
        if function.effect is None:
            raise UnknownEffect("a wrapper needs a known effect")
        taken, left = function.effect
        writer = FunctionWriter(Function(entry, function.instructions, function.leaders), self)
        growth, returns = self._bounds[entry]
        writer.growth, writer.return_growth = growth - 4, returns - 1
        writer.check_entry()
        writer.need(taken, entry)
        arguments, writer.values = writer.values, []
        writer.call_known(f"w{entry}", arguments, left, "%rp", called=False)
        writer.write_exit()
        return writer.definition()

    def _stub(self, entry: int) -> str:
        function = self.functions[entry]
        writer = FunctionWriter(Function(entry, function.instructions, function.leaders), self)
        ended = writer.value(
            f"call {SELDOM} i32 @continue(ptr %vm, ptr %sp, ptr %rp, ptr %rp, "
            f"i32 {place_of(entry)})"  # the interpreter has no copies of words
        )
        with writer.unless(writer.value(f"icmp eq i32 {ended}, {at.DONE}"), "good", "bad"):
            resume = writer.value(f"icmp eq i32 {ended}, {at.RESUME}")
            with writer.unless(resume, "again", "lost"):
                writer.leave(ended)
            call = f"%again.sp = call ptr @x{entry}(ptr %vm, ptr %sp, ptr %rp)"
            writer.do(call, "ret ptr %again.sp")
        writer.reload()
        writer.do(f"ret ptr {writer.sp}")
        return writer.definition()


# -- size limits -----------------------------------------------------------------------------------

LONGEST = 8000  # instructions of a compiled function
LARGEST = 40_000  # instructions of all functions of a module
DEEPEST = 50  # depth of calls
NESTED = 30  # depth of loops


def refuse_long(functions: Mapping[int, Function]) -> None:
    """Leave the longest functions to the interpreter.

    LLVM takes a second and 15 MB for a thousand instructions.
    """
    total = 0
    for function in sorted(functions.values(), key=lambda each: len(each.instructions)):
        length = len(function.instructions)
        total += length
        if length > LONGEST:
            function.refused = f"it has {length} instructions, more than {LONGEST}"
        elif total > LARGEST:
            function.refused = f"all words together have more than {LARGEST} instructions"


def refuse_deep(functions: Mapping[int, Function]) -> None:
    def called(entry: int) -> list[int]:
        return sorted(functions[entry].callees() & functions.keys())

    depths: dict[int, int] = {}
    for entry in callees_first(sorted(functions), called):
        depths[entry] = 1 + max((depths.get(callee, 0) for callee in called(entry)), default=0)
        function = functions[entry]
        if depths[entry] > DEEPEST:
            function.refused = f"its calls are nested more than {DEEPEST} deep"
        elif _nested(function) > NESTED:
            function.refused = f"its loops are nested more than {NESTED} deep"


def _nested(function: Function) -> int:
    """Return an upper bound for the depth of loops, from the backward branches."""
    backward = [i for i in function.instructions.values() if i.backward]
    if len(backward) <= NESTED:
        return len(backward)
    ends = [(i.operand, 1) for i in backward] + [(i.cell + 1, -1) for i in backward]
    depth = most = 0
    for _, change in sorted(ends):
        depth += change
        most = max(most, depth)
    return most
