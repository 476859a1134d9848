\ hasami-c.4th -- hasami shogi: men that move like rooks and take between two. As the cookbook says: between, slide, speed.
\
\ Nine men each on the nearest rank of nine by nine squares; White begins. A man slides; enemies in a row
\ between where it stops and another man of its player are taken, in four directions (not in corners).
\ Who has fewer than two men, or no move, loses; the game is a draw after two hundred turns.

{board
	9 9 {grid}
	2 {array} men   \ how many White and Black have
board}

{players	{player} White  {player} Black	players}
{turn-order	{turn} White    {turn} Black	turn-order}

{directions
	-1 0 {direction} n   1 0 {direction} s   0 1 {direction} e   0 -1 {direction} w
directions}

VARIABLE target   \ where the moving man arrives
VARIABLE taken    \ how many the move in the making takes

: men-of ( player -- addr )   \ Where a player's men are counted.
	player-index men
;

: between ( 'dir -- n )   \ Enemies in a row, up to an own man; 0 without one.
	0 BEGIN OVER EXECUTE enemy? AND WHILE 1+ REPEAT
	SWAP DROP
	friend? AND
	target @ to
;

: pinch ( 'dir -- )   \ Take them.
	DUP between DUP taken +!
	BEGIN DUP WHILE
		OVER EXECUTE DROP
		here capture-at
		1-
	REPEAT 2DROP
	target @ to
;

: arrive ( -- )   \ Move here, with what that takes on four sides.
	here target !  0 taken !
	from here move
	['] n pinch  ['] s pinch  ['] e pinch  ['] w pinch
	taken @ IF next-player men-of @ taken @ - next-player men-of later! ENDIF
	add-move
;

: slide ( 'dir -- )   \ As far as the way is free.
	BEGIN DUP EXECUTE empty? AND WHILE arrive REPEAT DROP
;

: slide-n ( -- ) ['] n slide ;
: slide-s ( -- ) ['] s slide ;
: slide-e ( -- ) ['] e slide ;
: slide-w ( -- ) ['] w slide ;

{moves slides
	{move} slide-n {move} slide-s {move} slide-e {move} slide-w
moves}

{pieces
	{piece} man {moves} slides
pieces}

{board-setup
	{setup} White man a1  {setup} White man b1  {setup} White man c1  {setup} White man d1  {setup} White man e1
	{setup} White man f1  {setup} White man g1  {setup} White man h1  {setup} White man i1
	{setup} Black man a9  {setup} Black man b9  {setup} Black man c9  {setup} Black man d9  {setup} Black man e9
	{setup} Black man f9  {setup} Black man g9  {setup} Black man h9  {setup} Black man i9
board-setup}

: OnNewGame ( -- )   \ Nine each.
	9 White men-of !  9 Black men-of !
;

: OnIsGameOver ( -- result )
	current-player men-of @ 2 < stalemate? OR IF #LossScore EXIT ENDIF
	turn-number 200 > IF #DrawScore ELSE #UnknownScore ENDIF
;
