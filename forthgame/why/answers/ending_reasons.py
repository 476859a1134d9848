"""Finds what decided whether the game is over, by running OnIsGameOver with changed operations."""

from __future__ import annotations

from difflib import SequenceMatcher
from time import thread_time

from forthgame.base.errors import Place, ScriptError
from forthgame.position.playthrough import Playthrough
from forthgame.position.position_record import outcome_name
from forthgame.rules.script import Script
from forthgame.rules.stepping import open_call
from forthgame.why.answers.attempts import origins_of
from forthgame.why.answers.reasons import CUT_CHANGES, numbers_beside
from forthgame.why.answers.value_causes import NONE_DID, ValueCauses
from forthgame.why.inspection.short_texts import bracketed, brief, joined, own_word, run_engine
from forthgame.why.inspection.state_copies import isolated
from forthgame.why.recording.changed_runs import (
    DIRECTION,
    NUMBER,
    OPERATION,
    SIDE_WORD,
    STORED,
    VARIABLE,
    CodeChange,
    CodeChanges,
    changed_code,
)
from forthgame.why.recording.recorded_runs import (
    HALT,
    EventRecord,
    record_event,
    tests_of_ending,
    tests_of_result,
)
from forthgame.why.recording.stack_origins import READING, Origin, added_to, expression
from forthgame.why.recording.trial import Decision, deadline
from forthgame.why.wording.explanation import cut
from forthgame.why.wording.wording import Wording
from forthgame.words.registers import memory_layout as at

SECONDS = 0.5  # of processor time for changed runs
MOST_STEPS = 200_000
LIKELY = 2
ORDERS = frozenset((">", ">=", "<", "<="))
SEVERAL = 3  # directions
BESIDE = 3  # other tests of the event that are named
LONGEST_TEST = 32  # characters of such a test
WEIGHTS = {"AND": 5, "OR": 5, "current-player": 6, "next-player": 6, "for-player": 6}
WEIGHTS |= {">": 4, "<": 4, ">=": 4, "<=": 4, "friend?": 3, "enemy?": 3, "=": 0, "<>": 0}
PLAYER_WORDS = frozenset(("current-player", "next-player", "for-player"))
WHOLE_BOARD = 7  # weight of a limit with which a loop would go over the whole board
LACKING = 5  # of the only direction of several in which a word does not go
ALIKE = 0.5  # of the letters of two names of variables
CONVINCING = 4  # weight of a change that needs no further cause
CAUSES = 2  # variables whose last store is told
LONGEST_CAUSE = 200  # characters of such a sentence


TRIED = frozenset((OPERATION, NUMBER, DIRECTION, VARIABLE, SIDE_WORD))  # kinds of changes


def likely_endings(state: Playthrough, wording: Wording, over: bool) -> tuple[list[str], list[str]]:
    """Return what decided the result of OnIsGameOver, the likeliest first, and what was cut.

    Nothing is returned if an ending decided, or the event fails.
    """
    event = own_word(state.game, "OnIsGameOver")
    try:
        if state.ending is not None or event is None:
            return _deciding_tests(state, wording, state.ending), []
    except ScriptError:
        return [], []
    state.enter()
    found = record_event(state.game, event, wording.probe)
    if found.error is not None or not found.complete or not found.result.word:
        return [], []
    told, decided = [], []
    if tests := tests_of_result(wording.probe, found):
        made = next((test for test in tests if test.origin.inputs), tests[-1])
        earlier = [
            f"`{cut(expression(test.origin), LONGEST_TEST)}`{'' if test.passed else ' (not)'}"
            f"{wording.at(test.cell)}"
            for test in found.tests
            if test is not made
            and (wording.probe.owner(test.cell) == event.name or _chooses_side(test, found))
        ]
        before = f"; besides {', '.join(dict.fromkeys(earlier[-BESIDE:]))}" if earlier else ""
        decided = [f"{wording.decision(made, variables=False)}{before}"]
        told = decided if over else []
    if not _ends(found.result.value) and (near := _nearest_test(found, wording)) is not None:
        decided = [wording.decision(near, variables=False)]
    state.enter()
    left_over = _left_over(state.game, found, wording)
    changes, cuts = _changed_endings(found, wording)
    sure = [sentence for weight, sentence in changes if weight >= WHOLE_BOARD]
    weak = [sentence for weight, sentence in changes if weight < WHOLE_BOARD]
    likely = [*sure, *left_over, *told, *weak] or decided
    plain = not sure and not left_over and (told or not changes or changes[0][0] < CONVINCING)
    if likely and plain:
        causes = _causes(state, wording, found)
        likely[0] = "; ".join((likely[0], *causes))
    return likely, cuts


def _chooses_side(test: Decision, found: EventRecord) -> bool:
    """Return whether a test, which ran once, asks which player it is."""
    once = sum(each.cell == test.cell for each in found.tests) == 1
    return once and any(part.word in PLAYER_WORDS for part in origins_of(test))


def _nearest_test(found: EventRecord, wording: Wording) -> Decision | None:
    """Return the comparison of the event's own word that failed by the least, if there is one."""
    near: list[tuple[int, Decision]] = []
    for test in found.tests:
        for part in origins_of(test):
            numbers = [operand.value for operand in part.inputs]
            own = wording.probe.owner(part.cell) == found.word.name
            if own and part.word in ORDERS and len(numbers) == 2 and not test.passed:
                near.append((abs(numbers[0] - numbers[1]), test))
    return min(near, key=lambda pair: pair[0])[1] if near else None


def _causes(state: Playthrough, wording: Wording, found: EventRecord) -> list[str]:
    """Return sentences about the last stores to the variables that the event's own word tests."""
    numbers = [
        origin
        for test in found.tests
        if wording.probe.owner(test.cell) == found.word.name
        for origin in origins_of(test)
    ]
    causes = ValueCauses(state, wording)
    told = [*causes.skipped(numbers)[:1], *causes.of_numbers(numbers)][:CAUSES]
    state.enter()
    # a variable without a store may have been set while moves were generated
    return [cut(each, LONGEST_CAUSE) for each in told if not each.endswith(NONE_DID)]


def _deciding_tests(state: Playthrough, wording: Wording, ending: str | None) -> list[str]:
    """Describe the test that led to an ending, or of each that did not hold its last one."""
    told = []
    for asked in state.game.declaration.endings.asked:
        if ending not in (None, asked.name):
            continue
        state.enter()
        run_engine(state.game, "(begin-endings)")
        found = record_event(state.game, asked.word, wording.probe)
        tests = tests_of_ending(wording.probe, found.said[-1]) if found.said else found.tests[-1:]
        for test in tests[:1]:
            cells = (part.cell for part in origins_of(test) if part.cell >= 0)
            sentence = wording.decision(test, variables=False)
            places = [wording.probe.place(cell) for cell in cells]
            further = [p for p in places if p is not None and brief(p) not in sentence]
            told.append(f"{sentence}{bracketed(*further)}")
    return ["; ".join(told[:SEVERAL])] if told else []


def _left_over(game: Script, found: EventRecord, wording: Wording) -> list[str]:
    """Return sentences about variables that would have to be 0 at first for another result.

    They are those that the event reads before it stores to them, and stores to as well.
    """
    tests = [test for segment in found.segments for test in segment.tests]
    reads: dict[str, Origin] = {}
    for origin in (origin for test in tests for origin in origins_of(test)):
        old = origin.word in READING and added_to(origin.stored)
        if old and origin.inputs and origin.value:
            name = _variable_of(origin.inputs[0], wording)
            if name and wording.set_where(name):
                reads.setdefault(name, origin)
    told = []
    for name, origin in reads.items():
        first, size = _memory_of(game, name)
        change = CodeChange(STORED, -1, name, "0", address=first, size=size)
        result = _result(game, found, wording, change) if size else None
        own = found.result.value
        if result is None or result == own or not (_ends(result) or _ends(own)):
            continue
        told.append(
            f"`{name}` is {origin.value}{wording.at(origin.cell)}, left over from an earlier run; "
            f"it {wording.set_where(name)}{_set_beside(found, wording, name)}; with 0 it would be "
            f"{outcome_name(result) or 'not over'}"
        )
    return told


def _set_beside(found: EventRecord, wording: Wording, name: str) -> str:
    """Describe where the words that an event ran give other variables a number first."""
    owners = {wording.probe.owner(cell) for segment in found.segments for cell in segment.ran}
    tokens, places = wording.tokens, dict[str, list[Place]]()
    for (number, _, _), (other, _, _), (store, place, owner) in zip(
        tokens, tokens[1:], tokens[2:], strict=False
    ):
        given = store == "!" and wording.game.forth.number(number) is not None
        if given and owner in owners and other != name and wording.is_variable(other):
            places.setdefault(other, []).append(place)
    told = ", ".join(f"`{other}` ({joined(where)})" for other, where in [*places.items()][:2])
    return f", and not reset as {told}" if told else ""


def _variable_of(address: Origin, wording: Wording) -> str:
    todo = [address]
    while todo:
        part = todo.pop()
        if wording.is_variable(part.word):
            return part.word
        todo += part.inputs
    return ""


def _memory_of(game: Script, name: str) -> tuple[int, int]:
    """Return the address and the size of a variable or an array, up to the next word's header."""
    word = game.forth.dictionary.find(name)
    if word is None:
        return 0, 0
    first = word.parameter
    following = [w.header for w in game.forth.dictionary.words if w.header > first]
    return first, min(following, default=first + 4) - first


def _changed_endings(
    found: EventRecord, wording: Wording
) -> tuple[list[tuple[int, str]], list[str]]:
    """Return sentences about operations with which an event would give another result.

    Each has a weight, the heaviest is the first. The second list says what was cut.

    Only changes to and from a result that ends the game count. The machine must hold the position.
    """
    game = wording.game
    changes = CodeChanges(game, wording.probe)
    cells = dict.fromkeys(cell for s in reversed(found.segments) for cell in reversed(s.ran))
    until = deadline(SECONDS)
    own = found.result.value
    likely: list[tuple[int, str]] = []
    cuts: list[str] = []
    for change in changes.of(cells):
        if thread_time() > until:
            cuts.append(CUT_CHANGES)
            break
        if change.kind not in TRIED:
            continue
        result = _result(game, found, wording, change)
        if result is None or result == own or not (_ends(result) or _ends(own)):
            continue
        if _ends(result) or result == at.UNKNOWN_SCORE:
            ways = changes.directions_of(wording.probe.owner(change.cell))
            weight = _weight(wording, change, ways)
            if _ends(own) and weight <= 2:
                continue  # far more operations lead to an end than away from a wrong one
            likely.append((-weight, _sentence(wording, found, change, result, ways)))
    likely.sort(key=lambda entry: entry[0])
    chosen = {sentence: -weight for weight, sentence in reversed(likely)}
    ordered = sorted(chosen.items(), key=lambda entry: -entry[1])
    return [(weight, each) for each, weight in ordered][:LIKELY], cuts


def _weight(wording: Wording, change: CodeChange, ways: list[tuple[str, int]]) -> int:
    """Return how likely a change is, from 0 for the negation of a test."""
    if _is_board_limit(wording, change):
        return WHOLE_BOARD
    if change.kind == DIRECTION:
        return LACKING if _lacks(change, ways) else 2
    if change.kind == VARIABLE:
        alike = SequenceMatcher(None, change.was, change.would).ratio() >= ALIKE
        return 2 if alike else 1
    if change.kind == SIDE_WORD:
        return WEIGHTS["current-player"]
    if change.kind == NUMBER:
        return 1 if change.would in numbers_beside(change.was) else 0
    return WEIGHTS.get(change.was, 1)


def _lacks(change: CodeChange, ways: list[tuple[str, int]]) -> bool:
    """Return whether a word goes through several directions without the one of a change."""
    gone = {way for way, _ in ways}
    return change.kind == DIRECTION and len(gone) >= SEVERAL and change.would not in gone


def _is_board_limit(wording: Wording, change: CodeChange) -> bool:
    """Return whether a number would be the size of the board as the limit of a loop."""
    if change.kind != NUMBER or change.would != str(len(wording.game.declaration.positions)):
        return False
    word = wording.game.forth.dictionary.find(wording.probe.owner(change.cell))
    if word is None:
        return False
    code = wording.game.forth.program.function(word.entry).instructions
    start = code.get(code[change.cell].next)
    return start is not None and start.next in code and code[start.next].name == "(DO)"


def _ends(result: int) -> bool:
    return result in (at.WIN_SCORE, at.LOSS_SCORE, at.DRAW_SCORE)


def _sentence(
    wording: Wording,
    found: EventRecord,
    change: CodeChange,
    result: int,
    ways: list[tuple[str, int]],
) -> str:
    owner, where = wording.probe.owner(change.cell), wording.at(change.cell)
    name = outcome_name(result) or "not over"
    if _lacks(change, ways):
        gone = dict.fromkeys(way for way, _ in ways)
        lines = bracketed(*(wording.probe.place(cell) for _, cell in ways))
        told = ", ".join(f"`{way}`" for way in gone)
        return (
            f"`{owner}` goes {told}{lines} and not `{change.would}`, with which it would be {name}"
        )
    sentence = f"with `{change.would}` for `{change.was}` in `{owner}`{where} it would be {name}"
    for test in reversed(found.tests):
        for origin in origins_of(test):
            if origin.cell == change.cell and origin.inputs:
                return f"{sentence}: {wording.gave(origin, 0, change.cell)}"
    return sentence


def _result(game: Script, found: EventRecord, wording: Wording, change: CodeChange) -> int | None:
    """Return the result of an event that runs with a change; None if it fails or does not end."""
    processor, probe = game.forth.processor, wording.probe
    with isolated(game, exclusive=True), changed_code(processor, change):
        for cell in (
            range(change.address, change.address + change.size, 4) if change.address else ()
        ):
            processor.set_cell(cell, 0)
        processor.tidy()
        processor.push(found.word.token)
        open_call(game, game.forth.engine_word("(FRAME)").entry)
        left = MOST_STEPS
        try:
            while left > 0:
                status, done = processor.advance(left, (HALT,))
                left -= done + 1
                if status in (at.HALTED, at.BREAKPOINT) and probe.cell() <= HALT + 1:
                    items = processor.items()
                    return items[-1] if items else None
                if status != at.OUT_OF_STEPS:
                    processor.serve(status)
        except ScriptError:
            return None
    return None
