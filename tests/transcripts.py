"""Transcripts: typed lines and expected answers, as they look on a screen.

A transcript begins with `$ forthgame …`. For `repl` the lines after a prompt are typed into a
session in this process; any other command is run in one of its own. `$ cp ONE OTHER` between two
prompts is done before the next line is typed. A transcript that begins with a prompt continues the
session of the one before. Output that varies (times, folders) is masked on both sides.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout, suppress
from pathlib import Path

from rich.console import Console

from forthgame.ui.cli.main import run
from forthgame.ui.commands.repl import COMMAND_MODULES
from forthgame.ui.repl.session import GOING_ON, PAUSED, PROMPT, Session
from forthgame.ui.repl.session_commands import Watch
from tests.waiting import HANGS_AFTER

ROOT = Path(__file__).parent.parent
PROMPTS = tuple(prompt.rstrip() for prompt in (PAUSED, GOING_ON, PROMPT))
TYPED = re.compile(f"({'|'.join(map(re.escape, PROMPTS))})( |$)|(?=\\$ cp )")
LEFT_OUT = "…"
MASKS = (
    (re.compile(r"^… and \d+ of the language", re.M), "… and many of the language"),
    (re.compile(r"\d+(\.\d+)? ms\b"), "… ms"),
    (re.compile(r"\d+\.\d+ s\b"), "… s"),
    (re.compile(re.escape(f"{ROOT}/")), ""),
    (re.compile(r"random=[\w=-]+"), "random=…"),
    # addresses in the dictionary, which depend on the number of primitives
    (re.compile(r"^  stack: \d{6}$", re.M), "  stack: …"),
)
assert COMMAND_MODULES  # importing them has filled the table of commands


def masked(text: str) -> str:
    """Return a text without the parts that differ from run to run."""
    for pattern, mark in MASKS:
        text = pattern.sub(mark, text)
    return "\n".join(line.rstrip() for line in text.splitlines())


def matches(answer: str, wanted: str) -> bool:
    """Return whether an answer matches the expected one, in which a line `…` leaves lines out.

    Tabs count as the blanks that a screen shows.
    """
    answer, wanted = (masked(text).expandtabs(8) for text in (answer, wanted))
    parts = [".*?" if line == LEFT_OUT else re.escape(line) for line in wanted.split("\n")]
    return re.fullmatch("\n".join(parts), answer, re.S) is not None


def typed(transcript: str) -> Iterator[str]:
    """The lines of a transcript that were typed."""
    for line in transcript.splitlines():
        if found := TYPED.match(line):
            yield line[found.end() :]


class Typist:
    """Types transcripts in a folder, one after the other."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.session: Session | None = None
        self.watch: Watch | None = None
        self.lines: list[str] = []
        self.screen = io.StringIO()

    def play(self, transcript: str) -> str:
        """Return the transcript with the actual answers."""
        first = transcript.splitlines()[0]
        with chdir(self.folder):
            if TYPED.match(first):
                return self._type(transcript)
            arguments = shlex.split(first.removeprefix("$ "))
            assert arguments[0] == "forthgame", f"{first!r} is no command of forthgame"
            if arguments[1] != "repl":
                commands = [line for line in transcript.splitlines() if line.startswith("$ ")]
                return "\n".join(f"{line}\n{_answer(line)}".rstrip() for line in commands)
            self.close()
            self._begin(arguments[2:])
            return f"{first}\n{self._type(transcript)}"

    def close(self) -> None:
        """End the session that is open."""
        if self.session is not None:
            self.session.close()
            self.session = None

    def _begin(self, arguments: list[str]) -> None:
        """A session without machine code, whose screen is kept."""
        files = [name for name in arguments if not name.startswith("--")]
        console = Console(file=self.screen, highlight=False, markup=False, soft_wrap=True, width=99)
        self.session = Session(
            files[0] if files else None,
            native=False,
            console=console,
            errors=console,
            patient=True,
        )
        self.session.read = self._read
        self.watch = Watch(self.session) if "--watch" in arguments else None

    def _read(self, prompt: str) -> str | None:
        while self.lines and self.lines[0].startswith("$ cp "):
            line = self.lines.pop(0)
            self.screen.write(f"{line}\n")
            _, _, source, target = line.split()
            shutil.copy(source, target)
        if self.watch is not None and self.watch.changed():
            self.watch.reload()
        if not self.lines:
            return None
        self.screen.write(f"{prompt}{self.lines[0]}\n")
        return self.lines.pop(0)

    def _type(self, transcript: str) -> str:
        assert self.session is not None, "the first transcript begins with `$ forthgame`"
        self.lines = list(typed(transcript))
        self.session.done = False
        self.session.converse(lambda: False)
        text = masked(self.screen.getvalue())
        self.screen.seek(0)
        self.screen.truncate()
        return text


def _answer(line: str) -> str:
    """Return the output of a command, on both streams. A tournament has a process of its own."""
    command, *arguments = shlex.split(line.removeprefix("$ "))
    assert command == "forthgame", f"{line!r} is no command of forthgame"
    if arguments[0] in ("autoplay", "results"):
        return _process(arguments)
    printed = io.StringIO()
    with redirect_stdout(printed), redirect_stderr(printed), suppress(SystemExit):
        run(arguments)
    return masked(printed.getvalue())


def _process(arguments: list[str]) -> str:
    """Return the output of a process, on both streams."""
    result = subprocess.run(
        [sys.executable, "-m", "forthgame", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=HANGS_AFTER,
        env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False,
    )  # fmt: skip
    return masked(result.stdout)
