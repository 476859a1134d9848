( Territory: a small game of stones.
  Put a stone on an empty point. Stones without air are taken off.
  No suicide, and nobody may take back the one stone that took one.
  Two passes end it; stones and the points around them count.       )

6	CONSTANT	SIZE
36	CONSTANT	POINTS
9	CONSTANT	KOMI

{board
	SIZE SIZE {grid}
	{variable}	passes
	{variable}	ko-point
board}

{directions
	-1  0 {direction} Up
	 1  0 {direction} Down
	 0 -1 {direction} Left
	 0  1 {direction} Right
directions}

{players
	{player}	Black
	{player}	White
players}

{turn-order
	{turn}	Black
	{turn}	White
turn-order}

\ --- groups --------------------------------------------------------------

POINTS []	todo[]		\ points of the group that is looked at
POINTS []	seen[]		\ 1: part of a group that was looked at
VARIABLE	todo-count
VARIABLE	todo-next
VARIABLE	air
VARIABLE	colour
VARIABLE	taken
VARIABLE	the-taken
VARIABLE	new-stone

: forget-seen ( -- )
	POINTS 0 DO
		0 I seen[] !
	LOOP
	0 todo-count !
	0 todo-next !
	0 air !
;

: remember ( pos -- )
	DUP seen[] @ 0= IF
		1 OVER seen[] !
		todo-count @ todo[] !
		todo-count ++
	ELSE
		DROP
	ENDIF
;

: colour-at ( pos -- player )
	DUP new-stone @ = IF
		DROP current-player
	ELSE
		player-at
	ENDIF
;

: look-here ( -- )
	here colour-at 0= IF
		air ++
	ELSE
		here colour-at colour @ = IF
			here remember
		ENDIF
	ENDIF
;

: look-up ( pos -- )
	to Up IF
		look-here
	ENDIF
;

: look-down ( pos -- )
	to Down IF
		look-here
	ENDIF
;

: look-left ( pos -- )
	to Left IF
		look-here
	ENDIF
;

: look-right ( pos -- )
	to Right IF
		look-here
	ENDIF
;

: look-around ( pos -- )
	DUP look-up
	DUP look-down
	DUP look-left
	look-right
;

: spread ( pos -- )
	DUP colour-at colour !
	forget-seen
	remember
	BEGIN
		todo-next @ todo-count @ <
	WHILE
		todo-next @ todo[] @
		look-around
		todo-next ++
	REPEAT
;

: take-group ( -- )
	todo-count @ 0 DO
		I todo[] @
		DUP the-taken !
		capture-at
		taken ++
	LOOP
;

: foe-here? ( -- ? )
	here colour-at 0<> IF
		here colour-at current-player <>
	ELSE
		FALSE
	ENDIF
;

: take-if-dead ( -- )
	foe-here? IF
		here spread
		air @ 0= IF
			take-group
		ENDIF
	ENDIF
;

: take-up ( -- )
	from to
	Up IF take-if-dead ENDIF
;

: take-down ( -- )
	from to
	Down IF take-if-dead ENDIF
;

: take-left ( -- )
	from to
	Left IF take-if-dead ENDIF
;

: take-right ( -- )
	from to
	Right IF take-if-dead ENDIF
;

\ --- what a move changes -------------------------------------------------

: clear-passes ( -- )
	0 passes !
;

: one-more-pass ( -- )
	passes ++
	0 ko-point !
;

: set-ko ( n -- )
	ko-point !
;

: put-stone ( -- )
	empty? verify
	here 1+ ko-point @ <> verify
	here new-stone !
	0 taken !
	drop
	take-up
	take-down
	take-left
	take-right
	taken @ 0= IF
		from spread
		air @ 0> verify
	ENDIF
	COMPILE clear-passes
	taken @ 1 = IF
		the-taken @ 1+ COMPILE-LITERAL
	ELSE
		0 COMPILE-LITERAL
	ENDIF
	COMPILE set-ko
	add-move
	POINTS new-stone !
;

: pass-turn ( -- )
	here 0= verify
	COMPILE one-more-pass
	Pass
	add-move
;

\ --- the end -------------------------------------------------------------

VARIABLE	blacks
VARIABLE	whites
VARIABLE	near-black
VARIABLE	near-white

: near-whom ( -- )
	not-empty? IF
		player Black = IF
			near-black ON
		ELSE
			near-white ON
		ENDIF
	ENDIF
;

: ask-neighbours ( pos -- )
	near-black OFF
	near-white OFF
	DUP to Up IF near-whom ENDIF
	DUP to Down IF near-whom ENDIF
	DUP to Left IF near-whom ENDIF
	to Right IF near-whom ENDIF
;

: count-point ( pos -- )
	DUP empty-at? IF
		ask-neighbours
		near-black @ near-white @ NOT AND IF
			blacks ++
		ENDIF
		near-white @ near-black @ NOT AND IF
			whites ++
		ENDIF
	ELSE
		player-at Black = IF
			blacks ++
		ELSE
			whites ++
		ENDIF
	ENDIF
;

: count-points ( -- )
	0 blacks !
	KOMI whites !
	POINTS 0 DO
		I count-point
	LOOP
;

: OnNewGame ( -- )
	POINTS new-stone !
;

: OnIsGameOver ( -- result )
	passes @ 1 > turn-number 150 > OR IF
		count-points
		blacks @ whites @ > IF
			current-player Black = IF #WinScore ELSE #LossScore ENDIF
		ELSE
			blacks @ whites @ < IF
				current-player White = IF #WinScore ELSE #LossScore ENDIF
			ELSE
				#DrawScore
			ENDIF
		ENDIF
	ELSE
		#UnknownScore
	ENDIF
;

: OnEvaluate ( -- score )
	count-points
	blacks @ whites @ -
	current-player White = IF
		NEGATE
	ENDIF
;

{moves stone-drops
	{move} put-stone
	{move} pass-turn
moves}

{pieces
	{piece}	stone	{drops} stone-drops
pieces}

{board-setup
	{setup}	Black stone b2
	{setup}	White stone e5
board-setup}
