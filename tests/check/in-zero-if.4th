\ Code in 0 IF.
LOAD parts/head.4th
: a ( -- )
	0 IF
		1 .   \ expect: FG301
	ENDIF
	2 .
;
' a DROP
LOAD parts/tail.4th
