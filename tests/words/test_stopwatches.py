"""Stopwatches: starting one stores a cell at the script's address."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame

SCRIPT = """
{board 3 3 {grid} {variable} seen 1000 {array} large board}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
: put ( -- ) empty? verify seen @ IF here 4 < verify ENDIF drop add-move ;
{moves drops {move} put moves}
{pieces {piece} stone {drops} drops pieces}
"""
EVENTS = {
    "an event on a variable": ": OnIsGameOver ( -- result ) seen START-TIMER #UnknownScore ;",
    "an event on the rare part": """
: OnMakeAMove ( -- ) a3 empty-at? NOT IF 500 large START-TIMER ENDIF ;
: OnIsGameOver ( -- result ) 500 large @ IF #WinScore ELSE #UnknownScore ENDIF ;
""",
}


def leaves(state: forthgame.State, depth: int) -> int:
    """Return the count of `perft`, with every move played."""
    if depth == 0 or state.is_over:
        return depth == 0
    found = 0
    for move in state.moves():
        after = state.copy()
        after.play(move)
        found += leaves(after, depth - 1)
    return found


@pytest.mark.parametrize("native", [False, True])
@pytest.mark.parametrize("events", EVENTS)
def test_a_stopwatch_in_the_storage_is_a_store(tmp_path: Path, events: str, native: bool) -> None:
    path = tmp_path / "game.4th"
    path.write_text(SCRIPT + EVENTS[events], "utf-8")
    game = forthgame.load(path, native=native)
    if game.native:
        game.native.prepare(wait=True, engines=False)
    assert game.perft(3) == leaves(game.new_game(), 3)
    alike = path.with_name("alike.4th")
    alike.write_text((SCRIPT + EVENTS[events]).replace("START-TIMER", "ON"), "utf-8")
    assert game.perft(3) == forthgame.load(alike, native=native).perft(3)
