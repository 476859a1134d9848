"""`why` names the line of a mistake that was planted in a rule file."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame
from tests.zrf.rule_mistakes import MISTAKES, Mistake

RULES = Path(__file__).parent / "rules"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_why_names_the_line_of_a_mistake(mistake: Mistake, tmp_path: Path) -> None:
    text = (RULES / f"{mistake.file}.zrf").read_text()
    assert text.count(mistake.old) == 1
    same = next(k for k, (a, b) in enumerate(zip(mistake.old, mistake.new, strict=False)) if a != b)
    planted = text.index(mistake.instead) if mistake.instead else text.index(mistake.old) + same
    line = text[:planted].count("\n") + 1
    path = tmp_path / f"{mistake.file}.zrf"
    path.write_text(text.replace(mistake.old, mistake.new))
    state = forthgame.load(f"{path}#1", native=False).new_game(seed=1)
    for move in filter(None, mistake.after.split("; ")):
        state.play(next((m for m in state.moves() if str(m).endswith(move)), move))
    answer = state.explain(mistake.question).text(True)
    assert f"{mistake.file}.zrf:{line}" in answer, answer
