\ pente-b.4th -- pente: five in a row, or five pairs taken. Copied out by hand.
\
\ Stones are put on the empty points of thirteen by thirteen; White begins, anywhere. Two enemies in a row
\ between the new stone and another of its player are taken, in eight directions. Five or more in a row win,
\ so do five pairs; a full board is a draw.

{board
	13 13 {grid}
	{variable} newest
	{variable} white-pairs
	{variable} black-pairs
board}

{players	{player} White  {player} Black	players}
{turn-order	{turn} White    {turn} Black	turn-order}

{directions
	-1  0 {direction} n   -1  1 {direction} ne   0  1 {direction} e    1  1 {direction} se
	 1  0 {direction} s    1 -1 {direction} sw   0 -1 {direction} w   -1 -1 {direction} nw
directions}

VARIABLE won
VARIABLE count

: place ( -- )
	empty? verify
	0 won !
	drop
	n IF enemy? IF n IF enemy? IF n IF friend? IF
		back
		n DROP here capture-at
		n DROP here capture-at
		won ++
	ENDIF ENDIF ENDIF ENDIF ENDIF ENDIF
	back
	ne IF enemy? IF ne IF enemy? IF ne IF friend? IF
		back
		ne DROP here capture-at
		ne DROP here capture-at
		won ++
	ENDIF ENDIF ENDIF ENDIF ENDIF ENDIF
	back
	e IF enemy? IF e IF enemy? IF e IF friend? IF
		back
		e DROP here capture-at
		e DROP here capture-at
		won ++
	ENDIF ENDIF ENDIF ENDIF ENDIF ENDIF
	back
	se IF enemy? IF se IF enemy? IF se IF friend? IF
		back
		se DROP here capture-at
		se DROP here capture-at
		won ++
	ENDIF ENDIF ENDIF ENDIF ENDIF ENDIF
	back
	s IF enemy? IF s IF enemy? IF s IF friend? IF
		back
		s DROP here capture-at
		s DROP here capture-at
		won ++
	ENDIF ENDIF ENDIF ENDIF ENDIF ENDIF
	back
	sw IF enemy? IF sw IF enemy? IF sw IF friend? IF
		back
		sw DROP here capture-at
		sw DROP here capture-at
		won ++
	ENDIF ENDIF ENDIF ENDIF ENDIF ENDIF
	back
	w IF enemy? IF w IF enemy? IF w IF friend? IF
		back
		w DROP here capture-at
		w DROP here capture-at
		won ++
	ENDIF ENDIF ENDIF ENDIF ENDIF ENDIF
	back
	nw IF enemy? IF nw IF enemy? IF nw IF friend? IF
		back
		nw DROP here capture-at
		nw DROP here capture-at
		won ++
	ENDIF ENDIF ENDIF ENDIF ENDIF ENDIF
	back
	here newest later!
	won @ 0 > IF
		current-player White = IF
			white-pairs @ won @ + white-pairs later!
		ELSE
			black-pairs @ won @ + black-pairs later!
		ENDIF
	ENDIF
	add-move
;

{moves drops	{move} place	moves}
{pieces		{piece} stone {drops} drops	pieces}

: OnIsGameOver ( -- result )
	current-player White = IF
		black-pairs @ 4 > IF #LossScore EXIT ENDIF
	ELSE
		white-pairs @ 4 > IF #LossScore EXIT ENDIF
	ENDIF
	newest @ player-at next-player = IF
		1 count !
		newest @ to
		BEGIN n IF player next-player = ELSE FALSE ENDIF WHILE count ++ REPEAT
		newest @ to
		BEGIN s IF player next-player = ELSE FALSE ENDIF WHILE count ++ REPEAT
		count @ 4 > IF #LossScore EXIT ENDIF
		1 count !
		newest @ to
		BEGIN ne IF player next-player = ELSE FALSE ENDIF WHILE count ++ REPEAT
		newest @ to
		BEGIN sw IF player next-player = ELSE FALSE ENDIF WHILE count ++ REPEAT
		count @ 4 > IF #LossScore EXIT ENDIF
		1 count !
		newest @ to
		BEGIN e IF player next-player = ELSE FALSE ENDIF WHILE count ++ REPEAT
		newest @ to
		BEGIN w IF player next-player = ELSE FALSE ENDIF WHILE count ++ REPEAT
		count @ 4 > IF #LossScore EXIT ENDIF
		1 count !
		newest @ to
		BEGIN se IF player next-player = ELSE FALSE ENDIF WHILE count ++ REPEAT
		newest @ to
		BEGIN nw IF player next-player = ELSE FALSE ENDIF WHILE count ++ REPEAT
		count @ 4 > IF #LossScore EXIT ENDIF
	ENDIF
	stalemate? IF #DrawScore EXIT ENDIF
	#UnknownScore
;
