"""Tests of `why together`: the effects of moves chosen together, and the lines that caused them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

import forthgame
from forthgame.base.source import package_path

from .together import STONES

SCREEN = 24  # lines that are read at a glance
APOCALYPSE = (package_path("games") / "apocalypse" / "apocalypse.4th").read_text(encoding="utf-8")
CLASH = ("footman a2 - a3", "footman a4 - a3")
BESIDE = ("horseman a1 - b3", "footman a4 - a3")


@dataclass(frozen=True)
class Mistake:
    """A line of apocalypse changed, the choices that show it, and the guilty line's text."""

    what: str
    right: str
    wrong: str
    guilty: str
    plays: tuple[str, ...]


MEETING = ("horseman a1 - b3", "footman c5 - c4", "horseman b3 - d4", "footman d5 - d4")
CALM = ("horseman a1 - b3", "horseman e5 - d3")
MISTAKES = (
    Mistake("the weaker one stays", "> IF white-piece ELSE", "< IF white-piece ELSE",
            "< IF white-piece", MEETING),
    Mistake("of equal ones one stays", "2DUP = IF 2DROP ELSE", "2DUP = IF 2DROP "
            "white-piece @ white-goal @ (add-piece) ELSE", "2DUP = IF", CLASH),
    Mistake("the other one's goal", "black-piece @ black-goal @ (add-piece)",
            "black-piece @ white-goal @ (add-piece)", "black-piece @ white-goal @", BESIDE),
    Mistake("a piece is not lifted", "SWAP (remove-piece)", "SWAP DROP", "SWAP DROP\n\tSWAP",
            BESIDE),
    Mistake("goals are not compared", "white-goal @ black-goal @ = IF clash",
            "white-goal @ white-goal @ = IF clash", "white-goal @ white-goal @ =", BESIDE),
    Mistake("clash and arrive exchanged", "= IF clash ELSE arrive", "= IF arrive ELSE clash",
            "IF arrive ELSE clash", CLASH),
    Mistake("the clock is set back and goes on", "IF calm ++ ELSE 0 calm !",
            "IF 0 calm ! ELSE calm ++", "IF 0 calm !", CLASH),
    Mistake("White moves for Black", "Black take-up black-goal !", "White take-up black-goal !",
            "White take-up black-goal !", BESIDE),
    Mistake("to where it came from", "SWAP move-to\n", "SWAP move-from\n", "SWAP move-from",
            BESIDE),
    Mistake("horsemen count as footmen", "strength footman =", "strength horseman =",
            "strength horseman =", CALM),
)  # fmt: skip


def played(text: str, folder: Path, plays: tuple[str, ...]) -> forthgame.State:
    path = folder / "both.4th"
    path.write_text(text, encoding="utf-8")
    state = forthgame.load(path, native=False).new_game(seed=1)
    for play in plays:
        state.play(play)
    return state


@pytest.mark.sampled(2)
@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda m: m.what)
def test_the_guilty_line_is_on_the_first_screen(mistake: Mistake, tmp_path: Path) -> None:
    assert APOCALYPSE.count(mistake.right) == 1
    text = APOCALYPSE.replace(mistake.right, mistake.wrong)
    line = text[: text.index(mistake.guilty)].count("\n") + 1
    right, wrong = (played(t, tmp_path, mistake.plays) for t in (APOCALYPSE, text))
    assert right.fingerprint != wrong.fingerprint
    before = wrong.fingerprint, wrong.history
    answer = wrong.explain("together")
    assert (wrong.fingerprint, wrong.history) == before
    assert answer.legal
    shown = [part for row in answer.text().splitlines()[:SCREEN] for part in row.split("both.4th:")]
    assert any(str(line) in part.split(")")[0].replace(",", "").split() for part in shown[1:]), (
        line,
        answer.text(),
    )


def test_each_change_is_reported_with_its_line(tmp_path: Path) -> None:
    told = played(APOCALYPSE, tmp_path, BESIDE).explain("together").text()
    assert told.startswith("chosen together: White `horseman a1 - b3`, Black `footman a4 - a3`; ")
    assert "`(remove-piece)` (both.4th:124) in `take-up`: a1 had White horseman, now empty" in told
    assert "`(add-piece)` (both.4th:140) in `arrive`: a3 had empty, now Black footman" in told
    assert "set `white-goal`: `White chosen move-to` 11 (b3)" in told


def test_the_turn_that_was_chosen_last_is_reported_later_too(tmp_path: Path) -> None:
    """The answer is about the newest turn of that kind, whatever followed it."""
    path = tmp_path / "both.4th"
    path.write_text(STONES.replace("two turn-order", "two {turn} Three turn-order").replace(
        "{together} Two turn-order", "{together} Two {turn} Three turn-order"))  # fmt: skip
    state = forthgame.load(path, native=False).new_game(seed=1)
    for text in ("One stone a1", "Two stone b1", "Three stone c1"):
        state.play(text)
    told = state.explain("together").text()
    assert "chosen together: One `One stone a1`, Two `Two stone b1`; the engine" in told


def test_a_move_that_was_dropped_is_explained(tmp_path: Path) -> None:
    told = played(STONES, tmp_path, ("One stone b1", "Two stone b1")).explain("together").text()
    assert "One `One stone b1` was made" in told
    assert "Two `Two stone b1` was dropped" in told
    assert "`empty?` gave 0: b1 holds One stone" in told


@pytest.mark.parametrize(
    ("plays", "answer"),
    [
        ((), "nothing was chosen together on the way to this position"),
        (CLASH[:1], "nothing has come of it yet: Black has still to choose"),
    ],
)
def test_there_is_nothing_to_tell_yet(plays: tuple[str, ...], answer: str, tmp_path: Path) -> None:
    found = played(APOCALYPSE, tmp_path, plays).explain("together")
    assert (found.legal, found.answer) == (False, answer)


def test_what_is_chosen_is_not_given_away(tmp_path: Path) -> None:
    assert "a3" not in played(APOCALYPSE, tmp_path, CLASH[:1]).explain("together").text()


def test_a_game_in_which_nobody_chooses_together() -> None:
    found = forthgame.load("tictactoe", native=False).new_game(seed=1).explain("together")
    assert not found.legal
    assert "no {together}" in found.answer


@pytest.mark.parametrize(
    ("event", "message"),
    [
        pytest.param(
            ": OnTogether 300000 0 DO LOOP ;",
            "runs for too long to be watched",
            marks=pytest.mark.slow,
        ),
        (": OnTogether 5 note ! ;", "`!` (both.4th:9) in `OnTogether`: `note` was 0, now 5"),
        (": OnTogether ;", "`OnTogether` changed nothing"),
        (": OnTogether One chosen .moveCFA EXECUTE ;", "a1 had empty, now One stone"),
        (": OnTogether $CloneBoard One chosen .moveCFA EXECUTE $DeallocateBoard ;", "changed"),
    ],
)
def test_events_of_many_kinds(event: str, message: str, tmp_path: Path) -> None:
    plays = ("One stone a1", "Two stone b1")
    state = played(STONES + event, tmp_path, plays)
    told = state.explain("together").text()
    assert message in told, told
    assert [m.text for m in state.moves()] == [m.text for m in state.copy().moves()]


def test_choices_of_an_earlier_game(tmp_path: Path) -> None:
    """A position that was read from its text has no earlier moves."""
    state = played(APOCALYPSE, tmp_path, CLASH)
    read = state.game.position(state.to_text())
    assert "nothing was chosen together" in read.explain("together").answer


@pytest.mark.sampled(2)
@pytest.mark.parametrize("question", ["turn", "score", "partial", "over", "footman b5 - b4", "a3"])
def test_no_answer_tells_what_was_chosen_in_secret(tmp_path: Path, question: str) -> None:
    """A player with a choice to make, and a position that was read, get no answer; public moves are
    named as before.
    """
    state = played(APOCALYPSE, tmp_path, BESIDE)
    told = []
    for choice in ("footman b1 - b2", "footman c1 - c2"):
        after = state.copy()
        after.play(choice)
        told += [after.explain(question).text(True)]
        told += [state.game.position(after.to_text()).explain(question).text(True)]
    assert told[0] == told[2]
    assert told[1] == told[3]
    if question in ("turn", "partial"):
        assert BESIDE[1] in told[0]


def test_of_moves_with_one_text_the_one_that_was_chosen_is_made_again(tmp_path: Path) -> None:
    path = tmp_path / "both.4th"
    twins = STONES.replace("{move} put", "{move} put {move-type} low {move} put {move-type} high")
    path.write_text(twins + ": OnTogether Two chosen move-type note ! ;")
    state = forthgame.load(path, native=False).new_game(seed=1)
    state.play({"One": state.moves("One")[0], "Two": state.moves("Two")[1]})
    assert "`note` was 0, now 2" in state.explain("together").text()
