"""`why` names the guilty line on the first screen, for scripts in the style of other authors."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from answering import answer
from click.testing import CliRunner
from strangers import GO, MANCALA, MILL, PLANTED, Planted

import forthgame
from forthgame.ui.cli.main import forthgame as command

SCREEN = 24  # lines
MORE = "partial\n\tadd-move\n;\n: take-se"
NAMES = {GO: "stones", MANCALA: "pits", MILL: "rows"}


def planted(mistake: Planted) -> tuple[str, int]:
    """The script with the mistake, and the number of the guilty line."""
    assert mistake.right in mistake.script
    text = mistake.script.replace(mistake.right, mistake.wrong, 1)
    assert text.count(mistake.guilty) == 1
    offset = text.index(mistake.guilty) + (mistake.guilty[0] == "\n")
    return text, text[:offset].count("\n") + 1


@pytest.mark.sampled(4)
@pytest.mark.parametrize("mistake", PLANTED, ids=lambda m: f"{NAMES[m.script]}: {m.wrong!r}")
def test_the_guilty_line_stands_on_the_first_screen(mistake: Planted, tmp_path: Path) -> None:
    """The mistakes are in a flood fill, a sowing game, and a game with a word for each
    direction.
    """
    text, line = planted(mistake)
    right = answer(tmp_path, mistake.script, mistake.question)
    wrong = answer(tmp_path, text, mistake.question)
    assert (right.legal, right.answer, right.text()) != (wrong.legal, wrong.answer, wrong.text())
    screen = "\n".join(wrong.text().splitlines()[:SCREEN])
    assert re.search(rf"planted\.4th:{line}\b", screen), f"line {line}\n{wrong.text()}"


def test_scans_rank_behind_the_test_that_ended_the_word(tmp_path: Path) -> None:
    """A flood fill turns back a dozen times before the word ends."""
    text = GO.replace("saved @ OR verify", "saved @ AND verify")
    found = answer(tmp_path, text, "Black stone d5")
    assert found.attempts[0].ended.startswith("`verify` ended it: `liberties @ 0> saved @ AND`")
    assert found.attempts[0].place is not None
    others = [attempt for attempt in found.attempts[1:] if attempt.ended.startswith("turned back")]
    assert sum(1 + len(attempt.twins) for attempt in others) > 4


def test_equal_ends_share_a_place(tmp_path: Path) -> None:
    """The entry shows their number; `everything` shows each, and no attempt is lost."""
    text = GO.replace("saved @ OR verify", "saved @ AND verify")
    found = answer(tmp_path, text, "Black stone d5")
    places = [
        (a.place.line, a.place.column, a.ended.split(";")[0]) for a in found.attempts if a.place
    ]
    assert len(places) == len(set(places))
    assert max(len(attempt.twins) for attempt in found.attempts) >= 2
    hidden = sum(1 + len(attempt.twins) for attempt in found.attempts[found.shown :])
    last = found.text().splitlines()[-1]
    assert last == f"and {hidden} more attempts, farther from it: `--all` shows them"
    every = found.text(everything=True)
    assert "--all" not in every
    assert every.count("`put-stone` of ") == sum(1 + len(a.twins) for a in found.attempts)


def test_words_that_do_the_same_are_folded_and_named(tmp_path: Path) -> None:
    """Words that end at one line in the same way are folded into a line each."""
    with_helper = MILL.replace(
        ": step-ne ( -- ) is-free? verify  ne verify  empty? verify  from here move add-move ;\n"
        ": step-nw ( -- ) is-free? verify  nw verify  empty? verify  from here move add-move ;\n",
        ": go ( ? -- ) verify  empty? verify  from here move add-move ;\n"
        ": step-ne ( -- ) ne go ;\n: step-nw ( -- ) nw go ;\n",
    )
    found = answer(tmp_path, with_helper.replace("Black man c3", "White man c3"), "d2")
    folded = next(a for a in found.attempts if a.twins)
    assert {folded.word, *(twin.word for twin in folded.twins)} >= {"step-ne", "step-nw"}
    assert any("so too `step-n" in line for line in folded.lines())


def test_all_tests_on_the_way_to_an_extra_move(tmp_path: Path) -> None:
    """The tests are in order, including those before a scan, and those that repeat once."""
    found = answer(tmp_path, GO, "Black stone d5")
    tests = found.attempts[0].tests
    assert tests[0].startswith("`verify`")
    assert "`empty?` gave -1: d5 is empty" in tests[0]
    assert "(the first of 4 times)" in "\n".join(tests)
    assert "`liberties` is set in planted" in tests[-1]


def test_what_nothing_has_tested(tmp_path: Path) -> None:
    """A stone was put on a square without a test."""
    found = answer(tmp_path, GO.replace("\tempty? verify\n\tsaved", "\tsaved"), "Black stone e3")
    line = GO[: GO.index("\tto drop add-move")].count("\n")
    sentence = f"nothing asked what stands on e3 before `drop` (planted.4th:{line})"
    assert found.legal
    assert sentence in found.attempts[0].tests


def test_what_a_mirrored_word_asks(tmp_path: Path) -> None:
    """A word of three equal ones lacks a test: another one is named, with both lines."""
    script = MILL.replace("\tnw verify\n\tenemy? verify", "\tnw verify", 1)
    found = answer(tmp_path, script, "d2 b4")
    compared = [test for test in found.attempts[0].tests if test.startswith("compare: ")]
    line = script[: script.index("\tenemy? verify")].count("\n") + 1
    assert any(
        f"has `enemy? verify` (planted.4th:{line})" in sentence and "`take-nw` does not" in sentence
        for sentence in compared
    ), compared
    fine = answer(tmp_path, MILL, "d2 b4")
    assert not [test for test in fine.attempts[0].tests if test.startswith("compare: ")]


# -- the end of a game, scores, turns ----------------------------------------------------------


@pytest.fixture
def opening(tmp_path: Path) -> Iterator[forthgame.State]:
    """The opening of the sowing game."""
    path = tmp_path / "pits.4th"
    path.write_text(MANCALA)
    with forthgame.load(path, native=False) as game:
        yield game.new_game(seed=1)


def line_of(text: str, script: str) -> int:
    """Return the number of the line that contains a text."""
    return script[: script.index(text)].count("\n") + 1


def test_why_over(tmp_path: Path) -> None:
    """The answer shows the condition that held, with its values, its line and a mark."""
    script = MANCALA.replace("0 seeds-of 0= IF", "0 seeds-of 9 < IF")
    found = answer(tmp_path, script, "over")
    line = line_of("0 seeds-of 9 <", script)
    assert found.legal
    assert found.answer.startswith("the game is over: draw for South; `IF` (planted.4th:")
    assert f"gave #DrawScore (planted.4th:{line}): draw" in found.actions[0]
    assert f"planted.4th:{line}:" in found.actions[1]
    assert "3 < 9 is true" in found.actions[1]
    assert found.actions[3].endswith("^^")
    assert not answer(tmp_path, script, "not over").legal


def test_why_not_over(opening: forthgame.State) -> None:
    """The answer shows each condition, and that it did not hold."""
    found = opening.explain("not over")
    assert found.legal
    assert not opening.explain("over").legal
    assert found.answer.startswith("the game is not over for South")
    for text in ("6 seeds-of 0= IF", "0 seeds-of 0= IF"):
        line = line_of(text, MANCALA)
        assert any(
            f"(pits.4th:{line}) went the other way: " in sentence for sentence in found.actions
        )


def test_endings_are_reported_one_by_one(tmp_path: Path) -> None:
    """The answer covers the endings up to the one that decided."""
    script = MANCALA.replace(
        "{moves pit-moves",
        """: empty-row ( -- ) 6 seeds-of 0= IF draw ENDIF ;
: long ( -- ) turn-number 1 >= IF current-player loses ENDIF ;
{endings
	empty-row {ending} starved
	long {ending} length
endings}
{moves pit-moves""",
    )
    found = answer(tmp_path, script, "over")
    told = "the game is over by the ending `length`: loss for South; `IF` (planted.4th:"
    assert found.answer.startswith(told)
    text = found.text()
    line = line_of(": long", script)
    assert f"ending `starved`: `empty-row` (planted.4th:{line - 1}) said nothing" in text
    assert f"ending `length`: `long` (planted.4th:{line}) said `loses` (planted.4th:{line})" in text
    assert "`turn-number` 1 >= 1 is true" in text


def test_a_script_without_an_end(tmp_path: Path) -> None:
    """The default event of the language is described in words."""
    start, end = MANCALA.index(": OnIsGameOver"), MANCALA.index("{moves pit-moves")
    found = answer(tmp_path, MANCALA[:start] + MANCALA[end:], "over")
    assert not found.legal
    assert "the script has no OnIsGameOver" in found.actions[0]


def test_an_error_in_the_end_of_a_game(tmp_path: Path) -> None:
    """The answer is the error, with its line."""
    script = MANCALA.replace("6 seeds-of 0= IF", "6 0 / 0= IF")
    found = answer(tmp_path, script, "over")
    assert not found.legal
    assert f"planted.4th:{line_of('6 0 / 0=', script)}" in found.text()


@pytest.mark.parametrize("question", ["score", "SCORE"])
def test_why_score(opening: forthgame.State, question: str) -> None:
    """The answer shows the summands: values, how often, and their total."""
    found = opening.explain(question)
    assert found.legal
    line = line_of(": OnEvaluate", MANCALA)
    assert found.answer.startswith(f"`OnEvaluate` (pits.4th:{line}) gave 5 for South; `5 + 0`")
    assert f"after `current-player North =` (not) (pits.4th:{line + 2})" in found.answer
    added = line_of("I piece-type-at +", MANCALA)
    assert any(
        sentence.startswith(f"  `+` (pits.4th:{added}): ")
        and "of 12 times, together 11" in sentence
        for sentence in found.actions
    ), found.actions


def test_why_turn(opening: forthgame.State) -> None:
    """The answer shows whose turn it is, its line, the move before, and the next player."""
    opening.play(opening.moves()[0])
    found = opening.explain("turn")
    line = line_of("{turn} North", MANCALA)
    assert found.answer == f"turn 2 is for North (pits.4th:{line})"
    assert f"the move before was `{opening.history[-1]}`" in found.actions
    assert f"next in the order is South (pits.4th:{line - 1})" in found.actions


def test_why_partial(tmp_path: Path) -> None:
    """The line that let the player continue is shown."""
    line = MILL[: MILL.index("\tadd-move\n;\n: take-se")].count("\n")
    move = "partial 1 man d2 - b4 x c3"
    found = answer(tmp_path, MILL, "partial", after=(move,))
    assert not found.legal
    assert found.answer.startswith("no partial move is open: nothing could follow `partial 1 man")
    assert "no legal move begins at b4: `take-se` (planted.4th:46) needs an enemy" in found.answer
    assert f"`partial-move-type`, planted.4th:{line}" in found.text()
    longer = MILL.replace("1 partial-move-type\n\tadd-move\n;\n: take-se", MORE)
    found = answer(tmp_path, longer, "partial", after=("partial 0 man d2 - b4 x c3",))
    assert found.legal
    assert found.answer == "White goes on: a partial move is open"
    assert f"planted.4th:{line}" in found.text()
    assert not answer(tmp_path, MILL, "partial").legal


def test_why_a_pass(tmp_path: Path) -> None:
    """The answer shows how many words were tried, and the line that demands passes."""
    script = MILL.replace(
        "VARIABLE must-take", ": OnNewGame ( -- ) $passTurnForced ON ;\nVARIABLE must-take"
    )
    script = script.replace("must-take @ NOT", "must-take @").replace(
        "Black man c3", "White man c3"
    )
    found = answer(tmp_path, script, "Pass")
    assert found.legal
    assert found.actions[0] == "`Pass` is added by the engine: there is no other move"
    assert found.actions[1] == (
        "move words were tried 25 times and added none: ask about a position to see why"
    )
    line = line_of("$passTurnForced", script)
    assert found.actions[2].startswith(f"`$passTurnForced` is set in planted.4th:{line}")


@pytest.mark.parametrize("body", ["", "FALSE verify #WinScore", "0 home #UnknownScore DROP"])
def test_an_event_that_leaves_nothing(tmp_path: Path, body: str) -> None:
    """The answer states how an empty result is interpreted."""
    start, end = MANCALA.index(": OnIsGameOver"), MANCALA.index("{moves pit-moves")
    script = f"{MANCALA[:start]}: OnIsGameOver ( -- result ) {body} ;\n{MANCALA[end:]}"
    found = answer(tmp_path, script, "over")
    assert found.legal
    assert found.actions[0].endswith("left no result on the stack, which counts as draw")


def test_the_command_line(tmp_path: Path) -> None:
    """The question follows the script; `--all` and `--json` work."""
    path = tmp_path / "stones.4th"
    path.write_text(GO.replace("saved @ OR verify", "saved @ AND verify"))
    run = CliRunner()
    short = run.invoke(command, ["why", str(path), "Black", "stone", "d5"])
    assert short.exit_code == 0
    assert short.output.startswith(
        "Black stone d5 is not legal: `put-stone` (stones.4th:74) needs `saved @`"
    )
    every = run.invoke(command, ["why", str(path), "Black stone d5", "--all"])
    assert len(every.output) > len(short.output)
    over = run.invoke(command, ["why", str(path), "not", "over", "--json"])
    assert json.loads(over.output)["legal"] is False
    wrong = run.invoke(command, ["why", str(path), "nonsense"])
    assert isinstance(wrong.exception, forthgame.ForthgameError)
