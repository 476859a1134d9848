"""A turn that passed on behind a partial move, as nothing could follow it, and why."""

from __future__ import annotations

from pathlib import Path

from answering import answer

JUMPS = """{board 5 5 {grid} board}
{directions -1 0 {direction} n 0 1 {direction} e directions}
{players {player} White {player} Black players}
{turn-order {turn} White {of-type} steps {turn} Black {of-type} steps turn-order}
VARIABLE last
: note ( pos -- ) last ! ;
: step ( -- )
	n verify empty? verify from here move
	from COMPILE-LITERAL COMPILE note
	2 partial-move-type add-move ;
: shoot ( -- )
	from last @ = verify
	e verify empty? verify create add-move ;
{moves m {move} step {move-type} steps {move} shoot {move-type} shots moves}
{pieces {piece} p {moves} m pieces}
{board-setup {setup} White p b2 {setup} Black p e5 {setup} Black p d1 board-setup}
"""
PARTIAL = "partial 2 p b2 - b3"


def test_why_the_turn_passed_on(tmp_path: Path) -> None:
    """`turn` and `partial` name the test that nothing met, and what gave its variable a value."""
    found = answer(tmp_path, JUMPS, "turn", (PARTIAL,))
    assert found.answer.startswith(
        f"turn 2 is for Black (planted.4th:4), as nothing could follow `{PARTIAL}`: "
        "no legal move begins at b3: `shoot`: `verify` ended it: `from last @ =` gave 0"
    )
    assert "`last` is set in planted.4th:6, by moves in planted.4th:9" in found.answer
    found = answer(tmp_path, JUMPS, "partial", (PARTIAL,))
    assert "nothing could follow `partial 2 p b2 - b3`: no legal move begins at b3" in found.answer
    assert not found.legal


def test_a_turn_that_goes_on(tmp_path: Path) -> None:
    """With the position that the piece has reached, the same player shoots."""
    right = JUMPS.replace("from COMPILE-LITERAL", "here COMPILE-LITERAL")
    found = answer(tmp_path, right, "turn", (PARTIAL,))
    assert found.answer == "turn 1 is for White (planted.4th:4)"


def test_why_there_is_no_move_at_the_end(tmp_path: Path) -> None:
    """The first sentence names the test that a piece would have to meet."""
    script = JUMPS.replace("n verify empty?", "n verify last @ 3 > verify empty?")
    script += ": OnIsGameOver ( -- n ) stalemate? IF #LossScore ELSE #UnknownScore ENDIF ;\n"
    found = answer(tmp_path, script, "over")
    assert (
        "no move: `step` (planted.4th:7) needs `last @` to be more than 3; it is 0 (planted.4th:8)"
    ) in found.answer
