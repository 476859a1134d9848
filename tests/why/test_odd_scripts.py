"""Tests of `why` for scripts with unusual code or unexpected mistakes."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import forthgame
from forthgame.why.answers import explain
from forthgame.why.recording import recorded_runs
from forthgame.why.recording.trial import TimedPeriod, allowed
from forthgame.why.wording.source_notes import named_in

HEAD = """{board 3 3 {grid} {variable} passes 3 {array} score[] board}
{directions -1 0 {direction} n 1 0 {direction} s directions}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
"""
TAIL = """{moves steps {move} step moves}
{pieces {piece} man {moves} steps pieces}
{board-setup {setup} White man a1 {setup} Black man c3 board-setup}
"""
STEP = ": step n verify empty? verify from here move add-move ;\n"


DROPS = """{moves puts {move} put moves}
{pieces {piece} man {drops} puts pieces}
"""


def explained(folder: Path, text: str, question: str, tail: str = TAIL) -> str:
    """Return the answer of `why` at the beginning of a game."""
    path = folder / "odd.4th"
    path.write_text(HEAD + text + tail)
    with forthgame.load(path, native=False) as game:
        return game.new_game(seed=1).explain(question).text()


def test_a_list_that_an_event_leaves_hides_no_moves(tmp_path: Path) -> None:
    """The list is dropped when OnGenerateMoves ends."""
    text = STEP + ": OnGenerateMoves current-player 0 0 $GenerateMoves ;\n"
    answer = explained(tmp_path, text, "man a1 - a2")
    assert answer.startswith("man a1 - a2 is legal: `step` (odd.4th:5) makes it")


COPIED = """: ahead ( -- ? )
  $CloneBoard
  0 a1 board[] ! a1 to ASK a2 to
  $DeallocateBoard ;
: step n verify ahead verify from here move add-move ;
"""


@pytest.mark.parametrize(
    ("asks", "answer"),
    [
        ("empty?", "held: `empty?` gave -1 (odd.4th:7): a1 was empty on a copy of the board"),
        ("friend?", "ended it: `friend?` gave 0 (odd.4th:7): a1 was empty on a copy of the board"),
        ("a1 empty-at?", "a1 was empty on a copy of the board"),
    ],
)
def test_what_stood_on_a_copy_of_the_board(tmp_path: Path, asks: str, answer: str) -> None:
    """In a look for check, the piece has left its position on the copy."""
    text = explained(tmp_path, COPIED.replace("ASK", asks), "man a1 - a2")
    assert answer in text, text
    assert "a1 holds" not in text


def test_what_stood_on_the_board_while_a_word_had_changed_it(tmp_path: Path) -> None:
    """Through `board[]`, and back."""
    text = STEP.replace("empty?", "1 a2 board[] ! empty? 0 a2 board[] !")
    answer = explained(tmp_path, text, "man a1 - a2")
    assert "`empty?` gave 0: a2 held man then" in answer, answer


@pytest.mark.slow
def test_a_move_word_that_calls_itself_without_end(tmp_path: Path) -> None:
    """The answer reports the recursion and the moves made before; equal calls are counted."""
    text = ": step n DROP from here move add-move RECURSE ;\n"
    answer = explained(tmp_path, text, "man a1 - a2")
    assert "man a1 - a2 is not legal: there are no moves at all" in answer
    assert "generating the moves ends with an error in `step` of White man at a1" in answer
    assert "odd.4th:5:39 (64 times) …" in answer


def test_an_array_that_a_word_gets_the_address_of_may_be_set_there(tmp_path: Path) -> None:
    """The answer does not claim that the array is never set."""
    text = """: more ( addr -- ) 1 SWAP +! ;
: note ( n -- ) score[] more ;
: OnMakeAMove 0 note ;
: OnIsGameOver 0 score[] @ 3 > IF #WinScore ELSE #UnknownScore ENDIF ;
"""
    answer = explained(tmp_path, STEP + text, "over")
    assert "`score[]` is handed on in odd.4th:7" in answer
    assert "set by no line" not in answer
    also = text.replace("OnMakeAMove", "OnNewGame 2 0 score[] ! ;\n: OnMakeAMove")
    answer = explained(tmp_path, STEP + also, "over")
    assert "`score[]` is set in odd.4th:8, and handed on in odd.4th:7" in answer
    answer = explained(tmp_path, STEP + text.replace(" more ;", " @ DROP ;"), "over")
    assert "`score[]` is set by no line that names it" in answer


def test_one_trial_and_a_finding_with_one_line(tmp_path: Path) -> None:
    """Words and lines that are counted are counted right."""
    text = (
        STEP.replace("empty?", "turn-number 0<")
        + ": OnGenerateMoves $GenerateMoves $DeallocateMoves ;\n: OnIsGameOver #UnknownScore ;\n"
    )
    answer = explained(tmp_path, text, "over")
    assert "there is no move; move words were tried once:" in answer
    doubted = [line for line in answer.split("\n") if "FG201" in line]
    assert doubted
    assert "odd.4th:6: " in doubted[0]


def test_the_list_of_words_stands_behind_the_first_attempt(tmp_path: Path) -> None:
    """The list names many lines, while the attempt names the one that ended it."""
    answer = explained(tmp_path, STEP.replace("empty?", "FALSE"), "man a1 - a2").split("\n")
    attempt = next(k for k, line in enumerate(answer) if "`step` of White man at a1" in line)
    listed = next(k for k, line in enumerate(answer) if line.startswith("the {moves} of man"))
    assert attempt < listed < next(k for k, line in enumerate(answer) if line.startswith("set up"))
    answer = explained(tmp_path, STEP, "man c3 - c2").split("\n")
    assert any("the turn is for White" in line for line in answer)


def test_a_word_without_moves_is_watched_eight_times(tmp_path: Path) -> None:
    """Further attempts are only counted."""
    text = ": put FALSE verify drop add-move ;\n: OnIsGameOver #DrawScore ;\n"
    answer = explained(tmp_path, text, "over", DROPS)
    assert "there is no move; move words were tried 9 times:" in answer
    assert "`put` of White man at a3 (and 7 more of the first 8): " in answer


def test_an_error_in_making_the_moves_ends_the_question_whether_it_is_over(tmp_path: Path) -> None:
    """The word, its piece, its position and the lines that it ran are named."""
    text = ": step\n\tn verify\n\t1 0 / DROP\n;\n: OnIsGameOver move-count DROP #UnknownScore ;\n"
    answer = explained(tmp_path, text, "over").split("\n")
    told = "whether the game is over is not known: division by zero (odd.4th:7)"
    assert answer[0].startswith(f"{told}; `check` doubts odd.4th:")
    where = answer.index("in `step` of White man at a1 (odd.4th:5, 10)")
    assert answer[where + 1].startswith("it ran, the nearest first: `step` (odd.4th:7, 6)")


def test_words_of_a_better_priority_that_made_no_move(tmp_path: Path) -> None:
    """Such words are listed with their ends, and watched eight times each; others are not."""
    text = ": better FALSE verify drop add-move ;\n: plain empty? verify drop add-move ;\n"
    tail = DROPS.replace("{move} put", "{move} better {move-type} 1 {move} plain {move-type} 2")
    order = "{move-priorities {move-priority} 1 {move-priority} 2 move-priorities}\n"
    answer = explained(tmp_path, text, "White man b2", tail + order).split("\n")
    assert answer[0].startswith("White man b2 is legal: `plain` (odd.4th:6) makes it; ")
    where = answer.index("moves of a better priority would hide it, and these words made none:")
    assert "`better` of White man at a3 (and 7 more of the first 8): " in answer[where + 1]
    assert not any("`plain` of" in line for line in answer[where:])


def test_an_attempt_that_went_across_the_target_is_nearer(tmp_path: Path) -> None:
    """The attempt ranks above one that ended beside it; the order of the list does not matter."""
    text = """{directions -1 0 {direction} n 0 1 {direction} e directions}
: aside e verify FALSE verify from here move add-move ;
: far n verify n verify FALSE verify from here move add-move ;
"""
    tail = TAIL.replace("{move} step", "{move} aside {move} far")
    answer = explained(tmp_path, text, "a1 a2", tail)
    assert "the nearest, `far`: `verify` ended it: " in answer.splitlines()[0], answer


def test_lines_are_found_beside_long_names_in_linear_time() -> None:
    began = time.thread_time()
    assert named_in(["`a.4th:3, 4` " + "b" * 50_000]) == {("a.4th", 3), ("a.4th", 4)}
    assert time.thread_time() - began < 1


def test_numbers_too_long_for_a_line_name_none() -> None:
    assert named_in(["a:" + "1" * 5000]) == set()


def test_what_is_watched_step_by_step_has_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All move words of a turn together; those for which none is left are named."""
    monkeypatch.setattr(explain, "SECONDS", 0.0)
    answer = explained(tmp_path, STEP, "a1 b1")
    assert "cut: `step` of White man at a1 ran on for too long to be watched to the end" in answer
    assert "it ran on for too long to be watched further" in answer
    text = STEP + ": OnIsGameOver #UnknownScore ;\n"
    assert "runs for too long to be watched here" in explained(tmp_path, text, "over")


def test_the_time_of_watching_is_processor_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The load of the machine does not use up the time."""
    with allowed(0.05):
        stretch = TimedPeriod()
        time.sleep(0.1)
        assert not stretch.spent()
    monkeypatch.setattr(recorded_runs, "SECONDS", 0.0)
    monkeypatch.setattr(recorded_runs, "thread_time", lambda: 1.0)
    assert "a1 b1" in explained(tmp_path, STEP, "a1 b1")


def test_making_the_moves_has_a_time_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer states that the moves cannot be explained."""
    monkeypatch.setattr(recorded_runs, "SECONDS", -1.0)
    with pytest.raises(forthgame.ForthgameError, match="takes too long to be explained"):
        explained(tmp_path, STEP, "man a1 - a2")


def test_the_round_of_a_loop_that_made_the_answer(tmp_path: Path) -> None:
    """A later round, whose branch was not taken, did not contribute."""
    text = """: held? ( player -- ? ) FALSE SWAP
  3 0 DO
    DUP I player-at = IF SWAP DROP TRUE SWAP ENDIF
  LOOP DROP ;
: OnIsGameOver current-player held? IF #LossScore EXIT ENDIF #UnknownScore ;
"""
    tail = TAIL.replace("Black man c3", "White man a3")
    answer = explained(tmp_path, STEP + text, "over", tail)
    assert "odd.4th:8:23: `IF` led to that: `current-player I player-at =` gave -1" in answer
    assert "nobody) is false" not in answer.split("it ran")[0]


def test_lists_that_were_given_again_hold_no_word(tmp_path: Path) -> None:
    """For the word that made the move before, the lines of the used list are shown."""
    before = "{moves steps {move} step moves}\n"
    path = tmp_path / "odd.4th"
    path.write_text(HEAD + STEP + before + STEP + TAIL)
    with forthgame.load(path, native=False) as game:
        state = game.new_game(seed=1)
        state.play("man a1 - a2")
        answer = state.explain("man c3 - c2").text()
    assert "the move before was `man a1 - a2` of `step` (odd.4th:7, 8)" in answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("king a1 - a2", "odd has no piece `king`: its pieces are man"),
        ("man a1 - a9", "odd has no position `a9`"),
        ("partial 1 king a1 x z1", "odd has no position `z1`"),
    ],
)
def test_what_the_game_does_not_have_is_said(tmp_path: Path, question: str, answer: str) -> None:
    assert answer in explained(tmp_path, STEP, question)
    assert "odd has no" not in explained(tmp_path, STEP, "man a1 - b1")
