"""Whether words may change a position that they only judge or look at: it is put back then.

What OnIsGameOver, OnEvaluate, OnIsTerminal?, the words of `{endings`, OnGenerateMoves and move
words do to a position while they run is not kept. Most of them change nothing, so that nothing has
to be put aside for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.code.function import Function, used_by
from forthgame.code.program import Program
from forthgame.game.countable import GENERATING, KEPT, MOVING, events, move_words
from forthgame.game.lists import endings_of, given_to_search, meets, reached
from forthgame.lang import beyond
from forthgame.lang.facts import FETCHING, FILLING, STORAGE, STORING, UNBOUNDED

if TYPE_CHECKING:
    from forthgame.game.declare import Declaration
    from forthgame.vm.forth import Forth

JUDGES = ("OnIsGameOver", "OnEvaluate", "OnIsTerminal?")
# words that may leave a copy or a list, or drop one
LEAVING = frozenset(("$CloneBoard", "$DeallocateBoard", "$DeallocateMoves", "$GenerateMoves"))
INSIDE = (*JUDGES, "OnNextTurn", "OnGenerateMoves", "OnMakeAMove", "OnIsLegal?", "OnDistance",
          "OnForesee")  # fmt: skip  # the engine asks them while it has copies and lists of its own
ON_BOARD = STORAGE | {"board[]"}  # they give an address


def prepare_judging(forth: Forth, declaration: Declaration) -> None:
    """Note in the engine which of the game's words may change the position where it has to stay."""
    program = Program(forth.code.cells, forth.code.top)
    judges = endings_of(forth) | events(forth, JUDGES, all_of_them=True)
    opening = events(forth, ("OnGenerateMoves",))
    changes = may_change(forth, program, opening) or _words_store(forth, program, declaration)
    for register, changing in (
        (beyond.JUDGE_CHANGES, may_change(forth, program, judges)),
        (beyond.OPENING_CHANGES, changes),
    ):
        forth.processor.set_register(register, -1 if changing else 0)
    asked = events(forth, INSIDE, all_of_them=True) | judges | given_to_search(forth, program)
    leave = -1 if _may_leave(forth, program, asked) else 0
    forth.processor.set_register(beyond.EVENTS_LEAVE, leave)


def _may_leave(forth: Forth, program: Program, entries: set[int]) -> bool:
    """Whether words that begin at some entries, or a policy, may leave or drop copies or lists.

    Where they run words that are not known, any word of the script may.
    """
    found = reached(forth, program, entries, GENERATING, tokens=True)
    if found is None or _leaves(forth, found):
        return True
    policy = forth.processor.cell(forth.engine_word("$Rollout").value)
    if policy == forth.engine_word("$LivelyMove").token and not meets(found, UNBOUNDED):
        return False
    own = (word for word in forth.dictionary.words[forth.fence :] if word.kind in ("colon", "does"))
    return _leaves(forth, [program.function(word.entry) for word in own])


def _leaves(forth: Forth, functions: list[Function]) -> bool:
    generate = forth.engine_word("$GenerateMoves").entry
    calls = any(generate in function.callees() for function in functions)
    return calls or meets(functions, LEAVING)


def may_change(forth: Forth, program: Program, entries: set[int]) -> bool:
    """Whether words that begin at some entries may change the board or the turn."""
    found = reached(forth, program, entries, GENERATING, tokens=True)
    if found is None or meets(found, MOVING):
        return True
    if not meets(found, STORING | FILLING):
        return False
    return any(_gives_place_on_board(each) or _stores_in_turn(each) for each in found)


def _words_store(forth: Forth, program: Program, declaration: Declaration) -> bool:
    """Whether move words may change the position while they run, and not with their moves."""

    def run(function: Function) -> list[int]:
        """Entries of words whose tokens it pushes, and of deferred ones; not of compiled ones."""
        code = function.instructions.values()
        tokens = [i.operand for i in code if i.name == "LIT"]
        tokens += [forth.processor.cell(i.operand) for i in code if i.name == "(DEFER)"]
        entries = map(forth.entry_of, tokens)
        return [entry for entry in entries if entry is not None]

    words = move_words(declaration) | events(forth, ("OnFriends?",), all_of_them=True)
    passed = {forth.engine_word(name).entry for name in GENERATING}
    found = list(program.called(words, run, passed))
    if any(function.refused for function in found) or meets(found, MOVING):
        return True
    if not meets(found, STORING | FILLING):
        return False
    taken = FETCHING | {"later!"}  # which stores when the move is applied
    return any(_gives_place_on_board(each, taken) or _stores_in_turn(each) for each in found)


def _gives_place_on_board(function: Function, taken: frozenset[str] = FETCHING) -> bool:
    """Whether a function gives an address on the board to another word than these."""
    places = [i for i in function.instructions.values() if i.name in ON_BOARD]
    taking = (used_by(function, each) for each in places)
    return any(each is None or each.name not in taken for each in taking)


def _stores_in_turn(function: Function) -> bool:
    """Whether a function stores in a system cell of the turn or of the move, by its name."""
    places = [i for i in function.instructions.values() if i.name == "LIT" and i.operand in KEPT]
    taking = (function.instructions.get(each.next) for each in places)
    return any(each is not None and each.name in STORING for each in taking)
