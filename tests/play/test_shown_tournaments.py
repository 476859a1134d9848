"""Reports and exports of tournaments: tables, the page, CSV, JSON lines, the commands."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner
from matches import decided_one_by_one, play_into

from forthgame import tournament
from forthgame.base.errors import ForthgameError
from forthgame.play.plan.plan import make_plan
from forthgame.play.results.analysis import analyse
from forthgame.play.results.export import GameFilter, to_csv, to_games, to_json_lines, to_lines
from forthgame.play.results.html_page import render
from forthgame.play.results.text_report import statistics
from forthgame.play.run.worker import GameRunner
from forthgame.play.store.store import Store
from forthgame.ui.cli.main import forthgame as forthgame_command
from forthgame.ui.commands import autoplay
from tests.ui.test_cli import environment

pytestmark = pytest.mark.usefixtures("played_here")


class Reader(HTMLParser):
    """Sees that tags match and that nothing is fetched."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        assert not {"src", "href"} & {name for name, _ in attributes}
        if tag not in ("meta", "line", "rect", "polyline", "polygon") or tag == "rect":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_stands_alone(tmp_path: Path) -> None:
    """The page is well-formed, with three plots, the tables, and names escaped."""
    found = tournament(["tictactoe", "random:"], games=6, seed=1)
    reader = Reader()
    text = render(found.plan, found.records, found.analysis)
    reader.feed(text)
    assert reader.open == []
    assert reader.seen.count("svg") == 3
    assert reader.seen.count("table") == 4
    assert "rect" in reader.seen
    assert "http" not in text
    assert render(found.plan, [], analyse(found.plan, []))


def test_names_of_files_stay_in_their_lines_and_are_shown() -> None:
    """A line of moves ends at its end, and a page escapes markup."""
    found = tournament(["random:", "random:"], game="tictactoe", games=2, seed=1, native=False)
    named = [replace(one, name="a\rb; c\n\u202e\x01") for one in found.plan.entrants]
    plan = replace(found.plan, entrants=named)
    lines = "".join(to_lines(plan, found.records)).splitlines()
    assert ["#" in line for line in lines] == [True, False, True, False]
    games = "".join(to_games(plan, found.records))
    assert "\r" not in games
    assert "\nc" not in games
    page = render(plan, found.records, analyse(plan, found.records))
    assert r"a b; c \u202e\x01" in page
    assert not {"\r", "\u202e", "\x01"} & set(page)


def test_export_and_filters(tmp_path: Path) -> None:
    """CSV has a row a seat; moves can be used as openings; filters narrow down."""
    path = tmp_path / "games.sqlite"
    played = play_into(path, 6)
    plan = make_plan(["tictactoe", "random:"], games=6, seed=1)
    rows = list(csv.DictReader(io.StringIO("".join(to_csv(plan, played)))))
    assert len(rows) == 12
    assert sum(float(row["points"]) for row in rows) == 6
    lines = "".join(to_lines(plan, played)).splitlines()
    assert lines[1] == "; ".join(text for _, text in played[0].moves)
    won = [r for r in played if GameFilter(winner=0).admits(r)]
    assert [r.number for r in won] == [r.number for r in played if r.winner == 0]
    assert [r.number for r in played if GameFilter(entrant=0, seat="X").admits(r)] == [0, 2, 4]
    assert [r.number for r in played if GameFilter(games=(2, 3)).admits(r)] == [1, 2]
    assert not [r for r in played if GameFilter(end="fault").admits(r)]


def test_only_games_that_count_are_in_documents(tmp_path: Path) -> None:
    """A game of an entrant that was decided in the meantime is in the store, too."""
    store = str(tmp_path / "s.sqlite")
    counted = decided_one_by_one(Path(store))
    for asked in (("autoplay", "--resume", "--store", store), ("results", store)):
        shown = CliRunner().invoke(forthgame_command, [*asked, "--json"]).stdout
        found = json.loads(shown)
        assert [each["game"] for each in found["records"]] == [r.number + 1 for r in counted]
        games = sum(each["total"]["games"] for each in found["entrants"])
        assert games == 2 * len(counted)


def test_the_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """These are autoplay with everything, then results in all forms, and resuming without
    arguments.
    """
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, code: int = 0) -> str:
        result = CliRunner().invoke(forthgame_command, arguments)
        if isinstance(result.exception, ForthgameError):
            assert code == 1, result.exception
            return str(result.exception)
        assert result.exit_code == code, result.stderr
        return result.stdout if not code else result.stderr

    shown = run(
        "autoplay", "tictactoe", "random:", "--rounds", "3", "--concurrency", "2", "--seed", "2",
        "--random-plies", "1", "--sprt", "elo0=0 elo1=500 alpha=0.01", "--store", "s.sqlite",
        "--report", "page.html",
    )  # fmt: skip
    assert "6 game(s) played" in shown
    assert (tmp_path / "page.html").read_text().startswith("<!doctype html>")
    table = run("results", "s.sqlite")
    assert table == shown
    assert run("autoplay", "--resume", "--store", "s.sqlite") == shown
    assert len(run("results", "s.sqlite", "--list").splitlines()) == 6
    assert len(run("results", "s.sqlite", "--csv").splitlines()) == 13
    document = json.loads(run("results", "s.sqlite", "--json", "--games", "2-3"))
    assert [record["game"] for record in document["records"]] == [2, 3]
    for none in ("3-2", "0", "0-2"):
        assert "FROM comes before TO" in run("results", "s.sqlite", "--games", none, code=2)
    (tmp_path / "lines").write_text(
        "\n".join(
            line.rpartition(";")[0].rpartition(";")[0].rpartition(";")[0]
            for line in run("results", "s.sqlite", "--records").splitlines()
            if not line.startswith("#")
        )
    )
    run("autoplay", "tictactoe", "random:", "2", "--openings", "lines")
    assert "no entrant is called 'x'" in run("results", "s.sqlite", "--winner", "x", code=1)
    assert "name the scripts or engines that play" in run("autoplay", code=2)
    assert "--resume needs" in run("autoplay", "tictactoe", "random:", "--resume", code=2)
    assert "elo1 must be given" in run("autoplay", "a", "b", "--sprt", "elo0=1", code=2)
    assert "not both" in run("autoplay", "tictactoe", "first:", "--rounds", "1", "--random-plies",
                             "1", "--openings", "lines", code=1)  # fmt: skip


def test_the_live_table_shows_the_standing() -> None:
    """Progress, the time left, and the table are drawn into a simulated terminal."""
    from rich.console import Console

    from forthgame.ui.terminal.tournament_display import LiveTable

    plan = make_plan(["tictactoe", "random:"], games=4, seed=1)
    table = GameRunner(plan)
    live = LiveTable(plan, [table.play(0)])
    console = Console(width=120, file=io.StringIO(), force_terminal=True)
    console.print(live)
    assert "1 of 4 games, beginning" in console.file.getvalue()  # type: ignore[attr-defined]
    for number in (2, 1):
        live.saved(table.play(number))
    live._drawn = 0.0
    console.print(live)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert "3 of 4 games" in text
    assert " left, until " in text
    assert "tictactoe against random: " in text
    assert "95 % interval" in text


def test_json_lines(tmp_path: Path) -> None:
    """There is a game a line, numbered from 1, with the player of each move."""
    plan = make_plan(["tictactoe", "random:"], games=2, seed=1)
    table = GameRunner(plan)
    played = [table.play(number) for number in range(2)]
    found = [json.loads(line) for line in to_json_lines(plan, played)]
    assert [game["game"] for game in found] == [1, 2]
    assert [(m["player"], m["move"]) for m in found[0]["moves"]] == played[0].moves
    assert [seat["entrant"] for seat in found[1]["seats"]] == ["random", "tictactoe"]


def test_answers_near_the_limit_are_counted() -> None:
    """The counts are shown, also in the short table."""
    plan = make_plan(["tictactoe", "random:"], games=2, seed=1)
    played = [GameRunner(plan).play(number) for number in range(2)]
    moves = played[0].usage["X"].moves + played[1].usage["O"].moves
    played[0].usage["X"].near = 2
    said = f"tictactoe: 2 of {moves} answers took more than half of the time"
    for full in (False, True):
        assert said in statistics(plan, analyse(plan, played), full=full)


def test_more_jobs_than_processors_are_remarked_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The warning comes before the first game."""
    monkeypatch.setattr(autoplay, "processors", lambda: 2)
    plan = make_plan(["tictactoe", "random:"], games=2, seed=1)
    autoplay._print_remarks(plan, 3)
    assert "3 games at a time on 2 processors" in capsys.readouterr().err
    autoplay._print_remarks(plan, 2)
    assert capsys.readouterr().err == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.slow
def test_full_and_closed_streams_stop_nothing(tmp_path: Path) -> None:
    """With the error stream full or closed the table is printed; with the output full there
    is an error, and every game is in the store.
    """
    store = tmp_path / "games.sqlite"
    command = f"{sys.executable} -m forthgame autoplay random: random: --game tictactoe --games 4"
    for redirected in ("2>/dev/full", "2>&-"):
        found = subprocess.run(
            ["sh", "-c", f"{command} {redirected}"], stdout=subprocess.PIPE, text=True,
            env=environment(), check=True,
        )  # fmt: skip
        assert "4 game(s) played" in found.stdout
    found = subprocess.run(
        ["sh", "-c", f"{command} --quiet --store {store} >/dev/full"], stderr=subprocess.PIPE,
        text=True, env=environment(), check=False,
    )  # fmt: skip
    assert found.returncode == 1
    assert "Traceback" not in found.stderr
    with Store.read(store) as kept:
        assert kept.count() == 4


@pytest.mark.parametrize("entrants", [["random:"], ["random:", "first:"]])
def test_games_of_one_player_have_statistics(tmp_path: Path, entrants: list[str]) -> None:
    """The only seat has no advantage over others."""
    report = tmp_path / "page.html"
    games = str(2 * len(entrants))
    told = CliRunner().invoke(
        autoplay.command,
        [*entrants, games, "--game", "peg-solitaire/cross", "--full", "--seed", "1",
         "--report", str(report)],
    )  # fmt: skip
    assert told.exit_code == 0, told.output
    assert f"{games} game(s) played" in told.stdout
    assert "+0.0 %" in told.stdout
    assert "<html" in report.read_text("utf-8")


def test_the_commonest_reasons_are_shown_and_the_others_counted() -> None:
    found = tournament(["tictactoe", "random:"], games=2, seed=1)
    reasons = {f"reason {number}": number for number in range(1, 11)}
    told = statistics(found.plan, replace(found.analysis, reasons=reasons))
    assert [line for line in told.splitlines() if "reason" in line] == [
        *(f"{number} × reason {number}" for number in range(10, 2, -1)), "… and 2 other reasons",
    ]  # fmt: skip
    few = replace(found.analysis, reasons={"one": 2})
    assert "other reasons" not in statistics(found.plan, few)
