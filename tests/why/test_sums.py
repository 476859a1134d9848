"""Tests of `why score`: sums of loops, in whatever way they keep the sum."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame

SCRIPT = """{board 1 4 {grid} board}
{directions 0 1 {direction} e directions}
{players {player} A {player} B players}
{turn-order {turn} A {turn} B turn-order}
: put empty? verify drop add-move ;
{moves puts {move} put moves}
{pieces {piece} p {drops} puts pieces}
: weight ( -- n ) not-empty? IF 5 ELSE 2 ENDIF ;
: total ( -- n ) LOOP-HERE ;
: OnEvaluate ( -- score ) total ;
"""


@pytest.mark.parametrize(
    ("loop", "answer"),
    [
        ("0 a1 to BEGIN weight + e NOT UNTIL", "0 + 5, the first of 4 times, together 14"),
        ("0 a1 to BEGIN weight SWAP + e NOT UNTIL", "5 + 0, the first of 4 times, together 14"),
        ("0 a1 to BEGIN weight 3 + DROP 1+ e NOT UNTIL", "5 + 3, the first of 4 times"),
    ],
)
def test_what_is_added_in_all_rounds(tmp_path: Path, loop: str, answer: str) -> None:
    path = tmp_path / "sums.4th"
    path.write_text(SCRIPT.replace("LOOP-HERE", loop))
    with forthgame.load(path, native=False) as game:
        state = game.new_game(seed=1)
        state.play("A p a1")
        state.play("B p c1")
        lines = state.explain("score").text().splitlines()
    assert [line.split(": ", 1)[1] for line in lines if "of 4 times" in line and "`+`" in line] == [
        answer
    ]
