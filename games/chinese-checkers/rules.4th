\ rules.4th -- Chinese checkers for two to six.
\
\ A script that LOADs this file declares players and turns first, and `tips`: for each player the tip
\ of the star where his ten men begin, 1 to 6 around the board. He goes to the tip opposite.

{board
	17 17 {grid}   \ the star lies in it; three coordinates, 0 in the centre, tell its points
board}

{directions   \ the six neighbours on a slanted grid
	 0  1 {direction} east
	 0 -1 {direction} west
	-1  0 {direction} northwest
	 1  0 {direction} southeast
	-1  1 {direction} northeast
	 1 -1 {direction} southwest
directions}

\ ---- The star ----

: x ( pos -- n )   \ The column, from the centre.
	17 MOD 8 -
;

: y ( pos -- n )   \ The row, from the centre.
	17 / 8 -
;

: z ( pos -- n )   \ The third coordinate: all three make up 0.
	DUP x SWAP y + NEGATE
;

: ahead ( pos tip -- n )   \ How far a point lies towards a tip.
	DUP 1 = IF DROP x EXIT ENDIF
	DUP 2 = IF DROP z NEGATE EXIT ENDIF
	DUP 3 = IF DROP y EXIT ENDIF
	DUP 4 = IF DROP x NEGATE EXIT ENDIF
	5 = IF z ELSE y NEGATE ENDIF
;

: points-at ( pos triangle -- ? )   \ True in the great triangle with tips 1 3 5, or 2 4 6.
	TRUE SWAP
	DUP 6 + SWAP DO OVER I ahead -5 > AND 2 +LOOP
	SWAP DROP
;

: on-star? ( pos -- ? )   \ The star is the two triangles together.
	DUP 1 points-at SWAP 2 points-at OR
;

: tip-at ( pos -- tip )   \ The tip that a point of the star belongs to, 0 for the middle.
	0 7 1 DO OVER I ahead 4 > IF DROP I ENDIF LOOP
	SWAP DROP
;

289 [] star   \ for each position 0 outside the star, 1 in the middle, 1 more than its tip there

: make-star ( -- )   \ Work them out once.
	289 0 DO I on-star? IF I tip-at 1+ ELSE 0 ENDIF I star ! LOOP
;

make-star

\ ---- Players ----

1 CONSTANT MAN   \ the number of that piece in {pieces below

: start ( i -- tip )   \ Where player number i, from 0, begins.
	CELLS tips + @
;

: goal ( i -- tip )   \ Where he goes.
	start 2+ 6 MOD 1+
;

: OnNewGame ( -- )   \ Put each player's men on his tip.
	OnNewGame
	player-count 0 DO
		289 0 DO
			I star @ 1- J start = IF J 1+ #PlayerBase * MAN OR I board[] ! ENDIF
		LOOP
	LOOP
;

\ ---- Moves ----

289 [] marks    \ positions that a man has reached in this generation hold its number
VARIABLE mark

: free? ( -- ? )   \ True on an empty point of the star.
	empty? here star @ 0<> AND
;

: reach ( -- ? )   \ Add the move to here if it is new; false if not.
	here marks @ mark @ = IF FALSE EXIT ENDIF
	mark @ here marks !
	from here move add-move
	TRUE
;

: hop ( pos 'dir -- pos )   \ From there over one man, to the empty point behind; hops may follow.
	OVER to
	DUP EXECUTE not-empty? AND here from <> AND IF
		EXECUTE free? AND IF
			reach IF here ringbuffer-add-item ENDIF
		ENDIF
	ELSE DROP ENDIF
;

: hops ( -- )   \ All that can be reached by hops.
	ringbuffer-reset
	from ringbuffer-add-item
	BEGIN ringbuffer-empty? NOT WHILE
		ringbuffer-remove-item
		['] east hop  ['] northeast hop  ['] northwest hop
		['] west hop  ['] southwest hop  ['] southeast hop DROP
	REPEAT
;

: step ( 'dir -- )   \ To the next point.
	back EXECUTE free? AND IF reach DROP ENDIF
;

: go ( -- )   \ All of a man's moves, each end once.
	mark ++
	mark @ from marks !
	hops
	['] east step  ['] northeast step  ['] northwest step
	['] west step  ['] southwest step  ['] southeast step
;

{moves man-moves
	{move} go
moves}

{pieces
	{piece} man {moves} man-moves
pieces}

$passTurnForced ON   \ Whoever cannot move passes.

\ ---- The end of the game ----

100 CONSTANT longest   \ rounds

: there? ( i -- ? )   \ True when the goal of player number i is full, and not of others only.
	DUP goal SWAP 1+ #PlayerBase *
	FALSE TRUE
	289 0 DO
		I star @ 1- 4 PICK = IF
			I not-empty-at? AND
			SWAP I player-at 3 PICK = OR SWAP
		ENDIF
	LOOP
	AND ROT ROT 2DROP
;

: someone? ( -- ? )   \ True when any player has come to his goal.
	FALSE player-count 0 DO I there? OR LOOP
;

: OnIsGameOver ( -- result )   \ Whoever comes first to his goal wins; a very long game is a draw.
	someone? IF
		current-player player-index there? IF #WinScore ELSE #LossScore ENDIF EXIT
	ENDIF
	turn-number player-count longest * > IF #DrawScore ELSE #UnknownScore ENDIF
;

\ ---- A judgement for the built-in search ----

: beside ( pos tip by -- n )   \ How far a point lies outside one edge of the way to a tip.
	+ 1- 6 MOD 1+ ahead -4 SWAP - 0 MAX
;

: steps-to ( pos tip -- n )   \ How far it is to the outermost point of a tip.
	2DUP ahead 8 SWAP -  2 PICK 2 PICK 2 beside +  ROT ROT 4 beside +
;

2023 [] worths   \ what a man is worth at a position on the way to a tip: 7 numbers for each

: make-worths ( -- )   \ The square counts: nobody should be left behind.
	289 0 DO
		I star @ IF 7 1 DO J I steps-to DUP * NEGATE  J 7 * I +  worths ! LOOP ENDIF
	LOOP
;

make-worths

: worth ( pos -- n )   \ Of the man there.
	DUP player-at player-index goal SWAP 7 * + worths @
;

: OnEvaluate ( -- score )   \ The worth of the men of the player to move, less the mean of the others'.
	0 289 0 DO
		I star @ IF
			I friend-at? IF I worth player-count 1- * + ENDIF
			I enemy-at? IF I worth - ENDIF
		ENDIF
	LOOP
;
