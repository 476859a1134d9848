"""Searches count points between sides: those of a friend are not an opponent's."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame

POINTS = 2_000_000_000
GAME = """
{board 1 1 {grid} {variable} chosen board}
{players {player} A {player} B {player} C {player} D {neutral} N players}
{turn-order {turn} A {turn} B {turn} C {turn} D turn-order}
: OnFriends? ( p p -- ? ) player-index 2 MOD SWAP player-index 2 MOD = ;
: alone ( -- ) choice" alone" 1 chosen later! add-move ;
: both ( -- ) choice" both" 2 chosen later! add-move ;
: behind ( -- ) choice" behind" 3 chosen later! add-move ;
{moves ways {move} alone {move} both {move} behind moves}
{pieces {piece} man {moves} ways pieces}
{board-setup {setup} A man a1 board-setup}
: counted ( -- )
	chosen @ 1 = IF 5 A score 3 C score EXIT ENDIF
	chosen @ 2 = IF 100 A score 99 C score 20 D score EXIT ENDIF
	chosen @ 3 = IF 40 A score 50 B score 10 D score ENDIF
;
{endings counted {ending} counted endings}
: OnIsGameOver ( -- result ) #UnknownScore ;
"""


@pytest.mark.parametrize("native", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize("engine", ["negamax", "paranoid", "brs", "maxn", "best-first"])
def test_the_best_of_each_side(tmp_path: Path, engine: str, native: bool) -> None:
    script = tmp_path / "sides.4th"
    script.write_text(GAME)
    state = forthgame.load(script, native=native).new_game(seed=1)
    found = state.search(engine, depth=1)
    assert str(found.move) == "Pass both"
    assert POINTS + 8000 <= found.score < POINTS + 8100
    for move, sides in (("alone", (5, 0)), ("both", (100, 20)), ("behind", (40, 50))):
        after = state.copy()
        after.play(f"Pass {move}")
        ours, theirs = sides
        wanted = {True: ("A", "C"), False: ("B", "D")}[ours > theirs]
        assert after.winner == wanted
