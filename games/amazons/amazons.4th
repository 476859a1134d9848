\ amazons.4th -- move like a queen, and shoot an arrow that stays.
\
\ Each player has four amazons; White begins. An amazon moves as a queen does in chess, and from where
\ it has come shoots an arrow, which flies like a queen too and burns its square for good. Nothing
\ passes amazons or arrows, and nothing is taken. Who cannot move loses.
\
\ perft: 2176 4307152

{board
	10 10 {grid}
board}

{directions
	-1  0 {direction} n     1  0 {direction} s
	 0  1 {direction} e     0 -1 {direction} w
	-1  1 {direction} ne    1 -1 {direction} sw
	-1 -1 {direction} nw    1  1 {direction} se
directions}

{players
	{player} White
	{player} Black
	{neutral} Burnt
players}

{turn-order
	{turn} White
	{turn} Black
turn-order}

{pieces   \ Declared again below, with the moves; here for their names.
	{piece} amazon
	{piece} arrow
pieces}

\ ---- Moves ----

: free? ( -- ? )   \ The square the amazon has left is free for the arrow.
	empty? here from = OR
;

: shoot ( pos 'dir -- pos )   \ One move for each square where an arrow may stop.
	BEGIN DUP EXECUTE IF free? ELSE FALSE ENDIF
	WHILE
		from 2 PICK move
		Burnt arrow here create-player-piece-type-at
		add-move
	REPEAT
	DROP DUP to
;

: shoot-around ( -- )   \ All moves of the amazon to here.
	here
	['] n shoot  ['] ne shoot  ['] e shoot  ['] se shoot
	['] s shoot  ['] sw shoot  ['] w shoot  ['] nw shoot
	DROP
;

: slide ( 'dir -- )   \ Each square an amazon may go to.
	BEGIN DUP EXECUTE IF empty? ELSE FALSE ENDIF
	WHILE shoot-around
	REPEAT
	DROP back
;

: go ( -- )   \ In all eight directions.
	['] n slide  ['] ne slide  ['] e slide  ['] se slide
	['] s slide  ['] sw slide  ['] w slide  ['] nw slide
;

{moves amazon-moves
	{move} go
moves}

{pieces
	{piece} amazon {moves} amazon-moves
	{piece} arrow
pieces}

{board-setup
	{setup} White amazon a4   {setup} White amazon d1   {setup} White amazon g1   {setup} White amazon j4
	{setup} Black amazon a7   {setup} Black amazon d10  {setup} Black amazon g10  {setup} Black amazon j7
board-setup}

: OnIsGameOver ( -- result )   \ No move, no game.
	stalemate? IF #LossScore ELSE #UnknownScore ENDIF
;

\ ---- A judgement for the built-in search ----

: reach ( n 'dir -- n )   \ Add the squares an amazon could go to in a direction.
	BEGIN DUP EXECUTE IF empty? ELSE FALSE ENDIF
	WHILE SWAP 1+ SWAP
	REPEAT
	DROP back
;

: freedom ( pos -- n )   \ How many squares the amazon there could go to.
	DUP home to  0
	['] n reach  ['] ne reach  ['] e reach  ['] se reach
	['] s reach  ['] sw reach  ['] w reach  ['] nw reach
;

: OnEvaluate ( -- score )   \ Freedom of the own amazons, less that of the enemy ones.
	0 100 0 DO
		I piece-type-at amazon = IF
			I freedom I friend-at? NOT IF NEGATE ENDIF +
		ENDIF
	LOOP
;
