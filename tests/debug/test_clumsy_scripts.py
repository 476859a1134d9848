"""`why` about scripts as people port them: IF for verify, sums in loops, partial moves."""

from __future__ import annotations

from pathlib import Path

import forthgame

HEAD = """{board 4 4 {grid} 16 {carray} height[] board}
{directions -1 0 {direction} n 1 0 {direction} s 0 1 {direction} e directions}
{players {player} White {player} Black players}
{symmetries Black {symmetry} n s symmetries}
{turn-order {turn} White {turn} Black turn-order}
"""
TAIL = """{moves steps {move} step moves}
{pieces {piece} man {moves} steps pieces}
{board-setup {setup} White man a1 {setup} Black man a3 {setup} White man a4 board-setup}
"""
HOP = """: step ( -- )
	n IF empty? IF
		from here move
		n IF enemy? IF capture add-move ENDIF ENDIF
	ENDIF ENDIF ;
"""
OVER = """: passes ( -- )   n verify enemy? verify n verify empty? verify
	from here move
	a3 capture-at {partial}
	add-move ;
: step ( -- )   passes ;
"""
SUM = """: sum ( -- n )
	0 16 0 DO
		I friend-at? IF I height[] C@ + ENDIF
		I enemy-at? IF I height[] C@ - ENDIF
	LOOP ;
: OnNewGame ( -- )   16 0 DO I I height[] C! LOOP ;
: step ( -- )   n verify empty? verify from here move add-move ;
: OnIsGameOver ( -- result )   sum 1 > IF #WinScore ELSE #UnknownScore ENDIF ;
: OnEvaluate ( -- n )   sum ;
"""


def asked(folder: Path, text: str, question: str, after: str = "") -> str:
    """What `why` answers."""
    path = folder / "clumsy.4th"
    path.write_text(HEAD + text + TAIL)
    with forthgame.load(path, native=False) as game:
        state = game.new_game(seed=1)
        if after:
            state.play(after)
        return state.explain(question).text()


def test_the_move_that_was_made_comes_before_where_a_word_went_on(tmp_path: Path) -> None:
    """IF held at the target; what differs comes behind it."""
    told = asked(tmp_path, HOP, "man a1 - a2")
    assert "clumsy.4th:9:26: `step` of White man at a1: added `man a1 - a2 x a3`" in told
    assert "it has `x a3` besides" in told
    assert "decided there" not in told


def test_a_partial_move_lacks_no_more_than_that(tmp_path: Path) -> None:
    board = OVER.replace("n verify enemy? verify n verify", "e verify")
    plain = asked(tmp_path, board.format(partial=""), "partial 0 man a1 - b1 x a3")
    assert "it lacks `partial 0`\n" in plain
    opened = asked(tmp_path, board.format(partial="partial"), "man a1 - b1 x a3")
    assert "it has `partial 0` besides\n    lets the player go on, with any piece" in opened
    assert "(`partial`, clumsy.4th:8)" in opened


def test_an_expression_has_all_its_words_or_their_values(tmp_path: Path) -> None:
    over = asked(tmp_path, SUM, "over")
    score = asked(tmp_path, SUM, "score")
    for told in (over, score):
        assert "height[] C@" in told
        for fragment in ("` C@", " C@ + height[] C@", "- height[] C@", "+ height[] C@"):
            assert fragment not in told
    assert "I height[] C@ +` gave" in score


def test_a_turned_direction_does_not_cut_a_way(tmp_path: Path) -> None:
    text = """: go ( 'dir -- )   EXECUTE IF empty? IF from here move add-move ENDIF ENDIF back ;
: step ( -- )   ['] n go ['] e go ;
"""
    told = asked(tmp_path, text, "man a3 - d3", "man a1 - b1")
    assert "so too `step`, path a3 -n (s)-> a2: added `man a3 - a2`" in told
