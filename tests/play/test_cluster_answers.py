"""Results of cluster workers, whole and damaged."""

from __future__ import annotations

import json
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from matches import same

from forthgame.base.errors import ForthgameError
from forthgame.play.plan import script_snapshot
from forthgame.play.plan.plan import Plan, make_plan
from forthgame.play.run.cluster import Order, _Cluster, games_of, play_there
from forthgame.play.run.worker import GameRunner

NUMBERS = [4, 2, 7]


@pytest.fixture(scope="module")
def plan() -> Plan:
    return make_plan(["random:", "random:"], game="tictactoe", games=10, seed=1)


@pytest.fixture(scope="module")
def answer(plan: Plan) -> bytes:
    contents = tuple(script_snapshot.contents_of(plan.files).values())
    return play_there(Order(plan, contents, script_snapshot.versions()), NUMBERS)


def test_games_are_those_of_here(plan: Plan, answer: bytes) -> None:
    records, seconds = games_of(answer, plan, NUMBERS)
    table = GameRunner(plan)
    assert same(records) == same([table.play(number) for number in sorted(NUMBERS)])
    assert seconds > 0


def without_a_game(answer: bytes) -> bytes:
    document = json.loads(answer)
    document["records"].pop()
    return json.dumps(document).encode()


@pytest.mark.parametrize(
    "damage",
    [
        without_a_game,
        lambda answer: answer[: len(answer) // 2],
        lambda answer: answer.replace(b"records", b"record"),
        lambda _: b"\xff\xfe",
        lambda _: b"[1, 2]",
        lambda _: b"[" * 100_000,
        lambda _: b"null",
        lambda _: None,
    ],
)
def test_a_damaged_answer_is_an_error_in_words(
    plan: Plan, answer: bytes, damage: Callable[[bytes], bytes]
) -> None:
    with pytest.raises(ForthgameError, match="a worker of the cluster has sent a wrong answer: "):
        games_of(damage(answer), plan, NUMBERS)


def test_an_answer_that_cannot_be_read_is_an_error_in_words() -> None:
    """The data of a worker is read by dask first."""

    class Unreadable:
        status = "finished"

        def result(self, timeout: float) -> bytes:
            raise ValueError("invalid literal\nfor int()")

    cluster = object.__new__(_Cluster)
    cluster._dask = SimpleNamespace(CancelledError=KeyError, KilledWorker=KeyError)
    message, error = cluster._result(Unreadable())
    assert message == b""
    assert str(error) == (
        "a worker of the cluster has sent a wrong answer: ValueError: invalid literal for int()"
    )
    assert isinstance(error, ForthgameError)
