"""Tests that an answer names the last store of the number that a test reads."""

from __future__ import annotations

from pathlib import Path

from answering import answer

from forthgame.why.wording.source_notes import named_in

SCRIPT = """{board 1 9 {grid}
 {variable} goes-on
 {variable} sixes
board}
{directions 0 1 {direction} east 0 -1 {direction} west directions}
{players {player} White {player} Black players}
{symmetries Black {symmetry} east west symmetries}
{turn-order {turn} White {turn} Black turn-order}
: go-on ( pos -- ) 1+ goes-on ! ;
: +six ( -- ) sixes ++ ;
: no-six ( -- ) 0 sixes ! ;
: jump ( -- )
 goes-on @ 0= goes-on @ 1- here = OR verify
 east verify enemy? verify
 here east verify empty? verify
 from here move
 capture-at
 from COMPILE-LITERAL COMPILE go-on
 1 partial-move-type
 add-move ;
: go ( -- ) sixes @ 2 < verify east verify empty? verify from here move COMPILE +six add-move ;
: wait ( -- ) COMPILE no-six Pass ;
{moves man-moves
 {move} jump {move-type} jumping
 {move} go {move-type} walking
 {move} wait {move-type} walking
moves}
{pieces {piece} man {moves} man-moves pieces}
{board-setup
 {setup} White man a1 {setup} Black man b1 {setup} Black man d1 {setup} Black man i1
board-setup}
: OnNextTurn ( -- ) 0 goes-on ! OnNextTurn ;
"""


def test_the_number_before_the_turn_passed_on(tmp_path: Path) -> None:
    """OnNextTurn stores 0 afterwards; the test has read what the partial move handed on."""
    said = answer(tmp_path, SCRIPT, "partial 1 man c1 - e1 x d1", ("partial 1 man a1 - c1 x b1",))
    assert "by `!` (planted.4th:9), run by moves in planted.4th:18" in said.answer


def test_other_words_that_would_set_it(tmp_path: Path) -> None:
    """The move that resets the count is named beside the one that counted."""
    script = SCRIPT.replace("{setup} Black man b1 {setup} Black man d1 ", "")
    moves = ("man a1 - b1", "man i1 - h1")
    said = answer(tmp_path, script, "man b1 - c1", moves).answer
    assert "so do `no-six`, run by moves in planted.4th:22" in said


def test_files_with_brackets_in_their_names() -> None:
    assert named_in(["it is set (Go-(my-variant).4th:56, 55), and"]) == {
        ("Go-(my-variant).4th", 56),
        ("Go-(my-variant).4th", 55),
    }


def test_the_word_for_the_other_side(tmp_path: Path) -> None:
    """A word that chooses by the player stands where its opposite would make the move."""
    sides = """: mine ( -- pos ) current-player White = IF a1 ELSE i1 ENDIF ;
: theirs ( -- pos ) current-player White = IF i1 ELSE a1 ENDIF ;
"""
    script = SCRIPT.replace(": go (", f"{sides}: go (")
    script = script.replace("sixes @ 2 < verify", "here theirs = verify")
    script = script.replace("{setup} Black man b1 {setup} Black man d1 ", "")
    said = answer(tmp_path, script, "man a1 - b1").answer
    assert "`go` (planted.4th:23) has `theirs` where `mine` would make it (planted.4th:23)" in said
