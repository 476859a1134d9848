( ============================================================
  CAMEL RUN
  A race along a caravan road for two, with a die.
  Enter a camel with a 6 or a 1, run as far as the die says,
  send lone camels of the other home, rest in an oasis, and
  bring all three of yours to your tent.
  ============================================================ )

{board
	{position}	r1
	{position}	r2
	{position}	r3
	{position}	r4
	{position}	r5
	{position}	r6
	{position}	r7
	{position}	r8
	{position}	r9
	{position}	r10
	{position}	r11
	{position}	r12
	{position}	r13
	{position}	r14
	{position}	r15
	{position}	r16
	{position}	die
	{variable}	pips
	{variable}	east-waiting
	{variable}	west-waiting
	{variable}	east-home
	{variable}	west-home
board}

{directions
	{link} ahead r1 r2
	{link} ahead r2 r3
	{link} ahead r3 r4
	{link} ahead r4 r5
	{link} ahead r5 r6
	{link} ahead r6 r7
	{link} ahead r7 r8
	{link} ahead r8 r9
	{link} ahead r9 r10
	{link} ahead r10 r11
	{link} ahead r11 r12
	{link} ahead r12 r13
	{link} ahead r13 r14
	{link} ahead r14 r15
	{link} ahead r15 r16

	{link} behind r16 r15
	{link} behind r15 r14
	{link} behind r14 r13
	{link} behind r13 r12
	{link} behind r12 r11
	{link} behind r11 r10
	{link} behind r10 r9
	{link} behind r9 r8
	{link} behind r8 r7
	{link} behind r7 r6
	{link} behind r6 r5
	{link} behind r5 r4
	{link} behind r4 r3
	{link} behind r3 r2
	{link} behind r2 r1
directions}

{players
	{player}	Easterner
	{player}	Westerner
	{player}	?Dice	{random}
players}

{turn-order
	{turn}	?Dice		{of-type} throwing
	{turn}	Easterner	{of-type} running
	{turn}	?Dice		{of-type} throwing
	{turn}	Westerner	{of-type} running
turn-order}

( ---------- the die ---------- )

: set-pips ( n -- )
	pips !
;

: throw ( n -- )
	here die = verify
	DUP COMPILE-LITERAL
	COMPILE set-pips
	drop
	DROP
	add-move
;

: throw-1 ( -- ) 1 throw ;
: throw-2 ( -- ) 2 throw ;
: throw-3 ( -- ) 3 throw ;
: throw-4 ( -- ) 4 throw ;
: throw-5 ( -- ) 5 throw ;
: throw-6 ( -- ) 6 throw ;

( ---------- running ---------- )

: step ( -- ? )
	current-player Easterner = IF
		ahead
	ELSE
		behind
	ENDIF
;

: oasis? ( pos -- ? )
	DUP r5 =
	OVER r12 = OR
	SWAP r9 = OR
;

: east-back ( -- )
	east-waiting ++
;

: west-back ( -- )
	west-waiting ++
;

: east-out ( -- )
	east-waiting --
;

: west-out ( -- )
	west-waiting --
;

: east-done ( -- )
	east-home ++
;

: west-done ( -- )
	west-home ++
;

: send-home ( -- )
	enemy? IF
		current-player Easterner = IF
			COMPILE west-back
		ELSE
			COMPILE east-back
		ENDIF
	ENDIF
;

: may-stand? ( -- ? )
	friend? IF
		FALSE
	ELSE
		enemy? here oasis? AND NOT
	ENDIF
;

VARIABLE to-go
VARIABLE over-the-end

: walk ( -- )
	pips @ to-go !
	over-the-end OFF
	BEGIN
		step IF
			to-go --
		ELSE
			over-the-end ON
			to-go --
		ENDIF
		to-go @ 0= over-the-end @ OR
	UNTIL
;

: run ( -- )
	walk
	over-the-end @ NOT verify
	may-stand? verify
	from here move
	send-home
	add-move
;

: arrive ( -- )
	walk
	over-the-end @ verify
	to-go @ 0= verify
	from capture-at
	current-player Easterner = IF
		COMPILE east-done
	ELSE
		COMPILE west-done
	ENDIF
	add-move
;

: waiting ( -- n )
	current-player Easterner = IF
		east-waiting @
	ELSE
		west-waiting @
	ENDIF
;

: gate ( -- pos )
	current-player Easterner = IF
		r1
	ELSE
		r16
	ENDIF
;

: enter ( -- )
	here gate = verify
	waiting 0> verify
	pips @ 6 = pips @ 1 = OR verify
	friend? NOT verify
	send-home
	drop
	current-player Easterner = IF
		COMPILE east-out
	ELSE
		COMPILE west-out
	ENDIF
	add-move
;

: stay ( -- )
	here r1 = verify
	Pass
	add-move
;

( ---------- start and end ---------- )

: OnNewGame ( -- )
	2 east-waiting !
	2 west-waiting !
;

: my-home ( -- n )
	current-player Easterner = IF
		east-home @
	ELSE
		west-home @
	ENDIF
;

: OnIsGameOver ( -- result )
	east-home @ 3 = IF
		current-player Easterner = IF
			#WinScore
		ELSE
			#LossScore
		ENDIF
	ELSE
		west-home @ 3 = IF
			current-player Westerner = IF
				#WinScore
			ELSE
				#LossScore
			ENDIF
		ELSE
			turn-number 400 > IF
				#DrawScore
			ELSE
				#UnknownScore
			ENDIF
		ENDIF
	ENDIF
;

: OnEvaluate ( -- score )
	east-home @ west-home @ -
	100 *
	current-player Westerner = IF
		NEGATE
	ENDIF
;

{moves camel-moves
	{move} run	{move-type} running
	{move} arrive	{move-type} running
moves}

{moves camel-drops
	{move} enter	{move-type} running
	{move} stay	{move-type} running
moves}

{moves throw-one	{move} throw-1 {move-type} throwing moves}
{moves throw-two	{move} throw-2 {move-type} throwing moves}
{moves throw-three	{move} throw-3 {move-type} throwing moves}
{moves throw-four	{move} throw-4 {move-type} throwing moves}
{moves throw-five	{move} throw-5 {move-type} throwing moves}
{moves throw-six	{move} throw-6 {move-type} throwing moves}

{pieces
	{piece} camel	{moves} camel-moves {drops} camel-drops
	{piece} one	{drops} throw-one
	{piece} two	{drops} throw-two
	{piece} three	{drops} throw-three
	{piece} four	{drops} throw-four
	{piece} five	{drops} throw-five
	{piece} six	{drops} throw-six
pieces}

{board-setup
	{setup} Easterner camel r1
	{setup} Westerner camel r16
board-setup}
