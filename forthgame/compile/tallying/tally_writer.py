"""Functions that count the moves of words for 64 positions at once.

The paths through a move word are followed (`ways.py`), and for each place that adds a move there is
a decision, which is true at the positions from which the word makes the move. If all entries of a
game's lists can be read (`tally_reader.py`), `(tally)` counts set bits instead of running words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import accumulate

from forthgame.analysis.function import Function
from forthgame.compile.ir.ir_lines import IrLines, define
from forthgame.compile.primitives.module_functions import NO_TALLY
from forthgame.compile.reading.direction_links import POSITIONS_AT_ONCE, BoardLinks
from forthgame.compile.reading.path_graph import MoveSite, PathStep
from forthgame.compile.tallying.bit_writer import BitsWriter
from forthgame.compile.tallying.move_maker import ENTRY_OF, MoveMaker, make_text
from forthgame.compile.tallying.tally_reader import (
    PASSING,
    GameTally,
    TallyEntry,
    TallyReader,
    most_moves,
)
from forthgame.words.lists.tallying import BITS, CONTINUED, MOST_SITES
from forthgame.words.registers import memory_layout as at
from forthgame.words.registers.extension_registers import JUDGES_KEEP_LISTS

HEAD = "define i64 @tally(ptr %vm, i64 %start, i64 %number, i64 %within) noinline nounwind"
PROMISING = "define i64 @promising(ptr %vm, i64 %start) noinline nounwind"
MOST_CHUNKS = 2  # of 64 positions that get separate code


def tally_text(
    tally: GameTally,
    functions: Mapping[int, Function],
    board: BoardLinks,
    entry_of: ENTRY_OF,
) -> str:
    """Return the functions for a game; without entries or players they tally nothing."""
    entries, sites, settled = tally.entries, tally.sites, board.settled
    if not entries or not settled[at.PLAYER_COUNT]:
        return NO_TALLY
    writer = _TallyWriter(board.positions, tally.reader)
    text = writer.bits_text(entries, sites) + _entry_text(entries, sites)
    maker = MoveMaker(functions, entry_of, settled)
    made = [
        [None if site is None else maker.made(site) for site in players]
        for players in _of_numbers(sites)
    ]
    alone = bool(settled[JUDGES_KEEP_LISTS]) and not settled[at.PRIORITIES]
    return text + make_text(made, all_so=alone)


def promising_text(tally: GameTally, board: BoardLinks) -> str:
    """Return the function for `cells.promising` on a small board: bits of positions with moves.

    If the script has stored an unknown player code, all positions count.
    """
    first, players = board.settled[at.PLAYERS], range(board.settled[at.PLAYER_COUNT])
    codes = [board.cell(first + k * at.CELL) for k in players]

    def write(o: IrLines) -> None:
        arms = " ".join(f"i32 {code}, label %player.{k}" for k, code in enumerate(codes))
        o.do(f"switch i32 {o.cell(at.A_PLAYER)}, label %other [ {arms} ]")
        for k in players:
            o.do(f"player.{k}:")
            writer = BitsWriter(o, board.positions, tally.reader.decisions, {}, chunk=0)
            some = "0"
            for bits in writer.bits([site.decision for each in tally.sites for site in each[k]]):
                some = o.value(f"or i64 {some}, {bits}")
            within = o.value(f"and i64 %start, {POSITIONS_AT_ONCE - 1}")
            o.do(f"ret i64 {o.value(f'lshr i64 {some}, {within}')}")
        o.do("other:", "ret i64 -1")

    return define(PROMISING, write)


class _TallyWriter:
    def __init__(self, positions: int, reader: TallyReader) -> None:
        self._positions, self._decisions = positions, reader.decisions
        self._steps = reader.steps
        self._masks: dict[int, str] = {}

    def bits_text(self, entries: list[TallyEntry], sites: list[list[list[MoveSite]]]) -> str:
        """Return `@tally`, which stores the bits of the moves of an entry, by its number."""

        def write(o: IrLines) -> None:
            numbers = [*accumulate(map(most_moves, sites), initial=0)][:-1]
            arms = " ".join(f"i64 {number}, label %entry{number}" for number in numbers)
            o.do(f"switch i64 %number, label %none [ {arms} ]", "none:", "ret i64 0")
            for number, entry, of_players in zip(numbers, entries, sites, strict=True):
                self._write_entry(o, number, entry, of_players)

        text = define(HEAD, write)
        return "declare i64 @llvm.ctpop.i64(i64)\n" + "".join(self._masks.values()) + text

    def _write_entry(
        self, o: IrLines, number: int, entry: TallyEntry, sites: list[list[MoveSite]]
    ) -> None:
        o.do(f"entry{number}:")
        if all(of_player == sites[0] for of_player in sites):
            self._write_chunks(o, number, entry, 1, sites)
            return
        o.by_player(f"entry{number}", len(sites))
        for k in range(1, len(sites) + 1):
            o.do(f"entry{number}.{k}:")
            self._write_chunks(o, number, entry, k, sites)

    def _write_chunks(
        self,
        o: IrLines,
        number: int,
        entry: TallyEntry,
        player: int,
        of_players: list[list[MoveSite]],
    ) -> None:
        """Write the bits for 64 positions, with separate code for each 64 on small boards."""
        chunks = (self._positions + 63) // 64
        if chunks == 1 or chunks > MOST_CHUNKS:
            self._write_sites(o, number, entry, player, of_players, None)
            return
        labels = [o.new_label("chunk") for _ in range(chunks)]
        arms = " ".join(f"i64 {64 * k}, label %{label}" for k, label in enumerate(labels))
        o.do(f"switch i64 %start, label %none [ {arms} ]")
        for k, label in enumerate(labels):
            o.do(f"{label}:")
            self._write_sites(o, number, entry, player, of_players, k)

    def _write_sites(
        self,
        o: IrLines,
        number: int,
        entry: TallyEntry,
        player: int,
        of_players: list[list[MoveSite]],
        chunk: int | None,
    ) -> None:
        """Store the bits of each move, for the pieces that have the entry."""
        sites, most = of_players[player - 1], most_moves(of_players)
        writer = BitsWriter(o, self._positions, self._decisions, self._masks, chunk)
        among = "%within"
        if not entry.drops:
            owner = o.value(f"and i32 {o.cell(at.A_FOR_PLAYER)}, {at.PLAYER_MASK}")
            own = self._own(o, writer, owner, entry)
            among = o.value(f"and i64 {own}, %within")
        first = o.value(f"mul i64 {writer.start}, {MOST_SITES // 8}")
        place = o.value(f"getelementptr i8, ptr {o.register(BITS)}, i64 {first}")
        steps = self._steps[entry][player - 1]
        decisions = [site.decision for site in sites]
        complete = len({step.site for step in steps if step.site >= 0}) == len(sites)
        if complete and len(steps) < writer.needs(decisions):
            among = self._write_first(o, writer, steps, among, (place, number, most))
            reached = writer.reached(steps, among)
            found = [reached.get(k, "0") for k in range(len(sites))]
        else:
            found = [o.value(f"and i64 {bits}, {among}") for bits in writer.bits(decisions)]
        kept = [
            _passing(o, site.kind, bits) if site.kind in PASSING else bits
            for site, bits in zip(sites, found, strict=True)
        ]
        count = "0"
        for k, bits in enumerate(kept + ["0"] * (most - len(kept))):
            o.do(f"store i64 {bits}, ptr {o.slot(place, number + k, 'i64')}, align 1")
        for bits in kept:
            here = o.value(f"call i64 @llvm.ctpop.i64(i64 {bits})")
            count = o.value(f"add i64 {count}, {here}")
        o.do(f"ret i64 {count}")

    def _own(self, o: IrLines, writer: BitsWriter, owner: str, entry: TallyEntry) -> str:
        own = ""
        for type in (entry.type, *entry.more):
            piece = o.value(f"or i32 {owner}, {type}")
            bits = writer.field(0, at.PLAYER_MASK | at.PIECE_MASK, piece)
            own = o.value(f"or i64 {own}, {bits}") if own else bits
        return own

    def _write_first(
        self,
        o: IrLines,
        writer: BitsWriter,
        steps: list[PathStep],
        among: str,
        room: tuple[str, int, int],
    ) -> str:
        """Return the bits that pass the first test; if there are none, return from the function.

        That is likely only on boards with more than 64 positions.
        """
        test = steps[0].test
        if self._positions <= 64 or test is None or steps[0].following[1] >= 0:
            return among
        left = o.value(f"and i64 {among}, {writer.test(test)}")
        none, some = o.split(o.value(f"icmp eq i64 {left}, 0"), "none", "some")
        o.do(f"{none}:")
        place, number, most = room
        for k in range(most):
            o.do(f"store i64 0, ptr {o.slot(place, number + k, 'i64')}, align 1")
        o.do("ret i64 0", f"{some}:")
        return left


def _passing(o: IrLines, kind: str, bits: str) -> str:
    """Keep the first position of a pass, unless it was made already."""
    made = o.cell(at.A_PASSED)
    if kind == "PassNoPartial":
        made = o.value(f"or i32 {made}, {o.cell(at.A_PARTIAL)}")
    before = o.value(f"icmp ne i32 {made}, 0")
    lowest = o.value(f"and i64 {bits}, {o.value(f'sub i64 0, {bits}')}")
    kept = o.value(f"select i1 {before}, i64 0, i64 {lowest}")
    now = o.value(f"icmp ne i64 {kept}, 0")
    passed = o.value(f"or i32 {o.cell(at.A_PASSED)}, {o.value(f'sext i1 {now} to i32')}")
    o.do(f"store i32 {passed}, ptr {o.register(at.MEMORY + at.A_PASSED)}, align 1")
    return kept


def _of_numbers(sites: list[list[list[MoveSite]]]) -> Iterator[list[MoveSite | None]]:
    """Yield the sites of each number for each player; one of another player fills gaps."""
    for of_players in sites:
        for k in range(most_moves(of_players)):
            some = next((of_player[k] for of_player in of_players if k < len(of_player)), None)
            yield [of_player[k] if k < len(of_player) else some for of_player in of_players]


def _entry_text(entries: list[TallyEntry], sites: list[list[list[MoveSite]]]) -> str:
    """Return `@tally_entry`, `@tally_drop`, `@tally_behind` and `@tally_sites`."""
    addresses: list[int] = []
    types: list[int] = []
    behind: list[int] = []
    for entry, of_players in zip(entries, sites, strict=True):
        count = most_moves(of_players)
        addresses += [entry.address] + [entry.address | CONTINUED] * (count - 1)
        types += [entry.type if entry.drops else 0] * count
        behind += [len(types)] * count
    tables = {"tally_entry": [*addresses, 0], "tally_drop": [*types, 0], "tally_behind": behind}
    number = f"define i32 @tally_sites(ptr %vm) alwaysinline nounwind {{ ret i32 {len(types)} }}\n"
    return "".join(_table_text(name, rows) for name, rows in tables.items()) + number


def _table_text(name: str, rows: list[int]) -> str:
    table = ", ".join(f"i32 {row}" for row in rows)
    kind = f"[{len(rows)} x i32]"

    def write(o: IrLines) -> None:
        place = o.value(f"getelementptr {kind}, ptr @{name}.rows, i64 0, i64 %number")
        o.do(f"ret i32 {o.value(f'load i32, ptr {place}')}")

    head = f"define i32 @{name}(ptr %vm, i64 %number) alwaysinline nounwind"
    return f"@{name}.rows = private constant {kind} [ {table} ]\n" + define(head, write)
