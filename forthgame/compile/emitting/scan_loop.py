"""The generation loop written out for the move lists of a game.

`(scan)` runs the word that `(next-candidate)` returns. Here each entry of a list gets code of its
own: its word is called directly, its type is a constant, and the next entry follows at once. That
code is reached only from the previous entry, so the optimiser can use the state after it. If one
type is requested, entries in the middle are run by a second, plain copy. The state is kept in the
registers of the loop, so that the interpreter can continue at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from forthgame.analysis.function import Function
from forthgame.analysis.instruction import Instruction
from forthgame.compile.generation.list_entries import Candidate, Candidates
from forthgame.compile.interpreter.body_operations import write_body
from forthgame.compile.ir.ir_lines import LIKELY, UNLIKELY, no_poll_due
from forthgame.compile.ir.runtime_functions import RETURN_FRAME
from forthgame.compile.writer.function_writer import ALWAYS, FunctionWriter
from forthgame.compile.writer.stack_writer import IN_SYSTEM, ON_BOARD, result_type
from forthgame.words.moves.completion import MIXED
from forthgame.words.registers import memory_layout as at
from forthgame.words.registers.extension_registers import COUNTING, CURRENT_SELECTION, SELECTS
from forthgame.words.registers.memory_layout import MOVE_BYTES

ENTRY_BYTES = 2 * at.CELL


@dataclass(frozen=True)
class MoveLists:
    """The addresses of the entries of a game's lists of moves and of drops, by piece type."""

    moves: Mapping[int, Sequence[int]]
    drops: Mapping[int, Sequence[int]]


@dataclass(frozen=True)
class Firsts:
    """The first entry of each list, by piece type: its address and the type of its moves.

    `behind` has the label where the generation continues after the last entry of a list.
    """

    moves: Mapping[int, tuple[int, int]]
    drops: Mapping[int, tuple[int, int]]
    behind: Mapping[int, str]


def firsts_of(lists: MoveLists, candidates: Candidates) -> Firsts | None:
    """Return the first entries of the lists; None if the continuation after a list may vary."""
    labels = [*(f"drops.{type}" for type in lists.drops), "piece"]
    behind: dict[int, set[str]] = {}
    for each in lists.moves.values():
        behind.setdefault(each[-1], set()).add(labels[0])
    for each, label in zip(lists.drops.values(), labels[1:], strict=True):
        behind.setdefault(each[-1], set()).add(label)
    if not lists.moves or any(len(each) > 1 for each in behind.values()):
        return None
    moves, drops = (
        {type: (each[0], candidates[each[0]].type) for type, each in known.items()}
        for known in (lists.moves, lists.drops)
    )
    return Firsts(moves, drops, {address: each.pop() for address, each in behind.items()})


def write_next_piece(
    out: FunctionWriter,
    firsts: Firsts,
    begin: Callable[[], None],
    start: Callable[[int], str],
) -> None:
    """Write label `piece`: go to the first entry of the next piece's list, or to label `list`.

    `begin` writes the code before each list, `start` returns the label of an entry. With drops,
    label `drops.TYPE` leads to the first entry of drops of a type on the scanned position.
    """
    out.label("piece")
    bits = out.load_register("i64", at.SCAN_BITS)
    some = out.value(f"icmp ne i64 {bits}, 0")
    out.do(f"br i1 {some}, label %piece.found, label %list")
    out.label("piece.found")
    begin()
    first = out.value(f"call i64 @llvm.cttz.i64(i64 {bits}, i1 true)")
    fewer = out.value(f"and i64 {bits}, {out.value(f'sub i64 {bits}, 1')}")
    out.store_register("i64", fewer, at.SCAN_BITS)
    place = out.value(f"trunc i64 {first} to i32")
    lowest = out.value(f"sub i32 {out.load_register('i32', at.SCAN_AHEAD)}, 64")
    here = out.value(f"add i32 {lowest}, {place}")
    out.store_register("i32", here, at.SCAN_POSITION)
    piece = _piece_at(out, here)
    other = f"drops.{next(iter(firsts.drops))}" if firsts.drops else "piece"
    if firsts.drops:
        out.store_register("i32", "0", at.SCAN_PIECE)
        own = out.value(f"icmp eq i32 {_owner(out, piece)}, {_player(out)}")
        out.do(f"br i1 {own}, label %piece.own, label %{other}")
        out.label("piece.own")
    type = out.value(f"and i32 {piece}, {at.PIECE_MASK}")
    arms = " ".join(f"i32 {known}, label %piece.{known}" for known in firsts.moves)
    out.do(f"switch i32 {type}, label %{other} [ {arms} ]")
    for known, first_entry in firsts.moves.items():
        out.label(f"piece.{known}")
        _begin_list(out, here, piece, first_entry)
        out.do(f"br label %{start(first_entry[0])}")
    if firsts.drops:
        _write_drops(out, firsts.drops, begin, start)


def write_end(out: FunctionWriter) -> None:
    """Write the test after label `list`: go to `finished.loop` if nothing is left to scan.

    It is the test of `advance_by_bits`; games with drops leave it to the primitive.
    """
    settled = out.context.settled
    if settled.get(at.DROP_COUNT) != 0 or at.POSITIONS not in settled:
        return
    players = out.value(f"and i32 {out.load_register('i32', at.SCAN_PLAYERS)}, -2")
    scanned = out.value(
        f"load i32, ptr {out.register(at.MEMORY + at.A_SCAN_POSITIONS)}, {IN_SYSTEM}"
    )
    ahead = out.load_register("i32", at.SCAN_AHEAD)
    through = out.value(f"icmp sge i32 {ahead}, {scanned}")
    all_seen = out.value(f"icmp sge i32 {ahead}, {settled[at.POSITIONS]}")
    ended = out.value(f"or i1 {through}, {all_seen}")
    none = out.value(f"icmp eq i64 {out.load_register('i64', at.SCAN_BITS)}, 0")
    ended = out.value(f"and i1 {ended}, {none}")
    ended = out.value(f"and i1 {ended}, {out.value(f'icmp eq i32 {players}, 0')}")
    out.do(f"br i1 {ended}, label %list.ended, label %list.more")
    out.label("list.ended")
    for register in (at.SCAN_ENTRY, at.SCAN_ACTIVE):
        out.store_register("i32", "0", register)
    out.do("br label %finished.loop")
    out.label("list.more")


def _write_drops(
    out: FunctionWriter,
    drops: Mapping[int, tuple[int, int]],
    begin: Callable[[], None],
    start: Callable[[int], str],
) -> None:
    for type, first_entry in drops.items():
        out.label(f"drops.{type}")
        begin()
        out.store_register("i32", str(type), at.SCAN_PIECE)
        piece = out.value(f"or i32 {_owner(out, _player(out))}, {type}")
        _begin_list(out, out.load_register("i32", at.SCAN_POSITION), piece, first_entry)
        out.do(f"br label %{start(first_entry[0])}")


def _begin_list(out: FunctionWriter, here: str, piece: str, first_entry: tuple[int, int]) -> None:
    address, moves = first_entry
    out.store_register("i32", str(address + ENTRY_BYTES), at.SCAN_ENTRY)
    out.store_register("i32", str(moves), at.SCAN_TYPE)
    for cell, value in ((at.A_PIECE, piece), (at.A_HERE, here), (at.A_FROM, here)):
        out.do(f"store i32 {value}, ptr {out.register(at.MEMORY + cell)}, {IN_SYSTEM}")


def _player(out: FunctionWriter) -> str:
    return out.value(f"load i32, ptr {out.register(at.MEMORY + at.A_FOR_PLAYER)}, {IN_SYSTEM}")


def _owner(out: FunctionWriter, piece: str) -> str:
    return out.value(f"and i32 {piece}, {at.PLAYER_MASK}")


def _piece_at(out: FunctionWriter, position: str) -> str:
    board = out.value(f"sext i32 {out.load_register('i32', at.BOARD)} to i64")
    cell = out.value(f"shl i64 {out.value(f'zext i32 {position} to i64')}, 2")
    offset = out.value(f"add i64 {out.value(f'add i64 {board}, {cell}')}, {at.MEMORY}")
    pointer = out.value(f"getelementptr i8, ptr %vm, i64 {offset}")
    return out.value(f"load i32, ptr {pointer}, {ON_BOARD}")


FEW = 16  # entries of all lists; up to this number, their words may be inlined
LIMIT = 96  # entries of all lists; a game with more of them keeps the loop
LOOP = ("(next-candidate)", "DUP", "0BRANCH", "(CANDIDATE)", "BRANCH", "DROP", "EXIT")
# labels of an entry: run by itself, or with a filter by type; run if it has the requested type
SINGLE, WANTED = "single{}".format, "wanted{}".format


def can_be_written_out(function: Function, candidates: Candidates) -> bool:
    """Return whether a function is the generation loop and the lists are short enough."""
    names = tuple(i.name for _, i in sorted(function.instructions.items()))
    return names == LOOP and 0 < len(candidates) <= LIMIT


class ScanWriter:
    """Write `(scan)` for known lists, with the writer of ordinary functions."""

    def __init__(
        self,
        out: FunctionWriter,
        candidates: Candidates,
        lists: MoveLists,
        tallied: Collection[int] = (),
    ) -> None:
        """`tallied` entries are skipped while `COUNTING` is `MIXED`."""
        self.out, self.tallied = out, tallied
        self.candidates = candidates
        by_name = {i.name: i for i in out.function.instructions.values()}
        self.ask, self.run = by_name["(next-candidate)"], by_name["(CANDIDATE)"]
        self.repeat = by_name["BRANCH"]
        self.steady = all(self._is_steady(candidate) for candidate in candidates.values())
        entries = {candidate.entry for candidate in candidates.values()}
        # after these words the bits of pieces are computed again
        quiet = out.context.is_quiet
        self.stirring = set() if self.steady else {entry for entry in entries if not quiet(entry)}
        self.ahead = self.stirring != entries  # pieces are found by bits
        # the record is reset only if the bits may have changed
        self.clean = self.ahead and all(out.context.leaves_nothing(entry) for entry in entries)
        self.firsts = firsts_of(lists, candidates) if self.ahead else None
        self.frame_rp = self.first = self.outer_frame = ""
        self.edges_to_other: list[tuple[str, str]] = []  # token and block

    def _is_steady(self, candidate: Candidate) -> bool:
        """Return whether a word does not affect which lists follow its own."""
        entry = candidate.entry
        part = self.out.context.is_hot(entry) and self._direct(candidate)
        return part and self.out.context.is_steady(entry)

    def _in_place(self, name: str) -> Instruction:
        return self.ask.another(name, self.ask.operand)

    def write(self) -> str:
        self._at(self.run)
        self._find_limits()
        self.out.check_entry()
        self._open_frame()
        self._write_start()
        self._write_loop()
        for address in self.candidates:
            self._write_candidate(address)
        self._write_poll()
        self.out.label("finished.loop")
        self.out.store_register("ptr", self.outer_frame, at.FRAME_RP)
        self.out.do("ret i32 0")
        self.out.write_leaving()
        return self.out.definition()

    def _at(self, instruction: Instruction) -> None:
        self.out.instruction, self.out.row = instruction, instruction.row
        self.out.number = instruction.number

    def _find_limits(self) -> None:
        """Reserve stack for the largest word; words of unknown effect check it themselves."""
        self.out.growth, self.out.return_growth = 2, 4
        for candidate in self.candidates.values():
            if self._direct(candidate):
                growth, returns = self.out.context.growth(candidate.entry)
                self.out.growth = max(self.out.growth, growth)
                self.out.return_growth = max(self.out.return_growth, 4 + returns)

    def _direct(self, candidate: Candidate) -> bool:
        """Return whether a word takes no items, and can be called without its stack in memory."""
        effect = self.out.context.effect(candidate.entry)
        return effect is not None and effect[0] == 0

    def _open_frame(self) -> None:
        """Open the frame that `(CANDIDATE)` opens for each word, once: only `verify` uses it."""
        self.frame_rp = self.out.slot("%rp", 3, "i64")
        self.outer_frame = self.out.load_register("ptr", at.FRAME_RP)
        self.out.store("i64", str(RETURN_FRAME), self.out.slot("%rp", 2, "i64"))
        self.out.store_register("ptr", self.frame_rp, at.FRAME_RP)
        self.first = self.out.slot(self.out.load_register("ptr", at.FRAME_BASE), 1)
        self.out.store("i32", "0", self.first)

    def _write_start(self) -> None:
        """Go to the start of the loop, or into a loop that the interpreter has begun."""
        if not self.ahead:
            self.out.do("br label %loop")
            return
        entry = self.out.load_register("i32", at.SCAN_ENTRY)
        self._look_ahead()
        self._branch(f"icmp ne i32 {entry}, 0", "loop", "list", UNLIKELY)

    def _branch(self, condition: str, yes: str, no: str, odds: str = "") -> None:
        self.out.do(f"br i1 {self.out.value(condition)}, label %{yes}, label %{no}{odds}")

    def _look_ahead(self) -> None:
        self._at(self._in_place("(look-ahead)"))
        write_body(self.out)

    def _write_loop(self) -> None:
        self.out.label("loop")
        token = self._next_token(self.ask)
        if not self.ahead:
            self._choose(token, self._start)
            self._write_other()
            return
        self._look_ahead()
        self._if_filtered(lambda: self._choose(token, SINGLE))
        self._choose(token, self._start)
        self.out.label("list")
        self._begin_list()
        write_end(self.out)
        first = self._next_token(self._in_place("(next-steady-list)"))
        self._if_filtered(self._choose_wanted)
        self._choose(first, self._start)
        if self.firsts:
            write_next_piece(self.out, self.firsts, self._begin_list, self._start)
        self._write_other()

    def _if_filtered(self, write: Callable[[], None]) -> None:
        """Branch to code for a filter by type, which must not return."""
        asked = self.out.load_register("i32", at.SCAN_FILTER)
        filtered = self.out.value(f"icmp ne i32 {asked}, 0")
        with self.out.when(filtered, "some", "any"):
            write()

    def _choose_wanted(self) -> None:
        """Go to the filter at a list's first entry; look unknown entries up in the loop."""
        self._switch(WANTED, "again")
        self.out.label("again")
        entry = self.out.load_register("i32", at.SCAN_ENTRY)
        self.out.store_register("i32", self.out.value(f"sub i32 {entry}, 8"), at.SCAN_ENTRY)
        self.out.do("br label %loop")

    def _next_token(self, instruction: Instruction) -> str:
        """Get the token of the next entry's word; leave the loop at the end."""
        self._at(instruction)
        write_body(self.out)
        token = self.out.values.pop()
        choose = self.out.new_label("choose")
        self._branch(f"icmp eq i32 {token}, 0", "finished.loop", choose)
        self.out.label(choose)
        return token

    def _begin_list(self) -> None:
        if not self.steady and not self.clean:
            self._begin_word()

    def _choose(self, token: str, label: Callable[[int], str]) -> None:
        self._at(self.run)
        self.edges_to_other.append((token, self.out.block))
        self._switch(label, "other")

    def _switch(self, label: Callable[[int], str], other: str) -> None:
        entry = self.out.load_register("i32", at.SCAN_ENTRY)
        arms = " ".join(f"i32 {a + 8}, label %{label(a)}" for a in self.candidates)
        self.out.do(f"switch i32 {entry}, label %{other} [ {arms} ]")

    def _write_other(self) -> None:
        """Run a word that is not in the known lists."""
        self.out.label("other")
        tokens = ", ".join(f"[ {token}, %{block} ]" for token, block in self.edges_to_other)
        token = self.out.value(f"phi i32 {tokens}")
        before = self.out.slot("%sp", 1)
        self.out.store("i32", token, before)
        cell = self.run.cell
        self.out.propagate(
            self.out.value(
                f"call i32 @candidate(ptr %vm, ptr {before}, ptr %rp, i32 {token}, i32 {cell})"
            )
        )
        self._next_entry()

    def _start(self, address: int) -> str:
        """Return the label of an entry that was looked up: first entries lead to the rest."""
        return SINGLE(address) if address - 8 in self.candidates else f"entry{address}"

    def _write_candidate(self, address: int) -> None:
        candidate = self.candidates[address]
        if self.ahead:
            self._write_wanted(address)
        elif self._start(address) == SINGLE(address):
            self.out.label(SINGLE(address))
            self._run(address, "")
            self._next_entry()
        self.out.label(f"entry{address}")
        hot = self.out.context.is_hot(candidate.entry)
        if hot and self.clean:
            self._begin_word()
        self._run(address, ALWAYS if hot else "")
        if (following := address + 8) not in self.candidates:
            self._next_list(self.firsts.behind.get(address, "list") if self.firsts else "list")
            return
        if not self.ahead:
            self._return_if_filtered(following)
        self._begin_entry(following)
        self.out.do(f"br label %entry{following}")

    def _write_wanted(self, address: int) -> None:
        """Write the code of an entry under a filter by type, up to the next one."""
        candidate = self.candidates[address]
        begin, behind = f"begin{address}", f"behind{address}"
        self.out.label(WANTED(address))
        asked = self.out.load_register("i32", at.SCAN_FILTER)
        same = self.out.value(f"icmp eq i32 {asked}, {candidate.type}")
        every = self.out.value(f"icmp eq i32 {asked}, 0")  # the list was begun by the interpreter
        self._branch(f"or i1 {same}, {every}", begin, behind)
        self.out.label(begin)
        self._begin_entry(address)
        self.out.do(f"br label %{SINGLE(address)}")
        self.out.label(SINGLE(address))
        self._run(address, "")
        self.out.do(f"br label %{behind}")
        self.out.label(behind)
        if address + 8 in self.candidates:
            self.out.do(f"br label %{WANTED(address + 8)}")
        else:
            self._next_list("list")

    def _run(self, address: int, inlining: str) -> None:
        """Run the word of an entry, and set `SCAN_STIRRED` if it may invalidate the bits."""
        candidate = self.candidates[address]
        self._at(self.run)
        good, bad = self.out.new_label("ran"), self.out.new_label("stopped")
        if address in self.tallied:
            run = self.out.new_label("run")
            counting = self.out.load_register("i32", COUNTING)
            self._branch(f"icmp eq i32 {counting}, {MIXED}", good, run)
            self.out.label(run)
        if self._direct(candidate):
            self._call_native(candidate.entry, inlining, good, bad)
        else:
            self._call_in_memory(candidate.entry, good, bad)
        if self.ahead and candidate.entry in self.stirring:
            self.out.store_register("i32", "1", at.SCAN_STIRRED)

    def _call_native(self, entry: int, inlining: str, good: str, bad: str) -> None:
        """Call a word that takes no items, without its stack in memory."""
        effect = self.out.context.effect(entry)
        kind = result_type(effect[1] if effect else 0)
        arguments = f"ptr %vm, ptr {self.first}, ptr {self.frame_rp}"
        result = self.out.value(f"call fastcc {kind} @w{entry}({arguments}){inlining}")
        status = result if kind == "i32" else self.out.value(f"extractvalue {kind} {result}, 0")
        self._stop_if(f"icmp eq i32 {status}, {at.NATIVE_ERROR}", good, bad)

    def _call_in_memory(self, entry: int, good: str, bad: str) -> None:
        """Call a word with its stack in memory; leaving it by `verify` counts as its end."""
        left = self.out.new_label("left")
        arguments = f"ptr %vm, ptr {self.first}, ptr {self.frame_rp}"
        top = self.out.value(f"call ptr @x{entry}({arguments})")
        self._branch(f"icmp ne ptr {top}, null", good, left)
        self.out.label(left)
        status = self.out.load_register("i32", at.NATIVE_STATUS)
        self._stop_if(f"icmp ne i32 {status}, {at.FRAME_EXIT}", good, bad)
        self.out.do(f"call void @clean_frame(ptr %vm, ptr {self.first})")

    def _stop_if(self, error: str, good: str, bad: str) -> None:
        """Leave after an error. Clear the frame's slots, which are not return addresses."""
        self._branch(error, bad, good, UNLIKELY)
        self.out.label(bad)
        for k in range(2):
            self.out.store("i64", "0", self.out.slot("%rp", k, "i64"))
        self.out.leave_after_call(str(at.NATIVE_ERROR))
        self.out.label(good)

    def _begin_entry(self, address: int) -> None:
        """Set the state in which the word of an entry is run after another one."""
        if not self.steady:
            self._begin_next_word()
        self.out.store_register("i32", str(address + 8), at.SCAN_ENTRY)
        self.out.store_register("i32", str(self.candidates[address].type), at.SCAN_TYPE)
        here = self.out.load_register("i32", at.SCAN_POSITION)
        for cell in (at.A_HERE, at.A_FROM):
            self.out.do(f"store i32 {here}, ptr {self.out.register(at.MEMORY + cell)}, {IN_SYSTEM}")

    def _return_if_filtered(self, following: int) -> None:
        """Return to the loop if one type is requested, which may exclude the next entry."""
        wanted = self.out.load_register("i32", at.SCAN_FILTER)
        unfiltered = self.out.value(f"icmp eq i32 {wanted}, 0")
        with self.out.unless(unfiltered, "take", "choose"):
            self.out.store_register("i32", str(following), at.SCAN_ENTRY)
            self._next_entry()

    def _begin_next_word(self) -> None:
        """Reset the record after a word of the same list, if necessary."""
        if not self.clean:
            self._begin_word()
            return
        same, stirred = self.out.new_label("same"), self.out.new_label("stirred")
        self._branch_if_quiet(same, stirred)
        self.out.label(stirred)
        self._begin_word()
        self.out.do(f"br label %{same}")
        self.out.label(same)

    def _branch_if_quiet(self, same: str, stirred: str) -> None:
        flag = self.out.load_register("i32", at.SCAN_STIRRED)
        self._branch(f"icmp eq i32 {flag}, 0", same, stirred, LIKELY)

    def _begin_word(self) -> None:
        """Clear leftovers of the previous word, as `forget_record` does."""
        self.out.store_register("i32", "1", at.SCAN_ACTIVE)
        start = self.out.load_register("i32", at.RECORD)
        self.out.store_register(
            "i32", self.out.value(f"add i32 {start}, {MOVE_BYTES}"), at.RECORD_END
        )
        said = () if self.out.context.settled.get(SELECTS) == 0 else (CURRENT_SELECTION,)
        for register in (at.RECORD_PARTIAL, at.RECORD_COMPILED, *said):
            self.out.store_register("i32", "0", register)

    def _next_entry(self, go_on: str = "loop", ask: str = "poll") -> None:
        """Continue, after polling the host if it requests it."""
        quiet = no_poll_due(self.out, self.out.context.target)
        self.out.do(f"br i1 {quiet}, label %{go_on}, label %{ask}{LIKELY}")

    def _next_list(self, found: str) -> None:
        """Go to the next list; clear SCAN_ENTRY if it has to be searched again."""
        if not self.ahead:
            self.out.store_register("i32", "0", at.SCAN_ENTRY)
            self._next_entry()
            return
        ask = self.out.new_label("ask")
        if not self.steady:
            same = self.out.new_label("same")
            self._branch_if_quiet(same, ask)
            self.out.label(same)
        self._next_entry(found, ask)
        self.out.label(ask)
        self.out.store_register("i32", "0", at.SCAN_ENTRY)
        self.out.do("br label %poll")

    def _write_poll(self) -> None:
        """Poll the host as the loop does, with the frame in its state between two words."""
        self.out.label("poll")
        self._at(self.repeat)
        self.out.store_register("ptr", self.outer_frame, at.FRAME_RP)
        self.out.poll(self.repeat.cell)
        self.out.store_register("ptr", self.frame_rp, at.FRAME_RP)
        self.out.do("br label %loop")
