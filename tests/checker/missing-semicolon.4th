\ A definition that begins inside another.
: a ( -- )
	1 .
: b ( -- )   \ expect: FG107
	2 . ;
' b DROP
