"""Whether a game's judgements look at the list of moves: if not, a search makes fewer lists."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from forthgame.code.function import Function
from forthgame.code.program import Program
from forthgame.game.addresses import addresses_in
from forthgame.game.tokens import Tokens, own_entries
from forthgame.lang import layout as at
from forthgame.lang.doing import reaching
from forthgame.lang.facts import UNBOUNDED
from forthgame.lang.words import turn

if TYPE_CHECKING:
    from forthgame.vm.forth import Forth

LOOKS = frozenset(
    (
        "move-count", "stalemate?", "$FirstMove", "$NextMove", "(move-at)", "$MoveString",
        "(list-ready)", "$GenerateMoves",
    )
) | UNBOUNDED  # fmt: skip
# words that ask OnFriends? where it is defined, and do nothing else of that kind
ASKING = ("(same-side?)", "friend-of?", "enemy-of?", "friend-at?", "enemy-at?", "friend?", "enemy?",
          "(side)")  # fmt: skip
ATTACKS = ("attacked?", "attacked-by?", "attackers")  # they put back what they change
GENERATING = ("$GenerateMoves", "OnGenerateMoves", *ATTACKS)  # they leave the lists as they were
FILLING_TABLES = ("attacks",)  # it asks `attackers`, and stores what they say
JUDGEMENTS = ("OnIsGameOver", "OnEvaluate")
TURN_NUMBER = reaching(turn.turn_number)
EVALUATION = at.EVENT_NAMES.index("OnEvaluate")
FRIENDS = at.EVENT_NAMES.index("OnFriends?")


def free_of_lists(forth: Forth, engine_word: str) -> bool:
    """Whether no judgement of the engine needs a list of moves."""
    built_in = forth.word(engine_word).index < forth.fence
    if built_in and not forth.processor.register(at.EVENTS + 4 * EVALUATION):
        return False  # a script that judges nothing is judged by its moves too
    program = forth.program
    return _never_meet(forth, program, judgements_of(forth, engine_word), LOOKS)


def judgements_of(forth: Forth, engine_word: str) -> set[int]:
    """Entries of the words by which an engine judges positions."""
    program = forth.program
    entries = {forth.word(name).entry for name in JUDGEMENTS} | endings_of(forth)
    return entries | _handed_on(forth, program, forth.word(engine_word).entry)


def need_one_move(forth: Forth, making: set[int]) -> bool:
    """Whether judgements, and words that run when a move is made, ask of a list at most if it is
    empty.

    `making` are the entries of the latter.
    """
    program = forth.program
    entries = {forth.word(name).entry for name in (*JUDGEMENTS, "OnIsTerminal?")}
    entries |= endings_of(forth) | given_to_search(forth, program) | making
    return _never_meet(forth, program, entries, LOOKS - {"stalemate?"})


def judges_without_lists(forth: Forth) -> bool:
    """Whether what ends the game never looks at the list of moves."""
    program = forth.program
    entries = {forth.word("OnIsGameOver").entry} | endings_of(forth)
    return _never_meet(forth, program, entries, LOOKS)


def looks_at_turns(forth: Forth) -> bool:
    """Whether what ends the game may look at the turn's number; true where that is unknown."""
    program = forth.program
    entries = {forth.word("OnIsGameOver").entry} | endings_of(forth)
    found = reached(forth, program, entries, (*ATTACKS, *ASKING), tokens=True)
    return found is None or meets_turns(found)


def endings_of(forth: Forth) -> set[int]:
    """Entries of the words of `{endings`."""
    return {ending.word.entry for ending in forth.game.endings.declared}


def asked_of_friends(forth: Forth) -> set[int]:
    """The entry of the script's OnFriends?, which many words of the engine run by its token."""
    if not forth.processor.register(at.COALITIONS):
        return set()
    entry = forth.entry_of(forth.processor.register(at.EVENTS + 4 * FRIENDS))
    return set() if entry is None else {entry}


def compiled_words(forth: Forth, functions: Iterable[Function]) -> set[int]:
    """Entries of the words that functions compile into moves: they run when a move is made."""
    tokens = {i.operand for each in functions for i in each.instructions.values()
              if i.name == "(COMPILE)"}  # fmt: skip
    return {entry for entry in map(forth.entry_of, tokens) if entry is not None}


def given_to_search(forth: Forth, program: Program) -> set[int]:
    """Entries of the words that a script may give to AlphaBeta as its judgement."""
    given = forth.engine_word("AlphaBeta").entry
    found = set()
    for word in forth.dictionary.words[forth.fence :]:
        if word.kind == "colon" and given in program.function(word.entry).callees():
            found |= _handed_on(forth, program, word.entry)
    return found


def _handed_on(forth: Forth, program: Program, entry: int) -> set[int]:
    """Entries of the words whose tokens a word pushes."""
    words = map(forth.dictionary.by_token, program.function(entry).literals())
    return {word.entry for word in words if word is not None}


def _never_meet(forth: Forth, program: Program, todo: set[int], names: frozenset[str]) -> bool:
    """Whether no word that can be reached is one of these, or runs what is unknown."""
    found = reached(forth, program, todo, ATTACKS)
    return found is not None and not meets(found, names)


def meets(functions: list[Function], names: frozenset[str], cell: int = at.A_MOVES_LIST) -> bool:
    """Whether functions have one of these words, or may use the address of that system cell."""
    if any(function.has(names) for function in functions):
        return True
    pushed = any(cell in function.literals() for function in functions)
    return pushed and cell in addresses_in(functions)


def meets_turns(functions: list[Function]) -> bool:
    """Whether functions look at the number of the turn."""
    return meets(functions, TURN_NUMBER, at.A_TURN_NUMBER)


def reached(
    forth: Forth,
    program: Program,
    todo: set[int],
    words: tuple[str, ...],
    tokens: bool = False,
    compiled: bool = True,
) -> list[Function] | None:
    """The functions that are reached from some entries; None if that may be any.

    The `words` of the engine are not looked into, nor those that ask OnFriends? where no
    script answers; where one does, it counts as reached. `tokens` says whether to follow also what
    is run by its token: all that the script has a token of, where that is not known. `compiled`
    says whether words that are compiled into moves count as run.
    """
    passed = passed_over(forth, words)
    todo = todo | asked_of_friends(forth)
    if not tokens:
        return _readable(program.called(todo, None, passed))
    run = Tokens(forth)
    handed = partial(run.handed, compiled=compiled)
    found = _readable(program.called(todo, handed, passed))
    if found is None or not run.are_unknown(found):
        return found
    own = _readable(map(program.function, sorted(own_entries(forth))))
    if own is None or run.may_be_any(own):
        return None
    return _readable(program.called(todo | run.at_hand(own), handed, passed))


def passed_over(forth: Forth, words: tuple[str, ...]) -> set[int]:
    """Entries of these words of the engine, and of those that ask OnFriends? if no script answers.

    They put back what they change, so they are not looked into.
    """
    asking = () if forth.processor.register(at.COALITIONS) else ASKING
    return {forth.engine_word(name).entry for name in (*words, *asking)}


def _readable(functions: Iterable[Function]) -> list[Function] | None:
    found = []
    for function in functions:
        if function.refused:
            return None
        found.append(function)
    return found
