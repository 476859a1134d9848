\ Actions recorded after the last add-move of a word or a round, and some that another one ends.
LOAD parts/head.4th
: note ( -- )   ;
: finish ( -- )   from here move add-move ;
: late ( -- )
	n verify empty? verify
	from here move add-move
	COMPILE note   \ expect: FG560
;
: late-capture ( -- )
	n verify enemy? verify finish
	turn-number 3 > IF capture ENDIF   \ expect: FG560
;
: in-rounds ( -- )
	BEGIN
		n verify empty? verify
		from here move add-move
		COMPILE note   \ expect: FG560
	FALSE UNTIL
;
: twice ( -- )   n verify  from here move add-move  e verify  COMPILE note finish ;
{moves more
	{move} late
	{move} late-capture
	{move} in-rounds
	{move} twice
moves}
LOAD parts/tail-king.4th
