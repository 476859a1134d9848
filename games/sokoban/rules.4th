\ rules.4th -- the rules of sokoban, for the levels of this folder.
\
\ Levels are drawn in the letters that are usual: # wall, @ keeper, $ crate, . goal, * crate on a goal,
\ + keeper on a goal, blank or - floor.

500 CONSTANT patience   \ Moves after which a level is lost.

{board
	7 8 {grid}
	1 {mark} target   \ where a crate belongs
board}

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

\ ---- Drawings of levels ----

: put ( type -- )   \ A piece of this type stands here.
	Keeper OR here (add-piece)
;

: place ( c -- )   \ What a letter of a drawing stands for.
	DUP ASCII # = IF DROP wall put EXIT ENDIF
	DUP ASCII . = OVER ASCII * = OR OVER ASCII + = OR IF 1 here target-now! ENDIF
	DUP ASCII $ = OVER ASCII * = OR IF DROP crate put EXIT ENDIF
	DUP ASCII @ = OVER ASCII + = OR IF DROP man put EXIT ENDIF
	DUP BL = OVER ASCII - = OR SWAP ASCII . = OR NOT ABORT" no letter of a drawing: # @ $ . * + - or a blank"
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
	0 $positions @ 0 DO I crate-at? IF I target-at NOT IF 1+ ENDIF ENDIF LOOP
;

: hopeless? ( -- ? )   \ True when a crate that is not on a goal stands in a corner for ever.
	FALSE $positions @ 0 DO
		I crate-at? IF I target-at NOT IF I cornered? OR ENDIF ENDIF
	LOOP
;

: solved ( -- )   \ All crates are on goals.
	misplaced 0= IF Keeper goal ENDIF
;

: cornered ( -- )   \ A crate can never be brought to a goal.
	hopeless? IF Keeper loses ENDIF
;

: stuck ( -- )   \ The keeper has locked himself in.
	stalemate? IF Keeper loses ENDIF
;

: tired ( -- )   \ It has taken too long.
	turn-number patience > IF Keeper loses ENDIF
;

{endings
	solved   {ending} solved    3 {priority}
	cornered {ending} cornered  2 {priority}
	stuck    {ending} stuck     1 {priority}
	tired    {ending} patience
endings}

\ ---- A judgement for searches ----

: distance ( pos1 pos2 -- n )   \ Steps along rows and columns from one to the other.
	$IndexToPosition ROT $IndexToPosition
	ROT - ABS   ROT ROT - ABS +
;

: to-goal ( pos -- n )   \ Steps to the nearest goal.
	1000 $positions @ 0 DO
		I target-at IF OVER I distance MIN ENDIF
	LOOP SWAP DROP
;

: OnDistance ( -- n )   \ Each crate has to go that far at least, and a move pushes one crate one step.
	0 $positions @ 0 DO I crate-at? IF I to-goal + ENDIF LOOP
;

: OnEvaluate ( -- score )   \ What the crates have to go.
	OnDistance NEGATE
;
