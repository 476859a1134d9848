\ little chess
{board
	8 8 {grid}
board}
{directions
	-1  0 {direction} n
	 1  0 {direction} s
	 0  1 {direction} e
	 0 -1 {direction} w
	-1  1 {direction} ne
	-1 -1 {direction} nw
	 1  1 {direction} se
	 1 -1 {direction} sw
directions}
{players
	{player} White
	{player} Black
players}
{symmetries
	Black {symmetry} n s
	Black {symmetry} ne se
	Black {symmetry} nw sw
symmetries}
{turn-order
	{turn} White
	{turn} Black
turn-order}

: last-row? ( -- ? )  here n DUP IF SWAP to ELSE SWAP DROP ENDIF NOT ;
: leap ( 'dir1 'dir2 -- )
	OVER EXECUTE verify
	OVER EXECUTE verify
	SWAP DROP EXECUTE verify
	friend? NOT verify
	from here move
	add-move
;
: slide ( 'dir -- )
	BEGIN
		DUP EXECUTE DUP IF
			friend? NOT verify
			from here move add-move
			empty? AND
		ENDIF
		NOT
	UNTIL
	DROP
;
: step ( 'dir -- )
	EXECUTE verify
	friend? NOT verify
	from here move add-move
;
: slide-n ['] n slide ;
: slide-s ['] s slide ;
: slide-e ['] e slide ;
: slide-w ['] w slide ;
: slide-ne ['] ne slide ;
: slide-nw ['] nw slide ;
: slide-se ['] se slide ;
: slide-sw ['] sw slide ;
: leap-1 ['] n ['] e leap ;
: leap-2 ['] n ['] w leap ;
: leap-3 ['] s ['] e leap ;
: leap-4 ['] s ['] w leap ;
: leap-5 ['] e ['] n leap ;
: leap-6 ['] e ['] s leap ;
: leap-7 ['] w ['] n leap ;
: leap-8 ['] w ['] s leap ;
: step-n ['] n step ;
: step-s ['] s step ;
: step-e ['] e step ;
: step-w ['] w step ;
: step-ne ['] ne step ;
: step-nw ['] nw step ;
: step-se ['] se step ;
: step-sw ['] sw step ;

: pawn-add ( -- )
	from here move
	last-row? IF 5 change-type ENDIF
	add-move
;
: pawn-move ( -- )
	n verify
	empty? verify
	pawn-add
;
: pawn-capture-e ( -- )
	ne verify enemy? verify pawn-add
;
: pawn-capture-w ( -- )
	nw verify enemy? verify pawn-add
;

{moves pawn-moves
	{move} pawn-move
	{move} pawn-capture-e
	{move} pawn-capture-w
moves}
{moves knight-moves
	{move} leap-1 {move} leap-2 {move} leap-3 {move} leap-4
	{move} leap-5 {move} leap-6 {move} leap-7 {move} leap-8
moves}
{moves bishop-moves
	{move} slide-ne {move} slide-nw {move} slide-se {move} slide-sw
moves}
{moves rook-moves
	{move} slide-n {move} slide-s {move} slide-e {move} slide-w
moves}
{moves queen-moves
	{move} slide-n {move} slide-s {move} slide-e {move} slide-w
	{move} slide-ne {move} slide-nw {move} slide-se {move} slide-sw
moves}
{moves king-moves
	{move} step-n {move} step-s {move} step-e {move} step-w
	{move} step-ne {move} step-nw {move} step-se {move} step-sw
moves}
{pieces
	{piece} pawn   {moves} pawn-moves 1 {value}
	{piece} knight {moves} knight-moves 3 {value}
	{piece} bishop {moves} bishop-moves 3 {value}
	{piece} rook   {moves} rook-moves 5 {value}
	{piece} queen  {moves} queen-moves 9 {value}
	{piece} king   {moves} king-moves 100 {value}
pieces}
{board-setup
	{setup} White rook a1
	{setup} White knight b1
	{setup} White bishop c1
	{setup} White king e1
	{setup} White bishop f1
	{setup} White pawn a2
	{setup} White pawn e2
	{setup} White pawn h7
	{setup} Black rook a8
	{setup} Black knight b8
	{setup} Black bishop c8
	{setup} Black king e8
	{setup} Black pawn a7
	{setup} Black pawn e7
	{setup} Black pawn d5
	{setup} Black pawn b3
board-setup}
