\ breakthrough.4th -- a race of men to the other side, and a word that counts how it can go on.
\
\ Rules as in games/breakthrough, where the engine itself counts. Here the script does: it walks the
\ lists of moves, clones the board, makes a move and looks below.

{board
	8 8 {grid}
board}

{directions
	-1  0 {direction} ahead
	-1  1 {direction} ahead-right
	-1 -1 {direction} ahead-left
	 1  0 {direction} behind
	 1  1 {direction} behind-right
	 1 -1 {direction} behind-left
directions}

DEFER counting ( -- n )   \ White's engine, so that it is compiled with the game

{players
	{player} White {search-engine} counting
	{player} Black
players}

{turn-order
	{turn} White
	{turn} Black
turn-order}

{symmetries
	Black {symmetry} ahead behind
	Black {symmetry} ahead-right behind-right
	Black {symmetry} ahead-left behind-left
symmetries}

\ ---- Moves ----

: straight ( -- )   \ One square ahead, if it is empty.
	ahead verify
	empty? verify
	from here move add-move
;

: aside ( ? -- )   \ To the square a direction has led to, unless a friend is there.
	verify
	friend? NOT verify
	from here move add-move
;

: to-right ( -- )   \ One square ahead and to the right.
	ahead-right aside
;

: to-left ( -- )   \ One square ahead and to the left.
	ahead-left aside
;

{moves man-moves
	{move} straight
	{move} to-right
	{move} to-left
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

: reached? ( player -- ? )   \ True when an enemy of the player stands on his first rank.
	FALSE SWAP
	DUP White = IF a1 ELSE a8 ENDIF
	DUP 8 + SWAP DO
		I not-empty-at? IF I player-at OVER <> IF SWAP DROP TRUE SWAP ENDIF ENDIF
	LOOP DROP
;

: OnIsGameOver ( -- result )   \ An enemy on the first rank wins, and who cannot move loses.
	current-player reached? stalemate? OR IF #LossScore ELSE #UnknownScore ENDIF
;

\ ---- Counting ----

: leaves ( depth turn -- n )   \ Sequences of that many moves from here, a turn's player beginning.
	DUP turn-offset-to-player reached? IF 2DROP 0 EXIT ENDIF
	DUP turn-offset-to-player FALSE 0 $GenerateMoves
	OVER 1 = IF 2DROP move-count $DeallocateMoves EXIT ENDIF
	0 $FirstMove
	BEGIN DUP WHILE   \ depth turn n move
		$CloneBoard
		DUP .moveCFA EXECUTE
		3 PICK 1- 3 PICK next-turn-offset RECURSE
		$DeallocateBoard
		ROT + SWAP $NextMove
	REPEAT DROP
	$DeallocateMoves
	SWAP DROP SWAP DROP
;

: perft5 ( -- n )   \ Sequences of five moves.
	5 turn-offset leaves
;

' perft5 IS counting
