"""Causes that the first sentence names: turns, findings, links, long words, old numbers."""

from __future__ import annotations

from pathlib import Path

from answering import answer

ROW = """{board 1 8 {grid} board}
{directions
	{link} next a1 b1
	{link} next b1 d1
	{link} next c1 d1
	{link} next d1 e1
	{link} next e1 f1
	{link} next f1 g1
	{link} next g1 h1
directions}
{players {player} White {player} Black players}
{turn-order {turn} White {of-type} going {turn} Black {of-type} going turn-order}
"""
END = """{moves m {move} go {move-type} going moves}
{pieces {piece} p {moves} m {piece} seed pieces}
{board-setup {setup} White p a1 {setup} Black p h1 board-setup}
"""


def test_the_type_of_the_turn(tmp_path: Path) -> None:
    """A legal move is of the type that the turn asks for."""
    script = f"{ROW}: go ( -- ) next verify empty? verify from here move add-move ;\n{END}"
    found = answer(tmp_path, script, "p a1 - b1")
    assert found.legal
    assert "the turn asks for moves of type going (planted.4th:12)" in found.answer


def test_a_step_past_a_position(tmp_path: Path) -> None:
    """The link that leads elsewhere is named."""
    word = """2 CONSTANT SEED
: go ( -- ) next verify from here move
	next verify SEED create-piece-type next verify SEED create-piece-type add-move ;
"""
    found = answer(tmp_path, ROW + word + END, "p a1 - b1 White seed c1 White seed d1")
    assert "next leads from b1 to d1, not to c1 (planted.4th:4)" in found.answer


def test_a_finding_of_check_in_a_link_that_was_followed(tmp_path: Path) -> None:
    """It is in the first sentence, as the move depends on that line."""
    script = (Path(__file__).parents[1] / "check" / "track-steps-aside.4th").read_text()
    found = answer(tmp_path, script.replace("White man a1", "White man d1"), "man d1 - c2")
    assert "`check` doubts planted.4th:9: `next` leads from d1 to c2" in found.answer


def test_a_direction_that_a_long_word_lacks(tmp_path: Path) -> None:
    """The word is not watched, and is run with other directions."""
    script = """{board 3 3 {grid} board}
{directions -1 0 {direction} n 1 0 {direction} s 0 1 {direction} e 0 -1 {direction} w directions}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
VARIABLE friends
: look ( 'dir -- ) here SWAP EXECUTE IF friend? IF friends ++ ENDIF ENDIF to ;
: lonely? ( -- ? ) 9000 0 DO I DROP LOOP 0 friends !
	['] n look ['] s look ['] e look
	friends @ 0= ;
: go ( -- ) lonely? NOT verify n verify from here move add-move ;
{moves m {move} go moves}
{pieces {piece} p {moves} m pieces}
{board-setup {setup} White p b1 {setup} White p a1 {setup} Black p c3 board-setup}
"""
    found = answer(tmp_path, script, "p b1 - b2")
    assert "`lonely?` goes `n`, `s`, `e` (planted.4th:8) and not `w`" in found.answer
    assert any("`lonely?` ran too long to be watched" in note for note in found.notes)


def test_a_number_with_which_another_word_begins(tmp_path: Path) -> None:
    """A variable that is 0 should have been set, as another word does."""
    word = """VARIABLE least
: lower ( n -- ) DUP least @ < IF least ! ELSE DROP ENDIF ;
: fresh ( -- ) 40 least ! 7 lower ;
: go ( -- ) next verify 5 lower least @ 5 = verify from here move add-move ;
: OnEvaluate ( -- n ) fresh least @ ;
"""
    found = answer(tmp_path, ROW + word + END, "p a1 - b1")
    assert "`least` is 0, and nothing sets it before, as `fresh` (planted.4th:15)" in found.answer
    assert "with 40 `go` would make it" in found.answer
