"""Text of scripts, files and arguments cannot control a terminal."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from commanding import commanded
from hypothesis import given, strategies as st

import forthgame
from forthgame.base.name_quoting import quoted, unquoted
from forthgame.play.results.html_page import write_page
from forthgame.play.run.tournament import tournament
from forthgame.ui.cli.main import forthgame as command
from forthgame.ui.terminal.escaping import CONTROLS, visible, visible_json
from tests.waiting import HANGS_AFTER

pytestmark = pytest.mark.usefixtures("played_here")

pty = pytest.importorskip("pty", reason="no pseudo-terminals here")

ROOT = Path(forthgame.__file__).parent.parent
EVIL = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202e"
COMPILING = re.compile(r"forthgame: compiling [^\n]*\n")  # on a machine that is busy
NAME = f"e{EVIL}[red]"  # of a position, a piece, a player: no blanks
GAME = f"""
{{board {{position}} a1 {{position}} {NAME} board}}
{{directions {{link}} on a1 {NAME} directions}}
{{players {{player}} One{NAME} {{player}} Two players}}
{{turn-order {{turn}} One{NAME} {{turn}} Two turn-order}}
: go on verify empty? verify from here move add-move ;
{{moves plain {{move}} go moves}}
{{pieces {{piece}} p{NAME} {{moves}} plain pieces}}
{{board-setup {{setup}} One{NAME} p{NAME} a1 board-setup}}
"""


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a game whose names contain control sequences, in a file whose name does."""
    path = tmp_path_factory.mktemp("evil") / f"g{EVIL}[bold].4th"
    path.write_text(GAME, encoding="utf-8")
    return path


def clean(text: str) -> bool:
    """Return whether a text is without control sequences."""
    return not CONTROLS.search(text.replace("\r\n", "\n"))


@given(st.text())
def test_what_is_shown_controls_nothing(text: str) -> None:
    """Other characters stay; JSON has the same meaning."""
    assert clean(visible(text))
    assert visible("".join(c for c in text if not CONTROLS.match(c))) == CONTROLS.sub("", text)
    assert json.loads(visible_json(json.dumps(text, ensure_ascii=False))) == text


def test_controls_are_written_out() -> None:
    """Escapes are visible to a person."""
    assert visible("a\x1b[1m\x07\x7f\x9b\u2028\u2029\u202e\u2066\rb\tc\n") == (
        "a\\x1b[1m\\x07\\x7f\\x9b\\u2028\\u2029\\u202e\\u2066\\x0db\tc\n"
    )
    assert visible("Señor – ♞ 象") == "Señor – ♞ 象"


@given(st.text(min_size=1))
def test_names_in_positions(name: str) -> None:
    """Names come back, and a line of a position has no controls in it."""
    assert unquoted(quoted(name)) == name
    assert clean(quoted(name))
    assert "\n" not in quoted(name)


COMMANDS = [
    ["moves"], ["moves", "--json"], ["show"], ["show", "--json"], ["perft", "1", "--divide"],
    ["check"], pytest.param(["help", "--in", "go"], marks=pytest.mark.slow),
    ["analyse", "--depth", "1", "--interpret"], ["playouts", "2"],
    ["moves", "--after", f"x{EVIL}"], ["play", "--seat", f"x{EVIL}=human"],
    ["play", "--seat", f"One{NAME}=first", "--seat", "Two=first"],
    ["show", "--position", f"x{EVIL}"], ["show", "--position", f"g{EVIL} | x{EVIL}"],
]  # fmt: skip


@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda arguments: " ".join(arguments)[:20])
def test_commands_show_names_and_arguments(arguments: list[str], script: Path) -> None:
    """Both streams are safe, in success and in error."""
    name, *rest = arguments
    given = ["help", "--in", str(script), "go"] if name == "help" else [name, str(script), *rest]
    result = commanded(*given)
    shown = result.stdout + result.stderr
    assert clean(shown), shown
    assert "Traceback" not in shown
    if "--json" in arguments:
        assert json.dumps(NAME)[1:-1] in json.dumps(json.loads(result.stdout))


@pytest.mark.parametrize("arguments", [["x\x1b[2J"], ["moves", "--x\x1b[2J"], ["run", "x\x1b[2J"]])
def test_wrong_usage_is_shown(arguments: list[str]) -> None:
    """click's own messages contain arguments too."""
    result = commanded(*arguments)
    assert result.returncode in (1, 2)
    assert clean(result.stderr)
    assert "\\x1b[2J" in result.stderr


def at_a_terminal(arguments: list[str], typed: bytes = b"") -> str:
    """Return the output of a command at a terminal, with waits for a busy machine."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "forthgame", *arguments],
        stdin=slave if typed else subprocess.DEVNULL, stdout=slave, stderr=slave, cwd=ROOT,
        env={**os.environ, "TERM": "dumb", "NO_COLOR": "1"},
    )  # fmt: skip
    os.close(slave)
    found = b""
    while True:
        try:
            part = os.read(master, 1 << 16)
        except OSError:  # the other side is closed
            break
        if not part:
            break
        found += part
    process.wait(timeout=HANGS_AFTER)
    os.close(master)
    return COMPILING.sub("", found.decode())


def test_output_of_scripts(tmp_path: Path) -> None:
    """`run` writes it unchanged into a pipe; at a terminal only visible characters."""
    (tmp_path / "s.4th").write_bytes(b'." a\x1b[2Jb\x07" 27 EMIT 155 EMIT 10 EMIT')
    arguments = ["run", str(tmp_path / "s.4th")]
    piped = subprocess.run(
        [sys.executable, "-m", "forthgame", *arguments],
        capture_output=True, check=True, cwd=ROOT, timeout=HANGS_AFTER,
    )  # fmt: skip
    assert piped.stdout == "a\x1b[2Jb\x07\x1b\x9b\n".encode()
    assert at_a_terminal(arguments) == "a\\x1b[2Jb\\x07\\x1b\\x9b\r\n"


def test_markup_of_rich_is_text(script: Path) -> None:
    """Names in square brackets are not styles, in tables neither."""
    from rich.console import Console

    from forthgame.ui.commands.analyse import _table
    from forthgame.ui.terminal.tournament_display import LiveTable

    state = forthgame.load(script, native=False).new_game(seed=1)
    console = Console(force_terminal=False, width=300)
    with console.capture() as caught:
        console.print(_table([state.search("negamax", depth=1)]))
    assert "[red]" in caught.get()
    assert clean(caught.get())
    played = tournament([str(script), "random:"], games=1, seed=1, native=False)
    table = LiveTable(played.plan, played.records)
    with console.capture() as caught:
        console.print(table)
    assert "[bold]" in caught.get()
    assert clean(caught.get())


def test_a_page_of_a_tournament(tmp_path: Path) -> None:
    """Names in it are plain text of HTML."""
    path = tmp_path / '"><img src=x onerror=alert(1)>&lt;.4th'
    source = GAME.replace(NAME, "<script>alert(1)</script>")
    path.write_text(source, encoding="utf-8")
    played = tournament([str(path), "random:"], games=2, seed=1, native=False)
    write_page(tmp_path / "page.html", played.plan, played.records, played.analysis)
    page = (tmp_path / "page.html").read_text()
    assert "alert(1)" in page
    assert "<script>alert" not in page
    assert page.count("<script") == 2  # the page's own: boards as data, and their code
    assert "<img" not in page
    assert "&lt;script&gt;" in page


def test_results_of_a_tournament(script: Path, tmp_path: Path) -> None:
    """This covers each form of `results`; CSV and records are data, and unchanged in a pipe."""
    store = tmp_path / "store"
    tournament([str(script), "random:"], games=2, seed=1, native=False, store=store)
    for form in ([], ["--list"], ["--json"]):
        result = CliRunner().invoke(command, ["results", str(store), *form])
        assert result.exit_code == 0, result.output
        assert clean(result.output), result.output
    for form in (["--csv"], ["--records"]):
        assert EVIL in CliRunner().invoke(command, ["results", str(store), *form]).output
        assert clean(at_a_terminal(["results", str(store), *form]))


def test_the_prompt_shows_names(script: Path) -> None:
    """This covers words, boards and errors; output of words is as with `run`."""
    lines = "board\nmoves\nwords\nplay 1\nsee go\nwhy 1\ncoverage 1\nnothing\x1b[2J\n27 EMIT\n"
    result = subprocess.run(
        [sys.executable, "-m", "forthgame", "repl", str(script)],
        input=lines.encode(), capture_output=True, cwd=ROOT, timeout=HANGS_AFTER, check=False,
    )  # fmt: skip
    shown = (result.stdout.replace(b"\x1b", b"", 1) + result.stderr).decode()
    assert "Traceback" not in shown
    assert clean(shown), shown
    assert result.stdout.count(b"\x1b") == 1
