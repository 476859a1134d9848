\ Pieces in hand lie on positions that are counted from the first one: the others have no names here.

{board
	2 2 {grid}
	{position} hand  {position} hand2  {position} hand3
board}

{directions	0 1 {direction} e	directions}
{players	{player} White	players}
{turn-order	{turn} White	turn-order}

: put ( -- )   \ A piece comes from the hand.
	here hand < verify  empty? verify
	3 0 DO
		hand I + not-empty-at? IF hand I + capture-at drop add-move ENDIF
	LOOP
;

: step ( -- )   e verify  empty? verify  from here move add-move ;

{moves puts	{move} put	moves}
{moves steps	{move} step	moves}
{pieces		{piece} stone {drops} puts {moves} steps	pieces}
{board-setup	{setup} White stone hand	board-setup}
