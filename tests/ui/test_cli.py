"""Tests of the commands: their output, its stream, and their exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from commanding import commanded as forthgame
from matches import in_this_process

from forthgame.base.errors import ForthgameError
from forthgame.ui.cli.main import run
from forthgame.ui.commands.tune import _write
from tests.waiting import HANGS_AFTER, ended_after, let_work

GOOD = """
{board 3 1 {grid} board}
{directions 0 1 {direction} e directions}
{players {player} X {player} O players}
{turn-order {turn} X {turn} O turn-order}
: step e verify empty? verify from here move add-move ;
{moves list {move} step moves}
{pieces {piece} man {moves} list pieces}
{board-setup {setup} X man a1 board-setup}
"""


def process(*arguments: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "forthgame", *arguments],
        capture_output=True,
        text=True,
        cwd=folder,
        env=environment(),
        timeout=HANGS_AFTER,
        check=False,
    )


def environment() -> dict[str, str]:
    """This environment, with the checkout importable from any folder."""
    import os

    import forthgame as package

    root = str(Path(package.__file__).parent.parent)
    path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH", "")]))
    return {**os.environ, "PYTHONPATH": path}


def test_run_prints_what_the_script_prints(tmp_path: Path) -> None:
    """`run` takes a text or a file."""
    result = forthgame("run", "-e", "6 7 * . CR")
    assert (result.returncode, result.stdout, result.stderr) == (0, "42 \n", "")
    (tmp_path / "hello.4th").write_text('." hello" CR LOAD other.4th')
    (tmp_path / "other.4th").write_text('." other" CR')
    result = forthgame("run", "hello.4th", folder=tmp_path)
    assert (result.returncode, result.stdout) == (0, "hello\nother\n")


def test_a_mistake_is_shown_with_its_place() -> None:
    """The output has the message, the line with a caret, the stack and earlier output; exit
    code 1.
    """
    result = forthgame("run", "-e", "1 2 + . 5 : inner 1 0 / ; : outer inner ; outer")
    assert result.returncode == 1
    assert result.stdout == "3 "
    lines = result.stderr.splitlines()
    assert lines[0] == "-e:1:23: division by zero in `/`"
    assert lines[1].endswith("outer inner ; outer")
    assert lines[2].index("^") == lines[1].index("/")
    assert lines[3] == "  stack: 5 1 0"
    assert "called by inner -e:1:35" in lines[4]


def test_wrong_usage_is_2() -> None:
    """click's own errors."""
    assert forthgame("run").returncode == 2
    assert forthgame("nothing").returncode == 2
    assert forthgame("perft", "splut", "many").returncode == 2
    assert forthgame("autoplay", "splut/duel", "splut/random", "3", "--games", "4").returncode == 2


@pytest.mark.parametrize(
    "arguments",
    [
        *(["autoplay", "first:", "first:", "--game", "tictactoe", *given] for given in (
            ["--time", "nan"], ["--time", "inf"], ["--timeout", "nan"], ["--plies", "9" * 20],
            ["--nodes", "9" * 20], ["--games", "9" * 20], ["--seed", "9" * 20])),
        ["analyse", "tictactoe", "--time", "1e10"],
        ["analyse", "tictactoe", "--depth", "9" * 20],
        ["playouts", "tictactoe", "9" * 20],
        ["run", "-e", "1", "--seconds", "nan"],
        ["tune", "tictactoe", "--time", "inf"],
    ],
    ids=lambda arguments: " ".join(arguments[-2:]),
)  # fmt: skip
def test_numbers_that_nothing_has_so_many_of_are_wrong_usage(arguments: list[str]) -> None:
    told = forthgame(*arguments)
    assert (told.returncode, "Invalid value" in told.stderr) == (2, True)


def test_an_address_that_is_none() -> None:
    pytest.importorskip("starlette", reason="the extra board is not installed")
    told = forthgame("serve", "--host", "a..b", "--port", "0")
    assert (told.returncode, "cannot listen at a..b" in told.stderr) == (1, True)


def test_a_missing_script_names_the_games() -> None:
    """The error names the bundled games."""
    result = forthgame("moves", "no-such-game")
    assert result.returncode == 1
    assert "there is no script 'no-such-game'" in result.stderr
    assert "alquerque, amazons, apocalypse, ataxx" in result.stderr
    assert "breakthrough" in result.stderr


def test_moves_lists_texts(tmp_path: Path) -> None:
    """Moves on stdout, a remark on stderr; the same as JSON; from any folder."""
    result = forthgame("moves", "splut", folder=tmp_path)
    assert result.stdout.splitlines() == ["wizard d2 - d3", "dwarf e2 - e3", "troll f2 - f3"]
    assert "South to move, 3 legal moves" in result.stderr
    after = "wizard d2 - d3; troll b4 - c4"
    document = json.loads(forthgame("moves", "splut", "--after", after, "--json").stdout)
    assert document["player"] == "West"
    assert len(document["moves"]) == 7
    assert document["history"] == after.split("; ")
    result = forthgame("moves", "splut", "--after", "wizard d2 - d9")
    assert result.returncode == 1
    assert "wizard d2 - d3" in result.stderr


def test_perft_counts() -> None:
    """The number alone on stdout; --divide adds up; --json has the rate."""
    result = forthgame("perft", "breakthrough", "3")
    assert result.stdout == "11132\n"
    divided = forthgame("perft", "tictactoe", "3", "--divide").stdout.splitlines()
    assert divided[-1] == "504"
    assert sum(int(line.rsplit(": ", 1)[1]) for line in divided[:-1]) == 504
    behind = ("--to-the-end", "--divide", "--after", "a1; a2; b1; b2; c1; c2")
    assert forthgame("perft", "tictactoe", "1", *behind).stdout.splitlines()[-1] == "3"
    document = json.loads(forthgame("perft", "tictactoe", "4", "--json").stdout)
    assert document["leaves"] == 3024
    assert document["leaves_per_second"] > 0


@pytest.mark.slow
def test_autoplay_ends_as_axiom_does() -> None:
    """The closing block on stdout, progress on stderr; the same seed gives the same games."""
    arguments = ("autoplay", "splut/duel", "splut/random", "4", "--seed", "3")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("forthgame.ui.commands.autoplay.local", in_this_process)
        result = forthgame(*arguments)
    lines = result.stdout.splitlines()
    assert lines[0] == "Final results:"
    assert lines[1].startswith('Player 1 "duel", wins = ')
    assert lines[2].startswith('Player 2 "random", wins = ')
    assert lines[3].startswith("Draws = ")
    assert lines[4] == "4 game(s) played"
    assert result.stderr.count("Game ") == 4
    arguments = ("autoplay", "tictactoe", "random:", "4", "--seed", "3", "--json")
    first = json.loads(forthgame(*arguments).stdout)
    second = json.loads(forthgame(*arguments, "--jobs", "2").stdout)
    for document in (first, second):
        for record in document["records"]:
            del record["seconds"]
    assert first == second
    assert [record["seats"]["X"] for record in first["records"]] == [0, 1, 0, 1]


@pytest.mark.usefixtures("surveyed_here")
def test_autoplay_refuses_what_does_not_fit() -> None:
    """Too few scripts for the seats, or scripts of different games."""
    result = forthgame("autoplay", "splut/duel", "2")
    assert result.returncode == 1
    assert "a game for 2 players (South, North)" in result.stderr
    result = forthgame("autoplay", "tictactoe", "connectfour", "1")
    assert result.returncode == 1
    assert "another game" in result.stderr


def test_a_page_that_cannot_be_written_costs_no_results(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    to = tmp_path / "file" / "page.html"
    told = forthgame(
        "autoplay", "first:", "random:", "2", "--game", "tictactoe", "--report", str(to)
    )
    assert "2 game(s) played" in told.stdout
    assert (told.returncode, "page.html cannot be written" in told.stderr) == (1, True)


def test_what_was_learned_outlives_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    for name in ("file", "x.4th"):
        (tmp_path / name).touch()
    tuned: Any = SimpleNamespace(facts=SimpleNamespace(files=[]))
    made, failure = _write(tuned, "", tmp_path / "x.4th", tmp_path / "file" / "y.4th", None)
    assert made == []
    assert "cannot be written" in str(failure)


@pytest.mark.usefixtures("played_here")
def test_autoplay_of_four_players() -> None:
    """Each seat has its own script; the housekeeping player has none."""
    result = forthgame(
        "autoplay", *["splut"] * 4, "1", "--depth", "1", "--plies", "20", "--json", "--interpret"
    )
    document = json.loads(result.stdout)
    assert len(document["entrants"]) == 4
    assert sorted(document["records"][0]["seats"]) == ["East", "North", "South", "West"]


@pytest.mark.usefixtures("played_here")
def test_transcript_reads_as_axiom_s() -> None:
    """Set-up, numbered rounds, who won, the standing."""
    result = forthgame(
        "autoplay", "tictactoe", "tictactoe", "2", "--depth", "1", "--transcript", "--seed", "1"
    )
    assert "Game 1 of 2" in result.stdout
    assert "1. X mark" in result.stdout
    assert "Cumulative results following game 2 of 2:" in result.stdout
    assert "Player 1 - I " in result.stdout or "It's a draw." in result.stdout


def test_check_reports_each_script(tmp_path: Path) -> None:
    """A line for a good script, the error of a bad one, exit code 1 if there is one."""
    (tmp_path / "good.4th").write_text(GOOD)
    (tmp_path / "bad.4th").write_text(GOOD.replace("{turn} O", "{turn} Q"))
    result = forthgame("check", "good.4th", folder=tmp_path)
    assert result.returncode == 0
    assert "no mistakes found; 2 players, 3 positions" in result.stdout
    result = forthgame("check", "good.4th", "bad.4th", folder=tmp_path)
    assert result.returncode == 1
    assert "unknown word 'Q'" in result.stderr


@pytest.mark.sampled(2)
@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
@pytest.mark.parametrize("native", [True, False])
def test_ctrl_c_is_130(native: bool) -> None:
    """An endless loop is left at once, in either tier."""
    import signal

    steps = [] if native else ["--interpret"]
    with subprocess.Popen(
        [
            sys.executable,
            "-m",
            "forthgame",
            "run",
            *steps,
            "-e",
            '." go" : t BEGIN FALSE UNTIL ; t',
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.read(2) == b"go"
            let_work(process, 0.3)
            process.send_signal(signal.SIGINT)
            assert ended_after(process) < 2
            assert process.returncode == 130
            assert process.stderr is not None
            assert b"Traceback" not in process.stderr.read()
        finally:
            process.kill()


def test_limits_of_run() -> None:
    """--steps is exact, --seconds stops an endless loop."""
    result = forthgame("run", "--steps", "1000", "-e", ": t BEGIN FALSE UNTIL ; t")
    assert result.returncode == 1
    assert "step limit reached" in result.stderr
    result = forthgame("run", "--seconds", "0.3", "-e", ": t BEGIN FALSE UNTIL ; t")
    assert result.returncode == 1
    assert "time limit reached" in result.stderr


def test_help_and_version() -> None:
    """Every command explains itself."""
    overview = forthgame("--help").stdout
    for name in ("run", "moves", "perft", "autoplay", "check", "playouts", "bench"):
        assert name in overview
        assert forthgame(name, "--help").returncode == 0
    assert "0.1" in process("--version").stdout


def test_play_takes_numbers_texts_and_undo() -> None:
    """A human at a pipe: lists moves, plays by number and by text, takes back, stops."""
    arguments = ["play", "tictactoe", "--seat", "X=human", "--seat", "O=human"]
    typed = "moves\n5\nnonsense\nO mark a1\nundo\nquit\n"
    result = subprocess.run(
        [sys.executable, "-m", "forthgame", *arguments],
        input=typed, capture_output=True, text=True, env=environment(), timeout=HANGS_AFTER,
        check=False,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    assert "   5  X mark b2" in result.stdout
    assert "O cannot play 'nonsense'" in result.stdout
    assert "  2  . X ." in result.stdout
    assert "  1  O . ." in result.stdout
    assert forthgame("play", "tictactoe", "--seat", "X=nobody").returncode == 2


def test_play_lets_engines_finish_a_game() -> None:
    """With engines on every seat, no input is needed."""
    seats = ["--seat", "X=negamax", "--seat", "O=random", "--depth", "2", "--seed", "1"]
    result = forthgame("play", "tictactoe", *seats)
    assert result.returncode == 0
    assert "X wins. The game is over: loss for O." in result.stdout


def test_help_explains_words() -> None:
    """Primitives with examples, words of the dialect with their source, neighbours of others."""
    assert "/ ( a b -- quotient )" in forthgame("help", "/").stdout
    assert "-7 2 / -> -3" in forthgame("help", "/").stdout
    assert ": friend?" in forthgame("help", "friend?").stdout
    assert "arithmetic:" in forthgame("help").stdout
    result = forthgame("help", "VARIABEL")
    assert result.returncode == 1
    assert "did you mean VARIABLE" in result.stderr
    assert "native: yes" in forthgame("help", "verify").stdout
    assert "native: in Python" in forthgame("help", "{grid}").stdout


def test_help_explains_a_word_of_a_script(tmp_path: Path) -> None:
    """The output has place, source, whether native, and the hidden word; other words are as
    usual.
    """
    path = tmp_path / "plain.4th"
    path.write_text(
        '\\ a script\n: twice ( n -- n )\n  ( doubled; ) DUP + ." ;"\n; 7 CONSTANT seven\n'
        ": ABS ABS 1+ ;\n: grab R> DROP ; : user grab ;\n"
    )
    found = forthgame("help", "twice", "--in", str(path)).stdout
    assert "twice ( n -- n )" in found
    assert f"{path}:2:3" in found
    assert found.endswith(': twice ( n -- n )\n  ( doubled; ) DUP + ." ;"\n;\n')
    assert "native: yes" in found
    assert (
        "native: interpreted: return stack" in forthgame("help", "grab", "--in", str(path)).stdout
    )
    assert "7 CONSTANT seven" in forthgame("help", "seven", "--in", str(path)).stdout
    hidden = forthgame("help", "ABS", "--in", str(path)).stdout
    assert ": ABS ABS 1+ ;" in hidden
    assert "Give the absolute value." in hidden
    assert "Copy the top item." in forthgame("help", "DUP", "--in", str(path)).stdout
    missing = forthgame("help", "twic", "--in", str(path))
    assert missing.returncode == 1
    assert "did you mean twice" in missing.stderr


def test_help_shows_the_kinds_of_items_of_a_word(tmp_path: Path) -> None:
    """They come from the code; a comment that says the same is not repeated."""
    script = tmp_path / "kinds.4th"
    script.write_text(": held? player-at = ;\n: free? ( pos -- ? ) empty-at? ;\n")
    assert "the code: ( player pos -- ? )" in forthgame("help", "held?", "--in", str(script)).stdout
    assert "the code:" not in forthgame("help", "free?", "--in", str(script)).stdout


def test_playouts_counts_games() -> None:
    """Games are counted and timed, and the same for a seed."""
    first = json.loads(forthgame("playouts", "tictactoe", "200", "--seed", "4", "--json").stdout)
    second = json.loads(
        forthgame("playouts", "tictactoe", "200", "--seed", "4", "--interpret", "--json").stdout
    )
    assert first["games"] == 200
    assert first["results"] == second["results"]
    assert first["plies"] == second["plies"]


def test_too_little_memory_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(**_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("forthgame.ui.cli.main.forthgame.main", full)
    assert run(["games"]) == 1
    assert capsys.readouterr().err == "there is too little memory left\n"


@pytest.mark.parametrize("error", [ForthgameError("wrong"), OSError(5, "wrong"), MemoryError()])
def test_ctrl_c_while_an_error_is_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: Exception
) -> None:
    """The first one imports the code that shows it, which takes a while."""

    def failing(**_: object) -> None:
        raise error

    def interrupted(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("forthgame.ui.cli.main.forthgame.main", failing)
    monkeypatch.setattr("forthgame.ui.cli.main.show_error", interrupted)
    with pytest.raises(SystemExit) as ended:
        run(["games"])
    assert ended.value.code == 130
    assert capsys.readouterr().err == "interrupted\n"


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
@pytest.mark.parametrize("module", ["click", "forthgame.ui.terminal.error_output"])
def test_ctrl_c_while_the_command_is_read_says_nothing(module: str) -> None:
    import signal

    code = f"""
import os, signal, sys
class Finder:
    def find_spec(self, name, *_):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
sys.argv = ["forthgame", "games"]
from forthgame.__main__ import main
main()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")
