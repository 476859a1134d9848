"""What the documents show of sessions is what comes out.

In a page, a block of Forth that begins with `\\ NAME.4th` is a script, and is written to a folder;
one that begins with a colon takes the place of that word in the script before. Blocks that begin
with `$ forthgame` or a prompt are transcripts; in them a line `…` stands for any lines.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from transcripts import LEFT_OUT, ROOT, TYPED, Typist, matches

PAGES = ("docs/porting.md", "docs/workbench.md", "README.md")
BLOCK = re.compile(r"^```(\w*)\n(.*?)\n```$", re.M | re.S)
SCRIPT = re.compile(r"\\ (\S+\.4th)\b")
WORD = re.compile(r": (\S+)")
UPDATE = os.environ.get("FORTHGAME_UPDATE")


class Page:
    """A page that is gone through from its start to its end, in a folder."""

    def __init__(self, name: str, folder: Path) -> None:
        self.path = ROOT / name
        self.text = self.path.read_text(encoding="utf-8")
        self.folder = folder
        self.script: Path | None = None
        self.typist = Typist(folder)
        self.played = 0

    def check(self) -> None:
        """Write the scripts and play the transcripts."""
        text = BLOCK.sub(self._block, self.text)
        self.typist.close()
        if UPDATE:
            self.path.write_text(text, encoding="utf-8")

    def _block(self, found: re.Match[str]) -> str:
        language, block = found.groups()
        if language == "forth":
            self._write(block)
        elif block.startswith("$ forthgame") or (self.played and TYPED.match(block)):
            self.played += 1
            answer = self.typist.play(block).rstrip()
            if UPDATE and LEFT_OUT not in block.split("\n"):
                return f"```{language}\n{answer}\n```"
            assert matches(answer, block), f"the page says\n{block}\nand there is\n{answer}"
        return found[0]

    def _write(self, block: str) -> None:
        """A script, or a word of the script before."""
        if script := SCRIPT.match(block):
            self.script = self.folder / script[1]
            self.script.write_text(f"{block}\n", encoding="utf-8")
        elif (word := WORD.match(block)) and self.script is not None:
            before = self.script.read_text(encoding="utf-8")
            definition = re.compile(rf"^: {re.escape(word[1])} .*?(?:^| );$", re.M | re.S)
            assert len(definition.findall(before)) == 1, f"one {word[1]} in {self.script.name}"
            after = definition.sub(lambda _: block, before)
            assert after != before
            self.script.write_text(after, encoding="utf-8")


@pytest.mark.parametrize("name", PAGES)
def test_sessions_in_a_page(name: str, tmp_path: Path) -> None:
    """Every transcript in it comes out as it stands there."""
    page = Page(name, tmp_path)
    page.check()
    assert page.played, "there is a transcript in it"


def test_what_is_left_out() -> None:
    """`…` stands for any lines, and for nothing else."""
    assert matches("a\nb\nc\nd", "a\n…\nd")
    assert matches("a\nb", "a\nb")
    assert not matches("a\nb\nc", "a\nb")
    assert not matches("a\nbc", "a\n…\nd")
