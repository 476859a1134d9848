"""The prompt after a command that fails, or after a section that changes its commands."""

from __future__ import annotations

from pathlib import Path

import pytest
from commanding import commanded

READS = ": pb 9 0 DO I piece-at . LOOP turn-number . ;"
SHORT = """{board 1 3 {grid} board}
{directions 0 1 {direction} e directions}
{players {player} A {player} B players}
{turn-order {turn} A {turn} B turn-order}
: go-east e verify empty? verify from here move add-move ;
{moves ma {move} go-east moves}
{pieces {piece} p {moves} ma pieces}
{board-setup {setup} A p a1 board-setup}
"""


@pytest.mark.parametrize("failing", ["dump 0", "time nosuch", "step nosuch"])
@pytest.mark.parametrize("tier", [(), ("--interpret",)], ids=["native", "interpreted"])
def test_the_next_line_runs_on_the_position(failing: str, tier: tuple[str, ...]) -> None:
    """A command may hold it in the machine, which is then restored."""
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


def test_an_error_behind_a_set_up_that_fails_keeps_its_place(tmp_path: Path) -> None:
    """The place is not that of the name that the set-up did not recognise."""
    script = tmp_path / "short.4th"
    script.write_text(SHORT)
    typing = "FORGET go-east\nmoves\nnew\nmoves"
    said = commanded("repl", str(script), "--interpret", typing=typing).stderr
    assert said.count("short.4th:5:3: `go-east`, a word of {moves ma, was forgotten\n") == 2
    assert "short.4th:8:24: unknown word 'p'" in said
