"""docs/debugging.md shows real output; `python tests/why/page.py` writes it anew."""

from __future__ import annotations

from page import PAGE, produced


def test_the_page_is_current() -> None:
    """Every example and the table of mistakes."""
    assert PAGE.read_text() == produced()
