\ A game in which marks are dropped, without players and turns.
{board
	3 3 {grid}
board}
: place ( -- )   \ On an empty position.
	empty? verify drop add-move
;
{moves place-mark
	{move} place
moves}
{pieces
	{piece} mark {drops} place-mark
pieces}
