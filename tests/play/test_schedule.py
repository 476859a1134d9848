"""Pairings and seats; entrants and openings as text."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb
from pathlib import Path

import pytest

from forthgame.base.errors import ForthgameError
from forthgame.play.model.schedule import (
    distinct_names,
    meetings,
    opening_line,
    orders,
    pairing,
    read_entrants,
    read_openings,
    split_options,
)
from forthgame.play.plan.plan import make_plan, plan_from_json
from forthgame.play.statistics.sprt import Sprt


@pytest.mark.parametrize("seats", range(2, 9))
def test_every_seat_is_used_equally(seats: int) -> None:
    """In a block each entrant has each seat once; if there are few permutations, all are used."""
    groups = meetings("match", seats, seats)
    arrangements = len(orders(seats))
    games = [pairing(groups, seats, number).entrants for number in range(seats * arrangements)]
    for start in range(0, len(games), seats):
        block = games[start : start + seats]
        for seat in range(seats):
            assert {game[seat] for game in block} == set(range(seats))
    assert len(set(games)) == {2: 2, 3: 6, 4: 24}.get(seats, seats)


@pytest.mark.parametrize(("entrants", "seats"), [(3, 2), (5, 2), (4, 3), (6, 4), (9, 8)])
def test_round_robin_lets_all_meet(entrants: int, seats: int) -> None:
    """Every group meets as often as every other, from every seat."""
    groups = meetings("round-robin", entrants, seats)
    games = [pairing(groups, seats, n) for n in range(len(groups) * seats)]
    met = Counter(frozenset(game.entrants) for game in games)
    assert set(met) == {frozenset(group) for group in combinations(range(entrants), seats)}
    assert set(met.values()) == {seats}
    on_seat = Counter((seat, e) for game in games for seat, e in enumerate(game.entrants))
    assert len(set(on_seat.values())) == 1
    assert [game.block for game in games] == [n // seats for n in range(len(games))]
    assert {game.round for game in games} == {0}
    assert pairing(groups, seats, len(games)).round == 1


def test_a_gauntlet_has_the_first_in_every_game() -> None:
    """All others play against it."""
    groups = meetings("gauntlet", 4, 2)
    assert groups == [(0, 1), (0, 2), (0, 3)]
    assert meetings("gauntlet", 4, 3) == [(0, 1, 2), (0, 1, 3), (0, 2, 3)]


def test_schedules_that_do_not_fit() -> None:
    """There are too few for the seats, too many for a match, or an unknown kind."""
    for kind, entrants, seats in (("match", 3, 2), ("round-robin", 1, 2), ("gauntlet", 2, 3)):
        with pytest.raises(ForthgameError, match="does not fit"):
            meetings(kind, entrants, seats)
    with pytest.raises(ForthgameError, match="more than 100000 meetings"):
        meetings("round-robin", 40, 8)
    with pytest.raises(ForthgameError, match="match, round-robin, gauntlet"):
        meetings("swiss", 4, 2)


def test_a_round_may_have_a_hundred_thousand_meetings() -> None:
    """The first of a gauntlet is in all of them, so the others are fewer to choose from."""
    assert len(meetings("gauntlet", 299, 3)) == comb(298, 2)
    assert len(meetings("gauntlet", 100_001, 2)) == 100_000
    with pytest.raises(ForthgameError, match="more than 100000 meetings"):
        meetings("gauntlet", 100_002, 2)


def test_openings_are_read_as_they_were_written(tmp_path: Path) -> None:
    """Texts of moves may contain any characters."""
    moves = ("#m;n a1 - b1", "100% e2", "a%3B%25 %23", "pass")
    path = tmp_path / "openings.txt"
    path.write_text(opening_line(moves))
    assert read_openings(path) == [moves]


def test_openings_are_read(tmp_path: Path) -> None:
    """There is one a line; comments, blank lines and spaces do not matter."""
    path = tmp_path / "openings.txt"
    path.write_text("# two\nX mark  b2; O mark a1;\n\nX mark a1 # corner\n")
    assert read_openings(path) == [("X mark b2", "O mark a1"), ("X mark a1",)]
    path.write_text("# nothing\n")
    with pytest.raises(ForthgameError, match="contains no openings"):
        read_openings(path)
    with pytest.raises(ForthgameError, match="cannot be read"):
        read_openings(tmp_path / "missing")


def test_openings_must_be_playable(tmp_path: Path) -> None:
    """The mistake is found before a game is played, with the opening's number."""
    path = tmp_path / "openings.txt"
    path.write_text("X mark b2\nX mark b2; O mark b2\n")
    with pytest.raises(ForthgameError, match=r"opening 2 of .*O cannot play"):
        make_plan(["tictactoe", "tictactoe"], openings=path)
    path.write_text("X mark a1; O mark b1; X mark a2; O mark b2; X mark a3\n")
    with pytest.raises(ForthgameError, match="the game ends within the opening"):
        make_plan(["tictactoe", "tictactoe"], openings=path)


def test_entrants_are_scripts_or_engines() -> None:
    """A bare name is a script if there is one beside the game; options and colons name engines."""
    entrants, referee = read_entrants(["splut/duel", "random"], None)
    assert [(e.name, e.engine) for e in entrants] == [("duel", "script"), ("random", "script")]
    assert entrants[1].script.endswith("random.4th")
    assert referee == entrants[0].script
    entrants, _ = read_entrants(["tictactoe", "random", "negamax:depth=4", "script:time=0.5"], None)
    assert [e.engine for e in entrants] == ["script", "random", "negamax", "script"]
    assert entrants[2].options == (("depth", 4),)
    assert entrants[3].time == 0.5
    assert len({e.script for e in entrants}) == 1
    entrants, _ = read_entrants(["splut/duel", "random:"], None)
    assert (entrants[1].name, entrants[1].engine) == ("random", "random")
    entrants, referee = read_entrants(["random", "first"], "connectfour")
    assert referee.endswith("connectfour.4th")
    entrants, _ = read_entrants(["splut/duel:depth=2", "random"], None)
    assert (entrants[0].name, entrants[0].options) == ("duel:depth=2", (("depth", 2),))
    assert distinct_names([*entrants, *entrants])[2:] == ["duel:depth=2 (2)", "random (2)"]


@pytest.mark.parametrize(
    ("texts", "what"),
    [
        (["tictactoe", "negamx:depth=2"], "did you mean negamax"),
        (["tictactoe", "tictactoo"], "did you mean tictactoe"),
        (["tictactoe", "negamax:dept=2"], "did you mean depth"),
        (["tictactoe", "negamax:depth=two"], "a whole number, not 'two'"),
        (["tictactoe", "negamax:depth=0"], "at least 1"),
        (["tictactoe", "negamax:time=-1"], "a number of seconds"),
        (["tictactoe", "negamax:depth=1,depth=2"], "twice"),
        (["tictactoe", "negamax:depth=1,now"], "key=value"),
        (["random", "first"], "--game FILE"),
    ],
)
def test_mistakes_name_what_was_meant(texts: list[str], what: str) -> None:
    """Each message has the nearest name or the expected form."""
    with pytest.raises(ForthgameError, match=what):
        read_entrants(texts, None)


def test_a_path_with_a_colon_is_no_option() -> None:
    """Only a `key=value` after the last colon is an option."""
    assert split_options(r"C:\games\duel.4th") == (r"C:\games\duel.4th", ())
    assert split_options("a/b:depth=3") == ("a/b", (("depth", 3),))


def test_plans_survive_json() -> None:
    """The document in the store gives the same plan again."""
    import json
    from dataclasses import asdict

    plan = make_plan(
        ["tictactoe", "negamax:depth=2"], rounds=3, seed=5, random_plies=2, sprt=Sprt(0, 5)
    )
    assert plan.games == 6
    assert plan_from_json(json.loads(json.dumps(asdict(plan)))) == plan


def test_plans_that_contradict_themselves() -> None:
    """Each has a message of one sentence."""
    for options, what in (
        ({"games": 2, "rounds": 2}, "not both"),
        ({"schedule": "match"}, "does not fit"),
        ({"sprt": Sprt(0, 5)}, "two entrants"),
    ):
        with pytest.raises(ForthgameError, match=what):
            make_plan(["tictactoe", "random:", "first:"], **options)  # type: ignore[arg-type]
