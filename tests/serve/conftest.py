"""Shared fixtures of the tests in a browser."""

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
