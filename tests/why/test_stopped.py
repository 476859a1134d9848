"""Tests that Ctrl-C names the running word and line, and that waiting for the compiler is shown."""

from __future__ import annotations

import io
import signal
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console

import forthgame
import forthgame.why.answers.explain  # it takes its time, and the timer runs
from forthgame.base.interrupts import Handler
from forthgame.machine.outer.outer_interpreter import Forth
from forthgame.ui.cli.main import forthgame as command, run
from forthgame.ui.commands import repl  # noqa: F401 -- enters the commands
from forthgame.ui.repl.session import Session
from forthgame.ui.terminal import ctrl_c, error_output
from forthgame.ui.terminal.ctrl_c import LocatedInterrupt, report_interrupts_in
from forthgame.why.inspection.current_place import current_place
from tests.interrupting import press_after, pressed

SCRIPT = """{board 3 3 {grid} board}
{directions -1 0 {direction} n directions}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
VARIABLE counted
: endless ( -- )
	7 8 9
	3 0 DO
		2000000000 -5 DO
			counted @ 31 * I XOR counted !
		LOOP
	LOOP
	DROP DROP DROP
;
: put endless empty? verify drop add-move ;
{moves all {move} put moves}
{pieces {piece} man {drops} all pieces}
"""

needs_timer = pytest.mark.skipif(
    not hasattr(signal, "setitimer"), reason="needs a timer of signals"
)


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """A game whose moves are never made."""
    path = tmp_path / "endless.4th"
    path.write_text(SCRIPT)
    return path


def interrupted(seconds: float | None = 0.1) -> AbstractContextManager[None]:
    """Run something until Ctrl-C comes from a timer, after some processor time or when set."""
    return pressed(seconds, Handler(ctrl_c.stop))


@pytest.fixture
def timer(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Ctrl-C comes soon after a game has been loaded, from a timer."""

    def begin(forth: Forth) -> None:
        report_interrupts_in(forth)
        press_after(0.3)

    for name in ("cli.starting_positions", "repl.session"):
        monkeypatch.setattr(f"forthgame.ui.{name}.report_interrupts_in", begin)
    with interrupted(None):
        yield


@needs_timer
@pytest.mark.parametrize("native", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_ctrl_c_names_word_line_stack_and_loops(script: Path, native: bool) -> None:
    """This holds in the interpreter and in machine code."""
    game = forthgame.load(script, native=native)
    if game.native:
        game.native.prepare(wait=True, engines=False)
    state = game.new_game(1)
    report_interrupts_in(game.forth)
    with interrupted(), pytest.raises(LocatedInterrupt) as raised:
        state.moves()
    place = raised.value.place
    assert place is not None
    assert (place.word, place.stack[:3]) == ("endless", [7, 8, 9])
    assert place.line in (10, 11)
    inner, outer = place.hint.split("\n  ")
    index = int(inner.removeprefix("DO … LOOP of line 9: index ").partition(",")[0])
    assert -5 < index < 2000000000
    assert inner.endswith("limit 2000000000")
    assert outer == "DO … LOOP of line 8: index 0, limit 3"
    assert current_place(game.forth) is None, "at rest nothing runs"


NESTED = SCRIPT.replace(
    """: put endless""",
    """: middle 4 1 DO 11 I counted ! endless DROP LOOP ;
: outer 6 BEGIN DUP WHILE 0 -9 DO I 2 * DROP middle LOOP 1- REPEAT DROP ;
: put outer""",
)


@needs_timer
@pytest.mark.slow
@pytest.mark.parametrize("explained", ["moves", "playouts"])
def test_ctrl_c_names_callers_and_their_loops_in_machine_code(
    tmp_path: Path, explained: str
) -> None:
    """Machine code records them while it returns."""
    path = tmp_path / "nested.4th"
    path.write_text(NESTED)
    answer = []
    for native in (False, True):
        with forthgame.load(path, native=native) as game:
            if game.native:
                game.native.prepare(wait=True, engines=False)
            state = game.new_game(1)
            report_interrupts_in(game.forth)
            with interrupted(), pytest.raises(LocatedInterrupt) as raised:
                state.moves() if explained == "moves" else game.playouts(1, state=state)
            place = raised.value.place
            assert place is not None
            inner, *outer = place.hint.split("\n  ")
            assert inner.endswith("limit 2000000000")
            answer.append((place.word, place.stack[:5], [c.word for c in place.chain], outer))
    assert answer[0] == answer[1]
    assert answer[0][1] == [6, 11, 7, 8, 9]
    assert answer[0][3][1:] == [
        "DO … LOOP of line 15: index 1, limit 4",
        "DO … LOOP of line 16: index -9, limit 0",
    ]


@pytest.mark.parametrize("native", [False, True])
def test_the_limit_of_a_turn_names_the_loops(tmp_path: Path, native: bool) -> None:
    """Their values are shown, in both tiers, with those of the callers."""
    path = tmp_path / "nested.4th"
    path.write_text(NESTED)
    limits = forthgame.ScriptLimits(turn=0.03)
    with forthgame.load(path, native=native, limits=limits) as game:
        if game.native:
            game.native.prepare(wait=True, engines=False)
        with pytest.raises(forthgame.ScriptError, match="no end is in sight") as raised:
            game.new_game(1).moves()
    inner, *outer = raised.value.hint.split("\n  ")
    assert inner.endswith("limit 2000000000")
    assert outer[1:] == [
        "DO … LOOP of line 15: index 1, limit 4",
        "DO … LOOP of line 16: index -9, limit 0",
    ]
    assert [call.word for call in raised.value.chain] == ["endless", "middle", "outer"]


@needs_timer
@pytest.mark.sampled(2)
@pytest.mark.usefixtures("timer")
@pytest.mark.parametrize("arguments", [("moves", "--interpret"), ("why", "man", "a1")])
def test_commands_show_where_ctrl_c_came(
    script: Path, arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """`moves` and `why` end with the place, after "interrupted"."""
    name, *more = arguments
    with pytest.raises(SystemExit) as ended:
        run([name, str(script), *more])
    assert ended.value.code == 130
    said = capsys.readouterr().err
    assert "interrupted\n" in said
    assert "stopped in `endless`" in said
    assert "index 0, limit 3" in said


@needs_timer
@pytest.mark.usefixtures("timer")
def test_the_prompt_shows_where_ctrl_c_came(script: Path) -> None:
    """The place follows the message that the line has changed nothing."""
    said = Console(file=io.StringIO(), width=200)
    session = Session(str(script), native=False, errors=said)
    session.execute("moves")
    session.close()
    assert isinstance(said.file, io.StringIO)
    first, second, *_ = said.file.getvalue().split("\n")
    assert first == "interrupted; everything is as before the line"
    assert "stopped in `endless`" in second
    assert session.failures == 1


def test_ctrl_c_at_rest_names_nothing() -> None:
    """Between runs Ctrl-C has no place, and an older one is not shown again."""
    with forthgame.load("tictactoe", native=False) as game:
        report_interrupts_in(game.forth)
        with pytest.raises(LocatedInterrupt) as raised:
            ctrl_c.stop()
    assert raised.value.place is None


def long_answer(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the text sent to the pager, at a terminal of 24 lines."""
    paged: list[str] = []
    monkeypatch.setattr(error_output.click, "echo_via_pager", paged.append)
    monkeypatch.setattr(error_output.shutil, "get_terminal_size", lambda: (80, 24))
    monkeypatch.setattr(error_output.sys, "stdin", Terminal())
    monkeypatch.setattr(error_output.sys, "stdout", Terminal())
    return paged


class Terminal(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        """Yes."""
        return True


def test_only_what_is_longer_than_the_terminal_is_paged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Long lines count as often as they are wrapped; control characters are removed."""
    paged = long_answer(monkeypatch)
    assert not error_output.page("line\n" * 20)
    assert error_output.page("line\n" * 24)
    assert error_output.page("x" * 80 * 24 + "\x1b[2J")
    assert len(paged) == 2
    assert "\x1b" not in paged[1]
    monkeypatch.setattr(error_output.sys, "stdout", io.StringIO())
    assert not error_output.page("line\n" * 99), "into a pipe it goes as it is"


@pytest.mark.parametrize(
    ("options", "pages"), [(["--all"], 1), (["--all", "--no-pager"], 0), ([], 0)]
)
def test_why_pages_every_attempt(
    monkeypatch: pytest.MonkeyPatch, options: list[str], pages: int
) -> None:
    """`--all` pages every attempt."""
    paged: list[str] = []
    monkeypatch.setattr("forthgame.ui.commands.why.page", lambda text: paged.append(text) or True)
    found = CliRunner().invoke(command, ["why", "tictactoe", "X", "mark", "b2", *options])
    assert found.exit_code == 0
    assert len(paged) == pages
    assert bool(found.stdout) == (not pages)


def test_a_line_says_that_the_end_waits_for_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line appears while LLVM is still at work after the main thread has ended."""
    screen = Terminal()
    main, working = threading.Thread(target=lambda: None), list[bool]()
    monkeypatch.setattr(error_output.threading, "main_thread", lambda: main)
    monkeypatch.setattr(error_output.jobs, "busy", lambda: bool(working))
    looking = threading.Thread(target=error_output.watch_exit, args=(screen, 0.01), daemon=True)
    looking.start()
    main.start()
    assert screen.getvalue() == ""
    working.append(True)
    looking.join()
    assert screen.getvalue() == error_output.EXITING
    assert not error_output.explain_exit(io.StringIO())
