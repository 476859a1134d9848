"""The words that the engine runs, such as move words and events, and all that they reach."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from forthgame.code.function import Function
from forthgame.code.program import Program
from forthgame.code.summary import Summary
from forthgame.game.declare import Declaration
from forthgame.game.tokens import Tokens
from forthgame.lang import layout as at
from forthgame.vm.compiler.generation import Candidate, Candidates
from forthgame.vm.deferring import own_entries
from forthgame.vm.forth import Forth

# words that call only OnFriends?, if it is defined
ASKING = ("(same-side?)", "friend-of?", "enemy-of?", "friend-at?", "enemy-at?", "friend?", "enemy?",
          "(side)")  # fmt: skip
ATTACKS = ("attacked?", "attacked-by?", "attackers")  # they restore their changes
GENERATING = ("$GenerateMoves", "OnGenerateMoves", *ATTACKS)  # they leave the lists unchanged
FILLING_TABLES = ("attacks",)  # stores the results of `attackers`
FRIENDS = at.EVENT_NAMES.index("OnFriends?")
NOT_ASKED = ("OnEvaluate", "OnSearch", "OnTogether", "OnDistance",
             "OnForesee", "OnPosition")  # fmt: skip  # while moves are counted


def move_words(declaration: Declaration) -> set[int]:
    return {word.entry for moves in declaration.lists.values() for word, _ in moves.entries}


def candidates_of(declaration: Declaration) -> Candidates:
    """Return the entries of all move lists by their addresses.

    The result is empty if words have been forgotten: then the engine looks each of them up.
    """
    if not declaration.has_all_words():
        return {}
    return {
        address + 8 * k: Candidate(word.entry, type, word.token)
        for address, moves in declaration.lists.items()
        for k, (word, type) in enumerate(moves.entries)
    }


def events(
    forth: Forth, names: tuple[str, ...] = at.EVENT_NAMES, all_of_them: bool = False
) -> set[int]:
    """Return the entries of the events with these names.

    Without `all_of_them`, only those that may run while a move list exists.
    """
    never = () if all_of_them else NOT_ASKED
    asked = [k for k, name in enumerate(at.EVENT_NAMES) if name in names and name not in never]
    return forth.entries_of(forth.processor.register(at.EVENTS + 4 * k) for k in asked)


def own_events(forth: Forth) -> set[int]:
    return events(forth, all_of_them=True) & own_entries(forth)


def endings_of(forth: Forth) -> set[int]:
    return {ending.word.entry for ending in forth.game.endings.declared}


def judges_of(forth: Forth, names: tuple[str, ...]) -> set[int]:
    """Return the entries of the words with these names and of the words of `{endings`."""
    return {forth.word(name).entry for name in names} | endings_of(forth)


def asked_of_friends(forth: Forth) -> set[int]:
    """Return the entry of the script's OnFriends?, which words of the engine run by its token."""
    if not forth.processor.register(at.COALITIONS):
        return set()
    return forth.entries_of([forth.processor.register(at.EVENTS + 4 * FRIENDS)])


def compiled_words(forth: Forth, functions: Iterable[Function]) -> set[int]:
    """Return the entries of the words that functions compile into moves."""
    tokens = (each.operands.get("(COMPILE)", set()) for each in functions)
    return forth.entries_of(set[int]().union(*tokens))


def given_to_search(forth: Forth, program: Program) -> set[int]:
    """Return the entries of the words that a script may pass to AlphaBeta as evaluation."""
    given = forth.engine_word("AlphaBeta").entry
    own = [word.entry for word in forth.dictionary.words[forth.fence :] if word.kind == "colon"]
    users = (entry for entry in own if given in program.function(entry).callees())
    return set[int]().union(*(handed_on(forth, program, entry) for entry in users))


def handed_on(forth: Forth, program: Program, entry: int) -> set[int]:
    return forth.entries_of(program.function(entry).literals())


def run_move_words(forth: Forth, found: Summary) -> bool:
    """Return whether functions make the engine run move words, to list moves or attacks."""
    making = {forth.engine_word(name).entry for name in GENERATING}
    return any(not making.isdisjoint(function.callees()) for function in found.functions)


def reached(
    forth: Forth,
    program: Program,
    todo: set[int],
    words: tuple[str, ...],
    tokens: bool = False,
    compiled: bool = True,
) -> Summary:
    """Return the summary of the functions reached from some entries.

    The engine's `words` are not followed, nor those that call OnFriends? unless the script defines
    it. With `tokens`, words run by token are followed: all of which the script has a token, if they
    are not known. With `compiled`, words compiled into moves count as run.
    """
    passed = passed_over(forth, words)
    todo = todo | asked_of_friends(forth)
    run = Tokens(forth)
    handed = partial(run.handed, compiled=compiled) if tokens else None
    found = Summary(program, program.called(todo, handed, passed))
    if not tokens or found.unknown or not run.are_unknown(found.functions):
        return found
    own = Summary(program, map(program.function, sorted(own_entries(forth))))
    if own.unknown or run.may_be_any(own.functions):
        return Summary(program, (), unknown=True)
    return Summary(program, program.called(todo | run.at_hand(own.functions), handed, passed))


def passed_over(forth: Forth, words: tuple[str, ...]) -> set[int]:
    """Return the entries of engine words that need not be followed: they undo their changes."""
    asking = () if forth.processor.register(at.COALITIONS) else ASKING
    return {forth.engine_word(name).entry for name in (*words, *asking)}
