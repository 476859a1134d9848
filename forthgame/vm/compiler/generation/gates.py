"""Gates: where the words of entries may do something, entry by entry and known for 64 positions.

Where a gate is closed its word would only store constants into variables, which is done instead. A
piece whose gates are all closed is not even come to: if what its words would store is the same for
all such pieces, it is stored before the next piece, or at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from forthgame.lang import calling
from forthgame.lang import layout as at
from forthgame.lang.register import WIDE
from forthgame.lazy import lazy
from forthgame.vm.compiler.generation.formulas import TRUE, Formula, any_of
from forthgame.vm.compiler.generation.guards import GuardReader, Stores
from forthgame.vm.compiler.generation.links import Board
from forthgame.vm.compiler.generation.promising import CALLED, FormulaWriter, asked_at_once, inlined
from forthgame.vm.compiler.lines import Lines, define
from forthgame.vm.compiler.writer import FunctionWriter
from forthgame.vm.primitives.linked import NO_PASSING

MOST_PLAYERS = 4  # for whom gates are written
MOST_TYPES = 4  # whose pieces are passed over
MOST_ASKED = 4  # questions about 64 cells at once


@dataclass(frozen=True)
class Gate:
    """When the word of an entry is run: its formula by player, and what is stored if it is not."""

    number: int  # of its bits in `GATES`
    formulas: tuple[Formula, ...]
    stores: Stores


Gates = Mapping[int, Gate]  # by the address of the entry


@dataclass(frozen=True)
class Lists:
    """What is known of a game's lists: gates of entries; by type of pieces, the entries.

    Pieces of the `passed` types are not come to where all gates of their list are closed; their
    words would store the same then. Where there are `drops` too, they would store nothing.
    """

    gates: Gates
    moves: Mapping[int, Sequence[int]]
    drops: Mapping[int, Sequence[int]]

    @lazy
    def _passed(self) -> tuple[tuple[int, ...], Stores]:
        found: dict[Stores, list[int]] = {}
        for type, addresses in self.moves.items():
            if addresses and all(address in self.gates for address in addresses):
                pairs = {pair for address in addresses for pair in self.gates[address].stores}
                if self.drops and pairs:
                    continue
                if len({address for address, _ in pairs}) == len(pairs):  # one value for each
                    found.setdefault(tuple(sorted(pairs)), []).append(type)
        if not found:
            return (), ()
        stores, types = max(found.items(), key=lambda each: len(each[1]))
        return tuple(types[:MOST_TYPES]), stores

    @property
    def passed(self) -> tuple[int, ...]:
        """The types whose pieces are passed over."""
        return self._passed[0]

    @property
    def dropped(self) -> Sequence[Gate] | None:
        """The gates of all entries that drop pieces, if no word is left out that would store."""
        addresses = [address for each in self.drops.values() for address in each]
        if not addresses or not all(address in self.gates for address in addresses):
            return None
        found = [self.gates[address] for address in addresses]
        return None if any(gate.stores for gate in found) else found

    @property
    def stores(self) -> Stores:
        """What is stored then."""
        return self._passed[1]


def read_gates(readers: Sequence[GuardReader], entries: Mapping[int, int], board: Board) -> Gates:
    """The gates of the entries of lists whose words do nothing in places.

    There is a reader for each player; `entries` says where the word of each entry starts. What is
    asked for all positions at once is worth it only if it is little.
    """
    gates: dict[int, Gate] = {}
    asked: list[frozenset[object]] = [frozenset() for _ in readers]
    for address, entry in entries.items():
        guards = [reader.guard(entry) for reader in readers]
        formulas = tuple(guard.formula for guard in guards)
        with_these = [
            known | asked_at_once(formula, board)
            for known, formula in zip(asked, formulas, strict=True)
        ]
        alike = len({guard.stores for guard in guards}) == 1
        few = len(gates) < at.MOST_GATES and max(map(len, with_these)) <= MOST_ASKED
        if alike and few and TRUE not in formulas:
            gates[address] = Gate(len(gates), formulas, guards[0].stores)
            asked = with_these
    return gates


def open_gates(store: Callable[[str, str, int], None], gates: Gates) -> None:
    """Write that the word of every entry is run."""
    for gate in gates.values():
        store("i64", "-1", at.GATES + WIDE * gate.number)


class _Writer(Protocol):
    def do(self, text: str) -> None: ...
    def value(self, text: str) -> str: ...
    def register(self, offset: int) -> str: ...


def write_stores(o: _Writer, stores: Stores) -> None:
    """Write what the words that are passed over store."""
    for address, value in stores:
        o.do(f"store i32 {value}, ptr {o.register(at.MEMORY + address)}, align 1")
    if stores:
        place = o.register(calling.STORED)
        before = o.value(f"load i32, ptr {place}")
        lowest = min(address for address, _ in stores)
        lower = o.value(f"icmp slt i32 {before}, {lowest}")
        o.do(f"store i32 {o.value(f'select i1 {lower}, i32 {before}, i32 {lowest}')}, ptr {place}")


def write_bit(out: FunctionWriter, register: int) -> str:
    """Whether the bit of the position that is scanned is set in a register."""
    bits = out.load_register("i64", register)
    here = out.load_register("i32", at.SCAN_POSITION)
    ahead = out.load_register("i32", at.SCAN_AHEAD)
    place = out.value(f"sub i32 {here}, {ahead}")  # from -64 to -1: the bit, less 64
    bit = out.value(f"zext i32 {out.value(f'and i32 {place}, 63')} to i64")
    found = out.value(f"and i64 {out.value(f'lshr i64 {bits}, {bit}')}, 1")
    return out.value(f"icmp ne i64 {found}, 0")


def write_gate(out: FunctionWriter, gate: Gate, stirred: str) -> str:
    """Pass over an entry whose word does nothing here but some stores: where it goes on.

    The word is run all the same where the board may have changed since it was looked at.
    """
    run, passed, behind = (out.new_label(name) for name in ("run", "passed", "behind"))
    may_do = write_bit(out, at.GATES + WIDE * gate.number)
    if stirred != "0":
        may_do = out.value(f"or i1 {may_do}, {out.value(f'icmp ne i32 {stirred}, 0')}")
    out.do(f"br i1 {may_do}, label %{run}, label %{passed}")
    out.label(passed)
    write_stores(out, gate.stores)
    out.do(f"br label %{behind}")
    out.label(run)
    return behind


def gates_text(lists: Lists, board: Board, players: int) -> str:
    """The functions behind `cells.promising`, `passing` and `pass_over`."""
    gates, stores = lists.gates, lists.stores

    def write(o: Lines) -> None:
        o.by_player("player", players, other="other")
        for k in range(players):
            o.do(f"player.{k + 1}:")
            writer = FormulaWriter(o, board)
            for gate in gates.values():
                bits = writer.from_start(writer.bits(gate.formulas[k]))
                o.store("i64", bits, at.GATES + WIDE * gate.number)
            closed = "0"
            for type in lists.passed:
                found = any_of(gates[a].formulas[k] for a in lists.moves[type])
                shut = o.value(f"xor i64 {writer.bits(found)}, -1")
                passed = o.value(f"and i64 {writer.of_type(type)}, {shut}")
                closed = o.value(f"or i64 {closed}, {passed}")
            o.do(f"ret i64 {o.value(f'xor i64 {writer.from_start(closed)}, -1')}")
        o.do("other:")
        open_gates(o.store, gates)
        o.do("ret i64 -1")

    def pass_over(o: Lines) -> None:
        write_stores(o, stores)
        o.do("ret void")

    def droppable(o: Lines) -> None:
        found = "0"
        for gate in lists.dropped or ():
            bits = o.load("i64", at.GATES + WIDE * gate.number)
            found = bits if found == "0" else o.value(f"or i64 {found}, {bits}")
        o.do(f"ret i64 {'-1' if lists.dropped is None else found}")

    text = define(CALLED, write) + define(inlined("droppable"), droppable)
    if not stores:
        return text + NO_PASSING
    text += "define i32 @passing(ptr %vm) alwaysinline { ret i32 1 }\n"
    return text + define("define void @pass_over(ptr %vm) alwaysinline nounwind", pass_over)
