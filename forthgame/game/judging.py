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
from forthgame.game.lists import endings_of, given_to_search, meets, own_entries, reached
from forthgame.game.reach import leaves_storage
from forthgame.lang import beyond
from forthgame.lang import layout as at
from forthgame.lang.facts import FETCHING, FILLING, STORAGE, STORING, UNBOUNDED

if TYPE_CHECKING:
    from forthgame.game.declare import Declaration
    from forthgame.vm.forth import Forth

GOING = frozenset(("(DIRECTION)", "(SYMMETRIC)", "to", "back", "home"))  # they move `here`
LAST = frozenset(("last",))
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
    own = {entry: program.function(entry) for entry in own_entries(forth)}
    listed = list(program.called(move_words(declaration)))
    asked = events(forth, INSIDE, all_of_them=True) | judges | given_to_search(forth, program)
    asked |= _compiled(forth, listed)
    asking = reached(forth, program, asked, GENERATING, tokens=True)
    others = [own[entry] for entry in own.keys() - {function.start for function in listed}]
    asks_for_last = _may_ask_for_last(list(own.values()))
    for register, found in (
        (beyond.EVENTS_LEAVE, _may_leave(forth, asking, list(own.values()))),
        (beyond.EVENTS_MOVE, asks_for_last or _may_move(asking, others)),
        (beyond.LAST_UNUSED, not asks_for_last),
    ):
        forth.processor.set_register(register, -1 if found else 0)


def _compiled(forth: Forth, functions: list[Function]) -> set[int]:
    """Entries of the words that are run when a move is made: move words compile them into it."""
    tokens = {i.operand for each in functions for i in each.instructions.values()
              if i.name == "(COMPILE)"}  # fmt: skip
    return {entry for entry in map(forth.entry_of, tokens) if entry is not None}


def _may_leave(forth: Forth, found: list[Function] | None, own: list[Function]) -> bool:
    """Whether what events reach, or a policy, may leave or drop copies or lists.

    Where they run words that are not known, any of the script's own may.
    """
    if found is None or _leaves(forth, found):
        return True
    policy = forth.processor.cell(forth.engine_word("$Rollout").value)
    if policy == forth.engine_word("$LivelyMove").token and not meets(found, UNBOUNDED):
        return False
    return _leaves(forth, own)


def _may_ask_for_last(own: list[Function]) -> bool:
    """Whether the script's words name `last` or the cell that has it, or cannot be read."""
    return any(function.refused for function in own) or meets(own, LAST, at.A_LAST)


def _may_move(found: list[Function] | None, others: list[Function]) -> bool:
    """Whether what events reach, or any word but those that make moves, may move `here`."""
    if found is None or meets(found, GOING | UNBOUNDED):
        return True
    return any(function.refused for function in others) or meets(others, GOING)


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
    return any(_gives_place_on_board(program, each) or _stores_in_turn(each) for each in found)


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
    return any(
        _gives_place_on_board(program, each, taken) or _stores_in_turn(each) for each in found
    )


def _gives_place_on_board(
    program: Program, function: Function, taken: frozenset[str] = FETCHING
) -> bool:
    """Whether a function gives an address on the board to another word than these.

    Who calls a word that leaves such an address is asked about it instead.
    """
    for instruction in function.instructions.values():
        if instruction.name in ON_BOARD or (
            instruction.name == "(CALL)" and leaves_storage(program, instruction.operand)
        ):
            taking = used_by(function, instruction)
            if taking is None or taking.name not in taken:
                left = taking is not None and taking.name == "EXIT"
                if not left or not leaves_storage(program, function.start):
                    return True
    return False


def _stores_in_turn(function: Function) -> bool:
    """Whether a function stores in a system cell of the turn or of the move, by its name."""
    places = [i for i in function.instructions.values() if i.name == "LIT" and i.operand in KEPT]
    taking = (function.instructions.get(each.next) for each in places)
    return any(each is not None and each.name in STORING for each in taking)
