"""Lines of the rule file in traces, profiles, coverage, breakpoints, checks and hover."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import forthgame
from forthgame import Game
from forthgame.base.errors import ForthgameError
from forthgame.base.source import find_script
from forthgame.check.check import check
from forthgame.ui.cli.main import forthgame as command
from forthgame.ui.lsp.script_analysis import ScriptAnalysis
from forthgame.why.debugger.debugger import Debugger, Pause
from forthgame.why.profiling.coverage import coverage
from forthgame.why.profiling.profile import profile

CHESS = Path(__file__).parent / "rules" / "chess.zrf"
SLIDE = 5  # line of the macro `slide`
PUSH = 7


@pytest.fixture(scope="module")
def chess() -> Game:
    return forthgame.load(str(CHESS), native=False)


def test_a_trace_has_lines_of_the_rule_file(chess: Game) -> None:
    steps = list(chess.trace("push", "a2"))
    places = [step.place for step in steps if step.place is not None]
    assert {(place.file, place.line) for place in places} >= {("chess.zrf", PUSH)}
    assert "called in chess.zrf:" in next(p.text for p in places if p.line == PUSH)


def test_a_profile_has_lines_of_the_rule_file(chess: Game) -> None:
    rows = {row.word: row.place for row in profile(chess.new_game(), "generation").rows}
    place = rows["slide"]
    assert place is not None
    assert (place.file, place.line) == ("chess.zrf", SLIDE)


def test_coverage_has_lines_of_the_rule_file(chess: Game) -> None:
    found = {file.file: file for file in coverage(chess, 1, plies=20).files}
    assert {SLIDE, PUSH} <= set(found["chess.zrf"].lines)
    assert SLIDE not in found["chess.zrf"].missed


@pytest.mark.parametrize("where", ["chess.zrf:5", "slide"])
def test_a_breakpoint_may_name_a_line_of_the_rule_file(chess: Game, where: str) -> None:
    seen: list[Pause] = []

    def look(pause: Pause) -> str:
        seen.append(pause)
        return "continue"

    debugger = Debugger(chess, look)
    found = debugger.break_at(where)
    state = chess.new_game()
    state.play("Pawn a2 - a4")
    state.play("Pawn b7 - b5")
    state.moves()
    debugger.delete(found.number)
    place = seen[0].step.place
    assert place is not None
    assert (place.file, place.line) == ("chess.zrf", SLIDE)


def test_a_breakpoint_may_name_a_line_of_the_script(chess: Game) -> None:
    text = chess.path.read_text()
    line = text[: text.index("empty? WHILE")].count("\n") + 1
    debugger = Debugger(chess, lambda pause: "continue")
    debugger.delete(debugger.break_at(f"chess.4th:{line}").number)
    with pytest.raises(ForthgameError, match=r"no definition has code in chess\.zrf:1;"):
        debugger.break_at("chess.zrf:1")


def test_check_names_lines_of_the_rule_file(tmp_path: Path) -> None:
    path = tmp_path / "odd.zrf"
    path.write_text(CHESS.read_text().replace("$1 $2 (verify not-friend?) add", "$1 $2 add add"))
    result = CliRunner().invoke(command, ["check", str(path)])
    assert "odd.zrf" in result.output
    report = check(find_script(str(path)))
    assert all(finding.place.file != "chess.4th" for finding in report.findings)


def test_hover_names_the_line_of_the_rule_file(chess: Game) -> None:
    text = chess.path.read_text()
    analysis = ScriptAnalysis(chess.path, text)
    line = next(k for k, each in enumerate(text.split("\n")) if each.startswith(": slide "))
    mention = analysis.at(line + 1, 3)
    assert mention is not None
    told = analysis.explain(mention.word)
    assert f"defined in chess.4th:{line + 1}" in told
    assert f"from chess.zrf:{SLIDE}: `(define slide" in told
