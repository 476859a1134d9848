"""Drops from a hand are tallied, and questions about hands are tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generation.agreement import assert_tallied_alike

GAME = """
{{board {size} {{grid}} {{hand}} board}}
{{directions -1 0 {{direction}} n 1 0 {{direction}} s 0 1 {{direction}} e directions}}
{{players {{player}} X {{player}} O {neutral} players}}
{{turn-order {{turn}} X {{turn}} O turn-order}}
{recycle}
1 CONSTANT MAN 2 CONSTANT LORD
: step ( ? -- ) verify friend? NOT verify {asked} verify from here move add-move ;
: north ( -- ) n step ;
: east ( -- ) e step ;
: south ( -- ) s step ;
: put ( -- ) empty? verify {put} add-move ;
{{moves ways {{move}} north {{move}} east {{move}} south moves}}
{{moves puts {{move}} put moves}}
{{pieces {{piece}} man {{moves}} ways {{drops}} puts {{piece}} lord {{moves}} ways {{drops}} puts
  {{piece}} idle {{drops}} puts MAN {{unpromoted}} pieces}}
{{board-setup {{setup}} X man a1 {{setup}} X lord b1 {{setup}} O man c2 {{setup}} O man d2
  board-setup}}
: OnNewGame ( -- ) 2 MAN X in-hand! 1 LORD O in-hand! ;
"""
USUAL = {"size": "4 4", "neutral": "", "recycle": "$recycle ON", "asked": "TRUE", "put": "drop"}
CASES = {
    "drops": {},
    "to the owner": {"recycle": "#ToOwner $recycle !"},
    "a large board": {"size": "9 9"},
    "a neutral player": {"neutral": "{neutral} N"},
    "asks about a hand": {"asked": "MAN current-player in-hand-of 2 <"},
    "asks about the hand of X": {"asked": "MAN X in-hand-of 1 > LORD O in-hand-of 0= OR"},
    "asks about no type": {"asked": "9 X in-hand-of 0="},
    "another type": {"put": "LORD drop-piece"},
    "without the hand": {"put": "create"},
    "asks the type to be dropped": {"put": "current-piece-type MAN <> verify drop"},
}


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", CASES)
def test_drops_from_a_hand_are_tallied(tmp_path: Path, name: str) -> None:
    path = tmp_path / "game.4th"
    path.write_text(GAME.format(**USUAL | CASES[name]), encoding="utf-8")
    assert_tallied_alike(path)
