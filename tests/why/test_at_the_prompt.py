"""Tests of `coverage`, `profile` and `vars` at the prompt."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console
from small import SCRIPT

from forthgame.ui.commands import repl
from forthgame.ui.repl.session import Session

FAILS = SCRIPT.replace("1 counter +!", "1 counter +! counter @ 5 = IF 1 0 / DROP ENDIF")
assert repl.COMMAND_MODULES, "which enter the commands"


class Screen(io.StringIO):
    """A stream that may be a terminal."""

    terminal = False

    def isatty(self) -> bool:
        """Return the value of the flag."""
        return self.terminal


class Prompt:
    """Run a session and record its output."""

    def __init__(self, path: Path) -> None:
        self.out, self.errors = Screen(), Screen()
        console, errors = (
            Console(file=file, width=300, soft_wrap=True, highlight=False, markup=False)
            for file in (self.out, self.errors)
        )
        self.session = Session(str(path), native=False, console=console, errors=errors)

    def answer(self, line: str) -> list[str]:
        """The lines that a line prints."""
        before = len(self.out.getvalue())
        self.session.execute(line)
        return self.out.getvalue()[before:].splitlines()


@pytest.fixture
def prompt(tmp_path: Path) -> Iterator[Prompt]:
    """A session over a game in which the script fails once."""
    path = tmp_path / "small.4th"
    path.write_text(FAILS)
    found = Prompt(path)
    yield found
    found.session.close()


def test_a_coverage_says_that_games_have_failed(prompt: Prompt) -> None:
    """The failures are listed after the coverage; the error is shown with its place."""
    said = prompt.answer("coverage 4 2")
    assert "% of" in said[0]
    assert said[-2].startswith("3 games, ")
    assert said[-1].startswith("1 game failed; code that ran before the failure is counted")
    assert "division by zero" in prompt.errors.getvalue()


def test_a_coverage_shows_how_far_it_is(prompt: Prompt, monkeypatch: pytest.MonkeyPatch) -> None:
    """The progress is shown at a terminal, in a line that is removed at the end."""
    monkeypatch.setattr("forthgame.ui.repl.measure_commands.SHOWN_EVERY", 0.0)
    prompt.answer("coverage 2")
    assert "2 of 2 games" not in prompt.errors.getvalue()
    prompt.errors.terminal = True
    prompt.answer("coverage 2")
    assert "\r2 of 2 games, " in prompt.errors.getvalue()
    assert "\r\x1b[K" in prompt.errors.getvalue()


def test_arrays_are_shortened(prompt: Prompt) -> None:
    """Arrays are shortened unless one is named; repeated cells are counted, and a long array
    is cut.
    """
    prompt.answer(": squares 0 DO I I * , LOOP ;")
    prompt.answer("CREATE many 90 squares  40 [] few  7 3 few !  CREATE none  CREATE end 5 ALLOT")
    rows = {row.split()[0]: row.split(maxsplit=1)[1] for row in prompt.answer("vars")}
    assert rows["few"] == "[40] 0 0 0 7 0 x36"
    assert (rows["none"], rows["end"]) == ("[0]", "[2] 0 0")
    assert rows["many"].startswith("[90] 0 1 4 9 16 ")
    assert rows["many"].endswith(" …")
    assert len(rows["many"]) < 78
    (whole,) = prompt.answer("vars many")
    assert whole.endswith(" 7744 7921")
    assert rows["counter"] == "0"


def test_options_of_why_in_front_of_the_question(prompt: Prompt) -> None:
    """Options work before and after the question; `why` without a question asks for one."""
    assert prompt.answer("why --all a1 b3") == prompt.answer("why a1 b3 --all")
    assert prompt.answer("why --no-pager --all a1 b3") == prompt.answer("why a1 b3 --all")
    assert prompt.answer("why --all") == []
    assert "ask about a move" in prompt.errors.getvalue()
