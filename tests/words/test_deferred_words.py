"""Deferred words that a game sets by an address, with machine code that calls their first words."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame
from tests.machines import loaded

LONG = "1 DROP " * 40  # so that no word is inlined into its caller
# `d` lies after a round address, whose bytes may occur somewhere in memory by chance
GAME = """{board 1 6 {grid} board}
{directions 0 1 {direction} e directions}
{players {player} A {player} B players}
{turn-order {turn} A {turn} B turn-order}
VARIABLE where  256 HERE 255 AND - 32 + ALLOT  DEFER d
: one 1 ;  : two 2 3 ;  ' one IS d
%s
: f LONG ['] two set  d  ['] one set ;
: g LONG 0 f + ;
: try ( n -- ) DUP to empty? IF from here move add-move ENDIF from to DROP ;
: step  g DROP  DEPTH try ;
{moves m {move} step moves}
{pieces {piece} man {moves} m pieces}
{board-setup {setup} A man a1 {setup} B man f1 board-setup}
""".replace("LONG", LONG)
tiers = pytest.mark.parametrize("native", [False, True], ids=["interpreted", "native"])


def game_of(folder: Path, text: str, native: bool) -> forthgame.Game:
    path = folder / "game.4th"
    path.write_text(GAME % text)
    return loaded(path, native)


@tiers
@pytest.mark.parametrize("place", ["where", "PAD 300 +"])
def test_an_address_that_the_script_keeps(tmp_path: Path, place: str, native: bool) -> None:
    """This holds whatever the word then takes and leaves."""
    game = game_of(tmp_path, f"' d 4 + {place} !  : set {place} @ ! ;", native)
    assert [str(move) for move in game.new_game().moves()] == ["man a1 - b1"]


def test_an_address_that_is_worked_out(tmp_path: Path) -> None:
    """Machine code cannot continue with another number of items: it reports that."""
    game = game_of(tmp_path, "' d where !  : set where @ 4 + ! ;", native=True)
    with pytest.raises(forthgame.ScriptError, match="a word with another stack effect") as caught:
        game.new_game().moves()
    assert caught.value.word == "d"
    assert caught.value.place is not None
    assert caught.value.place.line == 8


ATTACKED = """
{board 5 5 {grid} board}
{directions 0 1 {direction} e 0 -1 {direction} w -1 0 {direction} n 1 0 {direction} s directions}
{players {player} A {player} B players}
{turn-order {turn} A {turn} B turn-order}
VARIABLE where  DEFER d  ' e IS d
%s
: cap  verify friend? NOT verify from here move add-move ;
: x1 n cap ;  : x2 d cap ;
{moves m {move} x1 {move} x2 moves}  {moves k {move} x1 moves}
{pieces {piece} man {moves} m {piece} king {moves} k pieces}
{board-setup {setup} A king c2 {setup} B king d4 {setup} A man b1 {setup} B man c3 {setup} B man c4
  {setup} A man d2 {setup} B man d3 board-setup}
: OnNewGame ['] s set ;
: OnIsLegal? c2 current-player A = NOT IF DROP d4 ENDIF attacked? NOT ;
"""


@pytest.mark.parametrize(
    "words",
    [
        ": set IS d ;",
        "' d 4 + where !  : set where @ ! ;",
        "' d 4 + PAD 200 + !  : set PAD 200 + @ ! ;",
        "' d 5 + where !  : set where @ 1- ! ;",
    ],
)
def test_who_attacks_follows_a_word_that_is_set(tmp_path: Path, words: str) -> None:
    """The table of attacks is made when the script is loaded, with the word's value then."""
    path = tmp_path / "game.4th"
    path.write_text(ATTACKED % words)
    game = loaded(path, native=False)
    assert [str(move) for move in game.new_game(seed=1).moves()] == ["king c2 x c3"]
    assert [game.perft(depth) for depth in (1, 2, 3)] == [1, 4, 10]
