"""Conversion of alpha-beta scores into points."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import forthgame
from forthgame.base.source import package_path
from forthgame.search import score_expectation
from forthgame.search.score_expectation import Expectation, Sample, expectation, fit, logistic
from forthgame.ui.commands import analyse as analysing
from forthgame.words.registers import memory_layout as at
from tests.commanding import commanded
from tests.searching import interrupt_searches


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer and shorter games: they are interpreted here."""
    monkeypatch.setattr(score_expectation, "GAMES", 12)
    monkeypatch.setattr(score_expectation, "NODES", 30)


def drawn(advance: float, unit: float, games: int, each: int, about: float = 0.0) -> list[Sample]:
    """Return samples of a known curve, with scores about one."""
    draw = Random(5)
    samples = []
    for _ in range(games * each):
        score = round(draw.gauss(about, 2 * unit))
        points = float(draw.random() < logistic(advance + score / unit))
        samples.append(Sample(score, points, 1 / math.sqrt(each)))
    return samples


@pytest.mark.parametrize(("advance", "about"), [(0.4, 0), (-2.0, 100)])
def test_a_known_curve_is_found_again(advance: float, about: float) -> None:
    """This includes scores that are nearly all above 0."""
    found = fit(drawn(advance, 50.0, 400, 25, about), 400)
    assert found is not None
    assert found.advance == pytest.approx(advance, abs=0.15)
    assert found.unit == pytest.approx(50.0, rel=0.15)


def test_draws_count_half() -> None:
    samples = [Sample(score, 0.5, 1.0) for score in range(-50, 51)]
    assert fit(samples, 20) is None  # whatever the score, half a point


def test_scores_that_say_nothing_give_no_curve() -> None:
    backwards = [Sample(score, float(score < 0), 1.0) for score in range(-50, 51)]
    assert fit(backwards, 20) is None
    assert fit([Sample(0, 1.0, 1.0)] * 50, 20) is None
    assert fit(drawn(0.0, 10.0, 20, 10), 7) is None


def test_shares_rise_with_the_score_and_end_at_decided_ones() -> None:
    curve = Expectation(0.1, 30.0, 60)
    shares = [curve.share(score) for score in (-(10**9), -100, 0, 100, 10**9)]
    assert shares == sorted(shares)
    assert shares[0] >= 0.0
    assert shares[-1] <= 1.0
    assert curve.share(at.WIN_SCORE - 3) == 1.0
    assert curve.share(3 - at.WIN_SCORE) == 0.0


def test_the_curve_of_a_game_is_made_once_and_leaves_no_trace() -> None:
    game = forthgame.load("connectfour", native=False)
    state = game.new_game(seed=1)
    state.play("disc d1")
    before = state.fingerprint
    first = expectation(game)
    assert first is not None
    assert first.games >= 8
    assert expectation(game) is first
    assert state.fingerprint == before
    assert state.share_of(60) > state.share_of(-60)  # type: ignore[operator]


def test_ctrl_c_in_a_quick_search_ends_all_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    game = forthgame.load("connectfour", native=False)
    state = game.new_game(seed=1)
    with monkeypatch.context() as patched:
        interrupt_searches(patched)
        with pytest.raises(KeyboardInterrupt):
            state.share_of(60)
    assert expectation(game) is not None


def test_games_whose_scores_say_nothing_have_no_curve() -> None:
    for name in ("splut", "backgammon", "peg-solitaire"):
        assert forthgame.load(name, native=False).new_game(seed=1).share_of(5) is None


def test_a_script_that_fails_has_no_curve(tmp_path: Path) -> None:
    text = (package_path("games") / "breakthrough" / "breakthrough.4th").read_text("utf-8")
    script = tmp_path / "failing.4th"
    script.write_text(text.replace(": OnEvaluate", ": OnEvaluate 1 0 / DROP", 1), "utf-8")
    assert forthgame.load(script, native=False).new_game(seed=1).share_of(5) is None


@pytest.mark.slow
def test_analyse_says_what_a_score_is_worth() -> None:
    asked = ["analyse", "connectfour", "--interpret"]
    told = commanded(*asked, "--time", "1").stdout
    assert re.search(r"score -?\d+ \(about \d+ % of the points\)", told)
    assert "%" not in commanded(*asked, "--depth", "1").stdout  # a quick result does not wait


def test_analyse_shows_what_it_has_after_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysing, "LONG", 0)
    asked = ["analyse", "connectfour", "--interpret", "--depth", "2"]
    assert "% of" in commanded(*asked).stdout
    interrupt_searches(monkeypatch)  # those that the curve is made of
    told = commanded(*asked)
    assert "score" in told.stdout
    assert "%" not in told.stdout
    assert told.returncode == 0


def test_no_curve_is_made_behind_a_search_that_ctrl_c_has_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = forthgame.load("connectfour", native=False).new_game(seed=1)
    found = state.search("negamax", depth=2)
    monkeypatch.setattr(analysing, "LONG", 0)
    assert analysing._expectation(state, [replace(found, stopped="interrupted")]) is None
    assert analysing._expectation(state, [found]) is not None


def test_quick_games_end_with_their_time_in_the_interpreter_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Searches by positions are too short to check it themselves."""
    monkeypatch.setattr(score_expectation, "SECONDS", 1e-9)
    assert forthgame.load("connectfour", native=False).new_game(seed=1).share_of(5) is None


def test_the_time_of_quick_games_is_processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """There are as many of them on a busy machine."""
    monkeypatch.setattr(score_expectation, "SECONDS", 1e-9)
    monkeypatch.setattr(score_expectation, "thread_time", lambda: 1.0)
    assert forthgame.load("connectfour", native=False).new_game(seed=1).share_of(5) is not None
