\ gomoku.4th -- five in a row on fifteen by fifteen points.
\
\ Players take turns to put a stone on an empty point; Black begins. Five or more of a colour in a row,
\ column or diagonal win; a full board without them is a draw.
\
\ perft: 225 50400 11239200

{board
	15 15 {grid}
	{variable} newest   \ where the last stone was put
board}

{directions
	-1  0 {direction} n     1  0 {direction} s
	 0  1 {direction} e     0 -1 {direction} w
	-1  1 {direction} ne    1 -1 {direction} sw
	-1 -1 {direction} nw    1  1 {direction} se
directions}

{players
	{player} Black
	{player} White
players}

{turn-order
	{turn} Black
	{turn} White
turn-order}

\ ---- Moves ----

: note ( pos -- )   \ Part of every move: remember where its stone lies.
	newest !
;

: place ( -- )   \ A stone may go on any empty point.
	empty? verify
	drop
	here COMPILE-LITERAL COMPILE note
	add-move
;

{moves stone-drops
	{move} place
moves}

{pieces
	{piece} stone {drops} stone-drops
pieces}

\ ---- The end of the game ----
\ Only the newest stone can have made a new row, so the search for one starts there.

: run ( 'dir -- n )   \ How many stones of its colour follow the newest one in a direction.
	newest @ to  piece SWAP
	0 BEGIN OVER EXECUTE 3 PICK piece = AND WHILE 1+ REPEAT
	SWAP DROP SWAP DROP
;

: five? ( 'dir 'opposite -- ? )   \ Whether it lies in a row of five or more on this line.
	run SWAP run + 3 >
;

: won? ( -- ? )   \ Whether the newest stone has won; before the first one there is none.
	newest @ empty-at? IF FALSE EXIT ENDIF
	['] n ['] s five? IF TRUE EXIT ENDIF
	['] e ['] w five? IF TRUE EXIT ENDIF
	['] ne ['] sw five? IF TRUE EXIT ENDIF
	['] nw ['] se five?
;

: OnIsGameOver ( -- result )   \ A row is the opponent's; a full board is a draw.
	won? IF #LossScore ELSE
	stalemate? IF #DrawScore ELSE #UnknownScore ENDIF ENDIF
;

: OnPosition ( -- )   \ The newest stone is one of a row if there is any.
	won? NOT IF
		newest @
		$positions @ 0 DO I newest !  won? IF DROP I ENDIF LOOP
		newest !
	ENDIF
;

\ ---- A judgement for the built-in search ----
\ Five points in line are a chance for whoever alone has stones there, worth more with each stone.
\ A stone counts 1 for Black and 16 for White, so that one sum tells how many there are of both.

: fives, ( down right -- )   \ Append all fives that run in a direction.
	15 0 DO 15 0 DO
		OVER 4 * J + 15 <  OVER 4 * I + DUP -1 > SWAP 15 < AND AND
		IF J 15 * I + , 2DUP SWAP 15 * + , ENDIF
	LOOP LOOP 2DROP
;

572 CONSTANT #fives
CREATE fives   \ the first point of each, and the step to the next
	0 1 fives,  1 0 fives,  1 1 fives,  1 -1 fives,

CREATE worth   \ of none to five stones
	0 , 1 , 8 , 40 , 300 , 9000 ,

225 [] stones   \ what each point counts

: count-stones ( -- )   \ Look at each point once.
	225 0 DO
		I player-at DUP IF Black = IF 1 ELSE 16 ENDIF ENDIF
		I stones !
	LOOP
;

: five-stones ( step pos -- sum )   \ What five points count.
	DUP stones @ SWAP 4 0 DO 2 PICK + SWAP OVER stones @ + SWAP LOOP
	DROP SWAP DROP
;

: chance ( sum -- n )   \ What it is worth to Black.
	DUP 16 < IF CELLS worth + @ EXIT ENDIF
	16 /MOD SWAP IF DROP 0 ELSE CELLS worth + @ NEGATE ENDIF
;

: OnEvaluate ( -- score )   \ All chances of the player to move, less those of his opponent.
	count-stones
	0 #fives 0 DO
		I 2* CELLS fives + DUP CELLSIZE + @ SWAP @ five-stones chance +
	LOOP
	current-player White = IF NEGATE ENDIF
;
