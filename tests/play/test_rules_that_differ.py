"""Scripts with different rules: the difference is reported, and the right entrant is blamed."""

from __future__ import annotations

from pathlib import Path

import pytest
from matches import results, script

from forthgame.play.model.limits import Limits
from forthgame.play.plan.plan import make_plan
from forthgame.play.run.worker import GameRunner

pytestmark = pytest.mark.usefixtures("surveyed_here")


def lax(folder: Path, name: str = "lax") -> str:
    """Return the game with men that may also move onto men."""
    path = Path(script(folder, name))
    path.write_text(path.read_text().replace("empty? verify ", "TRUE verify "))
    return str(path)


def test_rules_are_compared_before_the_first_game(tmp_path: Path) -> None:
    """The first difference is reported, with the moves that lead there; equal rules are not."""
    good = script(tmp_path, "good")
    (said,) = make_plan([good, lax(tmp_path)], games=1).remarks
    assert said.startswith("the rules of good and lax differ after X man ")
    assert "only lax has the move 'O man " in said
    assert make_plan([good, script(tmp_path, "twin", extra=": more ;")], games=1).remarks == ()
    assert make_plan([good, lax(tmp_path)], game=good, games=1).remarks == ()


@pytest.mark.parametrize("first", [True, False])
def test_of_two_nobody_is_right(tmp_path: Path, first: bool) -> None:
    """With one script against another a disputed move makes the game void, in either order."""
    entrants = [lax(tmp_path), script(tmp_path, "good")]
    table = GameRunner(make_plan(entrants if first else entrants[::-1], games=8, seed=1))
    ends = {table.play(number).end for number in range(8)}
    assert "void" in ends
    assert "fault" not in ends


@pytest.mark.parametrize("place", range(3))
def test_others_say_who_is_right(tmp_path: Path, place: int) -> None:
    """A third script decides, whatever the place of the wrong one: also as the referee."""
    entrants = [script(tmp_path, "good"), script(tmp_path, "twin", extra=": more ;")]
    entrants.insert(place, lax(tmp_path))
    plan = make_plan(entrants, games=12, seed=1, schedule="round-robin")
    table = GameRunner(plan)
    played = [table.play(number) for number in range(12)]
    faults = [record for record in played if record.end == "fault"]
    assert faults
    assert {results(record).get(place) for record in faults} == {"loss"}
    innocent = [record for record in played if place not in record.seats.values()]
    assert {record.end for record in innocent} == {"result"}


@pytest.mark.slow
def test_a_first_script_that_loops_is_blamed(tmp_path: Path) -> None:
    """The referee has its rules, and those of the other continue."""
    looping = script(tmp_path, "looping", extra=": OnIsGameOver BEGIN FALSE UNTIL 0 ;")
    good = script(tmp_path, "good")
    plan = make_plan([looping, good], games=1, seed=1, limits=Limits(timeout=0.2))
    record = GameRunner(plan).play(0)
    assert record.end == "fault"
    assert results(record) == {0: "loss", 1: "win"}
    assert record.reason.startswith("X failed: no answer in 0.2 s")
