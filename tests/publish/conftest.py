"""Pages that several files of tests share."""

from __future__ import annotations

import pytest

from forthgame.ui.publish.page_writer import PublishedPage, publish


@pytest.fixture(scope="session")
def tictactoe() -> PublishedPage:
    """Return the page of tictactoe, built quickly."""
    return publish("tictactoe", engine="uct", speed=0)
