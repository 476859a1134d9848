"""The protocol for other programs: our engines speak it, and programs take part in tournaments."""

from __future__ import annotations

import io
import os
import select
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

import forthgame
from forthgame import ForthgameError, Game
from forthgame.base.source import package_path
from forthgame.play.match.answer_timeout import NoAnswer
from forthgame.play.match.contestant import Contestant
from forthgame.play.match.match import play_game
from forthgame.play.model.game_record import GameRecord, Usage
from forthgame.play.model.limits import Limits
from forthgame.play.model.schedule import Entrant, program_command, read_entrants
from forthgame.play.store.store import Store
from forthgame.play.ugi.engine_server import LINE, EngineServer
from forthgame.play.ugi.external_engine import WAITING, EngineProgram, ProgramContestant
from forthgame.play.ugi.requests import KEY, LONG, MoveNotation, known_notations, text_of, word_of
from forthgame.ui.cli.main import forthgame as forthgame_command
from forthgame.ui.terminal.line_input import lines_of
from tests.engine_sessions import answers
from tests.interrupting import pressed
from tests.machine.test_threads import ENVIRONMENT, POSIX
from tests.waiting import HANGS_AFTER, eventually

# tic-tac-toe in the language of the shell: the first free cell, or the given behaviour
SHELL = """#!/bin/sh
while read -r line; do
  case "$line" in
    ugi) echo "id name shell"; echo "info string hello"; echo ugiok ;;
    isready) echo readyok ;;
    position*) played="$line" ;;
    uginewgame) begun=yes ;;
    go*) [ "$begun" ] || exit 4
      MISCHIEF
      set -- $played
      count=0; [ $# -gt 3 ] && count=$(( $# - 3 ))
      [ $(( count % 2 )) -eq 1 ] && mark=O || mark=X
      for cell in a1 b1 c1 a2 b2 c2 a3 b3 c3; do
        case "$played" in *_$cell*) continue ;; esac
        echo "info depth 1 nodes 7"; echo "bestmove ${mark}_mark_$cell"; break
      done ;;
    quit) exit 0 ;;
  esac
done
"""


@pytest.fixture(scope="module")
def tictactoe() -> Game:
    return forthgame.load("tictactoe", native=False)


def shell(folder: Path, mischief: str = "") -> str:
    """Return the program of the shell as an entrant."""
    path = folder / "shell"
    path.write_text(SHELL.replace("MISCHIEF", mischief))
    path.chmod(0o755)
    return f"engine:{path}"


@POSIX
def test_ctrl_c_behind_the_end_of_the_input_ends_the_search() -> None:
    said: list[str] = []
    server = EngineServer(forthgame.load("connectfour", native=False), said.append)
    server.obey("go movetime 60000")
    with pressed(0.2):
        with pytest.raises(KeyboardInterrupt):
            server.wait()
        server.stop()
    assert said[-1].startswith("bestmove ")


# -- moves as words -------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["man a2 - a3", "a_b  c", "%5f_ x", "100% e2", "", "a|b#c"])
def test_a_text_is_a_word_and_comes_back(text: str) -> None:
    word = word_of(text)
    assert " " not in word
    assert text_of(word) == text


@pytest.mark.parametrize(
    "name", ["tictactoe", "breakthrough", "splut", "chess", "quantum-tictactoe"]
)
def test_all_notations_name_each_move(name: str) -> None:
    state = forthgame.load(name, native=False).new_game(seed=1)
    for notation in known_notations(state):
        words, moves = MoveNotation(state, notation), state.moves()
        for move in moves:
            written = words.write(state, move, moves)
            assert len(written.split()) == 1
            assert words.read(state, written).text == move.text


def test_people_may_type_moves(tictactoe: Game) -> None:
    state = forthgame.load("breakthrough", native=False).new_game(seed=1)
    assert MoveNotation(state, LONG).read(state, "a2a3").text == "man a2 - a3"
    with pytest.raises(forthgame.IllegalMove, match="man_a2_-_a3"):
        MoveNotation(state, LONG).read(state, "man_a2_-_a5")
    with pytest.raises(forthgame.IllegalMove):
        MoveNotation(state, KEY).read(state, "17")


# -- the server ---------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["ugi", "uci"])
def test_it_introduces_itself(tictactoe: Game, word: str) -> None:
    said = answers(tictactoe, word, "isready")
    assert said[0].startswith("id name forthgame")
    assert said[-2:] == [f"{word}ok", "readyok"]
    assert any(line.startswith("option name Engine type combo default negamax") for line in said)


def test_it_finds_the_winning_move(tictactoe: Game) -> None:
    moves = "X_mark_a1 O_mark_b1 X_mark_a2 O_mark_b2"
    said = answers(tictactoe, f"position startpos moves {moves}", "go depth 2")
    assert said[-1] == "bestmove X_mark_a3"
    assert "score mate 1 " in said[-2]
    assert said[-2].endswith("pv X_mark_a3")


def test_a_position_may_be_a_text(tictactoe: Game) -> None:
    state = tictactoe.new_game(seed=1)
    state.play(0)
    said = answers(
        tictactoe, f"position text {state.to_text()} moves O_mark_b2", "query p1turn", "d"
    )
    assert said[0] == "response true"
    assert said[-1].startswith("tictactoe | ")
    assert "O:mark@b2" in said[-1]


def test_a_finished_game_has_no_move(tictactoe: Game) -> None:
    moves = "X_mark_a1 O_mark_b1 X_mark_a2 O_mark_b2 X_mark_a3"
    said = answers(
        tictactoe, f"position startpos moves {moves}", "query gameover", "query result", "go"
    )
    assert said == ["response true", "response X wins", "bestmove 0000"]


def test_perft_counts_behind_each_move(tictactoe: Game) -> None:
    said = answers(tictactoe, "perft 3")
    assert len(said) == 10
    assert said[0].endswith(": 56")
    assert said[-1] == "nodes 504"
    assert answers(tictactoe, "go perft 1")[-1] == "nodes 9"


@pytest.mark.parametrize(
    "line",
    [
        "fly", "position", "position nowhere", "position startpos moves x", "position text x",
        "position fen x", "go depth", "go depth x", "go fast", "go depth " + 40 * "9",
        "setoption name Engine value deep", "setoption name X value 1", "setoption",
        "setoption name Seed value x", "setoption name Notation value x", "query", "query pturn",
        "query p99turn x", "perft x", "perft", "position startpos moves X_mark_a1 X_mark_a1",
    ],
)  # fmt: skip
def test_nonsense_is_answered_and_survived(tictactoe: Game, line: str) -> None:
    said = answers(tictactoe, line, "isready", "query p0turn")
    assert said[0].startswith("info string error: ")
    assert "readyok" in said


def test_stop_ends_a_search_at_once() -> None:
    game = forthgame.load("chess", native=False)
    said: list[str] = []
    server = EngineServer(game, said.append, "negamax")
    server.obey("go infinite")
    time.sleep(0.3)
    server.obey("isready")
    assert not any(line.startswith("bestmove") for line in said)
    began = time.process_time()
    server.obey("stop")
    assert time.process_time() - began < 2
    assert said[-1].startswith("bestmove ")
    server.obey("go depth 1")
    server.wait()
    assert said[-1].startswith("bestmove ")
    assert said[-1] != "bestmove 0000"


@pytest.mark.parametrize("line", ["perft 1", "d", "query gameover"])
def test_what_needs_the_machine_ends_the_search(tictactoe: Game, line: str) -> None:
    said: list[str] = []
    server = EngineServer(tictactoe, said.append, "uct")
    server.obey("go infinite")
    time.sleep(0.05)
    server.obey(line)
    (answered,) = (k for k, told in enumerate(said) if told.startswith("bestmove "))
    assert said[answered + 1 :]


def test_a_search_that_has_ended_leaves_no_limits(tictactoe: Game) -> None:
    """A thread that still writes must not end the next search."""
    processor = tictactoe.forth.processor

    def write(line: str) -> None:
        if line.startswith("bestmove"):
            time.sleep(0.2)

    server = EngineServer(tictactoe, write, "uct")
    server.obey("go infinite")
    time.sleep(0.05)
    server.obey("stop")
    assert (processor.deadline, processor.stop) == (None, None)


def test_a_clock_is_shared_out(tictactoe: Game) -> None:
    from forthgame.play.ugi.requests import read_go

    assert read_go("p1time 30000 p2time 9", 1).time == pytest.approx(0.98)
    assert read_go("wtime 9 btime 60000 binc 1000", 2).time == pytest.approx(2.73)
    assert read_go("movetime 300", 1).time == pytest.approx(0.28)
    assert read_go("p1time -5", 1).time == pytest.approx(0.01)
    assert read_go("depth 0", 1).depth == 1
    assert read_go("movetime 999999999999999", 1).time == 1e8  # so that a timer gets it
    assert read_go("", 1).time == 1.0


def test_a_line_that_is_too_long_is_refused_whole(tictactoe: Game) -> None:
    """The removed part might be the rest of a move."""
    line = "position startpos moves X_mark_b2".ljust(LINE + 1)
    said = answers(tictactoe, line, "position startpos moves X_mark_a1", "d")
    assert said[0] == f"info string error: a line has at most {LINE} characters"
    assert any("X:mark@a1" in text for text in said)
    found = lines_of(io.StringIO("abcdef\n\nab\nabc\nabcd"), 3)
    assert [*found] == ["abc", "", "ab", "abc", "abc"]


def test_bytes_that_are_no_text_are_no_word() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "forthgame", "engine", "tictactoe", "--interpret"],
        input=b"\xff\nisready\n", capture_output=True, timeout=HANGS_AFTER, check=False,
        env={**ENVIRONMENT, "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().split("\n")[1:] == ["readyok", ""]


def test_the_command_speaks_over_pipes() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "forthgame", "engine", "tictactoe", "--interpret"],
        input="ugi\nisready\nposition startpos\ngo depth 1\n", capture_output=True, text=True,
        env=ENVIRONMENT, timeout=HANGS_AFTER, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.split("\n")[-2].startswith("bestmove X_mark_")


@pytest.mark.parametrize("go", ["go infinite", "go ponder infinite"])
def test_a_search_without_end_ends_with_the_input(go: str) -> None:
    """Without input such a search cannot be stopped any more; one with a limit reaches it."""
    done = subprocess.run(
        [sys.executable, "-m", "forthgame", "engine", "breakthrough", "--engine", "negamax"],
        input=f"{go}\n", capture_output=True, text=True, env=ENVIRONMENT, timeout=HANGS_AFTER,
        check=False,
    )  # fmt: skip
    assert done.stdout.split("\n")[-2].startswith("bestmove ")


@pytest.mark.parametrize("full", [False, True])
def test_a_search_that_nobody_hears_ends_the_process(full: bool) -> None:
    """This is silent if the other program is gone, although it has not closed the input."""
    if full and not Path("/dev/full").exists():
        pytest.skip("there is no full device here")
    with open("/dev/full" if full else os.devnull, "wb") as device:
        server = subprocess.Popen(
            [sys.executable, "-m", "forthgame", "engine", "tictactoe", "--interpret"],
            stdin=subprocess.PIPE, stdout=device if full else subprocess.PIPE,
            stderr=subprocess.PIPE, env=ENVIRONMENT,
        )  # fmt: skip
    assert server.stdin is not None
    assert server.stderr is not None
    if server.stdout is not None:
        server.stdout.close()
    server.stdin.write(b"go depth 3\n")
    if full:
        server.stdin.close()
    else:
        server.stdin.flush()
    assert server.wait(HANGS_AFTER) == int(full)
    said = "the output cannot be read or written: No space left on device\n" if full else ""
    assert server.stderr.read().decode() == said
    server.stderr.close()
    server.stdin.close()


# -- programs in tournaments ----------------------------------------------------------------------


def test_a_program_is_named_with_its_options(tmp_path: Path) -> None:
    name = shell(tmp_path)
    (entrant, other), referee = read_entrants([f"{name}:time=0.5", "tictactoe"], None)
    assert (entrant.name, entrant.is_program, entrant.time) == ("shell:time=0.5", True, 0.5)
    assert entrant.script == other.script == referee
    assert program_command(entrant.engine) == [str(tmp_path / "shell")]


@pytest.mark.parametrize("name", ["engine:", "engine:/nowhere", "engine:'x", "engine:README.md"])
def test_a_program_that_is_not_there(name: str) -> None:
    with pytest.raises(ForthgameError, match="program"):
        read_entrants([name, "tictactoe"], None)


def games(name: str, number: int, limits: Limits) -> list[GameRecord]:
    """Play games of a program against the first move, all on one table."""
    (entrant, other), referee = read_entrants([name, "first"], "tictactoe")
    judge = Contestant(Entrant("referee", referee), native=False)
    program = ProgramContestant(entrant, native=False)
    table = {"X": program, "O": Contestant(other, native=False)}
    try:
        return [
            play_game(judge, table, GameRecord(k, 1, {"X": 0, "O": 1}), limits)
            for k in range(number)
        ]
    finally:
        program.close()


@POSIX
def test_a_program_of_the_shell_plays(tmp_path: Path) -> None:
    for record in games(shell(tmp_path), 2, Limits()):
        assert (record.end, record.fault) == ("result", None), record.reason
        assert record.usage["X"].nodes > 0
        assert record.usage["X"].choices > 9


@POSIX
@pytest.mark.parametrize(
    ("game", "position", "line"),
    [
        ("breakthrough", "startpos", "position fen pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w"),
        (
            "tictactoe",
            "tictactoe | X:mark@c3 | turn=12,O,O,0,2,0",
            "position text tictactoe | X:mark@c3 |",
        ),
    ],
)
def test_a_program_plays_from_other_positions(
    tmp_path: Path, game: str, position: str, line: str
) -> None:
    log = tmp_path / "log"
    (entrant, _), _ = read_entrants([shell(tmp_path, f'echo "$played" >> {log}'), "first:"], game)
    program = ProgramContestant(entrant, native=False)
    program.first_position = position
    try:
        program.begin(1, Limits())
        with suppress(ForthgameError):  # the shell does not know these positions
            program.choose(Limits(), Usage())
    finally:
        program.close()
    assert log.read_text().startswith(line)


@pytest.mark.sampled(2)
@POSIX
@pytest.mark.parametrize(
    ("mischief", "reason"),
    [
        ("exit 3", "shell has ended with code 3"),
        ("kill -9 $$", "shell has ended with signal 9"),
        ("echo bestmove nonsense; continue", "played an illegal move"),
        ("echo bestmove; continue", "played an illegal move"),
        ("sleep 30", "no answer in 0.4 s"),
        ("while :; do echo info depth 1; done", "no answer in 0.4 s"),
    ],
)
def test_a_program_that_fails_loses(tmp_path: Path, mischief: str, reason: str) -> None:
    """The program is started again for the next game."""
    patience = 0.4 if "no answer" in reason else HANGS_AFTER
    for record in games(shell(tmp_path, mischief), 2, Limits(timeout=patience)):
        assert reason in record.reason
        assert (record.end, record.fault, record.winner) == ("fault", "X", 1)


@pytest.mark.slow
@POSIX
def test_a_program_goes_on_in_a_store_that_is_resumed(tmp_path: Path) -> None:
    """There is no confinement, which would forbid it; scripts of strangers must be allowed."""
    runner, store = CliRunner(), tmp_path / "games.sqlite"
    resume = ["autoplay", "--resume", "--store", str(store), "--games"]
    entrants = ["autoplay", shell(tmp_path), "random:", "--games", "2", "--store", str(store)]
    own = tmp_path / "own.4th"
    own.write_bytes(package_path("games", "tictactoe", "tictactoe.4th").read_bytes())
    for game, open_to_all in (("tictactoe", []), (str(own), ["--unconfined"])):
        first = runner.invoke(forthgame_command, [*entrants, "--game", game, *open_to_all])
        assert first.exit_code == 0, first.output
        if open_to_all:
            refused = runner.invoke(forthgame_command, [*resume, "4"])
            assert "cannot start another program" in str(refused.exception)
        assert runner.invoke(forthgame_command, [*resume, "4", *open_to_all]).exit_code == 0
        with Store.read(store) as saved:
            assert [(r.end, r.fault) for r in saved.records()] == [("result", None)] * 4
        store.unlink()


@POSIX
def test_a_program_that_does_not_greet_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "dumb"
    path.write_text("#!/bin/sh\nexit 1\n")
    path.chmod(0o755)
    (record,) = games(f"engine:{path}", 1, Limits())
    assert "dumb has ended with code 1" in record.reason


def deaf(folder: Path, doing: str) -> list[str]:
    """Return a program that greets and then does something, whatever is written to it."""
    path = folder / "deaf"
    path.write_text(f"#!/bin/sh\necho ugiok; echo readyok\n{doing}\n")
    path.chmod(0o755)
    return [str(path)]


@POSIX
def test_a_program_that_does_not_read_holds_nobody_up(tmp_path: Path) -> None:
    program = EngineProgram(deaf(tmp_path, "sleep 60"))
    try:
        program.say("position startpos moves " + "a1 " * 100_000)
        with pytest.raises(NoAnswer):
            program.hear(("bestmove",), 0.1)
    finally:
        program.kill()


@POSIX
def test_lines_that_nobody_wants_are_left_with_the_program(tmp_path: Path) -> None:
    program = EngineProgram(deaf(tmp_path, "exec yes info"))
    try:
        time.sleep(0.2)
        assert program._lines.qsize() <= WAITING
        with pytest.raises(NoAnswer):
            program.hear(("bestmove",), 0.1)
    finally:
        program.kill()


ALONE = """
import sys, time
from forthgame.play.ugi.external_engine import EngineProgram
program = EngineProgram(sys.argv[1:])
print(flush=True)
time.sleep(60)
"""


@POSIX
def test_a_program_ends_with_the_process_that_started_it(tmp_path: Path) -> None:
    """Child processes of the program end too, however the parent ended."""
    alive = tmp_path / "alive"
    os.mkfifo(alive)
    command = deaf(tmp_path, f"exec 3>{alive}; sleep 60")
    player = subprocess.Popen(
        [sys.executable, "-c", ALONE, *command], stdout=subprocess.PIPE, env=ENVIRONMENT
    )
    with alive.open("rb", buffering=0) as pipe:  # ends after the last writer
        assert player.stdout is not None
        player.stdout.readline()
        player.kill()
        player.communicate()
        assert select.select([pipe], [], [], HANGS_AFTER)[0]
        assert pipe.read() == b""


@POSIX
@pytest.mark.slow
def test_a_program_takes_part_in_a_tournament(tmp_path: Path) -> None:
    played = forthgame.tournament([shell(tmp_path), "first"], game="tictactoe", games=2, seed=1)
    assert not any(entrant.faults for entrant in played.analysis.entrants)


@POSIX
@pytest.mark.slow
def test_two_of_ours_play_over_pipes() -> None:
    name = f"engine:{sys.executable} -m forthgame engine tictactoe --engine negamax --interpret"
    played = forthgame.tournament([name, f"{name}:depth=1"], game="tictactoe", games=2, seed=1)
    assert not any(entrant.faults for entrant in played.analysis.entrants)


def test_scripts_of_strangers_are_not_let_loose_for_a_program(tmp_path: Path) -> None:
    source = Path(forthgame.__file__).parent.parent / "games/tictactoe/tictactoe.4th"
    own = tmp_path / "own.4th"
    own.write_text(source.read_text())
    with pytest.raises(ForthgameError, match="--unconfined"):
        forthgame.tournament([shell(tmp_path), str(own)], games=2, seed=1)


def test_options_of_engines(tictactoe: Game) -> None:
    """Options are in the name of the engine, and the number of threads is separate."""
    said = answers(
        tictactoe, "setoption name Engine value uct:solve=no,threads=2", "ugi",
        "setoption name Threads value 3", "setoption name Threads value 65",
        "setoption name Threads value x", "setoption name Engine value uct:mest=yes",
        "go playouts 90",
    )  # fmt: skip
    assert "option name Threads type spin default 2 min 1 max 64" in said
    assert "option name Threads type spin default 3 min 1 max 64" in answers(
        tictactoe, "setoption name Threads value 3", "setoption name Engine value uct", "uci"
    )
    assert sum("nodes 90" in line for line in said) == 1
    assert sum("threads is a number from 1 to 64" in line for line in said) == 2
    assert any("did you mean mast" in line for line in said)


def test_wrong_values_are_named(tictactoe: Game) -> None:
    said = answers(
        tictactoe, "setoption name Ponder value maybe", "setoption name Engine value",
        "go depth -1", "go nodes -5",
    )  # fmt: skip
    for wrong in ("ponder is true or false, not 'maybe'", "there is no engine ''",
                  "`go depth` needs a whole number, not '-1'", "`go nodes` needs a"):  # fmt: skip
        assert sum(wrong in line for line in said) == 1


def test_a_line_that_goes_on_is_the_same_game(tictactoe: Game) -> None:
    """Engines reuse their data of it; after another line they start anew."""
    server = EngineServer(tictactoe, lambda line: None)
    kept = []
    for line in (
        "startpos", "startpos moves X_mark_b2 O_mark_a1", "startpos moves X_mark_b2 O_mark_a2",
        "startpos moves X_mark_b2 O_mark_a2 X_mark_c1 O_mark_a3",
    ):  # fmt: skip
        server.obey(f"position {line}")
        kept.append(server.state.search("uct:keep=yes,explore=1,playouts=80").kept)
    assert kept[0] == kept[2] == 0
    assert kept[1] > 0
    assert kept[3] > 0
    server.obey("position startpos moves X_mark_b2 O_mark_a2 rubbish")
    assert server.state is None


def answered(game: Game, *lines: str) -> tuple[list[str], EngineServer]:
    """Return the answers to lines during an endless search, after it has begun."""
    said: list[str] = []
    server = EngineServer(game, said.append, "uct")
    for line in lines:
        server.obey(line)
    return said, server


def best(said: list[str]) -> list[str]:
    return [line for line in said if line.startswith("bestmove")]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("go", ["go ponder movetime 50", "go ponder playouts 20", "go ponder"])
def test_no_move_is_named_while_the_server_ponders(tictactoe: Game, go: str) -> None:
    said, server = answered(tictactoe, go)
    time.sleep(0.2)
    assert best(said) == []
    server.obey("ponderhit")
    eventually(lambda: best(said))
    assert len(best(said)) == 1
    server.obey("ponderhit")
    server.obey("stop")
    assert len(best(said)) == 1


def test_what_was_pondered_on_in_vain_is_stopped(tictactoe: Game) -> None:
    said, server = answered(tictactoe, "go ponder movetime 60000", "stop")
    assert len(best(said)) == 1
    server.obey("go playouts 30")
    server.wait()
    assert len(best(said)) == 2
    said, server = answered(tictactoe, "go ponder movetime 60000")
    server.obey("quit")
    assert len(best(said)) == 1


def test_a_move_to_ponder_on_is_named_if_that_is_wanted(tictactoe: Game) -> None:
    lines = ("setoption name Engine value negamax", "go depth 4")
    assert best(answers(tictactoe, *lines))[0].count(" ") == 1
    named = best(answers(tictactoe, "setoption name Ponder value true", *lines))[0].split()
    assert named[2] == "ponder"
    assert named[3].startswith("O_mark_")
    assert any("not 'x'" in line for line in answers(tictactoe, "setoption name Ponder value x"))
