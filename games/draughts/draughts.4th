\ draughts.4th -- international draughts, on a hundred squares.
\
\ Men go slanting ahead, kings along whole diagonals; both jump in all four directions, and go on
\ jumping in the same move. Of all captures those must be made that take the most. What is jumped
\ stays until the move is over, and is not jumped twice. Who cannot move loses.
\
\ perft: 9 81 658 4265 27117 167140 1049442 6483961

{board
	10 10 {grid}
	{variable} quiet   \ moves in a row by kings that take nothing: at 50 the game is drawn
board}

{directions
	-1 -1 {direction} nw    -1 1 {direction} ne
	 1 -1 {direction} sw     1 1 {direction} se
directions}

{players     {player} White  {player} Black  players}
{turn-order  {turn} White    {turn} Black    turn-order}

{symmetries  Black {symmetry} nw sw  Black {symmetry} ne se  symmetries}   \ White's are written

\ ---- Captures: a chain of jumps is followed to each of its ends ----

VARIABLE victim        \ what the jump that is being tried takes
VARIABLE jumps         \ how many jumps the chain has so far
40 [] victims          \ and what they take
DEFER rate ( -- )      \ makes some captures better than others

: king? ( -- ? )  current-piece-type 2 = ;

: prey? ( -- ? )   \ Whether an enemy stands here whom the chain has not taken.
	enemy? jumps @ IF jumps @ 0 DO I victims @ here <> AND LOOP ENDIF
;

: free? ( -- ? )   \ Whether nothing stands here; the piece that jumps has left its square.
	empty? here from = OR
;

: near? ( dir -- ? )   \ Over a neighbour onto a free square, which is here then.
	DUP EXECUTE prey? AND IF here victim ! EXECUTE free? AND ELSE DROP FALSE ENDIF
;

: far? ( dir -- ? )   \ The same over the first piece on a diagonal.
	BEGIN DUP EXECUTE free? AND WHILE REPEAT
	prey? IF here victim ! EXECUTE free? AND ELSE DROP FALSE ENDIF
;

: over? ( dir -- ? )  king? IF far? ELSE near? ENDIF ;

: crown ( -- )   \ A man whose move ends on the last rank becomes a king.
	current-player White = IF here 10 < ELSE here 89 > ENDIF
	king? NOT AND IF 2 change-type ENDIF
;

: take-all ( -- )   \ The chain ends here: a move that takes all it has jumped over.
	from here move
	jumps @ 0 DO I victims @ capture-at LOOP
	crown  0 quiet later!  rate unique add-move
;

: jump-on ( dir -- )   \ From all squares where a jump may end: on in all directions, or that was it.
	victim @ jumps @ victims !  jumps ++
	BEGIN
		here FALSE
		['] nw over? IF ['] nw RECURSE DROP TRUE ENDIF OVER to
		['] ne over? IF ['] ne RECURSE DROP TRUE ENDIF OVER to
		['] sw over? IF ['] sw RECURSE DROP TRUE ENDIF OVER to
		['] se over? IF ['] se RECURSE DROP TRUE ENDIF OVER to
		NOT IF take-all ENDIF
		to DUP EXECUTE free? king? AND AND
	NOT UNTIL
	DROP jumps --
;

: jump ( dir -- )  DUP near? IF jump-on ELSE DROP ENDIF back ;
: hunt ( dir -- )  DUP far? IF jump-on ELSE DROP ENDIF back ;

: man-jumps ( -- )   0 jumps !  ['] nw jump ['] ne jump ['] sw jump ['] se jump ;
: king-jumps ( -- )  0 jumps !  ['] nw hunt ['] ne hunt ['] sw hunt ['] se hunt ;

: most ( -- )  jumps @ prefer ;   ' most IS rate

\ ---- Other moves ----

: step ( ? -- )   \ A man onto the square that a direction led to.
	empty? AND IF from here move crown 0 quiet later! add-move ENDIF back
;

: slide ( dir -- )   \ A king along a diagonal.
	BEGIN DUP EXECUTE empty? AND WHILE from here move quiet @ 1+ quiet later! add-move REPEAT
	DROP back
;

: steps ( -- )   nw step  ne step ;
: slides ( -- )  ['] nw slide  ['] ne slide  ['] sw slide  ['] se slide ;

{moves man-moves   {move} man-jumps   {move} steps   moves}
{moves king-moves  {move} king-jumps  {move} slides  moves}

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

: OnIsGameOver ( -- result )
	stalemate? IF #LossScore ELSE quiet @ 50 < IF #UnknownScore ELSE #DrawScore ENDIF ENDIF
;
