"""First sentences about a flag that stands in the script, and about the variables of a score."""

from __future__ import annotations

from pathlib import Path

from answering import answer

SCRIPT = """{board 3 3 {grid} {variable} white-taken {variable} black-taken board}
{directions -1 0 {direction} n 0 1 {direction} e directions}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
: count-white ( -- ) black-taken ++ ;
: may-take? ( -- ? )
	piece-type 2 = IF TRUE
	ELSE
		piece-type 1 = IF FALSE ELSE TRUE ENDIF
	ENDIF ;
: step ( -- )
	n verify friend? NOT verify enemy? IF may-take? verify COMPILE count-white ENDIF
	from here move add-move ;
: OnEvaluate ( -- n ) white-taken @ black-taken @ - ;
{moves m {move} step moves}
{pieces {piece} p {moves} m {piece} q {moves} m pieces}
{board-setup {setup} White p a1 {setup} Black q a2
	{setup} White p b1 {setup} Black p b2 board-setup}
"""


def test_the_way_to_a_flag_comes_before_it(tmp_path: Path) -> None:
    """FALSE ended the word; the tests that led to it are the reasons."""
    found = answer(tmp_path, SCRIPT, "p b1 x b2")
    assert "`step` (planted.4th:11) needs `piece-type` to be 2; it is 1" in found.answer
    assert "needs `piece-type` to be other than 1; it is 1 (p) (planted.4th:9)" in found.suspects[0]


def test_a_score_names_the_last_store_to_its_variable(tmp_path: Path) -> None:
    found = answer(tmp_path, SCRIPT, "score", ("p a1 x a2",))
    assert "`black-taken` is 1 since move 1 (`p a1 x a2`), by `++` (planted.4th:5)" in found.answer
