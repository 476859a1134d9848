\ tictactoe.4th -- three in a row on nine squares.
\
\ Players take turns to put a mark on an empty square; X begins. Three of a kind in a row, column
\ or diagonal win; a full board without them is a draw.
\
\ perft: 9 72 504 3024 15120 54720 148176 200448 127872

{board
	3 3 {grid}
board}

{players
	{player} X
	{player} O
players}

{turn-order
	{turn} X
	{turn} O
turn-order}

\ ---- Moves ----

: place ( -- )   \ A mark may go on any empty square.
	empty? verify
	drop add-move
;

{moves mark-drops
	{move} place
moves}

{pieces
	{piece} mark {drops} mark-drops
pieces}

\ ---- The end of the game ----
\ Whoever is about to move did not make the last mark, so only his opponent can have three in a row.

: line? ( step pos -- ? )   \ True when the opponent holds three squares, a step apart.
	DUP enemy-at? NOT IF 2DROP FALSE EXIT ENDIF
	OVER + DUP enemy-at? NOT IF 2DROP FALSE EXIT ENDIF
	+ enemy-at?
;

: lost? ( -- ? )   \ True when the opponent has three in a row, a column or a diagonal.
	1 a3 line?  1 a2 line? OR  1 a1 line? OR
	3 a3 line? OR  3 b3 line? OR  3 c3 line? OR
	4 a3 line? OR  2 c3 line? OR
;

: OnIsGameOver ( -- result )   \ Three in a row are the opponent's; a full board is a draw.
	lost? IF #LossScore ELSE
	stalemate? IF #DrawScore ELSE #UnknownScore ENDIF ENDIF
;
