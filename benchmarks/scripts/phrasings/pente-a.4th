\ pente-a.4th -- pente: five in a row, or five pairs taken. Helpers and tables of tokens.
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

8 CONSTANT #ways
CREATE ways   \ opposite ones are four apart
	' n , ' ne , ' e , ' se , ' s , ' sw , ' w , ' nw ,

: way ( i -- 'dir )	CELLS ways + @ ;

: own-pairs ( player -- addr )	player-index pairs ;

: note ( pos -- )   \ Part of every move: where its stone lies.
	newest !
;

: win-pair ( -- )   \ Part of a move, for each pair that it takes.
	current-player own-pairs ++
;

: step? ( 'dir xt -- ? )   \ Whether the test holds one step in a direction.
	SWAP EXECUTE IF EXECUTE ELSE DROP FALSE ENDIF
;

: pair? ( 'dir -- ? )   \ Whether two enemies and then an own stone follow.
	back
	DUP ['] enemy? step? NOT IF DROP FALSE EXIT ENDIF
	DUP ['] enemy? step? NOT IF DROP FALSE EXIT ENDIF
	['] friend? step?
;

: pinch ( 'dir -- )   \ Take that pair, if there is one.
	DUP pair? IF
		back
		2 0 DO DUP EXECUTE DROP capture LOOP
		COMPILE win-pair
	ENDIF DROP
	back
;

: place ( -- )   \ A stone on an empty point.
	empty? verify
	drop
	#ways 0 DO I way pinch LOOP
	here COMPILE-LITERAL COMPILE note
	add-move
;

{moves drops	{move} place	moves}
{pieces		{piece} stone {drops} drops	pieces}

: run ( 'dir -- n )   \ Stones of the opponent that follow the newest one.
	newest @ to
	0 BEGIN OVER ['] enemy? step? WHILE 1+ REPEAT
	SWAP DROP
;

: five? ( i -- ? )   \ Whether it lies in a row of five or more on line i.
	DUP way run SWAP 4 + way run + 3 >
;

: row? ( -- ? )   \ Whether the last stone made one.
	newest @ enemy-at? NOT IF FALSE EXIT ENDIF
	FALSE 4 0 DO I five? OR LOOP
;

: OnIsGameOver ( -- result )
	row?  next-player own-pairs @ 4 > OR IF #LossScore ELSE
	stalemate? IF #DrawScore ELSE #UnknownScore ENDIF ENDIF
;
