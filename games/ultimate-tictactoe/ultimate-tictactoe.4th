\ ultimate-tictactoe.4th -- nine small boards of tic-tac-toe that make up a great one.
\
\ Players take turns to put a mark on an empty square; X begins, anywhere. The place of a mark on its
\ small board is the small board where the other player goes next; if that one is won or full, any
\ other will do. Three marks in a line win a small board, three small boards in a line win the game.
\
\ perft: 81 720 6336 55080 473256 4020960

{board
	9 9 {grid}
	{dummy-positions}   \ the great board: who has won which small one
	{position} A3 {position} B3 {position} C3
	{position} A2 {position} B2 {position} C2
	{position} A1 {position} B1 {position} C1
	{variable} sent     \ the position on the great board where the next mark goes, 0 for any
board}

{players
	{player} X
	{player} O
players}

{turn-order
	{turn} X
	{turn} O
turn-order}

\ ---- Small boards and the great one ----

2 CONSTANT BOARD   \ the number of that piece in {pieces below

: outer ( pos -- pos )   \ The position on the great board of the small board that has the square.
	9 /MOD 3 / 3 * SWAP 3 / + A3 +
;

: inner ( pos -- pos )   \ The position on the great board that is like the square's on its small one.
	9 /MOD 3 MOD 3 * SWAP 3 MOD + A3 +
;

: corner ( pos -- pos )   \ The top left square of a small board, by its position on the great one.
	A3 - 3 /MOD 27 * SWAP 3 * +
;

: free? ( pos -- ? )   \ True when the small board of that position has an empty square.
	corner FALSE
	3 0 DO
		3 0 DO OVER J 9 * + I + empty-at? OR LOOP
	LOOP SWAP DROP
;

: open? ( pos -- ? )   \ True when a mark may go to the small board of that position.
	DUP empty-at? SWAP free? AND
;

\ ---- Lines of three ----

VARIABLE side   \ whose lines are looked for

: held? ( pos -- ? )   \ True when that side has the position or is about to take it.
	DUP from = SWAP player-at side @ = OR
;

: line? ( pos step -- ? )   \ True when that side holds three positions, a step apart.
	OVER held? NOT IF 2DROP FALSE EXIT ENDIF
	SWAP OVER + DUP held? NOT IF 2DROP FALSE EXIT ENDIF
	+ held?
;

: three? ( pos down -- ? )   \ True for a line on the board with that corner and distance of rows.
	OVER 1 line? IF 2DROP TRUE EXIT ENDIF
	2DUP + 1 line? IF 2DROP TRUE EXIT ENDIF
	2DUP 2* + 1 line? IF 2DROP TRUE EXIT ENDIF
	2DUP line? IF 2DROP TRUE EXIT ENDIF
	2DUP SWAP 1+ SWAP line? IF 2DROP TRUE EXIT ENDIF
	2DUP SWAP 2+ SWAP line? IF 2DROP TRUE EXIT ENDIF
	2DUP 1+ line? IF 2DROP TRUE EXIT ENDIF
	1- SWAP 2+ SWAP line?
;

\ ---- Moves ----

: send ( pos -- )   \ Part of every move: note where the next mark goes.
	DUP open? NOT IF DROP 0 ENDIF sent !
;

: place ( -- )   \ A mark on an empty square of the board that is asked for, or of any that is not won.
	empty? verify
	here outer
	sent @ IF DUP sent @ = ELSE DUP empty-at? ENDIF verify
	drop
	current-player side !
	DUP corner 9 three? IF BOARD SWAP create-piece-type-at ELSE DROP ENDIF
	here inner COMPILE-LITERAL COMPILE send
	add-move
;

{moves mark-drops
	{move} place
moves}

{pieces
	{piece} mark {drops} mark-drops
	{piece} board
pieces}

: OnPosition ( -- )   \ Nobody is sent to a small board that is won or full.
	sent @ IF sent @ send ENDIF
;

\ ---- The end of the game ----

: lost? ( -- ? )   \ True when the opponent has three small boards in a line.
	next-player side !
	A3 3 three?
;

: OnIsGameOver ( -- result )   \ Three small boards are the opponent's; without a move it is a draw.
	lost? IF #LossScore ELSE
	stalemate? IF #DrawScore ELSE #UnknownScore ENDIF ENDIF
;

\ ---- A judgement for the built-in search ----

CREATE lines   \ How many lines run through each position of a board.
	3 , 2 , 3 ,
	2 , 4 , 2 ,
	3 , 2 , 3 ,

: lines-at ( pos -- n )   \ The same by the position on the great board.
	A3 - CELLS lines + @
;

: mark-worth ( pos -- n )   \ A mark counts for its lines, as long as its small board is not won.
	DUP outer DUP empty-at? IF lines-at SWAP inner lines-at * ELSE 2DROP 0 ENDIF
;

: worth ( pos -- n )   \ What is held there is worth that much.
	DUP A3 < IF mark-worth ELSE lines-at 60 * ENDIF
;

: OnEvaluate ( -- score )   \ What the player to move holds, less what his opponent does.
	0 90 0 DO
		I friend-at? IF I worth + ENDIF
		I enemy-at? IF I worth - ENDIF
	LOOP
;
