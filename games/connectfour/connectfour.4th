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
\ Each of the 69 lines of four squares counts for the player who has discs there alone, the more the more
\ there are. Three discs make the fourth square a threat. Yellow gets squares of odd rows when the board fills
\ up, Red those of even rows, so a threat there is worth more.

CREATE sides  42 CELLS ALLOT   \ for each square: 1 an own disc, 8 an enemy disc, 0 none

: line, ( pos step -- )   \ Note where the sides of a line's squares are kept.
	4 0 DO OVER CELLS sides + ,  SWAP OVER + SWAP LOOP 2DROP
;

: lines, ( rows columns step first -- )   \ Note the lines of a direction, from the first square on.
	3 PICK 0 DO
		2 PICK 0 DO
			DUP J 7 * + I + 2 PICK line,
		LOOP
	LOOP 2DROP 2DROP
;

CREATE lines
	6 4 1 0 lines,   3 7 7 0 lines,   3 4 8 0 lines,   3 4 6 3 lines,

CREATE worths   \ of a line that is no threat, by the sum of its sides
	0 ,  1 , 5 , 0 , 0 , 0 , 0 , 0 ,
	-1 , 0 , 0 , 0 , 0 , 0 , 0 , 0 ,
	-5 , 0 , 0 , 0 , 0 , 0 , 0 , 0 ,
	0 ,  0 , 0 , 0 , 0 , 0 , 0 , 0 ,
	0 ,

: note-sides ( -- )   \ Note whose discs lie where.
	42 0 DO
		I friend-at? IF 1 ELSE I enemy-at? IF 8 ELSE 0 ENDIF ENDIF
		I CELLS sides + !
	LOOP
;

: discs ( line -- n )   \ The sum of its sides.
	DUP @ @  OVER 4 + @ @ +  OVER 8 + @ @ +  SWAP 12 + @ @ +
;

: odd-gap? ( line -- ? )   \ Whether the first empty square of a line lies in an odd row.
	DUP @ @ IF 4 + DUP @ @ IF 4 + DUP @ @ IF 4 + ENDIF ENDIF ENDIF
	@ sides - 28 / 1 AND 1 =
;

: threat ( line n -- n )   \ What three discs on a line are worth, by the sum of its sides.
	DUP 3 = current-player Yellow = =   \ whether they are Yellow's
	ROT odd-gap? = IF 58 ELSE 18 ENDIF
	SWAP 3 = NOT IF NEGATE ENDIF
;

: line-worth ( line -- n )   \ What a line is worth.
	DUP discs DUP 3 = OVER 24 = OR IF threat ELSE CELLS worths + @ SWAP DROP ENDIF
;

: OnEvaluate ( -- score )   \ Lines of the player to move, less the opponent's.
	note-sides
	0 69 0 DO I 16 * lines + line-worth + LOOP
	sides 42 CELLS ERASE   \ nothing is left for later
;
