"""Records of tournaments in PGN, openings from records, and `forthgame replay` of records."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import chess.pgn
import pytest
from click.testing import CliRunner, Result

import forthgame
from forthgame.base.errors import ForthgameError
from forthgame.play.model.game_record import GameRecord, derive_seed
from forthgame.play.model.limits import Limits
from forthgame.play.model.openings import openings_of
from forthgame.play.plan.plan import Plan, make_plan
from forthgame.play.processes.messages import BadMessage
from forthgame.play.results import record_export, record_replay
from forthgame.play.results.export import to_games
from forthgame.play.results.record_export import to_records
from forthgame.play.run.worker import GameRunner
from forthgame.position.records.formats import format_named
from forthgame.ui.cli.main import forthgame as forthgame_command

START = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
BOOK = f"""1. e4 e5 2. Nf3 Nc6 *

[FEN "{START}"]

2. f4 {{the gambit}} exf4 *
"""


def played(plan: Plan) -> list[GameRecord]:
    runner = GameRunner(plan)
    return [runner.play(number) for number in range(plan.games)]


@pytest.fixture(scope="module")
def chess_games(tmp_path_factory: pytest.TempPathFactory) -> tuple[Plan, list[GameRecord]]:
    path = tmp_path_factory.mktemp("books") / "book.pgn"
    path.write_text(BOOK)
    limits = Limits(plies=9)
    plan = make_plan(["random:", "first:"], game="chess", games=4, seed=1, native=False,
                     openings=f"{path}:plies=3", limits=limits)  # fmt: skip
    return plan, played(plan)


def test_python_chess_reads_games_of_chess(chess_games: tuple[Plan, list[GameRecord]]) -> None:
    plan, records = chess_games
    text = "".join(to_games(plan, records))
    assert max(map(len, text.splitlines())) <= 80
    stream = io.StringIO(text)
    for record in records:
        game = chess.pgn.read_game(stream)
        assert game is not None
        assert game.errors == []
        assert len(list(game.mainline_moves())) == len(record.moves) == 9
        assert list(game.headers)[:7] == ["Event", "Site", "Date", "Round", "White", "Black",
                                          "Result"]  # fmt: skip
        assert game.headers["White"] == plan.names[record.seats["White"]]
        assert game.headers["Result"] == "1/2-1/2"
        assert game.headers["Termination"] == "adjudication"
        assert game.headers.get("FEN") == (START if record.number >= 2 else None)
    assert chess.pgn.read_game(stream) is None


def test_openings_are_played_from_their_position(
    chess_games: tuple[Plan, list[GameRecord]],
) -> None:
    plan, records = chess_games
    assert plan.openings == (
        ("pawn e2 - e4", "pawn e7 - e5", "knight g1 - f3"),
        (f"position {START}", "pawn f2 - f4", "pawn e5 x f4"),
    )
    assert [record.opening for record in records] == [3, 3, 2, 2]
    assert records[2].moves[0] == ("White", "pawn f2 - f4")


@pytest.mark.parametrize(
    ("program", "arguments", "expected"),
    [
        ("ordo", ["-q", "-p"], "random"),
        ("pgn-extract", ["-r", "-s"], ""),
        ("bayeselo", [], "4 game(s) loaded"),
    ],
)
def test_other_programs_read_the_games(
    program: str, arguments: list[str], expected: str,
    chess_games: tuple[Plan, list[GameRecord]], tmp_path: Path,
) -> None:  # fmt: skip
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    path = tmp_path / "games.pgn"
    path.write_text("".join(to_games(*chess_games)))
    named = [path.name] if arguments else []
    commands = f"readpgn {path.name}\nx\n" if not arguments else ""
    found = subprocess.run([program, *arguments, *named], input=commands, capture_output=True,
                           text=True, timeout=60, check=True, cwd=tmp_path)  # fmt: skip
    assert expected in found.stdout if expected else found.stderr == ""


def test_games_that_cannot_be_replayed_have_their_own_texts() -> None:
    plan = make_plan(["random:", "random:"], game="tictactoe", games=2, seed=1, native=False)
    record = played(plan)[0]
    own = [text.replace(" ", "_") for _, text in record.moves]
    changed = replace(record, moves=[*record.moves[:2], ("X", "an } unknown move")])
    first = next(iter(to_games(plan, [changed])))
    assert f"1. {own[0]} {own[1]} 2. an_=7D_unknown_move" in first


def test_moves_travel_in_a_message(chess_games: tuple[Plan, list[GameRecord]]) -> None:
    plan, records = chess_games
    own = [(derive_seed(r.seed, r.number, 0), START if r.number >= 2 else "",
            [text for _, text in r.moves]) for r in records]  # fmt: skip
    request = (plan.referee, "pgn", own, plan.limits)
    sent = json.loads(json.dumps(record_replay._message(request)))
    here = [game for _, game in record_replay.written_games(plan, records, "pgn")]
    assert record_replay._games_of(sent) == here
    assert here[2] is not None
    assert here[2].tags == {"SetUp": "1", "FEN": START}
    with pytest.raises(BadMessage):
        record_replay._games_of({"games": [[1, [], 1, ["White", "Black", "White"]]]})


def test_passes_are_exported() -> None:
    plan = make_plan(["first:", "first:"], game="go/5x5", games=1, seed=1, native=False,
                     limits=Limits(plies=2))  # fmt: skip
    record = played(plan)[0]
    record.moves = [("Black", "Black stone c3"), ("White", "pass")]
    assert ";B[cc];W[])" in next(to_records(plan, [record], "sgf")).replace("\n", "")


def test_moves_of_a_strange_process_stay_words() -> None:
    plan = make_plan(["first:", "first:"], game="tictactoe", games=1, seed=1, native=False)
    record = played(plan)[0]
    strange = record_replay.WrittenGame(["1-0 [Event", *["x"] * 8], {"White": "me", "A": "b"})
    text = format_named("pgn").write(record_export._tree(plan, record, strange, "pgn"))
    assert text.count("[Event") == 1
    assert '[White "first"]' in text


def test_games_of_four_seats_have_a_form_of_their_own() -> None:
    plan = make_plan(["first:"] * 4, game="splut", games=1, seed=1, native=False,
                     limits=Limits(plies=2))  # fmt: skip
    text = "".join(to_games(plan, played(plan)))
    assert '[Seat "' in text
    assert "\n1. " in text


# -- openings -------------------------------------------------------------------------------------


def test_openings_of_files(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text(BOOK + "\n" + BOOK)
    assert openings_of(tmp_path / "a.pgn") == [
        ("e4", "e5", "Nf3", "Nc6"), (f"position {START}", "f4", "exf4"),
    ]  # fmt: skip
    assert openings_of(f"{tmp_path / 'a.pgn'}:plies=1")[1] == (f"position {START}", "f4")
    (tmp_path / "a.epd").write_text(f'# two\n{START[:-4]} bm Nf3; id "a; b";\n\n{START}\n')
    lines = openings_of(tmp_path / "a.epd")
    assert len(lines) == 2
    plan = make_plan(["random:", "first:"], game="chess", openings=tmp_path / "a.epd", native=False)
    assert plan.openings == ((f"position {START[:-1]}1",), (f"position {START}",))
    (tmp_path / "a.txt").write_text(f"position {START}; f4; exf4\ne4; e5\n")
    assert openings_of(f"{tmp_path / 'a.txt'}:plies=1") == [(f"position {START}", "f4"), ("e4",)]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.pgn", "1. e4 e5 2. Ke3 *", "opening 1 of .*White cannot play 'Ke3'"),
        ("a.pgn", "1. e4 {oh", r"a.pgn:1: ply 2: this comment is not closed"),
        ("a.pgn", "\n", "contains no openings"),
        ("a.epd", "4k3/8 w - -", "opening 1 of"),
        ("a.epd", "\n", "contains no openings"),
    ],
)
def test_wrong_openings(tmp_path: Path, name: str, text: str, message: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(ForthgameError, match=message):
        make_plan(["random:", "first:"], game="chess", openings=tmp_path / name, native=False)


# -- replay ---------------------------------------------------------------------------------------


def replayed(path: Path, *options: str) -> Result:
    return CliRunner().invoke(forthgame_command, ["replay", str(path), *options])


def test_one_game_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text('[Variant "tictactoe"]\n\n1. X_mark_b2 O_mark_a1 *\n')
    shown = replayed(path)
    assert shown.exit_code == 0
    assert "2. O_mark_a1" in shown.output
    assert "2 plies, all legal; result *" in shown.output
    document = json.loads(replayed(path, "--json", "--ply", "1").stdout)
    assert document["moves"] == ["X_mark_b2", "O_mark_a1"]
    assert document["position"].startswith("tictactoe | X:mark@b2 |")
    assert replayed(path, "--ply", "3").exit_code == 2


def test_a_wrong_game_ends_with_1(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text('[Variant "tictactoe"]\n\n1. X_mark_b2\nO_mark_b2 *\n')
    shown = replayed(path)
    assert shown.exit_code == 1
    assert f"{path}:4: ply 2: O cannot play 'O_mark_b2'" in shown.output
    assert "1. X_mark_b2" in shown.output


def test_all_games_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    head = '[Variant "tictactoe"]\n[White "Ada"]\n\n'
    path.write_text(f'{head}1. X_mark_b2 *\n\n{head}1. b9 *\n\n[Variant "hop"]\n\n1. a *\n')
    shown = replayed(path)
    assert shown.exit_code == 1
    assert "1: Ada - ?, 1 plies, *" in shown.output
    assert f"{path}:9: ply 1: X cannot play 'b9'" in shown.output
    assert "the tag Variant is hop; --game names its script" in shown.output
    assert "3 games, 2 with mistakes" in shown.output
    assert replayed(path, "--number", "1").exit_code == 0
    assert "there is no game 4" in str(replayed(path, "--number", "4").exception)


def test_a_tournament_writes_and_exports_its_games(tmp_path: Path) -> None:
    store, path = str(tmp_path / "s.sqlite"), tmp_path / "games.pgn"
    go = forthgame.load("go/5x5", native=False)
    arguments = ["random:", "first:", "--game", "go/5x5", "--plies", "6", "--games", "2",
                 "--seed", "1", "--quiet", "--unconfined", "--interpret"]  # fmt: skip
    played = CliRunner().invoke(
        forthgame_command, ["autoplay", *arguments, "--store", store, "--pgn", str(path)]
    )
    assert played.exit_code == 0, played.output
    assert [record.tags["White"] for record in go.records(path)] == ["first", "random"]
    shown = CliRunner().invoke(forthgame_command, ["results", store, "--pgn"]).stdout
    assert shown == path.read_text()
    sgf = CliRunner().invoke(forthgame_command, ["results", store, "--sgf"]).stdout
    assert "GM[1]FF[4]" in sgf
    assert [record.errors for record in go.records(sgf, "sgf")] == [[], []]
    wrong = CliRunner().invoke(forthgame_command, ["results", store, "--kif"])
    assert "game 1 cannot be written as KIF" in str(wrong.exception)
    both = CliRunner().invoke(forthgame_command, ["results", store, "--kif", "--list"])
    assert both.exit_code == 2
    over = CliRunner().invoke(
        forthgame_command, ["autoplay", *arguments, "--store", store, "--pgn", store]
    )
    assert "--pgn would write over" in over.output


def test_a_game_with_records_alone_has_positions_as_lines() -> None:
    shown = CliRunner().invoke(forthgame_command, ["show", "amazons", "x y"])
    assert "the position is one of 'x y', not of 'amazons'" in str(shown.exception)
