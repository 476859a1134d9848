\ The last definition has no end.
: a ( -- ) 1 . ;
' a DROP
: b ( -- )   \ expect: FG102
	2 .
