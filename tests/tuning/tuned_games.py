"""Small games for the tests of tuning: two players, three with hands, one that never changes."""

from __future__ import annotations

import functools
from pathlib import Path

import forthgame
from forthgame.api.game import Game

RUN = r"""
\ Men run for the other side; whoever is there first wins. Something is counted beside.
{board 4 3 {grid} {variable} steps 2 {array} far[] board}
{directions -1 0 {direction} n 1 0 {direction} s 0 1 {direction} e 0 -1 {direction} w directions}
{players {player} White {player} Black players}
{symmetries Black {symmetry} n s symmetries}
{turn-order {turn} White {turn} Black turn-order}
: count ( -- ) steps ++ 1 current-player White = IF 0 ELSE 1 ENDIF far[] +! ;
: step ( ? -- ) verify friend? NOT verify from here move COMPILE count add-move ;
: ahead ( -- ) n step ;   : east ( -- ) e step ;
{moves men {move} ahead {move} east moves}
{pieces {piece} man {moves} men {piece} king {moves} men pieces}
{board-setup {setup} White man a1 {setup} White king b1 {setup} Black man a4 {setup} Black king b4
board-setup}
: first? ( pos player -- ? )   \ Whether a player has a man in the row from there.
	FALSE ROT ROT SWAP DUP 3 + SWAP DO I OVER friend-of? ROT OR SWAP LOOP DROP
;
: OnIsGameOver ( -- result )
	a4 White first? a1 Black first? OR stalemate? OR IF #LossScore ELSE #UnknownScore ENDIF
;
"""
THREE = r"""
\ Three players drop men from their hands; a stone of nobody lies in the middle.
{board 3 3 {grid} {hand} board}
{directions 0 1 {direction} e 1 0 {direction} s 0 -1 {direction} w -1 0 {direction} n directions}
{players {player} A {player} B {player} C {neutral} Nobody players}
{turn-order {turn} A {turn} B {turn} C turn-order}
: put ( -- ) empty? verify drop add-move ;
{moves puts {move} put moves}
{pieces {piece} small {drops} puts {piece} big {drops} puts pieces}
{board-setup {setup} Nobody small b2 board-setup}
: give ( player -- ) DUP 2 small ROT in-hand! 1 big ROT in-hand! ;
: OnNewGame ( -- ) A give B give C give ;
: corners ( player -- n ) a1 OVER friend-of? a3 2 PICK friend-of? + c1 2 PICK friend-of? + SWAP
	c3 SWAP friend-of? + NEGATE ;
: full ( -- ) stalemate? IF A corners A score B corners B score C corners C score ENDIF ;
{endings full {ending} full-board endings}
"""
STILL = r"""
\ Nothing changes but whose turn it is: the game is a draw after ten turns.
{board 2 1 {grid} board}
{directions 0 1 {direction} e directions}
{players {player} X {player} O players}
{turn-order {turn} X {turn} O turn-order}
: stay ( -- ) from here move add-move ;
{moves list {move} stay moves}
{pieces {piece} man {moves} list pieces}
{board-setup {setup} X man a1 {setup} O man a2 board-setup}
: OnIsGameOver ( -- result ) turn-number 10 > IF #DrawScore ELSE #UnknownScore ENDIF ;
"""
SCRIPTS = {"run": RUN, "three": THREE, "still": STILL}


def written(folder: Path, name: str, more: str = "") -> Path:
    """A script in a folder."""
    path = folder / f"{name}.4th"
    path.write_text(SCRIPTS[name] + more)
    return path


@functools.cache
def game(folder: Path, name: str) -> Game:
    """A small game in the interpreter."""
    return forthgame.load(written(folder, name), native=False)
