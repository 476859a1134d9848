"""The documents: links lead somewhere, topics are found, the site can be built."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner

from forthgame.base.errors import ForthgameError
from forthgame.ui.commands.docs import command as docs
from forthgame.ui.commands.help import command as help_command
from forthgame.ui.help import topics

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
OTHER = ("cookbook/", "reference/")  # folders that the navigation shows when they exist
LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^)\s]+)\)")
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.M | re.S)


def anchors(path: Path) -> set[str]:
    """The anchors of a page's headings, as the site makes them."""
    lines = CODE.sub(lambda found: "" if found[0].startswith("```") else found[0], path.read_text())
    heads = re.findall(r"^#+ +(.+?)\s*$", lines, re.M)
    plain = (re.sub(r"[^\w\s-]", "", head.replace("`", "")).strip().lower() for head in heads)
    return {re.sub(r"[\s-]+", "-", head) for head in plain}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(path: Path) -> None:
    """Every relative link names a file of this tree and a heading in it."""
    broken = []
    for link in LINK.findall(CODE.sub("`…`", path.read_text(encoding="utf-8"))):
        if re.match(r"[a-z]+:", link):
            continue
        target, _, anchor = link.partition("#")
        there = (path.parent / target).resolve() if target else path
        if not there.exists() or (anchor and anchor not in anchors(there)):
            broken.append(link)
    assert not broken


def test_a_broken_link_is_seen(tmp_path: Path) -> None:
    """A check that the test above can fail."""
    page = tmp_path / "page.md"
    page.write_text("# One\n[a](page.md#one) [b](page.md#two) [c](other.md)\n")
    with pytest.raises(AssertionError, match=r"page\.md#two.*other\.md"):
        test_links_lead_somewhere(page)


def test_the_navigation_names_pages_that_exist() -> None:
    """Unlisted pages appear under "More"."""
    named = re.findall(r": (\S+(?:\.md|/))$", (ROOT / "mkdocs.yml").read_text(), re.M)
    assert len(named) > 30
    for name in named:
        assert name.startswith(OTHER) or (ROOT / "docs" / name).exists(), name


@pytest.mark.parametrize(
    ("topic", "page"),
    [
        ("stack", "dialect/stack"),
        ("drops", "dialect/moves"),
        ("Drop words", "dialect/moves"),
        ("partial moves", "dialect/types"),
        ("coalitions", "dialect/players"),
        ("tournaments", "tournaments"),
        ("endings", "beyond/endings"),
    ],
)
def test_topics(topic: str, page: str) -> None:
    """`docs` and `help --topic` print the page on the topic."""
    shown = CliRunner().invoke(docs, [topic])
    assert shown.exit_code == 0
    assert topics.find(topic)[0].page == page
    assert shown.stdout.strip() in topics.text_of(page)
    assert CliRunner().invoke(help_command, ["--topic", topic]).stdout == shown.stdout


def test_headings_in_examples_are_no_topics() -> None:
    """A line `# …` inside a block of code is not a heading."""
    assert all(
        "#" not in section.heading[:1] for p in topics.pages() for section in topics.sections(p)
    )


def test_an_unknown_topic() -> None:
    """The error has the nearest names."""
    with pytest.raises(ForthgameError, match="there is no topic 'tournamnets'; did you mean tourn"):
        topics.find("tournamnets")
    with pytest.raises(ForthgameError, match="there is no topic ''"):
        topics.find("")


def test_the_list_of_pages() -> None:
    """Into a pipe `forthgame docs` lists all pages with their titles."""
    lines = CliRunner().invoke(docs, []).stdout.splitlines()
    assert len(lines) == len(topics.pages())
    assert any(line.split(None, 1) == ["dialect/stack", "The stack"] for line in lines)


@pytest.mark.slow
@pytest.mark.skipif(find_spec("mkdocs") is None or find_spec("material") is None,
                    reason="mkdocs-material is not installed")  # fmt: skip
def test_the_site_is_built(tmp_path: Path) -> None:
    """Broken links, missing pages and anchors are errors."""
    assert CliRunner().invoke(docs, ["--build", str(tmp_path / "site")]).exit_code == 0
    front = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert "tutorial/first-game.html" in front
    assert len(list((tmp_path / "site").rglob("*.html"))) > len(topics.pages())
