"""Tests for the phrases that pages, change log and docstrings must avoid: see docs/style.md."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.project.sources import FILES, statements, tree

ROOT = Path(__file__).parents[2]
STYLE = ROOT / "docs" / "style.md"
WORDS = ROOT / "docs" / "words.md"  # generated from the rows in forthgame/words
PAGES = sorted({*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")} - {STYLE, WORDS})
BANNED = (
    r"\bcom(?:es?|ing) along\b",
    r"\btell(?:s|ing)?\b(?!(?:\s\S+){0,4}\sapart\b)",
    r"\btold\b(?!(?:\s\S+){0,4}\sapart\b)",
    r"\bto the last cell\b",
    r"\bhears? (?:of|about)\b",
    r"\b(?:he|him|his|himself)\b",
    r"'s word on\b",
    r"\blooking at things\b",
    r"\bwith a sentence\b",
    r"(?:\A|[.] )Who (?:cannot|can|takes|reaches|turns|moves|wins|loses)\b(?=[^?.]*\.)",
    r"\bone's own\b",
    r"\bone (?:sees|can see|may see)\b",
    r"\blets? itself\b",
    r"\bso to say\b",
)
PATTERN = re.compile("|".join(f"(?:{turn})" for turn in BANNED), re.I | re.M)
CODE = re.compile(
    r"^(```|~~~).*?^\1|^(?: {4}|\t).*$|`[^`\n]*`|\]\([^)]*\)|\"[^\"\n]*\"", re.M | re.S
)


def found_in(text: str) -> list[str]:
    """Return the banned phrases of a text; code, quotations and links do not count."""
    plain = CODE.sub(lambda code: "\n" * code[0].count("\n"), text)
    return [
        f"{plain[: turn.start()].count(chr(10)) + 1}: {turn[0].strip()}"
        for turn in PATTERN.finditer(plain)
    ]


def docstrings(name: str) -> Iterator[str]:
    """Yield the docstrings of a module of the package."""
    for node in statements(tree(name)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_pages(path: Path) -> None:
    assert found_in(path.read_text(encoding="utf-8")) == []


def test_docstrings() -> None:
    found = {
        name: turns
        for name in FILES
        if (turns := [turn for text in docstrings(name) for turn in found_in(text)])
    }
    assert found == {}


def test_the_page_about_style_shows_what_is_banned() -> None:
    """Each pair with an asterisk has a banned phrase on the left, and none on the right."""
    _, section = STYLE.read_text(encoding="utf-8").split("\n## Pairs\n")
    pairs = re.findall(r"^\| (.+?)( \*)? \| (.+?) \|$", section, re.M)
    assert len(pairs) == 27  # twenty-six and the heading
    for before, marked, after in pairs[1:]:
        assert bool(found_in(before)) == bool(marked), before
        assert not found_in(after), after


def test_code_and_quotations_do_not_count() -> None:
    assert found_in('`his` "tell him"\n```\nhe told\n```\nfine') == []
    assert found_in("The page\ntells why.") == ["2: tells"]
