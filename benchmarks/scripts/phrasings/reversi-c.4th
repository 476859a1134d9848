\ reversi-c.4th -- reversi on six by six squares. As the cookbook says: flip, pass, and the bundled othello.
\
\ Black begins. A disc is put where it brackets, in one of eight directions or several, rows of enemy discs up
\ to the next own one; all of these are turned. Who cannot turn any passes; when neither can, more discs win.

{board	6 6 {grid}	board}

{directions
	-1  0 {direction} n   -1  1 {direction} ne   0  1 {direction} e    1  1 {direction} se
	 1  0 {direction} s    1 -1 {direction} sw   0 -1 {direction} w   -1 -1 {direction} nw
directions}

{players	{player} Black  {player} White	players}
{turn-order	{turn} Black    {turn} White	turn-order}

VARIABLE turned   \ how many discs the move in the making turns

: between ( 'dir -- n )   \ Enemies in a row, up to an own disc; 0 without one.
	0 BEGIN OVER EXECUTE enemy? AND WHILE 1+ REPEAT
	SWAP DROP
	friend? AND
	back
;

: flip ( 'dir -- )   \ Turn them.
	DUP between DUP turned +!
	BEGIN DUP WHILE
		OVER EXECUTE DROP
		current-player change-owner
		1-
	REPEAT 2DROP
	back
;

: place ( -- )   \ A disc that turns at least one other.
	empty? verify
	0 turned !
	drop
	['] n flip   ['] ne flip  ['] e flip   ['] se flip
	['] s flip   ['] sw flip  ['] w flip   ['] nw flip
	turned @ verify
	add-move
;

{moves drops
	{move} place {move-type} turning
	{move} Pass {move-type} passing
moves}

{move-priorities
	{move-priority} turning
	{move-priority} passing
move-priorities}

{pieces
	{piece} disc {drops} drops
pieces}

{board-setup
	{setup} White disc c4  {setup} Black disc d4  {setup} Black disc c3  {setup} White disc d3
board-setup}

: stuck? ( player -- ? )   \ Whether a player could turn nothing.
	FALSE turning $GenerateMoves stalemate? $DeallocateMoves
;

: OnIsGameOver ( -- result )   \ A single move may be a pass: then look closer.
	move-count 2 < NOT IF #UnknownScore EXIT ENDIF
	current-player stuck? next-player stuck? AND NOT IF #UnknownScore EXIT ENDIF
	current-player material-balance
	DUP 0= IF DROP #DrawScore EXIT ENDIF
	0< IF #LossScore ELSE #WinScore ENDIF
;
