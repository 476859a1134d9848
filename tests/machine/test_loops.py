"""Loops in machine code: both tiers count the same turns, in parts too, and all can be stopped."""

from __future__ import annotations

import time

import pytest

import forthgame
from forthgame.compile.writer import function_writer
from tests.compile.test_tiers import Machines, fresh, observe

BODIES = {
    "sum": "0 ROT ROT DO I + LOOP",
    "return stack": "0 ROT ROT DO DUP >R I R> XOR 1+ LOOP",
    "index taken": "0 ROT ROT DO R> 2 + >R 1+ LOOP",
    "leave": "0 ROT ROT DO I 37 = IF LEAVE ENDIF 1+ LOOP",
    "nested": "0 ROT ROT DO 3 0 DO J I * XOR LOOP LOOP",
    "bounds inside": "0 ROT ROT DO I 15 AND 1+ 0 DO I + LOOP LOOP",
    "bytes": "DO I 63 AND buffer + C@ I + I 63 AND buffer + C! LOOP",
    "cells": "DO I 7 AND cells @ I + I 7 AND cells ! LOOP",
    "steps": "0 ROT ROT DO I + 3 +LOOP",
    "branches": "0 ROT ROT DO I 3 MOD 0= IF 1+ ELSE 2 + ENDIF LOOP",
    "early end": "0 ROT ROT DO 1+ DUP 50 = IF EXIT ENDIF LOOP",
    "error": "0 ROT ROT DO 1+ 100 OVER 45 - / DROP LOOP",
    "bad address": "DO I CELLS DUP 60 > IF 100000000 + ENDIF buffer + C@ v1 +! LOOP",
    "words": "0 ROT ROT DO I small + LOOP",
    "begin inside": "0 ROT ROT DO I 15 AND BEGIN DUP WHILE 1- SWAP 1+ SWAP REPEAT DROP LOOP",
    "grows": "DO I LOOP",
}
ENDING = ("sum", "leave", "nested", "error")
SMALL = ": small ( n -- n ) 5 AND DUP 2 > IF NEGATE ENDIF ;"
BOUNDS = (
    (10, 0), (100, 0), (0, 0), (3, 8), (5, -60), (2147483640, 2147483580),
    (-2147483600, -2147483648), (-2147483648, 2147483647),
)  # fmt: skip


def pair_with(words: str, *compiled: str) -> Machines:
    """Two machines with some words more, of which one has some compiled."""
    pair = fresh()
    for machine in (pair.plain, pair.native):
        machine.run(f"{SMALL} {words}")
    forth = pair.native.forth
    tier = forth.processor.tier
    assert tier is not None
    tier.compile(forth, [forth.word(name).entry for name in compiled])
    return pair


PARTS = [  # turns of a part: with the usual number only bodies that end in ways of their own
    pytest.param(name, patience, marks=[pytest.mark.slow] if usual and name not in ENDING else [])
    for name in BODIES
    for patience, usual in ((64, False), (function_writer.WORK_LIMIT, True))
]


@pytest.mark.sampled(5)
@pytest.mark.parametrize(("name", "patience"), PARTS)
def test_turns_agree(name: str, patience: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of turns is the same for all bounds, with parts of a few turns and with long
    ones.
    """
    monkeypatch.setattr(function_writer, "WORK_LIMIT", patience)
    monkeypatch.setattr(function_writer, "FEW", 2)
    fixed = " ; ".join(f": fixed{k} {a} {b} {BODIES[name]}" for k, (a, b) in enumerate(BOUNDS))
    names = [f"fixed{k}" for k in range(len(BOUNDS))]
    pair = pair_with(f": subject {BODIES[name]} ; {fixed} ;", "subject", *names)
    for k, (limit, start) in enumerate(BOUNDS):
        for text in (f"{limit} {start} subject", f"fixed{k}"):
            assert observe(pair.native, text) == observe(pair.plain, text), text


def test_many_turns_agree() -> None:
    """There are more turns than between two checks of the host."""
    pair = pair_with(": subject 0 ROT ROT DO I XOR 1+ LOOP ;", "subject")
    text = f"{function_writer.WORK_LIMIT} -5 subject"
    assert observe(pair.native, text) == observe(pair.plain, text)


SLOW = {
    "short loops in a row": ": a " + "10000 0 DO 10 0 DO v1 ++ LOOP LOOP " * 20 + ";",
    "long loops": ": a 100000 0 DO 100000 0 DO v1 ++ LOOP LOOP ;",
    "loops that ask": ": a 1000000 0 DO I 7 AND BEGIN DUP WHILE 1- REPEAT DROP LOOP ;",
    "long primitives": ": a " + "buffer DUP 4 + 1500000 MOVE " * 100 + ";",
    "recursion": ": a 25 steep DROP ;",
    "left at the highest index": ": a -5 2147483647 DO I 2147483647 = IF LEAVE ENDIF LOOP ;",
    "an index that LEAVE sets": ": a 10 0 DO 1 >R LEAVE R> DROP LOOP ;",
}
NEST = """
: steep ( n -- n ) DUP 0> IF 1- DUP RECURSE SWAP RECURSE + ELSE DROP 1 ENDIF ;
{a}
: b {b} ; : c {c} ; : d 1000000 0 DO c LOOP ;
"""


@pytest.mark.parametrize("name", SLOW)
@pytest.mark.sampled(2)
def test_every_nest_of_words_can_be_stopped(name: str) -> None:
    """Words call words, none of which runs for long without a check by itself."""
    run = pair_with(NEST.format(a=SLOW[name], b="a " * 30, c="b " * 30), "d").native
    run.seconds = 0.05
    started = time.thread_time()
    with pytest.raises(forthgame.ScriptError, match="time limit"):
        run.run("d")
    assert time.thread_time() - started < 2.0
    assert run.run("1 2 + .") == "3 "
