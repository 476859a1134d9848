"""Tests of `why` for questions of users who write a first game from the documents."""

from __future__ import annotations

from pathlib import Path

import pytest
from answering import answer

import forthgame
from forthgame.why.wording.explanation import Explanation

HAND = """{board 1 6 {grid} {hand} board}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
: place ( -- ) empty? verify drop add-move ;
: rest ( -- ) Pass ;
{moves drops {move} place {move} rest moves}
{pieces {piece} stone {drops} drops pieces}
: OnNewGame ( -- ) 1 stone White in-hand! 1 stone Black in-hand! ;
"""
TYPED = """{board 1 6 {grid} board}
{players {player} White {player} Black players}
{turn-order {turn} White {of-type} putting {turn} Black turn-order}
: place ( -- ) empty? verify drop add-move ;
: rest ( -- ) Pass ;
: wait ( -- ) Pass ;
{moves drops {move} place {move-type} putting {move} rest {move-type} resting moves}
{moves waits {move} wait {move-type} putting moves}
{pieces {piece} stone {drops} drops {piece} man {moves} waits pieces}
"""


def test_a_pass_of_pieces_that_are_not_in_hand(tmp_path: Path) -> None:
    """The word that would pass is named, and the piece that is missing."""
    found = answer(tmp_path, HAND, "Pass", ("a1", "b1"))
    assert found.answer == f"Pass is not legal: {found.removed[0]}"
    assert found.removed[0].startswith(
        "`rest` (planted.4th:5) passes, but was not tried (planted.4th:6): "
        "White has no stone in hand, so its {drops} are not tried (planted.4th:1)"
    )


def test_a_pass_of_a_type_that_the_turn_leaves_out_and_of_a_missing_piece(tmp_path: Path) -> None:
    """Each word has its own reason."""
    found = answer(tmp_path, TYPED, "Pass")
    assert found.answer == f"Pass is not legal: {found.removed[0]}"
    assert (
        "it makes moves of type resting (planted.4th:7), and the turn asks for" in found.removed[0]
    )
    assert "White has no man on the board, so its {moves} are not tried" in found.removed[1]


def test_a_pass_that_no_word_makes(tmp_path: Path) -> None:
    """Words that cannot pass are not mentioned."""
    found = answer(tmp_path, HAND.replace("{move} rest", ""), "Pass", ("a1", "b1"))
    assert found.answer == "Pass is not legal: no move word of this turn passes"


LAND = """{board 5 5 {grid} {variable} passes board}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
: place ( -- ) empty? verify drop add-move ;
: rest ( -- ) passes @ 1+ passes later! Pass ;
{moves drops {move} place {move} rest moves}
{pieces {piece} stone {drops} drops pieces}
VARIABLE seen
: count ( player -- n )
	player-index 0 ROUNDS 0 DO
		25 0 DO I empty-at? IF 1+ ENDIF LOOP
	LOOP
	SWAP DROP
;
: give ( -- ) White count White score Black count Black score ;
: counted ( -- )
	passes @ 1 > IF
		seen @ IF 0 seen ! ENDIF
		BEGIN seen @ 3 < WHILE seen ++ REPEAT
		give
	ENDIF
;
"""


def decided(found: Explanation) -> list[int]:
    """Return the lines with the deciding tests, in order."""
    return [int(line.split(":")[1]) for line in found.actions if "decided: " in line]


@pytest.mark.parametrize("rounds", [1, pytest.param(100, marks=pytest.mark.slow)])
def test_an_ending_is_decided_in_its_own_word(tmp_path: Path, rounds: int) -> None:
    """Loops that count, and branches and loops that had ended, do not appear, however many."""
    script = LAND.replace("ROUNDS", str(rounds)) + "{endings counted {ending} land endings}\n"
    found = answer(tmp_path, script, "over", ("Pass", "Pass"))
    assert found.answer.startswith("the game is over by the ending `land`")
    assert decided(found) == [17]


def test_a_branch_that_hands_on_to_another_word(tmp_path: Path) -> None:
    """The branch of the ending comes first, then the one around the word with the result."""
    script = (
        LAND.replace("ROUNDS", "1")
        .replace("\t\tgive\n", "\t\tboth\n")
        .replace(
            ": counted",
            ": both ( -- ) White count 3 > IF ['] give EXECUTE ELSE draw ENDIF ;\n: counted",
        )
    )
    found = answer(
        tmp_path, script + "{endings counted {ending} land endings}\n", "over", ("Pass", "Pass")
    )
    assert decided(found) == [18, 16]


def test_a_result_is_decided_around_its_number(tmp_path: Path) -> None:
    """The deciding tests are in OnIsGameOver and in the word that leaves the number; later
    tests are not.
    """
    script = LAND.replace("ROUNDS", "1") + (
        ": verdict ( -- result ) White count 3 > IF #WinScore ELSE #DrawScore ENDIF ;\n"
        ": OnIsGameOver ( -- result )\n"
        "\tpasses @ 2 < IF #UnknownScore EXIT ENDIF\n"
        "\tseen @ IF 0 seen ! ENDIF\n"
        "\tverdict White count DROP\n"
        ";\n"
    )
    found = answer(tmp_path, script, "over", ("Pass", "Pass"))
    assert decided(found) == [25, 23]


SKIPS = """{board 1 6 {grid} board}
{directions 0 1 {direction} e 0 -1 {direction} w directions}
{players {player} White players}
{turn-order {turn} White turn-order}
VARIABLE spot
: stop? ( -- ? ) here c1 <> ;
: look ( -- ) spot @ to w DROP spot @ to ;
: slide-e ( -- )
	BEGIN e empty? AND WHILE
		stop? IF
			here spot !
			LOOK
			from here move add-move
		ENDIF
	REPEAT
;
{moves slides {move} slide-e moves}
{pieces {piece} man {moves} slides pieces}
{board-setup {setup} White man a1 board-setup}
"""


@pytest.mark.parametrize("look", ["", "look", "from here move look add-move spot @ to"])
@pytest.mark.parametrize("question", ["a1 c1", "man a1 - c1"])
def test_a_slide_that_skips_the_square_that_is_requested(
    tmp_path: Path, look: str, question: str
) -> None:
    """The branch that was taken there comes first, not the end of the loop; the path ends there."""
    found = answer(tmp_path, SKIPS.replace("LOOK", look), question)
    first = found.attempts[0]
    assert first.place is not None
    assert first.place.line == 10
    assert first.ended.startswith("came to c1 and went on; `IF` decided there: `here c1 <>` gave 0")
    assert first.path == ("a1 -e-> b1 (planted.4th:9)", "-e-> c1 (planted.4th:9)")


def test_a_slide_that_only_looked_at_the_square(tmp_path: Path) -> None:
    """Tests of neighbours on the way do not count as visits; `path:` omits them once undone."""
    script = SKIPS.replace("LOOK", "spot @ to e DROP spot @ to").replace("here c1 <>", "here b1 =")
    found = answer(tmp_path, script, "a1 d1")
    first = found.attempts[0]
    assert first.path[-1].startswith("-e-> d1")
    assert all(
        "to" not in part.split(" ")[0] for attempt in found.attempts for part in attempt.path
    )


def test_a_pass_that_is_in_the_list_already(tmp_path: Path) -> None:
    """A word that passes is tried at each position, and adds the pass once."""
    script = LAND.replace("ROUNDS", "1")
    found = answer(tmp_path, script, "Black stone a1", ("a1",))
    ended = {attempt.word: attempt.ended for attempt in found.attempts}
    assert ended["rest"] == "`Pass` added nothing, because a pass is in the list already"


def test_who_ended_the_game(tmp_path: Path) -> None:
    """No event is named that the script does not have; an ending is."""
    found = answer(tmp_path, HAND, "Pass", ("a1", "b1"))
    assert "the game is over: draw for White, as there is no move" in found.removed
    script = LAND.replace("ROUNDS", "1") + "{endings counted {ending} land endings}\n"
    found = answer(tmp_path, script, "Black stone a1", ("a1", "Pass", "Pass"))
    assert "the game is over by the ending `land`: draw for Black" in found.removed


def test_the_set_up_of_a_position_that_was_loaded(tmp_path: Path) -> None:
    """Pieces that the script has placed are not listed as set up."""
    path = tmp_path / "planted.4th"
    path.write_text(SKIPS.replace("LOOK", ""))
    with forthgame.load(path, native=False) as game:
        start = game.new_game(seed=1)
        assert "set up: a1: White man (planted.4th:19)" in start.explain("a1 c1").notes
        start.play("man a1 - b1")
        loaded = game.position(start.to_text())
        notes = loaded.explain("a1 c1").notes
    assert "the script's set-up has: a1: White man (planted.4th:19)" in notes


HOLES = """
{board 3 3 {grid} {kill} b3 {kill} c3 board}
{directions -1 0 {direction} n 1 0 {direction} s 0 1 {direction} e {unlink} s a3 directions}
{players {player} White players}
{turn-order {turn} White turn-order}
: go ( 'dir -- ) EXECUTE verify empty? verify from here move add-move ;
: south ( -- ) ['] s go ;
: east ( -- ) ['] e go ;
{moves steps {move} south {move} east moves}
{pieces {piece} man {moves} steps pieces}
{board-setup {setup} White man a3 {setup} White man b2 board-setup}
"""


def test_a_grid_with_holes(tmp_path: Path) -> None:
    """Numbers of positions do not show their places."""
    path = tmp_path / "holes.4th"
    path.write_text(HOLES)
    with forthgame.load(path, native=False) as game:
        notes = game.new_game(seed=1).explain("a3 a2").notes
    assert "no direction leads from a3 to a2, as `s` might (holes.4th:3)" in notes
    assert "set up: a3: White man (holes.4th:11); a2: nothing (b2 in holes.4th:11)" in notes
