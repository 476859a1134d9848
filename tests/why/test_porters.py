"""Tests that the first sentence of `why` names the guilty line in scripts of several authors."""

from __future__ import annotations

from pathlib import Path

import pytest
from answering import answer
from porters import MISTAKES, Mistake

from forthgame.why.wording.source_notes import named_in

SCRIPTS = Path(__file__).parent / "porters"
SCREEN = 24  # rows of a first screen


@pytest.mark.sampled(5)
@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda m: f"{m.script}: {m.kind}")
def test_the_first_sentence_names_the_guilty_line(tmp_path: Path, mistake: Mistake) -> None:
    text = (SCRIPTS / f"{mistake.script}.4th").read_text()
    assert mistake.right in text
    script = text.replace(mistake.right, mistake.wrong, 1)
    found = answer(tmp_path, script, mistake.question, mistake.after)
    first = found.text().splitlines()[0]
    assert first == found.answer
    assert {line for _, line in named_in([first])} & set(mistake.lines), found.text()
