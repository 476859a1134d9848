\ tour.4th -- a knight's tour, for a board of any size.
\
\ The player puts a knight on any square; from there it goes on by knight's moves, never to a square
\ where it has been. Won when it has been everywhere, lost when it is stuck before.

{directions   \ The eight moves of a knight: two steps this way, one that way.
	-2  1 {direction} north-right
	-2 -1 {direction} north-left
	 2  1 {direction} south-right
	 2 -1 {direction} south-left
	-1  2 {direction} east-left
	 1  2 {direction} east-right
	-1 -2 {direction} west-right
	 1 -2 {direction} west-left
directions}

{players
	{player} Player
players}

{turn-order
	{turn} Player
turn-order}

DEFER TRACK   \ The type that marks where the knight has been, which is declared below.

: on-tour ( -- )   \ Part of a move: one square more has been seen.
	seen ++
;

: begin ( -- )   \ The first move: onto any square.
	seen @ 0= verify
	drop COMPILE on-tour add-move
;

: leap ( ? -- )   \ Onto the square a direction led to, if it is new; a track stays behind.
	verify  empty? verify
	from here move
	TRACK from create-piece-type-at
	COMPILE on-tour add-move
;

: leap-1 ( -- ) north-right leap ;
: leap-2 ( -- ) north-left leap ;
: leap-3 ( -- ) south-right leap ;
: leap-4 ( -- ) south-left leap ;
: leap-5 ( -- ) east-left leap ;
: leap-6 ( -- ) east-right leap ;
: leap-7 ( -- ) west-right leap ;
: leap-8 ( -- ) west-left leap ;

{moves leaps
	{move} leap-1  {move} leap-2  {move} leap-3  {move} leap-4
	{move} leap-5  {move} leap-6  {move} leap-7  {move} leap-8
moves}

{moves beginnings
	{move} begin
moves}

{pieces
	{piece} knight {moves} leaps {drops} beginnings
	{piece} track
pieces}

' track IS TRACK

\ ---- The end of the game ----

: complete ( -- )   \ The knight has been everywhere.
	seen @ $positions @ = IF Player goal ENDIF
;

: stuck ( -- )   \ There is no new square to go to.
	stalemate? IF Player loses ENDIF
;

{endings
	complete {ending} complete  1 {priority}
	stuck    {ending} stuck
endings}

: OnPosition ( -- )   \ Count the squares where the knight has been.
	0 $positions @ 0 DO I not-empty-at? IF 1+ ENDIF LOOP seen !
;

\ ---- A judgement for the built-in search ----

: exit? ( ? -- n )   \ 1 if a direction led to a square that is new, else 0.
	IF empty? 1 AND ELSE 0 ENDIF
;

: exits ( pos -- n )   \ How many new squares are a knight's move away.
	0
	OVER to north-right exit? +  OVER to north-left exit? +
	OVER to south-right exit? +  OVER to south-left exit? +
	OVER to east-left exit? +    OVER to east-right exit? +
	OVER to west-right exit? +   OVER to west-left exit? +
	SWAP DROP
;

: OnEvaluate ( -- score )   \ Squares with few ways in get lost first: better that they are behind.
	0 $positions @ 0 DO
		I empty-at? IF 12 I exits - DUP * - ENDIF
	LOOP
;
