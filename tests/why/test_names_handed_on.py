"""Tests of `why` for names that reach a word indirectly: helpers, deferred words, repeated
lists.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame

GAME = """{board 3 3 {grid} 2 {array} hand {variable} stage {variable} last-one board}
{directions -1 0 {direction} up 1 0 {direction} down 0 1 {direction} fore directions}
{players {player} Ant {player} Bee players}
{turn-order {turn} Ant {turn} Bee turn-order}
"""
PUT = """{moves puts {move} put moves}
{pieces {piece} stone {drops} puts pieces}
"""


def explained(folder: Path, text: str, question: str, after: tuple[str, ...] = ()) -> str:
    path = folder / "odd.4th"
    path.write_text(GAME + text)
    with forthgame.load(path, native=False) as game:
        state = game.new_game(seed=1)
        for move in after:
            state.play(move)
        return state.explain(question).text()


def test_a_cell_that_a_helper_works_out(tmp_path: Path) -> None:
    text = """: mine ( -- addr ) current-player player-index hand ;
: spend ( -- ) mine -- ;
: put ( -- ) empty? verify mine @ -1 > verify drop COMPILE spend add-move ;
"""
    answer = explained(tmp_path, text + PUT, "Ant stone b2", ("Ant stone a1", "Bee stone a2"))
    assert "`hand` is set in odd.4th:6, by moves in odd.4th:7" in answer
    assert "without effect" not in answer


@pytest.mark.parametrize(
    "store",
    [
        "slot2 5 SWAP !",
        "1 slot2 !",
        "['] stage EXECUTE 1 SWAP !",
        "stage 4 0 FILL",
        "stage 4 ERASE",
    ],
)
def test_addresses_that_are_handed_on(tmp_path: Path, store: str) -> None:
    text = f""": slot ( -- addr ) stage ;
: slot2 ( -- addr ) slot ;
: set-it ( -- ) {store} ;
: put ( -- ) empty? verify stage @ 3 = verify drop COMPILE set-it add-move ;
"""
    answer = explained(tmp_path, text + PUT, "Ant stone b2")
    assert "set by no line" not in answer
    assert "without effect" not in answer
    assert "`stage` is set in odd.4th:7" in answer


def test_an_address_behind_a_choice_is_no_idle_use(tmp_path: Path) -> None:
    text = """: choose ( -- ) 1 here IF stage ELSE last-one ENDIF +! 1 stage ! ;
: put ( -- ) empty? verify stage @ 3 = verify drop COMPILE choose add-move ;
"""
    assert "without effect" not in explained(tmp_path, text + PUT, "Ant stone b2")
    answer = explained(tmp_path, text.replace("here IF", "stage 3 = IF") + PUT, "Ant stone b2")
    assert "named without effect in odd.4th:5" in answer


STEP = """{{symmetries Bee {{asymmetry}} fore up Ant {{symmetry}} fore down symmetries}}
{deferred}
: step ( -- ) {way} verify empty? verify from here move add-move ;
{more}{{moves ms {{move}} step moves}}
{{pieces {{piece}} man {{moves}} ms pieces}}
{{board-setup {{setup}} Ant man c1 {{setup}} Ant man a3 {{setup}} Bee man b2
  {{setup}} Ant man b3 board-setup}}
"""


@pytest.mark.parametrize("deferred", [False, True])
def test_a_direction_that_a_deferred_word_holds(tmp_path: Path, deferred: bool) -> None:
    way, deferred_words = ("way", "DEFER way ' fore IS way") if deferred else ("fore", "")
    text = STEP.format(deferred=deferred_words, way=way, more="")
    answer = explained(tmp_path, text, "man b2 - c2", ("man a3 - a2",))
    assert "-fore (up)->" in answer
    assert "turned to `up` for Bee (odd.4th:5)" in answer


def test_only_the_lines_that_turn_a_direction_for_the_player_are_named(tmp_path: Path) -> None:
    text = STEP.replace("}} fore up Ant", "}} fore up\nAnt").format(
        deferred="", way="fore", more=""
    )
    answer = explained(tmp_path, text, "man c1 - c2")
    assert "turned to `down` for Ant (odd.4th:6)" in answer


def test_a_list_that_is_given_again(tmp_path: Path) -> None:
    more = ": again ( -- ) down verify step ;\n{moves ms {move} step {move} again moves}\n"
    text = STEP.format(deferred="", way="fore", more=more)
    answer = explained(tmp_path, text, "man c1 - c3")
    assert "twice" not in answer
    assert "are ms (odd.4th:10): `step`" in answer


@pytest.mark.parametrize("run", ["DEFER way : go early @ IS way way ;", ": go early @ EXECUTE ;"])
def test_a_token_taken_before_the_symmetries(tmp_path: Path, run: str) -> None:
    """The direction is not turned, as in a word that stands before them."""
    text = f"CREATE early ' fore ,\n{STEP.format(deferred=run, way='go', more='')}"
    text = text.replace("Ant man b3", "Ant man c3")
    answer = explained(tmp_path, text, "man b2 - b1", ("man a3 - b3",))
    assert "-fore-> c2" in answer
    assert "turned to" not in answer
    assert "not turned (odd.4th:6), because its token was taken before {symmetries" in answer


@pytest.mark.parametrize("test", ["must", "['] verify EXECUTE"])
def test_a_test_that_is_run_by_its_token(tmp_path: Path, test: str) -> None:
    text = f"""DEFER must ' verify IS must
: put ( -- ) empty? verify stage @ 3 = {test} drop add-move ;
"""
    answer = explained(tmp_path, text + PUT, "Ant stone b2")
    assert "`stage @ 3 =` gave 0" in answer


@pytest.mark.parametrize("read", ["@ hand 4 ERASE", "@ SWAP !", "@ hand 8 0 FILL"])
def test_what_is_only_read_is_not_set(tmp_path: Path, read: str) -> None:
    text = f""": clear ( addr -- ) stage {read} ;
: put ( -- ) empty? verify stage @ 3 = verify drop COMPILE clear add-move ;
"""
    assert "`stage` is set by no line that names it" in explained(
        tmp_path, text + PUT, "Ant stone b2"
    )
