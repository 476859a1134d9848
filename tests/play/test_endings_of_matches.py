"""Games that end by a clock or by the engines' scores, and tournaments that end early."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from matches import ENGINES, same, script

from forthgame import tournament
from forthgame.base.arguments import LARGEST
from forthgame.base.errors import ForthgameError
from forthgame.play.match.match import DRAWN, WON, Judge
from forthgame.play.model.game_record import GameRecord, Thought
from forthgame.play.model.limits import (
    Adjudication,
    Bank,
    Clock,
    Limits,
    limits_from_json,
    read_rule,
)
from forthgame.play.plan.plan import Plan, make_plan
from forthgame.play.results.analysis import analyse
from forthgame.play.results.stopping_rule import SequentialTest, until_decided
from forthgame.play.run.tournament import records
from forthgame.play.run.worker import GameRunner
from forthgame.play.statistics.sprt import Sprt
from forthgame.play.store.store import Store
from tests.matches import pairs

pytestmark = pytest.mark.usefixtures("played_here")

SEATS = ("A", "B")


def played(plan: Plan, ahead: int) -> list[GameRecord]:
    """The games that count, played here, so many handed out together and the last one first."""
    table = GameRunner(plan)

    def source(numbers: Sequence[int]) -> Generator[list[GameRecord], None, None]:
        left = iter(numbers)
        while part := list(islice(left, ahead)):
            yield [table.play(number) for number in reversed(part)]

    with Store.open(None, plan, resume=False) as store:
        return list(records(plan, source, store))


def judged(rules: Adjudication, scores: str) -> tuple[int, str, dict[str, str]] | None:
    """The ply at which a game ends whose moves have these scores, `-` for none; how."""
    judge = Judge(rules, SEATS)
    for ply, text in enumerate(scores.split()):
        thought = Thought(None if text == "-" else int(text), 1, 1, 0.0)
        if ended := judge.add(SEATS[ply % 2], thought, ply + 1):
            return ply + 1, *ended
    return None


def test_a_draw_needs_both_scores() -> None:
    """Each score must hold for so many moves in a row; a move without a score starts anew."""
    rules = Adjudication(draw_score=10, draw_moves=2)
    drawn = {"A": "draw", "B": "draw"}
    assert judged(rules, "3 -3 10 -10") == (4, DRAWN, drawn)
    assert judged(rules, "3 -30 1 -30 1 -30") is None
    assert judged(rules, "3 -3 - -3 1 1 1") == (7, DRAWN, drawn)
    assert judged(Adjudication(draw_score=10, draw_moves=1, draw_after=5), "0 0 0 0 0 0") == (
        5, DRAWN, drawn,
    )  # fmt: skip


def test_a_resignation_needs_both_scores() -> None:
    """The loser's and the winner's are needed, each from its own view."""
    rules = Adjudication(resign_score=100, resign_moves=2)
    won = {"A": "win", "B": "loss"}
    assert judged(rules, "100 -100 150 -120") == (4, WON, won)
    assert judged(rules, "0 -900 50 -900 99 -900") is None
    assert judged(rules, "100 100 -100 -100 -100 200") is None
    assert judged(rules, "100 -100 0 -120 150 -120") is None
    assert judged(rules, "100 -100 150 0 150 -120") is None
    assert judged(rules, "-100 100 -100 100") == (4, WON, {"B": "win", "A": "loss"})


def test_what_is_at_the_limit() -> None:
    """The player who is ahead in both engines' last scores wins, else it is a draw."""
    judge = Judge(Adjudication(at_limit="score"), SEATS)
    judge.add("A", Thought(-5, 1, 1, 0.0), 1)
    assert judge.at_limit() is None
    judge.add("B", Thought(1, 1, 1, 0.0), 2)
    assert judge.at_limit() == {"B": "win", "A": "loss"}
    judge.add("A", Thought(5, 1, 1, 0.0), 3)
    assert judge.at_limit() is None
    judge.add("A", Thought(0, 1, 1, 0.0), 5)
    assert judge.at_limit() is None


def test_the_limit_by_the_script_s_evaluation(tmp_path: Path) -> None:
    """OnEvaluate is called for the player to move."""
    path = script(tmp_path, "ahead", extra=": OnEvaluate 5 ;")
    limits = Limits(plies=3, adjudication=Adjudication(at_limit="evaluation"))
    plan = make_plan(["random:", "first:"], game=path, games=2, seed=1, limits=limits)
    found = [GameRunner(plan).play(number) for number in range(2)]
    assert [record.outcome for record in found] == [{"X": "loss", "O": "win"}] * 2
    assert {record.end for record in found} == {"ply limit"}
    assert "OnEvaluate" in found[0].reason


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("60+0.6", Clock(60, 0.6)),
        ("40/60", Clock(60, 0, 40)),
        ("40/1:30+0.5", Clock(90, 0.5, 40)),
        ("0.5", Clock(0.5)),
    ],
)
def test_clocks_are_read(text: str, clock: Clock) -> None:
    """The formats of fastchess and cutechess are read, and written again."""
    assert Clock.parse(text) == clock
    assert Clock.parse(str(clock)) == clock


@pytest.mark.parametrize("text", ["", "0", "-5", "5+", "x", "1/2/3", "1e3", "5+-1", "9" * 40])
def test_what_is_no_clock_is_refused(text: str) -> None:
    """The message names the form."""
    with pytest.raises(ValueError, match="a clock"):
        Clock.parse(text)


def test_a_clock_has_bounds() -> None:
    """These are bounds of its seconds, its increment and its margin."""
    most = Clock(LARGEST, LARGEST, LARGEST, LARGEST)
    assert most.moves == LARGEST
    for name in ("seconds", "increment", "margin"):
        with pytest.raises(ValueError, match="of a clock must be a number of seconds from 0 to"):
            replace(most, **{name: LARGEST + 1})
    with pytest.raises(ValueError, match="a clock has more than 0 and at most"):
        Clock(0)


def test_a_bank_is_spent_and_filled() -> None:
    """Increments are added after each move, the seconds again after so many; never below zero."""
    bank = Bank(Clock(10, 1, 2, margin=0.5))
    assert bank.bound == 10.5
    assert 5 < bank.allotted() < 6
    bank.spend(4)
    assert (bank.left, bank.control) == (7, 1)
    assert bank.allotted() < 7
    bank.spend(7.25)  # within the margin
    assert bank.left == 11
    bank.spend(1)
    bank.spend(1)
    assert (bank.left, bank.control) == (21, 2)


def of_two(number: int, first: str | None) -> GameRecord:
    """A game of a pair, with the result of its first seat, or void."""
    seats = {"A": number % 2, "B": 1 - number % 2}
    record = GameRecord(number, 1, seats, block=number // 2)
    other = {"win": "loss", "loss": "win"}
    record.finish(*("void", "", {}) if first is None
                  else ("result", "", {"A": first, "B": other[first]}))  # fmt: skip
    return record


def test_games_without_a_partner() -> None:
    """The other game is void, or was not played; two void games are not a pair."""
    wins = [of_two(0, "win"), of_two(1, "loss")]  # both are the first entrant's
    assert pairs(wins) == ((0, 0, 0, 0, 1), 0)
    assert pairs([*wins, of_two(2, "win")]) == ((0, 0, 0, 0, 1), 1)
    assert pairs([*wins, of_two(2, None)]) == ((0, 0, 0, 0, 1), 0)
    assert pairs([of_two(0, None), of_two(1, "win")]) == ((0, 0, 0, 0, 0), 1)
    assert pairs([of_two(0, None), of_two(1, None)]) == ((0, 0, 0, 0, 0), 0)


def test_what_a_test_has_accepted_stays_accepted() -> None:
    """Games that were running at the decision change nothing."""
    test = SequentialTest(Sprt(0, 100))
    number = 0
    while test.accepted is None:
        for first in ("win", "loss"):  # the first entrant wins on either seat
            test.add(of_two(number, first))
            number += 1
    assert test.accepted == "H1"
    state = test.state
    for first in ("loss", "win") * 200:
        test.add(of_two(number, first))
        number += 1
    assert test.state == state


def test_games_behind_a_gap_do_not_count_yet() -> None:
    """A test takes them in order, so that its result is that of any other run."""
    entrants = ["random:", "first:"]
    plan = make_plan(entrants, game="tictactoe", games=8, seed=1, sprt=Sprt(0, 5))
    found = until_decided(plan, [of_two(number, "win") for number in (0, 1, 3)])
    assert [record.number for record in found] == [0, 1]


def test_how_long_an_answer_is_waited_for() -> None:
    """The limit is all that a clock may give, and its margin; else the time of a move; ten
    seconds more.
    """
    assert Limits(clock=Clock(60, 0.5, margin=2)).patience() == 60 + 20 * 0.5 + 2 + 10
    assert Limits(time=3).patience() == 13
    assert Limits(time=3, timeout=5).patience() == 5
    assert Limits().patience() == 600


def test_who_has_no_time_left_loses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Processor time is measured; the other engine, which is quick, has most of its own left."""
    monkeypatch.setattr("forthgame.play.run.worker.gaps", lambda: 0)  # others may stop this process
    monkeypatch.setattr(Bank, "allotted", lambda bank: 900.0)
    slow = script(tmp_path, "slow", ENGINES["hang"])
    limits = Limits(clock=Clock(0.3, 0.0, margin=0.1))
    plan = make_plan([slow, "random:"], games=2, seed=1, limits=limits)
    record = GameRunner(plan).play(1)
    assert record.winner == 1
    assert record.reason == "O lost on time: its clock had 0.4 s left"
    assert record.usage["X"].moves == 1


def test_an_engine_that_chooses_nothing_in_its_time_has_the_first_move(tmp_path: Path) -> None:
    """The time may be that of a move or a part of the clock's."""
    slow = script(tmp_path, "slow", ENGINES["hang"])
    for limits in (Limits(time=0.05), Limits(clock=Clock(1.0))):
        record = GameRunner(make_plan([slow, "random:"], games=1, seed=1, limits=limits)).play(0)
        assert (record.fault, record.end) == (None, "result")
        assert record.moves[0][1] == "X man a3"


def test_engines_share_a_clock_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search by the clock ends before its time is used up, move for move."""
    monkeypatch.setattr("forthgame.play.run.worker.gaps", lambda: 0)
    limits = Limits(clock=Clock(0.4, 0.01))
    plan = make_plan(["negamax", "uct"], game="tictactoe", games=1, seed=1, limits=limits)
    record = GameRunner(plan).play(0)
    assert record.end == "result"
    assert all(0 < used.cpu < 0.5 for used in record.usage.values())


def test_rules_are_read() -> None:
    """Rules are whole numbers under known names, once each, a score among them."""
    assert read_rule("score=5 moves=2", ("score", "moves")) == {"score": 5, "moves": 2}
    for text in ("moves=3", "score=x", "score=1 score=2", "score", "depth=3", "score=-1"):
        with pytest.raises(ValueError, match=r"score|none of"):
            read_rule(text, ("score", "moves"))
    assert read_rule("score=00999999999", ("score",)) == {"score": 999_999_999}
    with pytest.raises(ValueError, match="score can be 999999999 at most"):
        read_rule("score=1000000000", ("score",))


def test_limits_survive_a_store() -> None:
    """Limits are saved in the document of the plan."""
    from dataclasses import asdict

    limits = Limits(clock=Clock(5, 1, 3, 0.1), adjudication=Adjudication(3, 2, 1, 9, 4, "score"))
    assert limits_from_json(asdict(limits)) == limits
    assert limits_from_json(asdict(Limits(depth=3))) == Limits(depth=3)


def test_each_challenger_has_a_test_of_its_own() -> None:
    """A decided challenger plays no more, and the games are the same for any number of
    processes.
    """
    plan = make_plan(
        ["first:", "random:", "tictactoe"], game="tictactoe", seed=1, random_plies=1,
        base="random", sprt=Sprt(0, 200, 0.1, 0.1),
    )  # fmt: skip
    found = played(plan, 1)
    analysis = analyse(plan, found)
    assert plan.names[0] == "random"
    assert plan.schedule == "gauntlet"
    assert same(found) == same(played(plan, 30))
    assert [c.name for c in analysis.challenges] == ["first", "tictactoe"]
    assert all(c.sprt is not None and c.sprt.accepted for c in analysis.challenges)
    assert analysis.decided
    every = [record.number for record in found]
    assert every != list(range(len(every)))  # games of the one decided first are left out
    assert list(until_decided(plan, found)) == found


@pytest.mark.slow
def test_challengers_of_a_base_play_the_same_games_in_several_processes() -> None:
    """Any challenger may be decided first; processes that had begun later games of theirs
    change nothing.
    """
    runs = [
        tournament(
            ["first:", "random:", "tictactoe", "negamax:depth=2"], game="tictactoe", seed=1,
            random_plies=1, base="random", sprt=Sprt(0, 200, 0.1, 0.1), jobs=jobs,
        )
        for jobs in (1, 2, 4)
    ]  # fmt: skip
    one, *several = runs
    assert all(challenge.sprt.accepted for challenge in one.analysis.challenges if challenge.sprt)
    assert len({len(c.counts) for c in one.analysis.challenges}) == 1
    for other in several:
        assert same(other.records) == same(one.records)
        assert other.analysis.as_dict() == one.analysis.as_dict()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"sprt": Sprt(0, 5)}, "--base"),
        ({"base": "nobody"}, "no entrant is called"),
        ({"base": "first", "schedule": "round-robin"}, "gauntlet"),
        ({"anchors": {"nobody": 5}}, "no entrant is called"),
        ({"anchors": {"first": 1e9}}, "lies between"),
        ({"anchors": {"first": 1, "1": 2}}, "twice"),
    ],
)
def test_what_does_not_fit_is_refused(options: dict[str, object], message: str) -> None:
    """The error comes before anything is played."""
    with pytest.raises(ForthgameError, match=message):
        make_plan(["first:", "random:", "tictactoe"], game="tictactoe", **options)  # type: ignore[arg-type]


def test_faults_end_a_tournament(tmp_path: Path) -> None:
    """The tournament ends at the same game for any number of processes."""
    bad = script(tmp_path, "bad", ENGINES["silent"])
    plan = make_plan([bad, "random:"], games=20, seed=1, most_faults=3)
    assert len(played(plan, 1)) == 3
    assert same(played(plan, 1)) == same(played(plan, 8))
