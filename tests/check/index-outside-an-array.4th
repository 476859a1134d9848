\ Indexes behind the end of arrays of the board, and some that stay inside.
{board 3 3 {grid} 4 {array} held[] 8 {carray} few[] 1 {array} one[] board}
{directions -1 0 {direction} north directions}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
: clear ( -- )   5 0 DO I held[] OFF LOOP ;   \ expect: FG557
: note ( n -- )   4 held[] !  1 8 few[] C! ;   \ expect: FG557
: of-player ( -- n )
	current-player player-index 4 + held[] @   \ expect: FG557
	0 1 - few[] C@ +   \ expect: FG557
	1 one[] @ +   \ expect: FG557
;
: inside ( i -- n )
	5 0 DO I 4 < IF I held[] @ DROP ENDIF LOOP
	4 0 DO I held[] OFF LOOP
	ABS 4 MOD held[] @ 3 held[] @ + 0 one[] @ + here few[] C@ + 8 0 DO I 2 / held[] ++ LOOP
;
: step ( -- )   \ A step ahead.
	north verify empty? verify from here move
	clear 1 note of-player DROP 2 inside DROP
	1 0 few[] C! 1 0 one[] !
	add-move
;
{moves steps {move} step moves}
{pieces {piece} man {moves} steps pieces}
{board-setup {setup} White man a1 {setup} Black man c3 board-setup}
