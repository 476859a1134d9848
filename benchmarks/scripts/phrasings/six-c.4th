\ six-c.4th -- six in a row on eleven by eleven, one stone a turn. As the cookbook says: drop, speed, and the bundled gomoku.
\
\ A simple Connect6: stones are put on empty points, one a turn; Black begins. Six or more of a colour in a row,
\ column or diagonal win; a full board is a draw.

{board
	11 11 {grid}
	{variable} newest   \ where the last stone was put
board}

{players	{player} Black  {player} White	players}
{turn-order	{turn} Black    {turn} White	turn-order}

{directions
	-1  0 {direction} n   -1  1 {direction} ne   0  1 {direction} e    1  1 {direction} se
	 1  0 {direction} s    1 -1 {direction} sw   0 -1 {direction} w   -1 -1 {direction} nw
directions}

: place ( -- )   \ A stone on an empty point.
	empty? verify
	drop
	here newest later!
	add-move
;

{moves drops
	{move} place
moves}

{pieces
	{piece} stone {drops} drops
pieces}

: run ( 'dir -- n )   \ How many stones of its colour follow the newest one in a direction.
	newest @ to
	0 BEGIN OVER EXECUTE enemy? AND WHILE 1+ REPEAT
	SWAP DROP
;

: six? ( 'dir 'opposite -- ? )   \ Whether it lies in a row of six or more on this line.
	run SWAP run + 4 >
;

: won? ( -- ? )   \ Whether the newest stone has won.
	newest @ enemy-at? NOT IF FALSE EXIT ENDIF
	['] n ['] s six? IF TRUE EXIT ENDIF
	['] e ['] w six? IF TRUE EXIT ENDIF
	['] ne ['] sw six? IF TRUE EXIT ENDIF
	['] nw ['] se six?
;

: OnIsGameOver ( -- result )   \ A row is the opponent's; a full board is a draw.
	won? IF #LossScore ELSE
	stalemate? IF #DrawScore ELSE #UnknownScore ENDIF ENDIF
;
