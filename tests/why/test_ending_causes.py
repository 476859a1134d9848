"""Tests that answers about the end of a game name what set what the ending reads."""

from __future__ import annotations

from pathlib import Path

from answering import answer

SCRIPT = """{board 1 6 {grid}
 {variable} white-lost
board}
{directions 0 1 {direction} east 0 -1 {direction} west directions}
{players {player} White {player} Black {neutral} ?Ball players}
{symmetries Black {symmetry} east west symmetries}
{turn-order {turn} White {of-type} walk {turn} Black {of-type} walk turn-order}
: white-loses ( -- ) white-lost ++ ;
: taken ( -- )
 enemy? IF
  COMPILE white-loses
 ENDIF ;
: go ( -- )
 east verify
 friend? NOT verify
 from here move
 taken
 add-move ;
: roll ( -- ) east verify empty? verify from here move add-move ;
{moves man-moves {move} go {move-type} walk moves}
{moves ball-moves {move} roll {move-type} rolling moves}
{pieces {piece} man {moves} man-moves {piece} ball {moves} ball-moves pieces}
{board-setup
 {setup} White man a1 {setup} White man e1 {setup} Black man f1 {setup} ?Ball ball c1
board-setup}
VARIABLE where-king
: ball-at ( -- pos )
 6 0 DO
  I piece-type-at ball = IF I where-king ! ENDIF
 LOOP
 where-king @ ;
: OnIsGameOver ( -- score )
 white-lost @ 0> IF
  current-player White = IF #LossScore ELSE #WinScore ENDIF
 ELSE
  ball-at 5 = IF #DrawScore ELSE #UnknownScore ENDIF
 ENDIF ;
"""
TAKEN = ("man a1 - b1", "man f1 x e1")


def test_what_the_last_move_did_not_run(tmp_path: Path) -> None:
    """The test is named that kept the capture from being counted."""
    script = SCRIPT.replace(" enemy? IF\n  COMPILE", " friend? IF\n  COMPILE")
    said = answer(tmp_path, script, "not over", TAKEN).answer
    assert "`man f1 x e1` did not run `white-loses` (planted.4th:11): in `taken`, `IF` (" in said
    assert "planted.4th:10) went the other way" in said


def test_the_move_that_ended_it(tmp_path: Path) -> None:
    said = answer(tmp_path, SCRIPT, "over", TAKEN).answer
    assert "`white-lost` is 1 since move 2 (`man f1 x e1`), by `++` (planted.4th:8)" in said


def test_a_turn_of_a_type_that_the_player_lacks(tmp_path: Path) -> None:
    """Nobody has a move, and the type that the turn asks for is named with its line."""
    script = SCRIPT.replace("{turn} White {of-type} walk", "{turn} White {of-type} rolling")
    script = script.replace("ball-at 5 =", "stalemate?").replace("#DrawScore", "#LossScore")
    said = answer(tmp_path, script, "over").answer
    assert "no move: `go` was not tried" in said
    assert "asks for moves of type rolling (planted.4th:7)" in said


def test_a_loop_that_is_one_short(tmp_path: Path) -> None:
    """The limit of the loop comes before the variable that it left as it was."""
    script = SCRIPT.replace(" 6 0 DO", " 5 0 DO").replace("ball c1", "ball f1")
    script = script.replace("{setup} Black man f1", "{setup} Black man d1")
    said = answer(tmp_path, script, "not over").answer
    assert "with `6` for `5` in `ball-at` (planted.4th:28) it would be draw" in said


def test_the_nearest_comparison(tmp_path: Path) -> None:
    """If no change is likely, the comparison is told that fails by the least."""
    script = SCRIPT.replace("white-lost @ 0>", "white-lost @ 3 >")
    script = script.replace("ball-at 5 =", "white-lost @ 9 >")
    said = answer(tmp_path, script, "not over", TAKEN).answer
    assert "`white-lost @ 3 >` gave 0: `white-lost @` 1 > 3 is false" in said
    assert "since move 2" in said
