\ los-alamos.4th -- chess without bishops on 36 squares, played by the first computer that did.
\
\ Pawns go one square at a time and promote to queen, rook or knight; there is no castling.
\
\ perft: 10 100 1212 14332

{board
	6 6 {grid}
	2 {array} kings {uncompared}   \ where they stand
	{variable} lifeless {uncompared}   \ true if a position was set in which nobody can be mated
board}

{pieces  {piece} pawn  {piece} knight  {piece} rook  {piece} queen  {piece} king  pieces}

LOAD rules.4th
LOAD pawns.4th

{moves pawn-moves  {move} push  {move} slant-e  {move} slant-w  moves}

{pieces
	{piece} pawn  {moves} pawn-moves  100 {value}    {piece} knight {moves} knight-moves 300 {value}
	{piece} rook  {moves} rook-moves  500 {value}    {piece} queen  {moves} queen-moves  900 {value}
	{piece} king  {moves} king-moves    0 {value}
pieces}

: nobody-mates? ( -- ? )   \ Whether there is one knight at most.
	0 36 BEGIN DUP WHILE 1-
		DUP piece-type-at
		DUP pawn = OVER rook = OR OVER queen = OR IF 2DROP DROP FALSE EXIT ENDIF
		knight = IF SWAP 1+ SWAP ENDIF
	REPEAT DROP
	2 <
;

: dead ( -- )   \ What there is changes by captures and promotions alone.
	quiet-turns IF lifeless @ ELSE nobody-mates? ENDIF IF draw ENDIF
;

{endings
	mated          {ending} checkmate   2 {priority}
	stuck          {ending} stalemate   1 {priority}
	dead           {ending} dead-position
	thrice         {ending} repetition
	quiet-for-long {ending} fifty-moves
endings}

: any-piece ( -- )   queen promote  rook promote  knight promote ;   ' any-piece IS promotions

{board-setup
	{setup} White rook a1  {setup} White knight b1  {setup} White queen c1
	{setup} White king d1  {setup} White knight e1  {setup} White rook f1
	{setup} White pawn a2  {setup} White pawn b2  {setup} White pawn c2
	{setup} White pawn d2  {setup} White pawn e2  {setup} White pawn f2
	{setup} Black rook a6  {setup} Black knight b6  {setup} Black queen c6
	{setup} Black king d6  {setup} Black knight e6  {setup} Black rook f6
	{setup} Black pawn a5  {setup} Black pawn b5  {setup} Black pawn c5
	{setup} Black pawn d5  {setup} Black pawn e5  {setup} Black pawn f5
board-setup}

: OnNewGame ( -- )   d1 0 kings !  d6 1 kings ! ;

: place-worth ( pos -- n )   \ Pieces belong in the centre, a pawn ahead, a king back.
	DUP 6 / OVER player-at White = IF 5 SWAP - ENDIF
	OVER piece-type-at DUP pawn = IF DROP 4 * ELSE king = IF -5 * ELSE 2 MIN 6 * ENDIF ENDIF
	SWAP DROP
;

: OnEvaluate ( -- score )
	current-player material-balance
	36 0 DO
		I friend-at? IF I place-worth + ENDIF
		I enemy-at?  IF I place-worth - ENDIF
	LOOP
;

: note-dead ( -- )   \ For a position that was set after quiet turns: `dead` does not look then.
	quiet-turns IF nobody-mates? ELSE FALSE ENDIF lifeless !
;

: OnPosition ( -- )   find-kings  note-dead  refuse-edge-pawns ;
