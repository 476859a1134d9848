\ ***************************************************************
\ *  MILLERS -- six men each on two squares joined by four lines
\ *  Put your men in turn; three in a line are a mill and take a
\ *  man of the other. Then slide along the lines. With two men
\ *  you have lost.
\ ***************************************************************

{board
	{position} a5
	{position} c5
	{position} e5
	{position} b4
	{position} c4
	{position} d4
	{position} a3
	{position} b3
	{position} d3
	{position} e3
	{position} b2
	{position} c2
	{position} d2
	{position} a1
	{position} c1
	{position} e1
	{variable} white-hand
	{variable} black-hand
board}

{directions
	{link} east a5 c5
	{link} east c5 e5
	{link} east b4 c4
	{link} east c4 d4
	{link} east a3 b3
	{link} east d3 e3
	{link} east b2 c2
	{link} east c2 d2
	{link} east a1 c1
	{link} east c1 e1

	{link} west c5 a5
	{link} west e5 c5
	{link} west c4 b4
	{link} west d4 c4
	{link} west b3 a3
	{link} west e3 d3
	{link} west c2 b2
	{link} west d2 c2
	{link} west c1 a1
	{link} west e1 c1

	{link} south a5 a3
	{link} south a3 a1
	{link} south b4 b3
	{link} south b3 b2
	{link} south c5 c4
	{link} south c2 c1
	{link} south d4 d3
	{link} south d3 d2
	{link} south e5 e3
	{link} south e3 e1

	{link} north a3 a5
	{link} north a1 a3
	{link} north b3 b4
	{link} north b2 b3
	{link} north c4 c5
	{link} north c1 c2
	{link} north d3 d4
	{link} north d2 d3
	{link} north e3 e5
	{link} north e1 e3
directions}

{players
	{player} White
	{player} Black
players}

{turn-order
	{turn} White
	{turn} Black
turn-order}

DEFER MAN-TAKEN

\ the man that is moved away does not count for a mill any more
VARIABLE left-point
VARIABLE new-point

: mine-at? ( pos -- ? )
	DUP new-point @ = IF
		DROP TRUE
	ELSE
		DUP left-point @ = IF
			DROP FALSE
		ELSE
			friend-at?
		ENDIF
	ENDIF
;

: line? ( pos pos pos -- ? )
	mine-at? IF
		mine-at? IF
			mine-at?
		ELSE
			DROP FALSE
		ENDIF
	ELSE
		2DROP FALSE
	ENDIF
;

: in-line? ( pos a b c -- ? )
	3 PICK OVER = >R
	3 PICK 2 PICK = R> OR >R
	3 PICK 3 PICK = R> OR IF
		line? SWAP DROP
	ELSE
		2DROP 2DROP FALSE
	ENDIF
;

: mill? ( pos -- ? )
	DUP a5 c5 e5 in-line? IF DROP TRUE EXIT ENDIF
	DUP b4 c4 d4 in-line? IF DROP TRUE EXIT ENDIF
	DUP b2 c2 d2 in-line? IF DROP TRUE EXIT ENDIF
	DUP a1 c1 e1 in-line? IF DROP TRUE EXIT ENDIF
	DUP a5 a3 a1 in-line? IF DROP TRUE EXIT ENDIF
	DUP b4 b3 b2 in-line? IF DROP TRUE EXIT ENDIF
	DUP d4 d3 d2 in-line? IF DROP TRUE EXIT ENDIF
	DUP e5 e3 e1 in-line? IF DROP TRUE EXIT ENDIF
	DROP FALSE
;

: white-from-hand ( -- )
	white-hand --
;

: black-from-hand ( -- )
	black-hand --
;

: my-hand ( -- n )
	current-player White = IF
		white-hand @
	ELSE
		black-hand @
	ENDIF
;

: use-hand ( -- )
	current-player White = IF
		COMPILE white-from-hand
	ELSE
		COMPILE black-from-hand
	ENDIF
;

: finish ( -- )
	new-point @ mill? IF
		MAN-TAKEN partial-move-type
	ENDIF
	add-move
;

: put-man ( -- )
	my-hand 0> verify
	empty? verify
	here new-point !
	-1 left-point !
	drop
	use-hand
	finish
;

: slide-east ( -- )
	my-hand 0= verify
	east verify
	empty? verify
	here new-point !
	from left-point !
	from here move
	finish
;

: slide-west ( -- )
	my-hand 0= verify
	west verify
	empty? verify
	here new-point !
	from left-point !
	from here move
	finish
;

: slide-north ( -- )
	my-hand 0= verify
	north verify
	empty? verify
	here new-point !
	from left-point !
	from here move
	finish
;

: slide-south ( -- )
	my-hand 0= verify
	south verify
	empty? verify
	here new-point !
	from left-point !
	from here move
	finish
;

: take-man ( -- )
	enemy? verify
	capture
	add-move
;

: count-men ( player -- n )
	0
	16 0 DO
		OVER I player-at = IF
			1+
		ENDIF
	LOOP
	SWAP DROP
;

: other ( -- player )
	current-player White = IF Black ELSE White ENDIF
;

: OnNewGame ( -- )
	6 white-hand !
	6 black-hand !
;

: OnIsGameOver ( -- result )
	my-hand 0= IF
		current-player count-men 3 < IF
			#LossScore
		ELSE
			stalemate? IF
				#LossScore
			ELSE
				turn-number 120 > IF
					#DrawScore
				ELSE
					#UnknownScore
				ENDIF
			ENDIF
		ENDIF
	ELSE
		#UnknownScore
	ENDIF
;

: OnEvaluate ( -- score )
	current-player count-men
	other count-men -
	100 *
	my-hand 5 * +
;

{moves man-moves
	{move} slide-east	{move-type} normal
	{move} slide-west	{move-type} normal
	{move} slide-north	{move-type} normal
	{move} slide-south	{move-type} normal
moves}

{moves man-drops
	{move} put-man	{move-type} normal
	{move} take-man	{move-type} taking
moves}

' taking IS MAN-TAKEN

{move-priorities
	{move-priority} normal
	{move-priority} taking
move-priorities}

{pieces
	{piece} man {moves} man-moves {drops} man-drops
pieces}
