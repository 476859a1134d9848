\ breakthrough-perft.4th -- breakthrough, and its perft written with the words that scripts have.

{board
	8 8 {grid}
board}

{directions
	-1  0 {direction} north      1  0 {direction} south
	-1  1 {direction} northeast  1  1 {direction} southeast
	-1 -1 {direction} northwest  1 -1 {direction} southwest
directions}

{players
	{player} White
	{player} Black
players}

{turn-order
	{turn} White
	{turn} Black
turn-order}

{symmetries
	Black {symmetry} north south
	Black {symmetry} northeast southeast
	Black {symmetry} northwest southwest
symmetries}

: advance ( -- ) north verify empty? verify from here move add-move ;
: slant ( ? -- ) verify friend? NOT verify from here move add-move ;
: slant-east ( -- ) northeast slant ;
: slant-west ( -- ) northwest slant ;

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

VARIABLE leaves   \ move sequences counted

: invaded? ( player -- ? )   \ True when an enemy of the player stands where he began.
	FALSE SWAP
	DUP White = IF a1 ELSE a8 ENDIF
	DUP 8 + SWAP DO
		I empty-at? NOT OVER I player-at <> AND IF SWAP DROP TRUE SWAP ENDIF
	LOOP DROP
;

: count-from ( turn depth -- )   \ Count the sequences of so many moves from here on.
	OVER turn-offset-to-player invaded? IF 2DROP ELSE
		OVER turn-offset-to-player FALSE 0 $GenerateMoves
		DUP 1 = IF
			move-count leaves +! 2DROP
		ELSE
			$FirstMove
			BEGIN DUP WHILE
				$CloneBoard
				DUP .moveCFA EXECUTE
				2 PICK next-turn-offset 2 PICK 1- RECURSE
				$DeallocateBoard
				$NextMove
			REPEAT
			DROP 2DROP
		ENDIF
		$DeallocateMoves
	ENDIF
;

: count-five ( -- n )   \ Five plies from the opening.
	0 leaves !
	turn-offset 5 count-from
	leaves @
;
