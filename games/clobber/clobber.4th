\ clobber.4th -- take a neighbour while you can.
\
\ Stones of both colours fill a board of five columns and six rows like a chessboard; White begins. A stone
\ takes an enemy stone on a square beside it, and nothing else. Who cannot move loses.
\
\ perft: 49 2116 80063 2630382

{board
	6 5 {grid}
board}

{directions
	-1 0 {direction} north
	 1 0 {direction} south
	0  1 {direction} east
	0 -1 {direction} west
directions}

{players
	{player} White
	{player} Black
players}

{turn-order
	{turn} White
	{turn} Black
turn-order}

: clobber ( ? -- )   \ Take the enemy stone a direction led to, if it led to one.
	verify
	enemy? verify
	from here move add-move
;

: clobber-north ( -- )   north clobber ;
: clobber-south ( -- )   south clobber ;
: clobber-east ( -- )   east clobber ;
: clobber-west ( -- )   west clobber ;

{moves stone-moves
	{move} clobber-north
	{move} clobber-south
	{move} clobber-east
	{move} clobber-west
moves}

{pieces
	{piece} stone {moves} stone-moves
pieces}

{board-setup
	{setup} Black stone a1  {setup} White stone b1  {setup} Black stone c1  {setup} White stone d1  {setup} Black stone e1
	{setup} White stone a2  {setup} Black stone b2  {setup} White stone c2  {setup} Black stone d2  {setup} White stone e2
	{setup} Black stone a3  {setup} White stone b3  {setup} Black stone c3  {setup} White stone d3  {setup} Black stone e3
	{setup} White stone a4  {setup} Black stone b4  {setup} White stone c4  {setup} Black stone d4  {setup} White stone e4
	{setup} Black stone a5  {setup} White stone b5  {setup} Black stone c5  {setup} White stone d5  {setup} Black stone e5
	{setup} White stone a6  {setup} Black stone b6  {setup} White stone c6  {setup} Black stone d6  {setup} White stone e6
board-setup}

: OnIsGameOver ( -- result )   \ No move, no game.
	stalemate? IF #LossScore ELSE #UnknownScore ENDIF
;

\ ---- A judgement for the built-in search ----
\ Both players always have equally many moves, so counting moves says nothing. What counts is how long stones
\ can go on: a stone without enemies beside it is out of the game, unless friends bring some; one with a single
\ enemy beside it and no friend can take once, or be taken. The worths are those of a logistic regression on
\ positions whose value was known, in hundredths of log-odds, and so is that of being the player to move.

CREATE worths   \ of a stone with 0, 1, 2, 3 or 4 friends beside it
	-105 , -110 ,  -40 , -35 , -100 ,   \ and no enemy
	-120 ,  -15 ,  -20 , -10 ,    0 ,   \ one enemy
	 -25 ,  -40 ,    0 ,   0 ,    0 ,   \ two
	   0 ,   25 ,    0 ,   0 ,    0 ,   \ three
	  55 ,                              \ four

CREATE sides  48 CELLS ALLOT   \ squares in rows of six with a margin: 1 an own stone, 5 an enemy stone, 0 none

: side ( row column -- addr )   \ Where the side of a square is kept.
	SWAP 1+ 6 * + 1+ CELLS sides +
;

: note-sides ( -- )   \ Note whose stones stand where.
	6 0 DO 5 0 DO
		J 5 * I + DUP friend-at? IF DROP 1 ELSE enemy-at? IF 5 ELSE 0 ENDIF ENDIF
		J I side !
	LOOP LOOP
;

: beside ( addr -- own enemies )   \ How many stones of both stand beside a square.
	DUP 24 - @ OVER 24 + @ + OVER 4 - @ + SWAP 4 + @ +
	5 /MOD
;

: stone-worth ( friends enemies -- n )   \ What a stone is worth by those beside it.
	5 * + CELLS worths + @
;

: OnEvaluate ( -- score )   \ Worths of own stones, less those of the opponent's.
	note-sides
	80 6 0 DO 5 0 DO
		J I side DUP @
		DUP 1 = IF DROP beside stone-worth + ELSE
		IF beside SWAP stone-worth - ELSE DROP ENDIF ENDIF
	LOOP LOOP
	sides 48 CELLS ERASE   \ nothing is left for later
;
