\ Copies of a phrase and of a word in which one operator differs.
LOAD parts/head.4th
: low ( n -- n' )   DUP 1 >= SWAP 9 <= AND IF 1 ELSE 0 ENDIF ;
: middle ( n -- n' )   DUP 3 >= SWAP 9 <= OR IF 1 ELSE 0 ENDIF ;   \ expect: FG567
: high ( n -- n' )   DUP 6 >= SWAP 9 <= AND IF 1 ELSE 0 ENDIF ;
: rest ( -- )   from here move add-move ;
: take-n ( -- )   n verify enemy? verify rest ;
: take-e ( -- )   e verify friend? verify rest ;   \ expect: FG567
{moves list
	{move} step-n
	{move} step-e
	{move} take-n
	{move} take-e
moves}
: OnIsTerminal? ( -- ? )   here low here middle here high + + ;
LOAD parts/tail.4th
