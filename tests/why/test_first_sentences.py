"""What the first sentence says besides the test that decided."""

from __future__ import annotations

from pathlib import Path

from answering import answer

from forthgame.why.inspection.short_texts import LONGEST_MOVE, named_move

HEAD = """\\ men.4th -- men that step and take
{board 4 4 {grid} board}
{directions -1 0 {direction} n 1 0 {direction} s directions}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
: go ( -- ) from here move add-move ;
: step ( -- ) n verify empty? verify go ;
: back-step ( -- ) s verify empty? verify go ;
: take ( -- ) n verify enemy? verify go ;
"""
TAIL = """
{pieces {piece} man {moves} ways pieces}
{board-setup {setup} White man a2 {setup} White man b2 {setup} Black man b3 board-setup}
"""
TYPED = """{moves ways {move} step {move-type} quiet {move} take {move-type} taking moves}
{move-priorities {move-priority} quiet {move-priority} taking move-priorities}
"""


def test_a_long_move_is_cut() -> None:
    """Sentences about it would not be read otherwise."""
    text = "stone a1 - a2 " + "x b1 " * 40
    assert len(named_move(text)) <= LONGEST_MOVE
    assert named_move("man a1 - a2") == "man a1 - a2"


def test_the_moves_that_a_priority_hides(tmp_path: Path) -> None:
    """The lines of both priorities are named, and where the piece was set up."""
    told = answer(tmp_path, HEAD + TYPED + TAIL, "man a2 - a3").answer
    assert "its type quiet, priority 1 (planted.4th:11), hides the moves of type taking" in told
    assert "White man on a2 was set up in planted.4th:14" in told


def test_a_word_that_no_list_has_is_tried_first(tmp_path: Path) -> None:
    """It would make the move."""
    told = answer(tmp_path, HEAD + "{moves ways {move} step moves}" + TAIL, "man a2 - a1").answer
    assert "`back-step` (planted.4th:8) would make it, and is in no list of moves" in told
