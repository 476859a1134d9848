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

\ ---- Stones as bits ----
\ The board in 30 bits, a6 the highest and e1 the lowest: a number for the stones of each side.

1073741823 CONSTANT board-bits

CREATE squares  30 CELLS ALLOT   \ the bit of each square

: note-squares ( -- )
	1 30 0 DO DUP 29 I - CELLS squares + ! 2* LOOP DROP
;

note-squares

: file-bits ( file -- bits )   \ The squares of a file.
	0 6 0 DO OVER I 5 * + CELLS squares + @ OR LOOP SWAP DROP
;

0 file-bits CONSTANT a-file
4 file-bits CONSTANT e-file

: beyond ( bits direction -- bits )   \ The squares beside in direction 0 (north), 1 (south), 2 (west) or 3 (east).
	DUP 0 = IF DROP 32 * board-bits AND ELSE
	DUP 1 = IF DROP 32 / ELSE
	2 = IF a-file INVERT AND 2* ELSE e-file INVERT AND 2/ ENDIF ENDIF ENDIF
;

: beside ( bits -- bits )   \ The squares beside, in all directions.
	board-bits AND
	DUP 32 * board-bits AND  OVER 32 / OR
	OVER a-file INVERT AND 2* OR
	SWAP e-file INVERT AND 2/ OR
;

CREATE ones  1024 ALLOT   \ how many bits of a number are set

: count-ones ( -- )
	0 ones C!
	1024 1 DO I 2/ ones + C@  I 1 AND +  ones I + C! LOOP
;

count-ones

: number ( bits -- n )   \ How many stones.
	DUP 1023 AND ones + C@  OVER 1024 / 1023 AND ones + C@ +  SWAP 1048576 / 1023 AND ones + C@ +
;

: stones ( -- mine theirs )   \ The stones of the player to move, and of the opponent.
	0 30 0 DO 2* I friend-at? - LOOP
	0 30 0 DO 2* I enemy-at? - LOOP
;

: grow ( bits all -- bits )   \ All stones of the groups that some stones belong to.
	SWAP BEGIN
		DUP beside 2 PICK AND OVER OR
		SWAP OVER <>
	WHILE REPEAT
	SWAP DROP
;

: living ( mine theirs -- mine theirs )   \ Without groups of one colour, where nothing is ever taken again.
	2DUP beside AND  2 PICK beside 2 PICK AND OR
	2 PICK 2 PICK OR grow
	ROT OVER AND ROT ROT AND
;

\ ---- A judgement for the built-in search ----
\ Both players always have equally many moves, so counting moves says nothing. What counts is which stones can go on:
\ how many friends and enemies stand beside each. The worths are those of a logistic regression on positions whose
\ value was known, in hundredths of log-odds, and so is that of being the player to move: Black has lost one more stone
\ then.

CREATE worths   \ of a stone with 0, 1, 2, 3 or 4 friends beside it
	  0 ,   5 ,  75 ,  90 ,  30 ,   \ and no enemy
	-50 ,  60 ,  50 ,  75 ,   0 ,   \ one enemy
	 10 ,   5 ,  35 ,   0 ,   0 ,   \ two
	-10 ,  -5 ,   0 ,   0 ,   0 ,   \ three
	-50 ,                           \ four

: worth-of ( mine theirs -- n )   \ What the first stones are worth together.
	0 2 PICK BEGIN DUP WHILE
		DUP DUP NEGATE AND SWAP OVER XOR SWAP beside     ( mine theirs n left near )
		DUP 5 PICK AND number  SWAP 4 PICK AND number
		5 * + CELLS worths + @
		ROT + SWAP
	REPEAT
	DROP SWAP DROP SWAP DROP
;

: OnEvaluate ( -- score )   \ Worths of own stones, less those of the opponent's.
	stones living
	2DUP worth-of ROT ROT SWAP worth-of -
	current-player White = IF 60 ELSE 240 ENDIF +
;

\ ---- What is certain ----
\ Nobody can reach one group of stones from another, so a position is a sum of games in the sense of Conway. A group in
\ which whoever moves first loses is worth nothing, and can be taken off the board. If what is left are groups that
\ the same player wins, whoever moves first, that player wins all of it, and so does a player who moves first in the only
\ group that is won by moving first. Small groups are searched to their end, once: results are kept.

10 CONSTANT small   \ stones of a group that is searched

32768 CONSTANT places
CREATE results  places 2* CELLS ALLOT   \ for each place the stones of both, with a bit above if the first to move wins

: place ( mine theirs -- addr )   \ Where the result of some stones is kept.
	-1640531527 * SWAP -1028477387 * + 2147483647 AND  2147483647 places / / 8 * results +
;

: known ( mine theirs -- n )   \ 2 if who moves first wins, 1 if not, 0 if that is not known.
	2DUP place DUP @ 3 PICK = IF
		4 + @ DUP board-bits AND 2 PICK = IF board-bits > IF 2 ELSE 1 ENDIF ELSE DROP 0 ENDIF
	ELSE DROP 0 ENDIF
	SWAP DROP SWAP DROP
;

: keep-result ( mine theirs wins? -- )   \ Keep it; a place is empty until all is there.
	IF board-bits 1+ OR ENDIF
	OVER OVER board-bits AND place
	0 OVER !  SWAP OVER 4 + !  !
;

: wins? ( mine theirs -- ? )   \ Whether the player who moves first, with the first stones, makes the last move.
	2DUP known DUP IF SWAP DROP SWAP DROP 2 = EXIT ENDIF DROP
	FALSE
	4 0 DO
		2 PICK I beyond 2 PICK AND               ( mine theirs won? targets )
		BEGIN OVER 0= OVER 0<> AND WHILE
			DUP DUP NEGATE AND
			3 PICK OVER XOR                      \ the opponent's stones without the one taken
			5 PICK 2 PICK I 1 XOR beyond XOR 2 PICK OR
			living OVER IF RECURSE ELSE 2DROP FALSE ENDIF 0=
			ROT ROT XOR ROT ROT OR SWAP
		REPEAT DROP
		DUP IF LEAVE ENDIF
	LOOP
	2 PICK 2 PICK 2 PICK keep-result
	SWAP DROP SWAP DROP
;

VARIABLE won     \ groups that the player to move wins, whoever moves first
VARIABLE lost    \ that the opponent wins
VARIABLE open    \ that is won by moving first
VARIABLE large   \ that are too large to be searched
VARIABLE gone    \ bits of stones that no longer count

: judge-group ( mine theirs group -- )   \ Count one group of living stones.
	DUP number small > IF DROP 2DROP large ++ EXIT ENDIF
	ROT OVER AND ROT 2 PICK AND
	2DUP wins? ROT ROT SWAP wins?                ( group mine-first? theirs-first? )
	2DUP OR 0= IF 2DROP gone @ OR gone ! EXIT ENDIF
	2DUP AND IF open ++ ELSE OVER IF won ++ ELSE lost ++ ENDIF ENDIF
	2DROP DROP
;

: judge-groups ( mine theirs -- )   \ Count all groups.
	0 won !  0 lost !  0 open !  0 large !
	2DUP OR BEGIN DUP WHILE
		DUP DUP NEGATE AND OVER grow             ( mine theirs left group )
		3 PICK 3 PICK 2 PICK judge-group
		XOR
	REPEAT
	DROP 2DROP
;

: take-off ( bits -- )   \ Take stones off the board.
	30 0 DO DUP I CELLS squares + @ AND IF I (remove-piece) ENDIF LOOP
	DROP
;

: groups-result ( -- result )   \ What the groups come to, for the player to move.
	large @ IF #UnknownScore EXIT ENDIF
	lost @ 0= open @ 2 < AND IF won @ open @ OR IF #WinScore ELSE #LossScore ENDIF EXIT ENDIF
	won @ open @ OR IF #UnknownScore ELSE #LossScore ENDIF
;

: OnForesee ( -- result )   \ Take off what no longer counts; the result, if the groups that are left decide.
	stones 2DUP OR ROT ROT living                ( all mine theirs )
	2DUP OR 3 PICK XOR gone !
	judge-groups DROP
	gone @ DUP IF take-off ELSE DROP ENDIF
	groups-result
;
