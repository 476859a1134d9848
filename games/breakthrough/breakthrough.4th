\ breakthrough.4th -- a race of men to the other side.
\
\ Each player has two ranks of men, White at the bottom; White begins. A man goes one square
\ straight or slanting ahead, and takes an enemy slanting ahead only. Who reaches the last rank
\ wins; who has no men left, and so no move, loses.
\
\ perft: 22 484 11132 256036 6182818

{board
	8 8 {grid}
board}

{directions
	-1  0 {direction} north
	 1  0 {direction} south
	-1  1 {direction} northeast
	 1  1 {direction} southeast
	-1 -1 {direction} northwest
	 1 -1 {direction} southwest
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
	Black {symmetry} north south
	Black {symmetry} northeast southeast
	Black {symmetry} northwest southwest
symmetries}

\ ---- Moves ----

: advance ( -- )   \ Straight ahead onto an empty square.
	north verify
	empty? verify
	from here move add-move
;

: slant ( ? -- )   \ Onto the square a direction led to, if it led to one without a friend.
	verify
	friend? NOT verify
	from here move add-move
;

: slant-east ( -- )   \ Ahead and to the right.
	northeast slant
;

: slant-west ( -- )   \ Ahead and to the left.
	northwest slant
;

{moves man-moves
	{move} advance
	{move} slant-east
	{move} slant-west
moves}

{pieces
	{piece} man {moves} man-moves
pieces}

{board-setup
	{setup} White man a1  {setup} White man b1  {setup} White man c1  {setup} White man d1
	{setup} White man e1  {setup} White man f1  {setup} White man g1  {setup} White man h1
	{setup} White man a2  {setup} White man b2  {setup} White man c2  {setup} White man d2
	{setup} White man e2  {setup} White man f2  {setup} White man g2  {setup} White man h2
	{setup} Black man a7  {setup} Black man b7  {setup} Black man c7  {setup} Black man d7
	{setup} Black man e7  {setup} Black man f7  {setup} Black man g7  {setup} Black man h7
	{setup} Black man a8  {setup} Black man b8  {setup} Black man c8  {setup} Black man d8
	{setup} Black man e8  {setup} Black man f8  {setup} Black man g8  {setup} Black man h8
board-setup}

\ ---- The end of the game ----

: home-rank ( -- pos )   \ The first square of the rank where the player to move began.
	current-player White = IF a1 ELSE a8 ENDIF
;

: invaded? ( -- ? )   \ True when an enemy stands on that rank.
	FALSE home-rank DUP 8 + SWAP
	DO I enemy-at? OR LOOP
;

: OnIsGameOver ( -- result )   \ An enemy at home loses, and so does having no men to move.
	invaded? stalemate? OR IF #LossScore ELSE #UnknownScore ENDIF
;

\ ---- A judgement for the built-in search ----

: progress ( pos -- n )   \ How many ranks the man there has come from his first one.
	DUP 8 / SWAP player-at White = IF 7 SWAP - ENDIF
;

: man-worth ( pos -- n )   \ A man counts for himself, and the more the farther he has come.
	progress DUP * 20 +
;

: OnEvaluate ( -- score )   \ Worth of the men of the player to move, less that of his opponent's.
	0 64 0 DO
		I friend-at? IF I man-worth + ENDIF
		I enemy-at? IF I man-worth - ENDIF
	LOOP
;
