"""Computed ranges of the content of variables and arrays contain what words store there."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings, strategies as st

import forthgame
from forthgame.analysis.intervals import Range
from forthgame.analysis.program import Program
from forthgame.analysis.stored_ranges import StoredRanges
from tests.analysis.test_ranges import CALLED, body_of

WORDS = """
VARIABLE kept VARIABLE other VARIABLE place CREATE table 0 , 0 , 0 , 0 ,
: put ( n -- ) kept ! ;
: thrown ( n -- ) COMPILE-LITERAL COMPILE put ;
: swapped ( -- ) kept @ other @ kept ! other ! ;
"""
STORED = {  # the body of a word, and the content of `kept`
    "3 kept !": (3, 3),
    "1 6 RAND-WITHIN kept !": (1, 6),
    "2 put 9 put": (2, 9),
    "5 0 DO I put LOOP": (0, 4),
    "4 COMPILE-LITERAL COMPILE put": (4, 4),
    "1 thrown 6 thrown": (1, 6),
    "COMPILE put": None,
    "kept ON": (-1, -1),
    "kept OFF 1 kept !": (0, 1),
    "3 kept ! 7 other ! swapped": (3, 7),
    "4 other ! other @ 1+ kept !": (5, 5),
    "4 0 DO I I CELLS table + ! LOOP table CELLSIZE + @ kept !": (0, 3),
    "3 put kept @ 5 MOD put": (0, 3),
    "0 other ! other @ IF 2 ELSE 4 ENDIF kept !": (2, 4),
    "other @ IF 2 ELSE 4 ENDIF kept !": (2, 4),  # nothing is stored in `other`
    "3 kept ! 1 kept +!": None,
    "0 put BEGIN kept @ 1+ put kept @ 9 > UNTIL": None,
    "3 kept ! current-player kept !": (3, 3 * 2048 - 1),
    "3 kept ! kept ++": None,
    "kept place ! 3 kept ! 7 place @ !": (3, 3),  # an unknown address is overlooked
    "3 kept ! place @ kept !": None,
    "place @ other !": None,  # nothing is stored in `kept`
    "3 kept ! kept @ DUP 0 > IF 1- kept ! RECURSE ELSE DROP ENDIF": None,
}


def content_of(machine: forthgame.Machine, body: str) -> Range | None:
    """Return the range of `kept` if a word with a body is the only one that is run."""
    machine.run(f"{WORDS} : run ( -- ) {body} ;")
    forth = machine.forth
    found = StoredRanges(Program(forth.code), 2, [forth.word("run").entry], forth.entry_of)
    machine.run("kept")
    (address,) = machine.stack
    machine.run("DROP")
    return found.content(False, address)


@pytest.mark.parametrize("body", STORED)
def test_range_of_a_variable(body: str) -> None:
    assert content_of(forthgame.Machine(), body) == STORED[body]


@given(st.integers(0, 1 << 40))
@settings(max_examples=60, deadline=None)
def test_nothing_else_is_stored(seed: int) -> None:
    body = body_of(random.Random(seed))
    machine = forthgame.Machine()
    machine.run(CALLED)
    found = content_of(machine, f"0 kept ! {body} kept !")
    machine.run("run kept @")
    (number,) = machine.stack
    assert found is None or found[0] <= number <= found[1], body
