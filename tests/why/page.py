"""Write the outputs of examples and the table of mistakes in docs/debugging.md.

python tests/why/page.py        rewrites the page
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mistakes import Mistake

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "debugging.md"
EXAMPLE = re.compile(r"```python\n(.*?)```\n\n```text\n(.*?)```\n", re.DOTALL)
TABLE = re.compile(r"(<!-- mistakes -->\n).*?(<!-- end -->\n)", re.DOTALL)
LONGEST = 150  # characters of a line that is shown


def produced() -> str:
    """The page as it should be."""
    return TABLE.sub(lambda found: found[1] + table() + found[2], with_examples())


def with_examples() -> str:
    """The page with the outputs of its examples as they should be."""
    text = PAGE.read_text()
    names: dict[str, object] = {}
    folder = Path.cwd()
    os.chdir(ROOT)
    try:
        return EXAMPLE.sub(lambda found: _example(found[1], names), text)
    finally:
        os.chdir(folder)


def _example(code: str, names: dict[str, object]) -> str:
    """Return an example with its output."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "docs/debugging.md", "exec"), names)
    lines = [
        line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"
        for line in printed.getvalue().rstrip("\n").split("\n")
    ]
    return f"```python\n{code}```\n\n```text\n" + "\n".join(lines) + "\n```\n"


def table() -> str:
    """The mistakes, their questions, and the guilty lines that the answers name."""
    from mistakes import MISTAKES
    from test_planted_mistakes import explained, names, script

    rows = ["| mistake | asked | guilty line | named |", "|---|---|---|---|"]
    count = 0
    for mistake in MISTAKES:
        with tempfile.TemporaryDirectory() as folder:
            named = names(explained(mistake, script(mistake), Path(folder)), mistake)
        count += named
        rows.append(row(mistake, named))
    return "\n".join([*rows, "", f"{count} of {len(MISTAKES)} are named."]) + "\n"


def row(mistake: Mistake, named: bool) -> str:
    """The row of a mistake, whose guilty line an answer names or not."""
    from test_planted_mistakes import guilty_line, script

    number = guilty_line(mistake)
    line = script(mistake).splitlines()[number - 1].split("\\ ")[0].strip()
    shown = line if len(line) <= 48 else line[:47] + "…"
    return (
        f"| {mistake.what} | `{mistake.question}`{' (extra)' if mistake.extra else ''} "
        f"| `{mistake.game}.4th:{number}` `{shown}` | {'yes' if named else '**no**'} |"
    )


if __name__ == "__main__":
    sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]
    PAGE.write_text(produced())
