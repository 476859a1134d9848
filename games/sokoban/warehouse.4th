\ warehouse.4th -- the rules of sokoban, for the levels of this folder.
\
\ A level draws its map, row by row, in the letters that are usual: # wall, @ keeper, $ crate,
\ . goal, * crate on a goal, + keeper on a goal, - floor. Then it declares a board of that size and
\ loads this file.

500 CONSTANT patience   \ Moves after which a level is lost.

{directions
	-1  0 {direction} north
	 1  0 {direction} south
	 0  1 {direction} east
	 0 -1 {direction} west
directions}

{players
	{player} Keeper
players}

{turn-order
	{turn} Keeper
turn-order}

DEFER CRATE   \ The type of a crate, which is declared below.

\ ---- Moves ----

: push ( 'dir -- )   \ Part of a step onto a crate's square: the crate goes one square on.
	here SWAP
	EXECUTE verify  empty? verify
	DUP here move  to
;

: walk ( 'dir -- )   \ One step, onto a floor or against a crate that can be pushed.
	DUP EXECUTE verify
	empty? IF DROP ELSE
		piece-type CRATE = verify  push
	ENDIF
	from here move add-move
;

: walk-north ( -- ) ['] north walk ;
: walk-south ( -- ) ['] south walk ;
: walk-east ( -- ) ['] east walk ;
: walk-west ( -- ) ['] west walk ;

{moves walks
	{move} walk-north
	{move} walk-south
	{move} walk-east
	{move} walk-west
moves}

{pieces
	{piece} man  {moves} walks
	{piece} crate
	{piece} wall
pieces}

' crate IS CRATE

\ ---- The map ----

: drawn ( pos -- c )   \ What the map shows at a position.
	map + C@
;

: goal? ( pos -- ? )   \ True where a crate belongs.
	drawn DUP ASCII . = OVER ASCII * = OR SWAP ASCII + = OR
;

: shown ( c -- type )   \ The piece that a letter of the map stands for, 0 for none.
	DUP ASCII # = IF DROP wall EXIT ENDIF
	DUP ASCII $ = OVER ASCII * = OR IF DROP crate EXIT ENDIF
	DUP ASCII @ = SWAP ASCII + = OR IF man ELSE 0 ENDIF
;

: OnNewGame ( -- )   \ Set up the pieces that the map shows.
	$positions @ 0 DO
		I drawn shown DUP IF Keeper OR I (add-piece) ELSE DROP ENDIF
	LOOP
;

\ ---- The end of the game ----

: crate-at? ( pos -- ? )   \ True when a crate stands there.
	piece-type-at crate =
;

: blocked? ( pos 'dir -- ? )   \ True when a wall is next to a position in a direction.
	SWAP to EXECUTE IF piece-type wall = ELSE TRUE ENDIF
;

: cornered? ( pos -- ? )   \ True where a wall above or below meets one at the left or right.
	DUP ['] north blocked? OVER ['] south blocked? OR
	OVER ['] east blocked? ROT ['] west blocked? OR AND
;

: misplaced ( -- n )   \ How many crates are not on a goal.
	0 $positions @ 0 DO I crate-at? I goal? NOT AND IF 1+ ENDIF LOOP
;

: hopeless? ( -- ? )   \ True when a crate that is not on a goal stands in a corner for ever.
	FALSE $positions @ 0 DO
		I crate-at? IF I goal? NOT IF I cornered? OR ENDIF ENDIF
	LOOP
;

: OnIsGameOver ( -- result )   \ Solved when all crates are on goals.
	misplaced 0= IF #WinScore EXIT ENDIF
	hopeless? stalemate? OR turn-number patience > OR IF #LossScore ELSE #UnknownScore ENDIF
;

\ ---- A judgement for the built-in search ----

: distance ( pos1 pos2 -- n )   \ Steps along rows and columns from one to the other.
	$IndexToPosition ROT $IndexToPosition
	ROT - ABS   ROT ROT - ABS +
;

: to-goal ( pos -- n )   \ Steps to the nearest goal.
	1000 $positions @ 0 DO
		I goal? IF OVER I distance MIN ENDIF
	LOOP SWAP DROP
;

: OnEvaluate ( -- score )   \ What the crates have to go.
	0 $positions @ 0 DO I crate-at? IF I to-goal - ENDIF LOOP
;
