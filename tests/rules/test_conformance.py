"""Tests against recordings of the original engine: plain Forth, and games ply by ply."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import forthgame

FOLDER = Path(__file__).parents[1] / "conformance"
CORE: list[dict[str, Any]] = json.loads((FOLDER / "core.json").read_text())
EXPECTED: dict[str, dict[str, Any]] = {
    path.stem: json.loads(path.read_text()) for path in sorted(FOLDER.glob("expected/*.json"))
}


def test_all_of_it_is_here() -> None:
    """No recording is missing."""
    assert len(CORE) == 113
    assert sum(case.get("stops", False) for case in CORE) == 11
    assert len(EXPECTED) == 15
    assert all(len(expected["games"]) == 4 for expected in EXPECTED.values())
    assert sum(len(plies) for e in EXPECTED.values() for plies in e["games"]) == 1330


@pytest.mark.parametrize("case", CORE, ids=[case["source"][:40] for case in CORE])
def test_core(case: dict[str, Any]) -> None:
    """A line of Forth prints and stops as recorded."""
    machine = forthgame.Machine()
    if case.get("stops"):
        with pytest.raises(forthgame.ScriptError) as caught:
            machine.run(case["source"])
        assert caught.value.output == case["output"]
    else:
        assert machine.run(case["source"]) == case["output"]


@pytest.mark.parametrize(
    ("name", "native"),
    [
        pytest.param(name, native, marks=pytest.mark.slow if native and k % 2 else ())
        for k, name in enumerate(EXPECTED)
        for native in (False, True)
    ],
)
def test_game(name: str, native: bool) -> None:
    """The set-up, and at every ply the player, the moves in order and the outcome, are as
    recorded.
    """
    expected = EXPECTED[name]
    game = forthgame.load(FOLDER / expected["script"], native=native)
    if game.native:
        game.native.prepare(wait=True, engines=False)
    assert game.set_up == expected["setup"]
    for plies in expected["games"]:
        state = game.new_game(seed=1)
        for ply in plies:
            assert state.player == ply["player"]
            assert [str(move) for move in state.moves(after_end=True)] == ply["moves"]
            assert state.outcome == ply["result"]
            if "chosen" in ply:
                state.play(ply["chosen"])
        assert state.history == [ply["chosen"] for ply in plies if "chosen" in ply]
