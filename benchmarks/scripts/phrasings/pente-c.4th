\ pente-c.4th -- pente: five in a row, or five pairs taken. As the cookbook says: flip, between, drop, speed.
\
\ Stones are put on the empty points of thirteen by thirteen; White begins, anywhere. Two enemies in a row
\ between the new stone and another of its player are taken, in eight directions. Five or more in a row win,
\ so do five pairs; a full board is a draw.

{board
	13 13 {grid}
	{variable} newest   \ where the last stone was put
	2 {array} pairs     \ how many White and Black have taken
board}

{players	{player} White  {player} Black	players}
{turn-order	{turn} White    {turn} Black	turn-order}

{directions
	-1  0 {direction} n   -1  1 {direction} ne   0  1 {direction} e    1  1 {direction} se
	 1  0 {direction} s    1 -1 {direction} sw   0 -1 {direction} w   -1 -1 {direction} nw
directions}

VARIABLE won   \ how many pairs the move in the making takes

: pairs-of ( player -- addr )   \ Where a player's pairs are counted.
	player-index pairs
;

: between ( 'dir -- n )   \ Enemies in a row, up to an own stone; 0 without one.
	0 BEGIN OVER EXECUTE enemy? AND WHILE 1+ REPEAT
	SWAP DROP
	friend? AND
	back
;

: pinch ( 'dir -- )   \ Take them if they are two.
	DUP between 2 = IF
		DUP EXECUTE DROP here capture-at
		DUP EXECUTE DROP here capture-at
		won ++
		back
	ENDIF DROP
;

: place ( -- )   \ A stone on an empty point, with what that takes.
	empty? verify
	0 won !
	drop
	['] n pinch  ['] ne pinch  ['] e pinch  ['] se pinch
	['] s pinch  ['] sw pinch  ['] w pinch  ['] nw pinch
	here newest later!
	won @ IF current-player pairs-of @ won @ + current-player pairs-of later! ENDIF
	add-move
;

{moves drops
	{move} place
moves}

{pieces
	{piece} stone {drops} drops
pieces}

: run ( 'dir -- n )   \ How many enemies follow the newest stone in a direction.
	newest @ to
	0 BEGIN OVER EXECUTE enemy? AND WHILE 1+ REPEAT
	SWAP DROP
;

: five? ( 'dir 'opposite -- ? )   \ Whether it lies in a row of five or more on this line.
	run SWAP run + 3 >
;

: row? ( -- ? )   \ Whether the newest stone has made a row.
	newest @ enemy-at? NOT IF FALSE EXIT ENDIF
	['] n ['] s five? IF TRUE EXIT ENDIF
	['] e ['] w five? IF TRUE EXIT ENDIF
	['] ne ['] sw five? IF TRUE EXIT ENDIF
	['] nw ['] se five?
;

: OnIsGameOver ( -- result )   \ A row or five pairs are the opponent's; a full board is a draw.
	next-player pairs-of @ 4 > IF #LossScore EXIT ENDIF
	row? IF #LossScore EXIT ENDIF
	stalemate? IF #DrawScore ELSE #UnknownScore ENDIF
;
