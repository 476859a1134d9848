"""Computed ranges of the results of words contain the actual results."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

import forthgame
from forthgame.analysis.intervals import ANY, IntervalAnalysis, Range
from forthgame.analysis.program import Program
from forthgame.rules.facts.index_bounds import IndexBounds

CALLED = """
: small ( -- n ) 3 ;
: either ( n -- n ) IF 2 ELSE 5 ENDIF ;
: sums ( n -- n ) 3 MOD 4 + ;
: twice ( n -- n n ) DUP 1+ ;
: again ( n -- n ) DUP 0 > IF 1- RECURSE ENDIF ;
"""
KNOWN = {  # the body of a word, and its result
    "7": (7, 7),
    "7 2 -": (5, 5),
    "small 1+ NEGATE": (-4, -4),
    "0 either": (2, 5),
    "9 sums": (2, 6),
    "kept @ 15 AND": (0, 15),
    "kept @ 4 MOD": (-3, 3),
    "kept @ ABS 15 AND 4 MOD": (0, 3),
    "kept @ 0= 1+": (0, 1),
    "kept @ 3 MIN 1 MAX": (1, 3),
    "kept @ IF 4 ELSE kept @ IF 9 ELSE -2 ENDIF ENDIF": (-2, 9),
    "0 8 2 DO DROP I 2 * LOOP": (4, 14),
    "0 3 0 DO 5 0 DO DROP J LOOP LOOP": (0, 2),
    "0 3 0 DO kept @ IF LEAVE ENDIF DROP I LOOP": ANY,
    "0 5 5 DO DROP I LOOP": (5, 5),
    "0 BEGIN 1+ DUP 100 > UNTIL": ANY,
    "2147483647 1+": ANY,
    "5 small >R 1+ R> +": (9, 9),
    "4 5 6 2 PICK": (4, 4),
    "6 again": ANY,
    "2 twice": ANY,
    "4 ['] small EXECUTE": ANY,
    "kept @ 7 /": (-306783378, 306783378),
    "kept @ 127 AND 8 /": (0, 15),
    "-7 2 /": (-3, -3),
    "7 -7 MOD": ANY,
}
NUMBERS = (-9, -2, -1, 0, 1, 2, 3, 7, 31, 64, 2147483647, -2147483648)
PLAIN = ("1+", "1-", "NEGATE", "0=", "0<", "either", "sums", "twice DROP", "NOT", "15 AND", "3 MAX")
JOINING = (
    "+",
    "-",
    "*",
    "AND",
    "OR",
    "MIN",
    "MAX",
    "=",
    "<",
    "OVER + SWAP DROP",
    "SWAP -",
    "2DUP + + +",
)


def ranges_of(machine: forthgame.Machine) -> IntervalAnalysis:
    """The ranges of a machine's words."""
    code = machine.forth.code
    return IntervalAnalysis(Program(code), players=2)


def left_by(machine: forthgame.Machine, name: str) -> Range:
    """Return the possible values on top at the end of a word."""
    found, ranges = [], ranges_of(machine)
    function = ranges._program.function(machine.forth.word(name).entry)
    for cell, instruction in function.instructions.items():
        if instruction.name == "EXIT":
            found.append(ranges.before(function, cell))
    return min(low for low, _ in found), max(high for _, high in found)


@pytest.mark.parametrize("body", KNOWN)
def test_what_is_known(body: str) -> None:
    machine = forthgame.Machine()
    machine.run(f"VARIABLE kept {CALLED} : w {body} ;")
    assert left_by(machine, "w") == KNOWN[body]


def body_of(draw: random.Random, depth: int = 0) -> str:
    """Words that leave one number."""
    kind = draw.randrange(9 if depth < 4 else 2)
    if kind == 0:
        return str(draw.choice(NUMBERS))
    if kind == 1:
        return "kept @"
    inner = body_of(draw, depth + 1)
    if kind in (2, 3):
        return f"{inner} {draw.choice(PLAIN)}"
    other = body_of(draw, depth + 1)
    if kind in (4, 5):
        return f"{inner} {other} {draw.choice(JOINING)}"
    if kind == 6:
        divided = draw.choice(("MOD", "/"))
        return f"{inner} {draw.randint(1, 9)} {divided}"
    if kind == 7:
        return f"{inner} IF {other} ELSE {body_of(draw, depth + 1)} ENDIF"
    low, high = draw.randint(-3, 3), draw.randint(-3, 6)
    turns = f"{high} {low} DO DROP {draw.choice(('I', f'{other} I +', 'kept ++ I'))} LOOP"
    return f"{inner} {turns}"


@given(st.integers(0, 1 << 40))
@settings(max_examples=150, deadline=None)
def test_no_word_leaves_anything_else(seed: int) -> None:
    draw = random.Random(seed)
    body = body_of(draw)
    machine = forthgame.Machine()
    machine.run(f"VARIABLE kept {CALLED} : w ( -- n ) {body} ;")
    low, high = left_by(machine, "w")
    for _ in range(4):
        machine.run(f"{draw.choice(NUMBERS)} kept ! w")
        (number,) = machine.stack
        assert low <= number <= high, body
        machine.run("DROP")


WORDS = ("own", "other", "bytes")


def test_an_index_of_a_player(tmp_path: Path) -> None:
    """There are two players: a third one would lead out of the array."""
    found = {}
    for players in ("{player} A {player} B", "{player} A {player} B {player} C"):
        path = tmp_path / "game.4th"
        path.write_text(f"""{{board 3 3 {{grid}} 2 {{array}} of[] 4 {{carray}} few[] board}}
{{players {players} players}} {{turn-order {{turn}} A {{turn}} B turn-order}}
: go ( -- ) here to ;
{{moves ways {{move}} go moves}} {{pieces {{piece}} man {{moves}} ways pieces}}
: own ( -- n ) current-player player-index of[] @ ;
: other ( -- n ) 1 current-player player-index - of[] @ ;
: bytes ( -- n ) 4 0 DO I few[] C@ DROP LOOP 1 few[] @ ;
""")
        with forthgame.load(path, native=False) as game:
            forth = game.forth
            program = Program(forth.code)
            inside = IndexBounds(game.declaration)
            found[players] = [
                inside.stays(program, function, each)
                for function in (program.function(forth.word(n).entry) for n in WORDS)
                for _, each in sorted(function.instructions.items())
                if each.name in ("(ARRAY)", "(BYTES)")
            ]
    assert [*found.values()] == [[True, True, True, False], [False, False, True, False]]
