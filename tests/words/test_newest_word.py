"""Words that are made or redefined while code runs, is compiled or is in use."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame
from tests.machines import compile_own, loaded

GAME = """{board 1 3 {grid} board}
{directions 0 1 {direction} e directions}
{players {player} A players}
: change DOES> DROP 6 ;
: step change e verify empty? verify from here move add-move ;
{moves steps {move} step moves}
{turn-order {turn} A turn-order}
{pieces {piece} man {moves} steps pieces}
{board-setup {setup} A man a1 board-setup}
CREATE last-one
"""
tiers = pytest.mark.parametrize("native", [False, True], ids=["interpreted", "native"])


def test_an_open_definition_that_is_abandoned_leaves_no_words() -> None:
    """Their code would be that of the next definition, or of nothing."""
    machine = forthgame.Machine(native=False)
    with pytest.raises(forthgame.ScriptError, match="inside the definition of a"):
        machine.run(": a DUP [ 7 CONSTANT c ] nothing ;")
    machine.run(": b 1000000 2000000 3000000 ;")
    with pytest.raises(forthgame.ScriptError, match="unknown word 'c'"):
        machine.run("c")


@tiers
def test_a_word_that_has_been_compiled_gets_another_behaviour(native: bool) -> None:
    """A call by its token runs the new one."""
    machine = forthgame.Machine(native=False)
    machine.run(": w DOES> DROP 6 ; VARIABLE t : r t @ EXECUTE ; CREATE c ' c t !")
    if native:
        compile_own(machine)
    assert machine.run("r c = . w r .") == "-1 6 "


@tiers
def test_words_of_a_loaded_game_keep_their_behaviour(tmp_path: Path, native: bool) -> None:
    path = tmp_path / "game.4th"
    path.write_text(GAME)
    state = loaded(path, native).new_game()
    with pytest.raises(forthgame.ScriptError, match="`last-one` stays as it is") as caught:
        state.moves()
    assert caught.value.place is not None
    assert caught.value.place.line == 4


def test_words_of_the_language_keep_their_behaviour() -> None:
    """This holds even if the word that would change one has forgotten itself."""
    machine = forthgame.Machine(native=False)
    with pytest.raises(forthgame.ScriptError, match="it belongs to the language"):
        machine.run(": w PAD @ (FORGET) DOES> 1 ; ' w PAD ! w")
