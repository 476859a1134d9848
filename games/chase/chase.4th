\ chase.4th -- dice that run, ricochet, bump each other and split, on a board of hexagons.
\
\ Each side has dice that show 25 points together. A die moves as many fields as it shows, in a
\ straight line. Sides of the board are joined, top and bottom reflect. Who has fewer than five dice
\ loses. The README has the rules in full.
\
\ perft: 46 2114 95578

400 CONSTANT patience   \ Turns after which the game is a draw.

{board
	9 9 {grid}
	{variable} debt   \ points of lost dice that the player to move has still to spread
board}

e5 CONSTANT chamber

{players
	{player} Red
	{player} Blue
players}

{turn-order
	{turn} Red
	{turn} Blue
turn-order}

\ ---- Lines ----
\ Every second row is half a field farther right. Headings count from 0, east, against the clock by
\ sixths of a turn. A course is a field and a heading in one number; a table gives the next one.

: on-course ( pos heading -- course )   \ One number for both.
	81 * +
;

: spot ( course -- pos )   \ The field of a course.
	81 MOD
;

: heading ( course -- heading )   \ The heading of a course.
	81 /
;

: rows-down ( heading -- n )   \ -1 for the headings 1 and 2, 1 for 4 and 5, else 0.
	DUP 3 MOD 0= IF DROP 0 ELSE 3 < IF -1 ELSE 1 ENDIF ENDIF
;

: columns-right ( row heading -- n )   \ Columns to the right on a row: half steps depend on the row.
	DUP 0= IF 2DROP 1 EXIT ENDIF
	DUP 3 = IF 2DROP -1 EXIT ENDIF
	DUP 1 = SWAP 5 = OR IF 2 MOD ELSE 2 MOD 1- ENDIF
;

: reflected ( row heading -- heading' )   \ The heading behind the wall above the top or below the bottom.
	DUP rows-down ROT + DUP 0< SWAP 8 > OR IF 6 SWAP - ENDIF
;

: ahead ( course -- course' )   \ One field on.
	DUP spot 9 /   OVER heading OVER SWAP reflected   ( course row heading' )
	2DUP columns-right >R
	DUP rows-down ROT + 9 *                            ( course heading' 9*row' )
	ROT 9 MOD R> + 9 + 9 MOD +                         ( heading' pos' )
	SWAP on-course
;

: courses, ( -- )   \ Append what `ahead` gives for each course.
	486 0 DO I ahead , LOOP
;

CREATE courses  courses,

: step ( course -- course' )   \ One field on, from the table.
	CELLS courses + @
;

: turned ( course sixths -- course' )   \ The same field, with another heading.
	OVER heading + 6 MOD SWAP spot SWAP on-course
;

\ ---- Dice ----

: dice ( player -- n )   \ How many dice a player has.
	0 81 0 DO OVER I player-at = IF 1+ ENDIF LOOP
	SWAP DROP
;

: weakest ( -- n )   \ What the weakest of the mover's dice shows.
	6 81 0 DO I friend-at? IF I piece-type-at MIN ENDIF LOOP
;

: owe ( n -- )   \ Part of a move that takes a die: its owner will have to spread its points.
	debt +!
;

\ ---- Moving ----
\ What is recorded first is done first, so whoever is bumped leaves before the bumper arrives.

VARIABLE entered   \ TRUE once the move in the making has led through the chamber
VARIABLE lifted    \ TRUE once the die that moves had to be taken up, to make room where it stood

DEFER arrive ( pos course -- )   \ Record how the die from a field comes to a course's field.

: make-room ( course -- )   \ Record what happens to the die on a course's field, if there is one.
	DUP spot from = IF spot capture-at lifted ON EXIT ENDIF   \ all around the board
	DUP spot enemy-at? IF spot piece-type-at COMPILE-LITERAL COMPILE owe EXIT ENDIF
	DUP spot friend-at? IF DUP spot SWAP step arrive EXIT ENDIF
	DROP
;

: come ( pos course -- )   \ Record a die that comes to a field where it will be alone.
	DUP make-room  spot
	OVER from = lifted @ AND IF current-piece-type SWAP create-piece-type-at DROP ELSE move ENDIF
;

: halves ( n -- right left )   \ The points of the two dice that leave the chamber.
	DUP 2/ SWAP OVER -
;

: split ( pos course -- )   \ Record what leaves the chamber: two dice, or the whole one to the left.
	entered @ NOT verify  entered ON
	OVER piece-type-at 1 = current-player dice 10 = OR IF 1 turned step come EXIT ENDIF
	2DUP 1 turned step come
	OVER piece-type-at halves                            ( pos course right left )
	2 PICK 1 turned step spot change-type-at             ( pos course right )
	SWAP 5 turned step DUP make-room                     ( pos right course' )
	spot DUP enemy-at? IF DUP capture-at ENDIF
	create-piece-type-at DROP
;

: to-field ( pos course -- )   \ Record a die that comes to a field or into the chamber.
	DUP spot chamber = IF split ELSE come ENDIF
;

' to-field IS arrive

: free? ( course -- ? )   \ True when a die may run through a course's field.
	spot DUP empty-at? SWAP chamber <> AND
;

: open? ( heading -- ? )   \ True when no wall is next to the die there: a wall leads where another way does.
	from OVER on-course step heading =
;

: run ( heading -- )   \ A move: as many fields as the die shows; those on the way must be free.
	debt @ 0= verify
	DUP open? verify
	entered OFF  lifted OFF
	from SWAP on-course   current-piece-type
	BEGIN 1- DUP WHILE
		SWAP step DUP free? verify SWAP
	REPEAT DROP
	from SWAP step arrive
	add-move
;

: run-0 ( -- ) 0 run ;
: run-1 ( -- ) 1 run ;
: run-2 ( -- ) 2 run ;
: run-3 ( -- ) 3 run ;
: run-4 ( -- ) 4 run ;
: run-5 ( -- ) 5 run ;

\ ---- Points that change hands ----

: give ( pos n -- )   \ One exchange: n points from this die to the one there.
	current-piece-type OVER - from change-type-at
	OVER piece-type-at + SWAP change-type-at
	add-move
;

: exchange-with ( pos -- )   \ All ways to give points to the die there: both go on showing 1 to 6.
	DUP friend-at? NOT IF DROP EXIT ENDIF
	0 BEGIN
		1+ DUP current-piece-type <
		OVER 3 PICK piece-type-at + 7 < AND
	WHILE 2DUP give
	REPEAT 2DROP
;

: exchange ( -- )   \ With each neighbour.
	debt @ 0= verify
	6 0 DO
		I open? IF from I on-course step spot exchange-with ENDIF
	LOOP
;

: spread ( -- )   \ While there are points to be spread, a weakest die takes what it can.
	debt @ verify
	current-piece-type weakest = verify
	6 current-piece-type - debt @ MIN
	DUP current-piece-type + change-type
	NEGATE COMPILE-LITERAL COMPILE owe
	partial add-move
;

{moves die-moves
	{move} spread
	{move} run-0  {move} run-1  {move} run-2  {move} run-3  {move} run-4  {move} run-5
	{move} exchange
moves}

{pieces   \ The type of a die is what it shows.
	{piece} one   {moves} die-moves
	{piece} two   {moves} die-moves
	{piece} three {moves} die-moves
	{piece} four  {moves} die-moves
	{piece} five  {moves} die-moves
	{piece} six   {moves} die-moves
pieces}

{board-setup
	{setup} Red one   a1  {setup} Red two   b1  {setup} Red three c1
	{setup} Red four  d1  {setup} Red five  e1  {setup} Red four  f1
	{setup} Red three g1  {setup} Red two   h1  {setup} Red one   i1
	{setup} Blue one   a9  {setup} Blue two   b9  {setup} Blue three c9
	{setup} Blue four  d9  {setup} Blue five  e9  {setup} Blue four  f9
	{setup} Blue three g9  {setup} Blue two   h9  {setup} Blue one   i9
board-setup}

\ ---- The end of the game ----

: OnIsGameOver ( -- result )   \ Fewer than five dice cannot show 25 points: they lose.
	current-player dice 5 < stalemate? OR IF #LossScore ELSE
	turn-number patience > IF #DrawScore ELSE #UnknownScore ENDIF ENDIF
;

\ ---- A judgement for the built-in search ----

: OnEvaluate ( -- score )   \ A die more is worth a hundred; then the number of moves.
	current-player material-balance 100 *
	move-count +
;
