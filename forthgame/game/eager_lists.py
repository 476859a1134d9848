"""Whether the list and the result of a position may be worked out before anybody asks for them.

Then a ply from Python is one call of machine code: it plays a move, makes the next list and finds
out how the game has ended. Nobody can see that it happened early if the words that do it look at
the position only, leave everything as it was, print nothing and draw no random numbers. Of move
words that is known where moves may be counted (`game/countable.py`); the others are looked at here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.code.function import Function
from forthgame.code.program import Program
from forthgame.code.summary import Kind, Summary
from forthgame.game.countable import MOVING
from forthgame.game.index_bounds import IndexBounds
from forthgame.game.roots import GENERATING, endings_of, events, move_words, reached
from forthgame.game.tokens import copy_with_tokens
from forthgame.lang import beyond
from forthgame.lang import layout as at
from forthgame.lang.doing import DRAWING, PRINTING, WRITING
from forthgame.lang.facts import (
    APPENDING,
    FETCHING,
    FLOATING,
    REQUESTS,
    RINGS,
    STORING,
    UNBOUNDED,
)
from forthgame.vm.deferring import own_entries

if TYPE_CHECKING:
    from forthgame.game.declare import Declaration
    from forthgame.vm.forth import Forth

SHOWING = APPENDING | DRAWING | MOVING | PRINTING | REQUESTS | RINGS | UNBOUNDED | WRITING
ASKED = ("OnGenerateMoves", "OnIsGameOver", "OnFriends?", "OnMakeAMove")
ADDRESSED = FETCHING | STORING  # they take it from the top
ANY = -1  # an address that is not known
NEVER = (beyond.CHOICE_CELL, beyond.PLAYED_USED)  # choices together, repetitions
SETTINGS = (at.A_SCAN_POSITIONS, at.A_PASS_FORCED, at.A_RECYCLE)  # that every generation reads
BY_GENERATIONS = frozenset(first + k for first in SETTINGS for k in range(at.CELL))
# cells in which searches, and whoever asks for them, put down how they work and what they found
OF_SEARCHES = frozenset(
    at.SYSTEM_CELLS[f"${name}"]
    for name in (
        "movesList", "moveString", "playerToMove", "engines", "depthLimit", "searchTime",
        "iterationDepth", "ply", "evals", "rootMoveCount", "rootMoveIndex", "searchStatus",
        "searchTimer", "searching", "score", "depth", "nodes", "perftStop", "judge", "playouts",
        "selective",
    )
)  # fmt: skip


def may_foresee(forth: Forth, declaration: Declaration) -> bool:
    """Return whether that is so for a game."""
    register = forth.processor.register
    if not register(beyond.REPEATABLE) or any(map(register, NEVER)):
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
    # words of engines, levels and puzzles too: whatever the script defines may run in between
    ran = {*words, *entries, *events(forth, at.EVENT_NAMES, all_of_them=True), *own_entries(forth)}
    plain = forth.program
    running = reached(forth, plain, ran, GENERATING, tokens=True)
    if running.unknown or looking.unknown:
        return False
    moving = {function.start for function in making}  # copies start where their words do
    others = Summary(plain, (each for each in running.functions if each.start not in moving))
    inside = IndexBounds(declaration)
    fetched, stored = _bytes(looking, FETCHING, inside), _bytes(others, WRITING, inside)
    return not _may_change(looking, running, fetched, stored)


def _may_change(looking: Summary, running: Summary, fetched: set[int], stored: set[int]) -> bool:
    """Return whether memory that functions or generations read may change while the position stays.

    Only memory outside of boards can: words that run for another position may store there, and
    searches do. Words of moves write what they store before they read it, or their moves are not
    counted: they are left out of what is `stored`. An unknown address is taken for one of the
    script's own, unless those who fetch name a cell of searches, or words that run a setting.
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


def _bytes(found: Summary, names: frozenset[str], inside: IndexBounds) -> set[int]:
    """Return the addresses outside of boards where functions fetch or store with some words.

    ANY stands for one that is not known, as that of an item of an array of the board that may lie
    beside it: behind the last array lies what is not the position.
    """
    addresses: set[int] = set()
    for access in found.accesses(names):
        if access.kind is Kind.NUMBER and access.each.name in ADDRESSED:
            size = 2 * at.CELL if access.each.name in FLOATING else at.CELL
            addresses.update(range(access.number, access.number + size))
        elif access.kind is not Kind.BOARD and not inside.holds(found.program, access):
            addresses.add(ANY)
    return addresses
