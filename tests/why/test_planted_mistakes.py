"""Thirty mistakes: `why` names the guilty line. The table in docs/debugging.md comes from here."""

from __future__ import annotations

import re
import shutil
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest
from mistakes import MISTAKES, Mistake

import forthgame
from forthgame.why.answers.explain import Explanation

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "games"
PAGE = ROOT / "docs" / "debugging.md"
LINES_NAMED = 28  # an answer that names half the script is none
AT_LEAST = 28


def right_script(mistake: Mistake) -> str:
    """The script without the mistake."""
    text = (GAMES / mistake.game / f"{mistake.game}.4th").read_text()
    for before, after in mistake.also:
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    assert text.count(mistake.right) == 1, mistake.what
    return text


def script(mistake: Mistake) -> str:
    """The script with the mistake."""
    return right_script(mistake).replace(mistake.right, mistake.wrong)


def guilty_line(mistake: Mistake) -> int:
    """The number of the guilty line."""
    text = script(mistake)
    assert text.count(mistake.guilty) == 1, mistake.what
    offset = text.index(mistake.guilty) + (mistake.guilty[0] == "\n")
    return text[:offset].count("\n") + 1


def explained(mistake: Mistake, text: str, folder: Path) -> Explanation:
    """The answer to the question about a script in a folder of its own."""
    home = folder / mistake.game
    shutil.copytree(GAMES / mistake.game, home, dirs_exist_ok=True)
    (home / f"{mistake.game}.4th").write_text(text)
    with forthgame.load(home / f"{mistake.game}.4th", native=False) as game:
        state = game.position(mistake.position) if mistake.position else game.new_game(seed=1)
        for move in mistake.after:
            kind = re.search(r"(\d) partial-move-type", text)
            state.play(move.replace("N", kind[1]) if kind else move)
        before = state.fingerprint
        answer = state.explain(mistake.question)
        assert state.fingerprint == before
        with suppress(forthgame.ScriptError):
            assert answer.legal == any(m.text == mistake.question for m in state.moves())
    return answer


def lines_named(answer: Explanation) -> set[int]:
    """Numbers of the lines that an answer names: `file:12`, and all of `file:12, 14`."""
    lists = re.findall(r"\w+\.4th:(\d+(?:, \d+)*)", whole_text(answer))
    return {int(number) for found in lists for number in found.split(", ")}


def names(answer: Explanation, mistake: Mistake) -> bool:
    """Whether an answer names the guilty line."""
    return guilty_line(mistake) in lines_named(answer)


def whole_text(answer: Explanation) -> str:
    """An answer without the lists of all lines that were run, which prove little."""
    return "\n".join(line for line in answer.text().splitlines() if "it ran, " not in line)


@cache
def answers() -> dict[str, bool]:
    """Collect the answers for the table."""
    return {}


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda m: f"{m.game}: {m.what}")
@pytest.mark.sampled(4)
def test_the_guilty_line_is_named(mistake: Mistake, tmp_path: Path) -> None:
    """The mistake shows, and the answer leads to its line without naming everything."""
    answer = explained(mistake, script(mistake), tmp_path)
    assert answer.legal == mistake.extra, answer.text()
    assert names(answer, mistake), f"line {guilty_line(mistake)}\n{answer.text()}"
    found = lines_named(answer)
    assert len(found) <= LINES_NAMED, (len(found), answer.text())
    answers()[mistake.what] = True


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda m: f"{m.game}: {m.what}")
@pytest.mark.sampled(7)
def test_the_right_script_does_what_is_expected(mistake: Mistake, tmp_path: Path) -> None:
    """The answer for the unchanged script is the other one."""
    assert explained(mistake, right_script(mistake), tmp_path).legal != mistake.extra
