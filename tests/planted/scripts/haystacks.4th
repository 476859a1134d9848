\ HAYSTACKS
\ Bales lie in stacks on five by five fields. Who owns the top bale owns the stack.
\ A stack goes straight, exactly as many fields as it is high, over anything.
\ On another stack it lies on top: the heights add up, and five are the most.
\ What is higher than five goes into the barn of who moved. Who cannot move loses;
\ six bales in the barn win.

{board
	5 5 {grid}
	{variable} barn-n
	{variable} barn-s
	25 {array} height[]
board}

{directions
	-1  0 {direction} up
	 1  0 {direction} down
	 0  1 {direction} right
	 0 -1 {direction} left
directions}

{players
	{player}	North
	{player}	South
players}

{turn-order
	{turn}	North
	{turn}	South
turn-order}

5 CONSTANT HIGHEST
6 CONSTANT ENOUGH

VARIABLE steps
VARIABLE new-height
VARIABLE over-it
VARIABLE bales-n
VARIABLE bales-s

\ ----- what moves do to the heights -----

: set-height ( n pos -- )
	height[] !
;

: clear-height ( pos -- )
	0 SWAP height[] !
;

: into-barn ( n -- )
	current-player North = IF
		barn-n @ + barn-n !
	ELSE
		barn-s @ + barn-s !
	ENDIF
;

\ ----- how high it is -----

: high ( pos -- n )
	height[] @
;

: own-high ( -- n )
	from high
;

: far-enough ( 'dir -- ? )
	0 steps !
	BEGIN
		DUP EXECUTE IF
			steps ++
			steps @ own-high <
		ELSE
			FALSE
		ENDIF
	WHILE
	REPEAT
	DROP
	steps @ own-high =
;

: reckon ( -- )
	here high own-high + new-height !
	0 over-it !
	new-height @ HIGHEST > IF
		new-height @ HIGHEST - over-it !
		HIGHEST new-height !
	ENDIF
;

: too-dull? ( -- ? )
	friend? IF
		new-height @ 2 <
	ELSE
		FALSE
	ENDIF
;

: lay ( -- )
	from here move
	new-height @ COMPILE-LITERAL
	here COMPILE-LITERAL
	COMPILE set-height
	from COMPILE-LITERAL
	COMPILE clear-height
	over-it @ IF
		over-it @ COMPILE-LITERAL
		COMPILE into-barn
	ENDIF
	add-move
;

: carry ( 'dir -- )
	far-enough verify
	reckon
	too-dull? NOT verify
	lay
;

: carry-up ( -- )
	['] up carry
;

: carry-down ( -- )
	['] down carry
;

: carry-right ( -- )
	['] right carry
;

: carry-left ( -- )
	['] left carry
;

\ A high stack may leave its lower half behind

: halved ( -- n )
	own-high 2 /
;

: split ( 'dir -- )
	own-high 3 > verify
	EXECUTE verify
	empty? verify
	here
	halved COMPILE-LITERAL
	DUP COMPILE-LITERAL
	COMPILE set-height
	own-high halved - COMPILE-LITERAL
	from COMPILE-LITERAL
	COMPILE set-height
	create
	DROP
	add-move
;

: split-up ( -- )
	['] up split
;

: split-down ( -- )
	['] down split
;

{moves stack-moves
	{move} carry-up
	{move} carry-down
	{move} carry-right
	{move} carry-left
	{move} split-up
	{move} split-down
moves}

{pieces
	{piece}	bale	{moves} stack-moves
pieces}

: OnNewGame ( -- )
	0 barn-n !
	0 barn-s !
	25 0 DO
		0 I height[] !
	LOOP
;

: start-height ( pos -- n )
	DUP 10 < IF
		DROP 1
	ELSE
		14 > IF 1 ELSE 2 ENDIF
	ENDIF
;

: OnEditAdd ( player type pos -- )
	DUP start-height OVER height[] !
	OnEditAdd
;

: count-bales ( -- )
	0 bales-n !
	0 bales-s !
	25 0 DO
		I not-empty-at? IF
			I player-at North = IF
				I high bales-n @ + bales-n !
			ELSE
				I high bales-s @ + bales-s !
			ENDIF
		ENDIF
	LOOP
;

: my-barn ( -- n )
	current-player North = IF barn-n @ ELSE barn-s @ ENDIF
;

: your-barn ( -- n )
	current-player North = IF barn-s @ ELSE barn-n @ ENDIF
;

: OnIsGameOver ( -- result )
	your-barn ENOUGH < NOT IF
		#LossScore
	ELSE
		my-barn ENOUGH < NOT IF
			#WinScore
		ELSE
			turn-number 120 > IF
				#DrawScore
			ELSE
				stalemate? IF #LossScore ELSE #UnknownScore ENDIF
			ENDIF
		ENDIF
	ENDIF
;

: OnEvaluate ( -- score )
	count-bales
	bales-n @ bales-s @ -
	barn-n @ barn-s @ - 3 * +
	current-player South = IF NEGATE ENDIF
;

{board-setup
	{setup} North bale a5
	{setup} North bale b5
	{setup} North bale c5
	{setup} North bale d5
	{setup} North bale e5
	{setup} North bale b3
	{setup} South bale d3
	{setup} South bale a1
	{setup} South bale b1
	{setup} South bale c1
	{setup} South bale d1
	{setup} South bale e1
board-setup}
