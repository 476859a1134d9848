\ Rows of two players that are alike except for one word, and some that are meant so.
{board
	5 5 {grid}
	{variable} white-home
	{variable} black-home
	{variable} hand1
	{variable} hand2
board}
{directions
	-1  0 {direction} n
	 1  0 {direction} s
	 0  1 {direction} e
	 0 -1 {direction} w   \ expect: FG514
	-1  1 {direction} ne
	 1 -1 {direction} sw
directions}
{players
	{player} White
	{player} Black
players}
{turn-order
	{turn} White
	{turn} Black
turn-order}
CREATE ways   ' n , ' s , ' e , ' ne , ' sw ,
 ' ne ,   \ expect: FG537
CREATE axes   ' n , ' e , ' ne ,
: axis ( i -- 'dir )   CELLS DUP axes + @ SWAP ways + @ MIN ;
25 [] seen
VARIABLE reached
: spend1 ( -- )   hand1 -- ;
: spend2 ( -- )   hand1 -- ;   \ expect: FG544
: go ( n -- )   2 > verify n verify empty? verify from here move add-move ;
: go-1 ( -- )   4 go ;
: go-2 ( -- )   5 go ;
: go-3 ( -- )   5 go ;   \ expect: FG535
: home ( -- )   current-player White = IF white-home ++ spend1 ELSE black-home ++ spend2 ENDIF ;
: drop-man ( -- )   empty? verify hand1 @ hand2 @ + 0> verify drop COMPILE home add-move ;
: visit ( pos -- )
	DUP seen @ IF DROP ELSE
		TRUE OVER seen !  reached ++
		DUP to n IF here RECURSE ENDIF
		DUP to s IF here RECURSE ENDIF
		DUP to e IF here RECURSE ENDIF
		DUP to e IF here RECURSE ENDIF   \ expect: FG537
		DUP to ne IF here RECURSE ENDIF
		to sw IF here RECURSE ENDIF
	ENDIF
;
: count-one ( -- )
	0 axis DROP
	current-player White = IF
		white-home @ 4 < IF white-home ++ ENDIF
	ELSE
		white-home @ 4 < IF black-home ++ ENDIF   \ expect: FG544
	ENDIF
;
: OnNewGame ( -- )   count-one  3 hand1 !  3 hand2 !  0 reached ! ;   \ expect: FG406
: goal-w ( n -- player )   player-at ;
: goal-b ( n -- player )   20 + player-at ;
: OnIsGameOver ( -- result )
	#UnknownScore
	white-home @ 3 >= IF DROP current-player White = IF #WinScore ELSE #LossScore ENDIF ENDIF
	black-home @ 3 > IF DROP current-player Black = IF #WinScore ELSE #LossScore ENDIF ENDIF   \ expect: FG567
	3 goal-w White = IF DROP current-player White = IF #WinScore ELSE #LossScore ENDIF ENDIF
	3 goal-b Black = IF DROP current-player White = IF #WinScore ELSE #LossScore ENDIF ENDIF   \ expect: FG544
	white-home @ 9 = IF DROP current-player White = IF #LossScore ELSE #WinScore ENDIF ENDIF
	black-home @ 9 = IF DROP current-player White = IF #LossScore ELSE #WinScore ENDIF ENDIF   \ expect: FG544
;
: OnEvaluate ( -- score )
	0 reached !  c3 visit  reached @
	white-home @ current-player White = IF + ELSE - ENDIF
	black-home @ current-player White = IF - ELSE + ENDIF
	seen @
;
{moves men
	{move} go-1
	{move} go-2
	{move} go-3
moves}
{moves drops
	{move} drop-man
moves}
{pieces
	{piece} man {moves} men {drops} drops
pieces}
{board-setup
	{setup} White man a1
	{setup} Black man a5
board-setup}
