\ chess.4th -- chess, with castling, en passant, promotion, and all its endings.
\
\ What a position must remember is in the board's storage: who may still castle, which square a pawn
\ has just passed, where the kings stand. Steps, slides, check and the endings are in rules.4th. The
\ other scripts of this folder LOAD one of the two and change what differs.
\
\ perft: 20 400 8902 197281 4865609

{board
	8 8 {grid}
	{variable} rights       \ to castle: a bit for each side of each player, as in `rights-lost`
	{variable} en-passant   \ the square that a pawn has just passed before an enemy pawn, or 0
	2 {array} kings {uncompared}   \ where they stand
	{variable} lifeless {uncompared}   \ true if a position was set in which nobody can be mated
board}

LOAD rules.4th

{pieces   \ The names, for the words below; they get their moves and values further down.
	{piece} pawn  {piece} knight  {piece} bishop  {piece} rook  {piece} queen  {piece} king
pieces}

LOAD pawns.4th
LOAD kings.4th
LOAD passing.4th
LOAD lines.4th

\ ---- What every move ends with ----

64 [] rights-lost   \ the rights that go when a piece leaves a square, or is taken there
1 h1 rights-lost !   2 a1 rights-lost !   3 e1 rights-lost !   \ White's: king's side, queen's side
4 h8 rights-lost !   8 a8 rights-lost !  12 e8 rights-lost !   \ Black's

: lose-rights ( bits -- )   rights @ AND DUP IF rights @ XOR rights later! ELSE DROP ENDIF ;

: settle ( -- )   \ What was passed is over, and rights are lost; `here` is where the move leads.
	en-passant @ IF 0 en-passant later! ENDIF
	rights @ IF from rights-lost @ here rights-lost @ OR lose-rights ENDIF
;

: add ( -- )   settle add-move ;   ' add IS finish

\ ---- Castling ----

: may-castle? ( bit -- ? )   current-player Black = IF 4 * ENDIF rights @ AND ;
: safe ( ? -- )   verify empty? verify here threatened? NOT verify ;

: castle-short ( -- )
	1 may-castle? verify  here threatened? NOT verify  e safe  e safe
	from here move  here king-cell later!  e DROP here w DROP w DROP here move  finish
;

: castle-long ( -- )   \ The rook may pass a square that is attacked, the king may not.
	2 may-castle? verify  here threatened? NOT verify
	w verify w verify w verify empty? verify back  w safe  w safe
	from here move  here king-cell later!  w DROP w DROP here e DROP e DROP e DROP here move  finish
;

\ ---- Pawns ----

: home? ( -- ? )   here 8 / current-player White = IF 6 ELSE 1 ENDIF = ;
: any-piece ( -- )   queen promote  rook promote  bishop promote  knight promote ;
' any-piece IS promotions

: push-two ( -- )   \ The square passed is noted where that matters: other positions are the same.
	home? verify  n verify empty? verify  n verify empty? verify
	progress from here move settle
	watched? IF s DROP here en-passant later! n DROP ENDIF
	add-move
;

: passing? ( -- ? )   en-passant @ IF here en-passant @ = ELSE FALSE ENDIF ;

: take-passing ( ? -- )   \ A capture in passing.
	verify passing? verify  progress from here move  s DROP capture n DROP  finish
;

: pass-e ( -- )   ne take-passing ;
: pass-w ( -- )   nw take-passing ;

\ ---- Pieces ----

{moves pawn-moves
	{move} push  {move} push-two  {move} slant-e  {move} slant-w  {move} pass-e  {move} pass-w  moves}
{moves castling-king-moves
	{move} king-n {move} king-s {move} king-e {move} king-w
	{move} king-ne {move} king-nw {move} king-se {move} king-sw
	{move} castle-short {move} castle-long moves}

{pieces
	{piece} pawn   {moves} pawn-moves   100 {value}    {piece} knight {moves} knight-moves 320 {value}
	{piece} bishop {moves} bishop-moves 330 {value}    {piece} rook   {moves} rook-moves   500 {value}
	{piece} queen  {moves} queen-moves  900 {value}    {piece} king   {moves} castling-king-moves 0 {value}
pieces}

{board-setup
	{setup} White rook a1  {setup} White knight b1  {setup} White bishop c1  {setup} White queen d1
	{setup} White king e1  {setup} White bishop f1  {setup} White knight g1  {setup} White rook h1
	{setup} White pawn a2  {setup} White pawn b2  {setup} White pawn c2  {setup} White pawn d2
	{setup} White pawn e2  {setup} White pawn f2  {setup} White pawn g2  {setup} White pawn h2
	{setup} Black rook a8  {setup} Black knight b8  {setup} Black bishop c8  {setup} Black queen d8
	{setup} Black king e8  {setup} Black bishop f8  {setup} Black knight g8  {setup} Black rook h8
	{setup} Black pawn a7  {setup} Black pawn b7  {setup} Black pawn c7  {setup} Black pawn d7
	{setup} Black pawn e7  {setup} Black pawn f7  {setup} Black pawn g7  {setup} Black pawn h7
board-setup}

: OnNewGame ( -- )   15 rights !  e1 0 kings !  e8 1 kings ! ;

\ ---- Dead positions ----

: shade ( pos -- n )   DUP 8 / + 1 AND 1+ ;   \ Of a square: 1 or 2.

: dead? ( -- ? )   \ Whether there are only bishops on squares of one shade, or one knight.
	0 64 BEGIN DUP WHILE 1-
		DUP piece-type-at DUP IF
			DUP pawn = OVER rook = OR OVER queen = OR IF 2DROP DROP FALSE EXIT ENDIF
			DUP knight = IF ROT 4 + ROT ROT ENDIF
			bishop = IF SWAP OVER shade OR SWAP ENDIF
		ELSE DROP ENDIF
	REPEAT DROP
	DUP 3 <  SWAP 4 = OR
;

: was-dead? ( -- ? )   lifeless @ ;

: dead ( -- )   \ What there is changes by captures and promotions alone.
	quiet-turns IF was-dead? ELSE dead? ENDIF IF draw ENDIF
;

{endings
	mated          {ending} checkmate   2 {priority}
	stuck          {ending} stalemate   1 {priority}
	dead           {ending} dead-position
	thrice         {ending} repetition
	quiet-for-long {ending} fifty-moves
endings}

\ ---- Positions from outside ----

: keep-right ( bit king-pos rook-pos player -- )   \ Drop a right unless both are there.
	>R piece-at DUP #Player AND SWAP #PieceType AND plain OR  R@ rook OR =
	SWAP piece-at R> king OR =  AND
	IF DROP ELSE INVERT rights @ AND rights ! ENDIF
;

: keep-rights ( -- )
	rights @ 15 AND rights !
	1 e1 h1 White keep-right   2 e1 a1 White keep-right
	4 e8 h8 Black keep-right   8 e8 a8 Black keep-right
;

: ahead ( -- n )   current-player White = IF -8 ELSE 8 ENDIF ;   \ From a square to the one ahead.

: passed? ( pos -- ? )   \ Whether an enemy pawn can have passed the square just now.
	DUP 8 / current-player White = IF 2 ELSE 5 ENDIF =
	OVER empty-at? AND  OVER ahead + empty-at? AND
	SWAP ahead - piece-at next-player pawn OR = AND
;

: keep-passing ( -- )   \ Forget a square that was not passed, or where no pawn may capture.
	en-passant @ IF
		en-passant @ DUP passed !  passed?
		IF passed @ ahead - current-player capturable? ELSE FALSE ENDIF
		NOT IF 0 en-passant ! ENDIF
	ENDIF
;

DEFER nobody-mates? ( -- ? )   ' dead? IS nobody-mates?

: note-dead ( -- )   \ For a position that was set after quiet turns: `dead` does not look then.
	quiet-turns IF nobody-mates? ELSE FALSE ENDIF lifeless !
;

: OnPosition ( -- )
	find-kings keep-rights keep-passing
	note-dead
	refuse-edge-pawns refuse-check
;

\ ---- A judgement for the built-in search ----

: centrality ( pos -- n )   \ From 0 in a corner to 6 in the centre.
	DUP 8 / DUP 7 SWAP - MIN  SWAP 8 MOD DUP 7 SWAP - MIN  +
;

: place-worth ( pos -- n )   \ Pieces belong in the centre, pawns ahead, kings in a corner.
	DUP piece-type-at DUP pawn = IF
		DROP DUP centrality OVER 8 / ROT player-at White = IF 7 SWAP - ENDIF 4 * +
	ELSE
		king = IF centrality -5 * ELSE centrality 4 * ENDIF
	ENDIF
;

: OnEvaluate ( -- score )
	current-player material-balance
	64 0 DO
		I friend-at? IF I place-worth + ENDIF
		I enemy-at?  IF I place-worth - ENDIF
	LOOP
;
