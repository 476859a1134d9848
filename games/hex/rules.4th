\ rules.4th -- Hex on a board of any size: hex.4th and 3x3.4th say which.

$flipGrid ON   \ a1 is the corner at the top left

{board
	size size {grid}
board}

{directions   \ The rows of the rhombus are shifted: a cell has six neighbours, not eight.
	-1  0 {direction} north
	 1  0 {direction} south
	 0 -1 {direction} west
	 0  1 {direction} east
	-1  1 {direction} northeast
	 1 -1 {direction} southwest
directions}

{players
	{player} Red
	{player} Blue
players}

{turn-order
	{turn} Red
	{turn} Blue
turn-order}

\ ---- Moves ----

: place ( -- )   \ A stone may go on any empty cell.
	empty? verify
	drop add-move
;

{moves stone-drops
	{move} place
moves}

{pieces
	{piece} stone {drops} stone-drops
pieces}

\ ---- How far a player is from a chain ----
\ A flood begins at the first side of a player and runs over own stones at once. Empty cells at
\ its shore wait in the second queue until the flood has stopped; each round of them is one more
\ stone that the player lacks.

VARIABLE owner                 \ whose chain it is
CREATE seen size size * ALLOT  \ a byte for each cell the flood has met

: along ( -- ? )   \ One cell on along the player's first side.
	owner @ Red = IF east ELSE south ENDIF
;

: across ( -- ? )   \ One cell on towards the other side; FALSE there.
	owner @ Red = IF south ELSE east ENDIF
;

: meet ( -- )   \ Put the cell here in a queue if it can be part of the chain.
	here seen + DUP C@ IF DROP EXIT ENDIF
	1 SWAP C!
	empty? IF here ringbuffer2-add-item ENDIF
	player owner @ = IF here ringbuffer-add-item ENDIF
;

: meet-neighbours ( pos -- )   \ The six cells around.
	DUP to north IF meet ENDIF      DUP to south IF meet ENDIF
	DUP to west IF meet ENDIF       DUP to east IF meet ENDIF
	DUP to northeast IF meet ENDIF  to southwest IF meet ENDIF
;

: flood ( -- ? )   \ Run over all that waits in the first queue; TRUE if it met the other side.
	FALSE
	BEGIN ringbuffer-empty? NOT
	WHILE
		ringbuffer-remove-item DUP meet-neighbours
		to across NOT OR
	REPEAT
;

: fill ( -- )   \ One more stone: the cells in the second queue go into the first.
	BEGIN ringbuffer2-empty? NOT
	WHILE ringbuffer2-remove-item ringbuffer-add-item
	REPEAT
;

: lacks ( most player -- n )   \ Stones the player lacks for a chain, or `most` if not fewer.
	owner !  seen size size * ERASE  ringbuffer-reset ringbuffer2-reset
	0 to BEGIN meet along NOT UNTIL
	0 BEGIN 2DUP > IF flood NOT ELSE FALSE ENDIF
	WHILE 1+ fill
	REPEAT
	SWAP DROP
;

\ ---- The end of the game, and a judgement for the built-in search ----

: OnIsGameOver ( -- result )   \ Who is about to move did not place the last stone.
	1 next-player lacks IF #UnknownScore ELSE #LossScore ENDIF
;

: OnEvaluate ( -- score )   \ Stones the opponent lacks, less those the player to move lacks.
	30 next-player lacks  30 current-player lacks  -
;
