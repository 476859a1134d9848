"""USI for shogi and UCCI for xiangqi: their greetings, positions, clocks, moves and answers."""

from __future__ import annotations

import pytest

import forthgame
from forthgame import Game
from forthgame.base.source import find_script
from forthgame.play.ugi.engine_server import EngineServer
from forthgame.play.ugi.notation_choice import notations_in_text
from forthgame.play.ugi.options import Settings
from forthgame.play.ugi.protocols import PROTOCOLS, split_command
from forthgame.play.ugi.requests import read_go
from forthgame.play.ugi.startup import Reception
from forthgame.play.ugi.variants import variants_beside
from tests.engine_sessions import answers, server_of
from tests.waiting import eventually

MATE = "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1"
MATED = "position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 2"
LOST = "position fen 3RR4/3k5/9/9/9/9/9/9/9/4K4 b - - 0 1"


@pytest.fixture(scope="module")
def shogi() -> Game:
    return forthgame.load("shogi", native=False)


@pytest.fixture(scope="module")
def xiangqi() -> Game:
    return forthgame.load("xiangqi", native=False)


def best(said: list[str]) -> list[str]:
    return [line for line in said if line.startswith(("bestmove", "nobestmove", "checkmate"))]


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("go depth 1", ("go", "depth 1")), ("joho debug on", ("debug", "on")),
        ("\t go \t depth\t1\r", ("go", "depth 1")), ("fly me", ("fly", "me")), ("  ", ("", "")),
    ],
)  # fmt: skip
def test_words_before_a_command_are_ignored(line: str, command: tuple[str, str]) -> None:
    assert split_command(line) == command


# -- USI ------------------------------------------------------------------------------------------


def test_usi_is_greeted_with_its_options(shogi: Game) -> None:
    said = answers(shogi, "usi", "isready", "usinewgame", "setoption name USI_Hash value 32",
                   "setoption name USI_Ponder value true")  # fmt: skip
    assert said[-2:] == ["usiok", "readyok"]
    assert "option name USI_Ponder type check default false" in said
    assert "option name USI_Hash type spin default 16 min 1 max 65536" in said
    assert any(line.startswith("option name Notation type combo default usi ") for line in said)
    assert not any("UCI_" in line for line in said)


@pytest.mark.parametrize(
    ("position", "go"),
    [
        ("position startpos", "go btime 0 wtime 0 byoyomi 50"),
        ("position startpos moves 7g7f 3c3d", "go btime 900 wtime 900 binc 10 winc 10"),
        ("position startpos moves 7g7f 3c3d 8h2b+ 3a2b", "go nodes 30"),
        (MATE, "go depth 1"),
        ("position sfen 8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w "
         "Sbgn3p 124", "go depth 1"),
    ],
)  # fmt: skip
def test_usi_searches(shogi: Game, position: str, go: str) -> None:
    said = answers(shogi, "usi", "isready", "usinewgame", position, go, "gameover win")
    assert not any("error" in line for line in said)
    (line,) = best(said)
    assert line.split()[1] not in ("resign", "win")


def test_usi_names_moves_and_mates_in_plies(shogi: Game) -> None:
    said = answers(shogi, "usi", MATE, "go byoyomi 300")
    assert said[-1] == "bestmove G*5b"
    assert " score mate 1 " in said[-2]


def test_a_lost_player_resigns(shogi: Game) -> None:
    assert answers(shogi, "usi", MATED, "go byoyomi 100")[-1] == "bestmove resign"
    assert answers(shogi, "usi", "position sfen x", "go byoyomi 100")[-1] == "bestmove resign"


@pytest.mark.parametrize(
    ("position", "go", "answer"),
    [
        (MATE, "go mate 5000", "checkmate G*5b"), (MATE, "go mate infinite", "checkmate G*5b"),
        ("position sfen 3sks3/9/4S4/9/9/9/9/9/4K4 b 2G 1", "go mate 60000",
         "checkmate G*5b 6a5b G*6b"),
        ("position startpos", "go mate 50", "checkmate timeout"),
        (MATED, "go mate 50", "checkmate nomate"),
    ],
)  # fmt: skip
def test_usi_solves_mates(shogi: Game, position: str, go: str, answer: str) -> None:
    server, said = server_of(shogi, "usi", position, go)
    if answer.endswith("timeout"):
        server.obey("stop")
    else:  # the end of the input stops an infinite search
        eventually(lambda: best(said))
    server.wait()
    assert best(said) == [answer]


def test_usi_speaks_of_minishogi() -> None:
    game = forthgame.load("minishogi", native=False)
    said = answers(game, "usi", "position startpos moves 5e4d", "go byoyomi 50")
    assert len(best(said)) == 1
    assert said[-1][9:].split()[0] in game.position(fen="rbsgk/4p/5/P3B/KGS1R w - 2").texts("usi")


def test_clocks_of_usi_begin_with_black() -> None:
    usi = PROTOCOLS["usi"]
    assert read_go("btime 30000 wtime 9", 1, usi).time == pytest.approx(0.98)
    assert read_go("btime 9 wtime 30000", 2, usi).time == pytest.approx(0.98)
    assert read_go("btime 0 wtime 0 byoyomi 10000", 1, usi).time == pytest.approx(9.78)
    assert read_go("byoyomi 100", 1, usi).time == pytest.approx(0.06)


# -- UCCI -----------------------------------------------------------------------------------------


def test_ucci_is_greeted_without_the_word_name(xiangqi: Game) -> None:
    said = answers(xiangqi, "ucci", "isready", "quit")
    assert said[-3:] == ["ucciok", "readyok", "bye"]
    assert "option hashsize type spin min 1 max 65536 default 16" in said
    assert "option usemillisec type check default true" in said


@pytest.mark.parametrize(
    "go",
    ["depth 1", "time 300 increment 0", "time 300 movestogo 5 opptime 100 oppmovestogo 3",
     "draw time 300 increment 10 oppincrement 5", "nodes 30", "infinite", "depth infinite"],
)  # fmt: skip
def test_ucci_searches(xiangqi: Game, go: str) -> None:
    said = answers(
        xiangqi, "ucci", "setoption usemillisec true", "setoption hashsize 16",
        "position startpos moves h2e2 h9g7", f"go {go}", "stop",
    )  # fmt: skip
    assert not any("error" in line for line in said)
    (line,) = best(said)
    state = xiangqi.new_game()
    state.play("h3e3")
    state.play("h10g8")
    rows = str.maketrans("0123456789", "123456789T")
    assert line.split()[1].translate(rows).replace("T", "10") in state.texts("uci")


def test_scores_of_ucci_are_numbers(xiangqi: Game) -> None:
    said = answers(xiangqi, "ucci", "position startpos", "go depth 1")
    words = said[-2].split()
    assert int(words[words.index("score") + 1]) < 3000


def test_ucci_has_no_move_without_a_position_or_a_move(xiangqi: Game) -> None:
    assert best(answers(xiangqi, "ucci", LOST, "go depth 1")) == ["nobestmove"]
    assert best(answers(xiangqi, "ucci", "position fen x", "go depth 1")) == ["nobestmove"]


def test_ucci_bans_moves(xiangqi: Game) -> None:
    first = best(answers(xiangqi, "ucci", "position startpos", "go depth 1"))[0].split()[1]
    said = answers(xiangqi, "ucci", "position startpos", f"banmoves {first}", "go depth 1")
    assert best(said)[0].split()[1] != first


def test_clocks_of_ucci_are_the_players_own() -> None:
    ucci = PROTOCOLS["ucci"]
    assert read_go("time 30000 increment 0", 2, ucci).time == pytest.approx(0.98)
    assert read_go("time 30 increment 0", 1, ucci, seconds=True).time == pytest.approx(0.98)
    assert read_go("opptime 30 time 30000", 1, ucci).time == pytest.approx(0.98)


def test_xiangqi_has_other_moves_in_uci(xiangqi: Game) -> None:
    said = answers(xiangqi, "uci", "position startpos moves h3e3", "go depth 1")
    assert not any("error" in line for line in said)


# -- variants -------------------------------------------------------------------------------------


def test_bundled_games_are_variants_of_each_other() -> None:
    found = variants_beside(find_script("crazyhouse"))
    assert next(iter(found)) == "crazyhouse"
    assert {"chess", "atomic", "antichess", "racingkings", "xiangqi", "shogi"} <= set(found)
    assert found["chess"].name == "chess.4th"
    assert variants_beside(find_script("tictactoe")) == {}
    assert variants_beside(find_script("chess/pawns")) == {}


def test_usi_has_an_option_for_the_game() -> None:
    script = find_script("shogi")
    settings = Settings("shogi", "first", notations_in_text([script]), variants_beside(script))
    start = "option name USI_Variant type combo default shogi "
    assert any(line.startswith(start) for line in settings.introduction("usi"))
    settings.set("name USI_Variant value minishogi")
    assert settings.variant == "minishogi"


def test_another_variant_is_another_game() -> None:
    said, loaded = list[str](), list[str]()
    variants = variants_beside(find_script("antichess"))
    script = variants["antichess"]
    settings = Settings("antichess", "first", notations_in_text([script]), variants)

    def load() -> EngineServer:
        loaded.append(settings.variant)
        game = forthgame.load(variants[settings.variant], native=False)
        return EngineServer(game, said.append, settings=settings)

    lobby = Reception(load, settings, said.append)
    for line in (
        "uci", "setoption name UCI_Variant value antichess", "position startpos", "go depth 1",
        "setoption name UCI_Variant value breakthrough", "position startpos", "go depth 1",
        "setoption name UCI_Variant value nonsense", "setoption name UCI_Variant value antichess",
        "go depth 1",
    ):  # fmt: skip
        lobby.obey(line)
        if lobby.server is not None:
            lobby.server.wait()
    assert loaded == ["antichess", "breakthrough", "antichess"]
    assert len(best(said)) == 3
    assert sum("there is no variant 'nonsense'" in line for line in said) == 1
    lobby.stop()
