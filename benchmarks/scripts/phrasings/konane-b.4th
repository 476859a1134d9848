\ konane-b.4th -- konane: stones that jump each other on a full board. Copied out by hand.
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

VARIABLE first-n  VARIABLE second-n  VARIABLE third-n

: jump-n ( -- )
	turn-number 2 > verify
	n verify
	enemy? verify
	here first-n !
	n verify
	empty? verify
	from here move
	first-n @ capture-at
	add-move
	n verify
	enemy? verify
	here second-n !
	n verify
	empty? verify
	from here move
	first-n @ capture-at
	second-n @ capture-at
	add-move
	n verify
	enemy? verify
	here third-n !
	n verify
	empty? verify
	from here move
	first-n @ capture-at
	second-n @ capture-at
	third-n @ capture-at
	add-move
;

VARIABLE first-s  VARIABLE second-s  VARIABLE third-s

: jump-s ( -- )
	turn-number 2 > verify
	s verify
	enemy? verify
	here first-s !
	s verify
	empty? verify
	from here move
	first-s @ capture-at
	add-move
	s verify
	enemy? verify
	here second-s !
	s verify
	empty? verify
	from here move
	first-s @ capture-at
	second-s @ capture-at
	add-move
	s verify
	enemy? verify
	here third-s !
	s verify
	empty? verify
	from here move
	first-s @ capture-at
	second-s @ capture-at
	third-s @ capture-at
	add-move
;

VARIABLE first-e  VARIABLE second-e  VARIABLE third-e

: jump-e ( -- )
	turn-number 2 > verify
	e verify
	enemy? verify
	here first-e !
	e verify
	empty? verify
	from here move
	first-e @ capture-at
	add-move
	e verify
	enemy? verify
	here second-e !
	e verify
	empty? verify
	from here move
	first-e @ capture-at
	second-e @ capture-at
	add-move
	e verify
	enemy? verify
	here third-e !
	e verify
	empty? verify
	from here move
	first-e @ capture-at
	second-e @ capture-at
	third-e @ capture-at
	add-move
;

VARIABLE first-w  VARIABLE second-w  VARIABLE third-w

: jump-w ( -- )
	turn-number 2 > verify
	w verify
	enemy? verify
	here first-w !
	w verify
	empty? verify
	from here move
	first-w @ capture-at
	add-move
	w verify
	enemy? verify
	here second-w !
	w verify
	empty? verify
	from here move
	first-w @ capture-at
	second-w @ capture-at
	add-move
	w verify
	enemy? verify
	here third-w !
	w verify
	empty? verify
	from here move
	first-w @ capture-at
	second-w @ capture-at
	third-w @ capture-at
	add-move
;

: begin ( -- )
	turn-number 1 = verify
	here a1 = here d4 = OR here e5 = OR here h8 = OR verify
	here capture-at
	add-move
;

: answer ( -- )
	turn-number 2 = verify
	FALSE
	n IF empty? IF DROP TRUE ENDIF ENDIF
	back
	s IF empty? IF DROP TRUE ENDIF ENDIF
	back
	e IF empty? IF DROP TRUE ENDIF ENDIF
	back
	w IF empty? IF DROP TRUE ENDIF ENDIF
	back
	verify
	here capture-at
	add-move
;

{moves stone-moves
	{move} begin  {move} answer
	{move} jump-n  {move} jump-s  {move} jump-e  {move} jump-w
moves}

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
