"""Findings about stacks: shortages, unequal branches and loops, wrong comments, leftover items."""

from __future__ import annotations

from dataclasses import replace

from forthgame.analysis.dataflow import closure
from forthgame.check.loading.checked_script import CheckedScript, WordRoles
from forthgame.check.stack_effects.abstract_state import Value
from forthgame.check.stack_effects.effects import StackEffects, declared_effect, offers_choice
from forthgame.check.stack_effects.item_kinds import TOKEN
from forthgame.check.stack_effects.walk_result import (
    KNOWN,
    UNKNOWN,
    DepthMismatch,
    WalkResult,
)
from forthgame.words.table.dictionary import Word
from forthgame.words.word_sets import ENDS

EQUALITY = frozenset(("=", "0="))
DIRECTIONS = frozenset(("dir", "direction"))  # in comments
CASE = 8  # instructions before the next comparison of a chain


def check_stacks(script: CheckedScript, effects: StackEffects, roles: WordRoles) -> None:
    """Report findings about the stack effect of every definition."""
    differing = _differing_comments(script, effects)
    for word in script.definitions:
        result = effects.of(word)
        if effects.program.function(word.entry).refused:
            continue
        framed = roles.in_frame(word)
        if framed:
            _check_shortage(script, effects, roles, word, result)
        _check_paths(script, effects, word, result, framed)
        reported = word.entry in differing
        if reported and not differing.keys() & result.callees:
            _report_comment(script, effects, word, framed, differing)
        for cell in result.unbalanced:
            script.report_at(
                "FG210",
                f"`{word.name}` may return here with items on the return stack, which fails; end "
                "the loop first (LEAVE), or take back with R> what >R has put there",
                cell,
                word,
            )
        if roles.answers(word) and result.state == KNOWN and result.outputs <= 0:
            script.report(
                "FG209",
                f"`{word.name}` leaves nothing on the stack, so its result counts as 0; leave a "
                "result",
                word.place,
                word.name,
            )
        junk = result.state == KNOWN and result.outputs > result.inputs == 0
        if word.token in roles.move_words and junk and not reported:
            script.report(
                "FG211",
                f"the move word `{word.name}` leaves {items(result.outputs)} on the stack, "
                "which are dropped after it; DROP what is not needed",
                word.place,
                word.name,
            )
    for word in script.definitions:
        plain = effects.of(word)
        if plain.state == UNKNOWN and plain.takes_token and not plain.mismatches:
            _check_with_tokens(script, effects, word, plain, roles.in_frame(word))


def _check_with_tokens(
    script: CheckedScript, effects: StackEffects, word: Word, plain: WalkResult, framed: bool
) -> None:
    """Report unequal paths in a loop that only the tokens show which callers give to a word.

    Outside of a loop they do no harm, as items that move words leave are dropped.
    """
    given = effects.given_tokens(word)
    if not given:
        return
    common = set.intersection(*({*result.mismatches} for result in given))
    code = effects.program.function(word.entry).instructions.values()
    rounds = [(way, each.cell) for each in code for way in each.ways if way <= each.cell]
    inside = (cell for cell in common if any(begin <= cell < end for begin, end in rounds))
    for cell in sorted(inside)[:1]:
        result = replace(plain, mismatches={cell: given[0].mismatches[cell]})
        _check_paths(script, effects, word, result, framed)


def items(count: int) -> str:
    """Return a number of items in words."""
    return "1 item" if count == 1 else f"{count or 'no'} items"


def _check_shortage(
    script: CheckedScript, effects: StackEffects, roles: WordRoles, word: Word, result: WalkResult
) -> None:
    """Report a word run by the engine that takes more items than the engine passes."""
    given = roles.given(word)
    short = {cell: count for cell, count in result.shortages.items() if count > given}
    if not short:
        return
    cell = min(short)
    certain = _is_certain(effects, result, cell)
    code = "FG201" if certain else "FG202"
    when = "takes" if certain else "may take"
    token = script.reader.code.token(cell)
    at = f"`{token.text}`" if token else "this"
    script.report_at(
        code,
        f"{at} {when} more than there is on the stack of the {roles.title(word)} `{word.name}`, "
        f"which starts with {items(given)}, and reads 0 there; put the value there or take less",
        cell,
        word,
    )


def _is_certain(effects: StackEffects, result: WalkResult, cell: int) -> bool:
    """Return whether every path from the start to an EXIT passes through a cell."""
    instructions = effects.program.function(result.entry).instructions

    def onward(here: int) -> list[int]:
        return [on for on in instructions[here].ways if on in result.visited and on != cell]

    start = [] if result.entry == cell else [result.entry]
    return not any(instructions[here].name == "EXIT" for here in closure(start, onward))


def _is_case(effects: StackEffects, result: WalkResult, mismatch: DepthMismatch) -> bool:
    """Return whether a jump belongs to a chain that compares an item again and again.

    Usually exactly one comparison holds, and the depths are equal in the end.
    """
    instructions = effects.program.function(result.entry).instructions
    jump = instructions.get(mismatch.cell)
    if jump is None or jump.name != "0BRANCH" or mismatch.loop:
        return False
    if not any(i.next == jump.cell and i.name in EQUALITY for i in instructions.values()):
        return False
    before, following = None, instructions.get(jump.operand)
    for _ in range(CASE):
        if following is None or following.name in ENDS or following.name == "EXIT":
            return False
        if following.name == "0BRANCH":
            return before in EQUALITY
        before, following = following.name, instructions.get(following.next)
    return False


def _check_paths(
    script: CheckedScript, effects: StackEffects, word: Word, result: WalkResult, framed: bool
) -> None:
    """Report paths that meet or end with different depths."""
    if offers_choice(word.comment):
        return
    for mismatch in result.mismatches.values():
        if _is_case(effects, result, mismatch):
            continue
        code = ("FG206" if framed else "FG205") if mismatch.loop else "FG204" if framed else "FG203"
        script.report_at(code, _mismatch_message(script, mismatch, word), mismatch.cell, word)
    nets = {net for net in result.exits.values() if net is not None}
    if len(nets) > 1:
        first, *others = sorted(result.exits)
        cell = next((c for c in others if result.exits[c] != result.exits[first]), first)
        low, high = min(nets), max(nets)
        script.report_at(
            "FG212",
            f"`{word.name}` changes the depth by {low:+d} at one end and by {high:+d} at another; "
            "let all its ends leave the same, or say so in its comment with |",
            cell,
            word,
        )


def _mismatch_message(script: CheckedScript, mismatch: DepthMismatch, word: Word) -> str:
    first, second = mismatch.depths
    token = script.reader.code.token(mismatch.cell)
    name = token.text if token else "branch"
    if mismatch.loop:
        return (
            f"each round of the loop at `{name}` in `{word.name}` "
            f"{'leaves' if second > first else 'takes'} {items(abs(second - first))}; let a round "
            "leave the stack as it was"
        )
    return (
        f"one way past `{name}` in `{word.name}` leaves {items(abs(second - first))} more than the "
        "other; let both leave the same number"
    )


def _differing_comments(script: CheckedScript, effects: StackEffects) -> dict[int, list[str]]:
    """Map words whose comment differs from the code to the differing words that call them.

    Such a word may differ because it calls another one, which is the cause then.
    """
    words = [
        word
        for word in script.definitions
        if word.comment and _differs(word, comparable(script, effects, word))
    ]
    found: dict[int, list[str]] = {word.entry: [] for word in words}
    for word in words:
        for callee in effects.of(word).callees & found.keys():
            found[callee].append(word.name)
    return found


def comparable(script: CheckedScript, effects: StackEffects, word: Word) -> WalkResult:
    """Return the result of a word that its comment is compared with.

    If it is unknown because the word runs tokens, and the comment says that it takes directions,
    it is that for directions.
    """
    plain, directions = effects.of(word), script.declared.all("directions")
    if plain.state != UNKNOWN or not plain.takes_token or not directions:
        return plain
    token = ("n", directions[0].word.token, False, TOKEN) if directions[0].word else None
    given: tuple[Value, ...] = tuple(token if named else None for named in _named(word))
    found = effects.at(word.entry, given) if any(given) else plain
    before, after = declared_effect(word.comment) or (0, 0)
    left = found.outputs - found.inputs > after - before  # harmless at the end of a move
    return plain if plain.blind and left else found


def _named(word: Word) -> list[bool]:
    """Return whether the comment of a word calls its inputs directions, the top first."""
    said = word.comment.strip().removeprefix("(").partition("--")[0].split()
    return [each.strip("'").lower() in DIRECTIONS for each in reversed(said)]


def _differs(word: Word, result: WalkResult) -> bool:
    """Return whether a plain comment contradicts the inferred effect.

    Of an unknown effect, the number of items is known that it takes at least. It counts if the
    comment mentions the directions that the word runs.
    """
    declared = declared_effect(word.comment)
    if declared is None:
        return False
    before, after = declared
    if result.state != KNOWN:
        known = result.state == UNKNOWN and not result.mismatches and any(_named(word))
        return known and max(result.shortages.values(), default=0) > before
    return after - before != result.outputs - result.inputs or result.inputs > before


def _report_comment(
    script: CheckedScript,
    effects: StackEffects,
    word: Word,
    framed: bool,
    differing: dict[int, list[str]],
) -> None:
    before, after = declared_effect(word.comment) or (0, 0)
    result = comparable(script, effects, word)
    callers = differing[word.entry]
    does = f"does {result.inputs} in, {result.outputs} out"
    if result.state == UNKNOWN:
        does = f"takes {max(result.shortages.values())} at least"
    also = f", and so that of `{callers[0]}`, which calls it" if callers else ""
    if len(callers) > 1:
        also = f", and so those of {len(callers)} words that call it"
    script.report(
        "FG208" if framed else "FG207",
        f"the comment of `{word.name}` says {before} in, {after} out, and the code {does}{also}; "
        "correct the one that is wrong",
        word.place,
        word.name,
    )
