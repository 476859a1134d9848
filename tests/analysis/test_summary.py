"""Summaries of words: origins of addresses, and possible values."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import forthgame
from forthgame.analysis.effect_summary import READING, WRITES, AddressKind, Summary, accesses
from forthgame.analysis.function import Function
from forthgame.analysis.instruction import Instruction
from forthgame.analysis.interprocedural import CALL_LIMIT, InterproceduralWalk
from forthgame.analysis.program import Program
from forthgame.machine.outer.outer_interpreter import Forth
from forthgame.rules.facts.eager_lists import may_compute_early
from forthgame.words.registers import memory_layout as at

HEAD = """{board 3 3 {grid} {variable} s 4 {array} many board}
VARIABLE v VARIABLE w 4 [] row CREATE table 1 , 2 , 3 ,
: place s ; : other 5 ; : address v ;
"""
GIVEN = {  # a body, and the kinds of the addresses that it uses, in order
    "v @": "NUMBER",
    "1 v !": "NUMBER",
    "s @": "STORAGE",
    "2 many @": "STORAGE",
    "place @": "STORAGE",
    "3 board[] @": "BOARD",
    "2 row @": "ELEMENT",
    "table 4 + @": "INSIDE",
    "1 CELLS table + DUP @ SWAP CELLSIZE + @": "INSIDE INSIDE",
    "v DUP @ 1+ SWAP !": "NUMBER NUMBER",
    "s @ IF v ELSE s ENDIF @": "STORAGE NUMBER STORAGE",
    "s @ IF v ELSE 2 ENDIF DUP 3 + @": "STORAGE INSIDE",
    "BEGIN v DUP @ WHILE 1 SWAP ! REPEAT": "NUMBER NUMBER",
    "address @": "INSIDE",
    "v @ @": "NUMBER UNKNOWN",
    "@": "UNKNOWN",
    "5 SWAP !": "UNKNOWN",
    "' other EXECUTE @": "UNKNOWN",
    "v w 4 MOVE": "NUMBER NUMBER",
    "v s 4 MOVE": "NUMBER STORAGE",
    "1 ,": "UNKNOWN",
    "HERE": "NUMBER",
    "1 ringbuffer-add-item": "ENGINE",
    "5 RAND-WITHIN": "ENGINE",
}


def forth_with(text: str) -> Forth:
    machine = forthgame.Machine(native=False)
    machine.run(HEAD + text)
    return machine.forth


def summary_of(forth: Forth, name: str) -> Summary:
    program = Program(forth.code)
    return Summary(program, program.called({forth.word(name).entry}))


@pytest.mark.parametrize("body", GIVEN)
def test_how_an_address_is_given(body: str) -> None:
    """If two paths meet, both origins are possible; after a call only the top item is known."""
    forth = forth_with(f": word {body.replace(chr(39), '[' + chr(39) + ']')} ;")
    program = Program(forth.code)
    function = program.function(forth.word("word").entry)
    found = [each.kind for _, uses in sorted(accesses(program, function).items()) for each in uses]
    kinds = [AddressKind[name] for name in GIVEN[body].split()]
    assert sorted(found, key=list(AddressKind).index) == sorted(kinds, key=list(AddressKind).index)


def test_memory_is_joined_over_calls() -> None:
    forth = forth_with(": reads v @ ; : writes 1 w ! ; : word reads writes s @ ;")
    found = summary_of(forth, "word")
    v, w = (forth.word(name).value for name in "vw")
    assert (found.numbers(READING), found.numbers(WRITES)) == ({v}, {w})
    assert found.addresses == {v, w}
    assert found.are_given(READING, {AddressKind.NUMBER, AddressKind.STORAGE})
    assert not found.are_given(READING, {AddressKind.STORAGE})
    assert not summary_of(forth_with(": word v + @ 7 ;"), "word").are_given(
        READING, {AddressKind.NUMBER}
    )


@pytest.mark.parametrize(
    ("body", "looks"),
    [
        (f"{at.A_MOVES_LIST} @", True),
        (f"v @ {at.A_MOVES_LIST} =", False),  # it is a number as any other
        (f"v @ {at.A_MOVES_LIST} = table 4 + @", False),
        (f"@ {at.A_MOVES_LIST} =", True),  # an unknown address may be any
        ("move-count", True),
    ],
)
def test_a_system_cell_is_used_by_its_address(body: str, looks: bool) -> None:
    assert summary_of(forth_with(f": word {body} ;"), "word").may({"move-count"}) == looks


def test_words_that_cannot_be_read_may_do_anything() -> None:
    forth = forth_with(": word 1 ;")
    program = Program(forth.code)
    program.function(forth.word("word").entry).refused = "for a test"
    found = Summary(program, program.called({forth.word("word").entry}))
    assert found.may(())
    assert not found.are_given(READING, set(AddressKind))


class _Calls(InterproceduralWalk[int]):
    """Record which of two cells have been read."""

    def step(self, function: Function, each: Instruction, state: int) -> int | None:
        """Set a bit for each kind of fetch; stop after `verify`."""
        if each.name == "verify":
            return None
        return state | (1 if each.name == "@" else 2 if each.name == "C@" else 0)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (": word v @ ;", 1),
        (": a v @ ; : b v C@ ; : word s IF a ELSE b ENDIF ;", 3),
        (": word 5 verify v @ ;", None),
        (": a 5 verify ; : word s IF a v @ ENDIF v C@ ;", 2),
    ],
)
def test_a_walk_goes_into_calls(text: str, found: int | None) -> None:
    forth = forth_with(text)
    following = _Calls(Program(forth.code).function)
    assert following.after(forth.word("word").entry, 0) == found


@pytest.mark.parametrize(
    ("text", "followed"),
    [
        (": word s IF RECURSE ENDIF ;", False),  # with the same state
        (": word v @ DROP s IF RECURSE ENDIF ;", False),
        (": w0 ; " + " ".join(f": w{k} w{k - 1} ;" for k in range(1, CALL_LIMIT + 3)), False),
        (": w0 ; " + " ".join(f": w{k} w{k - 1} ;" for k in range(1, CALL_LIMIT - 1)), True),
    ],
)
def test_a_walk_into_calls_ends(text: str, followed: bool) -> None:
    forth = forth_with(text)
    entry = forth.dictionary.words[-1].entry
    assert _Calls(Program(forth.code).function).all_followed([entry], 0) == followed


GAME = """{{board 3 3 {{grid}} board}} {{directions 0 1 {{direction}} e directions}}
{{players {{player}} X {{player}} O players}} {{turn-order {{turn}} X {{turn}} O turn-order}}
VARIABLE count CREATE ways ' e ,
: go ways @ EXECUTE verify empty? verify from here move add-move ;
{{moves m {{move}} go moves}} {{pieces {{piece}} man {{moves}} m pieces}}
{{board-setup {{setup}} X man a1 {{setup}} O man a2 board-setup}}
: OnNextTurn {event} ;
"""


@pytest.mark.parametrize(
    ("event", "early"),
    [("count ++", True), ("['] e ways !", False), ("1 ways 4 + !", False)],
)
def test_a_table_that_nothing_changes_is_read_early(
    event: str, early: bool, load_interpreted: Callable[[str], forthgame.Game], tmp_path: Path
) -> None:
    """A list may be made early if its words fetch tokens from a table, as long as it stays so."""
    game = load_interpreted(GAME.format(event=event))
    assert may_compute_early(game.forth, game.declaration) == early
