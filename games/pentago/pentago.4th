\ pentago.4th -- put a marble, then turn a quarter of the board.
\
\ White begins. A turn is a marble on an empty square and a quarter turn, left or right, of one of the
\ four quadrants. Five or more in a row, column or diagonal win; five of both colours, or a full board
\ without them, are a draw.
\
\ perft: 288 80640 21934080

$flipGrid ON   \ a1 is the corner at the top left

{board
	6 6 {grid}
	{dummy-positions}   \ A turn is written as the drop of an arrow on a quadrant, and made by a COMPILEd word.
	{position} NW  {position} NE  {position} SW  {position} SE
board}

{players
	{player} White
	{player} Black
players}

{turn-order
	{turn} White
	{turn} Black
turn-order}

{pieces   \ Declared again below, with the moves; here for their names.
	{piece} marble
	{piece} left
	{piece} right
pieces}

\ ---- Moves ----

CREATE ring   \ From the middle of a quadrant to the squares around it, clockwise from the top left.
	-7 , -6 , -5 , 1 , 7 , 6 , 5 , -1 ,

8 [] lifted   \ what stood on them

: around ( middle i -- pos )   \ A square of the ring.
	7 AND CELLS ring + @ +
;

: put ( piece pos -- )   \ A marble, or nothing.
	OVER IF (add-piece) ELSE (remove-piece) DROP ENDIF
;

: turn ( middle by -- )   \ Part of a move: shift the ring of a quadrant by so many squares.
	8 0 DO OVER I around piece-at I lifted ! LOOP
	8 0 DO 2DUP I + around I lifted @ SWAP put LOOP
	2DROP
;

: place-and-turn ( by arrow middle quadrant -- )   \ One move, written `White marble a1 White left NW`.
	drop
	2 PICK OVER drop-piece-at
	COMPILE-LITERAL COMPILE (remove-piece)
	COMPILE-LITERAL DROP COMPILE-LITERAL COMPILE turn
	add-move
;

: place ( -- )   \ A marble may go on any empty square, and any quadrant may turn.
	empty? verify
	6 left b2 NW place-and-turn  2 right b2 NW place-and-turn
	6 left e2 NE place-and-turn  2 right e2 NE place-and-turn
	6 left b5 SW place-and-turn  2 right b5 SW place-and-turn
	6 left e5 SE place-and-turn  2 right e5 SE place-and-turn
;

{moves marble-drops
	{move} place
moves}

{pieces
	{piece} marble {drops} marble-drops
	{dummy-pieces}
	{piece} left
	{piece} right
pieces}

\ ---- The end of the game, and a judgement for the built-in search ----
\ Both look at all 32 ways to have five squares in line. An own marble counts 1 and an enemy one 16, so
\ that one sum tells how many there are of both.

: fives, ( down right -- )   \ Append all fives that run in a direction.
	6 0 DO 6 0 DO
		OVER 4 * J + 6 <  OVER 4 * I + DUP -1 > SWAP 6 < AND AND
		IF J 6 * I + , 2DUP SWAP 6 * + , ENDIF
	LOOP LOOP 2DROP
;

32 CONSTANT #fives
CREATE fives   \ the first square of each, and the step to the next
	0 1 fives,  1 0 fives,  1 1 fives,  1 -1 fives,

CREATE worth   \ of none to four marbles
	0 , 1 , 4 , 16 , 64 , 0 ,

: marble-at ( pos -- n )   \ What a square counts.
	DUP friend-at? IF DROP 1 ELSE enemy-at? 16 AND ENDIF
;

: five ( i -- sum )   \ What the five with a number count.
	2* CELLS fives + DUP CELLSIZE + @ SWAP @
	DUP marble-at SWAP 4 0 DO 2 PICK + SWAP OVER marble-at + SWAP LOOP
	DROP SWAP DROP
;

: OnIsGameOver ( -- result )   \ A row can be anybody's: a turn may complete the opponent's.
	FALSE FALSE #fives 0 DO
		I five DUP 80 = SWAP 5 = ROT OR >R OR R>
	LOOP
	2DUP AND IF 2DROP #DrawScore EXIT ENDIF
	IF DROP #WinScore EXIT ENDIF
	IF #LossScore EXIT ENDIF
	stalemate? IF #DrawScore ELSE #UnknownScore ENDIF
;

: chance ( sum -- n )   \ A five is a chance for whoever alone has marbles there.
	DUP 16 < IF CELLS worth + @ EXIT ENDIF
	16 /MOD SWAP IF DROP 0 ELSE CELLS worth + @ NEGATE ENDIF
;

: OnEvaluate ( -- score )   \ All chances of the player to move, less those of his opponent.
	0 #fives 0 DO I five chance + LOOP
;
