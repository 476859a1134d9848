"""Tests of numbers that are computed from the board, positions and variables are tallied."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.generation.agreement import assert_alike, assert_tallied_alike, script_in

GAME = """
{{board {size} {size} {{grid}} {{variable}} newest 100 {{array}} count 2 {{array}} points
  3 {{mark}} high 2 {{attribute}} grade board}}
{{directions -1 0 {{direction}} n 1 0 {{direction}} s 0 1 {{direction}} e 0 -1 {{direction}} w
directions}}
{{players {{player}} X {{player}} O players}}
{{turn-order {{turn}} X {{turn}} O turn-order}}
VARIABLE kept VARIABLE lately
CREATE table 3 , 1 , 4 , 1 , 5 , 9 , 2 , 6 ,
: note ( n -- ) DUP newest ! DUP 7 AND SWAP high-now! ;
: go ( -- ) {word} ;
: step-n ( -- ) n verify empty? verify go ; : step-e ( -- ) e verify friend? NOT verify go ;
: step-s ( -- ) s verify friend? NOT verify go ; : step-w ( -- ) w verify empty? verify go ;
{{moves steps {{move}} step-n {{move}} step-e {{move}} step-s {{move}} step-w moves}}
{{pieces {{piece}} man {{moves}} steps {{piece}} king {{moves}} steps pieces}}
{{board-setup {{setup}} X man a1 {{setup}} X king b2 {{setup}} X man c1 {{setup}} X man d3
  {{setup}} O man a4 {{setup}} O king b4 {{setup}} O man c3 {{setup}} O man d4 board-setup}}
: OnNewGame ( -- ) 16 0 DO I 3 * 7 MOD I count ! LOOP 5 kept ! ;
: OnNextTurn ( -- ) kept @ 3 * turn-number + 1013 MOD kept ! ;
: OnIsGameOver ( -- result )
  stalemate? IF #LossScore EXIT ENDIF
  turn-number 30 > IF #DrawScore ELSE #UnknownScore ENDIF ;
"""
MADE = "from here move here COMPILE-LITERAL COMPILE note add-move"
TESTS = {
    "a remainder of the turn": "turn-number 2 MOD 0=",
    "two cells": "0 points @ 1 points @ <=",
    "another player": "next-player X =",
    "a cell less one": "newest @ 1- here <>",
    "a cell and a position": "kept @ 15 AND here <",
    "a distance": "newest @ here - ABS 1 >",
    "two items of an array": "from count @ here count @ <= turn-number 2 MOD OR",
    "a sum of fields": "high from high-at + 6 <",
    "items of columns and rows": "here 4 MOD count @ from 4 / 3 + count @ > "
    "here 4 MOD count DUP @ 1+ SWAP later!",
    "a mirrored position": "15 here - friend-at? NOT",
    "an index in two parts": "here $IndexToPosition + 2 MOD 0= kept @ 1 AND OR",
    "a number of the piece": "from piece-at piece OR 3 AND",
    "a row of the board": "here $columns @ / from $columns @ / <> kept @ 2 MOD OR",
}
TWO_RESULTS = "1 5 2 next-player 2048 /MOD DROP + > verify DROP TRUE"
OPERATIONS = ("+", "-", "*", "AND", "OR", "XOR", "MIN", "MAX", "=", "<", ">", "<>", ">=")
SINGLE = ("NEGATE", "ABS", "1+", "1-", "NOT", "0=", "0<", "7 MOD", "3 /", "2*", "5 AND")
LEAVES = (
    "here", "from", "turn-number", "newest @", "here count @", "from count @", "piece-type",
    "from piece-type-at", "high", "grade", "kept @", "current-player player-index", "player",
    "next-player", "here 3 MOD count @", "from 2 / count @", "here 2 AND points @", "here 7 AND",
    "3", "-2", "100", "0 points @",
)  # fmt: skip
SEEDS = [pytest.param(k, marks=[] if k < 2 else pytest.mark.slow) for k in range(40)]


def written(folder: Path, test: str, size: int = 4) -> Path:
    return script_in(folder, GAME.format(word=f"{test} verify {MADE}", size=size))


def number(random: Random, depth: int = 0) -> str:
    """Return random words that leave one number."""
    kind = random.random()
    if depth > 3 or kind < 0.3:
        return random.choice(LEAVES)
    if kind < 0.5:
        return f"{number(random, depth + 1)} {random.choice(SINGLE)}"
    one, other = number(random, depth + 1), number(random, depth + 1)
    return f"{one} {other} {random.choice(OPERATIONS)}"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", TESTS)
def test_numbers_that_are_computed(tmp_path: Path, name: str) -> None:
    assert_tallied_alike(written(tmp_path, TESTS[name]))


def test_a_word_that_leaves_two_numbers(tmp_path: Path) -> None:
    """Both are there, although the number that is divided has a known range."""
    assert_alike(written(tmp_path, TWO_RESULTS))


@pytest.mark.parametrize("seed", SEEDS)
def test_random_numbers(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    assert_alike(written(tmp_path, number(random), random.choice((4, 4, 8, 9))))
