\ fox-and-hounds.4th -- one fox against four hounds.
\
\ The fox is put on a dark square of the first rank, and moves; then the players take turns. It goes one
\ square slanting in any direction, a hound only down the board; nothing is taken. The fox wins on the
\ last rank; who cannot move loses.
\
\ perft: 4 7 49 182 1118 3096 18792 70174 424568

{board
	8 8 {grid}
board}

{directions
	-1 -1 {direction} northwest
	-1  1 {direction} northeast
	 1 -1 {direction} southwest
	 1  1 {direction} southeast
directions}

{players
	{player} Fox
	{player} Hounds
players}

{turn-order
	{turn} Fox   \ to choose a square
	{repeat}
	{turn} Fox
	{turn} Hounds
turn-order}

\ ---- Moves ----

: enter ( -- )   \ In the first turn the fox is put on a1, c1, e1 or g1.
	turn-number 1 = verify
	here a1 >= here 2 MOD 0= AND verify
	drop add-move
;

: step ( ? -- )   \ Onto the empty square a direction led to, if it led to one.
	verify
	empty? verify
	from here move add-move
;

: step-northwest ( -- )   northwest step ;
: step-northeast ( -- )   northeast step ;
: step-southwest ( -- )   southwest step ;
: step-southeast ( -- )   southeast step ;

{moves fox-drops
	{move} enter
moves}

{moves fox-moves
	{move} step-northwest
	{move} step-northeast
	{move} step-southwest
	{move} step-southeast
moves}

{moves hound-moves
	{move} step-southwest
	{move} step-southeast
moves}

{pieces
	{piece} fox   {moves} fox-moves {drops} fox-drops
	{piece} hound {moves} hound-moves
pieces}

{board-setup
	{setup} Hounds hound b8  {setup} Hounds hound d8  {setup} Hounds hound f8  {setup} Hounds hound h8
board-setup}

\ ---- The end of the game ----

: escaped? ( -- ? )   \ Whether the fox stands on the last rank.
	FALSE 8 0 DO I piece-type-at fox = OR LOOP
;

: OnIsGameOver ( -- result )   \ A fox that has just escaped has won, and its hounds are to move.
	escaped? stalemate? OR IF #LossScore ELSE #UnknownScore ENDIF
;

\ ---- A judgement for the built-in search ----

CREATE seen 64 ALLOT   \ a byte for each square the flood has met

: meet ( ? -- )   \ Put the square a direction led to in the queue, if it is empty and new.
	empty? AND here seen + C@ 0= AND
	IF 1 here seen + C!  here ringbuffer-add-item ENDIF
;

: room ( pos -- n )   \ How many squares the fox could reach from here if the hounds stood still.
	seen 64 ERASE  ringbuffer-reset ringbuffer-add-item
	0 BEGIN ringbuffer-empty? NOT
	WHILE
		1+ ringbuffer-remove-item
		DUP to northwest meet  DUP to northeast meet
		DUP to southwest meet  to southeast meet
	REPEAT
;

: fox-square ( -- pos )   \ Where the fox is; a1 before it has come.
	a1 64 0 DO I piece-type-at fox = IF DROP I ENDIF LOOP
;

: OnEvaluate ( -- score )   \ The fox wants room and to be far up.
	fox-square DUP room SWAP 8 / 3 * -
	current-player Hounds = IF NEGATE ENDIF
;
