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


def explained(folder: Path, text: str, question: str, after: str = "") -> str:
    """Return the answer of `why`."""
    path = folder / "clumsy.4th"
    path.write_text(HEAD + text + TAIL)
    with forthgame.load(path, native=False) as game:
        state = game.new_game(seed=1)
        if after:
            state.play(after)
        return state.explain(question).text()


def test_the_move_that_was_made_comes_before_where_a_word_went_on(tmp_path: Path) -> None:
    """The IF held at the target; the difference is listed after the move that was made."""
    answer = explained(tmp_path, HOP, "man a1 - a2")
    assert "clumsy.4th:9:26: `step` of White man at a1: added `man a1 - a2 x a3`" in answer
    assert "it has `x a3` besides" in answer
    assert "decided there" not in answer


def test_a_partial_move_lacks_no_more_than_that(tmp_path: Path) -> None:
    board = OVER.replace("n verify enemy? verify n verify", "e verify")
    plain = explained(tmp_path, board.format(partial=""), "partial 0 man a1 - b1 x a3")
    assert "it lacks `partial 0`\n" in plain
    opened = explained(tmp_path, board.format(partial="partial"), "man a1 - b1 x a3")
    assert "it has `partial 0` besides\n    lets the player go on, with any piece" in opened
    assert "(`partial`, clumsy.4th:8)" in opened


def test_an_expression_has_all_its_words_or_their_values(tmp_path: Path) -> None:
    over = explained(tmp_path, SUM, "over")
    score = explained(tmp_path, SUM, "score")
    for answer in (over, score):
        assert "height[] C@" in answer
        for fragment in ("` C@", " C@ + height[] C@", "- height[] C@", "+ height[] C@"):
            assert fragment not in answer
    assert "I height[] C@ +` gave" in score


def test_a_turned_direction_does_not_cut_a_way(tmp_path: Path) -> None:
    text = """: go ( 'dir -- )   EXECUTE IF empty? IF from here move add-move ENDIF ENDIF back ;
: step ( -- )   ['] n go ['] e go ;
"""
    answer = explained(tmp_path, text, "man a3 - d3", "man a1 - b1")
    assert "so too `step`, path a3 -n (s)-> a2: added `man a3 - a2`" in answer


BESIDES = """: points ( n -- )   DROP ;
: step ( -- )
	n verify empty? verify from here move
	{first} {second}
	2 COMPILE-LITERAL COMPILE points
	add-move ;
"""


def test_parts_in_another_order_are_no_others(tmp_path: Path) -> None:
    text = BESIDES.format(first="a3 capture-at", second="a4 capture-at")
    answer = explained(tmp_path, text, "man a1 - a2 x a4 x a3")
    assert "it has the same parts in another order: `x a3`, `x a4`, not `x a4`, `x a3`\n" in answer
    assert "besides" not in answer
    assert "lacks" not in answer


def test_what_a_part_came_from(tmp_path: Path) -> None:
    """A promotion is a part of its own, and a compiled number is not taken for a position."""
    text = BESIDES.format(first="White change-owner", second="c3 capture-at")
    answer = explained(tmp_path, text, "man a1 - a2 = White")
    assert "it has `x c3` besides\n    takes what stands on c3 (`capture-at`" in answer
    assert "hands on 2" not in answer.partition("path:")[0]
    answer = explained(tmp_path, text, "man a1 - a2 x c3")
    assert "it has `= White` besides\n    gives the piece on a2 to White (`change-owner`" in answer


def test_a_true_if_of_the_caller_ended_nothing(tmp_path: Path) -> None:
    text = """: go ( 'dir -- )   back EXECUTE IF empty? IF from here move add-move ENDIF ENDIF ;
: step ( -- )   ['] s go   from 2 MOD 0= IF ['] e go ENDIF ;
"""
    answer = explained(tmp_path, text.replace("2 MOD", "1 MOD"), "a1 c1")
    assert "turned back; `IF` decided: `s` gave 0: s leads nowhere from a1" in answer


def test_a_slide_that_is_stopped_behind_the_target(tmp_path: Path) -> None:
    """The failed test at the target is named, whatever stops the slide."""
    text = """: slide ( 'dir -- )
	BEGIN DUP EXECUTE IF empty? ELSE FALSE ENDIF WHILE
		here a2 <> IF from here move add-move ENDIF
	REPEAT DROP back ;
: step ( -- )   ['] n slide ['] e slide ;
"""
    answer = explained(tmp_path, text, "man a1 - a2")
    assert "came to a2 and went on; `IF` decided there: `here a2 <>` gave 0" in answer


def test_a_die_whose_turn_it_would_be_has_no_result(tmp_path: Path) -> None:
    path = tmp_path / "die.4th"
    path.write_text("""{board 3 1 {grid} board}
{directions -1 0 {direction} n directions}
{players {player} Ann {player} Bob {player} ?Die players}
{turn-order {turn} Ann {turn} ?Die {turn} Bob {turn} ?Die turn-order}
: step ( -- )   n verify empty? verify from here move add-move ;
: rest ( -- )   Pass ;
{moves steps {move} step moves} {moves rests {move} rest moves}
{pieces {piece} man {moves} steps {piece} die {moves} rests pieces}
{board-setup {setup} Ann man a1 {setup} ?Die die a3 board-setup}
: home ( -- )   a2 empty-at? NOT IF Ann wins Bob loses ENDIF ;
{endings home {ending} there endings}
""")
    with forthgame.load(path, native=False) as game:
        state = game.new_game(seed=1)
        state.play("man a1 - a2")
        for question in ("over", "man a1 - a2"):
            answer = state.explain(question).text()
            assert "the game is over: Ann wins (there)" in answer
            assert "draw" not in answer


def test_a_chain_of_many_terms_tells_the_last_ones(tmp_path: Path) -> None:
    text = """: step ( -- )   n verify FALSE 15 0 DO I a1 = I a2 = AND OR LOOP here b2 = OR verify
	from here move add-move ;
"""
    answer = explained(tmp_path, text, "man a1 - a2")
    assert "`0` gave" not in answer
    assert "`here b2 =` gave 0" in answer


def test_drops_elsewhere_come_after_the_one_that_is_requested(tmp_path: Path) -> None:
    path = tmp_path / "drops.4th"
    path.write_text("""{board 4 4 {grid} board}
{directions -1 0 {direction} n directions}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
: gun ( -- )   n verify enemy? verify back drop add-move ;
: place ( -- )   empty? verify drop a4 friend-at? IF b4 capture-at ENDIF add-move ;
{moves puts {move} gun {move} place moves}
{pieces {piece} stone {drops} puts pieces}
{board-setup {setup} Black stone b4 {setup} Black stone a4 board-setup}
""")
    with forthgame.load(path, native=False) as game:
        answer = game.new_game(seed=1).explain("White stone c2 x b4").text()
    first = next(line for line in answer.splitlines() if line.startswith(str(path)))
    assert "`place` of White stone at c2: added `White stone c2`" in first


def test_each_store_is_named(tmp_path: Path) -> None:
    """Stores after DUP and SWAP, and of bytes, are named too."""
    text = """: grow ( pos -- )   height[] DUP C@ 1+ SWAP C! ;
: ready ( pos -- )   height[] 1 SWAP C! ;
: reset ( pos -- )   0 SWAP height[] C! ;
: step ( -- )   here height[] C@ 1 > verify here grow here reset here ready ;
"""
    answer = explained(tmp_path, text, "man a1 - a2")
    assert "`height[]` is set in clumsy.4th:6, 7, 8" in answer
    assert "without effect" not in answer
