"""Counts the moves of move words for 64 positions at once.

A word such as `['] n slide` asks about the board, records, and adds moves. The ways through it are
followed (`ways.py`), and for each place where it adds a move it is decided where that is reached:
true at the positions from which the word makes that move. If all entries of a game's lists can be
read so, `(tally)` counts set bits instead of running them. One word that does anything else, and
the game keeps the loop.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from forthgame.code.function import Function
from forthgame.lang import layout as at
from forthgame.lang.beyond import HANDS, LEFT_ALONE
from forthgame.lang.words.tallying import BITS, CONTINUED, MOST_SITES, TALLIED_POSITIONS
from forthgame.vm.compiler.generation.bits import BitsWriter
from forthgame.vm.compiler.generation.decisions import Decisions
from forthgame.vm.compiler.generation.entries import Candidates
from forthgame.vm.compiler.generation.graph import Site, Step, Ways, alike, fits
from forthgame.vm.compiler.generation.links import Board
from forthgame.vm.compiler.generation.making import ENTRY_OF, MoveMaker, make_text
from forthgame.vm.compiler.generation.parts import Part, used
from forthgame.vm.compiler.generation.recording import Inexact
from forthgame.vm.compiler.generation.scratch import written_by
from forthgame.vm.compiler.generation.ways import ALL_STEPS, WayReader
from forthgame.vm.compiler.lines import Lines, define
from forthgame.vm.primitives.linked import NO_TALLY

HEAD = "define i64 @tally(ptr %vm, i64 %start, i64 %number, i64 %within) noinline nounwind"
MOST_DECISIONS = 6000  # of all words together, for all players
MOST_ENTRIES = 16  # of lists; each costs as much as running a word for some pieces
MOST_CHUNKS = 2  # of 64 positions, with code of their own for each
PASSING = frozenset(("Pass", "PassNoPartial"))


@dataclass(frozen=True)
class Entry:
    """An entry of a move list: its address, its word, and the type of the pieces.

    `drops` says whether these are put on the board; else they stand there. `more` are other types
    that have the list too, and of which the word makes the same moves.
    """

    address: int
    word: int
    type: int
    drops: bool = False
    more: tuple[int, ...] = ()


Read = tuple[Entry, list[list[Site]]]  # with the moves that its word makes, for each player


class TallyReader:
    """Reads the moves of entries for each player."""

    def __init__(
        self,
        functions: Mapping[int, Function],
        board: Board,
        settled: Mapping[int, int],
        candidates: Candidates,
    ) -> None:
        self._settled = settled
        self._steps = ALL_STEPS
        self.decisions = Decisions()
        self.steps: dict[Entry, list[list[Step]]] = {}  # of what has been read, for each player
        words = {candidate.entry for candidate in candidates.values()}
        self.scratch = scratch = written_by(words, functions)
        players = range(1, settled[at.PLAYER_COUNT] + 1)
        self._readers = [
            WayReader(functions, board, settled, player, scratch) for player in players
        ]

    def read(self, entry: Entry) -> list[list[Site]]:
        """The moves of an entry's word, for each player. Raises Inexact."""
        found: list[list[Site]] = []
        steps = self.steps[entry] = []
        for reader in self._readers:
            ways = self._follow(reader, entry)
            if not fits(ways, self._settled[at.ACTION_LIMIT]):
                raise Inexact("a move of many actions")
            found.append(ways.sites(self.decisions))
            steps.append(ways.steps())
            if len(self.decisions.nodes) > MOST_DECISIONS:
                raise Inexact("the word has too many ways")
            if not reader.asked_player:
                steps *= len(self._readers)
                return found * len(self._readers)
        return found

    def read_all(self, entries: list[Entry]) -> tuple[list[Entry], list[list[list[Site]]]]:
        """The same of all entries, with types together that have the same list and moves.

        A piece has one type, so its moves come in the same order.
        """
        lists: dict[int, list[Read]] = {}
        for number, entry in enumerate(entries):
            key = -1 - number if entry.drops else entry.type
            lists.setdefault(key, []).append((entry, self.read(entry)))
        kept: list[list[Read]] = []
        for listed in lists.values():
            same = next((k for k, each in enumerate(kept) if _have_all(each, listed)), None)
            if same is None:
                kept.append(listed)
            else:
                kept[same] = [
                    (self._with_type(entry, listed[0][0].type), sites)
                    for entry, sites in kept[same]
                ]
        found = [each for listed in kept for each in listed]
        return [entry for entry, _ in found], [sites for _, sites in found]

    def _with_type(self, entry: Entry, type: int) -> Entry:
        together = replace(entry, more=(*entry.more, type))
        self.steps[together] = self.steps[entry]
        return together

    def _follow(self, reader: WayReader, entry: Entry) -> Ways:
        """The ways of one word, unless all words have had their steps."""
        if self._steps < 0:
            raise Inexact("the words have too many ways")
        try:
            return Ways(reader, reader.begin(entry.word, entry.type, entry.drops))
        finally:
            self._steps -= reader.steps


def read_game(
    functions: Mapping[int, Function],
    board: Board,
    settled: Mapping[int, int],
    candidates: Candidates,
) -> tuple[TallyReader, list[Entry], list[list[list[Site]]]]:
    """Return the entries of a game and their moves, for each player. Raises Inexact."""
    reader = TallyReader(functions, board, settled, candidates)
    entries, sites = reader.read_all(tallied_entries(board, settled, candidates))
    check_together(sites)
    return reader, entries, sites


# -- the functions behind `cells.tally` -----------------------------------------------------------


def tally_text(
    functions: Mapping[int, Function],
    board: Board,
    settled: Mapping[int, int],
    candidates: Candidates,
    entry_of: ENTRY_OF,
) -> str:
    """The functions for a game, which tally nothing if a word is not exact."""
    try:
        reader, entries, sites = read_game(functions, board, settled, candidates)
    except Inexact:
        return NO_TALLY
    if not entries or not settled[at.PLAYER_COUNT]:
        return NO_TALLY
    writer = _TallyWriter(board, settled, reader)
    text = writer.bits_text(entries, sites) + _entry_text(entries, sites)
    maker = MoveMaker(functions, entry_of, settled)
    made = [
        [None if site is None else maker.made(site) for site in players]
        for players in _of_numbers(sites)
    ]
    alone = bool(settled[LEFT_ALONE]) and not settled[at.PRIORITIES]
    return text + make_text(made, all_so=alone)


def tallied_entries(
    board: Board, settled: Mapping[int, int], candidates: Candidates
) -> list[Entry]:
    """The entries in the order in which they are tried at a position: moves, then drops."""
    if not used(Part.TALLIED):
        raise Inexact("tallies are switched off")
    if settled[at.POSITIONS] > TALLIED_POSITIONS:
        raise Inexact("a large board")
    if settled[at.DROP_COUNT] and settled[HANDS]:
        raise Inexact("pieces in hand")
    entries: list[Entry] = []
    for drops in (False, True):
        for type, address in listed(board, settled, drops):
            if address not in candidates:
                raise Inexact("too many entries of lists")
            entries.append(Entry(address, candidates[address].entry, type, drops))
    return entries


def listed(board: Board, settled: Mapping[int, int], drops: bool) -> Iterator[tuple[int, int]]:
    """The type of pieces and the address of each entry of the lists of moves, or of drops."""
    for type in range(1, settled[at.SCAN_PIECES] + 1):
        address = board.cell(settled[at.PIECES] + (type - 1) * 16 + (8 if drops else 4))
        while address and board.cell(address):
            yield type, address
            address += 8


def check_together(sites: list[list[list[Site]]]) -> None:
    """Raise Inexact for more moves than are tallied, or passes that depend on each other."""
    if len(sites) > MOST_ENTRIES:
        raise Inexact("too many entries of lists")
    if sum(_most(of_players) for of_players in sites) > MOST_SITES:
        raise Inexact("too many moves of all words")
    passing = [
        max(sum(site.kind in PASSING for site in of_player) for of_player in each) for each in sites
    ]
    if sum(passing) > 1:
        raise Inexact("passes in several places")


def _have_all(first: list[Read], second: list[Read]) -> bool:
    """Whether two types of pieces have the same entries, which make the same moves."""
    return len(first) == len(second) and all(
        one.address == other.address and not one.drops and not other.drops and alike(a, b)
        for (one, a), (other, b) in zip(first, second, strict=True)
    )


def _most(of_players: list[list[Site]]) -> int:
    """How many moves an entry's word may make: at least one place is kept for it."""
    return max(1, *(len(of_player) for of_player in of_players))


class _TallyWriter:
    """Writes the bits of all moves."""

    def __init__(self, board: Board, settled: Mapping[int, int], reader: TallyReader) -> None:
        self._board, self._decisions, self._steps = board, reader.decisions, reader.steps
        self._positions = settled[at.POSITIONS]
        self._masks: dict[int, str] = {}

    def bits_text(self, entries: list[Entry], sites: list[list[list[Site]]]) -> str:
        """`@tally`: note the bits of the moves of an entry, which has a number."""

        def write(o: Lines) -> None:
            numbers = _numbers(sites)
            arms = " ".join(f"i64 {number}, label %entry{number}" for number in numbers)
            o.do(f"switch i64 %number, label %none [ {arms} ]")
            o.do("none:")
            o.do("ret i64 0")
            for number, entry, of_players in zip(numbers, entries, sites, strict=True):
                self._write_entry(o, number, entry, of_players)

        text = define(HEAD, write)
        return "declare i64 @llvm.ctpop.i64(i64)\n" + "".join(self._masks.values()) + text

    def _write_entry(self, o: Lines, number: int, entry: Entry, sites: list[list[Site]]) -> None:
        o.do(f"entry{number}:")
        if all(of_player == sites[0] for of_player in sites):
            self._write_chunks(o, number, entry, 1, sites)
            return
        o.by_player(f"entry{number}", len(sites))
        for k in range(1, len(sites) + 1):
            o.do(f"entry{number}.{k}:")
            self._write_chunks(o, number, entry, k, sites)

    def _write_chunks(
        self, o: Lines, number: int, entry: Entry, player: int, of_players: list[list[Site]]
    ) -> None:
        """Write the bits for 64 positions, with code of its own for each 64 of few."""
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
        o: Lines,
        number: int,
        entry: Entry,
        player: int,
        of_players: list[list[Site]],
        chunk: int | None,
    ) -> None:
        """Note where the word makes each move, among the pieces that have the entry."""
        sites, most = of_players[player - 1], _most(of_players)
        writer = BitsWriter(o, self._board, self._positions, self._decisions, self._masks, chunk)
        among = "%within"
        if not entry.drops:
            owner = o.value(f"and i32 {o.cell(at.A_FOR_PLAYER)}, {at.PLAYER_MASK}")
            own = self._own(o, writer, owner, entry)
            among = o.value(f"and i64 {own}, %within")
        first = o.value(f"mul i64 {writer.start}, {MOST_SITES // 8}")
        place = o.value(f"getelementptr i8, ptr {o.register(BITS)}, i64 {first}")
        steps = self._steps[entry][player - 1]
        decisions = [site.decision for site in sites]
        if _from_the_start(steps, sites) and len(steps) < writer.needs(decisions):
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

    def _own(self, o: Lines, writer: BitsWriter, owner: str, entry: Entry) -> str:
        """The bits of the pieces of an owner that have the entry."""
        own = ""
        for type in (entry.type, *entry.more):
            piece = o.value(f"or i32 {owner}, {type}")
            bits = writer.field(0, at.PLAYER_MASK | at.PIECE_MASK, piece)
            own = o.value(f"or i64 {own}, {bits}") if own else bits
        return own

    def _write_first(
        self,
        o: Lines,
        writer: BitsWriter,
        steps: list[Step],
        among: str,
        room: tuple[str, int, int],
    ) -> str:
        """Among which positions the first test leads to moves; if there are none, that is all.

        Only of several times 64 positions it is likely that there are none.
        """
        test = steps[0].test
        if self._positions <= 64 or test is None or steps[0].following[1] >= 0:
            return among
        left = o.value(f"and i64 {among}, {writer.test(test)}")
        some, none = o.new_label("some"), o.new_label("none")
        o.do(f"br i1 {o.value(f'icmp eq i64 {left}, 0')}, label %{none}, label %{some}")
        o.do(f"{none}:")
        place, number, most = room
        for k in range(most):
            o.do(f"store i64 0, ptr {o.slot(place, number + k, 'i64')}, align 1")
        o.do("ret i64 0")
        o.do(f"{some}:")
        return left


def _from_the_start(steps: list[Step], sites: list[Site]) -> bool:
    """Whether sites are numbered as in the steps: none was left out."""
    return len({step.site for step in steps if step.site >= 0}) == len(sites)


def _passing(o: Lines, kind: str, bits: str) -> str:
    """A pass is made once: at the first position where it is reached."""
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


def _of_numbers(sites: list[list[list[Site]]]) -> Iterator[list[Site | None]]:
    """The sites of each number, for each player; where a player has none, that of another."""
    for of_players in sites:
        for k in range(_most(of_players)):
            some = next((of_player[k] for of_player in of_players if k < len(of_player)), None)
            yield [of_player[k] if k < len(of_player) else some for of_player in of_players]


def _numbers(sites: list[list[list[Site]]]) -> list[int]:
    """The number of the first move of each entry."""
    found, number = [], 0
    for of_players in sites:
        found.append(number)
        number += _most(of_players)
    return found


def _entry_text(entries: list[Entry], sites: list[list[list[Site]]]) -> str:
    """`@tally_entry`, `@tally_drop`, `@tally_behind` and `@tally_sites`."""
    addresses: list[int] = []
    types: list[int] = []
    behind: list[int] = []
    for entry, of_players in zip(entries, sites, strict=True):
        count = _most(of_players)
        addresses += [entry.address] + [entry.address | CONTINUED] * (count - 1)
        types += [entry.type if entry.drops else 0] * count
        behind += [len(types)] * count
    tables = {"tally_entry": [*addresses, 0], "tally_drop": [*types, 0], "tally_behind": behind}
    number = f"define i32 @tally_sites(ptr %vm) alwaysinline nounwind {{ ret i32 {len(types)} }}\n"
    return "".join(_table_text(name, rows) for name, rows in tables.items()) + number


def _table_text(name: str, rows: list[int]) -> str:
    """A function that looks a number up."""
    table = ", ".join(f"i32 {row}" for row in rows)
    kind = f"[{len(rows)} x i32]"

    def write(o: Lines) -> None:
        place = o.value(f"getelementptr {kind}, ptr @{name}.rows, i64 0, i64 %number")
        o.do(f"ret i32 {o.value(f'load i32, ptr {place}')}")

    head = f"define i32 @{name}(ptr %vm, i64 %number) alwaysinline nounwind"
    return f"@{name}.rows = private constant {kind} [ {table} ]\n" + define(head, write)
