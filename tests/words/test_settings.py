"""Settings that an event has changed for a while, when something ends it in between."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame
from forthgame.words.registers import memory_layout as at

SCRIPT = """
{board 1 6 {grid} board}
{directions 0 1 {direction} e directions}
{players {player} A {player} B players}
{turn-order {turn} A {turn} B turn-order}
VARIABLE endless
: step e verify empty? verify from here move add-move ;
{moves ways {move} step moves}
{pieces {piece} man {moves} ways pieces}
{board-setup {setup} A man a1 {setup} A man c1 {setup} B man e1 board-setup}
: OnGenerateMoves endless @ IF 1 $scanPositions ! HEX $passTurnForced ON BEGIN AGAIN ENDIF ;
: OnEvaluate 1 $scanPositions ! BEGIN AGAIN ;
"""


@pytest.fixture
def game(tmp_path: Path) -> forthgame.Game:
    path = tmp_path / "small.4th"
    path.write_text(SCRIPT)
    return forthgame.load(path, native=False)


def test_a_limit_in_an_event_puts_settings_back(game: forthgame.Game) -> None:
    processor = game.forth.processor
    endless = game.forth.word("endless").value
    processor.set_cell(endless, 1)
    processor.limit(steps=10_000)
    with pytest.raises(forthgame.ScriptError, match="step limit"):
        game.new_game(seed=1).moves()
    processor.limit()
    processor.set_cell(endless, 0)
    assert [str(move) for move in game.new_game(seed=1).moves()] == ["man a1 - b1", "man c1 - d1"]
    assert processor.cell(at.A_BASE) == 10


NAMES = ("BASE", "$scanPositions", "$passTurnForced", "$shareMovesList", "$combinePartial",
         "$gameLog", "$variety", "$judge", "$playouts", "$selective", "$recycle")  # fmt: skip


def test_every_setting_is_put_back(tmp_path: Path) -> None:
    """This holds for each setting when the event is cut short."""
    path = tmp_path / "all.4th"
    change = " ".join(f"{name} @ 1+ {name} !" for name in NAMES)
    path.write_text(SCRIPT.replace("1 $scanPositions ! HEX $passTurnForced ON", change))
    game = forthgame.load(path, native=False)
    processor = game.forth.processor
    before = {name: processor.cell(at.SYSTEM_CELLS[name]) for name in NAMES}
    processor.set_cell(game.forth.word("endless").value, 1)
    processor.limit(steps=10_000)
    with pytest.raises(forthgame.ScriptError, match="step limit"):
        game.new_game(seed=1).moves()
    assert {name: processor.cell(at.SYSTEM_CELLS[name]) for name in NAMES} == before


def test_a_search_that_time_ends_in_an_event_puts_them_back(game: forthgame.Game) -> None:
    state = game.new_game(seed=1)
    assert state.search("negamax", time=0.1).stopped == "time"
    assert game.perft(1) == 2


def test_what_an_event_sets_and_finishes_stays(game: forthgame.Game) -> None:
    """A script may change its settings in the course of a game."""
    game.run_event("OFF", at.A_PASS_FORCED)
    game.run_event("ON", at.A_PASS_FORCED)
    assert game.forth.processor.cell(at.A_PASS_FORCED) == -1
