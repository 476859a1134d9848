\ KINGTAKERS
\ Chess on six by six where the king is simply taken.
\ Written the long way so that I can follow it.

{board
	6 6 {grid}
board}

{directions
	-1  0 {direction} North
	 1  0 {direction} South
	 0  1 {direction} East
	 0 -1 {direction} West
	-1  1 {direction} Northeast
	-1 -1 {direction} Northwest
	 1  1 {direction} Southeast
	 1 -1 {direction} Southwest
directions}

{players
	{player} White
	{player} Black
players}

{turn-order
	{turn} White
	{turn} Black
turn-order}

{symmetries
	Black {symmetry} North South
	Black {symmetry} Northeast Southeast
	Black {symmetry} Northwest Southwest
symmetries}

DEFER QUEEN
DEFER KING

( ---- helpers ---- )

: no-friend ( -- )
	friend? NOT verify
;

: add-it ( -- )
	from here move
	add-move
;

( ---- rook ---- )

: rook-n ( -- )
	BEGIN
		North
	WHILE
		no-friend
		add-it
		empty? verify
	REPEAT
;

: rook-s ( -- )
	BEGIN
		South
	WHILE
		no-friend
		add-it
		empty? verify
	REPEAT
;

: rook-e ( -- )
	BEGIN
		East
	WHILE
		no-friend
		add-it
		empty? verify
	REPEAT
;

: rook-w ( -- )
	BEGIN
		West
	WHILE
		no-friend
		add-it
		empty? verify
	REPEAT
;

( ---- bishop ---- )

: bishop-ne ( -- )
	BEGIN
		Northeast
	WHILE
		no-friend
		add-it
		empty? verify
	REPEAT
;

: bishop-nw ( -- )
	BEGIN
		Northwest
	WHILE
		no-friend
		add-it
		empty? verify
	REPEAT
;

: bishop-se ( -- )
	BEGIN
		Southeast
	WHILE
		no-friend
		add-it
		empty? verify
	REPEAT
;

: bishop-sw ( -- )
	BEGIN
		Southwest
	WHILE
		no-friend
		add-it
		empty? verify
	REPEAT
;

( ---- knight ---- )

: knight-nne ( -- )
	North verify
	Northeast verify
	no-friend
	add-it
;

: knight-nnw ( -- )
	North verify
	Northwest verify
	no-friend
	add-it
;

: knight-sse ( -- )
	South verify
	Southeast verify
	no-friend
	add-it
;

: knight-ssw ( -- )
	South verify
	Southwest verify
	no-friend
	add-it
;

: knight-een ( -- )
	East verify
	Northeast verify
	no-friend
	add-it
;

: knight-ees ( -- )
	East verify
	Southeast verify
	no-friend
	add-it
;

: knight-wwn ( -- )
	West verify
	Northwest verify
	no-friend
	add-it
;

: knight-wws ( -- )
	West verify
	Southwest verify
	no-friend
	add-it
;

( ---- king ---- )

: king-n ( -- ) North verify no-friend add-it ;
: king-s ( -- ) South verify no-friend add-it ;
: king-e ( -- ) East verify no-friend add-it ;
: king-w ( -- ) West verify no-friend add-it ;
: king-ne ( -- ) Northeast verify no-friend add-it ;
: king-nw ( -- ) Northwest verify no-friend add-it ;
: king-se ( -- ) Southeast verify no-friend add-it ;
: king-sw ( -- ) Southwest verify no-friend add-it ;

( ---- pawn ---- )

: last-row? ( -- ? )
	current-player White = IF
		here 6 <
	ELSE
		here 29 >
	ENDIF
;

: home-row? ( -- ? )
	current-player White = IF
		here 23 > here 30 < AND
	ELSE
		here 5 > here 12 < AND
	ENDIF
;

: pawn-add ( -- )
	last-row? IF
		from here move
		QUEEN change-type
		add-move
	ELSE
		from here move
		add-move
	ENDIF
;

: pawn-step ( -- )
	North verify
	empty? verify
	pawn-add
;

: pawn-double ( -- )
	home-row? verify
	North verify
	empty? verify
	North verify
	empty? verify
	pawn-add
;

: pawn-take-e ( -- )
	Northeast verify
	enemy? verify
	pawn-add
;

: pawn-take-w ( -- )
	Northwest verify
	enemy? verify
	pawn-add
;

( ---- end of the game ---- )

VARIABLE king-there

: find-king ( -- )
	king-there OFF
	36 0 DO
		I piece-type-at KING = IF
			I player-at current-player = IF
				king-there ON
			ENDIF
		ENDIF
	LOOP
;

: OnIsGameOver ( -- result )
	find-king
	king-there @ IF
		stalemate? IF
			#DrawScore
		ELSE
			turn-number 150 > IF
				#DrawScore
			ELSE
				#UnknownScore
			ENDIF
		ENDIF
	ELSE
		#LossScore
	ENDIF
;

: centre-bonus ( pos -- n )
	6 /MOD
	DUP 1 > SWAP 4 < AND
	SWAP
	DUP 1 > SWAP 4 < AND
	AND IF 2 ELSE 0 ENDIF
;

: OnEvaluate ( -- score )
	current-player material-balance 10 *
	36 0 DO
		I friend-at? IF
			I centre-bonus +
		ENDIF
	LOOP
;

{moves rook-moves
	{move} rook-n
	{move} rook-s
	{move} rook-e
	{move} rook-w
moves}

{moves bishop-moves
	{move} bishop-ne
	{move} bishop-nw
	{move} bishop-se
	{move} bishop-sw
moves}

{moves queen-moves
	{move} rook-n
	{move} rook-s
	{move} rook-e
	{move} rook-w
	{move} bishop-ne
	{move} bishop-nw
	{move} bishop-se
	{move} bishop-sw
moves}

{moves knight-moves
	{move} knight-nne
	{move} knight-nnw
	{move} knight-sse
	{move} knight-ssw
	{move} knight-een
	{move} knight-ees
	{move} knight-wwn
	{move} knight-wws
moves}

{moves king-moves
	{move} king-n
	{move} king-s
	{move} king-e
	{move} king-w
	{move} king-ne
	{move} king-nw
	{move} king-se
	{move} king-sw
moves}

{moves pawn-moves
	{move} pawn-step
	{move} pawn-double
	{move} pawn-take-e
	{move} pawn-take-w
moves}

{pieces
	{piece} pawn	{moves} pawn-moves	1 {value}
	{piece} knight	{moves} knight-moves	3 {value}
	{piece} bishop	{moves} bishop-moves	3 {value}
	{piece} rook	{moves} rook-moves	5 {value}
	{piece} queen	{moves} queen-moves	9 {value}
	{piece} king	{moves} king-moves	100 {value}
pieces}

' queen IS QUEEN
' king IS KING

{board-setup
	{setup} White rook a1
	{setup} White knight b1
	{setup} White queen c1
	{setup} White king d1
	{setup} White bishop e1
	{setup} White rook f1
	{setup} White pawn a2
	{setup} White pawn b2
	{setup} White pawn c2
	{setup} White pawn d2
	{setup} White pawn e2
	{setup} White pawn f2
	{setup} Black rook a6
	{setup} Black knight b6
	{setup} Black queen c6
	{setup} Black king d6
	{setup} Black bishop e6
	{setup} Black rook f6
	{setup} Black pawn a5
	{setup} Black pawn b5
	{setup} Black pawn c5
	{setup} Black pawn d5
	{setup} Black pawn e5
	{setup} Black pawn f5
board-setup}
