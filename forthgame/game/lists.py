"""Decide whether judgements read the list of moves, or values stored while it is made.

If not, a search makes fewer lists. A move word may count captures in a variable that OnIsGameOver
reads; this is right if the list has just been made. If a search needs none, or a position has kept
its list while others were searched, the variable has the number of another position.
"""

from __future__ import annotations

from forthgame.code.program import Program
from forthgame.code.summary import Summary
from forthgame.game.declare import Declaration
from forthgame.game.engines import ENGINES
from forthgame.game.liveness import read_nothing_stored
from forthgame.game.roots import (
    ASKING,
    ATTACKS,
    GENERATING,
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
)
from forthgame.lang import beyond
from forthgame.lang import layout as at
from forthgame.lang.doing import DRAWING, reaching
from forthgame.lang.facts import UNBOUNDED
from forthgame.lang.words import turn
from forthgame.vm.deferring import own_entries
from forthgame.vm.forth import Forth

LOOKS = frozenset(
    (
        "move-count", "stalemate?", "$FirstMove", "$NextMove", "(move-at)", "$MoveString",
        "(list-ready)", "$GenerateMoves",
    )
) | UNBOUNDED  # fmt: skip
LISTING = ("OnGenerateMoves", "OnIsLegal?", "OnMoves")  # run while a list is made
SEARCHING = tuple(engine.word for engine in ENGINES.values())  # they make the lists they need
AFTERWARDS = ("OnIsGameOver", "OnEvaluate", "OnIsTerminal?", "OnSearch")  # run after it is made
ENDING = ("OnIsGameOver",)
JUDGEMENTS = (*ENDING, "OnEvaluate")
TURN_NUMBER = reaching(turn.turn_number)
EVALUATION = at.EVENT_NAMES.index("OnEvaluate")


def free_of_lists(forth: Forth, engine_word: str) -> bool:
    built_in = forth.word(engine_word).index < forth.fence
    if built_in and not forth.processor.register(at.EVENTS + 4 * EVALUATION):
        return False  # without an evaluation, positions are judged by their moves too
    return not reached(forth, forth.program, judgements_of(forth, engine_word), ATTACKS).may(LOOKS)


def judgements_of(forth: Forth, engine_word: str) -> set[int]:
    handed = handed_on(forth, forth.program, forth.word(engine_word).entry)
    return judges_of(forth, JUDGEMENTS) | handed


def need_one_move(forth: Forth, making: set[int]) -> bool:
    """Return whether judgements and words of moves at most test if a list is empty.

    `making` are the entries of words that run when a move is made.
    """
    entries = judges_of(forth, (*JUDGEMENTS, "OnIsTerminal?")) | making
    entries |= given_to_search(forth, forth.program)
    return not reached(forth, forth.program, entries, ATTACKS).may(LOOKS - {"stalemate?"})


def judges_without_lists(forth: Forth) -> bool:
    return not reached(forth, forth.program, judges_of(forth, ENDING), ATTACKS).may(LOOKS)


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
    if register(at.OPENS) and register(beyond.OPENING_CHANGES):
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
