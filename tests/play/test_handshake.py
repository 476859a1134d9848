"""The answers of an engine before its game is loaded, and the time of loading."""

from __future__ import annotations

import io
import select
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import forthgame
from forthgame import ForthgameError
from forthgame.base.source import find_script
from forthgame.play.ugi.engine_server import EngineServer
from forthgame.play.ugi.notation_choice import in_order, notations_in_text
from forthgame.play.ugi.requests import known_notations
from forthgame.play.ugi.startup import Reception, Settings
from forthgame.rules.engines import SCRIPT
from forthgame.ui.commands.engine import _scripts
from forthgame.ui.terminal.line_input import ReadAhead
from tests.machine.test_threads import ENVIRONMENT
from tests.waiting import HANGS_AFTER, eventually

COMPILERS = ("numba", "numpy", "llvmlite")
# runs the command on lines, and prints the imports after each answer
WATCHED = """
import sys
HEAVY = "numba", "numpy", "llvmlite", "forthgame.words.primitives"
lines = iter(sys.argv[2:])
class Input:
    def readline(self, size=-1):
        line = next(lines, "")
        return line and line + "\\n"
from forthgame.ui.cli.main import run
sys.stdin = Input()
said = sys.stdout.write
def write(text):
    said(text)
    if text.startswith(("uciok", "readyok")):
        print("imported", *(name for name in HEAVY if name in sys.modules))
sys.stdout.write = write
sys.exit(run(["engine", sys.argv[1]]))
"""


def run(game: str, *lines: str, cache: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run the command on lines, perhaps with a cache of its own."""
    return subprocess.run(
        [sys.executable, "-m", "forthgame", "engine", game],
        input="".join(f"{line}\n" for line in lines), capture_output=True, text=True,
        env={**ENVIRONMENT, **({"FORTHGAME_CACHE": str(cache)} if cache else {})},
        timeout=HANGS_AFTER, check=False,
    )  # fmt: skip


def test_the_handshake_compiles_nothing(tmp_path: Path) -> None:
    """No compiler is imported, and nothing is cached."""
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, "chess", "uci", "setoption name Threads value 2", "quit"],
        capture_output=True, text=True, timeout=HANGS_AFTER, check=False,
        env={**ENVIRONMENT, "FORTHGAME_CACHE": str(tmp_path / "cache")},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "uciok\nimported\n" in done.stdout
    assert not (tmp_path / "cache").exists()


def test_the_command_says_that_it_is_ready_before_it_is(tmp_path: Path) -> None:
    """A program that leaves again does not wait for the compiler."""
    done = run("chess", "uci", "isready", "ucinewgame", "isready", "quit", cache=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split("\n")[-4:] == ["uciok", "readyok", "readyok", ""]
    assert not list(tmp_path.glob("interpreter-*"))


def test_a_program_attaches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """python-chess starts the engine on an empty cache."""
    engine = pytest.importorskip("chess.engine")
    monkeypatch.setenv("FORTHGAME_CACHE", str(tmp_path / "cache"))
    attached = engine.SimpleEngine.popen_uci([sys.executable, "-m", "forthgame", "engine", "chess"])
    try:
        assert attached.id["name"].startswith("forthgame ")
        assert attached.options["Notation"].default == "uci"
        attached.ping()
    finally:
        attached.quit()


def test_a_chess_program_uses_the_engine() -> None:
    """python-chess plays, analyses and ponders; none of its requests waits for ever."""
    chess, engine = pytest.importorskip("chess"), pytest.importorskip("chess.engine")
    variant, limit = pytest.importorskip("chess.variant"), engine.Limit
    command = [sys.executable, "-m", "forthgame", "engine", "chess", "--interpret"]
    with engine.SimpleEngine.popen_uci([*command, "--engine", "negamax"]) as used:
        board = chess.Board()
        used.configure({"Hash": 64, "Clear Hash": None})
        move = chess.Move.from_uci("h2h4")
        assert used.play(board, limit(depth=2), root_moves=[move]).move == move
        assert used.play(board, limit(depth=2), root_moves=[]).move is None
        lines = used.analyse(board, limit(depth=2), multipv=3)
        assert [line["multipv"] for line in lines] == [1, 2, 3]
        mate = chess.Board("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")
        found = used.play(mate, limit(mate=2), info=engine.INFO_SCORE)
        assert found.info["score"].relative == engine.Mate(2)
        with used.analysis(mate) as analysis:  # until it is stopped
            assert "depth" in analysis.get() | analysis.get()
        played = used.play(board, limit(time=0.1), ponder=True)
        for reply in (played.move, played.ponder):
            if reply is not None:
                board.push(reply)
        assert used.play(board, limit(time=0.1), ponder=True).move in board.legal_moves
        shuffled = chess.Board()
        for word in ["g1f3", "g8f6", "f3g1", "f6g8"] * 5:
            shuffled.push_uci(word)
        assert used.play(shuffled, limit(depth=1)).move in shuffled.legal_moves
        mated = chess.Board("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1")
        assert used.play(mated, limit(time=0.1)).move is None
        house = variant.CrazyhouseBoard()
        assert used.play(house, limit(depth=1)).move in house.legal_moves


@pytest.mark.skipif(not hasattr(select, "poll"), reason="the system cannot tell")
def test_the_engine_ends_with_a_program_that_has_died() -> None:
    """A search of any length is in vain if nobody reads its answer."""
    server = subprocess.Popen(
        [sys.executable, "-m", "forthgame", "engine", "chess", "--interpret"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=ENVIRONMENT,
    )  # fmt: skip
    assert server.stdin is not None
    assert server.stdout is not None
    server.stdin.write(b"uci\nposition startpos\nisready\ngo depth 60\n")
    server.stdin.flush()
    while server.stdout.readline() != b"readyok\n":
        pass
    server.stdout.close()
    server.stdin.close()
    assert server.wait(HANGS_AFTER) == 0


@pytest.mark.parametrize(
    "name",
    ["chess", "tictactoe", "xiangqi", "tablut/hnefatafl", "shogi", "hex", "draughts", "go/9x9"],
)
def test_the_notations_are_those_of_the_game(name: str) -> None:
    """The text alone gives the same notations as loading."""
    state = forthgame.load(name, native=False).new_game(seed=1)
    assert notations_in_text(_scripts(find_script(name))) == known_notations(state)


def test_damaged_notations_are_left_to_loading(tmp_path: Path) -> None:
    script = tmp_path / "mine.4th"
    script.write_text(find_script("tictactoe").read_text())
    (tmp_path / "mine.texts.toml").write_text("[moves")
    assert notations_in_text(_scripts(script)) == in_order(())


class Counted:
    """A way to load a game that counts its calls, and may be delayed."""

    def __init__(self, said: list[str], held: threading.Event | None = None) -> None:
        self.said, self.held, self.calls = said, held, 0
        self.settings = Settings("tictactoe", "negamax", in_order(()))

    def __call__(self) -> EngineServer:
        self.calls += 1
        if self.held is not None:
            self.held.wait(HANGS_AFTER)
        game = forthgame.load("tictactoe", native=False)
        return EngineServer(game, self.said.append, settings=self.settings)


def reception(held: threading.Event | None = None) -> tuple[Reception, Counted, list[str]]:
    said: list[str] = []
    load = Counted(said, held)
    return Reception(load, load.settings, said.append), load, said


def test_nothing_is_loaded_until_it_is_requested() -> None:
    lobby, load, said = reception()
    for line in ("ugi", "uci", "setoption name Seed value 3", "ucinewgame", "stop", "debug on"):
        assert lobby.obey(line)
    assert load.calls == 0
    assert said.count("uciok") == said.count("ugiok") == 1
    assert not lobby.obey("quit")


@pytest.mark.parametrize("line", ["isready", "position startpos", "d", "query gameover", "perft 1"])
def test_it_is_loaded_once(line: str) -> None:
    lobby, load, said = reception()
    lobby.obey(line)
    lobby.obey("go depth 1")
    lobby.wait()
    assert load.calls == 1
    assert said[-1].startswith("bestmove ")
    lobby.stop()


def test_readiness_does_not_wait_until_there_is_a_position(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("forthgame.play.ugi.startup.PATIENCE", 0.05)
    held = threading.Event()
    lobby, _, said = reception(held)
    lobby.obey("isready")
    lobby.obey("ucinewgame")
    lobby.obey("isready")
    assert said == ["readyok", "readyok"]
    assert lobby.loading
    lobby.obey("position startpos moves X_mark_b2")
    held.set()
    lobby.obey("isready")
    assert said[2:] == ["readyok"]
    assert lobby.server is not None
    assert lobby.server.state.history == ["X mark b2"]
    lobby.stop()


def test_a_game_that_is_about_to_begin_is_ready() -> None:
    """Its clocks run from then on."""
    lobby, _, said = reception()
    lobby.obey("isready")
    lobby.obey("ucinewgame")
    lobby.obey("isready")
    assert said == ["readyok", "readyok"]
    assert lobby.server is not None
    lobby.stop()


def test_a_program_that_leaves_while_the_game_is_loaded_is_let_go() -> None:
    """Moves are useless by then; the input may end as well."""
    held = threading.Event()
    said: list[str] = []
    load = Counted(said, held)
    lobby = Reception(load, load.settings, said.append, lambda: True)
    assert lobby.obey("position startpos")
    assert not lobby.obey("go depth 1")
    assert lobby.loading
    assert said == []
    held.set()


def test_lines_are_read_ahead() -> None:
    """The last line is read before those in front of it were used, and none after it."""
    stream = io.StringIO("one\ntwo\n quit \nthree\n")
    lines = ReadAhead(stream, 99, "quit")
    eventually(lambda: lines.ended(0))
    assert not lines.ended(HANGS_AFTER)
    assert list(lines) == ["one", "two", " quit "]
    assert stream.read() == "three\n"
    endless = ReadAhead(io.StringIO("go\n" * 1000), 99, "quit")
    assert len(list(endless)) == 1000
    assert not endless.ended(0)


def test_settings_from_before_count() -> None:
    lobby, _, said = reception()
    for option in ("Engine value first", "Seed value 9", "Notation value key"):
        lobby.obey(f"setoption name {option}")
    lobby.obey("setoption name Notation value none")
    assert said == ["info string error: there is no notation 'none'; there are long key"]
    lobby.obey("go")
    lobby.wait()
    assert lobby.server is not None
    assert (lobby.server.settings.engine, lobby.server.settings.seed) == ("first", 9)
    assert said[-1].removeprefix("bestmove ").isdecimal()
    lobby.stop()


def test_the_time_of_a_move_passes_while_the_game_is_loaded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A move whose time is over comes from a search as short as there can be."""
    game = forthgame.load("tictactoe", native=False)
    given: list[float | None] = []

    def search(
        state: object, engine: str, limits: forthgame.Limits, report: object, stop: object
    ) -> object:
        given.append(limits.time)
        raise ForthgameError("enough")

    monkeypatch.setattr("forthgame.play.ugi.engine_server.search", search)
    said: list[str] = []
    server = EngineServer(game, said.append)
    for line, late in (("go movetime 500", 60.0), ("go movetime 5000", 2.0), ("go infinite", 9.0)):
        server.obey(line, late=late)
        server.wait()
    assert given == [pytest.approx(0.01), pytest.approx(2.98, abs=0.5), 1e8]
    assert sum(line.startswith("bestmove ") for line in said) == 3


def test_a_broken_script_says_so_when_it_is_needed(tmp_path: Path) -> None:
    script = tmp_path / "broken.4th"
    script.write_text("{board nonsense\n")
    done = run(str(script), "uci", "quit")
    assert (done.returncode, done.stdout.split("\n")[-2]) == (0, "uciok")
    done = run(str(script), "uci", "isready", "position startpos", "go")
    assert done.returncode == 1
    assert "readyok" in done.stdout
    assert "nonsense" in done.stderr
    assert "info string error: " in done.stdout
    assert "nonsense" in done.stdout


def test_a_missing_script_says_so_at_once() -> None:
    done = run("nowhere", "uci")
    assert (done.returncode, done.stdout) == (1, "")
    assert "there is no script 'nowhere'" in done.stderr


def test_a_failure_is_reported_while_nobody_asks() -> None:
    said: list[str] = []

    def load() -> EngineServer:
        raise ForthgameError("it is\nbroken")

    lobby = Reception(load, Settings("mine", SCRIPT, in_order(())), said.append)
    lobby.obey("isready")
    eventually(lambda: len(said) == 2)
    assert sorted(said) == ["info string error: it is broken", "readyok"]
    lobby.obey("position startpos")
    with pytest.raises(ForthgameError, match="broken"):
        lobby.wait()
