\ knightthrough.4th -- breakthrough with knights.
\
\ Each player has two ranks of knights, White at the bottom; White begins. A knight moves and takes as
\ in chess, but only ahead. Who reaches the last rank wins; who cannot move loses.
\
\ perft: 40 1600 63520 2521306

{board
	8 8 {grid}
board}

{directions   \ The four leaps of a knight that lead ahead, for White and for Black.
	-2 -1 {direction} far-left    -2 1 {direction} far-right
	-1 -2 {direction} wide-left   -1 2 {direction} wide-right
	 2 -1 {direction} back-left    2 1 {direction} back-right
	 1 -2 {direction} low-left     1 2 {direction} low-right
directions}

{players
	{player} White
	{player} Black
players}

{turn-order
	{turn} White
	{turn} Black
turn-order}

{symmetries   \ Moves are written as White makes them; Black's run the other way.
	Black {symmetry} far-left back-left
	Black {symmetry} far-right back-right
	Black {symmetry} wide-left low-left
	Black {symmetry} wide-right low-right
symmetries}

\ ---- Moves ----

: leap ( ? -- )   \ Onto the square a direction led to, if it led to one without a friend.
	verify
	friend? NOT verify
	from here move add-move
;

: leap-far-left ( -- )   far-left leap ;
: leap-far-right ( -- )   far-right leap ;
: leap-wide-left ( -- )   wide-left leap ;
: leap-wide-right ( -- )   wide-right leap ;

{moves knight-moves
	{move} leap-far-left
	{move} leap-far-right
	{move} leap-wide-left
	{move} leap-wide-right
moves}

{pieces
	{piece} knight {moves} knight-moves
pieces}

{board-setup
	{setup} White knight a1  {setup} White knight b1  {setup} White knight c1  {setup} White knight d1
	{setup} White knight e1  {setup} White knight f1  {setup} White knight g1  {setup} White knight h1
	{setup} White knight a2  {setup} White knight b2  {setup} White knight c2  {setup} White knight d2
	{setup} White knight e2  {setup} White knight f2  {setup} White knight g2  {setup} White knight h2
	{setup} Black knight a7  {setup} Black knight b7  {setup} Black knight c7  {setup} Black knight d7
	{setup} Black knight e7  {setup} Black knight f7  {setup} Black knight g7  {setup} Black knight h7
	{setup} Black knight a8  {setup} Black knight b8  {setup} Black knight c8  {setup} Black knight d8
	{setup} Black knight e8  {setup} Black knight f8  {setup} Black knight g8  {setup} Black knight h8
board-setup}

\ ---- The end of the game ----

: home-rank ( -- pos )   \ The first square of the rank where the player to move began.
	current-player White = IF a1 ELSE a8 ENDIF
;

: invaded? ( -- ? )   \ True when an enemy stands on that rank.
	FALSE home-rank DUP 8 + SWAP
	DO I enemy-at? OR LOOP
;

: OnIsGameOver ( -- result )   \ An enemy at home loses, and so does having no move.
	invaded? stalemate? OR IF #LossScore ELSE #UnknownScore ENDIF
;

\ ---- A judgement for the built-in search ----

: progress ( pos -- n )   \ How many ranks the knight there has come from the first one.
	DUP 8 / SWAP player-at White = IF 7 SWAP - ENDIF
;

: worth ( pos -- n )   \ A knight counts for itself, and the more the farther it has come.
	progress DUP * 20 +
;

: OnEvaluate ( -- score )   \ Worth of the knights of the player to move, less that of the opponent's.
	0 64 0 DO
		I friend-at? IF I worth + ENDIF
		I enemy-at? IF I worth - ENDIF
	LOOP
;
