"""Words that test the phase of the game first."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.generation.test_generation_tiers import play

GAME = """
{{board 4 4 {{grid}} {{variable}} stage board}}
{{directions -1 0 {{direction}} n 1 0 {{direction}} s 0 1 {{direction}} e directions}}
{{players {{player}} X {{player}} O players}}
{{turn-order {{turn}} X {{turn}} O turn-order}}
VARIABLE count   VARIABLE kept
: far ( -- ) 0 BEGIN e WHILE 1+ REPEAT DROP ;
: walk ( -- ) turn-number 4 > verify s verify empty? verify from here move add-move ;
: put ( -- ) {guard} empty? verify far from to drop add-move ;
: put2 ( -- ) {second} empty? verify drop count ++ add-move ;
{{moves walks {{move}} walk moves}}
{{moves puts {{move}} put moves}}
{{moves puts2 {{move}} put2 moves}}
{{pieces {{piece}} man {{moves}} walks {{drops}} puts {{piece}} king {{drops}} puts2
  {{piece}} stone {{moves}} walks pieces}}
{{board-setup {{setup}} X man a4 {{setup}} O stone c3 board-setup}}
: OnIsGameOver ( -- result )
	here from + kept !
	turn-number 14 > IF #DrawScore ELSE stalemate? IF #LossScore ELSE #UnknownScore ENDIF ENDIF ;
"""
GUARDS = [
    "turn-number 4 <= verify", "turn-number 3 > NOT verify", "4 turn-number >= verify",
    "count @ 9 < verify", "count @ 9 < NOT IF EXIT ENDIF", "count @ verify", "count @ 0= verify",
    "count @ 0> turn-number 2 = IF DROP TRUE ENDIF verify", "current-player X = verify",
    "current-player X = IF turn-number 5 < verify ELSE empty? verify ENDIF", "5 verify", "0 verify",
    "turn-number verify", "kept @ 3 <> verify", "kept @ DUP 0< IF DROP 1 ENDIF verify",
    "e verify back turn-number 6 < verify", "e NOT verify turn-number 2 >= verify",
    "turn-number 2 > IF empty? ELSE TRUE ENDIF verify", "stage @ 0= verify",
    "turn-number DUP 3 > verify 7 < verify", "1 2 turn-number < verify DROP",
    "turn-number 5 < turn-number 2 > AND verify", "turn-number 3 = turn-number 4 = OR verify", "",
]  # fmt: skip


def written(folder: Path, guard: str, second: str) -> Path:
    path = folder / "game.4th"
    path.write_text(GAME.format(guard=guard, second=second), encoding="utf-8")
    return path


@pytest.mark.parametrize("k", range(len(GUARDS) // 2))
@pytest.mark.sampled(7)
def test_the_lists_are_those_of_the_interpreter(tmp_path: Path, k: int) -> None:
    """Types have different guards."""
    path = written(tmp_path, GUARDS[k], GUARDS[-1 - k])
    assert play(path, native=True) == play(path, native=False)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_any_two_guards(tmp_path: Path, seed: int) -> None:
    draw = Random(seed)
    first, second = (" ".join(draw.sample(GUARDS, 2)) for _ in range(2))
    path = written(tmp_path, first, second)
    assert play(path, native=True) == play(path, native=False)
