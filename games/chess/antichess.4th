\ antichess.4th -- chess in which captures are forced and who has nothing left to move wins.
\
\ A king is a piece like others: there is no check and no castling, and pawns promote to kings too.
\
\ perft: 20 400 8067 153299

LOAD chess.4th

: takes? ( -- ? )   enemy?  current-piece-type pawn = IF passing? OR ENDIF ;
: force ( -- )      takes? IF 1 prefer ENDIF add ;   ' force IS finish
: any-piece ( -- )  king promote  queen promote  rook promote  bishop promote  knight promote ;
' any-piece IS promotions

{pieces
	{piece} pawn   {moves} pawn-moves   100 {value}    {piece} knight {moves} knight-moves 320 {value}
	{piece} bishop {moves} bishop-moves 330 {value}    {piece} rook   {moves} rook-moves   500 {value}
	{piece} queen  {moves} queen-moves  900 {value}    {piece} king   {moves} king-moves   400 {value}
pieces}

: OnNewGame ( -- )    0 rights ! ;
: OnIsLegal? ( -- ? ) TRUE ;

: never ( -- ? )   FALSE ;   ' never IS exposed?   \ Whoever may take a pawn has to.

: beside? ( -- ? )   \ Whether an enemy pawn stands beside this square.
	e IF rival? w DROP ELSE FALSE ENDIF  w IF rival? e DROP ELSE FALSE ENDIF  OR
;
' beside? IS watched?

: free? ( pos -- n )   \ 1 and 2 for White's bishops on the two shades, 4 and 8 for Black's.
	DUP shade SWAP player-at Black = IF 4 * ENDIF
;

: apart? ( -- ? )   \ Whether each side has only bishops on squares of a shade of its own.
	0 64 BEGIN DUP WHILE 1-
		DUP not-empty-at? IF
			DUP piece-type-at bishop = NOT IF 2DROP FALSE EXIT ENDIF
			SWAP OVER free? OR SWAP
		ENDIF
	REPEAT DROP
	DUP 6 =  SWAP 9 = OR
;
' apart? IS nobody-mates?

: dead ( -- )   quiet-turns IF was-dead? ELSE apart? ENDIF IF draw ENDIF ;

: rid ( -- )   stalemate? IF current-player wins ENDIF ;

{endings
	rid            {ending} nothing-to-move  1 {priority}
	dead           {ending} dead-position
	thrice         {ending} repetition
	quiet-for-long {ending} fifty-moves
endings}

: OnEvaluate ( -- score )   \ The fewer the better.
	current-player material-balance NEGATE
;

: left ( player -- n )   0 SWAP  64 0 DO DUP I player-at = IF SWAP 1+ SWAP ENDIF LOOP DROP ;

: OnPosition ( -- )
	0 rights !  keep-passing  note-dead  refuse-edge-pawns
	next-player left 0= IF TRUE ABORT" the player who has just moved has no piece left" ENDIF
;
