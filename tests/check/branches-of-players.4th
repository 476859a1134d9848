\ Words of the players in the wrong branches of an IF, and in the right ones.
LOAD parts/head.4th
: white-step ( -- )   n verify empty? verify  from here move add-move ;
: black-step ( -- )   e verify empty? verify  from here move add-move ;
: exchanged ( -- )
	current-player White = IF black-step ELSE white-step ENDIF   \ expect: FG544
;
: right ( -- )   current-player White = IF white-step ELSE black-step ENDIF ;
{moves more
	{move} exchanged
	{move} right
moves}
LOAD parts/tail-king.4th
