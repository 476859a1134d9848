"""Liveness of variables: written before they are read, and never read after they are stored.

If all words that use a variable write it first, it does not matter which words ran before.

If judgements read neither the list of moves nor values stored while it is made, a search makes
fewer lists. A move word may count captures in a variable that OnIsGameOver reads; this is right if
the list has just been made. If a search needs none, or a position has kept its list while others
were searched, the variable has the number of another position.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection

from forthgame.analysis.effect_summary import (
    AT_ONE,
    ENGINE_RINGS,
    NAMED,
    ON_BOARD,
    READING,
    WRITES,
    AddressKind,
    Summary,
    is_own,
    overlapping,
)
from forthgame.analysis.intervals import UNLIMITED, IntervalAnalysis
from forthgame.analysis.program import Program
from forthgame.analysis.write_before_read import (
    Scratch,
    fills_of,
    stores_of,
    write_first,
)
from forthgame.machine.outer.deferred_words import own_entries
from forthgame.machine.outer.outer_interpreter import Forth
from forthgame.rules.declaration.declaration import Declaration
from forthgame.rules.engines import ENGINES
from forthgame.rules.facts.build_roots import end_of_data
from forthgame.rules.facts.engine_roots import (
    ASKING,
    ATTACKS,
    GENERATING,
    Tokens,
    asked_of_friends,
    compiled_words,
    copy_with_tokens,
    endings_of,
    events,
    given_to_search,
    handed_on,
    judges_of,
    move_words,
    reached,
    run_move_words,
    runs_tokens,
)
from forthgame.words.board import turns
from forthgame.words.effect_sets import (
    ASSIGNING,
    CHANGING,
    DRAWING,
    RING_OF,
    WRITING,
    operations_reaching,
)
from forthgame.words.registers import extension_registers, memory_layout as at
from forthgame.words.word_sets import FETCHING, FILLING, RINGS, UNBOUNDED

# addresses of accesses; the beginnings of their blocks; the beginnings of blocks in which addresses
# are computed
Used = tuple[set[int], set[int], set[int]]
AT_CELLS = ASSIGNING | CHANGING  # they store a whole cell
BLOCKS = frozenset((AddressKind.NUMBER, AddressKind.ELEMENT, AddressKind.INSIDE))
FINDING = FETCHING | CHANGING | FILLING  # may find a variable that they do not name
LIST_READING = frozenset(
    (
        "move-count", "stalemate?", "$FirstMove", "$NextMove", "(move-at)", "$MoveString",
        "(list-ready)", "$GenerateMoves",
    )
) | UNBOUNDED  # fmt: skip
NEEDING_ALL = LIST_READING - {"stalemate?"}
LISTING = ("OnGenerateMoves", "OnIsLegal?", "OnMoves")  # run while a list is made
SEARCHING = tuple(engine.word for engine in ENGINES.values())  # they make the lists they need
AFTERWARDS = ("OnIsGameOver", "OnEvaluate", "OnIsTerminal?", "OnSearch")  # run after it is made
ENDING = ("OnIsGameOver",)
JUDGEMENTS = (*ENDING, "OnEvaluate")
TURN_NUMBER = operations_reaching(turns.turn_number)
EVALUATION = at.EVENT_NAMES.index("OnEvaluate")


def are_written_first(
    forth: Forth,
    program: Program,
    words: set[int],
    found: Summary,
    scratch: Scratch,
    kinds: Collection[AddressKind] = (),
    unread: frozenset[int] = frozenset(),
    within_tables: bool = False,
) -> bool:
    """Return whether all words that use some memory write it before they read it.

    `words` are the entries that the engine runs, `found` is all that is reached from them.
    Addresses on the board, or of the `kinds`, are assumed not to be variables. The same holds for
    cells of a table from which a token is fetched, because a number that is not a token is not run.
    Other addresses must lie elsewhere by the intervals of their indexes, or if `within_tables`
    because they are computed from addresses of tables with indexes that nothing limits; `unread`
    are variables that no word reads by name.
    """
    entries = _run_by_all(forth, words, found)
    called = Summary(program, program.called(entries))
    if called.unknown:
        return False
    ranges = IntervalAnalysis(program, forth.processor.register(at.PLAYER_COUNT))
    known, places = NAMED.union({AddressKind.BOARD}, kinds), scratch.variables | unread
    touched = range(min(places, default=0) - 7, max(places, default=-8) + at.CELL)
    start = _starts(forth)
    words_of_places = set(map(start, places))
    for access in called.accesses(FINDING):
        if access.kind in known:
            continue
        low, high = ranges.before(access.function, access.each.cell)
        unlimited = within_tables and access.bases and high - low >= UNLIMITED
        if unlimited and words_of_places.isdisjoint(map(start, access.bases)):
            continue
        if access.each.name not in AT_ONE or not (high < touched.start or low >= touched.stop):
            return False
    return _write_first(program, entries, scratch)


def never_read(forth: Forth, variables: frozenset[int]) -> frozenset[int]:
    """Return the variables that the script's words only store into, by the names in them.

    `are_written_first` refuses all variables if words read at addresses that they do not name.
    """
    read: set[int] = set()
    for entry in own_entries(forth):
        function = forth.program.function(entry)
        stored = stores_of(function)
        for each in function.instructions.values():
            if each.name == "(DEFER)" or (each.name == "LIT" and each.next not in stored):
                read.update(overlapping(each.operand))
    return variables - read


def _run_by_all(forth: Forth, words: set[int], found: Summary) -> set[int]:
    handed = forth.entries_of(found.literals) if runs_tokens(found) else set[int]()
    return words | handed | compiled_words(forth, found.functions)


def _write_first(program: Program, entries: set[int], scratch: Scratch) -> bool:
    program.reachable(entries)  # decodes their functions
    return write_first(entries, program.functions, scratch)


def stored(forth: Forth, found: Summary, kinds: Collection[AddressKind] = ()) -> Scratch | None:
    """Return the memory in which functions store; None if they store elsewhere too.

    It consists of variables, ring buffers and blocks that are filled as a whole. Stores at
    addresses of the `kinds` do not count.
    """
    whole = Scratch(blocks=_filled(forth, found))
    variables, blocks, rings = set[int](), set[range](), set[int]()
    for access in found.accesses(WRITING | RINGS):
        if access.kind in kinds:
            continue
        inside = {whole.block(place) for place in access.bases or {access.number}}
        if (ring := RING_OF.get(access.each.name)) is not None:
            rings.add(ring)
        elif access.kind in BLOCKS and None not in inside:
            blocks.update(block for block in inside if block is not None)
        elif access.kind is AddressKind.NUMBER and access.each.name in AT_CELLS:
            variables.add(access.number)
        else:
            return None
    if not all(is_own(a) and not a % at.CELL for a in variables):
        return None
    return Scratch(frozenset(variables), frozenset(blocks), frozenset(rings))


def _filled(forth: Forth, found: Summary) -> frozenset[range]:
    """Return the blocks of data that functions fill up to their end."""
    filled = {block for function in found.functions for block in fills_of(function).values()}
    return frozenset(
        range(block.start, end)
        for block in filled
        if is_own(block.start)
        and block.stop >= (end := end_of_data(forth, block.start))
        and not any(other.start < block.start < other.stop for other in filled)
    )


def read_nothing_stored(
    forth: Forth, program: Program, storing: set[int], asked: set[int], asking: Summary
) -> bool:
    """Return whether words at the entries `asked` read nothing that those at `storing` store.

    Values they have written themselves do not count, nor does storage of the board. `asking` is all
    that they reach.
    """
    if asking.are_given(READING, {AddressKind.STORAGE}):
        return True
    found = reached(forth, program, storing, GENERATING, tokens=True)
    start = _starts(forth)
    stored, read = _used(found, WRITES, start), _used(asking, READING, start)
    if stored is None or asking.unknown:
        return False
    if not any(stored):
        return True
    if read is None:
        return False
    inside = (stored[1] | stored[2]) & (read[1] | read[2]) & (stored[2] | read[2])
    blocks = frozenset(each for each in _filled(forth, asking) if start(each.start) in inside)
    rings = frozenset(RING_OF.values()) if ENGINE_RINGS in inside else frozenset()
    if inside - {start(each.start) for each in blocks} - {ENGINE_RINGS}:
        return False
    variables = frozenset(
        each for each in stored[0] if start(each) in read[1] and start(each) not in inside
    )
    scratch = Scratch(variables, blocks, rings)
    if not scratch:
        return True
    if Tokens(forth).are_unknown(asking.functions):
        return False
    entries = _run_by_all(forth, asked | asked_of_friends(forth), asking)
    return _write_first(program, entries, scratch)


def _starts(forth: Forth) -> Callable[[int], int]:
    starts = sorted(word.token for word in forth.dictionary.words)

    def start(address: int) -> int:
        number = bisect_right(starts, address) if is_own(address) else 0
        return starts[number - 1] if number else address

    return start


def _used(found: Summary, names: frozenset[str], start: Callable[[int], int]) -> Used | None:
    """Return the memory that functions use by some words; None if an address is unknown.

    Storage of the board does not count.
    """
    accesses = list(found.accesses(names))
    if found.unknown or any(
        access.kind in (AddressKind.UNKNOWN, AddressKind.BOARD) for access in accesses
    ):
        return None
    named = {access.number for access in accesses if access.kind is AddressKind.NUMBER}
    bases = {base for access in accesses for base in access.bases} - {ON_BOARD}
    return named, set(map(start, named)), set(map(start, bases))


# -- lists of moves -------------------------------------------------------------------------------


def free_of_lists(forth: Forth, engine_word: str) -> bool:
    built_in = forth.word(engine_word).index < forth.fence
    if built_in and not forth.processor.register(at.EVENTS + 4 * EVALUATION):
        return False  # without an evaluation, positions are judged by their moves too
    return not reached(forth, forth.program, judgements_of(forth, engine_word), ATTACKS).may(
        LIST_READING
    )


def judgements_of(forth: Forth, engine_word: str) -> set[int]:
    handed = handed_on(forth, forth.program, forth.word(engine_word).entry)
    return judges_of(forth, JUDGEMENTS) | handed


def need_one_move(forth: Forth, program: Program, making: set[int]) -> bool:
    """Return whether judgements and words of moves at most test if a list is empty.

    `making` are the entries of words that run when a move is made.
    """
    return not after_a_list(forth, program, making).may(NEEDING_ALL)


def after_a_list(forth: Forth, program: Program, making: set[int]) -> Summary:
    """Return the summary of judgements, and of words that run when a move is made."""
    entries = judges_of(forth, (*JUDGEMENTS, "OnIsTerminal?")) | making
    return reached(forth, program, entries | given_to_search(forth, program), ATTACKS)


def judges_without_lists(forth: Forth) -> bool:
    return not reached(forth, forth.program, judges_of(forth, ENDING), ATTACKS).may(LIST_READING)


def looks_at_turns(forth: Forth) -> bool:
    words = (*ATTACKS, *ASKING)
    return may_count_turns(reached(forth, forth.program, judges_of(forth, ENDING), words, True))


def may_count_turns(found: Summary) -> bool:
    return found.may(TURN_NUMBER, at.A_TURN_NUMBER)


# -- values stored while a list is made -----------------------------------------------------------


def reads_lists_stores(forth: Forth, declaration: Declaration) -> bool:
    """Return whether an event or engine that runs after a list reads values stored by making it.

    Returns False if lists depend on random numbers, because these are not made again.
    """
    asked = {forth.word(each.word).entry for each in declaration.players if each.word}
    asked |= events(forth, AFTERWARDS, all_of_them=True)
    asked &= own_entries(forth)
    return not (
        _are_apart(forth, declaration, asked | endings_of(forth)) or _are_drawn(forth, declaration)
    )


def _are_drawn(forth: Forth, declaration: Declaration) -> bool:
    words = move_words(declaration) | events(forth, LISTING, all_of_them=True)
    return reached(forth, forth.program, words, GENERATING, tokens=True).may(DRAWING)


def judges_without_stores(forth: Forth, declaration: Declaration, engine_word: str) -> bool:
    """Return whether no judgement of an engine reads values stored by making a list.

    OnGenerateMoves may make the list and then store in the board.
    """
    register = forth.processor.register
    if register(at.OPENS) and register(extension_registers.OPENING_CHANGES):
        return False
    return _are_apart(forth, declaration, judgements_of(forth, engine_word))


def _are_apart(forth: Forth, declaration: Declaration, asked: set[int]) -> bool:
    program = Program(forth.code)
    words = move_words(declaration)
    asking = reached(forth, program, asked, (*GENERATING, *SEARCHING), tokens=True)
    if run_move_words(forth, asking):
        asked = asked | words | events(forth, ("OnIsLegal?",))
        asking = reached(forth, program, asked, (*GENERATING, *SEARCHING), tokens=True)
    making = words | events(forth, LISTING, all_of_them=True)
    making |= compiled_words(forth, program.called(words))  # OnIsLegal? makes the moves
    if read_nothing_stored(forth, program, making, asked, asking):
        return True
    copy_with_tokens(forth, program, making)  # slower, but more precise
    return read_nothing_stored(forth, program, making, asked, asking)
