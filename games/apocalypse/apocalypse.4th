\ apocalypse.4th -- both players move at the same time.
\
\ Each player has two horsemen (they move as knights) and five footmen (as pawns). Both choose a move on the
\ same position, then both moves are made at once. Who has no footman left loses.
\
\ perft: 9 81 757 7183 68046 654056

{board
	5 5 {grid}
	{variable} calm     \ turns since a footman moved or a piece was taken
board}

{directions
	-1  0 {direction} north       1  0 {direction} south
	-1  1 {direction} northeast   1  1 {direction} southeast
	-1 -1 {direction} northwest   1 -1 {direction} southwest
	-2  1 {direction} nne         2  1 {direction} sse
	-2 -1 {direction} nnw         2 -1 {direction} ssw
	-1  2 {direction} ene         1  2 {direction} ese
	-1 -2 {direction} wnw         1 -2 {direction} wsw
directions}

{players
	{player} White
	{player} Black
players}

{turn-order   \ After a turn of moves there may be one for footmen on the last rank: see OnNextTurn.
	{label} moving        {turn} White {of-type} stepping   {together} Black {of-type} stepping
	{label} white-places  {turn} White {of-type} placing
	{label} black-places  {turn} Black {of-type} placing
	{label} both-place    {turn} White {of-type} placing    {together} Black {of-type} placing
turn-order}

{symmetries   \ Footmen are written as White moves them; Black's go the other way.
	Black {symmetry} north south
	Black {symmetry} northeast southeast
	Black {symmetry} northwest southwest
symmetries}

\ ---- What can be chosen ----

: advance ( -- )   \ A footman goes straight ahead to an empty square.
	north verify empty? verify
	from here move add-move
;

: slant ( ? -- )   \ A footman takes slanting ahead; if the enemy leaves, he goes there all the same.
	verify enemy? verify
	from here move add-move
;

: leap ( ? -- )   \ A horseman jumps to a square without a friend.
	verify friend? NOT verify
	from here move add-move
;

: slant-east ( -- )   northeast slant ;
: slant-west ( -- )   northwest slant ;
: leap-nne ( -- )   nne leap ;
: leap-ene ( -- )   ene leap ;
: leap-ese ( -- )   ese leap ;
: leap-sse ( -- )   sse leap ;
: leap-ssw ( -- )   ssw leap ;
: leap-wsw ( -- )   wsw leap ;
: leap-wnw ( -- )   wnw leap ;
: leap-nnw ( -- )   nnw leap ;

: far? ( pos -- ? )   \ Whether a square is on the last rank of the player to move.
	current-player White = IF 5 < ELSE 19 > ENDIF
;

: place ( -- )   \ A footman on the last rank goes to any empty square that is not on it.
	here far? verify
	25 0 DO
		I empty-at? I far? NOT AND IF from I move add-move ENDIF
	LOOP
;

{moves footman-moves
	{move} advance     {move-type} stepping
	{move} slant-east  {move-type} stepping
	{move} slant-west  {move-type} stepping
	{move} place       {move-type} placing
moves}

{moves horseman-moves
	{move} leap-nne {move-type} stepping   {move} leap-ene {move-type} stepping
	{move} leap-ese {move-type} stepping   {move} leap-sse {move-type} stepping
	{move} leap-ssw {move-type} stepping   {move} leap-wsw {move-type} stepping
	{move} leap-wnw {move-type} stepping   {move} leap-nnw {move-type} stepping
moves}

{pieces   \ The stronger one has the greater number.
	{piece} footman   {moves} footman-moves
	{piece} horseman  {moves} horseman-moves
pieces}

{board-setup
	{setup} White horseman a1  {setup} White horseman e1
	{setup} White footman a2   {setup} White footman b1   {setup} White footman c1
	{setup} White footman d1   {setup} White footman e2
	{setup} Black horseman a5  {setup} Black horseman e5
	{setup} Black footman a4   {setup} Black footman b5   {setup} Black footman c5
	{setup} Black footman d5   {setup} Black footman e4
board-setup}

\ ---- Both moves at once ----

VARIABLE white-piece    VARIABLE white-goal
VARIABLE black-piece    VARIABLE black-goal

: how-many ( piece -- n )   \ Pieces of that player and type on the board.
	0 25 0 DO OVER I piece-at = IF 1+ ENDIF LOOP
	SWAP DROP
;

: men ( -- n )   \ All pieces on the board.
	0 25 0 DO I empty-at? NOT IF 1+ ENDIF LOOP
;

: take-up ( player -- piece goal )   \ Lift the piece that a player moves: it, and where it goes.
	chosen
	DUP move-from DUP piece-at SWAP (remove-piece)
	SWAP move-to
;

: strength ( piece -- n )   #PieceType AND ;

: clash ( -- )   \ Both have gone to one square: the stronger stays, of equal ones neither.
	white-piece @ strength black-piece @ strength
	2DUP = IF 2DROP ELSE
		> IF white-piece ELSE black-piece ENDIF @
		white-goal @ (add-piece)
	ENDIF
;

: arrive ( -- )   \ Both have left their squares, so whoever was to be taken there has escaped.
	white-piece @ white-goal @ (add-piece)
	black-piece @ black-goal @ (add-piece)
;

: waiting ( player -- pos )   \ Where a footman of the player is on the last rank; -1 if none is.
	footman OR -1
	OVER White footman OR = IF 0 ELSE 20 ENDIF
	DUP 5 + SWAP DO
		OVER I piece-at = IF DROP I ENDIF
	LOOP
	SWAP DROP
;

: waits? ( player -- ? )   waiting -1 > ;

: promote ( player -- )   \ A footman on the last rank becomes a horseman, if there are fewer than two.
	DUP waits? OVER horseman OR how-many 2 < AND IF
		DUP horseman OR OVER waiting (add-piece)
	ENDIF
	DROP
;

: footman? ( piece -- ? )   strength footman = ;

: OnTogether ( -- )
	men
	White take-up white-goal ! white-piece !
	Black take-up black-goal ! black-piece !
	white-goal @ black-goal @ = IF clash ELSE arrive ENDIF
	White promote  Black promote
	men =  white-piece @ footman? black-piece @ footman? OR NOT AND
	IF calm ++ ELSE 0 calm ! ENDIF
;

: OnNextTurn ( -- )   \ Footmen that are still on the last rank are placed first.
	$turnNumber ++
	White waits? IF
		Black waits? IF both-place ELSE white-places ENDIF
	ELSE
		Black waits? IF black-places ELSE moving ENDIF
	ENDIF
	$SetTurn
;

\ ---- The end of the game ----

: footless? ( player -- ? )   footman OR how-many 0= ;

: no-footmen ( -- )   \ Who has none left loses; if both have none, nobody does.
	White footless? IF
		Black footless? IF draw ELSE White loses ENDIF
	ELSE
		Black footless? IF Black loses ENDIF
	ENDIF
;

: no-choice ( -- )   \ Who has to choose and cannot: a draw.
	stalemate? IF draw ENDIF
;

: all-calm ( -- )   \ Fifty turns without a capture or a footman's move: a draw.
	calm @ 49 > IF draw ENDIF
;

{endings
	no-footmen {ending} annihilation  3 {priority}
	no-choice  {ending} stalemate     2 {priority}
	all-calm   {ending} fifty-turns   1 {priority}
endings}

\ ---- A judgement for the built-in search ----

: gone ( pos player -- n )   \ How many ranks a footman there has come.
	SWAP 5 / SWAP White = IF 4 SWAP - ENDIF
;

: worth ( player -- n )   \ Footmen are the game, but for that a horseman is the stronger piece.
	0 25 0 DO
		OVER footman OR I piece-at = IF OVER I SWAP gone + 30 + ENDIF
		OVER horseman OR I piece-at = IF 50 + ENDIF
	LOOP
	SWAP DROP
;

: OnEvaluate ( -- score )
	White worth Black worth -
	current-player White = NOT IF NEGATE ENDIF
;
