\ eight-puzzle.4th -- eight tiles in a frame for nine, to be brought in order.
\
\ A tile next to the gap slides into it. Solved when the tiles read 1 to 8 row by row, the gap last;
\ lost after 200 moves. This start is one of the two that take longest: 31 moves.
\
\ perft: 3 8 24 64 192 512 1536 4096 12288 32768

200 CONSTANT patience

{board
	3 3 {grid}
board}

{directions
	-1  0 {direction} north
	 1  0 {direction} south
	 0  1 {direction} east
	 0 -1 {direction} west
directions}

{players
	{player} Player
players}

{turn-order
	{turn} Player
turn-order}

\ ---- Moves ----

: slide ( ? -- )   \ Into the place that a direction led to, if it is the gap.
	verify  empty? verify
	from here move add-move
;

: slide-north ( -- ) north slide ;
: slide-south ( -- ) south slide ;
: slide-east ( -- ) east slide ;
: slide-west ( -- ) west slide ;

{moves slides
	{move} slide-north
	{move} slide-south
	{move} slide-east
	{move} slide-west
moves}

{pieces   \ In order: the type of a tile, less 1, is the position where it belongs.
	{piece} one    {moves} slides
	{piece} two    {moves} slides
	{piece} three  {moves} slides
	{piece} four   {moves} slides
	{piece} five   {moves} slides
	{piece} six    {moves} slides
	{piece} seven  {moves} slides
	{piece} eight  {moves} slides
pieces}

{board-setup
	{setup} Player eight a3  {setup} Player six  b3  {setup} Player seven c3
	{setup} Player two   a2  {setup} Player five b2  {setup} Player four  c2
	{setup} Player three a1                          {setup} Player one   c1
board-setup}

\ ---- The end of the game ----

: in-order? ( -- ? )   \ True when each tile is where it belongs.
	TRUE 8 0 DO I piece-type-at I 1+ = AND LOOP
;

: OnIsGameOver ( -- result )   \ Solved, or out of patience.
	in-order? IF Player goal ENDIF
	turn-number patience > IF #LossScore ELSE #UnknownScore ENDIF
;

\ ---- A judgement for searches ----

: distance ( pos1 pos2 -- n )   \ Steps along rows and columns from one to the other.
	$IndexToPosition ROT $IndexToPosition
	ROT - ABS   ROT ROT - ABS +
;

: OnDistance ( -- n )   \ What the tiles have to go together: a move brings one of them one step nearer.
	0 9 0 DO
		I not-empty-at? IF I DUP piece-type-at 1- distance + ENDIF
	LOOP
;

: OnEvaluate ( -- score )   \ The less they have to go the better.
	OnDistance NEGATE
;
