"""Findings about unreachable code and about move words that can never add a move."""

from __future__ import annotations

from forthgame.analysis.instruction import HOSTS, Instruction, instructions
from forthgame.check.loading.checked_script import CheckedScript, WordRoles
from forthgame.check.stack_effects.effects import StackEffects
from forthgame.words.core.opcodes import OP
from forthgame.words.effect_sets import ACTING, CHANGING_BOARD, COMMITTING, PASSING
from forthgame.words.table.dictionary import Word
from forthgame.words.word_sets import FETCHING, GOING_ON, REQUESTS, STORING

# operations that give a move an effect or make it a pass
RECORDING = ACTING | PASSING | GOING_ON | STORING | REQUESTS | CHANGING_BOARD
JUMPS = frozenset(("BRANCH", "EXIT"))  # compiled by ELSE, REPEAT, AGAIN and `;`
DOES = next(k for k, row in enumerate(HOSTS) if row.name == "(DOES)")


def check_reach(script: CheckedScript, effects: StackEffects, roles: WordRoles) -> None:
    """Report unreachable code, and move words that add no move or an empty one."""
    for word in script.definitions:
        if not effects.program.function(word.entry).refused:
            _check_code(script, effects, word)
    known = [
        word
        for word in roles.move_words.values()
        if word.place is not None and word.entry != effects.missing
    ]
    adding = [word for word in known if _check_adding(script, effects, word)]
    if known and not adding and len(known) == len(roles.move_words):
        script.report(
            "FG528",
            "no move word of the script can ever add a move, so nobody ever has one; end what they "
            "record with add-move",
            known[0].place,
            known[0].name,
        )
    for word in adding:
        if not may_reach(effects, word, RECORDING):
            script.report(
                "FG529",
                f"the move word `{word.name}` adds a move that does nothing: nothing is recorded "
                "before add-move; record what it does (move, drop, capture …), or write Pass",
                word.place,
                word.name,
            )


def instructions_of(effects: StackEffects, word: Word) -> list[Instruction]:
    """Return all instructions of a word, reachable or not."""
    return list(instructions(effects.code.cells, word.entry, word.end))


def _check_code(script: CheckedScript, effects: StackEffects, word: Word) -> None:
    """Report the first instruction of each unreachable stretch."""
    visited = set(effects.of(word).visited)
    listed = instructions_of(effects, word)
    for instruction in listed:  # the code after DOES> is a word of its own
        if instruction.number == OP["(HOST)"] and instruction.operand == DOES:
            visited |= effects.at(instruction.next + 1).visited
    reported = False
    for instruction in listed:
        if instruction.cell in visited:
            reported = False
        elif not reported and instruction.name not in JUMPS:
            reported = True
            script.report_at(
                "FG301",
                f"this is never reached in `{word.name}`: {_reason(effects, instruction, word)}; "
                "remove it, or what keeps the way from coming here",
                instruction.cell,
                word,
            )


def _reason(effects: StackEffects, instruction: Instruction, word: Word) -> str:
    code = effects.code
    before = next(
        (
            token
            for cell in range(instruction.cell - 1, word.entry - 1, -1)
            if (token := code.token(cell)) is not None and token is not code.token(instruction.cell)
        ),
        None,
    )
    return f"nothing goes on after `{before.text}`" if before else "no way leads here"


def _check_adding(script: CheckedScript, effects: StackEffects, word: Word) -> bool:
    """Report a move word that cannot reach add-move; return whether it can."""
    adds = may_reach(effects, word, COMMITTING, effects.missing)  # skip the language's words
    if not adds:
        script.report(
            "FG302",
            f"the move word `{word.name}` can never add a move: no way leads to add-move or Pass; "
            "end what it records with add-move",
            word.place,
            word.name,
        )
    return adds


def may_reach(effects: StackEffects, word: Word, names: frozenset[str], first: int = 0) -> bool:
    """Return whether a word may reach an operation with one of the names.

    Calls, deferred words and tokens are followed, except into code before the cell `first`. Code
    that cannot be followed may reach any operation.
    """
    todo, seen = [word], set()
    tokens: set[int] = set()  # numbers found, some of which may be tokens
    asks_for_token = fetches = False
    while todo or (asks_for_token and tokens):
        if not todo:
            todo = [w for t in tokens if (w := effects.dictionary.by_token(t)) is not None]
            tokens = set()
            continue
        following = todo.pop()
        if following.name in names and following.kind == "operation":
            return True
        entry = following.entry
        if entry in seen or entry < first:
            continue
        seen.add(entry)
        result = effects.at(entry)
        function = effects.program.function(entry)
        if result.blind or function.refused or entry == effects.missing:
            return True
        for cell in result.visited:
            instruction = function.instructions[cell]
            if instruction.name in names:
                return True
            if instruction.name == "LIT":
                tokens.add(instruction.operand)
            fetches = fetches or instruction.name in FETCHING
        asks_for_token = asks_for_token or result.takes_token
        if asks_for_token and fetches:  # the token may come from memory
            return True
        if not result.callees <= effects.words.keys():  # code after DOES>
            return True
        todo += [effects.words[callee] for callee in result.callees if callee in effects.words]
        todo += [w for t in result.executed if (w := effects.dictionary.by_token(t)) is not None]
    return False
