\ tafl.4th -- the rules that the tafl games of this folder share: a king breaks out of a siege.
\
\ A script declares its board (with the variables quiet and king-place), says by two constants what
\ its king can do, loads this file and sets up the pieces:
\
\   corners?      TRUE: the king must reach a corner; FALSE: any square of the edge will do
\   strong-king?  TRUE: the king is always taken on four sides; FALSE: only on and beside the throne

50 CONSTANT patience   \ Turns without a capture that make a draw.

{directions
	-1  0 {direction} north
	 1  0 {direction} south
	 0  1 {direction} east
	 0 -1 {direction} west
directions}

{players
	{player} Attackers
	{player} Defenders
players}

{turn-order
	{turn} Attackers
	{turn} Defenders
turn-order}

DEFER KING   \ The type of the king, which is declared below.

\ ---- Squares ----

: throne ( -- pos )   \ The square in the middle.
	$positions @ 2/
;

: corner? ( pos -- ? )   \ True for the four corners.
	$IndexToPosition
	DUP 0= SWAP $rows @ 1- = OR
	SWAP DUP 0= SWAP $columns @ 1- = OR AND
;

: edge? ( pos -- ? )   \ True for the squares along the edge.
	$IndexToPosition
	DUP 0= SWAP $rows @ 1- = OR
	SWAP DUP 0= SWAP $columns @ 1- = OR OR
;

: goal? ( pos -- ? )   \ True where the king has escaped.
	corners? IF corner? ELSE edge? ENDIF
;

: reserved? ( pos -- ? )   \ True where only the king may stand: the throne, and corners if he runs there.
	DUP throne = SWAP corner? corners? AND OR
;

: hostile? ( pos -- ? )   \ True for an empty reserved square: it takes part in captures for both sides.
	DUP empty-at? SWAP reserved? AND
;

\ ---- Captures ----

VARIABLE target   \ where the man or the king who moves comes to stand

: closed? ( pos -- ? )   \ True when an enemy cannot stand there: a friend, who may just come, or a hostile square.
	DUP target @ = OVER friend-at? OR SWAP hostile? OR
;

: side-closed? ( pos 'dir -- ? )   \ The same for the square next to a position; a wall is no enemy.
	SWAP to EXECUTE IF here closed? ELSE FALSE ENDIF
;

: surrounded? ( pos -- ? )   \ True when all four sides of a position are closed.
	DUP ['] north side-closed? NOT IF DROP FALSE EXIT ENDIF
	DUP ['] south side-closed? NOT IF DROP FALSE EXIT ENDIF
	DUP ['] east side-closed? NOT IF DROP FALSE EXIT ENDIF
	['] west side-closed?
;

: by-throne? ( pos -- ? )   \ True for the throne and the four squares beside it.
	throne - ABS DUP 2 < SWAP $columns @ = OR
;

: needs-four? ( pos -- ? )   \ True when what stands there is a king who is taken on four sides only.
	DUP piece-type-at KING = SWAP by-throne? strong-king? OR AND
;

: taken? ( pos 'dir -- ? )   \ True when the enemy there is caught by a move that ends beside him.
	OVER enemy-at? NOT IF 2DROP FALSE EXIT ENDIF
	OVER needs-four? IF DROP surrounded? ELSE side-closed? ENDIF
;

VARIABLE taker   \ TRUE once the move in the making takes something

: take ( 'dir -- )   \ Record the capture of the enemy next to the square where the move ends.
	target @ to
	DUP EXECUTE NOT IF DROP EXIT ENDIF
	here SWAP OVER SWAP taken? IF capture-at taker ON ELSE DROP ENDIF
;

: be-quiet ( -- )   \ Part of a move that takes nothing: one more turn without a capture.
	quiet ++
;

: be-loud ( -- )   \ Part of a move that takes something.
	quiet OFF
;

: enthrone ( pos -- )   \ Part of a move of the king: remember where he is.
	king-place !
;

\ ---- Moves ----

: go ( -- )   \ A move to the square here, with all it takes.
	here target !  taker OFF
	from here move
	['] north take  ['] south take  ['] east take  ['] west take
	current-piece-type KING = IF target @ COMPILE-LITERAL COMPILE enthrone ENDIF
	taker @ IF COMPILE be-loud ELSE COMPILE be-quiet ENDIF
	add-move
	target @ to
;

: open? ( -- ? )   \ True when the piece that moves may enter the square here.
	empty? here reserved? NOT current-piece-type KING = OR AND
;

: slide ( 'dir -- )   \ Moves to all squares in a direction, as a rook.
	BEGIN DUP EXECUTE IF open? ELSE FALSE ENDIF
	WHILE go
	REPEAT DROP
;

: slide-north ( -- ) ['] north slide ;   \ A rook's moves, direction by direction.
: slide-south ( -- ) ['] south slide ;
: slide-east ( -- ) ['] east slide ;
: slide-west ( -- ) ['] west slide ;

{moves rook-moves
	{move} slide-north
	{move} slide-south
	{move} slide-east
	{move} slide-west
moves}

{pieces
	{piece} man   {moves} rook-moves
	{piece} king  {moves} rook-moves
pieces}

' king IS KING

: OnNewGame ( -- )   \ The king begins on his throne.
	throne king-place !
;

: OnPosition ( -- )   \ Look for the king; the square stays noted where he has been taken.
	0 $positions @ 0 DO I piece-type-at king = IF 1+ I king-place ! ENDIF LOOP
	1 > ABORT" there are two kings"
;

\ ---- The end of the game ----

: king-here? ( -- ? )   \ True while the king stands where he was last seen: else he has been taken.
	king-place @ piece-type-at king =
;

: loss-of ( player -- result )   \ The result when that player has lost, for the player to move.
	current-player = IF #LossScore ELSE #WinScore ENDIF
;

: OnIsGameOver ( -- result )   \ The king taken or escaped, nothing to move, or fifty quiet turns.
	king-here? NOT IF Defenders loss-of EXIT ENDIF
	king-place @ goal? IF Attackers loss-of EXIT ENDIF
	stalemate? IF #LossScore EXIT ENDIF
	quiet @ patience < IF #UnknownScore ELSE #DrawScore ENDIF
;

\ ---- A judgement for the built-in search ----

: freedom ( 'dir -- n )   \ What an open line is worth to the king: each square, and more for the edge.
	king-place @ to
	0 SWAP
	BEGIN DUP EXECUTE
	WHILE empty? NOT IF DROP EXIT ENDIF SWAP 1+ SWAP
	REPEAT DROP 15 +
;

: prospects ( -- n )   \ What all his lines are worth together.
	['] north freedom ['] south freedom + ['] east freedom + ['] west freedom +
;

: OnEvaluate ( -- score )   \ Men, those of the defenders counted double, and the king's open lines.
	prospects
	0 $positions @ 0 DO
		I player-at Defenders = IF 20 + ENDIF
		I player-at Attackers = IF 10 - ENDIF
	LOOP +
	current-player Attackers = IF NEGATE ENDIF
;
