"""Tests of `why` and `trace` for answers that once misled people with scripts by other authors."""

from __future__ import annotations

from pathlib import Path
from time import process_time

from answering import answer

import forthgame
from forthgame.why.answers import explain
from forthgame.why.debugger.loop_folding import folded_rows

TYPED_PASS = """{board 3 3 {grid} board}
{directions -1 0 {direction} n 1 0 {direction} s directions}
{players {player} White {player} Black players}
{turn-order {turn} White {of-type} normal {turn} Black {of-type} normal turn-order}
{symmetries Black {symmetry} n s symmetries}
: go ( -- ) n verify empty? verify from here move add-move ;
{moves both {move} go {move-type} normal {move} Pass {move-type} quiet moves}
{pieces {piece} a {moves} both {piece} b {moves} both pieces}
{board-setup {setup} White b a1 {setup} White b b1 {setup} Black b c3 board-setup}
"""
LOOKING = """{board 5 5 {grid} board}
{directions -1 0 {direction} n 0 1 {direction} e 1 0 {direction} s directions}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
VARIABLE seen
: look ( -- ) 0 seen ! n IF n IF enemy? IF seen ++ ENDIF ENDIF ENDIF from to ;
: wave ( -- ) look seen @ 1 > verify from e verify here move add-move ;
: leap ( -- ) n verify n verify enemy? NOT verify from here move add-move ;
{moves m {move} wave {move} leap moves}
{pieces {piece} a {moves} m pieces}
{board-setup {setup} White a a1 {setup} Black a a3 board-setup}
"""
HEAVY = """{board 20 20 {grid} board}
{directions -1 0 {direction} n 1 0 {direction} s 0 1 {direction} e 0 -1 {direction} w directions}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
VARIABLE sum
: weigh ( -- ) 0 sum ! 400 0 DO I friend-at? IF sum ++ ENDIF LOOP ;
: try ( 'dir -- ) from to EXECUTE verify empty? verify weigh sum @ 0> verify
  from here move add-move ;
: a ['] n try ;
: b ['] s try ;
: c ['] e try ;
: d ['] w try ;
{moves m {move} a {move} b {move} c {move} d moves}
{pieces {piece} p {moves} m pieces}
: OnNewGame ( -- ) ;
{board-setup SETUP board-setup}
"""
LONG_WORD = """{board 3 3 {grid} board}
{directions -1 0 {direction} n directions}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
: count ( -- ) 20000 0 DO I DROP LOOP ;
: go ( -- ) count n verify empty? verify from here move add-move ;
{moves m {move} go moves}
{pieces {piece} p {moves} m pieces}
{board-setup {setup} White p a1 {setup} Black p c3 board-setup}
"""
LOOPS = """{board 3 3 {grid} board}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
: rounds ( -- ) 40 0 DO 3 0 DO I DROP LOOP LOOP ;
{moves m {move} rounds moves}
{pieces {piece} p {moves} m pieces}
{board-setup {setup} White p a1 board-setup}
"""


def test_a_pass_of_a_piece_that_is_there(tmp_path: Path) -> None:
    """The first type with the word in its list is not on the board; the second one is."""
    found = answer(tmp_path, TYPED_PASS, "Pass")
    assert "the turn asks for moves of type normal (planted.4th:4)" in found.answer
    assert "on the board" not in found.text()


def test_a_word_that_only_looks_comes_after_the_one_that_moves(tmp_path: Path) -> None:
    """Both reach the square, and only one would go there."""
    found = answer(tmp_path, LOOKING, "a a1 - a3")
    assert found.answer == (
        "a a1 - a3 is not legal: `leap` (planted.4th:8) needs no enemy on a3; "
        "a3 holds Black a, as set up in planted.4th:11 (planted.4th:8)"
    )
    assert found.attempts[0].word == "leap"


def test_a_turn_of_many_trials(tmp_path: Path) -> None:
    """Four hundred pieces' words run; the answer is quick, and has the action and the tests."""
    setup = " ".join(
        f"{{setup}} White p {chr(97 + column)}{row}"
        for column in range(0, 20, 2)
        for row in range(1, 21)
    )
    script = HEAVY.replace("SETUP", setup)
    path = tmp_path / "heavy.4th"
    path.write_text(script)
    with forthgame.load(path, native=False) as game:
        state = game.new_game(seed=1)
        state.moves()
        began = process_time()
        legal, illegal = state.explain("a1 b1"), state.explain("a1 a2")
        assert process_time() - began < 4.0
    assert legal.legal
    assert "moves White p from a1 to b1" in legal.text()
    assert "`empty?`" in legal.answer
    assert "`a` (heavy.4th:9) needs a2 to be empty; a2 holds White p" in illegal.answer


def test_a_long_word_is_watched_before_it_adds_the_move(tmp_path: Path) -> None:
    """Its action and tests are there, and the answer says what was cut."""
    found = answer(tmp_path, LONG_WORD, "p a1 - a2")
    assert "moves White p from a1 to a2 (`move`, planted.4th:6)" in found.text()
    assert "`empty?` (planted.4th:6)" in found.answer
    assert "cut: `count` ran too long to be watched; its result was taken as it was" in found.notes


def test_an_attempt_without_an_end_is_not_the_first(tmp_path: Path) -> None:
    """A word for which there is no time comes after one that was watched."""
    script = LONG_WORD.replace("{move} go", "{move} go {move} far").replace(
        "{moves m",
        ": far ( -- ) n verify n verify empty? verify from here move add-move ;\n{moves m",
    )
    script = script.replace("20000 0", "2000000 0")
    found = answer(tmp_path, script, "p a1 - a3")
    assert found.legal
    assert found.attempts[0].word == "far"
    assert explain.SECONDS <= 2


def test_the_other_answers_are_folded_with_their_number(tmp_path: Path) -> None:
    """The last line counts the attempts that are left out."""
    script = (Path(__file__).parent / "porters" / "stones.4th").read_text()
    script = script.replace("libs @ 2 <", "libs @ 1 <")
    text = answer(tmp_path, script, "x d3 B stone d2").text()
    assert "more attempts, farther from it: `--all` shows them" in text.splitlines()[-1]


def test_a_set_up_that_is_loaded_below_its_replacement(tmp_path: Path) -> None:
    """The answer names the file that puts another piece there."""
    rules, _, set_up = LONG_WORD.rpartition("{board-setup")
    (tmp_path / "rules.4th").write_text(rules.replace("{piece} p", "{piece} p {piece} q"))
    (tmp_path / "standard.4th").write_text("\n{board-setup" + set_up)
    own = "LOAD rules.4th\n{board-setup {setup} White q a1 board-setup}\nLOAD standard.4th\n"
    assert (
        "a1 holds White p, as set up in standard.4th:2" in answer(tmp_path, own, "q a1 - a2").answer
    )


def test_a_place_that_is_gone_to_twice(tmp_path: Path) -> None:
    """The second `to` leads elsewhere; the answer names the word."""
    again = "leap ( -- ) here n verify here SWAP to to e verify"
    script = LOOKING.replace("{move} wave ", "").replace("leap ( -- ) n verify n verify", again)
    assert "`leap` (planted.4th:8)" in answer(tmp_path, script, "a a1 - b1").answer


def test_or_for_and_in_a_zone(tmp_path: Path) -> None:
    """A move out of the zone names the line of the zone."""
    zone = ": zone? ( -- ? ) here 10 > here 20 < OR ;\n: leap"
    script = LOOKING.replace(": leap", zone).replace("n verify n verify", "n verify zone? verify")
    assert (
        "`here 10 > here 20 < OR` (planted.4th:9, 8)"
        in answer(tmp_path, script, "a a1 - a2").answer
    )


def test_a_trace_folds_loops_and_names_lines(tmp_path: Path) -> None:
    """The rounds of a loop inside of another one are folded, and then those of the outer one."""
    path = tmp_path / "loops.4th"
    path.write_text(LOOPS)
    with forthgame.load(path, native=False) as game:
        state = game.new_game(seed=1)
        steps = list(game.trace("rounds", "a1", state=state))
        rows = list(folded_rows(steps))
    assert len(steps) > 500
    assert len(rows) < 30
    assert all(row.step is None or row.step.place is not None for row in rows)
    assert any(row.times == 38 or row.times == 39 for row in rows)


def test_a_trace_without_a_loop_is_as_it_was() -> None:
    with forthgame.load("games/tictactoe/tictactoe.4th", native=False) as game:
        state = game.new_game(seed=1)
        word = next(iter(game.declaration.lists.values())).entries[0][0].name
        steps = list(game.trace(word, "a1", state=state))
    assert [row.step for row in folded_rows(steps)] == steps
