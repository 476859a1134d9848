\ six-b.4th -- six in a row on eleven by eleven, one stone a turn. Copied out by hand.
\
\ A simple Connect6: stones are put on empty points, one a turn; Black begins. Six or more of a colour in a row,
\ column or diagonal win; a full board is a draw.

{board
	11 11 {grid}
board}

{players	{player} Black  {player} White	players}
{turn-order	{turn} Black    {turn} White	turn-order}

{directions
	-1  0 {direction} n   -1  1 {direction} ne   0  1 {direction} e    1  1 {direction} se
	 1  0 {direction} s    1 -1 {direction} sw   0 -1 {direction} w   -1 -1 {direction} nw
directions}

: place ( -- )
	empty? verify
	drop
	add-move
;

{moves drops	{move} place	moves}
{pieces		{piece} stone {drops} drops	pieces}

VARIABLE six

: OnIsGameOver ( -- result )
	FALSE six !
	121 0 DO
		I enemy-at? IF
			I to
			n IF enemy? IF
			n IF enemy? IF
			n IF enemy? IF
			n IF enemy? IF
			n IF enemy? IF
				TRUE six !
			ENDIF ENDIF ENDIF ENDIF ENDIF ENDIF ENDIF ENDIF ENDIF ENDIF 
			I to
			ne IF enemy? IF
			ne IF enemy? IF
			ne IF enemy? IF
			ne IF enemy? IF
			ne IF enemy? IF
				TRUE six !
			ENDIF ENDIF ENDIF ENDIF ENDIF ENDIF ENDIF ENDIF ENDIF ENDIF 
			I to
			e IF enemy? IF
			e IF enemy? IF
			e IF enemy? IF
			e IF enemy? IF
			e IF enemy? IF
				TRUE six !
			ENDIF ENDIF ENDIF ENDIF ENDIF ENDIF ENDIF ENDIF ENDIF ENDIF 
			I to
			se IF enemy? IF
			se IF enemy? IF
			se IF enemy? IF
			se IF enemy? IF
			se IF enemy? IF
				TRUE six !
			ENDIF ENDIF ENDIF ENDIF ENDIF ENDIF ENDIF ENDIF ENDIF ENDIF 
		ENDIF
	LOOP
	six @ IF #LossScore EXIT ENDIF
	stalemate? IF #DrawScore EXIT ENDIF
	#UnknownScore
;
