\ amazons.4th -- move like a queen, and shoot an arrow that stays.
\
\ Each player has four amazons; White begins. An amazon moves as a queen does in chess, and from where
\ it has come shoots an arrow, which flies like a queen too and burns its square for good. Nothing
\ passes amazons or arrows, and nothing is taken. Who cannot move loses.
\
\ perft: 2176 4307152

{board
	10 10 {grid}
board}

{directions
	-1  0 {direction} n     1  0 {direction} s
	 0  1 {direction} e     0 -1 {direction} w
	-1  1 {direction} ne    1 -1 {direction} sw
	-1 -1 {direction} nw    1  1 {direction} se
directions}

{players
	{player} White
	{player} Black
	{neutral} Burnt
players}

{turn-order
	{turn} White
	{turn} Black
turn-order}

{pieces   \ Declared again below, with the moves; here for their names.
	{piece} amazon
	{piece} arrow
pieces}

\ ---- Moves ----

: free? ( -- ? )   \ The square the amazon has left is free for the arrow.
	empty? here from = OR
;

: shoot ( pos 'dir -- pos )   \ One move for each square where an arrow may stop.
	BEGIN DUP EXECUTE IF free? ELSE FALSE ENDIF
	WHILE
		from 2 PICK move
		Burnt arrow here create-player-piece-type-at
		add-move
	REPEAT
	DROP DUP to
;

: shoot-around ( -- )   \ All moves of the amazon to here.
	here
	['] n shoot  ['] ne shoot  ['] e shoot  ['] se shoot
	['] s shoot  ['] sw shoot  ['] w shoot  ['] nw shoot
	DROP
;

: slide ( 'dir -- )   \ Each square an amazon may go to.
	BEGIN DUP EXECUTE IF empty? ELSE FALSE ENDIF
	WHILE shoot-around
	REPEAT
	DROP back
;

: go ( -- )   \ In all eight directions.
	['] n slide  ['] ne slide  ['] e slide  ['] se slide
	['] s slide  ['] sw slide  ['] w slide  ['] nw slide
;

{moves amazon-moves
	{move} go
moves}

{pieces
	{piece} amazon {moves} amazon-moves
	{piece} arrow
pieces}

{board-setup
	{setup} White amazon a4   {setup} White amazon d1   {setup} White amazon g1   {setup} White amazon j4
	{setup} Black amazon a7   {setup} Black amazon d10  {setup} Black amazon g10  {setup} Black amazon j7
board-setup}

: OnIsGameOver ( -- result )   \ No move, no game.
	stalemate? IF #LossScore ELSE #UnknownScore ENDIF
;

\ ---- A judgement for the built-in search ----
\ A square belongs to the side that comes there in fewer moves, counted for moves of queens and again for steps of
\ kings (Lieberum, 2005). A row of the board is a number with a bit for each square, a1's row the last, the a-file the
\ highest bit: so all amazons of a side move at once. Both sides spread over the free squares in waves, one move each.

10 CONSTANT size

CREATE ones  1024 ALLOT   \ how many bits of a row are set

: count-ones ( -- )
	0 ones C!
	1024 1 DO I 2/ ones + C@  I 1 AND +  ones I + C! LOOP
;

count-ones

: squares ( bits -- n )   \ How many squares of a row.
	1023 AND ones + C@
;

CREATE files   512 , 256 , 128 , 64 , 32 , 16 , 8 , 4 , 2 , 1 ,

size [] free                                  \ squares without amazons and arrows
size [] front   size [] next                  \ where a wave comes from, and where it comes to
size [] my-amazons     size [] their-amazons
size [] my-front       size [] their-front    \ squares that the newest wave has reached
size [] mine           size [] theirs         \ squares that all waves have reached

: free-row ( row -- bits )   \ The free squares of a row.
	size *  0 size 0 DO 2* OVER I + empty-at? - LOOP  SWAP DROP
;

: note-amazon ( pos -- )   \ Set the bit of an amazon.
	DUP friend-at? SWAP size /MOD
	SWAP CELLS files + @ SWAP
	ROT IF my-amazons ELSE their-amazons ENDIF
	DUP @ ROT OR SWAP !
;

: note-board ( -- )   \ Note what stands where.
	size 0 DO
		0 I my-amazons !  0 I their-amazons !
		I free-row I free !
	LOOP
	size size * 0 DO I piece-type-at amazon = IF I note-amazon ENDIF LOOP
;

: westward ( row -- bits )   \ Squares that are reached along a row: a carry runs through the free ones.
	DUP front @ 2* SWAP free @ >R
	R@ AND DUP R@ + INVERT R> AND OR
;

: eastward ( row -- bits )   \ The same to the other side, by 1, 2, 4 and 8 squares.
	DUP front @ 2/ SWAP free @ SWAP OVER AND
	2DUP   2/ AND OR  SWAP DUP   2/ AND SWAP
	2DUP  4 / AND OR  SWAP DUP  4 / AND SWAP
	2DUP 16 / AND OR  SWAP DUP 16 / AND SWAP
	2DUP 256 / AND OR  SWAP DROP
;

: go-on ( straight west east previous row -- straight west east )   \ From one row to the next one, in three directions.
	free @ >R front @ >R
	R@ OR 2/ ROT ROT
	R@ OR 2* ROT ROT
	R> OR R@ AND ROT R@ AND ROT R> AND
;

: gather ( straight west east row -- straight west east )   \ Add what was reached in a row.
	next >R
	2 PICK 2 PICK OR OVER OR R@ @ OR R> !
;

: as-queens ( -- )   \ Where queens come from the front.
	size 0 DO I westward I eastward OR I next ! LOOP
	0 0 0 size 1 DO I 1- I go-on I gather LOOP
	2DROP DROP
	0 0 0 size 1 DO size I - size 1- I - go-on size 1- I - gather LOOP
	2DROP DROP
;

: front-or-none ( row -- bits )   \ The front in a row, nothing behind the last one.
	DUP size < IF front @ ELSE DROP 0 ENDIF
;

: as-kings ( -- )   \ Where kings come from the front.
	0 front @ 0   ( this-row row-before )
	size 0 DO
		OVER OR  I 1+ front-or-none  SWAP OVER OR
		DUP 2* OR DUP 2/ OR I free @ AND I next !
		SWAP
	LOOP
	2DROP
;

DEFER spread ( -- )   \ One of the two.

VARIABLE closer   \ squares that the player to move reaches in fewer moves, less those of the opponent
VARIABLE ties     \ squares that both reach in equally many
VARIABLE ahead    \ squares that the newest wave has reached first, less those of the opponent

: compare-row ( row -- ? )   \ Take in what the newest waves have reached in a row; whether it is anything.
	DUP my-front @ OVER their-front @                   ( row my their )
	OVER squares OVER squares - ahead +!
	2DUP AND squares ties +!
	2DUP INVERT AND 3 PICK theirs @ INVERT AND squares closer +!
	2DUP SWAP INVERT AND 3 PICK mine @ INVERT AND squares NEGATE closer +!
	2DUP OR 0<> >R
	2 PICK theirs DUP @ ROT OR SWAP !
	SWAP mine DUP @ ROT OR SWAP !
	R>
;

: wave ( -- ? )   \ Both sides move once; whether anything new was reached.
	size 0 DO I my-front @ I front ! LOOP
	spread
	size 0 DO I next @ I mine @ INVERT AND I my-front ! LOOP
	size 0 DO I their-front @ I front ! LOOP
	spread
	size 0 DO I next @ I theirs @ INVERT AND I their-front ! LOOP
	0 ahead !
	FALSE size 0 DO I compare-row OR LOOP
;

: begin-waves ( -- )   \ Nothing is reached but what the amazons stand on.
	0 closer !  0 ties !
	size 0 DO
		0 I mine !  0 I theirs !
		I my-amazons @ I my-front !  I their-amazons @ I their-front !
	LOOP
;

: queens-score ( -- score )   \ Nearer squares count, and how many the first two moves reach.
	['] as-queens IS spread  begin-waves
	wave DROP ahead @ 4 *
	wave DROP ahead @ 2* +
	BEGIN wave WHILE REPEAT
	closer @ 20 * +  ties @ 3 * +
;

: kings-score ( -- score )   \ Nearer squares for an amazon that goes step by step.
	['] as-kings IS spread  begin-waves
	BEGIN wave WHILE REPEAT
	closer @ 10 *  ties @ +
;

: OnEvaluate ( -- score )   \ Squares of the player to move, less those of the opponent.
	note-board queens-score kings-score +
;
