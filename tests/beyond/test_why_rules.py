"""Planted mistakes with words beyond Axiom: how often `why` names the guilty line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import forthgame
from forthgame.why.answers.explain import Explanation

from .rule_mistakes import NOT_NAMED, RULE_MISTAKES, TEXTS, RuleMistake

PAGE = Path(__file__).parents[2] / "docs" / "beyond" / "legality.md"
LINES_NAMED = 16  # places; an answer that names half the script is none


def right_script(mistake: RuleMistake) -> str:
    """The script without the mistake."""
    text = TEXTS[mistake.game]
    for before, after in mistake.also:
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    assert text.count(mistake.right) == 1, mistake.right
    return text


def script(mistake: RuleMistake) -> str:
    """The script with the mistake."""
    return right_script(mistake).replace(mistake.right, mistake.wrong)


def guilty_line(mistake: RuleMistake) -> int:
    """The number of the guilty line."""
    text = script(mistake)
    assert text.count(mistake.guilty) == 1, mistake.guilty
    offset = text.index(mistake.guilty)
    offset += len(mistake.guilty) - len(mistake.guilty.lstrip("\n"))
    return text[:offset].count("\n") + 1


def asked(mistake: RuleMistake, text: str, folder: Path) -> Explanation:
    """The answer to the question about a script."""
    path = folder / f"{mistake.game}.4th"
    path.write_text(text)
    with forthgame.load(path, native=False) as game:
        state = game.new_game(seed=1)
        for move in mistake.after:
            state.play(move)
        before = state.fingerprint
        answer = state.explain(mistake.question)
        assert state.fingerprint == before
        assert answer.legal == any(m.text == mistake.question for m in state.moves())
    return answer


def lines_named(answer: Explanation, mistake: RuleMistake) -> set[int]:
    """The lines of the script that an answer names."""
    found = re.findall(rf"{mistake.game}\.4th:(\d+(?:, \d+)*)", answer.text())
    return {int(number) for lines in found for number in lines.split(", ")}


@pytest.mark.parametrize("mistake", RULE_MISTAKES, ids=lambda m: m.what)
@pytest.mark.sampled(7)
def test_the_guilty_line_is_named(mistake: RuleMistake, tmp_path: Path) -> None:
    """The mistake shows, and the answer leads to its line, apart from known exceptions."""
    answer = asked(mistake, script(mistake), tmp_path)
    assert answer.legal == mistake.extra, answer.text()
    found = lines_named(answer, mistake)
    named = guilty_line(mistake) in found
    assert named == (mistake.what not in NOT_NAMED), (guilty_line(mistake), answer.text())
    places = set(re.findall(rf"{mistake.game}\.4th:\d+", answer.text()))
    assert len(places) <= LINES_NAMED, (len(places), answer.text())


@pytest.mark.parametrize("mistake", RULE_MISTAKES, ids=lambda m: m.what)
@pytest.mark.sampled(7)
def test_the_right_script_does_what_is_expected(mistake: RuleMistake, tmp_path: Path) -> None:
    """The answer for the unchanged script is the other one."""
    assert asked(mistake, right_script(mistake), tmp_path).legal != mistake.extra


def test_the_page_has_the_count() -> None:
    total = len(RULE_MISTAKES)
    assert f"names the guilty line for {total - len(NOT_NAMED)} of {total}" in PAGE.read_text()
    assert {m.what for m in RULE_MISTAKES} >= NOT_NAMED
