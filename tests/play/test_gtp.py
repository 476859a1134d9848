"""GTP: commands of its specification, and lines after reports about programs for go."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import forthgame
from forthgame import Game
from forthgame.base.source import find_script
from forthgame.play.ugi.engine_server import EngineServer
from forthgame.play.ugi.gtp import GtpServer, scripts_by_size
from forthgame.play.ugi.gtp_commands import is_gtp
from forthgame.play.ugi.notation_choice import in_order
from forthgame.play.ugi.options import Settings
from forthgame.play.ugi.startup import Reception

OK = "= \n\n"
VERTEX = r"([A-HJ][1-9]|pass)"


@pytest.fixture(scope="module")
def go() -> Game:
    return forthgame.load("go/9x9", native=False)


def talk(game: Game, *lines: str) -> str:
    """Return the answers of a server to some lines, as a program receives them."""
    said: list[str] = []
    server = GtpServer(lambda _: game, game.path, Settings(game.name, "random", []), said.append)
    assert [server.obey(line) for line in lines][:-1] == [True] * (len(lines) - 1)
    return "".join(f"{line}\n" for line in said)


@pytest.mark.parametrize(
    ("lines", "answers"),
    [
        ("protocol_version", "= 2\n\n"), ("1 protocol_version", "=1 2\n\n"), ("name # x", None),
        ("# x\n\n \t \n2147483647 komi 6.5", "=2147483647 \n\n"), ("quit", OK),
        ("9 quit", "=9 \n\n"),
        ("known_command\tplay", "= true\n\n"), ("known_command lz-analyze", "= false\n\n"),
        ("7 foo bar", "?7 unknown command\n\n"), ("NAME", "? unknown command\n\n"),
        ("protocol\x07_version\r", "= 2\n\n"), ("komi x", "? syntax error\n\n"),
        ("komi nan", "? syntax error\n\n"), ("genmove", "? syntax error\n\n"),
        ("boardsize 9", OK), ("boardsize 7", "? unacceptable size\n\n"),
        ("boardsize x", "? syntax error\n\n"), ("boardsize", "? syntax error\n\n"),
        ("play b D4\nplay white d5\nplay B pass\nplay W PASS", OK * 4),
        ("play b D4\nplay w D4", f"{OK}? illegal move\n\n"), ("play b I5", "? illegal move\n\n"),
        ("play b K9", "? illegal move\n\n"), ("play green D4", "? syntax error\n\n"),
        ("play b D4\nplay b D5\nplay b D6", OK * 3), ("play w D4", OK),
        ("black D4\nwhite E5\nblack E5", f"{OK * 2}? illegal move\n\n"),
        ("play b D4\nundo\nplay b D4", OK * 3), ("undo", "? cannot undo\n\n"),
        ("play b D4\nclear_board\nundo", f"{OK * 2}? cannot undo\n\n"),
        ("play b B1\nplay w C1\nplay b A2\nplay w D2\nplay b B3\nplay w C3\nplay b C2\nplay w B2\n"
         "play b C2", f"{OK * 8}? illegal move\n\n"),
        ("play b pass\nplay w pass\ngenmove b", f"{OK * 2}= pass\n\n"),
        ("play b E5\nplay w pass\nplay b pass\nfinal_score", f"{OK * 3}= B+73.5\n\n"),
        ("final_score\nplay b E5\nfinal_score", f"= W+7.5\n\n{OK}= B+73.5\n\n"),
        ("fixed_handicap 3", "= C3 G7 C7\n\n"),
        ("fixed_handicap 10", "? invalid number of stones\n\n"),
        ("fixed_handicap 7\nplay w E4", f"= C3 G7 C7 G3 C5 G5 E5\n\n{OK}"),
        ("play b D4\nfixed_handicap 2", f"{OK}? board not empty\n\n"),
        ("set_free_handicap D4 E5\nplay b D4", f"{OK}? illegal move\n\n"),
        ("set_free_handicap D4 D4", "? bad vertex list\n\n"),
        ("set_free_handicap D4 pass", "? bad vertex list\n\n"),
        ("time_settings 0 1 1\ntime_left b 10 0\ntime_left x 5 3", f"{OK * 2}? syntax error\n\n"),
    ],
    ids=lambda text: repr(text)[1:31],
)  # fmt: skip
def test_commands(go: Game, lines: str, answers: str | None) -> None:
    assert talk(go, *lines.split("\n")) == (answers or "= forthgame\n\n")


def test_moves_are_chosen(go: Game) -> None:
    lines = ("time_settings 0 1 100", "3 genmove WHITE", "genmove_black", "reg_genmove w", "undo",
             "undo", "undo")  # fmt: skip
    pattern = f"{OK}=3 {VERTEX}\n\n= {VERTEX}\n\n= {VERTEX}\n\n{OK * 2}\\? cannot undo\n\n"
    assert re.fullmatch(pattern, talk(go, *lines))


def test_long_answers_have_no_empty_line(go: Game) -> None:
    for command in ("showboard", "list_commands"):
        assert talk(go, command).count("\n\n") == 1


def test_other_games() -> None:
    hexes = forthgame.load("hex/3x3", native=False)
    assert talk(hexes, "play b a1", "play w a1") == f"{OK}? illegal move\n\n"
    game = forthgame.load("tictactoe", native=False)
    assert (
        talk(game, "boardsize 3", "play x b2", "boardsize 4") == f"{OK * 2}? unacceptable size\n\n"
    )


def test_another_size_is_another_script() -> None:
    loaded, said = list[Path](), list[str]()

    def load(path: Path) -> Game:
        loaded.append(path)
        return forthgame.load(path, native=False)

    script = find_script("go")
    assert scripts_by_size(script)[9].name == "9x9.4th"
    server = GtpServer(load, script, Settings("go", "random", []), said.append)
    for line in ("boardsize 5", "play b E5", "boardsize 7", "play w F5", "clear_board"):
        server.obey(line)
    assert [path.name for path in loaded] == ["5x5.4th"]
    assert said[::2] == ["= ", "= ", "? unacceptable size", "? illegal move", "= "]
    assert server.game is not None
    server.game.close()


@pytest.mark.parametrize(
    ("line", "found"),
    [("1 name", True), ("boardsize 19", True), ("1 quit", True), ("quit", False), ("uci", False),
     ("joho", False), ("isready", False), ("", False), ("12", False)],
)  # fmt: skip
def test_the_first_command_chooses_the_protocol(go: Game, line: str, found: bool) -> None:
    assert is_gtp(line) == found


def test_programs_are_answered_in_their_protocol(go: Game) -> None:
    said, settings = list[str](), Settings("9x9", "random", in_order(()))

    def begun() -> Reception:
        return Reception(
            lambda: EngineServer(go, said.append, settings=settings), settings, said.append,
            speak_gtp=lambda: GtpServer(lambda _: go, go.path, settings, said.append),
        )  # fmt: skip

    other = begun()
    for line in ("joho", "\ufeffname", "isready", "1 quit"):
        other.obey(line)
    assert said == ["info string error: there is no command 'joho'", "= forthgame", "",
                    "? unknown command", "", "=1 ", ""]  # fmt: skip
    said.clear()
    first = begun()
    for line in ("\ufeffuci", "name"):
        first.obey(line)
    assert said[-2:] == ["uciok", "info string error: there is no command 'name'"]
