"""A pass that several entries make is tallied: the first one counts, and only once in a list."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generation.agreement import assert_alike, assert_tallied_alike, script_in

GAME = """
{{board {size} {size} {{grid}} board}}
{{directions -1 0 {{direction}} n 0 1 {{direction}} e directions}}
{{players {{player}} X {{player}} O players}}
{{turn-order {turns} turn-order}}
: step ( -- ) n verify empty? verify from here move add-move ;
: side ( -- ) e verify friend? NOT verify from here move {side} add-move ;
: wait ( -- ) from {least} > verify Pass ;
: rest ( -- ) empty? NOT verify {rest} ;
{{moves of-men {men} moves}} {{moves of-kings {kings} moves}}
{{pieces {{piece}} man {{moves}} of-men {{piece}} king {{moves}} of-kings pieces}}
{{board-setup {{setup}} X man a1 {{setup}} X king b2 {{setup}} X man c1 {{setup}} X king d2
  {{setup}} O man a4 {{setup}} O king b4 {{setup}} O man c3 {{setup}} O man d4 board-setup}}
: OnIsGameOver ( -- result )
  stalemate? IF #LossScore EXIT ENDIF
  turn-number 20 > IF #DrawScore ELSE #UnknownScore ENDIF ;
"""
ALL = "{turn} X {turn} O"
PLAIN = {"size": 4, "side": "", "least": 3, "rest": "Pass", "turns": ALL}
BOTH = {"men": "{move} step {move} wait", "kings": "{move} side {move} wait"}
TALLIED = {
    "two types of pieces": PLAIN | BOTH,
    "two words": PLAIN | {"men": "{move} rest {move} step", "kings": "{move} wait {move} side"},
    "twice in a list": PLAIN
    | {"men": "{move} wait {move} step {move} rest", "kings": "{move} side"},
    "a large board": PLAIN | BOTH | {"size": 9},
    "of a type of moves": PLAIN
    | {
        "men": "{move} wait {move-type} slow {move} step {move-type} slow {move} rest",
        "kings": "{move} side {move} rest {move-type} slow",
        "turns": "{turn} X {of-type} slow {turn} O {turn} X {turn} O {of-type} slow",
    },
    "of the end only": PLAIN | BOTH | {"least": 13},
    "in the middle of a turn": PLAIN
    | {
        "rest": "PassNoPartial",
        "men": "{move} rest {move} step",
        "kings": "{move} wait {move} side",
    },
}
ANY = {"in a partial turn": TALLIED["in the middle of a turn"] | {"side": "partial"}}


def written(folder: Path, case: dict[str, object]) -> Path:
    return script_in(folder, GAME.format(**case))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", TALLIED)
def test_several_passes(tmp_path: Path, name: str) -> None:
    assert_tallied_alike(written(tmp_path, TALLIED[name]))


@pytest.mark.parametrize("name", ANY)
def test_passes_of_partial_moves(tmp_path: Path, name: str) -> None:
    assert_alike(written(tmp_path, ANY[name]))
