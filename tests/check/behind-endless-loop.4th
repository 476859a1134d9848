\ Code behind a loop without end.
LOAD parts/head.4th
: a ( -- )
	BEGIN n DROP 0 UNTIL
	2 .   \ expect: FG301
;
' a DROP
LOAD parts/tail.4th
