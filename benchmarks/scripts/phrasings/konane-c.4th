\ konane-c.4th -- konane: stones that jump each other on a full board. As the cookbook says: jump, slide, speed, zones.
\
\ Stones of both colours fill eight by eight squares like a chessboard; Black begins. Black takes one of his four
\ stones in the corners or the middle off, then White one of hers beside the hole. From then on a stone jumps over
\ an enemy beside it to the empty square behind and takes it, and may go on in the same direction.
\ Who cannot move loses.

{board	8 8 {grid}	board}

{directions
	-1 0 {direction} n   1 0 {direction} s   0 1 {direction} e   0 -1 {direction} w
directions}

{players	{player} Black  {player} White	players}
{turn-order	{turn} Black    {turn} White	turn-order}

{zones
	Black {zone} beginning a1 d4 e5 h8
zones}

: take-off ( -- )   \ The stone here goes.
	here capture-at add-move
;

: begin ( -- )   \ The first turn.
	turn-number 1 = verify
	beginning in-zone? verify
	take-off
;

: hole? ( 'dir -- ? )   \ Whether an empty square lies in a direction.
	EXECUTE empty? AND back
;

: answer ( -- )   \ The second turn.
	turn-number 2 = verify
	['] n hole?  ['] s hole? OR  ['] e hole? OR  ['] w hole? OR verify
	take-off
;

: jump ( 'dir -- )   \ Over an enemy to the empty square behind, and on; each stop is a move.
	turn-number 2 > verify
	0 BEGIN
		OVER EXECUTE verify  enemy? verify
		OVER EXECUTE verify  empty? verify
		1+
		from here move
		here >R back
		DUP BEGIN DUP WHILE
			2 PICK EXECUTE DROP  here capture-at
			2 PICK EXECUTE DROP
			1-
		REPEAT DROP
		R> to
		add-move
	AGAIN
;

: jump-n ( -- ) ['] n jump ;
: jump-s ( -- ) ['] s jump ;
: jump-e ( -- ) ['] e jump ;
: jump-w ( -- ) ['] w jump ;

{moves stone-moves
	{move} begin  {move} answer
	{move} jump-n  {move} jump-s  {move} jump-e  {move} jump-w
moves}

{pieces
	{piece} stone {moves} stone-moves
pieces}

{board-setup
	{setup} Black stone a1  {setup} White stone b1  {setup} Black stone c1  {setup} White stone d1  {setup} Black stone e1  {setup} White stone f1  {setup} Black stone g1  {setup} White stone h1
	{setup} White stone a2  {setup} Black stone b2  {setup} White stone c2  {setup} Black stone d2  {setup} White stone e2  {setup} Black stone f2  {setup} White stone g2  {setup} Black stone h2
	{setup} Black stone a3  {setup} White stone b3  {setup} Black stone c3  {setup} White stone d3  {setup} Black stone e3  {setup} White stone f3  {setup} Black stone g3  {setup} White stone h3
	{setup} White stone a4  {setup} Black stone b4  {setup} White stone c4  {setup} Black stone d4  {setup} White stone e4  {setup} Black stone f4  {setup} White stone g4  {setup} Black stone h4
	{setup} Black stone a5  {setup} White stone b5  {setup} Black stone c5  {setup} White stone d5  {setup} Black stone e5  {setup} White stone f5  {setup} Black stone g5  {setup} White stone h5
	{setup} White stone a6  {setup} Black stone b6  {setup} White stone c6  {setup} Black stone d6  {setup} White stone e6  {setup} Black stone f6  {setup} White stone g6  {setup} Black stone h6
	{setup} Black stone a7  {setup} White stone b7  {setup} Black stone c7  {setup} White stone d7  {setup} Black stone e7  {setup} White stone f7  {setup} Black stone g7  {setup} White stone h7
	{setup} White stone a8  {setup} Black stone b8  {setup} White stone c8  {setup} Black stone d8  {setup} White stone e8  {setup} Black stone f8  {setup} White stone g8  {setup} Black stone h8
board-setup}

: OnIsGameOver ( -- result )   \ No move, no game.
	stalemate? IF #LossScore ELSE #UnknownScore ENDIF
;
