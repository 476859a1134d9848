\ HALLGUARD
\ The hall is seven by seven. A lord and eight guards hold it against sixteen raiders.
\ All go straight as far as they like. A piece between two enemies is taken.
\ The lord is free in a corner; he falls when he has enemies on all four sides.

{board
	7 7 {grid}
	{variable} quiet	( plies since something was taken )
board}

{directions
	-1  0 {direction} n
	 1  0 {direction} s
	 0  1 {direction} e
	 0 -1 {direction} w
directions}

{players
	{player}	Raiders
	{player}	Hall
players}

{turn-order
	{turn}	Raiders
	{turn}	Hall
turn-order}

1 CONSTANT RAIDER
2 CONSTANT GUARD
3 CONSTANT LORD

VARIABLE prey		( where somebody may be caught )
VARIABLE sides		( how many sides of the lord are shut )
VARIABLE lord-at
VARIABLE lord-free

: corner? ( pos -- ? )
	DUP a1 = IF
		DROP TRUE
	ELSE
		DUP g1 = IF
			DROP TRUE
		ELSE
			DUP a7 = IF
				DROP TRUE
			ELSE
				g7 =
			ENDIF
		ENDIF
	ENDIF
;

: throne? ( pos -- ? )
	d4 =
;

: lord? ( -- ? )
	current-piece-type LORD =
;

\ A square where the piece that goes may stop

: may-stop? ( -- ? )
	lord? IF
		TRUE
	ELSE
		here corner? here throne? OR NOT
	ENDIF
;

\ Somebody who is hostile to the prey stands here, or it is an empty corner

: hammer? ( -- ? )
	friend? IF
		piece-type LORD <>
	ELSE
		here corner? empty? AND
	ENDIF
;

: note-taken ( -- )
	0 quiet !
;

: catch-n ( pos -- pos )
	DUP to
	n IF
		enemy? piece-type LORD <> AND IF
			here prey !
			n IF
				hammer? IF
					prey @ capture-at
					COMPILE note-taken
				ENDIF
			ENDIF
		ENDIF
	ENDIF
;

: catch-s ( pos -- pos )
	DUP to
	s IF
		enemy? piece-type LORD <> AND IF
			here prey !
			s IF
				hammer? IF
					prey @ capture-at
					COMPILE note-taken
				ENDIF
			ENDIF
		ENDIF
	ENDIF
;

: catch-e ( pos -- pos )
	DUP to
	e IF
		enemy? piece-type LORD <> AND IF
			here prey !
			e IF
				hammer? IF
					prey @ capture-at
					COMPILE note-taken
				ENDIF
			ENDIF
		ENDIF
	ENDIF
;

: catch-w ( pos -- pos )
	DUP to
	w IF
		enemy? piece-type LORD <> AND IF
			here prey !
			w IF
				hammer? IF
					prey @ capture-at
					COMPILE note-taken
				ENDIF
			ENDIF
		ENDIF
	ENDIF
;

: count-up ( -- )
	quiet ++
;

: stop-here ( -- )
	here
	from here move
	COMPILE count-up
	catch-n
	catch-s
	catch-e
	catch-w
	add-move
	to
;

: ride ( 'dir -- )
	BEGIN
		DUP EXECUTE IF
			empty? IF
				may-stop? IF
					stop-here
				ENDIF
				TRUE
			ELSE
				FALSE
			ENDIF
		ELSE
			FALSE
		ENDIF
	WHILE
	REPEAT
	DROP
;

: ride-n ( -- ) ['] n ride ;
: ride-s ( -- ) ['] s ride ;
: ride-e ( -- ) ['] e ride ;
: ride-w ( -- ) ['] w ride ;

{moves walks
	{move} ride-n
	{move} ride-s
	{move} ride-e
	{move} ride-w
moves}

{pieces
	{piece}	raider	{moves} walks	3 {value}
	{piece}	guard	{moves} walks	5 {value}
	{piece}	lord	{moves} walks	90 {value}
pieces}

: find-lord ( -- )
	-1 lord-at !
	49 0 DO
		I piece-type-at LORD = IF
			I lord-at !
		ENDIF
	LOOP
;

: shut? ( 'dir -- ? )
	lord-at @ to
	EXECUTE IF
		player Raiders =
		here throne? empty? AND OR
	ELSE
		TRUE
	ENDIF
;

: count-sides ( -- )
	0 sides !
	['] n shut? IF sides ++ ENDIF
	['] s shut? IF sides ++ ENDIF
	['] e shut? IF sides ++ ENDIF
	['] w shut? IF sides ++ ENDIF
;

: look-at-lord ( -- )
	find-lord
	FALSE lord-free !
	lord-at @ 0< NOT IF
		lord-at @ corner? lord-free !
		count-sides
	ELSE
		4 sides !
	ENDIF
;

: OnIsGameOver ( -- result )
	look-at-lord
	lord-free @ IF
		current-player Hall = IF #WinScore ELSE #LossScore ENDIF
	ELSE
		sides @ 3 > IF
			current-player Raiders = IF #WinScore ELSE #LossScore ENDIF
		ELSE
			quiet @ 40 > IF
				#DrawScore
			ELSE
				stalemate? IF #LossScore ELSE #UnknownScore ENDIF
			ENDIF
		ENDIF
	ENDIF
;

: OnNewGame ( -- )
	0 quiet !
;

: OnEvaluate ( -- score )
	0
	49 0 DO
		I piece-type-at RAIDER = IF 3 - ENDIF
		I piece-type-at GUARD = IF 5 + ENDIF
	LOOP
	look-at-lord
	sides @ 4 * -
	current-player Raiders = IF NEGATE ENDIF
;

{board-setup
	{setup} Hall lord d4
	{setup} Hall guard d5
	{setup} Hall guard d3
	{setup} Hall guard c4
	{setup} Hall guard e4
	{setup} Raiders raider d7
	{setup} Raiders raider d6
	{setup} Raiders raider d1
	{setup} Raiders raider d2
	{setup} Raiders raider a4
	{setup} Raiders raider b4
	{setup} Raiders raider g4
	{setup} Raiders raider f4
board-setup}
