"""docs/debugging.md shows real output; `python tests/why/page.py` writes it anew."""

from __future__ import annotations

import pytest
from mistakes import MISTAKES
from page import PAGE, produced, row, with_examples


def test_the_examples_are_current() -> None:
    assert PAGE.read_text() == with_examples()


def test_the_table_has_each_mistake() -> None:
    """Each is said to be named: `test_planted_mistakes.py` asks about some, and slowly all."""
    page = PAGE.read_text()
    assert [row(mistake, True) for mistake in MISTAKES if row(mistake, True) not in page] == []
    assert f"{len(MISTAKES)} of {len(MISTAKES)} are named." in page


@pytest.mark.slow
def test_the_page_is_current() -> None:
    """Every example and the table of mistakes."""
    assert PAGE.read_text() == produced()
