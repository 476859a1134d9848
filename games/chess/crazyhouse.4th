\ crazyhouse.4th -- chess in which what is taken comes back as a piece of who took it.
\
\ A piece in hand may be dropped on any empty square instead of a move, a pawn not on the first and last
\ rank. What a pawn has promoted to is a pawn again when it is taken, so it is a type of its own.
\
\ perft: 20 400 8902 197281

LOAD chess.4th

{board   \ As in chess, with hands. A new board has no set-up, so that comes again too.
	8 8 {grid}
	{variable} rights  {variable} en-passant  2 {array} kings {uncompared}
	{variable} lifeless {uncompared}
	{hand}
board}

$recycle ON

: put ( -- )        empty? verify  drop finish ;
: put-pawn ( -- )   empty? verify  here 7 > here 56 < AND verify  progress drop finish ;

{moves drops       {move} put       moves}
{moves pawn-drops  {move} put-pawn  moves}

{pieces
	{piece} pawn   {moves} pawn-moves   {drops} pawn-drops  100 {value}
	{piece} knight {moves} knight-moves {drops} drops       320 {value}
	{piece} bishop {moves} bishop-moves {drops} drops       330 {value}
	{piece} rook   {moves} rook-moves   {drops} drops       500 {value}
	{piece} queen  {moves} queen-moves  {drops} drops       900 {value}
	{piece} king   {moves} castling-king-moves                0 {value}
	{piece} promoted-knight {moves} knight-moves  pawn {unpromoted}  220 {value}
	{piece} promoted-bishop {moves} bishop-moves  pawn {unpromoted}  230 {value}
	{piece} promoted-rook   {moves} rook-moves    pawn {unpromoted}  350 {value}
	{piece} promoted-queen  {moves} queen-moves   pawn {unpromoted}  600 {value}
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

: any-promoted ( -- )
	promoted-queen promote  promoted-rook promote  promoted-bishop promote  promoted-knight promote
;
' any-promoted IS promotions

: plain-type ( type -- type )   DUP king > IF 5 - ENDIF ;   \ Promoted types come in the order of the plain.
' plain-type IS plain

: held ( type -- n )   DUP White in-hand-of SWAP Black in-hand-of + ;

: dead-hands? ( -- ? )   \ Whether there is at most a knight or a bishop, in hand or not.
	pawn held rook held + queen held + IF FALSE EXIT ENDIF
	knight held bishop held +
	64 BEGIN DUP WHILE 1-
		DUP piece-type-at
		DUP pawn = OVER rook = OR OVER queen = OR OVER king > OR IF 2DROP DROP FALSE EXIT ENDIF
		DUP knight = SWAP bishop = OR IF SWAP 1+ SWAP ENDIF
	REPEAT DROP
	2 <
;
' dead-hands? IS nobody-mates?

: dead ( -- )   quiet-turns IF was-dead? ELSE dead-hands? ENDIF IF draw ENDIF ;

{endings
	mated          {ending} checkmate   2 {priority}
	stuck          {ending} stalemate   1 {priority}
	dead           {ending} dead-position
	thrice         {ending} repetition
	quiet-for-long {ending} fifty-moves
endings}
