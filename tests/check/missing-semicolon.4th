\ A definition that begins inside another.
: a ( -- )   \ expect: FG107
	1 .
: b ( -- )
	2 . ;
' b DROP
