\ ataxx.4th -- stones that spread and convert their neighbours.
\
\ White begins, with two stones in opposite corners. A stone grows onto a neighbouring square, or jumps two
\ squares away; all enemy stones around the square it comes to change sides. Who cannot move passes. A
\ full board, or a player without stones, ends the game: more stones win.
\
\ perft: 16 256 6460 155888 4752668

$passTurnForced ON

{board
	7 7 {grid}
board}

{directions
	-1  0 {direction} n   -1  1 {direction} ne   0  1 {direction} e    1  1 {direction} se
	 1  0 {direction} s    1 -1 {direction} sw   0 -1 {direction} w   -1 -1 {direction} nw
directions}

{players
	{player} White
	{player} Black
players}

{turn-order
	{turn} White
	{turn} Black
turn-order}

\ ---- Moves ----

: convert ( pos 'dir -- pos )   \ An enemy stone that way changes sides; back to the position.
	EXECUTE IF enemy? IF current-player change-owner ENDIF ENDIF
	DUP to
;

: convert-around ( -- )   \ All enemy stones around.
	here
	['] n convert  ['] ne convert  ['] e convert  ['] se convert
	['] s convert  ['] sw convert  ['] w convert  ['] nw convert
	DROP
;

: own ( 'dir -- ? )   \ Whether a friend stands that way.
	EXECUTE friend? AND back
;

: near-own? ( -- ? )   \ Whether a friend stands on a neighbouring square.
	['] n own  ['] ne own OR  ['] e own OR  ['] se own OR
	['] s own OR  ['] sw own OR  ['] w own OR  ['] nw own OR
;

: grow ( -- )   \ One move to a square, however many stones could grow there.
	empty? verify  near-own? verify
	drop convert-around add-move
;

: jump ( 'dir 'dir -- )   \ Two steps away, over whatever is between.
	EXECUTE SWAP EXECUTE AND
	IF empty? IF from here move convert-around add-move ENDIF ENDIF
	back
;

: jumps ( -- )   \ The sixteen squares at distance two.
	['] n DUP jump   ['] n ['] ne jump  ['] ne DUP jump  ['] e ['] ne jump
	['] e DUP jump   ['] e ['] se jump  ['] se DUP jump  ['] s ['] se jump
	['] s DUP jump   ['] s ['] sw jump  ['] sw DUP jump  ['] w ['] sw jump
	['] w DUP jump   ['] w ['] nw jump  ['] nw DUP jump  ['] n ['] nw jump
;

{moves stone-moves
	{move} jumps
moves}

{moves stone-drops
	{move} grow
moves}

{pieces
	{piece} stone {moves} stone-moves {drops} stone-drops
pieces}

{board-setup
	{setup} White stone a7  {setup} White stone g1
	{setup} Black stone g7  {setup} Black stone a1
board-setup}

\ ---- The end of the game ----

VARIABLE own-stones
VARIABLE enemy-stones
VARIABLE gaps

: count-stones ( -- )   \ Stones of the player to move and of the opponent, and empty squares.
	0 own-stones ! 0 enemy-stones ! 0 gaps !
	49 0 DO
		I empty-at? IF gaps ++ ELSE I friend-at? IF own-stones ++ ELSE enemy-stones ++ ENDIF ENDIF
	LOOP
;

: OnIsGameOver ( -- result )   \ 49 squares: a full board is never a draw.
	count-stones
	gaps @ 0= own-stones @ 0= OR enemy-stones @ 0= OR
	IF own-stones @ enemy-stones @ > IF #WinScore ELSE #LossScore ENDIF
	ELSE #UnknownScore ENDIF
;

: OnEvaluate ( -- score )   \ The lead in stones.
	current-player material-balance
;
