\ english.4th -- English draughts, or checkers.
\
\ Men go and jump slanting ahead, kings one square in all four directions. Who can take must take,
\ whichever way they like, and go on to the end of the chain. Who cannot move loses; Black begins.
\
\ perft: 7 49 302 1469 7361 36768 179740 845931 3963680

{board
	8 8 {grid}
	{variable} quiet   \ moves in a row by kings that take nothing: at 80 the game is drawn
board}

{directions
	-1 -1 {direction} nw    -1 1 {direction} ne
	 1 -1 {direction} sw     1 1 {direction} se
directions}

{players     {player} Black  {player} White  players}
{turn-order  {turn} Black    {turn} White    turn-order}

{symmetries  White {symmetry} nw sw  White {symmetry} ne se  symmetries}   \ Black's are written

\ ---- Captures: a chain of jumps is followed to each of its ends ----

VARIABLE victim            \ what the jump that is being tried takes
VARIABLE jumps             \ how many jumps the chain has so far
24 [] victims              \ and what they take
DEFER may-take? ( -- ? )   \ whether the enemy who stands here may be taken at all
DEFER rate ( -- )          \ makes some captures better than others

: king? ( -- ? )  current-piece-type 2 = ;

: prey? ( -- ? )   \ Whether an enemy stands here whom the chain has not taken.
	enemy? jumps @ IF jumps @ 0 DO I victims @ here <> AND LOOP ENDIF
	IF may-take? ELSE FALSE ENDIF
;

: free? ( -- ? )   \ Whether nothing stands here; the piece that jumps has left its square.
	empty? here from = OR
;

: over? ( dir -- ? )   \ Over a neighbour onto a free square, which is here then.
	DUP EXECUTE prey? AND IF here victim ! EXECUTE free? AND ELSE DROP FALSE ENDIF
;

: last-rank? ( -- ? )   \ Whether here is the rank where men of the player to move are crowned.
	current-player Black = IF here 8 < ELSE here 55 > ENDIF
;

: crown ( -- )   king? NOT IF last-rank? IF 2 change-type ENDIF ENDIF ;

: take-all ( -- )   \ The chain ends here: all it has jumped over is taken.
	from here move
	jumps @ 0 DO I victims @ capture-at LOOP
	crown  0 quiet later!  rate unique add-move
;

: jump-on ( -- )   \ Behind a jump: on in all directions, or that was it.
	victim @ jumps @ victims !  jumps ++
	here FALSE
	['] nw over? IF RECURSE DROP TRUE ENDIF OVER to
	['] ne over? IF RECURSE DROP TRUE ENDIF OVER to
	king? IF
		['] sw over? IF RECURSE DROP TRUE ENDIF OVER to
		['] se over? IF RECURSE DROP TRUE ENDIF OVER to
	ENDIF
	NOT IF take-all ENDIF
	DROP jumps --
;

: jump ( dir -- )  over? IF jump-on ENDIF back ;

: man-jumps ( -- )   0 jumps !  ['] nw jump ['] ne jump ;
: king-jumps ( -- )  man-jumps  ['] sw jump ['] se jump ;

: any ( -- )  1 prefer ;   ' any IS rate   ' TRUE IS may-take?

\ ---- Other moves ----

: step ( ? -- )   \ Onto the square that a direction led to.
	empty? AND IF
		from here move crown
		king? IF quiet @ 1+ ELSE 0 ENDIF quiet later! add-move
	ENDIF back
;

: man-steps ( -- )   nw step  ne step ;
: king-steps ( -- )  man-steps  sw step  se step ;

{moves man-moves   {move} man-jumps   {move} man-steps   moves}
{moves king-moves  {move} king-jumps  {move} king-steps  moves}

{pieces
	{piece} man  {moves} man-moves
	{piece} king {moves} king-moves 2 {value}
pieces}

{board-setup
	{setup} Black man a1  {setup} Black man c1  {setup} Black man e1  {setup} Black man g1
	{setup} Black man b2  {setup} Black man d2  {setup} Black man f2  {setup} Black man h2
	{setup} Black man a3  {setup} Black man c3  {setup} Black man e3  {setup} Black man g3
	{setup} White man b6  {setup} White man d6  {setup} White man f6  {setup} White man h6
	{setup} White man a7  {setup} White man c7  {setup} White man e7  {setup} White man g7
	{setup} White man b8  {setup} White man d8  {setup} White man f8  {setup} White man h8
board-setup}

: OnIsGameOver ( -- result )
	stalemate? IF #LossScore ELSE quiet @ 80 < IF #UnknownScore ELSE #DrawScore ENDIF ENDIF
;

\ ---- A judgement for the built-in search ----
\ Men are worth more the farther they have come, and at home, where they keep others from being crowned; kings
\ in the middle. Who is ahead gains by exchanges: the lead grows by up to a half while pieces get fewer.

CREATE worths   \ of men, then of kings, on the dark squares from the rank where men are crowned
	  0 ,   0 ,   0 ,   0 ,  126 , 130 , 130 , 128 ,  112 , 114 , 114 , 108 ,  106 , 110 , 112 , 110 ,
	106 , 108 , 106 , 102 ,  102 , 106 , 108 , 104 ,  100 , 102 , 102 , 100 ,  104 , 112 , 106 , 112 ,
	140 , 140 , 140 , 136 ,  140 , 146 , 146 , 146 ,  146 , 152 , 152 , 140 ,  140 , 152 , 156 , 146 ,
	146 , 156 , 152 , 140 ,  140 , 152 , 152 , 146 ,  146 , 146 , 146 , 140 ,  136 , 140 , 140 , 140 ,

: worth-at ( pos -- n )   \ What the piece there is worth.
	DUP piece-type-at 2 = 32 AND SWAP
	DUP player-at White = IF 63 SWAP - ENDIF 2 / + CELLS worths + @
;

: OnEvaluate ( -- score )   \ Worths of own pieces, less those of the opponent's.
	0 0   \ the lead, and all
	64 0 DO
		I not-empty-at? IF
			I worth-at SWAP OVER + SWAP
			I friend-at? NOT IF NEGATE ENDIF ROT + SWAP
		ENDIF
	LOOP
	2500 SWAP - 0 MAX OVER 5000 */ +
;
