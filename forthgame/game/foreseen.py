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
from forthgame.game.addresses import ON_BOARD, straight
from forthgame.game.countable import MOVING, events, move_words
from forthgame.game.inside import Inside
from forthgame.game.lists import GENERATING, endings_of, meets, reached
from forthgame.game.tokens import copy_with_tokens, own_entries
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

if TYPE_CHECKING:
    from forthgame.game.declare import Declaration
    from forthgame.vm.forth import Forth

SHOWING = APPENDING | DRAWING | MOVING | PRINTING | REQUESTS | RINGS | UNBOUNDED | WRITING
ASKED = ("OnGenerateMoves", "OnIsGameOver", "OnFriends?", "OnMakeAMove")
GIVING = ON_BOARD | {"LIT"}  # they give an address, the last one anywhere
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
    """Whether that is so for a game."""
    register = forth.processor.register
    if not register(beyond.REPEATABLE) or any(map(register, NEVER)):
        return False
    entries = events(forth, ASKED) | endings_of(forth)
    program = Program(forth.code)
    copy_with_tokens(forth, program, entries)
    found = reached(forth, program, entries, GENERATING, tokens=True)
    if found is None or meets(found, SHOWING):
        return False
    words = move_words(declaration)
    copy_with_tokens(forth, program, words)
    making = list(program.called(words, Function.framed))
    # words of engines, levels and puzzles too: whatever the script defines may run in between
    ran = {*words, *entries, *events(forth, at.EVENT_NAMES, all_of_them=True), *own_entries(forth)}
    plain = forth.program
    running = reached(forth, plain, ran, GENERATING, tokens=True)
    if running is None:
        return False
    moving = {function.start for function in making}  # copies start where their words do
    changing = [each for each in running if each.start not in moving]
    inside = Inside(declaration)
    fetched = _bytes([*found, *making], FETCHING, program, inside)
    stored = _bytes(changing, WRITING, plain, inside)
    return not _may_change([*found, *making], running, fetched, stored)


def _may_change(
    looking: list[Function], running: list[Function], fetched: set[int], stored: set[int]
) -> bool:
    """Whether memory that functions or generations read may change while the position stays.

    Only memory outside of boards can: words that run for another position may store there, and
    searches do. Words of moves write what they store before they read it, or their moves are not
    counted: they are left out of what is `stored`. An unknown address is taken for one of the
    script's own, unless those who fetch name a cell of searches, or words that run a setting.
    """
    if fetched and any(_names(each, OF_SEARCHES) for each in looking):
        return True
    if not stored.isdisjoint(BY_GENERATIONS):
        return True
    if ANY in stored and any(_names(each, BY_GENERATIONS) for each in running):
        return True
    if not fetched:
        return False
    if ANY in fetched or ANY in stored:
        return bool(stored)
    return not fetched.isdisjoint(stored)


def _names(function: Function, addresses: frozenset[int]) -> bool:
    """Whether a function gives one of some addresses, for whatever is done there."""
    code = function.instructions.values()
    return any(each.name == "LIT" and each.operand in addresses for each in code)


def _bytes(
    functions: list[Function], names: frozenset[str], program: Program, inside: Inside
) -> set[int]:
    """The addresses outside of boards where functions fetch or store by words of these names.

    An address is known if a number stands right before the word. Gives ANY too if one is not known,
    as that of an item of an array of the board that may lie beside it: behind the last array lies
    what is not the position.
    """
    found: set[int] = set()
    for function in functions:
        before = straight(function)
        for each in function.instructions.values():
            if each.name not in names:
                continue
            giving = before.get(each.cell)
            if giving is None or each.name not in ADDRESSED or giving.name not in GIVING:
                found.add(ANY)
            elif giving.name == "LIT":
                size = 2 * at.CELL if each.name in FLOATING else at.CELL
                found.update(range(giving.operand, giving.operand + size))
            elif not inside.stays(program, function, giving):
                found.add(ANY)
    return found
