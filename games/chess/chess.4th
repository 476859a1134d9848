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

{pieces   \ The names, for the words below; they get their moves and values further down.
	{piece} pawn  {piece} knight  {piece} bishop  {piece} rook  {piece} queen  {piece} king
pieces}

LOAD rules.4th
LOAD pawns.4th

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

\ ---- Whether a pawn that goes two squares may be taken en passant, as its move is made ----
\ A capture that would leave the own king in check is no right, and does not make a position another. It
\ takes two pawns off the board, and the double step leaves a square: on a line through one of these the
\ king may be seen by a queen, a rook or a bishop. Only directions and `back` are used, and no word is
\ run by its token, so that the engine knows which squares a move word looks at.

: as-it-is ( type -- type ) ;
DEFER plain ( type -- type )   ' as-it-is IS plain   \ How a type moves.

\ The first piece in a direction, 0 if there is none:
: look-n  ( -- piece )   BEGIN n  NOT IF 0 EXIT ENDIF  not-empty? UNTIL piece ;
: look-s  ( -- piece )   BEGIN s  NOT IF 0 EXIT ENDIF  not-empty? UNTIL piece ;
: look-e  ( -- piece )   BEGIN e  NOT IF 0 EXIT ENDIF  not-empty? UNTIL piece ;
: look-w  ( -- piece )   BEGIN w  NOT IF 0 EXIT ENDIF  not-empty? UNTIL piece ;
: look-ne ( -- piece )   BEGIN ne NOT IF 0 EXIT ENDIF  not-empty? UNTIL piece ;
: look-nw ( -- piece )   BEGIN nw NOT IF 0 EXIT ENDIF  not-empty? UNTIL piece ;
: look-se ( -- piece )   BEGIN se NOT IF 0 EXIT ENDIF  not-empty? UNTIL piece ;
: look-sw ( -- piece )   BEGIN sw NOT IF 0 EXIT ENDIF  not-empty? UNTIL piece ;

: hunter? ( piece type -- ? )   \ Whether it is the mover's queen, or piece of a type.
	OVER #Player AND current-player = IF
		SWAP #PieceType AND plain DUP queen = ROT ROT = OR
	ELSE 2DROP FALSE ENDIF
;

: hunted? ( piece -- ? )   next-player king OR = ;

: opened? ( piece piece type -- ? )   \ Whether one of them attacks the other, a king, with nothing between.
	>R 2DUP hunted? SWAP R@ hunter? AND
	ROT ROT SWAP hunted? SWAP R> hunter? AND OR
;

: goal ( -- )        back n DROP n DROP ;   \ To where the pawn goes.
: goal-east ( -- )   goal e DROP ;
: goal-west ( -- )   goal w DROP ;

: start-opens? ( -- ? )   \ The lines through the square that it leaves; its file is closed behind it.
	back look-e  back look-w  rook opened?    IF TRUE EXIT ENDIF
	back look-ne  back look-sw  bishop opened?  IF TRUE EXIT ENDIF
	back look-nw  back look-se  bishop opened?
;

: goal-opens? ( -- ? )   \ The slanting lines through the square where it is taken.
	goal look-ne  goal look-sw  bishop opened?  IF TRUE EXIT ENDIF
	goal look-nw  goal look-se  bishop opened?
;

: east-opens? ( -- ? )   \ The lines through the square east of it, which the other pawn leaves.
	goal look-w  goal-east look-e  rook opened?  IF TRUE EXIT ENDIF
	goal-east look-n  goal-east look-s  rook opened?  IF TRUE EXIT ENDIF
	goal-east look-nw  goal-east look-se  bishop opened?
;

: west-opens? ( -- ? )
	goal look-e  goal-west look-w  rook opened?  IF TRUE EXIT ENDIF
	goal-west look-n  goal-west look-s  rook opened?  IF TRUE EXIT ENDIF
	goal-west look-ne  goal-west look-sw  bishop opened?
;

: always-open? ( -- ? )   start-opens? IF TRUE ELSE goal-opens? ENDIF ;

: rival? ( -- ? )   enemy? piece-type pawn = AND ;

: east-takes? ( -- ? )
	e IF rival? ELSE FALSE ENDIF
	IF east-opens? always-open? OR NOT ELSE FALSE ENDIF  goal
;

: west-takes? ( -- ? )
	w IF rival? ELSE FALSE ENDIF
	IF west-opens? always-open? OR NOT ELSE FALSE ENDIF  goal
;

: may-be-taken? ( -- ? )   \ Whether an enemy pawn beside this square may take the pawn that comes here.
	east-takes? IF TRUE ELSE west-takes? ENDIF
;
DEFER watched? ( -- ? )   ' may-be-taken? IS watched?

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

\ ---- The same in any position, more slowly ----
\ Only queens, rooks and bishops can attack the king behind the capture.

VARIABLE capturer   \ the player who may capture
VARIABLE passed     \ the square that the pawn passes
VARIABLE taker      \ where the pawn stands that would capture

: emptied? ( -- ? )   \ Whether nothing stands here behind the capture.
	here passed @ = IF FALSE EXIT ENDIF
	empty?  here taker @ = OR  here passed @ - ABS 8 = OR
;
DEFER gone? ( -- ? )   ' emptied? IS gone?

: king-square ( -- pos )   capturer @ player-index kings @ ;

: aims? ( type 'dir -- ? )   \ Whether a queen or a piece of a type looks at the king that way.
	king-square to
	BEGIN DUP EXECUTE NOT IF 2DROP FALSE EXIT ENDIF  gone? NOT UNTIL DROP
	player capturer @ = IF DROP FALSE ELSE piece-type plain DUP queen = ROT ROT = OR ENDIF
;

: seen? ( -- ? )   \ Whether such a piece looks at the king from anywhere.
	rook ['] n aims?     IF TRUE EXIT ENDIF   rook ['] s aims?     IF TRUE EXIT ENDIF
	rook ['] e aims?     IF TRUE EXIT ENDIF   rook ['] w aims?     IF TRUE EXIT ENDIF
	bishop ['] ne aims?  IF TRUE EXIT ENDIF   bishop ['] nw aims?  IF TRUE EXIT ENDIF
	bishop ['] se aims?  IF TRUE EXIT ENDIF   bishop ['] sw aims?
;

: king-seen? ( -- ? )   king-square 0< IF FALSE ELSE seen? ENDIF ;
DEFER exposed? ( -- ? )   ' king-seen? IS exposed?   \ Whether the capture is against the rules.

: may-take? ( player ? -- ? )   \ Behind a direction: whether the player's pawn here may capture.
	IF piece OVER pawn OR = ELSE FALSE ENDIF
	IF capturer ! here taker ! exposed? NOT ELSE DROP FALSE ENDIF
;

: capturable? ( pos player -- ? )   \ Whether the player may take the pawn on a square en passant.
	OVER to DUP e may-take? IF 2DROP TRUE EXIT ENDIF
	SWAP to w may-take?
;

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
	refuse-edge-pawns
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
