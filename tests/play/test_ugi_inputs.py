"""Every `go` is answered once: words of specifications and of reports about other engines."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

import pytest

import forthgame
from forthgame import Game
from forthgame.play.ugi.engine_server import LINE, EngineServer
from forthgame.play.ugi.requests import read_go
from tests.engine_sessions import answers, server_of
from tests.waiting import eventually

MATE_IN_ONE = "position fen 7k/8/5KQ1/8/8/8/8/8 w - - 0 1"
MATED = "position fen 7k/6Q1/5K2/8/8/8/8/8 b - - 0 1"
SHUFFLE = "g1f3 g8f6 f3g1 f6g8 "
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


@pytest.fixture(scope="module")
def chess() -> Game:
    return forthgame.load("chess", native=False)


def shown(line: object) -> str:
    """Return the beginning of a line, as the name of a case."""
    return repr(line)[1:31]


def best(said: list[str]) -> list[str]:
    return [line for line in said if line.startswith("bestmove")]


# -- go -------------------------------------------------------------------------------------------

GO = (
    "go depth 0", "go depth +1", "go nodes 50", "go nodes 0", "go movetime 30", "go movetime 0",
    "go movetime -100", "go movetime 30.5", "go wtime -5 btime -5", "go wtime 0 btime 0",
    "go wtime 300 btime 300 winc 10 binc 10", "go wtime 300 movestogo 0",
    "go wtime 300 movestogo 1",
    "go wtime 300 movestogo -3", "go wtime btime 300 wtime 300", "go winc 100 wtime 100",
    "go depth 1 searchmoves", "go searchmoves depth 1", "go joho depth 1", "go depth 1 depth 2",
    "go depth x movetime 30", "go depth -1 movetime 30", "go nodes -5 movetime 30",
    "go mate 1 movetime 50", "go mate 0 movetime 30", "go mate -2 movetime 30",
    "go rtime 9 depth 1",
    "go mate x movetime 30", "go depth ١ movetime 30", "go movetime 30 depth 99999999999999999999",
    "go wtime 99999999999999999999 depth 1", "go depth 1 2 3", "go time 30", "go draw depth 1",
    "go\tdepth\t1", "  go   depth   1  ", "joho go depth 1", "go depth 1\r", "go depth, 1 depth 1",
    "go movetime 30 wtime 10000 btime 10000", "go depth 1 " + "x " * 5000,
    "go depth 1 " + "x" * (LINE * 2),
)  # fmt: skip


@pytest.mark.parametrize("line", GO, ids=shown)
def test_each_go_has_one_answer(chess: Game, line: str) -> None:
    said = best(answers(chess, "uci", "position startpos", line))
    assert len(said) == 1
    assert "(none)" not in said[0]


@pytest.mark.parametrize(
    ("words", "moves"),
    [
        ("searchmoves h2h4 depth 1", {"h2h4"}), ("depth 2 searchmoves a2a3 h2h4", {"a2a3", "h2h4"}),
        ("searchmoves h2h4 zzzz depth 2", {"h2h4"}), ("depth 1 searchmoves 0000", {"(none)"}),
        ("depth 1 searchmoves e1e8 e9", {"(none)"}), ("searchmoves h2h4 movetime 30", {"h2h4"}),
    ],
)  # fmt: skip
def test_a_search_may_be_restricted_to_moves(chess: Game, words: str, moves: set[str]) -> None:
    (line,) = best(answers(chess, "uci", "position startpos", f"go {words}"))
    assert line.split()[1] in moves


@pytest.mark.parametrize("engine", ["negamax", "uct", "best-first", "maxn", "random", "first"])
def test_all_engines_keep_to_the_moves(chess: Game, engine: str) -> None:
    said = answers(
        chess, f"setoption name Engine value {engine}", "go nodes 30 searchmoves h2h4 a2a3"
    )
    assert best(said)[0].split()[1] in ("h2h4", "a2a3")


@pytest.mark.parametrize(
    ("fen", "moves"),
    [("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", 1), ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2)],
)
def test_a_mate_is_searched_for(chess: Game, fen: str, moves: int) -> None:
    said = answers(chess, "uci", f"position fen {fen}", f"go mate {moves}")
    assert f" score mate {moves} " in said[-2]
    said = answers(chess, "uci", f"position fen {fen}", f"go mate {moves} movetime 60000")
    assert f" score mate {moves} " in said[-2]


def test_no_mate_ends_the_search_too(chess: Game) -> None:
    assert len(best(answers(chess, "uci", "position startpos", "go mate 1"))) == 1


def test_unknown_words_of_a_go_are_named_but_not_all(chess: Game) -> None:
    said = answers(chess, "position startpos", "go fast depth 1 " + "x " * 1000)
    assert said[0] == "info string error: `go` has no 'fast'"
    assert sum("error" in line for line in said) == 4


def test_clocks_are_kept_for_delays() -> None:
    assert read_go("wtime 200 winc 100", 1).time == pytest.approx(0.01)
    assert read_go("wtime 2000 winc 100", 1).time == pytest.approx(0.1217, abs=1e-3)
    assert read_go("wtime 60000 movestogo 1", 1).time == pytest.approx(47.98)


# -- positions ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "position", "position fen", "position fen x", f"position fen {START} w KQkq - 0 1 joho",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1", "position startpos moves e2e5", "position joho",
        "position startpos moves e2e4 e7e5 e1e3", "position startpos moves 0000",
        "position startpos moves e2e4 (none)", "position fen " + "x" * 5000, "position \0\1\xff",
        "position startpos moves e2e4" + " " * (LINE + 10), "position startpos moves e7e8q",
        f"position fen {START} w KQkq - 0 1 moves e2e4 e2e4", "joho position nowhere",
    ],
    ids=shown,
)  # fmt: skip
def test_a_refused_position_is_none(chess: Game, line: str) -> None:
    said = answers(chess, "uci", "position startpos moves d2d4", line, "go depth 1")
    assert said[-1] == "bestmove (none)"
    assert said[-2] == "info string error: there is no position: the last one was refused"
    for following in ("d", "perft 1", "query gameover"):
        assert answers(chess, line, following)[-1].startswith("info string error")
    said = answers(chess, "uci", line, "go infinite", "ucinewgame", "go depth 1")
    assert best(said)[0] == "bestmove (none)"
    assert best(said)[1] != "bestmove (none)"


@pytest.mark.parametrize(
    "line",
    [
        "position startpos moves " + SHUFFLE * 4, "position startpos moves " + SHUFFLE * 100,
        "position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves e1e2 e8e7",
        "position fen k7/8/8/8/8/8/8/K6R w - - 100 90 moves a1b1 a8b8 b1a1",
        "position fen k7/8/8/8/8/8/8/K6R w - - 180 130", "position startpos moves",
        "\tposition\tstartpos\tmoves\te2e4", "position joho startpos moves e2e4",
        "position moves e2e4", f"position fen {START} w KQkq - 0 1 moves",
        "position startpos joho", "joho position startpos",
    ],
    ids=shown,
)  # fmt: skip
def test_the_program_decides_when_a_game_is_over(chess: Game, line: str) -> None:
    said = answers(chess, "uci", line, "go depth 1")
    assert not any("error" in each for each in said)
    assert len(best(said)) == 1
    assert "(none)" not in said[-1]


def test_a_search_goes_on_from_a_drawn_position(chess: Game) -> None:
    fen = "7k/8/6K1/8/8/8/8/R7 w - - 120 100"
    for engine in ("negamax", "uct", "best-first", "maxn"):
        option = f"setoption name Engine value {engine}"
        said = answers(chess, option, "uci", f"position fen {fen}", "go nodes 200 depth 2")
        assert said[-1] == "bestmove a1a8"


def test_a_mated_player_has_no_move(chess: Game) -> None:
    said = answers(chess, "uci", MATED, "go depth 1")
    assert said[-2:] == ["info depth 0 score mate 0", "bestmove (none)"]


# -- waiting for stop -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "go", "ends"),
    [
        (MATE_IN_ONE, "go infinite", "stop"), (MATED, "go infinite", "stop"),
        (MATED, "go ponder wtime 99 btime 99", "ponderhit"), (MATE_IN_ONE, "go ponder", "stop"),
        ("position startpos", "go infinite depth 1", "stop"),
        ("position startpos", "go ponder infinite depth 1", "stop"),
        (MATE_IN_ONE, "go infinite", "go depth 1"), (MATE_IN_ONE, "go infinite", "ucinewgame"),
        (MATE_IN_ONE, "go infinite", "quit"), (MATE_IN_ONE, "go infinite", "position startpos"),
    ],
)  # fmt: skip
def test_a_found_move_is_held_back(chess: Game, position: str, go: str, ends: str) -> None:
    server, said = server_of(chess, "uci", position, go)
    assert server._work is not None
    eventually(lambda: any(line.startswith("info depth") for line in said))
    time.sleep(0.05)
    server.obey("isready")
    assert best(said) == []
    server.obey(ends)
    eventually(lambda: best(said))
    server.wait()
    server.stop()
    assert len(best(said)) == 1 + (ends == "go depth 1")


def test_lines_between_go_and_stop_are_answered(chess: Game) -> None:
    lines = ("isready", "debug on", "joho debug on", "uci", "register later", "isready", "stop")
    said = answers(chess, "position startpos", "go infinite", *lines)
    assert said.count("readyok") == 2
    assert len(best(said)) == 1


def test_searches_replace_each_other(chess: Game) -> None:
    lines = ["go infinite"] * 20
    assert len(best(answers(chess, "stop", "ponderhit", *lines, "stop", "stop"))) == 20


# -- other lines ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "", "  ", "joho", "e2e4", "\0", "\ufeffuci", "uci uci", "perft", "query", "xyzzy " * 1000,
        "a" * (LINE * 2), "debug", "register name Stefan code 4359874324", "option name Hash",
        "bestmove e2e4", "copyprotection checking", "gameover win", "probe x", "setoption",
        "setoption name", "setoption value 3", "setoption name Hash value 0",
        "setoption name Hash value x", "setoption name Hash", "setoption name Hash value 99999999",
        "setoption name MultiPV value 0", "setoption name UCI_AnalyseMode value maybe",
        "setoption name UCI_Chess960 value true", "setoption name SyzygyPath value <empty>",
        "setoption name UCI_Variant value crazyhouse", "setoption name Threads value " + "9" * 5000,
    ],
    ids=shown,
)  # fmt: skip
def test_strange_lines_are_survived(chess: Game, line: str) -> None:
    assert len(best(answers(chess, "uci", line, "go depth 1"))) == 1


@pytest.mark.parametrize(
    ("line", "find"),
    [
        ("name Hash value 64", lambda server: server.settings.options.table == 64),
        ("name  hash  value\t64 ", lambda server: server.settings.options.table == 64),
        ("name MultiPV value 3", lambda server: server.settings.lines == 3),
        ("name Ponder value TRUE", lambda server: server.settings.ponders),
        ("name Clear Hash", lambda server: server._line_before is None),
        ("name UCI_AnalyseMode value true", lambda server: True),
        ("name UCI_Chess960 value false", lambda server: True),
    ],
)
def test_options_are_set(chess: Game, line: str, find: Callable[[EngineServer], bool]) -> None:
    server, said = server_of(chess, "position startpos", f"setoption {line}")
    assert said == []
    assert find(server)


# -- several lines --------------------------------------------------------------------------------


def numbered(said: list[str], depth: int) -> list[tuple[int, int, str]]:
    """Return number, score and first move of the lines of a depth."""
    found = []
    for line in said:
        words = line.split()
        if words[:3] == ["info", "depth", str(depth)] and "multipv" in words:
            at = {name: words[words.index(name) + 1] for name in ("multipv", "cp", "pv")}
            found.append((int(at["multipv"]), int(at["cp"]), at["pv"]))
    return found


def test_several_lines_are_sorted(chess: Game) -> None:
    said = answers(chess, "uci", "setoption name MultiPV value 4", "position startpos moves e2e4",
                   "go depth 2")  # fmt: skip
    lines = numbered(said, 2)
    assert [number for number, _, _ in lines] == [1, 2, 3, 4]
    assert [score for _, score, _ in lines] == sorted(
        (score for _, score, _ in lines), reverse=True
    )
    assert len({move for _, _, move in lines}) == 4
    assert said[-1] == f"bestmove {lines[0][2]}"
    state = chess.position(fen=f"{START} w KQkq - 0 1")
    state.play("e2e4")
    for _, score, move in lines:  # the score of each is that of the position after it
        after = state.copy()
        after.play(move)
        assert -after.search("negamax", depth=1, selective=False).score == score


def test_random_games_give_several_lines(chess: Game) -> None:
    said = answers(chess, "uci", "setoption name Engine value uct",
                   "setoption name MultiPV value 3", "go nodes 60")  # fmt: skip
    lines = numbered(said, 1)[-3:]
    assert [number for number, _, _ in lines] == [1, 2, 3]
    assert len({move for _, _, move in lines}) == 3


def test_more_lines_than_moves(chess: Game) -> None:
    said = answers(chess, "uci", "setoption name MultiPV value 64",
                   "position fen 7k/8/8/8/8/8/8/K7 w - - 0 1 moves a1a2", "go depth 1")  # fmt: skip
    assert len(numbered(said, 1)) == 3


def test_shares_of_points_are_written_as_pieces(chess: Game) -> None:
    """An even position has a score near 0, not 500 thousandths of the points."""
    said = answers(chess, "setoption name Engine value uct", "go playouts 100")
    words = said[-2].split()
    assert abs(int(words[words.index("cp") + 1])) < 200


def test_some_moves_of_a_game_that_judges_by_its_lists() -> None:
    """Engines make the list of such a game again, so they search all moves."""
    atomic = forthgame.load("atomic", native=False)
    said = answers(atomic, "uci", "go depth 1 searchmoves h2h3 a2a3")
    assert best(said)[0].split()[1] in ("h2h3", "a2a3")
    fen = "position fen r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 0 1"
    assert answers(atomic, "uci", fen, "go depth 1")[-1] == "bestmove h5f7"  # the king explodes
    assert answers(atomic, "uci", fen, "go depth 1 searchmoves a2a3")[-1] == "bestmove a2a3"
    said = answers(atomic, "uci", fen, "go depth 1 searchmoves a2a3 h5f7")
    assert said[-1] == "bestmove h5f7"
    assert " score mate 1 " in said[-2]


def test_a_proof_keeps_to_the_moves() -> None:
    game = forthgame.load("tictactoe", native=False)
    said = answers(
        game, "setoption name Engine value auto",
        "position startpos moves X_mark_a1 O_mark_b1 X_mark_a2 O_mark_b2",
        "go movetime 200 searchmoves X_mark_c1 X_mark_c2",
    )  # fmt: skip
    assert best(said)[0].split()[1] in ("X_mark_c1", "X_mark_c2")


LINES = (
    "go infinite", "go ponder movetime 20", "go movetime 5", "go depth 1", "go mate 1", "go ponder",
    "stop", "ponderhit", "isready", "ucinewgame", "position startpos", "position x", "uci", "usi",
    "position startpos moves X_mark_b2", "setoption name MultiPV value 2", "d", "perft 1", "ugi",
    "go movetime 5 searchmoves X_mark_a1 O_mark_a1", "go infinite searchmoves x", "gameover win",
    "setoption name Engine value uct", "setoption name Clear Hash", "joho", "banmoves X_mark_b2",
)  # fmt: skip


@pytest.mark.parametrize("seed", range(3))
def test_lines_in_any_order(seed: int) -> None:
    game, draw = forthgame.load("tictactoe", native=False), Random(seed)
    lines = draw.choices(LINES, k=120)
    server, said = server_of(game, *lines)
    server.stop()
    answered = sum(line.startswith(("bestmove", "checkmate")) for line in said)
    assert answered == sum(line.startswith("go ") for line in lines)
