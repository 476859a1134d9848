\ minishogi.4th -- shogi on 25 squares: what is taken comes back as a piece of who took it.
\
\ White is at the bottom and begins. A piece in hand may be dropped on any empty square: a pawn not
\ on the last rank, not where a file has an own pawn already, and not to give mate. Moves into or out
\ of the last rank may promote, and a pawn there must. Mate wins, and so does a player who leaves
\ the other without a move. Where a position stands for the fourth time White loses, but who alone has
\ given check with each move since the first time loses; if both have, it is a draw.
\
\ perft: 14 181 2512 35401

{board
	5 5 {grid}
	{hand}
	2 {array} checks {uncompared}   \ how many moves in a row of each player have given check
board}

{directions
	-1  0 {direction} n    1  0 {direction} s    0  1 {direction} e    0 -1 {direction} w
	-1  1 {direction} ne  -1 -1 {direction} nw   1  1 {direction} se   1 -1 {direction} sw
directions}

{players
	{player} White
	{player} Black
players}

{turn-order
	{turn} White
	{turn} Black
turn-order}

{symmetries   \ Moves are written as White makes them; Black's run the other way.
	Black {symmetry} n  s
	Black {symmetry} ne se
	Black {symmetry} nw sw
symmetries}

{pieces   \ The names, for the words below; promoted types come in the order of the plain ones.
	{piece} pawn   {piece} silver     {piece} bishop  {piece} rook
	{piece} tokin  {piece} narigin    {piece} horse   {piece} dragon
	{piece} gold   {piece} king
pieces}

$recycle ON

\ ---- Moves ----

: far? ( pos -- ? )   \ Whether a position is on the mover's last rank.
	current-player White = IF 5 < ELSE 19 > ENDIF
;

: promotes? ( -- ? )   \ Whether the move from `from` to here may promote.
	current-piece-type tokin <  here far? from far? OR  AND
;

: stays? ( -- ? )   \ Whether it may leave the piece as it is.
	current-piece-type pawn <> here far? NOT OR
;

: arrive ( -- )   \ Add the moves that end here.
	stays?    IF from here move add-move ENDIF
	promotes? IF from here move current-piece-type 4 + change-type add-move ENDIF
;

: step ( 'dir -- )   \ One square, onto no piece of one's own.
	EXECUTE verify friend? NOT verify arrive
;

: ride ( 'dir -- )   \ Any number of squares, up to the first piece.
	BEGIN DUP EXECUTE WHILE
		friend? NOT verify
		arrive
		empty? verify
	REPEAT DROP
;

: step-n  ( -- ) ['] n  step ;   : step-s  ( -- ) ['] s  step ;
: step-e  ( -- ) ['] e  step ;   : step-w  ( -- ) ['] w  step ;
: step-ne ( -- ) ['] ne step ;   : step-nw ( -- ) ['] nw step ;
: step-se ( -- ) ['] se step ;   : step-sw ( -- ) ['] sw step ;
: ride-n  ( -- ) ['] n  ride ;   : ride-s  ( -- ) ['] s  ride ;
: ride-e  ( -- ) ['] e  ride ;   : ride-w  ( -- ) ['] w  ride ;
: ride-ne ( -- ) ['] ne ride ;   : ride-nw ( -- ) ['] nw ride ;
: ride-se ( -- ) ['] se ride ;   : ride-sw ( -- ) ['] sw ride ;

: own-pawn? ( -- ? )   \ Whether the mover has a pawn on this file.
	FALSE 25 here 5 MOD DO I piece-at current-player pawn + = OR 5 +LOOP
;

: put      ( -- ) empty? verify drop add-move ;
: put-pawn ( -- ) empty? verify here far? NOT verify own-pawn? NOT verify drop add-move ;

{moves pawn-moves    {move} step-n moves}
{moves silver-moves  {move} step-n {move} step-ne {move} step-nw {move} step-se {move} step-sw moves}
{moves gold-moves
	{move} step-n {move} step-ne {move} step-nw {move} step-e {move} step-w {move} step-s moves}
{moves bishop-moves  {move} ride-ne {move} ride-nw {move} ride-se {move} ride-sw moves}
{moves rook-moves    {move} ride-n {move} ride-s {move} ride-e {move} ride-w moves}
{moves horse-moves
	{move} ride-ne {move} ride-nw {move} ride-se {move} ride-sw
	{move} step-n {move} step-s {move} step-e {move} step-w moves}
{moves dragon-moves
	{move} ride-n {move} ride-s {move} ride-e {move} ride-w
	{move} step-ne {move} step-nw {move} step-se {move} step-sw moves}
{moves king-moves
	{move} step-n {move} step-s {move} step-e {move} step-w
	{move} step-ne {move} step-nw {move} step-se {move} step-sw moves}
{moves pawn-drops {move} put-pawn moves}   {moves drops {move} put moves}

{pieces
	{piece} pawn    {moves} pawn-moves    {drops} pawn-drops      10 {value}
	{piece} silver  {moves} silver-moves  {drops} drops           50 {value}
	{piece} bishop  {moves} bishop-moves  {drops} drops           80 {value}
	{piece} rook    {moves} rook-moves    {drops} drops          100 {value}
	{piece} tokin   {moves} gold-moves    pawn   {unpromoted}     40 {value}
	{piece} narigin {moves} gold-moves    silver {unpromoted}     60 {value}
	{piece} horse   {moves} horse-moves   bishop {unpromoted}    110 {value}
	{piece} dragon  {moves} dragon-moves  rook   {unpromoted}    130 {value}
	{piece} gold    {moves} gold-moves    {drops} drops           60 {value}
	{piece} king    {moves} king-moves                             0 {value}
pieces}

{board-setup
	{setup} White king a1  {setup} White gold b1  {setup} White silver c1
	{setup} White bishop d1  {setup} White rook e1  {setup} White pawn a2
	{setup} Black king e5  {setup} Black gold d5  {setup} Black silver c5
	{setup} Black bishop b5  {setup} Black rook a5  {setup} Black pawn e4
board-setup}

\ ---- Check and mate ----

: king-of ( player -- pos )   \ Where a player's king stands.
	king +  -1 25 0 DO OVER I piece-at = IF DROP I ENDIF LOOP  SWAP DROP
;

: in-check? ( -- ? )   current-player king-of attacked? ;

: answered? ( move -- ? )   \ Whether the other player's king is safe behind a move of theirs.
	$CloneBoard
	.moveCFA EXECUTE  next-player king-of current-player attacked-by? NOT
	$DeallocateBoard
;

: mated? ( -- ? )   \ Whether the other player has no answer to the move just made.
	next-player FALSE 0 $GenerateMoves
	TRUE $FirstMove BEGIN DUP WHILE
		DUP answered? IF 2DROP FALSE 0 ELSE $NextMove ENDIF
	REPEAT DROP
	$DeallocateMoves
;

: drops-pawn? ( -- ? )   \ Whether the move just made has dropped a pawn.
	moved-from moved-to =  moved-to piece-type-at pawn =  AND
;

: OnIsLegal? ( -- ? )   \ No king is left in check, no pawn is dropped to give mate.
	in-check? IF FALSE EXIT ENDIF
	drops-pawn? NOT IF TRUE EXIT ENDIF
	next-player king-of current-player attacked-by? IF mated? NOT ELSE TRUE ENDIF
;

\ ---- The end ----

: in-a-row ( player -- addr )   player-index checks ;

: OnNextTurn ( -- )   \ Count the checks of the player who has just moved.
	OnNextTurn
	in-check? IF next-player in-a-row ++ ELSE 0 next-player in-a-row ! ENDIF
;

: always-checks? ( player -- ? )   \ With each move of the three cycles, every second one of which is the player's.
	in-a-row @ 2*  3 cycle-turns  < NOT
;

: mated ( -- )    stalemate? IF current-player loses ENDIF ;
: fourth ( -- )   \ White loses, but Black if only Black has always given check; a draw if both have.
	repetitions 3 > verify
	Black always-checks? IF White always-checks? IF draw ELSE Black loses ENDIF ELSE White loses ENDIF
;

{endings
	mated  {ending} mate 1 {priority}
	fourth {ending} repetition
endings}
