"""A small game that has a bit of everything, for the tests of the workbench."""

from __future__ import annotations

from pathlib import Path

import forthgame

SCRIPT = """\\ small.4th -- a rook that slides, a pawn that may step aside behind a step, stones.
VARIABLE counter
1 CONSTANT stepping   2 CONSTANT siding   3 CONSTANT putting
{board
	4 4 {grid}
	{variable} tired
board}
{directions
	-1 0 {direction} n
	0 1 {direction} e
directions}
{players
	{player} White
	{player} Black
players}
{turn-order
	{turn} White
	{turn} Black
turn-order}

: slide ( 'dir -- )   \\ As far as it goes, with a capture at the end.
	BEGIN DUP EXECUTE
	WHILE
		friend? NOT verify
		from here move add-move
		empty? verify
	REPEAT DROP
;
: north ( -- ) ['] n slide ;
: east ( -- ) ['] e slide ;
: tire ( -- ) TRUE tired ! ;
: hop ( -- )   \\ One step; a step aside may follow.
	tired @ 0= verify
	n verify
	empty? verify
	1 counter +!
	from here move COMPILE tire siding partial-move-type add-move
;
: aside ( -- ) e verify empty? verify from here move add-move ;
: place ( -- ) empty? verify here 12 < verify drop add-move ;

{moves rook-moves
	{move} north
	{move} east
moves}
{moves pawn-moves
	{move} hop {move-type} stepping
	{move} aside {move-type} siding
moves}
{moves stone-drops
	{move} place {move-type} putting
moves}
{pieces
	{piece} rook {moves} rook-moves
	{piece} pawn {moves} pawn-moves
	{piece} stone {drops} stone-drops
	{piece} wall
pieces}
{board-setup
	{setup} White rook a1
	{setup} White pawn b1
	{setup} Black rook a3
	{setup} Black pawn d4
	{setup} White wall d1
board-setup}
"""
PRIORITIES = """{move-priorities
	{move-priority} stepping
	{move-priority} siding
move-priorities}
"""


def line(text: str, script: str = SCRIPT) -> int:
    """Return the number of the first line that contains a text."""
    return script[: script.index(text)].count("\n") + 1


def small(folder: Path, script: str = SCRIPT) -> forthgame.Game:
    """The game, loaded without machine code."""
    path = folder / "small.4th"
    path.write_text(script)
    return forthgame.load(path, native=False)
