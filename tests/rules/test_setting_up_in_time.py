"""Code that a script runs when a position is set up has the time of a turn, all together."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

import forthgame
from forthgame import ForthgameError, ScriptError, ScriptLimits
from forthgame.position import position_editing

TIERS = pytest.mark.parametrize("native", [False, True], ids=["interpreted", "native"])
GAME = """{board 1 9 {grid} board}
{players {player} One {player} Two players}
{turn-order {turn} One {turn} Two turn-order}
: put ( -- ) empty? verify drop add-move ;
{moves puts {move} put moves}
{pieces {piece} stone {drops} puts pieces}
"""
STONES = "{board-setup {setup} One stone a1 {setup} Two stone b1 board-setup}\n"
ENDLESS = "BEGIN FALSE UNTIL"


def loaded(folder: Path, text: str, native: bool) -> forthgame.Game:
    path = folder / "game.4th"
    path.write_text(GAME + text)
    game = forthgame.load(path, native=native, limits=ScriptLimits(turn=0.2))
    if game.native:
        game.native.prepare(wait=True, engines=False)
    return game


@TIERS
def test_an_endless_event(tmp_path: Path, native: bool) -> None:
    game = loaded(tmp_path, f"{STONES}: OnEditAdd ( player piece pos -- ) {ENDLESS} ;\n", native)
    with pytest.raises(ScriptError, match=r"worked on this turn for 0\.2 s") as caught:
        game.new_game(seed=1)
    assert caught.value.place is not None
    assert caught.value.place.line == 8


@TIERS
def test_a_name_that_the_script_defines(tmp_path: Path, native: bool) -> None:
    text = f": there ( -- pos ) {ENDLESS} 0 ;\n{STONES.replace('a1', 'there')}"
    with pytest.raises(ScriptError, match=r"worked on this turn for 0\.2 s"):
        loaded(tmp_path, text, native).new_game(seed=1)


@TIERS
def test_pieces_share_the_time(
    tmp_path: Path, native: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A single piece takes less than the limit, nine more: a word of the host checks the
    clock each time.
    """
    ticks = itertools.count(step=0.03)
    monkeypatch.setattr(
        "forthgame.machine.memory.call_restrictions.thread_time", lambda: 1 + next(ticks)
    )
    text = ": OnEditAdd ( player piece pos -- ) SYSTEM-TIME DROP ROT ROT OR SWAP (add-piece) ;\n"
    one, *more = [f" {{setup}} One stone {letter}1" for letter in "abcdefghi"]
    game = loaded(tmp_path, f"{text}{{board-setup{one} board-setup}}\n", native)
    assert len(game.new_game(seed=1).moves()) == 8
    game = loaded(tmp_path, f"{text}{{board-setup{one}{''.join(more)} board-setup}}\n", native)
    with pytest.raises(ScriptError, match=r"worked on this turn for 0\.2 s"):
        game.new_game(seed=1)


@TIERS
@pytest.mark.parametrize("event", ["OnEditAdd ( player piece pos -- )", "OnEditRemove ( pos -- )"])
@pytest.mark.sampled(3)
def test_editing(tmp_path: Path, native: bool, event: str) -> None:
    game = loaded(tmp_path, f": {event} {ENDLESS} ;\n", native)
    state = game.new_game(seed=1)
    change = (
        (position_editing.put, "One", "stone", "a1")
        if "Add" in event
        else (position_editing.remove, "a1")
    )
    with pytest.raises(ScriptError, match=r"worked on this turn for 0\.2 s"):
        change[0](state, *change[1:])
    assert len(state.moves()) == 9


@TIERS
def test_letters_of_a_level(tmp_path: Path, native: bool) -> None:
    (tmp_path / "one.levels").write_text("xx.......\n")
    reader = f": read ( letter -- ) {ENDLESS} ;\n"
    text = reader + "{levels {drawn} read {level-file} one.levels levels}\n"
    with pytest.raises(ForthgameError, match=r"cannot read 'x': .*worked on this turn for 0\.2 s"):
        loaded(tmp_path, text, native).new_game(seed=1)
