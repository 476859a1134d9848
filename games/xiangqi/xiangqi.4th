\ xiangqi.4th -- Chinese chess.
\
\ Red is at the bottom and begins. Generals and advisors stay in their palaces, elephants on their side of the
\ river. A horse or an elephant is blocked by a piece on the square beside it. The generals may not face each
\ other on an open file. Who has no move has lost, in check or not.
\
\ perft: 44 1920 79666 3290240

{board
	10 9 {grid}
	2 {array} generals                  \ where they stand
	2 {array} checks {uncompared}       \ how many moves in a row of each player have given check
board}

{directions
	-1  0 {direction} n    1  0 {direction} s    0  1 {direction} e    0 -1 {direction} w
	-1  1 {direction} ne  -1 -1 {direction} nw   1  1 {direction} se   1 -1 {direction} sw
directions}

{players     {player} Red  {player} Black  players}
{turn-order  {turn} Red    {turn} Black    turn-order}

{symmetries   \ Moves are written as Red makes them; Black's run the other way.
	Black {symmetry} n  s
	Black {symmetry} ne se
	Black {symmetry} nw sw
symmetries}

{zones
	Red   {zone} palace  d1 e1 f1  d2 e2 f2  d3 e3 f3
	Black {zone} palace  d10 e10 f10  d9 e9 f9  d8 e8 f8
	Red   {zone} homeland  rank-1 rank-2 rank-3 rank-4 rank-5      \ one's own side of the river
	Black {zone} homeland  rank-6 rank-7 rank-8 rank-9 rank-10
zones}

{pieces {piece} general pieces}   \ The name, for the words below.

\ ---- Moves ----

: go ( -- )   \ Move here, and take what stands here; note where a general goes.
	from here move
	piece IF progress ENDIF
	current-piece-type general = IF here current-player player-index generals later! ENDIF
	add-move
;

: step ( ? -- )          verify friend? NOT verify go ;   \ To where a direction led.
: palace-step ( ? -- )   verify palace in-zone? step ;
: aside ( ? -- )         verify homeland in-zone? NOT step ;   \ A soldier, beyond the river.

: hop ( 'leg 'dir -- )   \ A horse: a straight step onto an empty square, then a slanting one outward.
	SWAP EXECUTE verify empty? verify EXECUTE step
;

: stride ( 'dir -- )   \ An elephant: two slanting steps over an empty square, not across the river.
	DUP EXECUTE verify empty? verify EXECUTE verify homeland in-zone? step
;

: ride ( 'dir -- )   \ A chariot: any number of squares, up to the first piece.
	BEGIN DUP EXECUTE WHILE
		friend? NOT verify go  empty? verify
	REPEAT DROP
;

: shoot ( 'dir -- )   \ A cannon: goes as a chariot, takes the first piece behind another one.
	BEGIN DUP EXECUTE verify empty? WHILE go REPEAT
	BEGIN DUP EXECUTE verify not-empty? UNTIL
	enemy? verify go DROP
;

\ A general looks ahead along the file and attacks the other one there. As a move it is never legal: generals
\ cannot come to face each other, just because each would then be attacked.
: glare ( -- )   BEGIN n verify not-empty? UNTIL  piece-type general = verify go ;

: ahead   n step ;
: aside-e e aside ;           : aside-w w aside ;
: court-n n palace-step ;     : court-s s palace-step ;
: court-e e palace-step ;     : court-w w palace-step ;
: guard-ne ne palace-step ;   : guard-nw nw palace-step ;
: guard-se se palace-step ;   : guard-sw sw palace-step ;
: hop-1 ['] n ['] ne hop ;    : hop-2 ['] n ['] nw hop ;
: hop-3 ['] s ['] se hop ;    : hop-4 ['] s ['] sw hop ;
: hop-5 ['] e ['] ne hop ;    : hop-6 ['] e ['] se hop ;
: hop-7 ['] w ['] nw hop ;    : hop-8 ['] w ['] sw hop ;
: stride-ne ['] ne stride ;   : stride-nw ['] nw stride ;
: stride-se ['] se stride ;   : stride-sw ['] sw stride ;
: ride-n ['] n ride ;  : ride-s ['] s ride ;  : ride-e ['] e ride ;  : ride-w ['] w ride ;
: shoot-n ['] n shoot ;  : shoot-s ['] s shoot ;  : shoot-e ['] e shoot ;  : shoot-w ['] w shoot ;

{moves general-moves  {move} court-n {move} court-s {move} court-e {move} court-w {move} glare moves}
{moves advisor-moves  {move} guard-ne {move} guard-nw {move} guard-se {move} guard-sw moves}
{moves elephant-moves {move} stride-ne {move} stride-nw {move} stride-se {move} stride-sw moves}
{moves horse-moves    {move} hop-1 {move} hop-2 {move} hop-3 {move} hop-4
	{move} hop-5 {move} hop-6 {move} hop-7 {move} hop-8 moves}
{moves chariot-moves  {move} ride-n {move} ride-s {move} ride-e {move} ride-w moves}
{moves cannon-moves   {move} shoot-n {move} shoot-s {move} shoot-e {move} shoot-w moves}
{moves soldier-moves  {move} ahead {move} aside-e {move} aside-w moves}

{pieces
	{piece} general  {moves} general-moves    0 {value}
	{piece} advisor  {moves} advisor-moves   20 {value}
	{piece} elephant {moves} elephant-moves  20 {value}
	{piece} horse    {moves} horse-moves     45 {value}
	{piece} chariot  {moves} chariot-moves  100 {value}
	{piece} cannon   {moves} cannon-moves    50 {value}
	{piece} soldier  {moves} soldier-moves   12 {value}
pieces}

{board-setup
	{setup} Red chariot a1  {setup} Red horse b1  {setup} Red elephant c1  {setup} Red advisor d1  {setup} Red general e1
	{setup} Red advisor f1  {setup} Red elephant g1  {setup} Red horse h1  {setup} Red chariot i1  {setup} Red cannon b3
	{setup} Red cannon h3  {setup} Red soldier i4  {setup} Red soldier a4  {setup} Red soldier c4  {setup} Red soldier e4  {setup} Red soldier g4
	{setup} Black chariot a10  {setup} Black horse b10  {setup} Black elephant c10  {setup} Black advisor d10
	{setup} Black general e10  {setup} Black advisor f10  {setup} Black elephant g10  {setup} Black horse h10
	{setup} Black chariot i10  {setup} Black cannon b8  {setup} Black cannon h8  {setup} Black soldier a7
	{setup} Black soldier c7  {setup} Black soldier e7  {setup} Black soldier g7  {setup} Black soldier i7
board-setup}

\ ---- Check, and the end ----

: OnNewGame  ( -- )   e1 0 generals !  e10 1 generals ! ;
: in-check?  ( -- ? ) current-player player-index generals @ attacked? ;
: OnIsLegal? ( -- ? ) in-check? NOT ;
: in-a-row   ( player -- addr ) player-index checks ;

: OnNextTurn ( -- )   \ Count the checks of the player who has just moved.
	OnNextTurn
	in-check? IF next-player in-a-row ++ ELSE 0 next-player in-a-row ! ENDIF
;

: always-checks? ( player -- ? )   \ With each move of the two cycles, every second one of which is the player's.
	in-a-row @ 2*  2 cycle-turns  < NOT
;

: mated  ( -- ) stalemate? IF in-check? IF current-player loses ENDIF ENDIF ;
: stuck  ( -- ) stalemate? IF current-player loses ENDIF ;
: quiet  ( -- ) quiet-turns 99 > IF draw ENDIF ;

: thrice ( -- )   \ Who alone has given check with each move since the first time loses; else it is a draw.
	repetitions 2 > verify
	current-player always-checks?  next-player always-checks?
	- DUP 0= IF draw ENDIF
	DUP 0< IF current-player loses ENDIF
	0> IF next-player loses ENDIF
;

{endings
	mated  {ending} checkmate   30 {priority}
	stuck  {ending} stalemate   20 {priority}
	thrice {ending} repetition  10 {priority}
	quiet  {ending} fifty-moves
endings}

: find-general ( player -- )   \ Note where a player's general stands, -1 if nowhere.
	-1 OVER player-index generals !
	90 0 DO
		DUP general OR I piece-at = IF I OVER player-index generals ! ENDIF
	LOOP DROP
;

: OnPosition ( -- )   Red find-general  Black find-general ;
