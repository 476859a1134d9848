"""Functions that count the moves of words for 64 positions at once.

The paths through a move word are followed (`ways.py`), and for each place that adds a move there is
a decision, which is true at the positions from which the word makes the move. If all entries of a
game's lists can be read (`tally_reader.py`), `(tally)` counts set bits instead of running words.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate

from forthgame.analysis.function import Function
from forthgame.compile.ir.ir_lines import IrLines, define
from forthgame.compile.primitives.module_functions import NO_TALLY
from forthgame.compile.reading.direction_links import POSITIONS_AT_ONCE, BoardLinks
from forthgame.compile.reading.path_graph import MoveSite, PathStep
from forthgame.compile.tallying.bits_writer import BitsWriter
from forthgame.compile.tallying.computed_tests import ComputedTests
from forthgame.compile.tallying.move_maker import ENTRY_OF, MoveMaker, make_text
from forthgame.compile.tallying.tally_reader import (
    GameTally,
    TallyEntry,
    TallyReader,
    most_moves,
)
from forthgame.words.effect_sets import PASSING_ONCE
from forthgame.words.lists.tallying import (
    BITS,
    CONTINUED,
    HOLDS,
    MIXES,
    MOST_SITES,
    RUN,
    TOGETHER,
)
from forthgame.words.registers import memory_layout as at
from forthgame.words.registers.extension_registers import HANDS, JUDGES_KEEP_LISTS

NO_ASSUMPTIONS = "define i32 @tally_holds(ptr %vm) alwaysinline nounwind { ret i32 -1 }\n"
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
    writer = _TallyWriter(board.positions, tally.reader, settled)
    text = writer.bits_text(entries, sites, board)
    text += _entry_text(entries, sites, tally.reader.unread)
    text += tally.reader.assumed.text() if tally.reader.assumed else NO_ASSUMPTIONS
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
    computed = ComputedTests("promised", board.positions)

    def write(o: IrLines) -> None:
        arms = " ".join(f"i32 {code}, label %player.{k}" for k, code in enumerate(codes))
        o.do(f"switch i32 {o.cell(at.A_PLAYER)}, label %other [ {arms} ]")
        for k in players:
            o.do(f"player.{k}:")
            writer = BitsWriter(o, board.positions, tally.reader.decisions, {}, computed, 0)
            some = "0"
            for bits in writer.bits([site.decision for each in tally.sites for site in each[k]]):
                some = o.value(f"or i64 {some}, {bits}")
            within = o.value(f"and i64 %start, {POSITIONS_AT_ONCE - 1}")
            o.do(f"ret i64 {o.value(f'lshr i64 {some}, {within}')}")
        o.do("other:", "ret i64 -1")

    text = define(PROMISING, write)
    return computed.text() + text


@dataclass(frozen=True)
class _Row:
    """An entry with the number of its first move, and its moves for each player."""

    number: int
    entry: TallyEntry
    sites: list[list[MoveSite]]


class _TallyWriter:
    def __init__(self, positions: int, reader: TallyReader, settled: Mapping[int, int]) -> None:
        self._positions, self._decisions, self._settled = positions, reader.decisions, settled
        self._steps, self._run = reader.steps, reader.unread
        self._masks: dict[int, str] = {}
        self._computed = ComputedTests("computed", positions)

    def bits_text(
        self, entries: list[TallyEntry], sites: list[list[list[MoveSite]]], board: BoardLinks
    ) -> str:
        """Return `@tally`, which stores the bits of the moves of an entry, by its number.

        If moves have no ranks, the number `TOGETHER` stands for all entries, and others for those
        of each type of moves. They share tests.
        """
        numbers = [*accumulate(map(most_moves, sites), initial=0)][:-1]
        rows = [_Row(*row) for row in zip(numbers, entries, sites, strict=True)]
        if board.settled[at.PRIORITIES] != 0:
            groups = {row.number: [row] for row in rows}
        else:
            groups = {TOGETHER: rows}
            for row in rows:
                type = board.cell(row.entry.address + at.CELL)
                if type:
                    groups.setdefault(TOGETHER - type, []).append(row)

        def write(o: IrLines) -> None:
            arms = " ".join(f"i64 {number}, label %group{k}" for k, number in enumerate(groups))
            o.do(f"switch i64 %number, label %none [ {arms} ]", "none:", "ret i64 0")
            for k, group in enumerate(groups.values()):
                self._write_group(o, f"group{k}", group)

        text = define(HEAD, write)
        return (
            "declare i64 @llvm.ctpop.i64(i64)\n"
            + "".join(self._masks.values())
            + self._computed.text()
            + text
        )

    def _write_group(self, o: IrLines, label: str, rows: list[_Row]) -> None:
        o.do(f"{label}:")
        players = len(rows[0].sites)
        if all(of_player == row.sites[0] for row in rows for of_player in row.sites):
            self._write_chunks(o, rows, 1)
            return
        o.by_player(label, players)
        for k in range(1, players + 1):
            o.do(f"{label}.{k}:")
            self._write_chunks(o, rows, k)

    def _write_chunks(self, o: IrLines, rows: list[_Row], player: int) -> None:
        """Write the bits for 64 positions, with separate code for each 64 on small boards."""
        chunks = (self._positions + 63) // 64
        if chunks == 1 or chunks > MOST_CHUNKS:
            self._write_rows(o, rows, player, None)
            return
        labels = [o.new_label("chunk") for _ in range(chunks)]
        arms = " ".join(f"i64 {64 * k}, label %{label}" for k, label in enumerate(labels))
        o.do(f"switch i64 %start, label %none [ {arms} ]")
        for k, label in enumerate(labels):
            o.do(f"{label}:")
            self._write_rows(o, rows, player, k)

    def _write_rows(self, o: IrLines, rows: list[_Row], player: int, chunk: int | None) -> None:
        writer = BitsWriter(o, self._positions, self._decisions, self._masks, self._computed, chunk)
        first = o.value(f"mul i64 {writer.start}, {MOST_SITES // 8}")
        place = o.value(f"getelementptr i8, ptr {o.register(BITS)}, i64 {first}")
        found = [self._find_sites(o, writer, row, player, place, len(rows) == 1) for row in rows]
        kinds = [[site.kind for site in row.sites[player - 1]] for row in rows]
        passing = [
            (k, number)
            for k, of_row in enumerate(kinds)
            for number in range(len(found[k]))
            if of_row[number] in PASSING_ONCE
        ]
        passes = [(kinds[k][number], found[k][number]) for k, number in passing]
        for (k, number), bits in zip(passing, _first_pass(o, passes), strict=True):
            found[k][number] = bits
        count = "0"
        for row, of_row in zip(rows, found, strict=True):
            most = most_moves(row.sites)
            for k, bits in enumerate(of_row + ["0"] * (most - len(of_row))):
                o.do(f"store i64 {bits}, ptr {o.slot(place, row.number + k, 'i64')}, align 1")
            for bits in of_row:
                here = o.value(f"call i64 @llvm.ctpop.i64(i64 {bits})")
                count = o.value(f"add i64 {count}, {here}")
        o.do(f"ret i64 {count}")

    def _find_sites(
        self, o: IrLines, writer: BitsWriter, row: _Row, player: int, place: str, alone: bool
    ) -> list[str]:
        """Return the bits of each move, for the pieces that have the entry.

        They are stored at `place`. If the entry is written `alone`, the function may return early.
        """
        entry, sites = row.entry, row.sites[player - 1]
        if entry.address in self._run:
            return []  # set by `add_tally`
        among = "%within"
        if entry.drops:
            among = self._held(o, entry.type)
        else:
            owner = o.value(f"and i32 {o.cell(at.A_FOR_PLAYER)}, {at.PLAYER_MASK}")
            own = self._own(o, writer, owner, entry)
            among = o.value(f"and i64 {own}, %within")
        steps = self._steps[entry][player - 1]
        decisions = [site.decision for site in sites]
        complete = len({step.site for step in steps if step.site >= 0}) == len(sites)
        if complete and len(steps) < writer.needs(decisions):
            if alone:
                room = place, row.number, most_moves(row.sites)
                among = self._write_first(o, writer, steps, among, room)
            reached = writer.reached(steps, among)
            return [reached.get(k, "0") for k in range(len(sites))]
        return [o.value(f"and i64 {bits}, {among}") for bits in writer.bits(decisions)]

    def _held(self, o: IrLines, type: int) -> str:
        """Return the positions where a type may be dropped: none if it is not in the hand."""
        if not self._settled[HANDS]:
            return "%within"
        owner = o.value(f"and i32 {o.cell(at.A_FOR_PLAYER)}, {at.PLAYER_MASK}")
        number = o.value(f"sub i32 {o.value(f'udiv i32 {owner}, {at.PLAYER_UNIT}')}, 1")
        first = o.value(f"mul i32 {number}, {self._settled[at.PIECE_COUNT] * at.CELL}")
        place = self._settled[HANDS] + (type - 1) * at.CELL
        offset = o.value(
            f"add i32 {o.value(f'add i32 {first}, {place}')}, {o.load('i32', at.BOARD)}"
        )
        wide = o.value(f"sext i32 {offset} to i64")
        counter = o.value(f"getelementptr i8, ptr {o.register(at.MEMORY)}, i64 {wide}")
        some = o.value(f"icmp sgt i32 {o.value(f'load i32, ptr {counter}, align 1')}, 0")
        return o.value(f"select i1 {some}, i64 %within, i64 0")

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
        _write_none(o, *room)
        o.do("ret i64 0", f"{some}:")
        return left


def _write_none(o: IrLines, place: str, number: int, most: int) -> None:
    """Clear the bits of the moves of an entry."""
    for k in range(most):
        o.do(f"store i64 0, ptr {o.slot(place, number + k, 'i64')}, align 1")


def _first_pass(o: IrLines, passes: list[tuple[str, str]]) -> list[str]:
    """Return the bits of the passes of a list, of which only the first is made, and only once.

    `passes` are the words and the bits of their positions, in the order of the entries.
    """
    if not passes:
        return []
    passed, partial = o.cell(at.A_PASSED), o.cell(at.A_PARTIAL)
    unmade = o.value(f"sext i1 {o.value(f'icmp eq i32 {passed}, 0')} to i64")
    whole = o.value(f"sext i1 {o.value(f'icmp eq i32 {partial}, 0')} to i64")
    there, some = list[str](), "0"
    for word, bits in passes:
        allowed = o.value(f"and i64 {bits}, {unmade}")
        if word == "PassNoPartial":
            allowed = o.value(f"and i64 {allowed}, {whole}")
        there.append(allowed)
        some = o.value(f"or i64 {some}, {allowed}")
    left = o.value(f"and i64 {some}, {o.value(f'sub i64 0, {some}')}")
    now = o.value(f"sext i1 {o.value(f'icmp ne i64 {some}, 0')} to i32")
    kept = list[str]()
    for bits in there:
        kept.append(o.value(f"and i64 {bits}, {left}"))
        left = o.value(f"xor i64 {left}, {kept[-1]}")
    made = o.value(f"or i32 {passed}, {now}")
    o.do(f"store i32 {made}, ptr {o.register(at.MEMORY + at.A_PASSED)}, align 1")
    return kept


def _of_numbers(sites: list[list[list[MoveSite]]]) -> Iterator[list[MoveSite | None]]:
    """Yield the sites of each number for each player; one of another player fills gaps."""
    for of_players in sites:
        for k in range(most_moves(of_players)):
            some = next((of_player[k] for of_player in of_players if k < len(of_player)), None)
            yield [of_player[k] if k < len(of_player) else some for of_player in of_players]


def _entry_text(
    entries: list[TallyEntry], sites: list[list[list[MoveSite]]], run: Collection[int]
) -> str:
    """Return `@tally_entry`, `@tally_drop`, `@tally_behind` and `@tally_sites`.

    `run` has the addresses of the entries whose words are run.
    """
    addresses: list[int] = []
    types: list[int] = []
    behind: list[int] = []
    for entry, of_players in zip(entries, sites, strict=True):
        count = most_moves(of_players)
        address = entry.address | (RUN if entry.address in run else 0)
        addresses += [address] + [address | CONTINUED] * (count - 1)
        types += [entry.type if entry.drops else 0] * count
        behind += [len(types)] * count
    tables = {"tally_entry": [*addresses, 0], "tally_drop": [*types, 0], "tally_behind": behind}
    number = f"define i32 @tally_sites(ptr %vm) alwaysinline nounwind {{ ret i32 {len(types)} }}\n"
    return "".join(_table_text(name, rows, bool(run)) for name, rows in tables.items()) + number


def _table_text(name: str, rows: list[int], mixed: bool) -> str:
    table = ", ".join(f"i32 {row}" for row in rows)
    kind = f"[{len(rows)} x i32]"

    def write(o: IrLines) -> None:
        if name == "tally_entry":
            arms = f"i64 {HOLDS}, label %holds i64 {MIXES}, label %mixes"
            o.do(f"switch i64 %number, label %known [ {arms} ]")
            o.do("mixes:", f"ret i32 {-1 if mixed else 0}", "holds:")
            o.do(f"ret i32 {o.value('call i32 @tally_holds(ptr %vm)')}", "known:")
        place = o.value(f"getelementptr {kind}, ptr @{name}.rows, i64 0, i64 %number")
        o.do(f"ret i32 {o.value(f'load i32, ptr {place}')}")

    head = f"define i32 @{name}(ptr %vm, i64 %number) alwaysinline nounwind"
    return f"@{name}.rows = private constant {kind} [ {table} ]\n" + define(head, write)
