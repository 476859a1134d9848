"""Games that playing processes hand over arrive unchanged, or are refused."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import pytest

from forthgame.play.model.game_record import MOST, GameRecord, Thought, Usage
from forthgame.play.plan.plan import Plan, make_plan
from forthgame.play.processes import messages
from forthgame.play.run.record_messages import RecordsMessage, records_message
from forthgame.play.run.worker import GameRunner
from forthgame.play.statistics.summary import Evaluations


@pytest.fixture(scope="module")
def plan() -> Plan:
    """A plan of two games."""
    return make_plan(["tictactoe", "random:"], games=2, seed=3)


@pytest.fixture(scope="module")
def played(plan: Plan) -> GameRecord:
    """Return its first game."""
    return GameRunner(plan).play(0)


def sent(*records: GameRecord) -> dict[str, Any]:
    """The message of some records, as it arrives."""
    stream = io.BytesIO()
    messages.write(stream, records_message(records))
    stream.seek(0)
    message = messages.read(stream)
    assert message is not None
    return message


def received(plan: Plan, message: dict[str, Any], *numbers: int) -> list[GameRecord]:
    """Return the result of receiving a message with expected games."""
    return list(RecordsMessage(message, plan.seats).fill(map(plan.announce, numbers or (0,))))


def test_records_arrive_as_they_were(plan: Plan, played: GameRecord) -> None:
    """This includes times, usage and evaluations; faults and void games too, and several
    together.
    """
    assert received(plan, sent(played)) == [played]
    lost, void = plan.announce(1), plan.announce(1)
    lost.lose("X", "X failed: \ud800 and so on")
    void.void("the referee failed")
    for record in (lost, void):
        record.usage = dict(played.usage)
    assert received(plan, sent(played, void), 0, 1) == [played, void]
    first, arrived = received(plan, sent(played, lost), 0, 1)
    assert first == played
    assert (arrived.end, arrived.fault, arrived.outcome) == (lost.end, lost.fault, lost.outcome)
    assert arrived.winner == lost.winner
    arrived.reason.encode()


def test_thoughts_and_evaluations_arrive(plan: Plan, played: GameRecord) -> None:
    """Thoughts have the moves and the seat they belong to."""
    record = replace(played, thoughts={0: Thought(None, 3, 70, 0.5), 2: Thought(-9, 4, 80, 0.25)})
    record.usage = {"X": Usage(3, evaluations=Evaluations(4, 50, 2, 30, 1, 3)), "O": Usage(2)}
    assert received(plan, sent(record)) == [record]


MOVE, END = ["X", "mark a1"], ["result", "result", None, {"X": "win", "O": "loss"}]
USED = [1, 0.5, 0.5, 0, 9, 0.5, 0, []]


def game(**change: Any) -> dict[str, Any]:
    """A message with a game, something in it changed."""
    parts = {"end": 0, "opening": 0, "seconds": 0.5, "moves": [0], "usage": [USED, USED],
             "thoughts": [[0, 5, 1, 1, 0.5]]}  # fmt: skip
    assert set(change) <= set(parts)
    return {"kind": "records", "moves": [MOVE], "ends": [END],
            "records": [list((parts | change).values())]}  # fmt: skip


def test_a_game_that_is_in_order_is_taken(plan: Plan) -> None:
    """A check that the tests below can fail."""
    (record,) = received(plan, game())
    assert record.moves == [("X", "mark a1")]
    assert record.winner == record.seats["X"]


@pytest.mark.parametrize(
    "change",
    [
        {"moves": 1}, {"moves": [["X"]]}, {"moves": [1]}, {"moves": [-1]}, {"moves": [True]},
        {"moves": [0.0]}, {"moves": ["0"]}, {"moves": None}, {"end": 1}, {"end": -1},
        {"end": True}, {"end": [0]}, {"seconds": -1}, {"seconds": "1"}, {"seconds": True},
        {"seconds": 1e300}, {"seconds": 10**400}, {"opening": 1 << 70}, {"opening": 0.5},
        {"usage": []},
        {"usage": [USED]}, {"usage": {"X": USED, "O": USED}}, {"usage": [[1], USED]},
        {"usage": [[0.5, *USED[1:]], USED]}, {"usage": [[-1, *USED[1:]], USED]},
        {"usage": [[1, -0.5, *USED[2:]], USED]}, {"usage": [[*USED[:-1], [1]], USED]},
        {"usage": [[*USED[:-1], ["x"] * 6], USED]}, {"usage": [[*USED[:-1], None], USED]},
        {"thoughts": [[]]}, {"thoughts": [[1, 5, 1, 1, 0.5]]}, {"thoughts": [[-1, 5, 1, 1, 0.5]]},
        {"thoughts": [[0, "x", 1, 1, 0.5]]}, {"thoughts": [[0, 5, 1, 1, -1]]}, {"thoughts": 1},
        {"thoughts": [[0, 5, 1, -1, 0.5]]}, {"usage": [[*USED[:-1], [1, 1, -1, 1, 0, 0]], USED]},
    ],
)  # fmt: skip
def test_a_record_is_checked(plan: Plan, change: dict[str, Any]) -> None:
    """Every field that does not fit is refused."""
    with pytest.raises(messages.BadMessage):
        received(plan, game(**change))


@pytest.mark.parametrize(
    "change",
    [
        {"moves": [["X", 1]]}, {"moves": [["X"]]}, {"moves": 1}, {"moves": [1]}, {"ends": None},
        {"ends": [["other", *END[1:]]]}, {"ends": [[["void"], *END[1:]]]}, {"ends": [END[:3]]},
        {"ends": [["void", *END[1:]]]}, {"ends": [["fault", *END[1:]]]},
        {"ends": [["fault", "", "Y", END[3]]]}, {"ends": [["result", "", "X", END[3]]]},
        {"ends": [["result", None, None, END[3]]]}, {"ends": [["result", "", [], END[3]]]},
        {"ends": [["result", "", None, {"Y": "win"}]]}, {"ends": [["result", "", None, {}]]},
        {"ends": [["result", "", None, {"X": "win"}]]}, {"ends": [["result", "", None, []]]},
        {"ends": [["result", "", None, {"X": "glory", "O": "loss"}]]}, {"records": 1},
        {"records": [1]}, {"records": [[]]}, {"records": None},
    ],
)  # fmt: skip
def test_what_games_share_is_checked(plan: Plan, change: dict[str, Any]) -> None:
    """Moves and ends, which stand beside the games."""
    with pytest.raises(messages.BadMessage):
        received(plan, {**game(), **change})


def test_positions_add_up_to_what_a_store_can_hold() -> None:
    """However many another program claims."""
    used = Usage()
    for _ in range(100):
        used.add(1, 10**17 - 1, 0.5)
    assert used.nodes == MOST


def test_more_games_than_were_given_out_are_refused(plan: Plan, played: GameRecord) -> None:
    """A smaller number is accepted."""
    with pytest.raises(messages.BadMessage, match="without a request"):
        received(plan, sent(played, played), 0)
    assert received(plan, sent(played), 0, 1) == [played]
