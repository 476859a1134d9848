"""The prompt behind a command that fails, or behind a section that changes what commands show."""

from __future__ import annotations

import pytest
from commanding import commanded

READS = ": pb 9 0 DO I piece-at . LOOP turn-number . ;"


@pytest.mark.parametrize("failing", ["dump 0", "time nosuch", "step nosuch"])
@pytest.mark.parametrize("tier", [(), ("--interpret",)], ids=["native", "interpreted"])
def test_the_next_line_runs_on_the_position(failing: str, tier: tuple[str, ...]) -> None:
    """A command may hold it in the machine, which is put back to what it was."""
    lines = (READS, "11 22", "play 1", "play 1", "undo", failing, "pb", ".s", "redo")
    result = commanded("repl", "tictactoe", *tier, typing="\n".join(lines))
    assert "2049 0 0 0 0 0 0 0 0 2" in result.stdout
    assert "<2> 11 22" in result.stdout
    assert "the position has changed" not in result.stdout
    assert "nothing was taken back" not in result.stdout + result.stderr


def test_pieces_that_are_declared_at_the_prompt_are_shown() -> None:
    lines = ("play 1", "board", "{pieces {piece} zed pieces}", "pieces")
    result = commanded("repl", "tictactoe", typing="\n".join(lines))
    assert "z  zed" in result.stdout.splitlines()
    assert result.returncode == 0
