\ FOUR COURTS -- partners sit opposite each other
\ A guard, two runners and footmen each on nine by nine.
\ Footmen walk away from home and take sideways forward.
\ A side that loses its guard is out; when both of a pair are out
\ the other pair has won.

{board
	9 9 {grid}
board}

{directions
	-1  0 {direction} n
	 1  0 {direction} s
	 0  1 {direction} e
	 0 -1 {direction} w
	-1  1 {direction} ne
	-1 -1 {direction} nw
	 1  1 {direction} se
	 1 -1 {direction} sw
directions}

{players
	{player} South
	{player} West
	{player} North
	{player} East
players}

{turn-order
	{turn} South
	{turn} West
	{turn} North
	{turn} East
turn-order}

DEFER GUARD
DEFER RUNNER

\ ---- who is with whom ----

: pair-of ( player -- n )
	DUP South = IF DROP 1 ELSE
	DUP North = IF DROP 1 ELSE
	DROP 2
	ENDIF ENDIF
;

: OnFriends? ( player player -- ? )
	pair-of SWAP pair-of =
;

\ ---- guards: one step, never next to two foes ----

VARIABLE foes

: foe-there ( ? -- )
	IF
		enemy? IF
			foes ++
		ENDIF
	ENDIF
;

: count-foes ( -- n )
	here
	0 foes !
	DUP to n foe-there
	DUP to s foe-there
	DUP to e foe-there
	DUP to w foe-there
	to
	foes @
;

: guard-to ( ? -- )
	verify
	friend? NOT verify
	count-foes 2 < verify
	from here move
	add-move
;

: guard-n ( -- ) n guard-to ;
: guard-s ( -- ) s guard-to ;
: guard-e ( -- ) e guard-to ;
: guard-w ( -- ) w guard-to ;
: guard-ne ( -- ) ne guard-to ;
: guard-nw ( -- ) nw guard-to ;
: guard-se ( -- ) se guard-to ;
: guard-sw ( -- ) sw guard-to ;

\ ---- runners: up to three empty fields in a straight line ----

VARIABLE far

: run-to ( 'dir -- )
	0 far !
	BEGIN
		DUP EXECUTE verify
		friend? NOT verify
		from here move
		add-move
		far ++
		empty? far @ 3 < AND NOT
	UNTIL
	DROP
;

: runner-n ( -- ) ['] n run-to ;
: runner-s ( -- ) ['] s run-to ;
: runner-e ( -- ) ['] e run-to ;
: runner-w ( -- ) ['] w run-to ;

\ ---- footmen ----

: last-line? ( -- ? )
	FALSE
	current-player South = IF DROP here 9 < ENDIF
	current-player North = IF DROP here 71 > ENDIF
	current-player West = IF DROP here 9 MOD 8 = ENDIF
	current-player East = IF DROP here 9 MOD 0= ENDIF
;

: promote ( -- )
	last-line? IF
		RUNNER change-type
	ENDIF
;

: foot-step ( ? -- )
	verify
	empty? verify
	from here move
	promote
	add-move
;

: foot-take ( ? -- )
	verify
	enemy? verify
	from here move
	promote
	add-move
;

: foot-ahead ( -- )
	current-player South = IF n foot-step ENDIF
	current-player North = IF s foot-step ENDIF
	current-player West = IF e foot-step ENDIF
	current-player East = IF w foot-step ENDIF
;

: foot-left ( -- )
	current-player South = IF nw foot-take ENDIF
	current-player North = IF se foot-take ENDIF
	current-player West = IF ne foot-take ENDIF
	current-player East = IF sw foot-take ENDIF
;

: foot-right ( -- )
	current-player South = IF ne foot-take ENDIF
	current-player North = IF sw foot-take ENDIF
	current-player West = IF se foot-take ENDIF
	current-player East = IF nw foot-take ENDIF
;

\ ---- the end ----

VARIABLE guard-seen

: guard-of? ( player -- ? )
	guard-seen OFF
	81 0 DO
		I piece-type-at GUARD = IF
			DUP I player-at = IF
				guard-seen ON
			ENDIF
		ENDIF
	LOOP
	DROP
	guard-seen @
;

: first-pair-lives? ( -- ? )
	South guard-of? North guard-of? OR
;

: second-pair-lives? ( -- ? )
	West guard-of? East guard-of? OR
;

: out? ( -- ? )
	current-player guard-of? NOT
;

: give-up ( -- )
	out? verify
	here a1 = verify
	Pass
	add-move
;

: won ( n -- result )
	current-player pair-of = IF
		#WinScore
	ELSE
		#LossScore
	ENDIF
;

: OnIsGameOver ( -- result )
	first-pair-lives? NOT IF
		2 won
	ELSE
		second-pair-lives? NOT IF
			1 won
		ELSE
			turn-number 300 > IF
				#DrawScore
			ELSE
				#UnknownScore
			ENDIF
		ENDIF
	ENDIF
;

: worth ( pos -- n )
	DUP piece-at piece-value
	SWAP friend-at? NOT IF
		NEGATE
	ENDIF
;

: OnEvaluate ( -- score )
	0
	81 0 DO
		I not-empty-at? IF
			I worth +
		ENDIF
	LOOP
;

: OnNewGame ( -- )
	$passTurnForced ON
;

{moves guard-moves
	{move} guard-n
	{move} guard-s
	{move} guard-e
	{move} guard-w
	{move} guard-ne
	{move} guard-nw
	{move} guard-se
	{move} guard-sw
moves}

{moves runner-moves
	{move} runner-n
	{move} runner-s
	{move} runner-e
	{move} runner-w
moves}

{moves footman-moves
	{move} foot-ahead
	{move} foot-left
	{move} foot-right
moves}

{moves flag-drops
	{move} give-up
moves}

{pieces
	{piece} guard	{moves} guard-moves	50 {value}
	{piece} runner	{moves} runner-moves	5 {value}
	{piece} footman	{moves} footman-moves	1 {value}
	{piece} flag	{drops} flag-drops
pieces}

' guard IS GUARD
' runner IS RUNNER

{board-setup
	{setup} South guard e1
	{setup} South runner d1
	{setup} South runner f1
	{setup} South footman d2
	{setup} South footman e2
	{setup} South footman f2
	{setup} West guard a5
	{setup} West runner a4
	{setup} West runner a6
	{setup} West footman b4
	{setup} West footman b5
	{setup} West footman b6
	{setup} North guard e9
	{setup} North runner d9
	{setup} North runner f9
	{setup} North footman d8
	{setup} North footman e8
	{setup} North footman f8
	{setup} East guard i5
	{setup} East runner i4
	{setup} East runner i6
	{setup} East footman h4
	{setup} East footman h5
	{setup} East footman h6
board-setup}
