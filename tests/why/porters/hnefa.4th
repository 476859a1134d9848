\ Brandubh - a king and eight against eight
\ style: loops, array of directions

{board
	7 7 {grid}
	{variable} kingpos
board}

{directions
	-1 0 {direction} up
	1 0 {direction} down
	0 -1 {direction} left
	0 1 {direction} right
directions}

{players
	{player} Attack
	{player} Defend
players}

{turn-order
	{turn} Attack
	{turn} Defend
turn-order}

DEFER KING
4 [] dirs[]
: init-dirs ( -- )
	['] up 0 dirs[] !
	['] down 1 dirs[] !
	['] left 2 dirs[] !
	['] right 3 dirs[] ! ;
init-dirs

: corner? ( pos -- ? )
	DUP a1 = OVER a7 = OR OVER g1 = OR SWAP g7 = OR ;
: special? ( pos -- ? )
	DUP corner? SWAP d4 = OR ;
: hostile? ( -- ? )
	friend? here corner? OR ;

: jail ( dir -- )
	from here ROT SWAP DROP
	here >R
	DUP EXECUTE IF
		enemy? piece-type KING <> AND IF
			here >R
			EXECUTE IF
				hostile? here from <> AND IF
					R@ capture-at
				ENDIF
			ENDIF
			R> DROP
		ELSE DROP
		ENDIF
	ELSE DROP
	ENDIF
	DROP
	R> to ;

: jail-all ( -- )
	4 0 DO I dirs[] @ jail LOOP ;

: note-king ( pos -- ) kingpos ! ;

: glide ( dir -- )
	BEGIN
		DUP EXECUTE empty? AND
	WHILE
		here special? NOT IF
			from here move
			jail-all
			add-move
		ENDIF
	REPEAT
	DROP ;

: king-glide ( dir -- )
	BEGIN
		DUP EXECUTE empty? AND
	WHILE
		from here move
		jail-all
		here COMPILE-LITERAL COMPILE note-king
		add-move
	REPEAT
	DROP ;

: go-up ['] up glide ;
: go-down ['] down glide ;
: go-left ['] left glide ;
: go-right ['] right glide ;
: king-up ['] up king-glide ;
: king-down ['] down king-glide ;
: king-left ['] left king-glide ;
: king-right ['] right king-glide ;

{moves man-moves
	{move} go-up {move} go-down {move} go-left {move} go-right
moves}
{moves king-moves
	{move} king-up {move} king-down {move} king-left {move} king-right
moves}
{pieces
	{piece} man {moves} man-moves
	{piece} king {moves} king-moves 20 {value}
pieces}
' king IS KING

: OnNewGame ( -- ) d4 kingpos ! ;
: OnIsGameOver ( -- result )
	#UnknownScore
	kingpos @ corner? IF
		DROP current-player Defend = IF #WinScore ELSE #LossScore ENDIF
	ENDIF ;

{board-setup
	{setup} Attack man d7 {setup} Attack man d6
	{setup} Attack man a4 {setup} Attack man b4
	{setup} Attack man f4 {setup} Attack man g4
	{setup} Attack man d1 {setup} Attack man d2
	{setup} Defend man d5 {setup} Defend man c4
	{setup} Defend man e4 {setup} Defend man d3
	{setup} Defend king d4
board-setup}
