"""Reading threaded code: instructions, functions, and the one walk through them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import forthgame
from forthgame.analysis.dataflow import Arrivals, callees_first, closure, onward, walk
from forthgame.analysis.function import Function
from forthgame.analysis.instruction import Instruction, instructions, operation_cells
from forthgame.analysis.program import Program
from forthgame.base.source import LANGUAGE
from forthgame.compile.generation.word_copies import copy_for_tokens, never_fixed

Literals = frozenset[int]
WORDS = """
: both ( ? -- n m ) IF 1 ELSE 2 ENDIF 3 ;
: counts ( n -- ) 0 DO 4 DROP LOOP ;
: again ( n -- ) BEGIN 1- DUP WHILE 5 DROP REPEAT DROP ;
: left ( n -- ) IF 1 >R ENDIF ;
: calls ( -- n ) 1 both DROP 2 counts ;
: deeper ( -- n ) calls 7 again ;
"""


@pytest.fixture(scope="module")
def machine() -> forthgame.Machine:
    machine = forthgame.Machine()
    machine.run(WORDS)
    return machine


@pytest.fixture(scope="module")
def entry(machine: forthgame.Machine) -> Callable[[str], int]:
    return lambda name: machine.forth.word(name).entry


@pytest.fixture
def program(machine: forthgame.Machine) -> Program:
    code = machine.forth.code
    return Program(code)


def pushed(function: Function, in_order: bool = False) -> tuple[Literals, list[int]]:
    """The literals that may have been pushed at the word's end, and those met, in their order."""
    met: list[int] = []
    ended: Literals = frozenset()

    def step(instruction: Instruction, before: Literals) -> Arrivals[Literals]:
        nonlocal ended
        if instruction.name == "LIT":
            met.append(instruction.operand)
            before = before | {instruction.operand}
        if instruction.name == "EXIT":
            ended = ended | before
        return onward(instruction, before)

    def meet(cell: int, known: Literals, before: Literals) -> Literals | None:
        return None if before <= known else known | before

    walk(function, frozenset(), step, meet, in_order=in_order)
    return ended, met


def test_ways_that_meet_are_joined(program: Program, entry: Callable[[str], int]) -> None:
    ended, met = pushed(program.function(entry("both")))
    assert ended == {1, 2, 3}
    assert met.count(3) == 2  # following code is walked again for the values of the second path


def test_ways_meet_before_they_go_on(program: Program, entry: Callable[[str], int]) -> None:
    _, met = pushed(program.function(entry("both")), in_order=True)
    assert met == [1, 2, 3]


@pytest.mark.parametrize("word", ["counts", "again"])
def test_loops_are_walked_to_their_end(
    program: Program, entry: Callable[[str], int], word: str
) -> None:
    assert pushed(program.function(entry(word)))[0] & {4, 5}


def test_a_meeting_may_end_the_walk(program: Program, entry: Callable[[str], int]) -> None:
    def meet(cell: int, known: None, arriving: None) -> None:
        raise LookupError(cell)

    with pytest.raises(LookupError):
        walk(program.function(entry("both")), None, onward, meet)


def test_states_that_change_are_copied(program: Program, entry: Callable[[str], int]) -> None:
    def step(instruction: Instruction, state: list[str]) -> Arrivals[list[str]]:
        state.append(instruction.name)
        return [(cell, list(state)) for cell in instruction.ways]

    function = program.function(entry("both"))
    known = walk(function, [], step, lambda cell, known, arriving: None, begin=list)
    assert known[function.start] == []
    assert known.keys() == function.leaders


def test_items_on_the_return_stack(program: Program, entry: Callable[[str], int]) -> None:
    counts = program.function(entry("counts"))
    found = {i.name: counts.returns_at[cell] for cell, i in counts.instructions.items()}
    assert (found["(DO)"], found["(LOOP)"], found["EXIT"]) == (0, 2, 0)
    assert program.infer(entry("left")) is None


def test_stack_effects(program: Program, entry: Callable[[str], int]) -> None:
    effects = {name: program.infer(entry(name)) for name in ("both", "counts", "again", "deeper")}
    assert effects == {"both": (1, 2), "counts": (1, 0), "again": (1, 0), "deeper": (0, 1)}


@pytest.mark.parametrize(
    "stop", ['0< ABORT" less"', "0< IF ABORT ENDIF", '0< IF S" less" ERROR ENDIF']
)
def test_a_word_that_may_stop_has_a_known_effect(stop: str) -> None:
    machine = forthgame.Machine()
    machine.run(f": twice ( n -- m ) DUP {stop} 2 * ;")
    program = Program(machine.forth.code)
    assert program.infer(machine.forth.word("twice").entry) == (1, 1)


def test_what_is_called(program: Program, entry: Callable[[str], int]) -> None:
    both, counts, again, calls, deeper = map(entry, ("both", "counts", "again", "calls", "deeper"))
    found = [function.entry for function in program.called({deeper})]
    assert sorted(found) == sorted({both, counts, again, calls, deeper})
    passed = [function.entry for function in program.called({deeper}, passed={calls})]
    assert sorted(passed) == sorted({again, deeper})
    further = program.called({both}, lambda function: {counts})
    assert {function.entry for function in further} == {both, counts}


def test_code_as_it_stands(machine: forthgame.Machine, entry: Callable[[str], int]) -> None:
    code = machine.forth.code
    names = [i.name for i in instructions(code.cells, entry("both"), entry("counts"))]
    assert names == ["0BRANCH", "LIT", "BRANCH", "LIT", "LIT", "EXIT"]
    assert not list(instructions([-1, 0], 0, 2))
    for start, end in ((0, code.top), (entry("counts"), code.top)):
        decoded = [each.cell for each in instructions(code.cells, start, end)]
        assert [*operation_cells(code.cells, start, end)] == decoded
    assert not list(operation_cells([-1, 0], 0, 2))


@pytest.mark.usefixtures("machine")  # it may have read the language, which others then need not
def test_the_code_of_the_language_comes_first() -> None:
    """What looks for a script's code begins behind it, in a machine that has not read it."""
    other = forthgame.Machine()
    other.run(WORDS)
    code = other.forth.code
    names = [token.source.name if token else "" for token in map(code.token, range(code.top))]
    assert 0 < code.own < code.top
    assert LANGUAGE in names[: code.own]
    assert LANGUAGE not in names[code.own :]
    assert set(names[: code.own]) <= {LANGUAGE, ""}


def test_cells_that_were_cut_off_belong_to_the_words_that_come_there() -> None:
    code = forthgame.Machine().forth.code
    top, kept = code.top, code.starts[:]
    for name in ("one", "two"):
        code.begin(name)
        code.append(1, 2)
    code.cut(top)
    assert (code.top, code.starts, len(code.owners)) == (top, kept, len(kept))
    code.begin("longer")
    code.append(1, 2, 3, 4)
    assert {(code.owner(cell), code.start(cell)) for cell in range(top, code.top)} == {
        ("longer", top)
    }


@pytest.mark.parametrize(
    "call",
    ["5 ['] more SWAP by", "['] more 5 by", "PAD @ ['] more by-top", "['] more PAD @ by"],
)
def test_a_word_that_is_given_a_token_has_a_copy_of_known_effect(call: str) -> None:
    """This also holds if the token lies below an unknown number."""
    machine = forthgame.Machine()
    machine.run(
        ": more 1+ ; : by-top ( n xt -- m ) EXECUTE ; : by ( xt n -- m ) SWAP EXECUTE ; "
        f": uses {call} ;"
    )
    forth = machine.forth
    program = Program(forth.code)
    uses = forth.word("uses").entry
    assert program.infer(uses) is None
    program = Program(forth.code)
    copy_for_tokens(program, {uses}, forth.entry_of, never_fixed)
    assert program.infer(uses) == (0, 1)


def test_closure_gives_each_once() -> None:
    assert sorted(closure([3], lambda n: [n - 1, n - 1, 0] if n else [])) == [0, 1, 2, 3]


def test_what_is_called_comes_first() -> None:
    """This holds however long a chain is; in a circle each comes once."""
    chain = callees_first([3000], lambda n: [n - 1, n // 2] if n else [])
    assert list(chain) == list(range(3001))
    assert sorted(callees_first([0, 2], lambda n: [(n + 1) % 4])) == [0, 1, 2, 3]
