"""The prompt at a terminal: completion, history and Ctrl-C, typed into a pseudo-terminal."""

from __future__ import annotations

import os
import re
import select
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.waiting import eventually, wait_for_work

pty = pytest.importorskip("pty")
ROOT = Path(__file__).parents[2]
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\x1b\][^\x07]*\x07|[\r\x07]")
COLOUR = re.compile(r"\x1b\[[\d;]*38;5;(\d+)")
ASKED = r"\n\x08*>"


class Terminal:
    """A session in a pseudo-terminal."""

    def __init__(self, *arguments: str, without: tuple[str, ...] = ()) -> None:
        # as if a package were not installed
        hide = "".join(f"sys.modules[{name!r}] = None; " for name in without)
        code = f"import sys; {hide}from forthgame.ui.cli.main import main; main()"
        self.pid, self.screen = pty.fork()
        if self.pid == 0:
            os.environ.update(PYTHONPATH=str(ROOT), TERM="xterm", COLUMNS="100", LINES="40")
            os.environ["PROMPT_TOOLKIT_NO_CPR"] = "1"
            os.execv(sys.executable, [sys.executable, "-c", code, "repl", *arguments])
        self.seen = ""
        self.colours: set[str] = set()

    def type(self, text: str) -> None:
        """Press keys."""
        os.write(self.screen, text.encode())

    def complete(self, keys: str, completed: str) -> None:
        """Press keys, a tab among them; wait for the completion up to there before the rest."""
        before, _, behind = keys.partition("\t")
        self.type(f"{before}\t")
        self.wait_for(completed)  # looked up while other keys may come
        if behind:
            self.type(behind)
            self.wait_for(re.escape(behind.strip()))

    def wait_for(self, pattern: str) -> str:
        """Read until a text appears after the last match; return all text that was read."""
        return eventually(lambda: self._read_up_to(pattern), f"{pattern!r}")

    def _read_up_to(self, pattern: str) -> str:
        self.colours |= set(COLOUR.findall(self.seen))
        plain = ESCAPE.sub("", self.seen)
        if found := re.search(pattern, plain):
            self.seen = plain[found.end() :]
            return plain[: found.end()]
        if select.select([self.screen], [], [], 0.1)[0]:
            try:
                self.seen += os.read(self.screen, 65536).decode(errors="replace")
            except OSError:  # the other side has been closed
                assert re.search(pattern, ESCAPE.sub("", self.seen)), self.seen
        return ""

    def end(self) -> int:
        """Wait for the process to end; its exit code."""
        status = eventually(self._ended, "the end of the session")
        os.close(self.screen)
        self.pid = 0
        return os.waitstatus_to_exitcode(status[1])

    def _ended(self) -> tuple[int, int] | None:
        found = os.waitpid(self.pid, os.WNOHANG)
        if not found[0] and select.select([self.screen], [], [], 0.05)[0]:
            with suppress(OSError):
                os.read(self.screen, 65536)
        return found if found[0] else None

    def kill(self) -> None:
        """End the process if it still runs."""
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            os.close(self.screen)


@pytest.fixture
def history(tmp_path: Path) -> str:
    """A file for the lines that are typed."""
    return str(tmp_path / "history")


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    """Terminals that are put away at the end."""
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.kill()


def opened(terminals: list[Terminal], *arguments: str, without: tuple[str, ...] = ()) -> Terminal:
    """A session, ready for the first line."""
    terminals.append(Terminal(*arguments, "--interpret", without=without))
    terminals[-1].wait_for("quit` leaves")
    terminals[-1].wait_for(ASKED)
    return terminals[-1]


def interrupt(terminal: Terminal, line: str) -> None:
    """Run a line that does not end, and Ctrl-C while it runs."""
    terminal.type(f"{line}\r")
    terminal.wait_for(line)
    wait_for_work(terminal.pid, 0.3)  # it is echoed before it runs
    terminal.type("\x03")
    terminal.wait_for("interrupted; everything is as before the line")
    terminal.wait_for(ASKED)


@pytest.mark.slow
def test_completion_and_history(terminals: list[Terminal], history: str) -> None:
    """Tab completes commands, moves, pieces and words, in colour; arrow up brings lines back,
    also those of an earlier session.
    """
    pytest.importorskip("prompt_toolkit")
    first = opened(terminals, "breakthrough", "--history", history)
    for keys, completed, answer in (
        ("play man a2 - b\t", "a2 - b3", "turn 2: Black to move"),
        ("und\t", "undo", "turn 1: White to move"),
        ("moves ma\t", "moves man", "22 of 22 moves"),
        ("put Wh\t man e5", "put White", "turn 1: White to move"),
        ("5 invad\t .", r"invaded\?", "0 ok <1> 5"),
    ):
        first.complete(keys, completed)
        first.type("\r")
        first.wait_for(answer)
        first.wait_for(ASKED)
    first.type("4 2 + .\r")
    first.wait_for("6 ok")
    first.wait_for(ASKED)
    first.type("\x1b[A\r")
    first.wait_for("6 ok")
    first.wait_for(ASKED)
    assert len(first.colours) >= 2, "what is typed is highlighted"
    first.type("\x04")
    assert first.end() == 0
    second = opened(terminals, "tictactoe", "--history", history)
    second.type("\x1b[A\r")
    second.wait_for("6 ok")
    second.wait_for(ASKED)
    second.type("quit\r")
    assert second.end() == 0


@pytest.mark.sampled(2)
@pytest.mark.parametrize("without", [(), ("prompt_toolkit",)])
def test_interrupting(terminals: list[Terminal], history: str, without: tuple[str, ...]) -> None:
    """Ctrl-C stops the running word, abandons an open definition, and never the session; with
    line editing and without.
    """
    terminal = opened(terminals, "tictactoe", "--history", history, without=without)
    terminal.type("7 : forever BEGIN AGAIN ;\r")
    terminal.wait_for("ok <1> 7")
    terminal.wait_for(ASKED)
    interrupt(terminal, "VARIABLE gone forever")
    terminal.type("gone\r")
    terminal.wait_for("unknown word 'gone'")
    terminal.wait_for(ASKED)
    terminal.type(": half 1\r")
    terminal.wait_for(r"\n\x08*\.\.\.")
    terminal.type("\x03")
    terminal.wait_for("given up")
    terminal.wait_for(ASKED)
    terminal.type("half\r")
    terminal.wait_for("unknown word 'half'")
    terminal.wait_for(ASKED)
    for keys, answer in (
        ("break place\r", "1: break place"),
        ("moves\r", "stack: empty"),
        ("\x03", "stopped at"),  # the paused word
        (".s\r", "<1> 7"),
    ):
        terminal.type(keys)
        terminal.wait_for(answer)
        terminal.wait_for(ASKED if "stack" not in answer else r"\n\x08*paused>")
    terminal.type("delete\r")
    terminal.wait_for(ASKED)
    terminal.type("quit\r")
    assert terminal.end() == 0


def test_interrupting_beside_a_breakpoint(terminals: list[Terminal], history: str) -> None:
    """Ctrl-C in a word that has not reached it leaves no trace of it in the code."""
    terminal = opened(terminals, "tictactoe", "--history", history)
    for keys, answer in (
        (": never 40 2 + ; : forever BEGIN AGAIN ;\r", "ok"),
        ("break never\r", "1: break never"),
    ):
        terminal.type(keys)
        terminal.wait_for(answer)
        terminal.wait_for(ASKED)
    interrupt(terminal, "forever")
    terminal.type("delete\r")
    terminal.wait_for(ASKED)
    terminal.type("never .\r")
    terminal.wait_for("42 ok")
    terminal.wait_for(ASKED)
    terminal.type("quit\r")
    assert terminal.end() == 0


@pytest.mark.sampled(2)
@pytest.mark.parametrize("without", [(), ("prompt_toolkit",)])
def test_watching(
    terminals: list[Terminal], history: str, tmp_path: Path, without: tuple[str, ...]
) -> None:
    """A file that is saved is loaded again while the prompt waits; half a line stays."""
    script = tmp_path / "race.4th"
    text = (ROOT / "tests" / "repl" / "race.4th").read_text()
    script.write_text(text)
    terminal = opened(terminals, str(script), "--watch", "--history", history, without=without)
    script.write_text(text.replace("empty? verify", "friend? NOT verify"))
    terminal.wait_for("is loaded again")
    terminal.wait_for("words changed: forward")
    if not without:
        terminal.wait_for(ASKED)
    terminal.type("1 2 + .\r")
    terminal.wait_for("3 ok")
    terminal.type("quit\r")
    assert terminal.end() == 0


def test_a_line_ends_once_whatever_keys_come_at_once() -> None:
    """Ctrl-C after Enter would end it again, which prompt_toolkit refuses with an exception."""
    pytest.importorskip("prompt_toolkit")
    from prompt_toolkit import PromptSession
    from prompt_toolkit.application import create_app_session
    from prompt_toolkit.input import create_pipe_input
    from prompt_toolkit.output import DummyOutput

    from forthgame.ui.repl.line_editing import leave_once

    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        app = PromptSession[str]().app
        leave_once(app)

        def twice() -> None:
            app.exit(result="1 2 +")
            app.exit(exception=KeyboardInterrupt)

        assert app.run(pre_run=twice) == "1 2 +"


@pytest.mark.parametrize("ended", [False, True], ids=["while it is read", "as it ends"])
def test_ctrl_c_in_a_line_is_not_lost(monkeypatch: pytest.MonkeyPatch, ended: bool) -> None:
    """A signal after Enter, which prompt_toolkit drops, abandons the line too."""
    pytest.importorskip("prompt_toolkit")
    from prompt_toolkit import PromptSession
    from prompt_toolkit.application import create_app_session, get_app
    from prompt_toolkit.input import create_pipe_input
    from prompt_toolkit.output import DummyOutput

    from forthgame.ui.repl.line_editing import terminal_reader
    from forthgame.ui.repl.session import Session

    def disturb() -> None:
        if ended:
            get_app().exit(result="1 2 +")
        signal.raise_signal(signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        read = terminal_reader(Session(None), None, None)
        keys.send_text("1 2 +\r")
        assert read("> ") == "1 2 +"
        prompt = PromptSession.prompt

        def disturbed(session: PromptSession[str], *given: object, **named: object) -> str:
            return prompt(session, *given, **{**named, "pre_run": disturb})  # type: ignore[arg-type]

        monkeypatch.setattr(PromptSession, "prompt", disturbed)
        with pytest.raises(KeyboardInterrupt):
            read("> ")
    assert signal.getsignal(signal.SIGINT) is before
