\ racing-kings.4th -- a race of kings to the eighth rank, without a single check.
\
\ Nobody may leave their king in check, nor give check. Whose king stands on the eighth rank wins; if
\ that is White's, and Black's can follow at once, the game is drawn.
\
\ perft: 21 421 11264 296242

{board
	8 8 {grid}
	2 {array} kings {uncompared}   \ where they stand
board}

{pieces  {piece} knight  {piece} bishop  {piece} rook  {piece} queen  {piece} king  pieces}

LOAD rules.4th

{pieces
	{piece} knight {moves} knight-moves 3 {value}  {piece} bishop {moves} bishop-moves 3 {value}
	{piece} rook   {moves} rook-moves   5 {value}  {piece} queen  {moves} queen-moves  9 {value}
	{piece} king   {moves} king-moves   0 {value}
pieces}

{board-setup
	{setup} Black king a2   {setup} Black rook b2  {setup} Black bishop c2  {setup} Black knight d2
	{setup} Black queen a1  {setup} Black rook b1  {setup} Black bishop c1  {setup} Black knight d1
	{setup} White king h2   {setup} White rook g2  {setup} White bishop f2  {setup} White knight e2
	{setup} White queen h1  {setup} White rook g1  {setup} White bishop f1  {setup} White knight e1
board-setup}

: OnNewGame ( -- )   h2 0 kings !  a2 1 kings ! ;

\ ---- Checks are forbidden, and the race decides ----

: rival-king ( -- pos )   next-player player-index kings @ ;

: OnIsLegal? ( -- ? )   \ Neither king is attacked.
	king-cell @ attacked? IF FALSE ELSE rival-king current-player attacked-by? NOT ENDIF
;

: home? ( pos -- ? )   DUP 8 < SWAP 0< NOT AND ;   \ -1 is nowhere

: arrives? ( move -- ? )   \ Whether it brings a king to the eighth rank.
	DUP move-from king-cell @ =  SWAP move-to home?  AND
;

: can-follow? ( -- ? )
	FALSE $FirstMove BEGIN DUP WHILE
		DUP arrives? IF SWAP DROP TRUE SWAP ENDIF
		$NextMove
	REPEAT DROP
;

: raced ( -- )   \ White wins a turn later if Black may have an answer.
	rival-king home? IF
		king-cell @ home? IF draw ELSE
			current-player Black = IF can-follow? NOT ELSE TRUE ENDIF
			IF current-player loses ENDIF
		ENDIF
	ELSE
		king-cell @ home? IF current-player wins ENDIF
	ENDIF
;

{endings
	raced          {ending} race        2 {priority}
	stuck          {ending} stalemate   1 {priority}
	thrice         {ending} repetition
	quiet-for-long {ending} fifty-moves
endings}

: ahead ( pos -- n )   7 SWAP 8 / - ;   \ How many ranks a king has gone.

: OnEvaluate ( -- score )
	current-player material-balance 100 *
	king-cell @ ahead rival-king ahead - 150 * +
;

: OnPosition ( -- )   find-kings
	in-check?  rival-king current-player attacked-by?  OR IF TRUE ABORT" a king is in check" ENDIF
;
