\ shogi.4th -- shogi: what is taken comes back as a piece of who took it.
\
\ White is at the bottom and begins. A piece in hand may be dropped on any empty square from which it
\ could move; a pawn not where a file has an own pawn, and not to give mate. Moves into, out of or in
\ the three last ranks may promote, and must where the piece could not move on. Who has no move has lost; a
\ position that stands for the fourth time is a draw, but who alone has always given check since the first time loses.
\
\ perft: 30 900 25470 719731

{board
	9 9 {grid}  {hand}  2 {array} checks {uncompared}   \ moves in a row that have given check, of each player
board}

{directions
	-1  0 {direction} n    1  0 {direction} s    0  1 {direction} e    0 -1 {direction} w
	-1  1 {direction} ne  -1 -1 {direction} nw   1  1 {direction} se   1 -1 {direction} sw
directions}

{players     {player} White  {player} Black  players}
{turn-order  {turn} White    {turn} Black    turn-order}

{symmetries   \ Moves are written as White makes them; Black's run the other way.
	Black {symmetry} n s    Black {symmetry} ne se    Black {symmetry} nw sw
symmetries}

{pieces   \ The names, for the words below; promoted types come in the order of the plain ones.
	{piece} pawn   {piece} lance    {piece} knight   {piece} silver   {piece} bishop  {piece} rook
	{piece} tokin  {piece} narikyo  {piece} narikei  {piece} narigin  {piece} horse   {piece} dragon
	{piece} gold   {piece} king
pieces}

$recycle ON

\ ---- Moves ----

: behind ( pos -- n )   9 / current-player White = IF ELSE 8 SWAP - ENDIF ;   \ Ranks behind it, for the mover.

: promotes? ( -- ? )   \ Whether the move from `from` to here may promote.
	current-piece-type tokin <  here behind 3 <  from behind 3 <  OR AND
;

: stays? ( -- ? )   \ Whether the current piece could move on from here as it is.
	current-piece-type knight = IF here behind 1 > ELSE
	current-piece-type silver < here behind 0= AND NOT ENDIF
;

: arrive ( -- )   \ Add the moves that end here.
	stays?    IF from here move add-move ENDIF
	promotes? IF from here move current-piece-type 6 + change-type add-move ENDIF
;

: step ( 'dir -- )   EXECUTE verify friend? NOT verify arrive ;   \ One square, onto no piece of one's own.

: ride ( 'dir -- )   \ Any number of squares, up to the first piece.
	BEGIN DUP EXECUTE WHILE
		friend? NOT verify
		arrive
		empty? verify
	REPEAT DROP
;

: leap ( ? -- ) verify n verify friend? NOT verify arrive ;   \ A knight, behind the first step.
: leap-e  ( -- ) ne leap ;       : leap-w  ( -- ) nw leap ;
: step-n  ( -- ) ['] n  step ;   : step-s  ( -- ) ['] s  step ;
: step-e  ( -- ) ['] e  step ;   : step-w  ( -- ) ['] w  step ;
: step-ne ( -- ) ['] ne step ;   : step-nw ( -- ) ['] nw step ;
: step-se ( -- ) ['] se step ;   : step-sw ( -- ) ['] sw step ;
: ride-n  ( -- ) ['] n  ride ;   : ride-s  ( -- ) ['] s  ride ;
: ride-e  ( -- ) ['] e  ride ;   : ride-w  ( -- ) ['] w  ride ;
: ride-ne ( -- ) ['] ne ride ;   : ride-nw ( -- ) ['] nw ride ;
: ride-se ( -- ) ['] se ride ;   : ride-sw ( -- ) ['] sw ride ;

: own-pawn? ( -- ? )   FALSE 81 here 9 MOD DO I piece-at current-player pawn + = OR 9 +LOOP ;   \ On this file.

: put      ( -- ) empty? verify stays? verify drop add-move ;
: put-pawn ( -- ) empty? verify stays? verify own-pawn? NOT verify drop add-move ;

{moves pawn-moves    {move} step-n moves}    {moves lance-moves {move} ride-n moves}
{moves knight-moves  {move} leap-e {move} leap-w moves}
{moves silver-moves  {move} step-n {move} step-ne {move} step-nw {move} step-se {move} step-sw moves}
{moves gold-moves  {move} step-n {move} step-ne {move} step-nw {move} step-e {move} step-w {move} step-s moves}
{moves bishop-moves  {move} ride-ne {move} ride-nw {move} ride-se {move} ride-sw moves}
{moves rook-moves    {move} ride-n {move} ride-s {move} ride-e {move} ride-w moves}
{moves horse-moves   {move} ride-ne {move} ride-nw {move} ride-se {move} ride-sw
	{move} step-n {move} step-s {move} step-e {move} step-w moves}
{moves dragon-moves  {move} ride-n {move} ride-s {move} ride-e {move} ride-w
	{move} step-ne {move} step-nw {move} step-se {move} step-sw moves}
{moves king-moves    {move} step-n {move} step-s {move} step-e {move} step-w
	{move} step-ne {move} step-nw {move} step-se {move} step-sw moves}
{moves pawn-drops {move} put-pawn moves}   {moves drops {move} put moves}

{pieces
	{piece} pawn    {moves} pawn-moves    {drops} pawn-drops      10 {value}
	{piece} lance   {moves} lance-moves   {drops} drops           30 {value}
	{piece} knight  {moves} knight-moves  {drops} drops           35 {value}
	{piece} silver  {moves} silver-moves  {drops} drops           50 {value}
	{piece} bishop  {moves} bishop-moves  {drops} drops           80 {value}
	{piece} rook    {moves} rook-moves    {drops} drops          100 {value}
	{piece} tokin   {moves} gold-moves    pawn   {unpromoted}     45 {value}
	{piece} narikyo {moves} gold-moves    lance  {unpromoted}     50 {value}
	{piece} narikei {moves} gold-moves    knight {unpromoted}     50 {value}
	{piece} narigin {moves} gold-moves    silver {unpromoted}     55 {value}
	{piece} horse   {moves} horse-moves   bishop {unpromoted}    110 {value}
	{piece} dragon  {moves} dragon-moves  rook   {unpromoted}    130 {value}
	{piece} gold    {moves} gold-moves    {drops} drops           60 {value}
	{piece} king    {moves} king-moves                             0 {value}
pieces}

{board-setup
	{setup} White lance a1  {setup} White knight b1  {setup} White silver c1  {setup} White gold d1  {setup} White king e1
	{setup} White gold f1  {setup} White silver g1  {setup} White knight h1  {setup} White lance i1  {setup} White bishop b2
	{setup} White rook h2  {setup} White pawn a3  {setup} White pawn b3  {setup} White pawn c3  {setup} White pawn d3
	{setup} White pawn e3  {setup} White pawn f3  {setup} White pawn g3  {setup} White pawn h3  {setup} White pawn i3
	{setup} Black lance a9  {setup} Black knight b9  {setup} Black silver c9  {setup} Black gold d9  {setup} Black king e9
	{setup} Black gold f9  {setup} Black silver g9  {setup} Black knight h9  {setup} Black lance i9  {setup} Black rook b8
	{setup} Black bishop h8  {setup} Black pawn a7  {setup} Black pawn b7  {setup} Black pawn c7  {setup} Black pawn d7
	{setup} Black pawn e7  {setup} Black pawn f7  {setup} Black pawn g7  {setup} Black pawn h7  {setup} Black pawn i7
board-setup}

\ ---- Check and mate ----

: king-of ( player -- pos )   king +  -1 81 0 DO OVER I piece-at = IF DROP I ENDIF LOOP  SWAP DROP ;
: in-check? ( -- ? )          current-player king-of attacked? ;
: in-a-row ( player -- addr ) player-index checks ;

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

: drops-pawn? ( -- ? )   moved-from moved-to =  moved-to piece-type-at pawn =  AND ;   \ The move just made.

: OnIsLegal? ( -- ? )   \ No king is left in check, no pawn is dropped to give mate.
	in-check? IF FALSE EXIT ENDIF
	drops-pawn? NOT IF TRUE EXIT ENDIF
	next-player king-of current-player attacked-by? IF mated? NOT ELSE TRUE ENDIF
;

: OnNextTurn ( -- )   \ Count the checks of the player who has just moved.
	OnNextTurn
	in-check? IF next-player in-a-row ++ ELSE 0 next-player in-a-row ! ENDIF
;

: always-checks? ( player -- ? )   \ With each move of the three cycles, every second one of which is the player's.
	in-a-row @ 2*  3 cycle-turns  < NOT
;
: mated  ( -- ) stalemate? IF current-player loses ENDIF ;
: fourth ( -- )
	repetitions 3 > verify
	current-player always-checks?  next-player always-checks?
	2DUP = IF draw ENDIF  2DUP < IF current-player loses ENDIF  > IF next-player loses ENDIF
;
{endings  mated {ending} mate 1 {priority}  fourth {ending} repetition  endings}
