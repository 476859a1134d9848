\ konane-a.4th -- konane: stones that jump each other on a full board. Helpers and tables of tokens.
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

CREATE ways   ' n , ' s , ' e , ' w ,
: way ( i -- 'dir )	CELLS ways + @ ;

CREATE firsts   a1 , d4 , e5 , h8 ,

: first? ( pos -- ? )   \ Whether Black may begin there.
	FALSE 4 0 DO OVER I CELLS firsts + @ = OR LOOP SWAP DROP
;

: take-off ( -- )   \ The stone here goes.
	from capture-at add-move
;

: hole-beside? ( -- ? )   \ Whether the hole is beside this square.
	FALSE 4 0 DO I way EXECUTE IF empty? OR ENDIF back LOOP
;

DEFER opening? ( -- ? )

: first-turn? ( -- ? )	from first? ;
: second-turn? ( -- ? )	hole-beside? ;

: hop ( 'dir -- ? )   \ Over an enemy to the empty square behind.
	DUP EXECUTE IF enemy? ELSE FALSE ENDIF
	IF EXECUTE IF empty? ELSE FALSE ENDIF ELSE DROP FALSE ENDIF
;

: record ( n 'dir -- )   \ The move of so many hops.
	from here move
	back
	SWAP 0 DO DUP EXECUTE DROP capture DUP EXECUTE DROP LOOP DROP
	add-move
;

: hops ( 'dir -- )   \ One move for each number of hops.
	0 BEGIN OVER hop WHILE
		1+ 2DUP SWAP record
	REPEAT 2DROP
	back
;

: open ( -- )   \ The first two turns take a stone off.
	turn-number 1 = IF ['] first-turn? ELSE ['] second-turn? ENDIF IS opening?
	opening? IF take-off ENDIF
;

: go ( -- )
	turn-number 3 < IF open ELSE 4 0 DO I way hops LOOP ENDIF
;

{moves stone-moves	{move} go	moves}
{pieces		{piece} stone {moves} stone-moves	pieces}

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
