"""Places of errors in words of the language that COMPILE has put into a move."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame

SCRIPT = """{board 1 3 {grid} board}
{players {player} A {player} B players}
{turn-order {turn} A {turn} B turn-order}
DEFER later
: go from b1 to here move WORDS add-move ;
{moves m {move} go moves}
{pieces {piece} x {moves} m pieces}
{board-setup {setup} A x a1 board-setup}
"""


@pytest.mark.parametrize("native", [False, True])
@pytest.mark.parametrize(
    ("words", "told", "column"),
    [
        ("COMPILE ABORT", "5:27: aborted in `ABORT`", 27),
        ("5 COMPILE-LITERAL 0 COMPILE-LITERAL COMPILE /", "5:63: division by zero in `/`", 63),
        ("COMPILE later", "5:27: deferred word was never set in `later`", 27),
    ],
)
def test_the_line_that_put_it_there_is_named(
    tmp_path: Path, words: str, told: str, column: int, native: bool
) -> None:
    path = tmp_path / "put.4th"
    path.write_text(SCRIPT.replace("WORDS", words))
    with forthgame.load(path, native=native) as game:
        if game.native is not None:
            game.native.prepare_calls(wait=True, engines=False)
        state = game.new_game(seed=1)
        with pytest.raises(forthgame.ScriptError) as caught:
            state.play(0)
        assert state.history == []
    assert f"put.4th:{told}" in str(caught.value)
    assert (caught.value.line, caught.value.column) == (5, column)
