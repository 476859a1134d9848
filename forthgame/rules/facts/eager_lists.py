"""Decide whether list and result of a position may be computed before they are needed.

Then a ply from Python is one call of machine code: it plays a move, makes the next list and
determines the result. Computing them early has no visible effect if the words involved read the
position only, leave everything as it was, print nothing and draw no random numbers. For move words
this follows if moves may be counted (`rules/facts/move_counting.py`); the others are examined here.
"""

from __future__ import annotations

from forthgame.analysis.effect_summary import AddressKind, Summary
from forthgame.analysis.function import Function
from forthgame.analysis.program import Program
from forthgame.machine.outer.deferred_words import own_entries
from forthgame.machine.outer.outer_interpreter import Forth
from forthgame.rules.declaration.declaration import Declaration
from forthgame.rules.facts.engine_roots import (
    GENERATING,
    copy_with_tokens,
    endings_of,
    events,
    move_words,
    reached,
)
from forthgame.rules.facts.index_bounds import IndexBounds
from forthgame.rules.facts.move_counting import MOVING
from forthgame.words.effect_sets import DRAWING, PRINTING, WRITING
from forthgame.words.registers import extension_registers, memory_layout as at
from forthgame.words.word_sets import (
    APPENDING,
    FETCHING,
    FLOATING,
    REQUESTS,
    RINGS,
    STORING,
    UNBOUNDED,
)

ANYWHERE = APPENDING | DRAWING | PRINTING | REQUESTS | RINGS | UNBOUNDED
SHOWING = ANYWHERE | MOVING | WRITING
ASKED = ("OnGenerateMoves", "OnIsGameOver", "OnFriends?", "OnMakeAMove")
ADDRESSED = FETCHING | STORING  # they take an address from the top of the stack
ANY = -1  # an unknown address
NEVER = (
    extension_registers.CHOICE_CELL,
    extension_registers.PLAYED_USED,
)  # choices together, repetitions
SETTINGS = (at.A_SCAN_POSITIONS, at.A_PASS_FORCED, at.A_RECYCLE)  # read by every generation
BY_GENERATIONS = frozenset(first + k for first in SETTINGS for k in range(at.CELL))
# cells for settings and results of searches
OF_SEARCHES = frozenset(
    at.SYSTEM_CELLS[f"${name}"]
    for name in (
        "movesList", "moveString", "playerToMove", "engines", "depthLimit", "searchTime",
        "iterationDepth", "ply", "evals", "rootMoveCount", "rootMoveIndex", "searchStatus",
        "searchTimer", "searching", "score", "depth", "nodes", "perftStop", "judge", "playouts",
        "selective",
    )
)  # fmt: skip


def may_compute_early(forth: Forth, declaration: Declaration) -> bool:
    """Return whether a game's lists and results may be computed early."""
    register = forth.processor.register
    if not register(extension_registers.REPEATABLE) or any(map(register, NEVER)):
        return False
    entries = events(forth, ASKED) | endings_of(forth)
    program = Program(forth.code)
    copy_with_tokens(forth, program, entries)
    found = reached(forth, program, entries, GENERATING, tokens=True)
    if found.may(SHOWING):
        return False
    words = move_words(declaration)
    copy_with_tokens(forth, program, words)
    making = list(program.called(words, Function.framed))
    looking = Summary(program, [*found.functions, *making])
    # also words of engines, levels and puzzles: any word of the script may run in between
    ran = {*words, *entries, *events(forth, at.EVENT_NAMES, all_of_them=True), *own_entries(forth)}
    plain = forth.program
    running = reached(forth, plain, ran, GENERATING, tokens=True)
    if running.unknown or looking.unknown:
        return False
    moving = {function.start for function in making}  # copies start at the same cells
    others = Summary(plain, (each for each in running.functions if each.start not in moving))
    inside = IndexBounds(declaration)
    fetched, stored = _bytes(looking, FETCHING, inside), _bytes(others, WRITING, inside)
    return not _may_change(looking, running, fetched, stored)


def _may_change(looking: Summary, running: Summary, fetched: set[int], stored: set[int]) -> bool:
    """Return whether memory read by functions or generations may change while the position stays.

    Only memory outside of boards can change: words that run for another position may store there,
    and searches do. Words of moves are left out of `stored`: they write before they read, or their
    moves are not counted. An unknown address is assumed to be in the script's own memory, unless
    words that fetch name a cell of searches, or words that run name a setting.
    """
    if fetched and not OF_SEARCHES.isdisjoint(looking.literals):
        return True
    if not stored.isdisjoint(BY_GENERATIONS):
        return True
    if ANY in stored and not BY_GENERATIONS.isdisjoint(running.literals):
        return True
    if not fetched:
        return False
    if ANY in fetched or ANY in stored:
        return bool(stored)
    return not fetched.isdisjoint(stored)


def written_elsewhere(found: Summary, declaration: Declaration) -> bool:
    """Return whether functions may write to memory outside of boards."""
    return bool(_bytes(found, WRITING, IndexBounds(declaration)))


def _bytes(found: Summary, names: frozenset[str], inside: IndexBounds) -> set[int]:
    """Return the addresses outside of boards where functions fetch or store with some words.

    ANY stands for an unknown address, such as an array item that may lie outside of its array:
    memory after the last array is not part of the position.
    """
    addresses: set[int] = set()
    for access in found.accesses(names):
        if access.kind is AddressKind.NUMBER and access.each.name in ADDRESSED:
            size = 2 * at.CELL if access.each.name in FLOATING else at.CELL
            addresses.update(range(access.number, access.number + size))
        elif access.kind is not AddressKind.BOARD and not inside.holds(found.program, access):
            addresses.add(ANY)
    return addresses
