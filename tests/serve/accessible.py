"""Check pages by axe-core for barriers."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from serve.site import Page

RULES = "['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice']"


def need_axe() -> Path:
    """Skip a test where axe-core is not installed; else the file of its script."""
    found = importlib.util.find_spec("axe_selenium_python")
    if found is None or found.origin is None:
        pytest.skip("needs axe-selenium-python")
    return Path(found.origin).parent / "node_modules" / "axe-core" / "axe.min.js"


def serious(page: Page, view: str) -> None:
    """Fail for findings of axe that keep people out."""
    page.js(need_axe().read_text(encoding="utf-8"))
    result = page.driver.execute_async_script(
        "const done = arguments[arguments.length - 1];"
        f"axe.run({{runOnly: {RULES}}})"
        ".then(r => done(r.violations.filter(v => ['serious', 'critical'].includes(v.impact))"
        ".map(v => [v.id, v.nodes.slice(0, 3).map(n => n.html.slice(0, 160))])))"
    )
    assert result == [], view
