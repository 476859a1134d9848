
6 CONSTANT DIM
VARIABLE	reach-n
{board
	DIM DIM {grid}
	{position} Z1
board}
{directions
	-1  0  {direction} north
	 1  0  {direction} south
	 0  1  {direction} east
	 0 -1  {direction} west
directions}
{players
	{player}	White
	{player}	Black
	{player}	?Dice	{random}
players}
{turn-order
	{turn}	White
	{turn}	Black
turn-order}
: get-value ( -- n )
	piece piece-value
;
: check-dice? ( n -- ? )
	Z1 piece-at piece-value >
	NOT
;
: kill-step ( 'dir -- )
	get-value check-dice? SWAP EXECUTE AND IF
		enemy? IF
			from here move
			add-move
		ENDIF
	ENDIF
;
: step-dir ( 'dir -- ? )
	EXECUTE IF
		empty? IF
			from here move
			add-move
			TRUE
		ELSE
			FALSE
		ENDIF
	ELSE
		FALSE
	ENDIF
;
: step-r ( n -- )
	here
	DUP to ['] north step-dir IF
		OVER 1 > IF
			OVER 1- RECURSE
		ENDIF
	ENDIF
	DUP to ['] south step-dir IF
		OVER 1 > IF
			OVER 1- RECURSE
		ENDIF
	ENDIF
	DUP to ['] east step-dir IF
		OVER 1 > IF
			OVER 1- RECURSE
		ENDIF
	ENDIF
	DUP to ['] west step-dir IF
		OVER 1 > IF
			OVER 1- RECURSE
		ENDIF
	ENDIF
	to DROP
;
: step-all ( n -- )
	DUP Z1 piece-at piece-value > NOT IF
		step-r
	ELSE
		DROP
	ENDIF
;
: kill-n ( -- ) ['] north kill-step ;
: kill-s ( -- ) ['] south kill-step ;
: kill-e ( -- ) ['] east  kill-step ;
: kill-w ( -- ) ['] west  kill-step ;
: step-1 ( -- ) 1 step-all ;
: step-2 ( -- ) 2 step-all ;
{moves moves-1
	{move} kill-n	{move-type} normal-type
	{move} kill-s	{move-type} normal-type
	{move} kill-e	{move-type} normal-type
	{move} kill-w	{move-type} normal-type
	{move} step-1	{move-type} normal-type
	{move} Pass	{move-type} pass-type
moves}
{moves moves-2
	{move} kill-n	{move-type} normal-type
	{move} kill-s	{move-type} normal-type
	{move} kill-e	{move-type} normal-type
	{move} kill-w	{move-type} normal-type
	{move} step-2	{move-type} normal-type
moves}
{move-priorities
	{move-priority} normal-type
	{move-priority} pass-type
move-priorities}
{pieces
	{piece}		Squire		{moves} moves-1	1   {value}
	{piece}		Knight		{moves} moves-2	2   {value}
	{piece}		One		0   {value}
	{piece}		Two		1   {value}
	{piece}		Three		2   {value}
pieces}
{board-setup
	{setup}	?Dice Three Z1
	{setup}	White Squire b2
	{setup}	White Knight c3
	{setup}	White Knight f1
	{setup}	Black Squire c4
	{setup}	Black Knight e5
	{setup}	Black Squire f2
board-setup}
