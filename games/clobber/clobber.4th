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
\ An own stone can move wherever an enemy stone can, for they stand beside each other. What differs is how
\ many stones can move: they are the turns a player may still have.

: beside-enemy ( enemy 'dir -- enemy ? )   \ Whether a stone of that player stands that way.
	EXECUTE IF player OVER = ELSE FALSE ENDIF back
;

: mobile? ( pos -- ? )   \ Whether the stone there can take one.
	DUP home DUP to player-at White = IF Black ELSE White ENDIF
	['] north beside-enemy IF DROP TRUE EXIT ENDIF
	['] south beside-enemy IF DROP TRUE EXIT ENDIF
	['] east beside-enemy IF DROP TRUE EXIT ENDIF
	['] west beside-enemy SWAP DROP
;

: OnEvaluate ( -- score )   \ Own stones that can move, less the opponent's.
	0 30 0 DO
		I not-empty-at? IF
			I mobile? IF I friend-at? IF 1+ ELSE 1- ENDIF ENDIF
		ENDIF
	LOOP
;
