\ hasami-a.4th -- hasami shogi: men that move like rooks and take between two. Helpers and tables of tokens.
\
\ Nine men each on the nearest rank of nine by nine squares; White begins. A man slides; enemies in a row
\ between where it stops and another man of its player are taken, in four directions (not in corners).
\ Who has fewer than two men, or no move, loses; the game is a draw after two hundred turns.

{board	9 9 {grid}	board}
{players	{player} White  {player} Black	players}
{turn-order	{turn} White    {turn} Black	turn-order}

{directions
	-1 0 {direction} n   1 0 {direction} s   0 1 {direction} e   0 -1 {direction} w
directions}

4 CONSTANT #ways
CREATE ways  ' n , ' s , ' e , ' w ,

: way ( i -- 'dir )   \ The token of a direction.
	CELLS ways + @
;

VARIABLE target   \ where the man arrives

: caught ( 'dir -- n )   \ Enemies in a row from the target up to an own man; 0 without one.
	target @ to
	0 BEGIN OVER EXECUTE enemy? AND WHILE 1+ REPEAT
	SWAP DROP friend? AND
;

: take ( 'dir -- )   \ Take them.
	DUP caught
	target @ to
	BEGIN DUP WHILE OVER EXECUTE DROP capture 1- REPEAT 2DROP
;

: arrive ( -- )   \ Move here, with what that takes.
	here target !
	from here move
	#ways 0 DO I way take LOOP
	target @ to
	add-move
;

: free? ( 'dir -- ? )   \ One step, if it leads to an empty square.
	EXECUTE IF empty? ELSE FALSE ENDIF
;

: slide ( 'dir -- )   \ As far as the way is free.
	BEGIN DUP free? WHILE arrive REPEAT DROP back
;

: go ( -- )   \ In all directions.
	#ways 0 DO I way slide LOOP
;

{moves man-moves	{move} go	moves}
{pieces		{piece} man {moves} man-moves	pieces}

{board-setup
	{setup} White man a1  {setup} White man b1  {setup} White man c1  {setup} White man d1  {setup} White man e1
	{setup} White man f1  {setup} White man g1  {setup} White man h1  {setup} White man i1
	{setup} Black man a9  {setup} Black man b9  {setup} Black man c9  {setup} Black man d9  {setup} Black man e9
	{setup} Black man f9  {setup} Black man g9  {setup} Black man h9  {setup} Black man i9
board-setup}

: men ( -- n )   \ How many men the player to move has.
	0 $positions @ 0 DO I friend-at? IF 1+ ENDIF LOOP
;

: lost? ( -- ? )	men 2 < stalemate? OR ;
: long? ( -- ? )	turn-number 200 > ;

: OnIsGameOver ( -- result )
	lost? IF #LossScore ELSE
	long? IF #DrawScore ELSE #UnknownScore ENDIF ENDIF
;
