"""Lines of a pipe that are too long or never end take little memory and raise an error."""

from __future__ import annotations

import io
from typing import TextIO, cast

import pytest
from click.testing import CliRunner

from forthgame.ui.cli.main import forthgame as command
from forthgame.ui.repl import session
from forthgame.ui.terminal import line_input
from forthgame.ui.terminal.line_input import next_line

LONG = "x" * 50


class Endless:
    """A stream without ends of lines, up to a last one."""

    def __init__(self, parts: int) -> None:
        self.left, self.most = parts, 0

    def readline(self, size: int = -1) -> str:
        """Return a part; the caller must pass a bound."""
        self.left, self.most = self.left - 1, max(self.most, size)
        return "x" * size if self.left else "\n"


def test_of_a_line_without_an_end_only_the_beginning_is_stored() -> None:
    stream = Endless(1000)
    assert next_line(cast(TextIO, stream), 10) == "x" * 10
    assert (stream.left, stream.most) == (0, 10)
    lines = io.StringIO("abcdef\n\nabc")
    assert [next_line(lines, 4) for _ in range(4)] == ["abcd", "\n", "abc", ""]


def test_a_long_line_of_play_is_no_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next one is read as usual."""
    monkeypatch.setattr(line_input, "LONGEST", 20)
    seats = ["--seat", "X=human", "--seat", "O=human"]
    found = CliRunner().invoke(command, ["play", "tictactoe", *seats], input=f"{LONG}\nb2\nquit\n")
    assert "(9 moves)> a line has at most 20 characters\nX to move (9 moves)> " in found.output
    assert "(8 moves)> " in found.output


def test_a_long_line_at_the_prompt_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line may be the last of a pipe, also one without an end."""
    monkeypatch.setattr(session, "LONGEST", 20)
    found = CliRunner().invoke(command, ["repl"], input=f"1 2 + .\n{LONG}\n3 4 + .\n{LONG}")
    assert found.output.count("a line has at most 20 characters") == 2
    assert ("3 " in found.output, "7 " in found.output, found.exit_code) == (True, True, 1)
