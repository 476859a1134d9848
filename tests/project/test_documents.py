"""Sessions in the documents are reproduced exactly.

In a page, a block of Forth that begins with `\\ NAME.4th` is a script, and is written to a folder.
Another block of Forth replaces its first word or section in the script before; the others that it
repeats are removed there, and a block of new parts alone goes to the end. Blocks that begin with `$
forthgame` or a prompt are transcripts; in them a line `…` stands for any lines. A block of Forth
directly after `<!-- not run -->` is left alone.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from transcripts import LEFT_OUT, ROOT, TYPED, Typist, matches

PAGES = (
    "docs/porting.md",
    "docs/workbench.md",
    "README.md",
    *sorted(
        path.relative_to(ROOT).as_posix()
        for folder in ("tutorial", "dialect")
        for path in (ROOT / "docs" / folder).glob("*.md")
        if "\n$ forthgame" in path.read_text(encoding="utf-8")
    ),
)
BLOCK = re.compile(r"^(<!-- not run -->\n)?```(\w*)\n(.*?)\n```$", re.M | re.S)
PART = re.compile(
    r"^: (?P<word>\S+)\s.*?(?:^| );$"
    r"|^\{(?P<section>(?P<kind>[a-z-]+)(?:(?<=\{moves) \S+)?)\s.*?\s(?P=kind)\}$",
    re.M | re.S,
)
COMMAND = re.compile(r"^\$ forthgame", re.M)
LONG = re.compile(r"\$ forthgame (autoplay|playouts|analyse) ")
SCRIPT = re.compile(r"\\ (\S+\.4th)\b")
UPDATE = os.environ.get("FORTHGAME_UPDATE")


class Page:
    """A page that is tested from its start to its end, in a folder."""

    def __init__(self, name: str, folder: Path, *, quick: bool = False) -> None:
        self.path = ROOT / name
        self.text = self.path.read_text(encoding="utf-8")
        self.folder = folder
        self.script: Path | None = None
        self.typist = Typist(folder)
        self.played = 0
        self.commands = 0
        self.quick = quick

    def check(self) -> None:
        """Write the scripts and play the transcripts."""
        text = BLOCK.sub(self._block, self.text)
        self.typist.close()
        written = len(COMMAND.findall(self.text))
        assert self.commands == written, (
            f"{written} commands stand there, {self.commands} were found"
        )
        if UPDATE:
            self.path.write_text(text, encoding="utf-8")

    def _block(self, found: re.Match[str]) -> str:
        unread, language, block = found.groups()
        if unread:
            return found[0]
        if language == "forth":
            self._write(block)
        elif block.startswith("$ forthgame") or (self.played and TYPED.match(block)):
            self.played += 1
            self.commands += len(COMMAND.findall(block))
            if self.quick and LONG.match(block):
                return found[0]
            answer = self.typist.play(block).rstrip()
            rows = block.split("\n")
            if UPDATE and rows[-1] == LEFT_OUT:  # a last line that differs each time
                answer = "\n".join([*answer.split("\n")[:-1], LEFT_OUT])
            if UPDATE and LEFT_OUT not in rows[:-1]:
                return f"```{language}\n{answer}\n```"
            assert matches(answer, block), f"the page says\n{block}\nand there is\n{answer}"
        return found[0]

    def _write(self, block: str) -> None:
        """A script, or parts of the script before."""
        if script := SCRIPT.match(block):
            self.script = self.folder / script[1]
            self.script.write_text(f"{block}\n", encoding="utf-8")
        elif self.script is not None:
            before = self.script.read_text(encoding="utf-8")
            after = with_parts(before, block)
            assert after != before, "the block changes the script"
            self.script.write_text(after, encoding="utf-8")


def parts(text: str) -> dict[str, str]:
    """The definitions and sections of a script by their names."""
    return {found["word"] or found["section"]: found[0] for found in PART.finditer(text)}


def with_parts(script: str, block: str) -> str:
    """Return a script in which a block replaces the parts that it defines again."""
    there = parts(script)
    old = [there[name] for name in parts(block) if name in there]
    if not old:
        return f"{script}\n{block}\n"
    for part in old:
        assert script.count(part) == 1, f"once in the script: {part}"
    for part in old[1:]:
        script = script.replace(f"{part}\n", "")
    return script.replace(old[0], block)


@pytest.mark.parametrize("name", PAGES)
def test_sessions_in_a_page(name: str, tmp_path: Path) -> None:
    """Every transcript is reproduced as it is in the page."""
    page = Page(name, tmp_path, quick=name.startswith("docs/tutorial/"))
    page.check()
    assert page.played, "there is a transcript in it"


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in PAGES if name.startswith("docs/tutorial/")])
def test_tournaments_in_a_page(name: str, tmp_path: Path) -> None:
    """These are the slow sessions: tournaments, random games, searches."""
    Page(name, tmp_path).check()


def test_what_is_left_out() -> None:
    """`…` stands for any lines, and for nothing else."""
    assert matches("a\nb\nc\nd", "a\n…\nd")
    assert matches("a\nb", "a\nb")
    assert not matches("a\nb\nc", "a\nb")
    assert not matches("a\nbc", "a\n…\nd")


def test_parts_of_a_script() -> None:
    """A block replaces the parts that it repeats, and goes to the end if all of it is new."""
    script = ": a 1 ;\n\n: b a ;\n\n{moves m\n\t{move} b\nmoves}\n"
    assert with_parts(script, ": c 3 ;") == f"{script}\n: c 3 ;\n"
    new = ": c 3 ;\n\n{moves m\n\t{move} c\nmoves}"
    assert with_parts(script, new) == f": a 1 ;\n\n: b a ;\n\n{new}\n"
    assert with_parts(script, ": b 2 ;") == script.replace(": b a ;", ": b 2 ;")
