( Fanorona 5x3: by approach or by withdrawal )
{board 3 5 {grid} board}
{directions
	-1 0 {direction} n	1 0 {direction} s	0 1 {direction} e	0 -1 {direction} w
	-1 1 {direction} ne	-1 -1 {direction} nw	1 1 {direction} se	1 -1 {direction} sw
directions}
{players {player} Vato {player} Omby players}
{turn-order {turn} Vato {turn} Omby turn-order}

: strong? ( -- ? )	from 2 MOD 0= ;
: straight? ( 'd -- ? )	DUP ['] n = OVER ['] s = OR OVER ['] e = OR SWAP ['] w = OR ;

: sweep ( 'd -- )
	BEGIN
		DUP EXECUTE enemy? AND
	WHILE
		capture
	REPEAT
	DROP ;

: approach ( 'd -- )
	DUP EXECUTE verify
	empty? verify
	here SWAP
	DUP EXECUTE verify
	enemy? verify
	OVER to
	from here move
	sweep
	to
	add-move ;

: withdraw ( 'd 'back -- )
	SWAP
	EXECUTE verify
	empty? verify
	here SWAP
	from to
	DUP EXECUTE verify
	enemy? verify
	from to
	OVER from SWAP move
	sweep
	to
	add-move ;

: paika ( 'd -- )
	EXECUTE verify
	empty? verify
	from here move
	add-move ;

: a-n	['] n approach ;
: a-s	['] s approach ;
: a-e	['] e approach ;
: a-w	['] w approach ;
: a-ne	strong? verify ['] ne approach ;
: a-nw	strong? verify ['] nw approach ;
: a-se	strong? verify ['] se approach ;
: a-sw	strong? verify ['] sw approach ;
: w-n	['] n ['] s withdraw ;
: w-s	['] s ['] n withdraw ;
: w-e	['] e ['] w withdraw ;
: w-w	['] w ['] e withdraw ;
: w-ne	strong? verify ['] ne ['] sw withdraw ;
: w-nw	strong? verify ['] nw ['] se withdraw ;
: w-se	strong? verify ['] se ['] nw withdraw ;
: w-sw	strong? verify ['] sw ['] ne withdraw ;
: p-n	['] n paika ;
: p-s	['] s paika ;
: p-e	['] e paika ;
: p-w	['] w paika ;
: p-ne	strong? verify ['] ne paika ;
: p-nw	strong? verify ['] nw paika ;
: p-se	strong? verify ['] se paika ;
: p-sw	strong? verify ['] sw paika ;

{moves stone-moves
	{move} a-n {move-type} taking	{move} a-s {move-type} taking
	{move} a-e {move-type} taking	{move} a-w {move-type} taking
	{move} a-ne {move-type} taking	{move} a-nw {move-type} taking
	{move} a-se {move-type} taking	{move} a-sw {move-type} taking
	{move} w-n {move-type} taking	{move} w-s {move-type} taking
	{move} w-e {move-type} taking	{move} w-w {move-type} taking
	{move} w-ne {move-type} taking	{move} w-nw {move-type} taking
	{move} w-se {move-type} taking	{move} w-sw {move-type} taking
	{move} p-n {move-type} plain	{move} p-s {move-type} plain
	{move} p-e {move-type} plain	{move} p-w {move-type} plain
	{move} p-ne {move-type} plain	{move} p-nw {move-type} plain
	{move} p-se {move-type} plain	{move} p-sw {move-type} plain
moves}
{move-priorities
	{move-priority} taking
	{move-priority} plain
move-priorities}
{pieces {piece} stone {moves} stone-moves pieces}
{board-setup
	{setup} Vato stone a1 {setup} Vato stone b1 {setup} Vato stone c1 {setup} Vato stone d1 {setup} Vato stone e1 {setup} Vato stone b2 {setup} Vato stone e2
	{setup} Omby stone a3 {setup} Omby stone b3 {setup} Omby stone c3 {setup} Omby stone d3 {setup} Omby stone e3 {setup} Omby stone a2 {setup} Omby stone d2
board-setup}
: stones ( player -- n )	0 SWAP 15 0 DO I player-at OVER = IF SWAP 1+ SWAP ENDIF LOOP DROP ;
: OnIsGameOver	current-player stones 0= IF #LossScore ELSE stalemate? IF #LossScore ELSE #UnknownScore ENDIF ENDIF ;
: OnEvaluate	current-player material-balance ;
