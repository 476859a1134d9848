"""Anchors, seats and draws fitted with the ratings, and likelihoods of superiority."""

from __future__ import annotations

import json
from collections import Counter
from math import exp, log, sqrt
from pathlib import Path

import pytest

from forthgame.play.model.limits import Limits
from forthgame.play.plan.plan import make_plan
from forthgame.play.results.analysis import analyse
from forthgame.play.results.export import COLUMNS, to_document, to_games, to_json_lines
from forthgame.play.results.text_report import statistics
from forthgame.play.run.record_messages import RecordsMessage, records_message
from forthgame.play.run.worker import GameRunner
from forthgame.play.statistics.ranking import ELO, Choice, draw_probability, draw_rate, rank
from forthgame.play.store.store import Store

PAGE = Path(__file__).parents[2] / "docs" / "tournaments.md"


def games(strengths: list[float], advantage: float, times: int) -> Counter[Choice]:
    """Wins and losses of a round robin as expected, in whole games."""
    found: Counter[Choice] = Counter()
    for a, one in enumerate(strengths):
        for b, other in enumerate(strengths):
            if a != b:
                share = 1 / (1 + exp(-(one - other + advantage) / ELO))
                found[Choice((a,), (a, b), (0, 1))] += round(times * share)
                found[Choice((b,), (b, a), (1, 0))] += round(times * (1 - share))
    return found


def test_seats_are_fitted_with_the_ratings() -> None:
    """Both equal the given values; without seats the ratings are compressed."""
    found = rank(games([-100, 0, 100], 60, 10_000), 3, 2)
    assert [rating.elo for rating in found.ratings] == pytest.approx([-100, 0, 100], abs=1)
    assert found.seats[0].elo - found.seats[1].elo == pytest.approx(60, abs=1)
    assert 0 < found.seats[0].error < 5
    without = rank(games([-100, 0, 100], 600, 10_000), 3)
    assert without.ratings[2].elo < 80


def test_anchors_stay_where_they_are() -> None:
    """The others are rated beside them; two anchors stretch the scale."""
    counted = games([-100, 0, 100], 0, 10_000)
    found = rank(counted, 3, 2, {1: 2000})
    assert found.ratings[1].elo == 2000
    assert found.ratings[1].error == 0
    assert [rating.elo for rating in found.ratings] == pytest.approx([1900, 2000, 2100], abs=1)
    two = rank(counted, 3, 2, {0: 0, 2: 400})
    assert [two.ratings[0].elo, two.ratings[2].elo] == pytest.approx([0, 400])
    assert two.ratings[1].elo == pytest.approx(200, abs=1)
    assert rank(counted, 3, 2, {0: 1, 1: 2, 2: 3}).ratings[2].elo == pytest.approx(3)


def test_likelihoods_of_superiority_fit_together() -> None:
    """The two of each pair add up to one, and the better has more."""
    found = rank(games([-50, 0, 50], 0, 100), 3, 2).superiority
    for a in range(3):
        for b in range(3):
            assert found[a][b] + found[b][a] == pytest.approx(1)
    assert found[2][0] > found[2][1] > 0.6


def test_the_share_of_draws_between_equals() -> None:
    """The share is recovered from games of unequal ones, whose draws are fewer."""
    factor = 0.8
    rate = factor / (2 + factor)
    assert draw_probability(0.5, factor) == pytest.approx(rate)
    assert draw_probability(0.9, factor) < rate
    seen = [
        (score, round(1e6 * draw_probability(score, factor)),
         round(1e6 * (1 - draw_probability(score, factor))))
        for score in (0.2, 0.5, 0.7, 0.95)
    ]  # fmt: skip
    found = draw_rate(seen)
    assert found.value == pytest.approx(rate, abs=1e-4)
    assert found.low < rate < found.high
    assert draw_rate([(0.5, 0, 10)]).value == 0
    few, reach = draw_rate([(0.5, 30, 70)]), 1.96 / sqrt(100 * 0.3 * 0.7)  # logistic regression
    for share, move in ((few.low, -reach), (few.value, 0), (few.high, reach)):
        assert log(share / (1 - share)) == pytest.approx(log(3 / 7) + move, abs=1e-3)
    assert draw_rate([(0.5, 10, 0)]).value == 1


def test_a_fit_is_the_most_likely() -> None:
    """No small change of a rating or a seat is likelier."""
    counted = games([-30, 10, 20], 25, 20)
    found = rank(counted, 3, 2)
    values = [rating.elo / ELO for rating in found.ratings]
    seats = [seat.elo / ELO for seat in found.seats]

    def posterior(strengths: list[float], brought: list[float]) -> float:
        total = -sum(log(1 + exp(x)) - x / 2 for x in (*strengths, *brought))
        for choice, times in counted.items():
            own = [
                strengths[m] + brought[s] for m, s in zip(choice.among, choice.seats, strict=True)
            ]
            total += times * (own[0] - log(sum(map(exp, own))))
        return total

    best = posterior(values, seats)
    for k in range(3):
        for step in (-1e-3, 1e-3):
            moved = [value + step * (j == k) for j, value in enumerate(values)]
            assert posterior(moved, seats) < best
    assert posterior(values, [seats[0] + 1e-3, seats[1]]) < best


def test_a_tournament_shows_all_of_it() -> None:
    """The full tables show it; the short one has the anchors' ratings."""
    plan = make_plan(
        ["random:", "first:", "tictactoe"], game="tictactoe", rounds=3, seed=1,
        anchors={"random": 1500},
    )  # fmt: skip
    table = GameRunner(plan)
    analysis = analyse(plan, [table.play(number) for number in range(plan.games)])
    said = statistics(plan, analysis)
    assert analysis.entrants[0].rating is not None
    assert analysis.entrants[0].rating.elo == 1500
    for part in ("+1500", "stronger than", "seats, fitted with the ratings: X", "draws between"):
        assert part in said
    document = json.dumps(analysis.as_dict())
    assert '"fitted_seats"' in document
    assert '"likelihood"' in document


def test_scores_depths_and_times_are_stored(tmp_path: Path) -> None:
    """The store, JSON lines and the text of games have them, for engines that think."""
    path = tmp_path / "kept.sqlite"
    plan = make_plan(["negamax:depth=2", "random:"], game="tictactoe", games=2, seed=1)
    found = [GameRunner(plan).play(number) for number in range(2)]
    assert found[0].thoughts
    sent = json.loads(json.dumps(records_message(found)))  # as they come from a playing process
    assert list(RecordsMessage(sent, plan.seats).fill(map(plan.announce, range(2)))) == found
    with Store.open(path, plan, resume=False) as store:
        store.save(*found)
    with Store.read(path) as saved:
        kept = list(saved.records())
    assert kept == found
    moves = next(json.loads(line)["moves"] for line in to_json_lines(plan, kept))
    own = [move for move in moves if move["player"] == "X"]
    others = [move for move in moves if move["player"] == "O"]
    assert all({"score", "depth", "nodes", "seconds"} <= set(move) for move in own)
    assert all(set(move) == {"player", "move"} for move in others)
    text = next(iter(to_games(plan, kept)))
    assert text.startswith('[Event "match of negamax:depth=2, random"]')
    assert f"1. {own[0]['move'].replace(' ', '_')} {{{own[0]['score']:+d}/2 0." in text
    assert '[White "negamax:depth=2"]\n[Black "random"]\n[Result "' in text
    assert text.endswith("\n\n")


def test_thoughts_follow_from_plan_and_seed() -> None:
    """Only their times differ, and these are not in the document."""
    limits = Limits(depth=2)
    plan = make_plan(["negamax", "uct:playouts=20"], game="tictactoe", seed=1, limits=limits)
    found = [[GameRunner(plan).play(number) for number in range(2)] for _ in range(2)]
    told = [[record.as_dict()["thoughts"] for record in each] for each in found]
    assert told[0] == told[1]
    assert "seconds" not in json.dumps(told)


def test_every_column_is_documented() -> None:
    """This covers columns of the CSV, and fields of the JSON lines and of JSON."""
    page = PAGE.read_text()
    plan = make_plan(["negamax:depth=1", "random:"], game="tictactoe", games=1, seed=1)
    played = [GameRunner(plan).play(0)]
    document = json.loads(next(iter(to_json_lines(plan, played))))
    names = {*COLUMNS, *document, *document["seats"][0]}
    whole = to_document(plan, played)
    (record,) = whole["records"]
    names |= {*whole, *record, *whole["entrants"][0], *whole["analysis"], *record["usage"]["X"]}
    names |= {name for move in document["moves"] for name in move}
    for name in names:
        assert f"`{name}`" in page, name
