\ EXIT while >R holds an item.
LOAD parts/head.4th
: keep ( n -- n )
	>R n IF 1 EXIT ENDIF R>   \ expect: FG210
;
' keep DROP
LOAD parts/tail.4th
