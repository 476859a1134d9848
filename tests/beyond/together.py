"""Games for the tests of turns in which several players choose."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import forthgame

from .tiers import TIERS

# Both put a stone; the second one is dropped if the first has taken the square.
STONES = """
{board 1 3 {grid} {variable} note board}
{players {player} One {player} Two {player} Three players}
{turn-order {turn} One {together} Two turn-order}
: put empty? verify drop add-move ;
{moves drops {move} put moves}
{pieces {piece} stone {drops} drops pieces}
: OnIsGameOver stalemate? IF #DrawScore ELSE #UnknownScore ENDIF ;
"""
# One's gain by row and column; it is Two's loss.
PAYOFFS = ((3, -2, 1), (0, 1, 2), (-4, 5, 0))
MATRIX = """
{board 1 %d {grid} {variable} paid board}
{players {player} One {player} Two players}
{turn-order {turn} One {together} Two turn-order}
: pick drop add-move ;
{moves picks {move} pick moves}
{pieces {piece} stone {drops} picks pieces}
CREATE payoffs %s
: OnTogether One chosen move-to %d * Two chosen move-to + CELLS payoffs + @ paid ! ;
: OnEvaluate paid @ current-player Two = IF NEGATE ENDIF ;
: OnIsGameOver %s ;
"""
ENDLESS = "#UnknownScore"
ONE_TURN = """turn-number 1 = IF #UnknownScore ELSE
    paid @ 0= IF #DrawScore ELSE paid @ 0> current-player One = = IF #WinScore ELSE #LossScore
    ENDIF ENDIF ENDIF"""

Load = Callable[..., forthgame.Game]


def matrix(payoffs: tuple[tuple[int, ...], ...], over: str = ENDLESS) -> str:
    """The script of a game in which both players pick a number of a table."""
    size = len(payoffs)
    cells = " ".join(f"{value} ," for row in payoffs for value in row)
    return MATRIX % (size, cells, size, over)


@pytest.fixture(params=TIERS)
def load(request: pytest.FixtureRequest, tmp_path: Path) -> Load:
    """Loads a script in one of the tiers."""

    def load(text: str = STONES, engines: bool = False, **given: object) -> forthgame.Game:
        path = tmp_path / "both.4th"
        path.write_text(text)
        found = forthgame.load(path, native=request.param, **given)
        if found.native is not None:
            found.native.prepare(wait=True, engines=engines)
        return found

    return load
