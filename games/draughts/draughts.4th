\ draughts.4th -- international draughts, on a hundred squares.
\
\ Men go slanting ahead, kings along whole diagonals; both jump in all four directions, and go on
\ jumping in the same move. Of all captures those must be made that take the most. Jumped men are
\ taken off when the move is over: until then none is jumped twice. Who cannot move loses.
\
\ perft: 9 81 658 4265 27117 167140 1049442 6483961

{board
	10 10 {grid}
	{variable} quiet   \ moves of kings in a row that take nothing: at 50 the game is drawn
board}

{directions
	-1 -1 {direction} nw    -1 1 {direction} ne
	 1 -1 {direction} sw     1 1 {direction} se
directions}

{players
	{player} White
	{player} Black
players}

{turn-order
	{turn} White
	{turn} Black
turn-order}

{symmetries   \ Men's moves are written as White makes them.
	Black {symmetry} nw sw
	Black {symmetry} ne se
symmetries}


\ ---- Captures: from here, a chain of jumps is followed to each of its ends ----

VARIABLE victim        \ what the jump that is being tried takes
VARIABLE jumps         \ how many jumps the chain has so far
50 [] victims          \ and whom they take

: jumped? ( -- ? )   \ Whether the chain has taken what stands here.
	FALSE jumps @ IF jumps @ 0 DO I victims @ here = OR LOOP ENDIF
;

: prey? ( -- ? )   \ Whether an enemy stands here who can be taken.
	enemy? IF jumped? NOT ELSE FALSE ENDIF
;

: free? ( -- ? )   \ Whether nothing stands here; the piece that jumps has left its square.
	empty? here from = OR
;

: land? ( dir -- ? )   \ Over the prey that stands here, onto a free square.
	here victim ! EXECUTE free? AND
;

: jump? ( dir -- ? )   \ A man's jump over his neighbour; here is where he comes down.
	DUP EXECUTE prey? AND IF land? ELSE DROP FALSE ENDIF
;

: fly? ( dir -- ? )   \ A king's, over the next piece on a diagonal.
	BEGIN DUP EXECUTE free? AND WHILE REPEAT
	prey? IF land? ELSE DROP FALSE ENDIF
;

: last-rank? ( -- ? )   \ Whether here is the rank where men of the player to move are crowned.
	current-player White = IF here 10 < ELSE here 89 > ENDIF
;

: crown ( -- )   \ A man who has come there becomes what is declared behind him, a king.
	current-piece-type 1 = IF last-rank? IF current-piece-type 1+ change-type ENDIF ENDIF
;

: take-all ( -- )   \ The chain is at its end: a move, the better the more it takes.
	from here move
	jumps @ 0 DO I victims @ capture-at LOOP
	crown
	0 quiet later!
	jumps @ prefer unique add-move
;

: jump-on ( -- )   \ Behind a man's jump: on in all directions, or that was it.
	victim @ jumps @ victims !  jumps ++
	here FALSE
	['] nw jump? IF RECURSE DROP TRUE ENDIF OVER to
	['] ne jump? IF RECURSE DROP TRUE ENDIF OVER to
	['] sw jump? IF RECURSE DROP TRUE ENDIF OVER to
	['] se jump? IF RECURSE DROP TRUE ENDIF OVER to
	NOT IF take-all ENDIF
	DROP jumps --
;

: man-jumps ( -- )
	0 jumps !
	['] nw jump? IF jump-on ENDIF back
	['] ne jump? IF jump-on ENDIF back
	['] sw jump? IF jump-on ENDIF back
	['] se jump? IF jump-on ENDIF
;

: fly-on ( dir -- )   \ The same for a king, from all squares where this jump may end.
	victim @ jumps @ victims !  jumps ++
	BEGIN
		here FALSE
		['] nw fly? IF ['] nw RECURSE DROP TRUE ENDIF OVER to
		['] ne fly? IF ['] ne RECURSE DROP TRUE ENDIF OVER to
		['] sw fly? IF ['] sw RECURSE DROP TRUE ENDIF OVER to
		['] se fly? IF ['] se RECURSE DROP TRUE ENDIF OVER to
		NOT IF take-all ENDIF
		to
	DUP EXECUTE free? AND NOT UNTIL
	DROP jumps --
;

: king-jumps ( -- )
	0 jumps !
	['] nw fly? IF ['] nw fly-on ENDIF back
	['] ne fly? IF ['] ne fly-on ENDIF back
	['] sw fly? IF ['] sw fly-on ENDIF back
	['] se fly? IF ['] se fly-on ENDIF
;

\ ---- Other moves ----

: step ( ? -- )   \ A man onto the square that a direction led to.
	empty? AND IF from here move crown 0 quiet later! add-move ENDIF back
;

: man-steps ( -- )  nw step ne step ;

: slide ( dir -- )
	BEGIN DUP EXECUTE empty? AND WHILE from here move quiet @ 1+ quiet later! add-move REPEAT
	DROP back
;

: king-slides ( -- )  ['] nw slide ['] ne slide ['] sw slide ['] se slide ;

{moves man-moves   {move} man-jumps   {move} man-steps   moves}
{moves king-moves  {move} king-jumps  {move} king-slides moves}

{pieces
	{piece} man  {moves} man-moves
	{piece} king {moves} king-moves 3 {value}
pieces}


{board-setup
	{setup} White man a1  {setup} White man c1  {setup} White man e1  {setup} White man g1  {setup} White man i1
	{setup} White man b2  {setup} White man d2  {setup} White man f2  {setup} White man h2  {setup} White man j2
	{setup} White man a3  {setup} White man c3  {setup} White man e3  {setup} White man g3  {setup} White man i3
	{setup} White man b4  {setup} White man d4  {setup} White man f4  {setup} White man h4  {setup} White man j4
	{setup} Black man a7  {setup} Black man c7  {setup} Black man e7  {setup} Black man g7  {setup} Black man i7
	{setup} Black man b8  {setup} Black man d8  {setup} Black man f8  {setup} Black man h8  {setup} Black man j8
	{setup} Black man a9  {setup} Black man c9  {setup} Black man e9  {setup} Black man g9  {setup} Black man i9
	{setup} Black man b10  {setup} Black man d10  {setup} Black man f10  {setup} Black man h10  {setup} Black man j10
board-setup}
