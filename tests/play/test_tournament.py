"""Tournaments: results depend on plan and seed alone."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from matches import same, script

from forthgame import tournament
from forthgame.base.errors import ForthgameError
from forthgame.play.match.contestant import Contestant
from forthgame.play.model.limits import Limits
from forthgame.play.model.schedule import Entrant
from forthgame.play.plan.plan import make_plan
from forthgame.play.results.analysis import analyse
from forthgame.play.results.text_report import statistics
from forthgame.play.run.cluster import Order, distributed, play_there
from forthgame.play.run.worker import GameRunner
from forthgame.play.statistics.summary import Evaluations

pytestmark = pytest.mark.usefixtures("played_here")


@pytest.mark.usefixtures("own_process")
def test_results_do_not_depend_on_jobs() -> None:
    """Two processes or none play the same games; another seed, others."""
    plan = make_plan(["splut/duel", "splut/random"], games=2, seed=5)
    table = GameRunner(plan)
    here = [table.play(number) for number in range(2)]
    found = tournament(["splut/duel", "splut/random"], games=2, seed=5, jobs=2)
    assert same(found.records) == same(here)
    assert analyse(plan, here).as_dict() == found.analysis.as_dict()
    other = GameRunner(make_plan(["splut/duel", "splut/random"], games=2, seed=6))
    assert [r.moves for r in here] != [other.play(n).moves for n in range(2)]


def test_a_game_does_not_depend_on_those_before() -> None:
    """In reverse order they are the same: a script's variables are reset."""
    plan = make_plan(["splut/duel", "splut/duel"], games=3, seed=2)
    forwards, backwards = GameRunner(plan), GameRunner(plan)
    first = [forwards.play(n) for n in range(3)]
    last = [backwards.play(n) for n in reversed(range(3))]
    assert same(first) == same(last[::-1])


def test_scripts_remember_nothing_between_games(tmp_path: Path) -> None:
    """A script that counts its games in a variable, and grows its data, sees the first one."""
    extra = "VARIABLE played : OnNewGame played ++ 40 ALLOT ;"
    contestant = Contestant(Entrant("x", script(tmp_path, "counts", extra=extra)))
    processor = contestant.game.forth.processor
    address = contestant.game.forth.word("played").value
    tops = set()
    for _ in range(3):
        contestant.begin(1, Limits())
        tops.add(processor.cell(contestant.game.forth.word("DP").value))
        assert processor.cell(address) == 1
    assert len(tops) == 1


def test_the_closing_numbers_add_up() -> None:
    """These are wins, losses, draws, points, seats and meetings of a round robin with draws."""
    found = tournament(
        ["tictactoe", "random:", "negamax:depth=2"], rounds=4, seed=3, random_plies=1
    )
    analysis = found.analysis
    assert analysis.games == 24
    for number, entrant in enumerate(analysis.entrants):
        total = entrant.total
        assert total.games == 16 == total.wins + total.losses + total.draws
        assert {tally.games for tally in entrant.seats.values()} == {8}
        assert total.points == total.wins + total.draws / 2
        met = [t for (a, _), t in analysis.meetings.items() if a == number]
        assert [t.games for t in met] == [8, 8]
        assert sum(t.points for t in met) == total.points
    assert sum(e.total.points for e in analysis.entrants) == 24
    assert analysis.winless == sum(record.winner is None for record in found.records)
    assert {len(record.moves) for record in found.records} <= set(range(5, 10))
    assert analysis.lengths.most == max(len(record.moves) for record in found.records)
    assert all(record.opening == 1 for record in found.records)
    assert "rating" in statistics(found.plan, analysis)


def test_openings_are_played_from_every_seat(tmp_path: Path) -> None:
    """Each opening is played by both, from a file and at random."""
    path = tmp_path / "openings.txt"
    path.write_text("X mark b2; O mark a1\nX mark a1\n")
    plan = make_plan(["tictactoe", "random:"], games=8, openings=path)
    table = GameRunner(plan)
    played = [table.play(number) for number in range(8)]
    texts = [[text for _, text in record.moves[: record.opening]] for record in played]
    lines = [["X mark b2", "O mark a1"], ["X mark a1"]]
    assert texts == [lines[0], lines[0], lines[1], lines[1]] * 2
    assert [record.seats["X"] for record in played] == [0, 1] * 4
    plan = make_plan(["tictactoe", "random:"], games=6, random_plies=3, seed=1)
    table = GameRunner(plan)
    opened = [tuple(table.play(number).moves[:3]) for number in range(6)]
    assert opened[0::2] == opened[1::2]
    assert len(set(opened)) == 3


@pytest.mark.slow
def test_three_players_round_robin() -> None:
    """Four entrants for three seats: every group of three plays, each from every seat."""
    game = str(Path(__file__).parents[1] / "conformance" / "three-players.4th")
    found = tournament(
        ["random:", "first:", "random:", "first:"], game=game, rounds=2, seed=4, jobs=2,
        limits=Limits(plies=40),
    )  # fmt: skip
    assert len(found.plan.seats) == 3
    assert len(found.records) == 2 * 4 * 3
    groups = {frozenset(record.seats.values()) for record in found.records}
    assert groups == {frozenset(g) for g in combinations(range(4), 3)}
    for record in found.records:
        assert sum(record.points().values()) == pytest.approx(1)
    assert [e.total.games for e in found.analysis.entrants] == [18] * 4
    assert sum(e.rating.elo for e in found.analysis.entrants if e.rating) == pytest.approx(0)


def test_eight_players(tmp_path: Path) -> None:
    """In a race of eight the first at the end wins alone; all seats are used."""
    players = " ".join(f"{{player}} P{k} {{random}}" for k in range(1, 9))
    turns = " ".join(f"{{turn}} P{k}" for k in range(1, 9))
    setups = " ".join(f"{{setup}} P{k} man {'abcdefgh'[k - 1]}1" for k in range(1, 9))
    path = tmp_path / "race.4th"
    path.write_text(f"""
{{board 6 8 {{grid}} board}}
{{directions -1 0 {{direction}} n directions}}
{{players {players} players}}
{{turn-order {turns} turn-order}}
VARIABLE done
: step n verify from here move add-move ;
: wait from here move add-move ;
{{moves steps {{move}} step {{move}} wait moves}}
{{pieces {{piece}} man {{moves}} steps pieces}}
{{board-setup {setups} board-setup}}
: arrived? ( player -- ? ) DROP a6 friend-at? b6 friend-at? OR c6 friend-at? OR d6 friend-at? OR
	e6 friend-at? OR f6 friend-at? OR g6 friend-at? OR h6 friend-at? OR ;
: OnIsGameOver ( -- result )
	#UnknownScore
	current-player arrived? IF DROP #WinScore ENDIF ;
""")
    found = tournament([str(path)] * 8, games=8, seed=1, limits=Limits(plies=200))
    assert len(found.plan.seats) == 8
    for seat in found.plan.seats:
        assert {record.seats[seat] for record in found.records} == set(range(8))
    assert found.analysis.ends["result"] == 8
    assert all(list(record.outcome.values()).count("win") == 1 for record in found.records)
    assert all(entrant.total.games == 8 for entrant in found.analysis.entrants)
    assert [e.name for e in found.analysis.entrants][:2] == ["race", "race (2)"]


def test_a_gauntlet() -> None:
    """The others never meet."""
    found = tournament(
        ["negamax:depth=1", "random:", "first:", "tictactoe"], game="tictactoe",
        schedule="gauntlet", rounds=1, seed=1,
    )  # fmt: skip
    assert [set(record.seats.values()) for record in found.records] == [
        {0, 1}, {0, 1}, {0, 2}, {0, 2}, {0, 3}, {0, 3},
    ]  # fmt: skip
    assert found.analysis.entrants[0].total.games == 6


def test_repeated_games_are_flagged() -> None:
    """Entrants without chance play the same game again."""
    found = tournament(["first:", "first:"], game="tictactoe", games=6, seed=1, random_plies=0)
    assert found.analysis.repeats == dict.fromkeys(range(1, 6), 0)
    assert "4 games repeat an earlier one by entrants" in statistics(found.plan, found.analysis)


def test_what_repeats_by_chance_counts() -> None:
    """Random players that repeat a game could have played another one."""
    plan = make_plan(["random:", "random:"], game="tictactoe", games=200, seed=1)
    table = GameRunner(plan)
    again = [replace(table.play(number), number=20 + number) for number in (0, 1)]
    found = analyse(plan, [*(table.play(number) for number in range(20)), *again])
    assert found.unvaried == 0
    assert found.repeated == 2
    assert "2 games have the moves of an earlier one, by chance" in statistics(plan, found)


def test_void_games_are_in_no_figure() -> None:
    """Void games count neither as different games nor in the entrants' usage."""
    plan = make_plan(["random:", "random:"], game="tictactoe", games=20, seed=1)
    table = GameRunner(plan)
    records = [table.play(number) for number in range(20)]
    some = [records[0], *(replace(record, end="void", winner=None) for record in records[1:])]
    whole, one = analyse(plan, some), analyse(plan, records[:1])
    assert "\n1 different games; " in statistics(plan, whole)
    for entrant, alone in zip(whole.entrants, one.entrants, strict=True):
        assert (entrant.moves, entrant.choices) == (alone.moves, alone.choices)


def test_branching_is_that_of_all_choices() -> None:
    """A seat with more moves in a game weighs more."""
    plan = make_plan(["random:", "first:"], game="tictactoe", games=9, seed=1)
    table = GameRunner(plan)
    found = analyse(plan, map(table.play, range(9)))
    moves = sum(entrant.moves for entrant in found.entrants)
    choices = sum(entrant.choices for entrant in found.entrants)
    assert (found.branching.count, found.branching.total) == (moves, choices)
    assert found.branching.mean == choices / moves


def test_engines_that_do_not_vary_get_openings() -> None:
    """Such engines would otherwise play the same two games throughout; a given option is used."""
    unvarying = ["first:", "negamax:depth=1"]
    assert make_plan(unvarying, game="tictactoe").random_plies == 2
    assert make_plan(unvarying, game="tictactoe", random_plies=0).random_plies == 0
    assert make_plan(["first:", "random:"], game="tictactoe").random_plies == 0


def test_random_openings_longer_than_the_game(tmp_path: Path) -> None:
    """The opening is cut at the end of the game."""
    plan = make_plan([script(tmp_path, "fair"), "random:"], games=2, seed=1, random_plies=12)
    found = [GameRunner(plan).play(number) for number in range(2)]
    assert [record.opening for record in found] == [8, 8]
    assert {record.end for record in found} == {"result"}


def test_the_ply_limit_is_a_draw_counted_apart() -> None:
    """Each player gets half a point."""
    found = tournament(["tictactoe", "random:"], games=2, seed=1, limits=Limits(plies=3))
    assert found.analysis.ends["ply limit"] == found.analysis.games == 2
    assert [e.total.points for e in found.analysis.entrants] == [1, 1]
    assert "2 ended by the ply limit" in statistics(found.plan, found.analysis)


def test_evaluations_per_root_move_are_those_of_the_script() -> None:
    """The counts of Splut's engine are read after each search, and only there."""
    plan = make_plan(["splut/duel", "splut/random"], games=1, seed=1)
    record = GameRunner(plan).play(0)
    game = Contestant(plan.entrants[0])
    game.begin(1, Limits())
    seen = record.usage["South"].evaluations
    assert seen.moves > seen.pairs > seen.rises >= 0
    assert seen.moves - seen.pairs == record.usage["South"].moves
    assert seen.least <= seen.mean <= seen.most
    assert record.usage["North"].evaluations == Evaluations()
    assert record.usage["South"].nodes == seen.total


def test_a_cluster_of_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error names both versions."""
    plan = make_plan(["tictactoe", "random:"], games=2, seed=1)
    order = Order(plan, (), ("0.0", "older"))
    with pytest.raises(ForthgameError, match=r"has forthgame .* this is 0.0 \(rules older\)"):
        play_there(order, [0])


def test_a_cluster_that_is_not_there() -> None:
    """Without dask the error names the extra and the address."""
    plan = make_plan(["tictactoe", "random:"], games=1)
    try:
        import dask.distributed  # noqa: F401
    except ImportError:
        with pytest.raises(ForthgameError, match="extra `cluster`"):
            distributed(plan, "tcp://127.0.0.1:1")
        return
    pytest.skip("dask.distributed is there")


def test_fixed_seats_and_openings_in_random_order(tmp_path: Path) -> None:
    """Seats are fixed; each opening comes as often, in an order of the seed's."""
    path = tmp_path / "openings.txt"
    path.write_text("X mark b2\nX mark a1\nX mark c3\nX mark a3\n")
    options = {"openings": path, "shuffled": True, "fixed_seats": True, "games": 8}
    orders = []
    for seed in (1, 1, 2, 3):
        plan = make_plan(["tictactoe", "random:"], seed=seed, **options)  # type: ignore[arg-type]
        assert {plan.announce(number).seats["X"] for number in range(8)} == {0}
        orders.append([plan.opening(number).moves for number in range(8)])
    assert orders[0] == orders[1]
    assert len({tuple(order) for order in orders}) > 1
    assert all(sorted(order) == sorted(plan.openings * 2) for order in orders)


def test_a_script_beside_engines_is_said_to_take_part() -> None:
    """A hint shows how to use only its game."""
    (said,) = make_plan(["tictactoe", "random:", "first:"]).remarks
    assert "tictactoe takes part itself" in said
    assert "--game tictactoe" in said
    assert make_plan(["random:", "first:"], game="tictactoe").remarks == ()
