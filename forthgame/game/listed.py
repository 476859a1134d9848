"""What is stored when a list of moves is made, and whether what judges the position reads it.

A move word may count captures in a variable, and OnIsGameOver ask for their number: the list has
just been made then. Where it has not, because a search needs none or a position has kept its list
while others were looked at, the variable holds the number of another position.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.code.program import Program
from forthgame.game.countable import events, move_words, run_move_words
from forthgame.game.engines import ENGINES
from forthgame.game.lists import (
    GENERATING,
    compiled_words,
    endings_of,
    judgements_of,
    meets,
    reached,
)
from forthgame.game.onerun import read_nothing_stored, reads_memory
from forthgame.game.tokens import copy_with_tokens, own_entries
from forthgame.lang import beyond
from forthgame.lang import layout as at
from forthgame.lang.doing import DRAWING

if TYPE_CHECKING:
    from forthgame.game.declare import Declaration
    from forthgame.vm.forth import Forth

LISTING = ("OnGenerateMoves", "OnIsLegal?", "OnMoves")  # run while a list is made
SEARCHING = tuple(engine.word for engine in ENGINES.values())  # they make the lists they need
AFTERWARDS = ("OnIsGameOver", "OnEvaluate", "OnIsTerminal?", "OnSearch")  # run when it is there


def reads_lists_stores(forth: Forth, declaration: Declaration) -> bool:
    """Whether an event or an engine that is run behind a list reads what making it has stored.

    Lists that are drawn by chance would be others if they were made again, so they are not.
    """
    asked = {forth.word(each.word).entry for each in declaration.players if each.word}
    asked |= events(forth, AFTERWARDS, all_of_them=True)
    asked &= own_entries(forth)
    return not (
        _are_apart(forth, declaration, asked | endings_of(forth)) or _are_drawn(forth, declaration)
    )


def _are_drawn(forth: Forth, declaration: Declaration) -> bool:
    """Whether lists may depend on random numbers."""
    program = forth.program
    words = move_words(declaration) | events(forth, LISTING, all_of_them=True)
    found = reached(forth, program, words, GENERATING, tokens=True)
    return found is None or meets(found, DRAWING)


def judges_without_stores(forth: Forth, declaration: Declaration, engine_word: str) -> bool:
    """Whether no judgement of an engine reads what making a list has stored.

    OnGenerateMoves may make the list and then store in the board.
    """
    register = forth.processor.register
    if register(at.OPENS) and register(beyond.OPENING_CHANGES):
        return False
    return _are_apart(forth, declaration, judgements_of(forth, engine_word))


def _are_apart(forth: Forth, declaration: Declaration, asked: set[int]) -> bool:
    """Whether words at the entries `asked` read nothing that is stored when lists are made."""
    program = Program(forth.code)
    words = move_words(declaration)
    asking = reached(forth, program, asked, (*GENERATING, *SEARCHING), tokens=True)
    if asking is not None and run_move_words(forth, asking):
        asked = asked | words | events(forth, ("OnIsLegal?",))
        asking = reached(forth, program, asked, (*GENERATING, *SEARCHING), tokens=True)
    if asking is None:
        return False
    if not reads_memory(program, asking):
        return True
    making = words | events(forth, LISTING, all_of_them=True)
    making |= compiled_words(forth, program.called(words))  # OnIsLegal? makes the moves
    if read_nothing_stored(forth, program, making, asked, asking):
        return True
    copy_with_tokens(forth, program, making)  # costs and sees more
    return read_nothing_stored(forth, program, making, asked, asking)
