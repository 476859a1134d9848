\ lines-of-action.4th -- bring all your men together.
\
\ Black has twelve men on the top and bottom edges, White on the left and right; Black begins. A man
\ moves in a straight line as many squares as there are men, of both colours, on that line. It may
\ pass friends but no enemies, and takes an enemy it lands on. Whose men are all connected wins.
\
\ perft: 36 1244 44952

{board
	8 8 {grid}
board}

{directions
	-1  0 {direction} n     1  0 {direction} s
	 0  1 {direction} e     0 -1 {direction} w
	-1  1 {direction} ne    1 -1 {direction} sw
	-1 -1 {direction} nw    1  1 {direction} se
directions}

{players
	{player} Black
	{player} White
players}

{turn-order
	{turn} Black
	{turn} White
turn-order}

\ ---- Moves ----

: men ( 'dir -- n )   \ How many men stand in a direction, up to the edge.
	0 BEGIN OVER EXECUTE WHILE not-empty? IF 1+ ENDIF REPEAT
	SWAP DROP back
;

: march ( n 'dir -- )   \ So many squares: no enemy on the way, no friend at the end.
	BEGIN OVER 1 > WHILE DUP EXECUTE enemy? NOT AND verify  SWAP 1- SWAP REPEAT
	EXECUTE friend? NOT AND verify  DROP
	from here move add-move
;

: go ( 'dir 'opposite -- )   \ As many squares as there are men on this line.
	OVER men SWAP men + 1+ SWAP march
;

: go-n ( -- )   ['] n ['] s go ;
: go-s ( -- )   ['] s ['] n go ;
: go-e ( -- )   ['] e ['] w go ;
: go-w ( -- )   ['] w ['] e go ;
: go-ne ( -- )   ['] ne ['] sw go ;
: go-sw ( -- )   ['] sw ['] ne go ;
: go-nw ( -- )   ['] nw ['] se go ;
: go-se ( -- )   ['] se ['] nw go ;

{moves man-moves
	{move} go-n   {move} go-s   {move} go-e   {move} go-w
	{move} go-ne  {move} go-sw  {move} go-nw  {move} go-se
moves}

{pieces
	{piece} man {moves} man-moves
pieces}

{board-setup
	{setup} Black man b1  {setup} Black man c1  {setup} Black man d1
	{setup} Black man e1  {setup} Black man f1  {setup} Black man g1
	{setup} Black man b8  {setup} Black man c8  {setup} Black man d8
	{setup} Black man e8  {setup} Black man f8  {setup} Black man g8
	{setup} White man a2  {setup} White man a3  {setup} White man a4
	{setup} White man a5  {setup} White man a6  {setup} White man a7
	{setup} White man h2  {setup} White man h3  {setup} White man h4
	{setup} White man h5  {setup} White man h6  {setup} White man h7
board-setup}

\ ---- The end of the game ----

VARIABLE owner         \ whose men are looked at
CREATE seen 64 ALLOT   \ a byte for each square the flood has met

: meet ( ? -- )   \ Put the square a direction led to in the queue, if a man of his stands there.
	player owner @ = AND here seen + C@ 0= AND
	IF 1 here seen + C!  here ringbuffer-add-item ENDIF
;

: group ( pos -- n )   \ How many men are connected with the one there.
	DUP seen + 1 SWAP C!
	ringbuffer-reset ringbuffer-add-item
	0 BEGIN ringbuffer-empty? NOT
	WHILE
		1+ ringbuffer-remove-item
		DUP to n meet   DUP to s meet   DUP to e meet   DUP to w meet
		DUP to ne meet  DUP to sw meet  DUP to nw meet  to se meet
	REPEAT
;

: groups ( player -- n )   \ How many groups the men of a player form.
	owner !  seen 64 ERASE
	0 64 0 DO
		I player-at owner @ = I seen + C@ 0= AND IF 1+ I group DROP ENDIF
	LOOP
;

: OnIsGameOver ( -- result )   \ Who has just moved wins, if one move has connected both sides.
	next-player groups 1 = IF #LossScore EXIT ENDIF
	current-player groups 1 = IF #WinScore EXIT ENDIF
	stalemate? IF #LossScore ELSE #UnknownScore ENDIF
;

\ ---- A judgement for the built-in search ----

CREATE worth   \ Men in the middle are easier to bring together.
	0 , 1 , 1 , 2 , 2 , 1 , 1 , 0 ,
	1 , 3 , 4 , 4 , 4 , 4 , 3 , 1 ,
	1 , 4 , 6 , 6 , 6 , 6 , 4 , 1 ,
	2 , 4 , 6 , 7 , 7 , 6 , 4 , 2 ,
	2 , 4 , 6 , 7 , 7 , 6 , 4 , 2 ,
	1 , 4 , 6 , 6 , 6 , 6 , 4 , 1 ,
	1 , 3 , 4 , 4 , 4 , 4 , 3 , 1 ,
	0 , 1 , 1 , 2 , 2 , 1 , 1 , 0 ,

VARIABLE men-found

: mean-place ( player -- n )   \ A hundred times the mean worth of the squares of his men.
	owner !  0 men-found !
	0 64 0 DO
		I player-at owner @ = IF men-found ++  I CELLS worth + @ + ENDIF
	LOOP
	100 * men-found @ /
;

: OnEvaluate ( -- score )   \ Few groups, and men in the middle.
	current-player mean-place  next-player mean-place -
	next-player groups current-player groups - 40 * +
;
