"""The examples of docs/checker.md: a bad one has its code and message, a good one has not.

`FORTHGAME_UPDATE=1` writes the messages anew.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from forthgame.check.check import check
from forthgame.check.findings import FINDING_KINDS, FIRST_PLAYED, Finding
from forthgame.why.comparison.played_findings import check_and_play

PAGE = Path(__file__).parents[2] / "docs" / "checker.md"
TEXT = PAGE.read_text(encoding="utf-8")
EXAMPLE = re.compile(
    r"^### (FG\d+)\n\n```forth\n\\ bad\n(.*?)\n```\n\n```text\n(.*?)```\n\n"
    r"```forth\n\\ good\n(.*?)\n```$",
    re.M | re.S,
)
EXAMPLES = EXAMPLE.findall(TEXT)
MEN = re.compile(r"^```forth\n(\\ men\.4th.*?)\n```$", re.M | re.S)
WHOLE = "\\ the whole script"
WAYS = "{moves ways {move} step-n {move} step-s {move} step-e {move} step-w {move} extra moves}\n"
PIECES = "{pieces {piece} man {moves} ways pieces}\n"


def findings(example: str, folder: Path, code: str) -> tuple[Finding, ...]:
    """Return the findings of the checker in an example of a code; play it if the code needs it."""
    (men,) = MEN.findall(TEXT)
    (folder / "men.4th").write_text(f"{men}\n", encoding="utf-8")
    script = f"{example}\n"
    if not example.startswith(WHOLE):
        if ": extra" in example and "{moves ways" not in example:
            script += WAYS
        if "{moves ways" in script and "{pieces" not in script:
            script += PIECES
        script = f"LOAD men.4th\n{script}"
    (folder / "example.4th").write_text(script, encoding="utf-8")
    checking = check_and_play if code >= FIRST_PLAYED else check
    return tuple(checking(folder / "example.4th").findings)


def test_every_code_has_examples() -> None:
    """The order is that of the table."""
    assert [code for code, *_ in EXAMPLES] == sorted(FINDING_KINDS)
    assert re.findall(r"^### (FG\S+)$", TEXT, re.M) == sorted(FINDING_KINDS)


@pytest.mark.parametrize(("code", "bad", "message", "good"), EXAMPLES, ids=[e[0] for e in EXAMPLES])
def test_examples(code: str, bad: str, message: str, good: str, tmp_path: Path) -> None:
    """The bad one is found with the message shown; the good one has nothing worse than a note."""
    found = "".join(f"{f.message}\n" for f in findings(bad, tmp_path, code) if f.code == code)
    if os.environ.get("FORTHGAME_UPDATE"):
        _write(code, found)
    else:
        assert found == message
    assert found
    assert [
        str(f) for f in findings(good, tmp_path, code) if f.code == code or f.severity != "note"
    ] == []


def _write(code: str, message: str) -> None:
    text = PAGE.read_text(encoding="utf-8")
    pattern = re.compile(rf"(^### {code}\n.*?```text\n).*?(```)", re.M | re.S)
    PAGE.write_text(pattern.sub(lambda m: m[1] + message + m[2], text, count=1), encoding="utf-8")
