"""Tables that speed up `attacked?` and OnIsLegal?.

`ATTACK_REACH` has for each player, type, start and target the move words that may capture there, as
bits. `ATTACK_SIGHT` has for each player, word and start the positions that the word reads: an
answer of `attacked?` stays true if none of them changes.
"""

from __future__ import annotations

from collections.abc import Collection

from forthgame.analysis.effect_summary import Access, AddressKind, Summary, is_own
from forthgame.analysis.program import Program
from forthgame.analysis.write_before_read import Scratch
from forthgame.base.lazy import lazy
from forthgame.base.text_encoding import signed
from forthgame.compile.generation import AS_RUN
from forthgame.machine.outer.deferred_words import own_entries
from forthgame.machine.outer.outer_interpreter import Forth
from forthgame.rules.declaration.declaration import Declaration
from forthgame.rules.facts.attack_reach import READING, AttackReach, Rows, WordReach, WorkBudget
from forthgame.rules.facts.engine_roots import (
    ATTACKS,
    FILLING_TABLES,
    GENERATING,
    Tokens,
    compiled_words,
    copy_with_tokens,
    endings_of,
    events,
    move_words,
    own_events,
    reached,
)
from forthgame.rules.facts.index_bounds import IndexBounds, storage
from forthgame.rules.facts.liveness import (
    are_written_first,
    need_one_move,
    read_nothing_stored,
    stored,
)
from forthgame.words.effect_sets import CHANGING_TURN, DRAWING, WRITING
from forthgame.words.lists.legality_checks import ALL, DRAWN, FOUND
from forthgame.words.registers import extension_registers, memory_layout as at
from forthgame.words.word_sets import APPENDING, RINGS, STORAGE, UNBOUNDED, rows_where

MOST_CELLS = 1 << 19  # of each table
# not run by a search
SETTING_UP = ("OnNewGame", "OnPosition", "OnEditAdd", "OnEditRemove", "OnTerminate")
MAKING = ("OnMakeAMove", "OnNextTurn", "OnForesee")  # run when a move is made
INSIDE_BLOCKS = frozenset((AddressKind.ELEMENT, AddressKind.INSIDE))
LAST_BIT = 31  # stands for this list entry or variable, and all later ones
LOCAL_GROUPS = frozenset(("stack", "arithmetic", "control", "turns"))
# operations of a local rule
LOCAL = rows_where(lambda row: row.group in LOCAL_GROUPS) - (UNBOUNDED | CHANGING_TURN | AS_RUN)
LOCAL |= STORAGE | READING | {"LIT", "player-index"}
PAST = (
    extension_registers.PLAYED_USED,
    extension_registers.QUIET_CELL,
)  # changed even by a move that touches nothing
ASKED_ONCE = frozenset(
    ("attacked?",)
)  # others may test the mover, whose piece has come from elsewhere


def prepare_legality(forth: Forth, declaration: Declaration, program: Program) -> None:
    """Write the tables if the script tests attacks, and record when OnIsLegal? may be run."""
    processor = forth.processor
    tables = (
        extension_registers.CHECK_MODE_LIMIT,
        extension_registers.ATTACK_REACH,
        extension_registers.ATTACK_SOURCES,
        extension_registers.ATTACK_SIGHT,
        extension_registers.LOCAL_RULE,
    )
    processor.set_registers(dict.fromkeys(tables, 0))
    invariant = processor.register(extension_registers.INVARIANT) != 0
    making = words_of_moves(forth, declaration, program)
    attacks = _mentions_attacks(forth, program)
    if invariant:
        processor.set_register(
            extension_registers.CHECK_MODE_LIMIT,
            _greatest_laziness(forth, declaration, program, making, attacks),
        )
    if attacks:
        written = _Tables(forth, declaration, program)
        written.write_reach()
        if invariant:
            written.write_sight()


def words_of_moves(forth: Forth, declaration: Declaration, program: Program) -> set[int]:
    """Return the entries of the words that run when a move is made."""
    compiled = compiled_words(forth, program.called(move_words(declaration)))
    return compiled | events(forth, MAKING, all_of_them=True)


def copied_for_legality(forth: Forth, declaration: Declaration, making: set[int]) -> Program:
    """Return the script's program, with copies of words for their tokens."""
    copied = Program(forth.code)
    asked = move_words(declaration) | making | own_events(forth) | endings_of(forth)
    copy_with_tokens(forth, copied, asked)
    return copied


def _mentions_attacks(forth: Forth, program: Program) -> bool:
    words = [forth.engine_word(name) for name in (*ATTACKS, *FILLING_TABLES)]
    wanted = {word.entry for word in words} | {word.token for word in words}
    functions = map(program.function, own_entries(forth))
    return any(wanted & (function.callees() | function.literals()) for function in functions)


def _greatest_laziness(
    forth: Forth, declaration: Declaration, program: Program, making: set[int], attacks: bool
) -> int:
    """Return the laziness found in the words as they are, or in copies for their tokens.

    Copies take more time, and are more precise. `making` are words that run when a move is made.
    """
    moving, found = move_words(declaration), ALL
    if need_one_move(forth, program, making):
        found = _laziness(forth, program, moving, attacks)
    if found < FOUND:
        copied = copied_for_legality(forth, declaration, making)
        if need_one_move(forth, copied, making):
            found = max(found, _laziness(forth, copied, moving, attacks))
    return found


def _laziness(forth: Forth, program: Program, moving: set[int], attacks: bool) -> int:
    """Return when OnIsLegal? may be run: for all moves at once, for a drawn one, or later.

    `moving` are the entries of the move words, which run too if it tests `attacks`. To test a move
    is to make it. Stores on the board are undone; results of other stores must not depend on the
    number of tests. Later, other positions have been searched.
    """
    judges = {forth.word("OnIsLegal?").entry, *compiled_words(forth, program.called(moving))}
    judges |= moving if attacks else set()
    asking = reached(forth, program, judges, ATTACKS, tokens=True, compiled=False)
    scratch = stored(forth, asking, {AddressKind.STORAGE})
    if scratch is None or asking.may(DRAWING | APPENDING):
        return ALL
    if scratch and not _are_own(forth, program, moving, scratch, INSIDE_BLOCKS):
        return ALL
    if forth.processor.register(
        extension_registers.OPENING_CHANGES
    ):  # it sees a board that is restored
        return DRAWN
    playing = moving | endings_of(forth) | own_events(forth) - events(forth, SETTING_UP, True)
    return FOUND if read_nothing_stored(forth, program, playing, judges, asking) else DRAWN


def _are_own(
    forth: Forth,
    program: Program,
    moving: set[int],
    scratch: Scratch,
    kinds: Collection[AddressKind] = (),
) -> bool:
    words = moving | own_events(forth) | endings_of(forth)
    found = reached(forth, program, words, GENERATING, tokens=True)
    if found.unknown or Tokens(forth).are_unknown(found.functions):
        return False
    return are_written_first(forth, program, words, found, scratch, kinds)


def _set_bits(cells: list[int], start: int, bit: int, rows: Rows) -> None:
    count = len(rows)
    for source, row in enumerate(rows):
        while row:
            low = row & -row
            cells[start + source * count + low.bit_length() - 1] |= bit
            row ^= low


class _Tables:
    def __init__(self, forth: Forth, declaration: Declaration, program: Program) -> None:
        self._forth, self._declared, self._program = forth, declaration, program
        self._count = len(declaration.positions)
        self._lists = [
            [word.entry for word, _ in declaration.lists[piece.moves].entries]
            if piece.moves in declaration.lists
            else []
            for piece in declaration.pieces
        ]
        budget, self._inside = WorkBudget(), IndexBounds(declaration)
        self._reach = {
            player.code // at.PLAYER_UNIT: AttackReach(
                forth, program, player.code, lambda: self._with_copies, budget, self._inside
            )
            for player in declaration.players
        }
        self._numbers = len(declaration.players) + 1

    @lazy
    def _with_copies(self) -> Program:
        program = Program(self._forth.code)
        copy_with_tokens(self._forth, program, {e for listed in self._lists for e in listed})
        return program

    def write_reach(self) -> None:
        """Write ATTACK_REACH: see `entries_reaching` in words/lists/attacks.py."""
        square = self._count * self._count
        size = self._numbers * len(self._lists) * square
        if size > MOST_CELLS:
            return
        cells = [0] * size
        everywhere = ((1 << self._count) - 1,) * self._count
        for player, reach in self._reach.items():
            for number, entries in enumerate(self._lists):
                start = (player * len(self._lists) + number) * square
                for index, entry in enumerate(entries):
                    bit = 1 << index if index < LAST_BIT else -1 << LAST_BIT
                    ways = reach.ways(entry)
                    run = ways.stores and not self._leave_nothing
                    _set_bits(cells, start, bit, everywhere if run else ways.taken)
        store = self._forth.store_cells
        self._forth.processor.set_registers(
            {
                extension_registers.ATTACK_REACH: store(cells),
                extension_registers.ATTACK_SOURCES: store(self._sources(cells)),
            }
        )

    def _sources(self, reach: list[int]) -> list[int]:
        """Return bits for the positions from which some type may capture, by player and target."""
        count, types, chunks = self._count, len(self._lists), (self._count + 63) // 64
        rows = [0] * (self._numbers * count)
        for place, bits in enumerate(reach):
            if bits:
                pair, target = divmod(place, count)
                number, source = divmod(pair, count)
                rows[number // types * count + target] |= 1 << source
        return [signed(row >> 32 * k & 0xFFFFFFFF) for row in rows for k in range(2 * chunks)]

    def write_sight(self) -> None:
        """Write ATTACK_SIGHT if OnIsLegal? is a local rule: see `note_words`."""
        processor = self._forth.processor
        entries = [entry for listed in self._lists for entry in listed]
        words = (self._count + 31) >> 5
        size = self._numbers * len(entries) * self._count * words
        read = self._read_by_rule()
        if (
            read is None
            or not processor.register(extension_registers.ATTACK_REACH)
            or size > MOST_CELLS
            or self._count > extension_registers.MOST_NOTED
            or processor.register(at.COALITIONS)
            or not self._leave_nothing
            or (self._moves_change_memory() and self._memory_is_read(entries))
        ):
            return
        nothing = WordReach((0,) * self._count, (0,) * self._count, frozenset())
        every = [
            self._reach[number].ways(entry) if number in self._reach else nothing
            for number in range(self._numbers)
            for entry in entries
        ]
        if any(processor.register(each) for each in PAST) and not all(w.known for w in every):
            return
        ranges = storage(self._declared)
        seen = (row for ways in every for row in ways.seen)
        sight = [signed(row >> 32 * k & 0xFFFFFFFF) for row in seen for k in range(words)]
        reads = [self._storage_bits(ranges, ways.read) if ways.known else -1 for ways in every]
        first = [sum(map(len, self._lists[:number])) for number in range(len(self._lists))]
        pairs = [edge for low, high in ranges for edge in (low, high)]
        by_hands = any(ways.by_hands for ways in every)
        store = self._forth.store_cells
        for register, value in (
            (extension_registers.SIGHT_FIRST, store([*first, len(entries)])),
            (extension_registers.SIGHT_READS, store([*reads, 0])),
            (extension_registers.SIGHT_ENTRIES, len(entries)),
            (extension_registers.STORED_RANGES, store([*pairs, 0])),
            (extension_registers.STORED_COUNT, len(ranges)),
            (extension_registers.RULE_READS, self._storage_bits(ranges, read)),
            (extension_registers.ATTACK_SIGHT, store([*sight, 0])),
            (
                extension_registers.LOCAL_RULE,
                extension_registers.LOCAL_BY_HANDS if by_hands else extension_registers.LOCAL,
            ),
        ):
            processor.set_register(register, value)

    @lazy
    def _leave_nothing(self) -> bool:
        """Return whether later words read nothing that move words store."""
        forth, program = self._forth, self._program
        words = {entry for listed in self._lists for entry in listed}
        moving = reached(forth, program, words, ATTACKS, tokens=True, compiled=False)
        scratch = None if moving.unknown else stored(forth, moving)
        if not scratch:
            return scratch is not None
        return _are_own(forth, program, words, scratch)

    def _moves_change_memory(self) -> bool:
        words = {entry for listed in self._lists for entry in listed}
        made = compiled_words(self._forth, self._program.called(words))
        found = reached(self._forth, self._program, made, (), tokens=True)
        return not found.are_given(WRITING | RINGS, {AddressKind.STORAGE})

    def _memory_is_read(self, entries: list[int]) -> bool:
        entries_read = {*entries, self._forth.word("OnIsLegal?").entry}
        found = reached(
            self._forth, self._program, entries_read, ATTACKS, tokens=True, compiled=False
        )
        return not found.are_given(READING | RINGS, {AddressKind.STORAGE})

    def _storage_bits(self, ranges: list[tuple[int, int]], read: frozenset[int]) -> int:
        """Return bits for the storage that is read; the last one stands for all later ranges."""
        bits = 0
        for number, (low, high) in enumerate(ranges):
            if any(low <= offset < high for offset in read):
                bits |= 1 << number if number < LAST_BIT else -1 << LAST_BIT
        return bits

    def _read_by_rule(self) -> frozenset[int] | None:
        """Return the offsets of the storage that OnIsLegal? reads; None if it is not a local rule.

        A local rule reads the board by `attacked?` and storage of the board only. So its answer for
        a position holds after a move that changes nothing it has read.
        """
        allowed = {self._forth.engine_word(name).entry for name in ASKED_ONCE}
        asked = {self._forth.word("OnIsLegal?").entry}
        found = Summary(self._program, self._program.called(asked, passed=allowed))
        known = all(map(_is_known, found.accesses(READING)))
        if found.unknown or not LOCAL.issuperset(found.names) or not known:
            return None
        arrays = [
            (function, each)
            for function in found.functions
            for each in function.instructions.values()
            if each.name in STORAGE
        ]
        if not all(self._inside.stays(self._program, *each) for each in arrays):
            return None
        return frozenset(each.operand for _, each in arrays)


def _is_known(access: Access) -> bool:
    own = access.kind is AddressKind.NUMBER and is_own(access.number)
    return own or access.kind is AddressKind.STORAGE
