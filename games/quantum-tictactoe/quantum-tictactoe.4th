\ quantum-tictactoe.4th -- tic-tac-toe with marks that are in two squares at once.
\
\ A turn puts a pair of ghosts into two squares. When pairs close a ring, the opponent chooses which
\ way it collapses: each pair of the ring, and all that hang on it, becomes one mark. Three marks in
\ a row win; the row that was complete in earlier turns, if both have one.
\
\ perft: 36 1296 45432
\
\ Each of the nine squares is drawn as three by three cells. The pair of turn n has cell n of its two
\ squares, counted from 1 row by row, so a cell says whose it is and in which turn it came.

{board
	9 9 {grid}
	{variable} ring   \ the turn whose pair closed a ring that has not collapsed, or 0
board}

{players
	{player} X
	{player} O
players}

{turn-order
	{turn} X
	{turn} O
turn-order}

DEFER MARK    \ The two types, which are declared below.
DEFER GHOST

\ ---- Squares and cells ----

: cell ( square n -- pos )   \ Where the pair of turn n is drawn in a square, 0 to 8.
	1- 3 /MOD            ( square column row )
	ROT 3 /MOD           ( column row column' row' )
	ROT SWAP 3 * + 9 *   ( column column' 9*row )
	SWAP 3 * + +
;

: square-of ( pos -- square )   \ The square of a cell.
	$IndexToPosition 3 / 3 * SWAP 3 / +
;

: turn-of ( pos -- n )   \ The turn of a cell.
	$IndexToPosition 3 MOD 3 * SWAP 3 MOD + 1+
;

: marked? ( square -- ? )   \ True when a square has collapsed.
	FALSE 10 1 DO OVER I cell piece-type-at MARK = OR LOOP
	SWAP DROP
;

: ghost? ( square n -- ? )   \ True while one of the pair of turn n is in a square.
	cell piece-type-at GHOST =
;

: bit ( square -- set )   \ The set of one square.
	1 SWAP BEGIN DUP WHILE SWAP 2* SWAP 1- REPEAT DROP
;

: pair ( n -- set )   \ The squares of the pair of turn n; none once it has collapsed.
	0 9 0 DO OVER I SWAP ghost? IF I bit OR ENDIF LOOP
	SWAP DROP
;

: other ( square n -- square' )   \ The other square of the pair of turn n.
	0 9 0 DO
		I 2 PICK ghost?  I 4 PICK <> AND IF DROP I ENDIF
	LOOP
	SWAP DROP SWAP DROP
;

: reach ( square -- set )   \ All squares that pairs link to a square, near or far.
	bit
	9 0 DO
		10 1 DO I pair 2DUP AND IF OR ELSE DROP ENDIF LOOP
	LOOP
;

\ ---- Moves ----

: ring! ( n -- )   \ Part of a move: a ring waits for its collapse, or none does.
	ring !
;

: pair-with ( set square -- )   \ A move: ghosts here and in a square; if those are linked they close a ring.
	drop
	current-piece-type OVER turn-number cell drop-piece-at
	bit AND IF turn-number COMPILE-LITERAL COMPILE ring! ENDIF
	add-move
;

: my-cell? ( -- ? )   \ True for the cells, in squares that have not collapsed, of this turn.
	ring @ 0= here turn-of turn-number = AND
	IF here square-of marked? NOT ELSE FALSE ENDIF
;

: entangle ( -- )   \ A pair in this square and in any later one.
	my-cell? verify
	here square-of DUP reach SWAP
	BEGIN 1+ DUP 9 < WHILE
		DUP marked? NOT IF 2DUP pair-with ENDIF
	REPEAT 2DROP
;

: finish ( -- )   \ A mark in the only square that has not collapsed.
	my-cell? verify
	0 9 0 DO I marked? IF 1+ ENDIF LOOP 8 = verify
	drop add-move
;

10 [] done   \ which pairs have collapsed in the move in the making

: collapse ( square n -- )   \ The pair of turn n becomes a mark in a square, and drives all others out.
	TRUE OVER done !
	MARK 2 PICK 2 PICK cell change-type-at
	2DUP other OVER cell capture-at
	DROP
	10 1 DO
		DUP I ghost? I done @ NOT AND IF DUP I other I RECURSE ENDIF
	LOOP DROP
;

: measure ( -- )   \ The pair that closed a ring becomes a mark here; its maker's opponent then goes on.
	ring @ verify
	here square-of ring @ ghost? verify
	here turn-of ring @ = verify
	10 1 DO FALSE I done ! LOOP
	here square-of ring @ collapse
	0 COMPILE-LITERAL COMPILE ring!
	partial add-move
;

{moves mark-drops
	{move} measure
	{move} finish
moves}

{moves ghost-drops
	{move} entangle
moves}

{pieces
	{piece} mark  {drops} mark-drops
	{piece} ghost {drops} ghost-drops
pieces}

' mark IS MARK
' ghost IS GHOST

: OnPosition ( -- )   \ Only a pair that is there can have closed a ring.
	ring @ IF ring @ pair 0= IF ring OFF ENDIF ENDIF
;

\ ---- The end of the game ----

VARIABLE whose   \ the player whose rows are looked for

: age ( square -- n )   \ The turn of a mark of that player, 100 if there is none.
	100 10 1 DO OVER I cell piece-at whose @ mark OR = IF DROP I ENDIF LOOP
	SWAP DROP
;

: row ( step square -- n )   \ The turn in which three squares, a step apart, were complete.
	DUP age >R  OVER + DUP age >R  + age R> MAX R> MAX
;

: first-row ( player -- n )   \ The turn of the first row of a player, 100 if there is none.
	whose !
	1 0 row  1 3 row MIN  1 6 row MIN
	3 0 row MIN  3 1 row MIN  3 2 row MIN
	4 0 row MIN  2 2 row MIN
;

: opponent ( -- player )   \ The player who is not about to move.
	current-player X = IF O ELSE X ENDIF
;

: OnIsGameOver ( -- result )   \ The earlier row wins; a board full of marks is a draw.
	current-player first-row opponent first-row
	2DUP < IF 2DROP #WinScore EXIT ENDIF
	> IF #LossScore EXIT ENDIF
	stalemate? IF #DrawScore ELSE #UnknownScore ENDIF
;

\ ---- A judgement for the built-in search ----

CREATE chances   \ How many rows run through each square.
	3 , 2 , 3 ,  2 , 4 , 2 ,  3 , 2 , 3 ,

: OnEvaluate ( -- score )   \ Rows through the squares of each side: a mark counts four, a ghost one.
	0 81 0 DO
		I not-empty-at? IF
			I square-of CELLS chances + @
			I piece-type-at mark = IF 4 * ENDIF
			I friend-at? NOT IF NEGATE ENDIF +
		ENDIF
	LOOP
;
