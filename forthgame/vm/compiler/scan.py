"""The loop of a generation written out for the move lists of a game.

`(scan)` runs whatever `(next-candidate)` gives. Here each entry of a list is a piece of code of its
own: its word is called directly, its type is a constant, and the entry behind it follows at once.
Nothing else leads to that entry, so what is known behind the first word is known before the second;
where one type is asked for, entries in the middle are run by a second, plain piece of code.
State is kept in the registers as the loop itself keeps it, so that the interpreter can go on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from forthgame.lang import layout as at
from forthgame.vm.compiler.decode import Function, Instruction
from forthgame.vm.compiler.runtime import RETURN_FRAME
from forthgame.vm.compiler.stack import IN_SYSTEM, Context, result_type
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
        self.frame_rp = self.first = self.outer_frame = ""

    def write(self) -> str:
        """The whole function."""
        self._at(self.run)
        self._find_limits()
        self.check_entry()
        self._open_frame()
        self.do("br label %loop")
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

    def _write_loop(self) -> None:
        """Ask for the next piece, and go to the first entry of its list."""
        self.label("loop")
        self._at(self.ask)
        write_body(self)
        token = self.values.pop()
        self._at(self.run)
        entry = self.load_register("i32", at.SCAN_ENTRY)
        self.do(f"%ended = icmp eq i32 {token}, 0")
        self.do("br i1 %ended, label %finished.loop, label %choose")
        self.label("choose")
        arms = " ".join(f"i32 {a + 8}, label %{self._start(a)}" for a in self.candidates)
        self.do(f"switch i32 {entry}, label %other [ {arms} ]")
        self.label("other")
        before = self.slot("%sp", 1)
        self.store("i32", token, before)
        cell = self.run.cell
        self.propagate(
            self.value(
                f"call i32 @candidate(ptr %vm, ptr {before}, ptr %rp, i32 {token}, i32 {cell})"
            )
        )
        self._next_piece()

    def _start(self, address: int) -> str:
        """Where an entry that `(next-candidate)` gave is run: a list's first leads to more."""
        return f"{'single' if address - 8 in self.candidates else 'entry'}{address}"

    def _write_candidate(self, address: int) -> None:
        """An entry: run its word, then make the state that of the entry behind it."""
        candidate = self.candidates[address]
        if address - 8 in self.candidates:  # one type is asked for, and those before are not of it
            self.label(f"single{address}")
            self._at(self.run)
            self._call_word(candidate, "")
            self._next_piece()
        self.label(f"entry{address}")
        self._at(self.run)
        self._call_word(candidate, ALWAYS if self.context.is_hot(candidate.entry) else "")
        following = address + 8
        if following not in self.candidates:
            self.store_register("i32", "0", at.SCAN_ENTRY)
            self._next_piece()
            return
        wanted = self.load_register("i32", at.SCAN_FILTER)
        take, choose = self.new_label("take"), self.new_label("choose")
        self.do(f"br i1 {self.value(f'icmp eq i32 {wanted}, 0')}, label %{take}, label %{choose}")
        self.label(choose)
        self.store_register("i32", str(following), at.SCAN_ENTRY)
        self._next_piece()
        self.label(take)
        start = self.load_register("i32", at.RECORD)
        self.store_register("i32", self.value(f"add i32 {start}, {MOVE_BYTES}"), at.RECORD_END)
        for register in (at.RECORD_PARTIAL, at.RECORD_COMPILED):
            self.store_register("i32", "0", register)
        self.store_register("i32", str(following + 8), at.SCAN_ENTRY)
        self.store_register("i32", str(self.candidates[following].type), at.SCAN_TYPE)
        self.store_register("i32", "1", at.SCAN_ACTIVE)
        here = self.load_register("i32", at.SCAN_POSITION)
        for cell in (at.A_HERE, at.A_FROM):
            self.do(f"store i32 {here}, ptr {self.register(at.MEMORY + cell)}, {IN_SYSTEM}")
        self.do(f"br label %entry{following}")

    def _next_piece(self) -> None:
        """To the next piece, unless the host wants to be asked."""
        flag = self.value(f"load volatile i32, ptr {self.register(at.POLL)}")
        quiet = self.value(f"icmp eq i32 {flag}, 0")
        self.do(f"br i1 {quiet}, label %loop, label %poll, !prof !0")

    def _call_word(self, candidate: Candidate, inlining: str) -> None:
        """Run a word; that `verify` has left it is as good as its end."""
        entry = candidate.entry
        good, bad = self.new_label("ran"), self.new_label("stopped")
        arguments = f"ptr %vm, ptr {self.first}, ptr {self.frame_rp}"
        if self._direct(candidate):
            effect = self.context.effect(entry)
            kind = result_type(effect[1] if effect else 0)
            result = self.value(f"call fastcc {kind} @w{entry}({arguments}){inlining}")
            status = result if kind == "i32" else self.value(f"extractvalue {kind} {result}, 0")
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
