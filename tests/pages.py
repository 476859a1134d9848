"""Pages whose scripts are loaded and whose sessions are typed, all in this process.

In a page a block of Forth that begins with `\\ NAME.4th` is a script. One that begins with a colon
or a section's opening word is a mistake: the page's first script with that definition or section in
place of its own becomes `wrong.4th`, which may be given as a whole too. Blocks that begin with
`$ forthgame` or a prompt are transcripts, in which a line `…` stands for any lines.
`FORTHGAME_UPDATE=1` writes them anew.
"""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

from click.testing import CliRunner
from transcripts import LEFT_OUT, TYPED, Typist, masked, matches

from forthgame.ui.cli.main import forthgame

BLOCK = re.compile(r"^```(\w*)\n(.*?)\n```$", re.M | re.S)
SCRIPT = re.compile(r"\\ (\S+\.4th)\b")
COMMAND = re.compile(r"\n(?=\$ forthgame)")  # between two commands of a block
WRONG = "wrong.4th"
UPDATE = os.environ.get("FORTHGAME_UPDATE")


class Here(Typist):
    """A typist whose commands are run in this process."""

    def play(self, transcript: str) -> str:
        """The transcript as it comes out."""
        first, *_ = transcript.splitlines()
        arguments = shlex.split(first.removeprefix("$ "))
        if TYPED.match(first) or arguments[1:2] == ["repl"]:
            return super().play(transcript)
        assert arguments[0] == "forthgame", f"{first!r} is a command of forthgame"
        before = Path.cwd()
        os.chdir(self.folder)
        try:
            result = CliRunner().invoke(forthgame, arguments[1:])
        finally:
            os.chdir(before)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            return f"{first}\n{masked(str(result.exception))}"
        return f"{first}\n{masked(result.stderr + result.stdout)}"


class Page:
    """A page that is tested from its start to its end, in a folder."""

    def __init__(self, path: Path, folder: Path) -> None:
        self.path = path
        self.text = path.read_text(encoding="utf-8")
        self.folder = folder
        self.scripts: list[Path] = []
        self.typist = Here(folder)
        self.played = 0

    def write(self) -> None:
        """Write the scripts of the page, and nothing else."""
        for language, block in BLOCK.findall(self.text):
            if language == "forth" and SCRIPT.match(block):
                self._write(block)

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
            answer = "\n".join(self.typist.play(part).rstrip() for part in COMMAND.split(block))
            if UPDATE and LEFT_OUT not in block.split("\n"):
                return f"```{language}\n{answer}\n```"
            assert matches(answer, block), f"the page says\n{block}\nand there is\n{answer}"
        return found[0]

    def _write(self, block: str) -> None:
        if script := SCRIPT.match(block):
            path = self.folder / script[1]
            path.write_text(f"{block}\n", encoding="utf-8")
            if script[1] != WRONG:
                self.scripts.append(path)
        elif block.startswith((":", "{")):
            assert self.scripts, "a mistake is one in a script"
            (self.folder / WRONG).write_text(
                with_other(self.scripts[0].read_text(encoding="utf-8"), block), encoding="utf-8"
            )


def with_other(script: str, block: str) -> str:
    """A script with another definition, or another section, in place of one that it has."""
    first, second, *_ = block.split()
    if first == ":":
        pattern = rf"^: {re.escape(second)} .*?(?:^;$| ;(?=   \\|$)[^\n]*)"
    else:
        name = rf" {re.escape(second)}" if first == "{moves" else ""
        pattern = rf"^{re.escape(first)}{name}\s.*?{re.escape(first[1:])}\}}"
    found = re.findall(pattern, script, re.M | re.S)
    assert len(found) == 1, f"{len(found)} of {first} {second} in the script"
    changed = re.sub(pattern, lambda _: block, script, flags=re.M | re.S)
    assert changed != script, "the mistake differs from what is right"
    return changed
