"""Findings about words: unused and misleading names, unreachable code, loops, flags and indexes."""

from __future__ import annotations

from collections import defaultdict
from difflib import get_close_matches
from itertools import pairwise

from forthgame.analysis.dataflow import closure
from forthgame.analysis.function import Function, Loop
from forthgame.analysis.instruction import HOSTS, Instruction, instructions
from forthgame.analysis.intervals import IntervalAnalysis, Range
from forthgame.check.loading.checked_script import CheckedScript, WordRoles
from forthgame.check.loading.reader import Use, deferred_to
from forthgame.check.stack_effects.effects import StackEffects
from forthgame.check.word_kinds import VARIABLES
from forthgame.rules.facts.index_bounds import WIDTH, storage
from forthgame.words.core.opcodes import OP
from forthgame.words.effect_sets import ACTING, CHANGING_BOARD, COMMITTING, PASSING
from forthgame.words.registers import memory_layout as at
from forthgame.words.table.dictionary import Word
from forthgame.words.word_sets import (
    APPENDING,
    BRANCHES,
    FETCHING,
    GOING_ON,
    LEAVING,
    REQUESTS,
    STORING,
)

# operations that give a move an effect or make it a pass
RECORDING = ACTING | PASSING | GOING_ON | STORING | REQUESTS | CHANGING_BOARD
JUMPS = frozenset(("BRANCH", "EXIT"))  # compiled by ELSE, REPEAT, AGAIN and `;`
DOES = next(k for k, row in enumerate(HOSTS) if row.name == "(DOES)")
EVENTS = {name.casefold(): name for name in at.EVENT_NAMES}
# roles of declared names that another word may hide
HIDDEN_ROLES = frozenset(("direction", "position", "player", "piece"))
HIDING_ROLES = VARIABLES | {"constant"}
EVENT_PREFIXES = ("on", "is")  # first letters of event names
EVENT_SIMILARITY = 0.85  # least similarity to the name of an event
FORCED_PASS = "$passTurnForced"  # it lets the engine add a pass if there is no other move
LOOP_EXITS = BRANCHES | LEAVING | {"EXIT"}  # after these, not all rounds reach the rest of a loop
READERS = FETCHING | {"?"}
# roles that are checked with the declaration
DECLARED = frozenset(
    (
        "player",
        "piece",
        "position",
        "move type",
        "move list",
        "direction",
        "zone",
        "missing",
        "attribute",
        "mark",
    )
)


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


# -- rules -----------------------------------------------------------------------------------------


def meant_event(name: str, used: bool = False) -> str | None:
    """Return the event whose name a definition misspells or writes in another case, or None.

    A misspelling counts only if the definition is not `used`.
    """
    same = name.casefold()
    if name in at.EVENT_NAMES or same[:2] not in EVENT_PREFIXES or (used and same not in EVENTS):
        return None
    near = get_close_matches(same, EVENTS, 1, EVENT_SIMILARITY)
    return EVENTS[near[0]] if near else None


def check_rules(script: CheckedScript, effects: StackEffects) -> None:
    """Report the events, loops and tokens of every definition."""
    used = {use.word.index for use in script.uses}
    for word in script.definitions:
        event = meant_event(word.name, word.index in used)
        if event is not None:
            script.report(
                "FG530",
                f"`{word.name}` is not an event, so the engine never runs it; did you mean "
                f"`{event}`?",
                word.place,
                word.name,
            )
        if not effects.program.function(word.entry).refused:
            _check_loops(script, effects, word)
            _check_operands(script, effects, word)


def _check_loops(script: CheckedScript, effects: StackEffects, word: Word) -> None:
    """Report a loop that counts up by one from a start above its limit, unless it wraps."""
    function = effects.program.function(word.entry)
    for cell, (limit, start) in effects.of(word).bounds.items():
        if limit is None or start is None or limit[0] != "n" or start[0] != "n":
            continue
        if not limit[1] < start[1] < at.HIGHEST:
            continue
        loop = function.loops.get(function.instructions[cell].next)
        if loop is not None and (loop.counted or loop.turns == 1):
            script.report_at(
                "FG532",
                f"the loop begins at {start[1]}, beyond its limit {limit[1]}, so it runs once; the "
                "limit comes first: `limit start DO`",
                cell,
                word,
            )


def _check_operands(script: CheckedScript, effects: StackEffects, word: Word) -> None:
    """Report an EXECUTE that always gets a flag, and a `move` from a position found empty.

    The flag may also be executed by a word that is called there. Such a `move` fails when made.
    """
    for cell, flag in effects.of(word).no_tokens.items():
        if flag:
            script.report_at(
                "FG533",
                f"EXECUTE runs a token, and `{word.name}` gives a flag here; write ['] before the "
                "word whose token is meant",
                cell,
                word,
            )

    for cell, certain in effects.of(word).empty_moves.items():
        if certain:
            script.report_at(
                "FG303",
                f"`move` in `{word.name}` starts at a position that was just found empty, which is "
                "an error when the move is made; move from where the piece stands",
                cell,
                word,
            )


def check_hiding(script: CheckedScript) -> None:
    """Report variables and constants that hide a declared name, such as a direction."""
    first: dict[str, Word] = {}
    for word in script.words:
        before = first.setdefault(word.name, word)
        if before.role in HIDDEN_ROLES and word.role in HIDING_ROLES and before.place is not None:
            script.report(
                "FG531",
                f"the {word.role} `{word.name}` hides the {before.role} of line "
                f"{before.place.line}; give it another name",
                word.place,
                word.name,
            )


def check_untyped(script: CheckedScript, effects: StackEffects) -> None:
    """Report the only move of a list without a type if priorities rank all others.

    Passes, and words that the list also contains with a type, may be intended.
    """
    ranked = set(script.declared.priorities)
    for moves in script.declared.list_moves:
        untyped = [record for record, number in moves if not number]
        others = {number for _, number in moves if number}
        names = [record.name for record, _ in moves]
        if len(untyped) == 1 and len(moves) > 2 and others <= ranked:
            record = untyped[0]
            twice = names.count(record.name) > 1
            if twice or record.word is None or may_reach(effects, record.word, PASSING):
                continue
            script.report(
                "FG534",
                f"`{record.name}` is the one move of its list without a type, and "
                "{move-priorities go by types; give it one with {move-type}",
                record.token,
                record.name,
            )


def check_passes(script: CheckedScript, effects: StackEffects) -> None:
    """Report the first word that passes if all such words are {drops} of pieces in hand.

    Drops are not tried if the hand is empty. A passing word in {moves}, or code that cannot be
    followed, makes the game correct.
    """
    if not script.declared.hands or any(
        use.word.name == FORCED_PASS and use.word.index < script.reader.fence for use in script.uses
    ):
        return
    moves = [word for piece in script.declared.pieces for word, _ in _entries(script, piece.moves)]
    if any(may_reach(effects, word, PASSING) for word in moves):
        return
    passing = [
        (word, owner, piece)
        for piece in script.declared.pieces
        for word, owner in _entries(script, piece.drops)
        if effects.program.comes_to(word.entry, PASSING)
    ]
    if passing:
        word, owner, _ = passing[0]
        pieces = " or ".join(dict.fromkeys(piece.name for _, _, piece in passing))
        script.report(
            "FG555",
            f"`{word.name}` passes, and only {{drops}} of pieces in hand have such a word: the "
            f"pass disappears with the last {pieces} in hand; put it in a list of {{moves}} too, "
            f"or turn {FORCED_PASS} ON",
            script.declared.declared.place("moves", "{move}", word.name, owner) or word.place,
            word.name,
        )


def _entries(script: CheckedScript, address: int) -> list[tuple[Word, str]]:
    listed = script.declared.lists.get(address)
    return [] if listed is None else [(word, listed.name) for word, _ in listed.entries]


def check_array_indexes(script: CheckedScript, effects: StackEffects) -> None:
    """Report indexes that are always before the start or after the end of an array."""
    arrays = {word.operand: word for word, _ in script.declared.stored}
    if not arrays:
        return
    ends = dict(storage(script.declared))
    ranges = IntervalAnalysis(effects.program, len(script.declared.players))
    for word in script.definitions:
        function = effects.program.function(word.entry)
        if function.refused:
            continue
        loop: Loop | None = None  # the enclosing loop, if no branch came since its start
        for cell, each in sorted(function.instructions.items()):
            if cell in function.loops:
                loop = function.loops[cell]
            if each.name in LOOP_EXITS:
                loop = None
            elif each.name in WIDTH and each.operand in ends:
                count = (ends[each.operand] - each.operand) // WIDTH[each.name]
                low, high = found = ranges.before(function, cell)
                last = high >= count and _is_index(function, cell, loop)  # in the last round
                if low >= count or high < 0 or last:
                    _report(script, word, arrays[each.operand], cell, found, count)


def _is_index(function: Function, cell: int, loop: Loop | None) -> bool:
    """Return whether the instruction before a cell is the index of a loop with constant bounds."""
    before = function.instructions.get(cell - 1)
    index = before is not None and before.name == "I"
    return index and loop is not None and loop.counted and loop.turns is not None


def _report(
    script: CheckedScript, word: Word, array: Word, cell: int, found: Range, count: int
) -> None:
    low, high = found
    index = f"is {low}" if low == high else f"goes from {low} to {high}"
    items = {0: "no items", 1: "one item, number 0"}.get(count, f"{count} items, 0 to {count - 1}")
    script.report_at(
        "FG557",
        f"`{array.name}` has {items}, and the index {index} here, where something else lies; count "
        "items from 0",
        cell,
        word,
    )


# -- names -----------------------------------------------------------------------------------------


def check_names(script: CheckedScript, roles: WordRoles) -> None:
    """Report variables, unused words and redefinitions."""
    uses: dict[int, list[Use]] = defaultdict(list)
    for use in script.uses:
        uses[use.word.index].append(use)
    live = live_names(script, roles)
    for word in script.words:
        if word.role in VARIABLES:
            _check_variable(script, word, uses[word.index], live)
        elif not uses[word.index] and not _is_used_otherwise(word, roles):
            script.report(
                "FG403",
                f"`{word.name}` is never used; remove it, or use it",
                word.place,
                word.name,
            )
    _check_redefinitions(script, uses)
    _check_deferred(script, uses, roles)


def live_names(script: CheckedScript, roles: WordRoles) -> set[str | None]:
    """Return the names of definitions that can run; None stands for the text itself."""
    named: dict[str | None, set[str | None]] = defaultdict(set)
    for use in script.uses:
        named[use.inside].add(use.word.name)
    run = [word.name for word in script.words if _is_used_otherwise(word, roles)]
    return set(closure([None, *run], named.__getitem__))


def _is_used_otherwise(word: Word, roles: WordRoles) -> bool:
    return (
        word.role in DECLARED
        or word.name in at.EVENT_NAMES
        or word.name == "player-count"
        or (word.kind == "colon" and meant_event(word.name) is not None)  # FG530 reports it
        or roles.in_frame(word)
    )


def _check_variable(
    script: CheckedScript, word: Word, uses: list[Use], live: set[str | None]
) -> None:
    """Report a variable that is unused, never read or never set; passing on its address is both.

    A variable is not set by definitions of the game that never run; those of a file that it loads
    may be for other games.
    """
    if not uses:
        script.report("FG403", f"`{word.name}` is never used; remove it", word.place, word.name)
        return
    if all(use.follower in STORING for use in uses):
        script.report(
            "FG401",
            f"`{word.name}` is set and never read; remove it, or read it with @",
            word.place,
            word.name,
        )
    elif all(use.follower in READERS for use in uses):
        script.report(
            "FG402",
            f"`{word.name}` is read and never set, so it is always 0; set it, or write 0",
            word.place,
            word.name,
        )
        return
    idle = next((use for use in uses if use.inside not in live), None)
    if script.is_game and idle is not None and idle.token.source.name == str(script.path):
        run = [use for use in uses if use.inside in live]
        if run and all(use.follower in READERS for use in run):
            script.report(
                "FG402",
                f"`{word.name}` is read, and set only by `{idle.inside}`, which nothing uses, so "
                f"it is always 0; use `{idle.inside}`",
                idle.token,
                word.name,
            )


def _check_redefinitions(script: CheckedScript, uses: dict[int, list[Use]]) -> None:
    """Report a redefinition of a name that earlier definitions use with its old meaning."""
    latest: dict[str, Word] = {}
    for word in script.reader.dictionary.words:
        before = latest.get(word.name)
        latest[word.name] = word
        if before is None or word.place is None or word.kind != "colon":
            continue
        if before.role in DECLARED or word.role in DECLARED or word.name in at.EVENT_NAMES:
            continue
        users = [use.inside for use in uses[before.index] if use.inside is not None]
        if users and word.name not in users:
            script.report(
                "FG404",
                f"`{word.name}` is defined again, and `{users[0]}`, compiled before, keeps the old "
                "meaning; define it before its users, or give it a name of its own",
                word.place,
                word.name,
            )


def _check_deferred(script: CheckedScript, uses: dict[int, list[Use]], roles: WordRoles) -> None:
    live = live_names(script, roles)
    by_token = any(use.word.name == "(IS)" for use in script.uses)
    named = {
        second.word.index
        for first, second in pairwise(script.uses)
        if first.word.name == "IS" and second.word.kind == "defer"
    }
    for word in script.words:
        if (
            word.kind != "defer"
            or word.index in named
            or deferred_to(script.reader, word) is not None
        ):
            continue
        if any(use.inside in live for use in uses[word.index]) and not by_token:
            script.report(
                "FG405",
                f"the deferred word `{word.name}` is used and never set, so running it fails; set "
                "it with IS",
                word.place,
                word.name,
            )


def check_appended(script: CheckedScript) -> None:
    """Report a created word that is empty because a definition begins directly after it."""
    if not any(use.word.name in APPENDING for use in script.uses):
        return
    words = script.reader.dictionary.words[script.reader.fence :]
    cell = script.reader.processor.cell
    # the first cell of a header is the address of the name, which follows the previous word's data
    ends = [cell(following.header) for following in words[1:]] + [cell(at.A_DP)]
    sizes = {word.index: end - word.parameter for word, end in zip(words, ends, strict=True)}
    for word, following in pairwise(words):
        if not _is_address(word) or sizes[word.index] != 0 or _is_address(following):
            continue
        later = [w for w in words[word.index - script.reader.fence + 1 :] if not _is_address(w)]
        holder = next((w for w in later if w.kind == "colon" and sizes[w.index] >= 4), None)
        if holder is not None:
            script.report(
                "FG525",
                f"`{word.name}` has no data: `{following.name}` is defined directly after it, and "
                f"what is appended later lies after `{holder.name}`; move CREATE to the data",
                word.place,
                word.name,
            )


def _is_address(word: Word) -> bool:
    """Return whether a word gives the address of its own data."""
    return word.kind == "does" or (word.kind == "literal" and word.value == word.parameter)
