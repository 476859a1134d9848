\ yonin-shogi.4th -- shogi for four.
\
\ Each player has nine pieces on an edge and plays towards the opposite one; South begins, then West, North and
\ East. A check need not be answered: a king is taken like any piece and can be dropped by its new owner. Who has
\ no king on the board must drop one; who has none in hand either is out. Who has all four kings wins.

{board
	9 9 {grid}  {hand}
	4 {array} crowns   \ how many kings each player has on the board
board}

{directions
	-1  0 {direction} n    1  0 {direction} s    0  1 {direction} e    0 -1 {direction} w
	-1  1 {direction} ne  -1 -1 {direction} nw   1  1 {direction} se   1 -1 {direction} sw
directions}

{players     {player} South  {player} West  {player} North  {player} East  players}
{turn-order  {turn} South    {turn} West    {turn} North    {turn} East    turn-order}

{symmetries   \ Moves are written as South makes them. All pieces are even-sided, so mirrors will do.
	North {symmetry} n s  North {symmetry} ne se  North {symmetry} nw sw
	West  {symmetry} n e  West  {symmetry} s w    West  {symmetry} nw se
	East  {symmetry} n w  East  {symmetry} s e    East  {symmetry} ne sw
symmetries}

{zones
	South {zone} far rank-7 rank-8 rank-9   South {zone} last rank-9   \ `far` is where pieces promote;
	West  {zone} far file-g file-h file-i   West  {zone} last file-i   \ a pawn on `last` could not move on
	North {zone} far rank-3 rank-2 rank-1   North {zone} last rank-1
	East  {zone} far file-c file-b file-a   East  {zone} last file-a
zones}

{pieces   \ The names, for the words below; promoted types come in the order of the plain ones.
	{piece} pawn   {piece} silver   {piece} rook
	{piece} tokin  {piece} narigin  {piece} dragon
	{piece} gold   {piece} king
pieces}

$recycle ON
$passTurnForced ON

\ ---- Kings ----

: kings ( player -- addr )   player-index crowns ;
: kingless? ( player -- ? )   kings @ 0= ;

: dethrone ( -- )   \ The king here is taken; if that leaves its owner without any, they are out.
	player kings @ 1-  player kings later!
	player kings @ 1 =  king player in-hand-of 0=  AND IF player out ENDIF
;

: crown ( -- )   \ A king is dropped.
	current-player kings @ 1+  current-player kings later!
;

\ ---- Moves ----

: go ( -- )   \ Move here and take what stands here.
	from here move
	piece-type king = IF dethrone ENDIF
;

: stays? ( -- ? )   \ Whether the current piece could move on from here as it is.
	current-piece-type pawn =  last in-zone?  AND NOT
;

: promotes? ( -- ? )   \ Whether the move from `from` to here may promote.
	current-piece-type tokin <  far in-zone?  from far in-zone-at?  OR AND
;

: arrive ( -- )   \ Add the moves that end here.
	stays?    IF go add-move ENDIF
	promotes? IF go current-piece-type 3 + here change-type-at add-move ENDIF
;

: step ( ? -- )   \ To where a direction led, onto no piece of one's own.
	verify friend? NOT verify arrive
;

: ride ( 'dir -- )   \ Any number of squares, up to the first piece.
	BEGIN DUP EXECUTE WHILE
		friend? NOT verify  arrive  empty? verify
	REPEAT DROP
;

: step-n  n  step ;   : step-s  s  step ;   : step-e  e  step ;   : step-w  w  step ;
: step-ne ne step ;   : step-nw nw step ;   : step-se se step ;   : step-sw sw step ;
: ride-n ['] n ride ; : ride-s ['] s ride ; : ride-e ['] e ride ; : ride-w ['] w ride ;

: own-pawn? ( -- ? )   \ Whether the mover has a pawn on the line that runs ahead through here.
	here FALSE
	BEGIN s NOT UNTIL
	BEGIN piece current-player pawn + = OR  n NOT UNTIL
	SWAP to
;

: put      ( -- ) empty? verify drop add-move ;
: put-pawn ( -- ) empty? verify stays? verify own-pawn? NOT verify drop add-move ;
: put-king ( -- ) empty? verify drop crown add-move ;
: return   ( -- ) current-player kingless? verify put-king ;   \ Who has no king must do this.

{move-priorities {move-priority} urgent move-priorities}

{moves pawn-moves    {move} step-n moves}
{moves silver-moves  {move} step-n {move} step-ne {move} step-nw {move} step-se {move} step-sw moves}
{moves gold-moves    {move} step-n {move} step-ne {move} step-nw {move} step-e {move} step-w {move} step-s moves}
{moves rook-moves    {move} ride-n {move} ride-s {move} ride-e {move} ride-w moves}
{moves dragon-moves
	{move} ride-n {move} ride-s {move} ride-e {move} ride-w
	{move} step-ne {move} step-nw {move} step-se {move} step-sw moves}
{moves king-moves
	{move} step-n {move} step-s {move} step-e {move} step-w
	{move} step-ne {move} step-nw {move} step-se {move} step-sw moves}
{moves drops       {move} put moves}
{moves pawn-drops  {move} put-pawn moves}
{moves king-drops  {move} return {move-type} urgent  {move} put-king moves}

{pieces
	{piece} pawn    {moves} pawn-moves    {drops} pawn-drops     10 {value}
	{piece} silver  {moves} silver-moves  {drops} drops          50 {value}
	{piece} rook    {moves} rook-moves    {drops} drops         100 {value}
	{piece} tokin   {moves} gold-moves    pawn   {unpromoted}    40 {value}
	{piece} narigin {moves} gold-moves    silver {unpromoted}    55 {value}
	{piece} dragon  {moves} dragon-moves  rook   {unpromoted}   130 {value}
	{piece} gold    {moves} gold-moves    {drops} drops          60 {value}
	{piece} king    {moves} king-moves    {drops} king-drops    500 {value}
pieces}

{board-setup
	{setup} South silver c1  {setup} South gold d1  {setup} South king e1  {setup} South gold f1  {setup} South silver g1
	{setup} South rook e2    {setup} South pawn d3  {setup} South pawn e3  {setup} South pawn f3
	{setup} West silver a7   {setup} West gold a6   {setup} West king a5   {setup} West gold a4   {setup} West silver a3
	{setup} West rook b5     {setup} West pawn c6   {setup} West pawn c5   {setup} West pawn c4
	{setup} North silver c9  {setup} North gold d9  {setup} North king e9  {setup} North gold f9  {setup} North silver g9
	{setup} North rook e8    {setup} North pawn d7  {setup} North pawn e7  {setup} North pawn f7
	{setup} East silver i7   {setup} East gold i6   {setup} East king i5   {setup} East gold i4   {setup} East silver i3
	{setup} East rook h5     {setup} East pawn g6   {setup} East pawn g5   {setup} East pawn g4
board-setup}

: OnNewGame ( -- )   \ A king each.
	4 0 DO 1 I crowns ! LOOP
;

: OnPosition ( -- )   \ Count the kings.
	4 0 DO 0 I crowns ! LOOP
	81 0 DO I piece-type-at king = IF I player-at player-index crowns ++ ENDIF LOOP
;

\ ---- The end of the game ----

: sole   ( -- ) next-player current-player = IF current-player wins ENDIF ;   \ All others are out.
: fourth ( -- ) repetitions 3 > IF draw ENDIF ;

{endings
	sole   {ending} all-kings  10 {priority}
	fourth {ending} repetition
endings}

\ ---- A judgement for the built-in search: pieces, threats, room ----

81 [] reach   \ how many pieces of the player to move could go to each square

: value-at ( pos -- n ) piece-at piece-value ;

: OnEvaluate ( -- score )   \ Pieces count most, those in danger or that could be taken a part, a free square 1.
	current-player 0 reach attacks
	current-player material-balance 4 *
	81 0 DO
		I friend-at? IF
			I attacked? IF I value-at - ENDIF
		ELSE
			I reach @ IF I value-at 2/ + 1+ ENDIF
		ENDIF
	LOOP
;
