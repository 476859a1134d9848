\ Code behind ABORT, also when another word aborts.
LOAD parts/head.4th
: stop ( -- ) ." stop" ABORT ;
: a ( -- )
	stop
	1 .   \ expect: FG301
;
' a DROP
LOAD parts/tail.4th
