"""Rates of counts and random games are shown without the time in which machine code is made."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from commanding import commanded

from forthgame.rules.native.native_game import NativeGame

SLOW = 0.5  # seconds of a compiler


@pytest.fixture
def slow_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Machine code takes long the first time, and leaves all as it was."""
    made = set[int]()

    def prepare(native: NativeGame, *given: object, **named: object) -> None:
        if id(native) not in made:
            time.sleep(SLOW)
        made.add(id(native))

    monkeypatch.setattr(NativeGame, "prepare_counts", prepare)
    monkeypatch.setattr(NativeGame, "prepare_playouts", prepare)


@pytest.fixture
def script(tmp_path: Path) -> str:
    """A game with few moves."""
    path = tmp_path / "few.4th"
    path.write_text("""
{board 1 2 {grid} board} {players {player} A {player} B players}
{turn-order {turn} A {turn} B turn-order}
: put empty? verify drop add-move ; {moves puts {move} put moves}
{pieces {piece} p {drops} puts pieces}
""")
    return str(path)


@pytest.mark.usefixtures("slow_compiler")
@pytest.mark.parametrize("more", [(), ("--divide",)])
def test_perft_counts_no_compiling_in_its_rate(script: str, more: tuple[str, ...]) -> None:
    found = json.loads(commanded("perft", script, "6", "--json", *more).stdout)
    assert found["seconds"] < SLOW
    assert found["compile_seconds"] >= SLOW


@pytest.mark.usefixtures("slow_compiler")
def test_perft_shows_compiling_apart(script: str) -> None:
    first, second = commanded("perft", script, "6").stderr.splitlines()
    assert float(first.partition(" s, ")[0]) < SLOW
    assert "0.5" in second
    assert "machine code" in second


@pytest.mark.usefixtures("slow_compiler")
def test_playouts_count_no_compiling_in_their_rate(script: str) -> None:
    found = json.loads(commanded("playouts", script, "50", "--seed", "1", "--json").stdout)
    assert found["seconds"] < SLOW


def test_perft_says_nothing_of_compiling_where_nothing_is_compiled(script: str) -> None:
    assert len(commanded("perft", script, "2", "--interpret").stderr.splitlines()) == 1
