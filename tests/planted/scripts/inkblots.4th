\ Inkblots
\ Two inks run over a sheet of paper with six colours of cells.
\ You choose a colour: your whole blot takes it, and all cells of
\ that colour that touch the blot become yours. Neither may choose
\ the colour that the other one has now. More cells win.

7	CONSTANT	wide
49	CONSTANT	cells

{board
	wide wide {grid}
	{variable}	left-colour
	{variable}	right-colour
board}

{directions
	-1  0	{direction} up
	1   0	{direction} down
	0  -1	{direction} left
	0   1	{direction} right
directions}

{players
	{player}	Lefty
	{player}	Righty
	{neutral}	Paper
players}

{turn-order
	{turn}	Lefty
	{turn}	Righty
turn-order}

VARIABLE	wanted
VARIABLE	gained
VARIABLE	head
VARIABLE	tail
cells []	queue[]
cells []	mark[]

: wipe-marks ( -- )
	cells 0 DO
		FALSE I mark[] !
	LOOP
	0 head !
	0 tail !
	0 gained !
;

: into-queue ( pos -- )
	DUP mark[] @ IF
		DROP
	ELSE
		TRUE OVER mark[] !
		tail @ queue[] !
		tail ++
	ENDIF
;

\ a cell belongs to the blot if it is mine, or paper of the colour I want

: mine? ( -- ? )
	player current-player =
;

: wanted-paper? ( -- ? )
	player Paper = IF
		piece-type wanted @ =
	ELSE
		FALSE
	ENDIF
;

: soak ( -- )
	mine? wanted-paper? OR IF
		here into-queue
	ENDIF
;

: soak-up ( pos -- ) to up IF soak ENDIF ;
: soak-down ( pos -- ) to down IF soak ENDIF ;
: soak-left ( pos -- ) to left IF soak ENDIF ;
: soak-right ( pos -- ) to right IF soak ENDIF ;

: corner ( -- pos )
	current-player Lefty = IF
		a1
	ELSE
		g7
	ENDIF
;

: fill ( -- )
	wipe-marks
	corner into-queue
	BEGIN
		head @ tail @ <
	WHILE
		head @ queue[] @
		DUP soak-up
		DUP soak-down
		DUP soak-left
		soak-right
		head ++
	REPEAT
;

: paint-one ( pos -- )
	DUP player-at Paper = IF
		gained ++
	ENDIF
	current-player wanted @
	ROT create-player-piece-type-at
;

: paint ( -- )
	tail @ 0 DO
		I queue[] @ paint-one
	LOOP
;

: their-colour ( -- n )
	current-player Lefty = IF
		right-colour @
	ELSE
		left-colour @
	ENDIF
;

: my-colour ( -- n )
	current-player Lefty = IF
		left-colour @
	ELSE
		right-colour @
	ENDIF
;

: note-left ( n -- )
	left-colour !
;

: note-right ( n -- )
	right-colour !
;

: choose ( type -- )
	wanted !
	here corner = verify
	wanted @ their-colour <> verify
	wanted @ my-colour <> verify
	fill
	paint
	wanted @ COMPILE-LITERAL
	current-player Lefty = IF
		COMPILE note-left
	ELSE
		COMPILE note-right
	ENDIF
	add-move
;

: choose-red ( -- ) 1 choose ;
: choose-orange ( -- ) 2 choose ;
: choose-yellow ( -- ) 3 choose ;
: choose-green ( -- ) 4 choose ;
: choose-blue ( -- ) 5 choose ;
: choose-violet ( -- ) 6 choose ;

: count-of ( player -- n )
	0
	cells 0 DO
		OVER I player-at = IF
			1+
		ENDIF
	LOOP
	SWAP DROP
;

: lead ( -- n )
	Lefty count-of Righty count-of -
	current-player Righty = IF
		NEGATE
	ENDIF
;


: OnNewGame ( -- )
	1 left-colour !
	2 right-colour !
;

: OnIsGameOver ( -- result )
	Paper count-of 0=
	turn-number 60 > OR IF
		lead 0> IF
			#WinScore
		ELSE
			lead 0< IF
				#LossScore
			ELSE
				#DrawScore
			ENDIF
		ENDIF
	ELSE
		#UnknownScore
	ENDIF
;

: OnEvaluate ( -- score )
	lead 10 *
;

{moves colours
	{move} choose-red
	{move} choose-orange
	{move} choose-yellow
	{move} choose-green
	{move} choose-blue
	{move} choose-violet
moves}

{pieces
	{piece} red	{moves} colours
	{piece} orange	{moves} colours
	{piece} yellow	{moves} colours
	{piece} green	{moves} colours
	{piece} blue	{moves} colours
	{piece} violet	{moves} colours
pieces}

{board-setup
	{setup} Lefty red a1
	{setup} Paper green b1
	{setup} Paper violet c1
	{setup} Paper yellow d1
	{setup} Paper orange e1
	{setup} Paper blue f1
	{setup} Paper red g1
	{setup} Paper yellow a2
	{setup} Paper green b2
	{setup} Paper blue c2
	{setup} Paper yellow d2
	{setup} Paper red e2
	{setup} Paper orange f2
	{setup} Paper blue g2
	{setup} Paper violet a3
	{setup} Paper orange b3
	{setup} Paper orange c3
	{setup} Paper green d3
	{setup} Paper blue e3
	{setup} Paper violet f3
	{setup} Paper yellow g3
	{setup} Paper blue a4
	{setup} Paper red b4
	{setup} Paper yellow c4
	{setup} Paper violet d4
	{setup} Paper green e4
	{setup} Paper red f4
	{setup} Paper orange g4
	{setup} Paper green a5
	{setup} Paper blue b5
	{setup} Paper red c5
	{setup} Paper orange d5
	{setup} Paper orange e5
	{setup} Paper yellow f5
	{setup} Paper violet g5
	{setup} Paper orange a6
	{setup} Paper violet b6
	{setup} Paper green c6
	{setup} Paper blue d6
	{setup} Paper red e6
	{setup} Paper green f6
	{setup} Paper red g6
	{setup} Paper red a7
	{setup} Paper yellow b7
	{setup} Paper blue c7
	{setup} Paper violet d7
	{setup} Paper yellow e7
	{setup} Paper green f7
	{setup} Righty orange g7
board-setup}
