\ connectfour.4th -- four in a row on a board that stands upright.
\
\ Players take turns to drop a disc into one of seven columns, where it falls to the lowest free of
\ six squares; Yellow begins. Four of a colour in a row, column or diagonal win; a full board
\ without them is a draw.
\
\ perft: 7 49 343 2401 16807 117649 823536 5673234

{board
	6 7 {grid}
	{variable} last-drop   \ where the newest disc lies
board}

{directions
	 1  0 {direction} down
	 0 -1 {direction} left
	 0  1 {direction} right
	-1 -1 {direction} up-left
	 1  1 {direction} down-right
	-1  1 {direction} up-right
	 1 -1 {direction} down-left
directions}

{players
	{player} Yellow
	{player} Red
players}

{turn-order
	{turn} Yellow
	{turn} Red
turn-order}

\ ---- Moves ----

: note-drop ( pos -- )   \ Part of every move: remember where its disc came to lie.
	last-drop !
;

: fall ( -- )   \ A disc may lie on an empty square at the bottom or on top of another disc.
	empty? verify
	down IF not-empty? verify back ENDIF
	drop
	here COMPILE-LITERAL COMPILE note-drop
	add-move
;

{moves disc-drops
	{move} fall
moves}

{pieces
	{piece} disc {drops} disc-drops
pieces}

\ ---- The end of the game ----
\ Only the newest disc can have made a new row of four, so the search for one starts there.

: like-last? ( -- ? )   \ True when the disc here has the colour of the newest one.
	piece last-drop @ piece-at =
;

: run ( 'dir -- n )   \ How many discs of its colour follow the newest one in a direction.
	last-drop @ to
	0 SWAP
	BEGIN DUP EXECUTE IF like-last? ELSE FALSE ENDIF
	WHILE SWAP 1+ SWAP
	REPEAT DROP
;

: row? ( 'dir 'opposite -- ? )   \ True when the newest disc lies in a row of four on this line.
	run SWAP run + 2 >
;

: four? ( -- ? )   \ True when the newest disc is part of a row of four; nothing lies above it.
	last-drop @ empty-at? IF FALSE EXIT ENDIF
	['] down run 2 > IF TRUE EXIT ENDIF
	['] left ['] right row? IF TRUE EXIT ENDIF
	['] up-left ['] down-right row? IF TRUE EXIT ENDIF
	['] up-right ['] down-left row?
;

: OnIsGameOver ( -- result )   \ A row of four is the opponent's; a full board is a draw.
	four? IF #LossScore ELSE
	stalemate? IF #DrawScore ELSE #UnknownScore ENDIF ENDIF
;

\ ---- A judgement for the built-in search ----

CREATE chances   \ How many rows of four run through each square: the middle is worth most.
	3 , 4 ,  5 ,  7 ,  5 , 4 , 3 ,
	4 , 6 ,  8 , 10 ,  8 , 6 , 4 ,
	5 , 8 , 11 , 13 , 11 , 8 , 5 ,
	5 , 8 , 11 , 13 , 11 , 8 , 5 ,
	4 , 6 ,  8 , 10 ,  8 , 6 , 4 ,
	3 , 4 ,  5 ,  7 ,  5 , 4 , 3 ,

: chances-at ( pos -- n )   \ The value of a square.
	CELLS chances + @
;

: OnEvaluate ( -- score )   \ Values of the squares held by the player to move, less his opponent's.
	0 42 0 DO
		I friend-at? IF I chances-at + ENDIF
		I enemy-at? IF I chances-at - ENDIF
	LOOP
;
