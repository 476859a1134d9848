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

: rid ( -- )   stalemate? IF current-player wins ENDIF ;

{endings
	rid            {ending} nothing-to-move  1 {priority}
	thrice         {ending} repetition
	quiet-for-long {ending} fifty-moves
endings}

: OnEvaluate ( -- score )   \ The fewer the better.
	current-player material-balance NEGATE
;
