\ makruk.4th -- the chess of Thailand.
\
\ Pawns begin on the third rank, go and take as in chess by single steps, and become a met on the sixth.
\ A met goes one square slanting, a khon slanting or straight ahead; horse, boat and king are knight,
\ rook and king of chess. There is no castling. No king may be left in check.
\
\ perft: 23 529 12012 273026

{board
	8 8 {grid}
	2 {array} kings {uncompared}   \ where they stand
	{variable} lifeless {uncompared}   \ true if a position was set in which nobody can be mated
board}

{directions
	-1  0 {direction} n     1  0 {direction} s     0  1 {direction} e     0 -1 {direction} w
	-1  1 {direction} ne    1  1 {direction} se    1 -1 {direction} sw   -1 -1 {direction} nw
	-2  1 {direction} nne  -1  2 {direction} ene   1  2 {direction} ese   2  1 {direction} sse
	 2 -1 {direction} ssw   1 -2 {direction} wsw  -1 -2 {direction} wnw  -2 -1 {direction} nnw
directions}

{players     {player} White  {player} Black  players}
{turn-order  {turn} White    {turn} Black    turn-order}

{symmetries   \ Moves are written as White makes them.
	Black {symmetry} n s    Black {symmetry} ne se    Black {symmetry} nw sw
symmetries}

{pieces   \ The names, for the words below.
	{piece} pawn  {piece} met  {piece} khon  {piece} horse  {piece} boat  {piece} king
pieces}

\ ---- Moves ----

: go ( -- )       enemy? IF progress ENDIF from here move add-move ;
: step ( ? -- )   verify friend? NOT verify go ;   \ Behind a direction.

: slide ( dir -- )   \ Any number of squares, up to the first piece.
	BEGIN DUP EXECUTE WHILE
		friend? NOT verify  go  empty? verify
	REPEAT DROP
;

: slide-n  ( -- ) ['] n slide ;   : slide-s  ( -- ) ['] s slide ;
: slide-e  ( -- ) ['] e slide ;   : slide-w  ( -- ) ['] w slide ;
: leap-nne ( -- ) nne step ;      : leap-ene ( -- ) ene step ;
: leap-ese ( -- ) ese step ;      : leap-sse ( -- ) sse step ;
: leap-ssw ( -- ) ssw step ;      : leap-wsw ( -- ) wsw step ;
: leap-wnw ( -- ) wnw step ;      : leap-nnw ( -- ) nnw step ;
: step-n   ( -- ) n  step ;       : step-ne  ( -- ) ne step ;    : step-nw ( -- ) nw step ;
: step-se  ( -- ) se step ;       : step-sw  ( -- ) sw step ;

: king-cell ( -- addr )   current-player player-index kings ;

: king-step ( ? -- )   \ A step that `kings` follows.
	verify friend? NOT verify
	enemy? IF progress ENDIF  from here move  here king-cell later!  add-move
;

: king-n  ( -- ) n  king-step ;   : king-s  ( -- ) s  king-step ;
: king-e  ( -- ) e  king-step ;   : king-w  ( -- ) w  king-step ;
: king-ne ( -- ) ne king-step ;   : king-nw ( -- ) nw king-step ;
: king-se ( -- ) se king-step ;   : king-sw ( -- ) sw king-step ;

: far? ( -- ? )   here 8 / current-player White = IF 2 ELSE 5 ENDIF = ;   \ The sixth rank.
: advance ( -- )  progress from here move  far? IF met change-type ENDIF  add-move ;
: push ( -- )     n verify empty? verify advance ;
: slant-e ( -- )  ne verify enemy? verify advance ;
: slant-w ( -- )  nw verify enemy? verify advance ;

{moves pawn-moves  {move} push {move} slant-e {move} slant-w moves}
{moves met-moves   {move} step-ne {move} step-nw {move} step-se {move} step-sw moves}
{moves khon-moves  {move} step-n {move} step-ne {move} step-nw {move} step-se {move} step-sw moves}
{moves horse-moves
	{move} leap-nne {move} leap-ene {move} leap-ese {move} leap-sse
	{move} leap-ssw {move} leap-wsw {move} leap-wnw {move} leap-nnw moves}
{moves boat-moves  {move} slide-n {move} slide-s {move} slide-e {move} slide-w moves}
{moves king-moves
	{move} king-n {move} king-s {move} king-e {move} king-w
	{move} king-ne {move} king-nw {move} king-se {move} king-sw moves}

{pieces
	{piece} pawn  {moves} pawn-moves  100 {value}    {piece} met  {moves} met-moves  170 {value}
	{piece} khon  {moves} khon-moves  260 {value}    {piece} horse {moves} horse-moves 300 {value}
	{piece} boat  {moves} boat-moves  500 {value}    {piece} king {moves} king-moves   0 {value}
pieces}

{board-setup
	{setup} White boat a1  {setup} White horse b1  {setup} White khon c1  {setup} White king d1
	{setup} White met e1   {setup} White khon f1   {setup} White horse g1 {setup} White boat h1
	{setup} White pawn a3  {setup} White pawn b3  {setup} White pawn c3  {setup} White pawn d3
	{setup} White pawn e3  {setup} White pawn f3  {setup} White pawn g3  {setup} White pawn h3
	{setup} Black boat a8  {setup} Black horse b8  {setup} Black khon c8  {setup} Black met d8
	{setup} Black king e8  {setup} Black khon f8   {setup} Black horse g8 {setup} Black boat h8
	{setup} Black pawn a6  {setup} Black pawn b6  {setup} Black pawn c6  {setup} Black pawn d6
	{setup} Black pawn e6  {setup} Black pawn f6  {setup} Black pawn g6  {setup} Black pawn h6
board-setup}

: OnNewGame ( -- )   d1 0 kings !  e8 1 kings ! ;

\ ---- The rule about kings, and the end ----

: in-check? ( -- ? )     king-cell @ attacked? ;
: OnIsLegal? ( -- ? )    in-check? NOT ;
: mated ( -- )           stalemate? IF in-check? IF current-player loses ENDIF ENDIF ;
: stuck ( -- )           stalemate? IF draw ENDIF ;
: thrice ( -- )          repetitions 2 > IF draw ENDIF ;
: quiet-for-long ( -- )  quiet-turns 127 > IF draw ENDIF ;   \ In place of the count of moves.

: shade ( pos -- n )   DUP 8 / + 1 AND 1+ ;   \ Of a square: 1 or 2.

: nobody-mates? ( -- ? )   \ Whether there are only mets on squares of one shade, or one horse or pawn.
	0 64 BEGIN DUP WHILE 1-
		DUP piece-type-at
		DUP boat = OVER khon = OR IF 2DROP DROP FALSE EXIT ENDIF
		DUP pawn = OVER horse = OR IF ROT 4 + ROT ROT ENDIF
		met = IF SWAP OVER shade OR SWAP ENDIF
	REPEAT DROP
	DUP 3 <  SWAP 4 = OR
;

: dead ( -- )   \ What there is changes by captures and promotions alone.
	quiet-turns IF lifeless @ ELSE nobody-mates? ENDIF IF draw ENDIF
;

{endings
	mated          {ending} checkmate   2 {priority}
	stuck          {ending} stalemate   1 {priority}
	dead           {ending} dead-position
	thrice         {ending} repetition
	quiet-for-long {ending} sixty-four-moves
endings}

\ ---- Positions from outside ----

: find-king ( player -- )   \ Note where a player's king stands, -1 if nowhere.
	-1 OVER player-index kings !
	64 0 DO
		DUP king OR I piece-at = IF I OVER player-index kings ! ENDIF
	LOOP DROP
;

: note-dead ( -- )   \ For a position that was set after quiet turns: `dead` does not look then.
	quiet-turns IF nobody-mates? ELSE FALSE ENDIF lifeless !
;

: misplaced? ( pos -- ? )   \ Whether a pawn stands there that cannot: behind its start, or promoted.
	DUP piece-type-at pawn = NOT IF DROP FALSE EXIT ENDIF
	DUP 8 / SWAP player-at White = NOT IF 7 SWAP - ENDIF
	DUP 3 < SWAP 5 > OR
;

: OnPosition ( -- )
	64 0 DO I misplaced? ABORT" a pawn stands behind its first rank, or beyond the fifth" LOOP
	White find-king  Black find-king  note-dead
;

\ ---- A judgement for the built-in search ----

: centrality ( pos -- n )   \ From 0 in a corner to 6 in the centre.
	DUP 8 / DUP 7 SWAP - MIN  SWAP 8 MOD DUP 7 SWAP - MIN  +
;

: place-worth ( pos -- n )   \ All belong in the centre, kings too, and pawns ahead.
	DUP centrality 4 *
	OVER piece-type-at pawn = IF
		OVER 8 / 2 PICK player-at White = IF 7 SWAP - ENDIF 6 * +
	ENDIF
	SWAP DROP
;

: OnEvaluate ( -- score )
	current-player material-balance
	64 0 DO
		I friend-at? IF I place-worth + ENDIF
		I enemy-at?  IF I place-worth - ENDIF
	LOOP
;
