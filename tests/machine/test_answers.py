"""Flags and the branches after them: the interpreter runs the two operations as one."""

from __future__ import annotations

import pytest

import forthgame
from tests.machines import compile_own
from tests.waiting import HANGS_AFTER

FLOW = ": w 1 2 < IF 3 ELSE 4 ENDIF DROP 5 DUP IF DROP ENDIF BEGIN 1 0= UNTIL ;"
STOPS = [
    ("2", [1]), ("<", [1, 2]), ("IF", [-1]), ("3", []), ("ELSE", [3]), ("DROP", [3]), ("5", []),
    ("DUP", [5]), ("IF", [5, 5]), ("DROP", [5]), ("1", []), ("0=", [1]), ("UNTIL", [0]), ("1", []),
]  # fmt: skip


@pytest.mark.parametrize("steps", range(1, len(STOPS) + 1))
def test_a_limit_of_steps_falls_between_them(steps: int) -> None:
    """Each counts as a step, and a stopped one has no effect."""
    machine = forthgame.Machine(native=False, steps=steps)
    machine.run(FLOW)
    with pytest.raises(forthgame.ScriptError) as error:
        machine.run("w")
    assert (error.value.word, error.value.stack) == STOPS[steps - 1]


CASES = {
    "nothing there": (": w IF 1 ELSE 2 ENDIF ;", "w"),
    "a flag of nothing": (": w 0= IF 1 ELSE 2 ENDIF ;", "w"),
    "one of two": (": w < IF 1 ELSE 2 ENDIF ;", "-7 w"),
    "two of three": (": w = DUP IF 1 ELSE 2 ENDIF ;", "3 w"),
    "what lies below": (": w DROP DROP 0= IF 7 ENDIF 8 ;", "5 w"),
    "below a frame": (": v DROP DROP < IF 5 ENDIF ; : w 1 v 2 v ;", "1 2 3 w"),
    "again and again": (": w BEGIN = IF 4 ENDIF DEPTH 3 > UNTIL ;", "1 2 w"),
    "a full stack": (": w BEGIN 1 DUP WHILE REPEAT ;", "w"),
    "full before a flag": (": w BEGIN 1 TRUE WHILE REPEAT ;", "w"),
    "full of copies": (": w 1 BEGIN DUP DUP WHILE REPEAT ;", "w"),
    "far below": (": w BEGIN DROP 0= IF 5 ENDIF DROP AGAIN ;", "w"),
    "flags of floats": (": w 1.0 2.0 F< IF 1 ELSE 2 ENDIF F0= IF 3 ENDIF ;", "w"),
    "a branch that is data": (": w 1 ['] IF = IF 3 ELSE 4 ENDIF ;", "w"),
}


@pytest.mark.parametrize("name", list(CASES))
def test_both_tiers_do_the_same(name: str) -> None:
    """Results, stacks, and errors with their places."""
    define, call = CASES[name]
    seen = []
    for native in (False, True):
        machine = forthgame.Machine(native=False, seconds=HANGS_AFTER)
        machine.run(define)
        if native:
            compile_own(machine)
        try:
            result: object = machine.run(call)
        except forthgame.ScriptError as error:
            result = (error.number, error.word, str(error.place), error.stack)
        seen.append((result, machine.stack))
    assert seen[0] == seen[1]
