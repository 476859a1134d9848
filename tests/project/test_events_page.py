"""The contracts of events: every event has one, `help` prints it, and its example runs."""

from __future__ import annotations

import re
from contextlib import chdir
from pathlib import Path

import pytest
from click.testing import CliRunner
from pages import Page

from forthgame.check.check import check
from forthgame.ui.commands.help import command as help_command
from forthgame.ui.help import help_pages, word_reference
from forthgame.words.registers.memory_layout import EVENT_NAMES

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "events.md"
PYTHON = re.compile(r"^```python\n(.*?)\n```\n\n```text\n(.*?)\n```$", re.M | re.S)
LABELS = ("Called", "Sees", "Leaves", "Wrong")


def test_every_event_has_a_contract() -> None:
    """The page has a section for each event that the engine calls, and for nothing else."""
    headings = re.findall(r"^## (.*)$", PAGE.read_text(encoding="utf-8"), re.M)
    assert sorted(headings) == sorted(EVENT_NAMES)
    assert set(help_pages.contracts()) == set(EVENT_NAMES)


def test_the_table_names_every_event() -> None:
    """The table at the top has a row for each."""
    rows = [
        line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")
    ]
    named = [name for row in rows for name in re.findall(r"`(On\S+)`", row.split("|")[1])]
    assert sorted(named) == sorted(EVENT_NAMES)


@pytest.mark.parametrize("name", EVENT_NAMES)
def test_a_contract_is_complete(name: str) -> None:
    """The effect is the language's, and callers, visible state, results and mistakes are
    described.
    """
    contract = help_pages.contracts()[name]
    known = word_reference.entries().get(name)
    if known is not None:  # the language has no default of OnIsLegal?
        assert help_pages.event_effect(name) == f"{name} {known.effect}"
    assert help_pages.library_page(name).startswith(f"{help_pages.event_effect(name)} ")
    assert [label for label in LABELS if f"- **{label}**" not in contract] == []
    assert "```" not in contract


def test_help_prints_it() -> None:
    """`forthgame help OnIsGameOver` prints it, without marks of Markdown."""
    text = " ".join(help_pages.library_page("OnIsGameOver").split())
    assert "Called when the list of a turn has been made" in text
    assert "Wrong: an event that leaves nothing gives 0" in text
    assert "**" not in text


def test_help_prints_it_beside_a_definition(tmp_path: Path) -> None:
    """A script's own event is shown with its contract."""
    script = tmp_path / "own.4th"
    script.write_text(": OnIsLegal? ( -- ? )   TRUE ;\n", encoding="utf-8")
    text = CliRunner().invoke(help_command, ["OnIsLegal?", "--in", str(script)]).output
    assert ": OnIsLegal? ( -- ? )   TRUE ;" in text
    assert "Leaves a flag: FALSE removes the move." in text


def test_the_examples(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every session of the page is reproduced; no script has a finding."""
    page = Page(PAGE, tmp_path)
    page.check()
    assert len(page.scripts) == 1 + len(EVENT_NAMES)
    (code, shown), *more = PYTHON.findall(page.text)
    assert not more
    with chdir(tmp_path):
        exec(code, {})
    assert capsys.readouterr().out.strip() == shown
    found = [str(finding) for script in page.scripts for finding in check(script).findings]
    assert [line for line in found if "note FG404" not in line] == []
