"""Shared fixtures: pages in a browser, and tables that answer in the process of the test."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from serve.site import Page, Site


@pytest.fixture
def page(site: Site) -> Iterator[Page]:
    """Yield a page; at the end its console must be without errors."""
    from serve.site import browser  # needs the extra `board`

    with browser() as found:
        yield found
        assert found.errors() == []


@pytest.fixture
def tables_here(request: pytest.FixtureRequest) -> Iterator[None]:
    """Answer the requests of tables in threads of this process, except with `own_process`."""
    from serve.tables_here import answer_here  # needs the extra `board`

    with pytest.MonkeyPatch.context() as patch:
        if "own_process" not in request.fixturenames:
            answer_here(patch)
        yield
