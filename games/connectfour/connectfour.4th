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

: OnPosition ( -- )   \ The newest disc is one of a row if there is any.
	four? NOT IF
		last-drop @
		$positions @ 0 DO I last-drop !  four? IF DROP I ENDIF LOOP
		last-drop !
	ENDIF
;

\ ---- A judgement for the built-in search ----
\ Each of the 69 lines of four squares counts for the player who has discs there alone, the more the more
\ there are. Three discs make the fourth square a threat. When the board fills up Yellow gets the squares of odd
\ rows, Red those of even rows, and low ones first, so threats there are worth more; one above a threat of the
\ opponent's is never carried out. The worths are those of a logistic regression on positions whose value was
\ known, in hundredths of log-odds.

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
	  0 , 10 , 42 , 0 , 0 , 0 , 0 , 0 ,
	-10 ,  0 ,  0 , 0 , 0 , 0 , 0 , 0 ,
	-42 ,  0 ,  0 , 0 , 0 , 0 , 0 , 0 ,
	  0 ,  0 ,  0 , 0 , 0 , 0 , 0 , 0 ,
	  0 ,

CREATE threats   \ what a threat is worth by its row, the highest first, to Yellow and to Red
	 75 , 145 ,  70 , 220 ,  30 , 100 ,
	135 , 120 , 140 , 100 , 240 , 100 ,

CREATE gaps  42 CELLS ALLOT   \ for each square: 1 for a threat of the player to move, 2 for the opponent's
VARIABLE seen                 \ whose threats lie below

: note-sides ( -- )   \ Note whose discs lie where.
	42 0 DO
		I friend-at? IF 1 ELSE I enemy-at? IF 8 ELSE 0 ENDIF ENDIF
		I CELLS sides + !
	LOOP
;

: discs ( line -- n )   \ The sum of its sides.
	DUP @ @  OVER 4 + @ @ +  OVER 8 + @ @ +  SWAP 12 + @ @ +
;

: gap ( line -- pos )   \ The first empty square of a line.
	DUP @ @ IF 4 + DUP @ @ IF 4 + DUP @ @ IF 4 + ENDIF ENDIF ENDIF
	@ sides - 4 /
;

: now? ( pos -- ? )   \ Whether a disc can be dropped on an empty square at once.
	DUP 34 > IF DROP TRUE ELSE 7 + CELLS sides + @ 0= NOT ENDIF
;

: line-worth ( line -- n )   \ What a line is worth; one with a threat notes that.
	DUP discs
	DUP 3 = IF DROP gap CELLS gaps + DUP @ 1 OR SWAP ! 0 ELSE
	DUP 24 = IF DROP gap CELLS gaps + DUP @ 2 OR SWAP ! 0 ELSE
	CELLS worths + @ SWAP DROP ENDIF ENDIF
;

: threat-worth ( row own? -- n )   \ What a threat for later is worth.
	SWAP OVER current-player Yellow = = NOT IF 6 + ENDIF   \ Red's
	CELLS threats + @ SWAP NOT IF NEGATE ENDIF
;

: threats-now ( flags -- n )   \ Threats on a square where a disc can be dropped: a win, or something to block.
	1 AND IF 1000 ELSE -100 ENDIF
;

: threats-later ( row flags -- n )   \ Threats on a square that is to be reached yet.
	2DUP 1 AND seen @ 2 AND 0= AND IF TRUE threat-worth ELSE DROP 0 ENDIF ROT ROT
	2 AND seen @ 1 AND 0= AND IF FALSE threat-worth ELSE DROP 0 ENDIF +
;

: column-worth ( column -- n )   \ Threats of a column, from below.
	0 seen !
	0 SWAP 35 +
	6 0 DO
		DUP CELLS gaps + @ DUP IF
			OVER now? IF DUP threats-now ELSE OVER 7 / OVER threats-later ENDIF
			SWAP seen @ OR seen !
			ROT + SWAP
		ELSE DROP ENDIF
		7 -
	LOOP DROP
;

: OnEvaluate ( -- score )   \ Lines of the player to move, less the opponent's; to be on move is worth something too.
	note-sides
	150 69 0 DO I 16 * lines + line-worth + LOOP
	7 0 DO I column-worth + LOOP
	sides 42 CELLS ERASE   \ nothing is left for later
	gaps 42 CELLS ERASE
	0 seen !
;
