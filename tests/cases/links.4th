\ links.4th -- idioms of published connection games, in a small game:
\ one scanned position, drops from it with `home`, a {carray} kept by COMPILEd words, a word that redefines
\ itself around its old meaning, `R> DROP EXIT` that leaves the caller, save/restore of the whole board by CMOVE,
\ tables of bytes, OnGenerateMoves and OnEditAdd around the old ones, {pieces given twice.
$shareMovesList OFF
4 CONSTANT #Dim
#Dim #Dim * CONSTANT #Size

{board
	#Dim #Dim {grid}
	#Size {carray} degree
	{variable} passing
	2 {array} reserve
board}
1 $scanPositions !

{directions
	-1 0 {direction} North  1 0 {direction} South  0 1 {direction} East  0 -1 {direction} West
directions}
{players {player} Dark {player} Light {neutral} Marker players}
{turn-order {turn} Dark {turn} Light turn-order}
{pieces {piece} Checker {dummy-pieces} {piece} Mark pieces}

CREATE corner
1 C, 0 C, 0 C, 1 C,
0 C, 0 C, 0 C, 0 C,
0 C, 0 C, 0 C, 0 C,
1 C, 0 C, 0 C, 1 C,

: InCorner? ( pos -- ? )  corner + C@ ;

: Bump ( pos -- )   degree DUP C@ 1+ SWAP C! ;
: Bump ( pos -- )   DUP InCorner? IF DROP ELSE Bump ENDIF ;   \ around the old one

: add-bump ( pos -- )   COMPILE-LITERAL COMPILE Bump ;

: NoTwo ( 'dir -- )   \ leaves the CALLER with FALSE when a friend stands two steps that way
	here SWAP DUP EXECUTE IF EXECUTE IF friend? IF to R> DROP EXIT ENDIF ENDIF ELSE DROP ENDIF to
;
: Legal? ( -- ? )
	FALSE
	['] North NoTwo  ['] South NoTwo  ['] East NoTwo  ['] West NoTwo
	DROP TRUE
;

CREATE kept $boardSize @ ALLOT
: save-board     $board @ kept $boardSize @ CMOVE ;
: restore-board  kept $board @ $boardSize @ CMOVE ;

Light Checker OR CONSTANT #Light
Dark  Checker OR CONSTANT #Dark
VARIABLE moveCount
VARIABLE crowded

: Spend ( i -- )  reserve -- ;

: Drops
	#Size 0 DO
		I empty-at? IF
			I home I to
			Legal? IF
				save-board
				current-player Light = IF #Light ELSE #Dark ENDIF here board[] !
				0 #Size 0 DO I not-empty-at? IF 1+ ENDIF LOOP crowded !
				restore-board
				drop  here add-bump
				crowded @ 5 > IF Marker Mark 0 create-player-piece-type-at ENDIF
				current-player player-index COMPILE-LITERAL COMPILE Spend
				add-move  moveCount ++
			ENDIF
		ENDIF
	LOOP
;

{moves drops {move} Drops moves}
{pieces {piece} Checker {drops} drops {dummy-pieces} {piece} Mark pieces}

: OnGenerateMoves   0 moveCount !  OnGenerateMoves  moveCount @ 0= passing ! ;
: OnNewGame   OnNewGame  9 [ Dark player-index ] LITERAL reserve !  9 [ Light player-index ] LITERAL reserve ! ;
: OnEditAdd ( player type pos -- )   2 PICK player-index reserve --  DUP >R OnEditAdd R> Bump ;
: OnIsGameOver ( -- r )
	#UnknownScore
	passing @ IF DROP #DrawScore ENDIF
	current-player player-index reserve @ 0= IF DROP #LossScore ^" no men left" ENDIF
;
{board-setup {setup} Dark Checker b2 {setup} Light Checker c3 board-setup}
