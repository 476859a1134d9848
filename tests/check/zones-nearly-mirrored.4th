\ Zones of the two players that mirror each other but for a limit or a position, and some that do.
LOAD parts/head.4th
: row ( -- n )   here 4 / ;
: top-half? ( -- ? )   row 2 < ;
: bottom-half? ( -- ? )   row 3 >= ;
: far-half? ( -- ? )   current-player White = IF top-half? ELSE bottom-half? ENDIF ;   \ expect: FG568
: trap? ( pos -- ? )   \ expect: FG568
	current-player White = IF DUP a1 = OVER d1 = OR SWAP b2 = OR
	ELSE DUP a4 = OVER d3 = OR SWAP b3 = OR ENDIF
;
: last-row? ( -- ? )   current-player White = IF row 0= ELSE row 3 = ENDIF ;
: right? ( -- ? )   current-player White = IF here 4 MOD 1 > ELSE here 4 MOD 2 < ENDIF ;
: corner? ( pos -- ? )   current-player White = IF a4 = ELSE d1 = ENDIF ;
: extra ( -- )
	n verify far-half? last-row? OR here trap? OR right? OR here corner? OR verify
	empty? verify from here move add-move
;
{moves more {move} step-n {move} step-e {move} extra moves}
{pieces
	{piece} man {moves} more
	{piece} other {moves} list
pieces}
{board-setup
	{setup} White man a1
	{setup} Black man d4
	{setup} White other b1
	{setup} Black other c4
board-setup}
