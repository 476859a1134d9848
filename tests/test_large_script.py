"""A script as long as the longest that were published, in both tiers."""

from __future__ import annotations

import runpy
from pathlib import Path

import forthgame
from forthgame.source import shipped


def test_four_thousand_lines(tmp_path: Path) -> None:
    """It loads, every word of it is compiled, and both tiers play the same games."""
    made = runpy.run_path(str(shipped("benchmarks", "large_script.py")))["large_script"]
    text = made()
    assert len(text.splitlines()) >= 4000
    assert text == made()
    path = tmp_path / "large.4th"
    path.write_text(text, encoding="utf-8")
    games = [forthgame.load(path, native=False), forthgame.load(path)]
    assert games[1].native is not None
    games[1].native.prepare(wait=True, engines=False)
    assert not games[1].native.refused
    assert games[1].native.compiled > 500
    states = [game.new_game(seed=3) for game in games]
    for ply in range(20):
        lists = [[str(move) for move in state.moves()] for state in states]
        assert lists[0] == lists[1]
        assert lists[0]
        for state in states:
            state.play(lists[0][ply * 13 % len(lists[0])])
    assert games[0].perft(2) == games[1].perft(2)
