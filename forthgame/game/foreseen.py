"""Whether the list and the result of a position may be worked out before anybody asks for them.

Then a ply from Python is one call of machine code: it plays a move, makes the next list and finds
out how the game has ended. Nobody can see that it happened early if the words that do it look at
the position only, leave everything as it was, print nothing and draw no random numbers. Of move
words that is known where moves may be counted (`game/countable.py`); the others are looked at here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.code.program import Program
from forthgame.game.countable import GENERATING, MOVING
from forthgame.game.lists import meets, reached
from forthgame.lang import beyond
from forthgame.lang import layout as at
from forthgame.lang.facts import APPENDING, DRAWING, PRINTING, REQUESTS, UNBOUNDED, WRITING
from forthgame.vm.compiler.generation import copy_for_tokens
from forthgame.vm.deferring import fixed_tokens

if TYPE_CHECKING:
    from forthgame.game.declare import Declaration
    from forthgame.vm.forth import Forth

SHOWING = APPENDING | DRAWING | MOVING | PRINTING | REQUESTS | UNBOUNDED | WRITING
ASKED = ("OnGenerateMoves", "OnIsGameOver", "OnFriends?", "OnMakeAMove")
NEVER = (beyond.CHOICE_CELL, beyond.PLAYED_USED)  # choices together, repetitions


def may_foresee(forth: Forth, declaration: Declaration) -> bool:
    """Whether that is so for a game."""
    register = forth.processor.register
    if not register(beyond.COUNTABLE) or any(map(register, NEVER)):
        return False
    tokens = [register(at.EVENTS + 4 * at.EVENT_NAMES.index(name)) for name in ASKED]
    known = (forth.entry_of(token) for token in tokens if token)
    entries = {entry for entry in known if entry is not None}
    entries |= {ending.word.entry for ending in declaration.endings.declared}
    program = Program(forth.code.cells, forth.code.top)
    copy_for_tokens(program, entries, forth.entry_of, fixed_tokens(forth))
    found = reached(forth, program, entries, GENERATING, tokens=True)
    return found is not None and not meets(found, SHOWING)
