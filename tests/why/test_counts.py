"""Counts that begin with a wrong number, numbers of steps, and the limits of answers."""

from __future__ import annotations

from pathlib import Path

from answering import answer

import forthgame

HEAD = """{board 1 8 {grid} {variable} walked board}
{directions 0 1 {direction} e 0 -1 {direction} w directions}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
"""
TAIL = """{moves m {move} go moves}
{moves others {move} rest moves}
{pieces {piece} p {moves} m {piece} stone {moves} others pieces}
{board-setup
	{setup} White p a1 {setup} White p c1 {setup} White stone d1
	{setup} Black p h1 {setup} Black stone g1
board-setup}
"""
REST = ": rest ( -- ) Pass ;\n"


def test_the_number_that_a_count_begins_with(tmp_path: Path) -> None:
    """A count that is one too low lets a move pass; its first number is told first."""
    script = f"""{HEAD}VARIABLE stones
: count-stones ( -- )
	0 stones !
	BEGIN e IF friend? ELSE FALSE ENDIF WHILE stones ++ REPEAT back ;
: go ( -- )
	e verify empty? verify  back count-stones  stones @ 1 < verify
	e verify from here move add-move ;
{REST}{TAIL}"""
    found = answer(tmp_path, script, "p a1 - b1")
    assert "with `1` for `0` in `count-stones` (planted.4th:7)" in found.answer


def test_another_number_of_steps(tmp_path: Path) -> None:
    """The word goes the right way, and the sum that says how far comes before the tests in it."""
    script = f"""{HEAD}: men ( 'dir -- n )
	0 BEGIN OVER EXECUTE WHILE empty? NOT IF 1+ ENDIF REPEAT SWAP DROP back ;
: march ( n 'dir -- )
	BEGIN OVER 1 > WHILE DUP EXECUTE enemy? NOT AND verify SWAP 1- SWAP REPEAT
	EXECUTE friend? NOT AND verify DROP from here move add-move ;
: go ( -- )
	['] e men ['] w men +
	['] e march ;
{REST}{TAIL}"""
    script = script.replace("{setup} White stone d1", "").replace("{setup} Black stone g1", "")
    with_sum = answer(tmp_path, script, "p c1 - f1").answer
    assert "if `+` (planted.4th:11) gave +1 more" in with_sum
    assert "leads nowhere" not in with_sum


def test_the_last_move_leaves_a_flag(tmp_path: Path) -> None:
    """A flag that earlier moves have set is left so by the move before; its word is named."""
    script = f"""{HEAD}: note ( -- ) walked @ NOT walked ! ;
: go ( -- ) walked @ 0= verify e verify empty? verify from here move COMPILE note add-move ;
: rest ( -- ) walked @ verify e verify empty? verify from here move add-move ;
{TAIL}""".replace("{setup} Black p h1", "{setup} White p e1")
    found = answer(tmp_path, script, "p e1 - f1", ("p a1 - b1", "stone g1 - h1"))
    first = found.answer
    assert "`walked` is -1 since move 1" in first, first
    assert "`rest` (planted.4th:7), which made `stone g1 - h1`, does not" in first


def test_a_doubt_comes_before_a_list_of_tests(tmp_path: Path) -> None:
    """It is told once, as a reason."""
    script = f"""{HEAD}: step ( 'dir -- )
	EXECUTE IF
		empty? IF from here move add-move ENDIF
	ENDIF
;
: go ( -- ) ['] w step ['] w step ['] e step ;
{REST}{TAIL}""".replace("{setup} White stone d1", "")
    found = answer(tmp_path, script, "p a1 - b1")
    told = found.text().splitlines()
    assert "makes it; `check` doubts planted.4th:8" in told[0]
    assert not any(row.startswith("`check` doubts planted.4th:8") for row in told)


def test_the_player_who_was_asked_on_the_way_to_an_end(tmp_path: Path) -> None:
    """The first sentence has the test that chose between two sides, in a word of the event."""
    script = f"""{HEAD}: go ( -- ) e verify empty? verify from here move add-move ;
{REST}: held? ( player pos -- ? ) player-at = ;
: lost? ( -- ? )
	current-player White = IF Black 7 held? ELSE White 0 held? ENDIF ;
: OnIsGameOver ( -- result )
	lost? stalemate? OR IF #LossScore ELSE #UnknownScore ENDIF ;
{TAIL}"""
    found = answer(tmp_path, script, "over")
    assert "besides `current-player White =` (planted.4th:9)" in found.answer


def test_how_many_moves_were_played_again(tmp_path: Path) -> None:
    """Of a long game, only the last moves are: the answer says how many."""
    script = f"""{HEAD}: note ( -- ) walked ON ;
: go ( -- ) walked @ verify e verify empty? verify from here move COMPILE note add-move ;
: rest ( -- ) w IF empty? IF from here move add-move ENDIF ENDIF back
	e verify empty? verify from here move add-move ;
{TAIL}""".replace("{setup} White stone d1", "{setup} White stone e1")
    (tmp_path / "planted.4th").write_text(script)
    with forthgame.load(tmp_path / "planted.4th", native=False) as game:
        state = game.new_game(seed=1)
        for there in (True, False) * 24:
            for there_and_back in (("e1", "d1"), ("g1", "f1")):
                start, end = there_and_back if there else there_and_back[::-1]
                state.play(f"stone {start} - {end}")
        said = state.explain("p a1 - b1").answer
    assert "none of the last 40 moves did that" in said


def test_a_pass_that_was_not_tried_before_the_turn_passed_on(tmp_path: Path) -> None:
    """The word is of another type than those that may follow."""
    script = """{board 1 8 {grid} board}
{directions 0 1 {direction} e directions}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
: go ( -- ) e verify empty? verify from here move 1 partial-move-type add-move ;
: stop ( -- ) Pass ;
{moves m {move} go {move-type} 1 {move} stop {move-type} 2 moves}
{pieces {piece} p {moves} m pieces}
{board-setup {setup} White p a1 {setup} White p c1 {setup} Black p h1 board-setup}
"""
    found = answer(tmp_path, script, "Pass", ("partial 1 p a1 - b1",))
    assert "`stop` (planted.4th:6) passes, but was not tried" in found.answer
