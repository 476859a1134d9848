"""The loop of a generation written out for the move lists of a game.

`(scan)` runs whatever `(next-candidate)` gives. Here each entry of a list is a piece of code of its
own: its word is called directly, its type is a constant, and the entry behind it follows at once.
Nothing else leads to that entry, so what is known behind the first word is known before the second;
where one type is asked for, entries in the middle are run by a second, plain piece of code.
State is kept in the registers as the loop itself keeps it, so that the interpreter can go on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from forthgame.code.function import Function
from forthgame.code.instruction import Instruction
from forthgame.lang import layout as at
from forthgame.lang.beyond import SAID, SELECTS
from forthgame.vm.compiler.context import Context
from forthgame.vm.compiler.frames import RETURN_FRAME
from forthgame.vm.compiler.stack import IN_SYSTEM, result_type
from forthgame.vm.compiler.writer import ALWAYS, FunctionWriter
from forthgame.vm.interpreter import write_body

MOVE_BYTES = at.MOVE_CELLS * at.CELL
FEW = 16  # entries of all lists, whose words may then become part of the loop
LIMIT = 96  # entries of all lists; a game with more of them keeps the loop
LOOP = ("(next-candidate)", "DUP", "0BRANCH", "(CANDIDATE)", "BRANCH", "DROP", "EXIT")


@dataclass(frozen=True)
class Candidate:
    """An entry of a move list: where the word's code starts, and the move type."""

    entry: int
    type: int


Candidates = Mapping[int, Candidate]  # by the Forth address of the entry


def can_be_written_out(function: Function, candidates: Candidates) -> bool:
    """Whether a function is the loop of a generation, and the lists are not too long."""
    names = tuple(i.name for _, i in sorted(function.instructions.items()))
    return names == LOOP and 0 < len(candidates) <= LIMIT


class ScanWriter(FunctionWriter):
    """Writes `(scan)` for lists that are known."""

    def __init__(self, function: Function, context: Context, candidates: Candidates) -> None:
        super().__init__(function, context)
        self.candidates = candidates
        by_name = {i.name: i for i in function.instructions.values()}
        self.ask, self.run = by_name["(next-candidate)"], by_name["(CANDIDATE)"]
        self.repeat = by_name["BRANCH"]
        self.steady = all(self._is_steady(candidate) for candidate in candidates.values())
        self.frame_rp = self.first = self.outer_frame = ""
        self.edges_to_other: list[tuple[str, str]] = []  # the token and the block it comes from

    def _is_steady(self, candidate: Candidate) -> bool:
        """Whether a word changes nothing that decides which lists follow its own."""
        entry = candidate.entry
        part = self.context.is_hot(entry) and self._direct(candidate)
        return part and self.context.is_steady(entry)

    def _in_place(self, name: str) -> Instruction:
        """An operation where `(next-candidate)` stands."""
        return self.ask.another(name, self.ask.operand)

    def write(self) -> str:
        """The whole function."""
        self._at(self.run)
        self._find_limits()
        self.check_entry()
        self._open_frame()
        self._write_start()
        self._write_loop()
        for address in self.candidates:
            self._write_candidate(address)
        self._write_poll()
        self.label("finished.loop")
        self.store_register("ptr", self.outer_frame, at.FRAME_RP)
        self.do("ret i32 0")
        self._write_leaving()
        return self.definition()

    def _at(self, instruction: Instruction) -> None:
        self.instruction, self.row = instruction, instruction.row
        self.number = instruction.number

    def _find_limits(self) -> None:
        """Room for the word that needs most of it; words of unknown effect look themselves."""
        self.growth, self.return_growth = 2, 4
        for candidate in self.candidates.values():
            if self._direct(candidate):
                growth, returns = self.context.growth(candidate.entry)
                self.growth = max(self.growth, growth)
                self.return_growth = max(self.return_growth, 4 + returns)

    def _direct(self, candidate: Candidate) -> bool:
        """Whether a word takes nothing, so that it can be called without its stack in memory."""
        effect = self.context.effect(candidate.entry)
        return effect is not None and effect[0] == 0

    def _open_frame(self) -> None:
        """What `(CANDIDATE)` does before a word, once for all: only `verify` must find its way."""
        self.frame_rp = self.slot("%rp", 3, "i64")
        self.outer_frame = self.load_register("ptr", at.FRAME_RP)
        self.store("i64", str(RETURN_FRAME), self.slot("%rp", 2, "i64"))
        self.store_register("ptr", self.frame_rp, at.FRAME_RP)
        self.first = self.slot(self.load_register("ptr", at.FRAME_BASE), 1)
        self.store("i32", "0", self.first)

    def _write_start(self) -> None:
        """Go to where the loop begins, or goes on that the interpreter has begun."""
        if not self.steady:
            self.do("br label %loop")
            return
        entry = self.load_register("i32", at.SCAN_ENTRY)
        self._look_ahead()
        other = self.value(f"or i32 {entry}, {self.load_register('i32', at.SCAN_FILTER)}")
        begun = self.value(f"icmp ne i32 {other}, 0")
        self.do(f"br i1 {begun}, label %loop, label %list, !prof !1")

    def _look_ahead(self) -> None:
        self._at(self._in_place("(look-ahead)"))
        write_body(self)

    def _write_loop(self) -> None:
        """Ask for the next entry, or when a list is at its end for the next list, and go there."""
        self.label("loop")
        self._ask(self.ask, self.steady)
        if self.steady:
            self.label("list")
            self._ask(self._in_place("(next-steady-list)"))
        self._write_other()

    def _ask(self, instruction: Instruction, anew: bool = False) -> None:
        """Ask for an entry, and go to its code; `anew` if the board may have changed before."""
        self._at(instruction)
        write_body(self)
        token = self.values.pop()
        choose = self.new_label("choose")
        ended = self.value(f"icmp eq i32 {token}, 0")
        self.do(f"br i1 {ended}, label %finished.loop, label %{choose}")
        self.label(choose)
        if anew:
            self._look_ahead()
            wanted = self.load_register("i32", at.SCAN_FILTER)
            some, any_type = self.new_label("some"), self.new_label("any")
            filtered = self.value(f"icmp ne i32 {wanted}, 0")
            self.do(f"br i1 {filtered}, label %{some}, label %{any_type}")
            self.label(some)
            self._choose(token, self._single)
            self.label(any_type)
        self._choose(token, self._start)

    def _choose(self, token: str, label: Callable[[int], str]) -> None:
        """Go to the code of the entry that has been found."""
        self._at(self.run)
        entry = self.load_register("i32", at.SCAN_ENTRY)
        arms = " ".join(f"i32 {a + 8}, label %{label(a)}" for a in self.candidates)
        self.edges_to_other.append((token, self.block))
        self.do(f"switch i32 {entry}, label %other [ {arms} ]")

    def _write_other(self) -> None:
        """A word that is in no list that was known."""
        self.label("other")
        tokens = ", ".join(f"[ {token}, %{block} ]" for token, block in self.edges_to_other)
        token = self.value(f"phi i32 {tokens}")
        before = self.slot("%sp", 1)
        self.store("i32", token, before)
        cell = self.run.cell
        self.propagate(
            self.value(
                f"call i32 @candidate(ptr %vm, ptr {before}, ptr %rp, i32 {token}, i32 {cell})"
            )
        )
        self._next_entry()

    def _single(self, address: int) -> str:
        """Where an entry is run without the one behind it."""
        return f"single{address}"

    def _start(self, address: int) -> str:
        """Where an entry that `(next-candidate)` gave is run: a list's first leads to more."""
        return self._single(address) if address - 8 in self.candidates else f"entry{address}"

    def _write_candidate(self, address: int) -> None:
        """An entry: run its word, then make the state that of the entry behind it."""
        candidate = self.candidates[address]
        if self.steady or self._start(address) == self._single(address):
            self.label(self._single(address))
            self._at(self.run)
            self._call_word(candidate, "")
            self._next_entry()
        self.label(f"entry{address}")
        self._at(self.run)
        self._call_word(candidate, ALWAYS if self.context.is_hot(candidate.entry) else "")
        following = address + 8
        if following not in self.candidates:
            self._next_list()
            return
        if not self.steady:
            self._go_on_if_all_are_wanted(following)
            self._forget_record()
            self.store_register("i32", "1", at.SCAN_ACTIVE)
        self.store_register("i32", str(following + 8), at.SCAN_ENTRY)
        self.store_register("i32", str(self.candidates[following].type), at.SCAN_TYPE)
        here = self.load_register("i32", at.SCAN_POSITION)
        for cell in (at.A_HERE, at.A_FROM):
            self.do(f"store i32 {here}, ptr {self.register(at.MEMORY + cell)}, {IN_SYSTEM}")
        self.do(f"br label %entry{following}")

    def _go_on_if_all_are_wanted(self, following: int) -> None:
        """Ask for the entry behind instead if one type is asked for, which it may not be of."""
        wanted = self.load_register("i32", at.SCAN_FILTER)
        take, choose = self.new_label("take"), self.new_label("choose")
        self.do(f"br i1 {self.value(f'icmp eq i32 {wanted}, 0')}, label %{take}, label %{choose}")
        self.label(choose)
        self.store_register("i32", str(following), at.SCAN_ENTRY)
        self._next_entry()
        self.label(take)

    def _forget_record(self) -> None:
        """See words/move.py."""
        start = self.load_register("i32", at.RECORD)
        self.store_register("i32", self.value(f"add i32 {start}, {MOVE_BYTES}"), at.RECORD_END)
        said = () if self.context.settled.get(SELECTS) == 0 else (SAID,)
        for register in (at.RECORD_PARTIAL, at.RECORD_COMPILED, *said):
            self.store_register("i32", "0", register)

    def _next_entry(self, go_on: str = "loop", ask: str = "poll") -> None:
        """To what follows, unless the host wants to be asked."""
        flag = self.value(f"load volatile i32, ptr {self.register(at.POLL)}")
        quiet = self.value(f"icmp eq i32 {flag}, 0")
        self.do(f"br i1 {quiet}, label %{go_on}, label %{ask}, !prof !0")

    def _next_list(self) -> None:
        """To the next list; the register that would say so is set only if the host is asked."""
        if not self.steady:
            self.store_register("i32", "0", at.SCAN_ENTRY)
            self._next_entry()
            return
        ask = self.new_label("ask")
        self._next_entry("list", ask)
        self.label(ask)
        self.store_register("i32", "0", at.SCAN_ENTRY)
        self.do("br label %poll")

    def _call_word(self, candidate: Candidate, inlining: str) -> None:
        """Run a word; that `verify` has left it is as good as its end."""
        entry = candidate.entry
        good, bad = self.new_label("ran"), self.new_label("stopped")
        arguments = f"ptr %vm, ptr {self.first}, ptr {self.frame_rp}"
        if self._direct(candidate):
            effect = self.context.effect(entry)
            kind = result_type(effect[1] if effect else 0)
            result = self.value(f"call fastcc {kind} @w{entry}({arguments}){inlining}")
            status: str = (
                result if kind == "i32" else self.value(f"extractvalue {kind} {result}, 0")
            )
            error = self.value(f"icmp eq i32 {status}, {at.NATIVE_ERROR}")
            self.do(f"br i1 {error}, label %{bad}, label %{good}, !prof !1")
            self._write_stopped(bad)
            self.label(good)
            return
        left = self.new_label("left")
        top = self.value(f"call ptr @x{entry}({arguments})")
        self.do(f"br i1 {self.value(f'icmp ne ptr {top}, null')}, label %{good}, label %{left}")
        self.label(left)
        status = self.load_register("i32", at.NATIVE_STATUS)
        error = self.value(f"icmp ne i32 {status}, {at.FRAME_EXIT}")
        self.do(f"br i1 {error}, label %{bad}, label %{good}, !prof !1")
        self._write_stopped(bad)
        self.label(good)
        self.do(f"call void @clean_frame(ptr %vm, ptr {self.first})")

    def _write_stopped(self, label: str) -> None:
        """An error in a word: only calls are told, what lies between them is no return address."""
        self.label(label)
        for k in range(2):
            self.store("i64", "0", self.slot("%rp", k, "i64"))
        self.leave_behind_call(str(at.NATIVE_ERROR))

    def _write_poll(self) -> None:
        """Ask the host where the loop itself would, with the frame as it is between two words."""
        self.label("poll")
        self._at(self.repeat)
        self.store_register("ptr", self.outer_frame, at.FRAME_RP)
        self.poll(self.repeat.cell)
        self.store_register("ptr", self.frame_rp, at.FRAME_RP)
        self.do("br label %loop")
