\ IF without ELSE leaves an item on one way.
LOAD parts/head.4th
: height ( -- n )
	n IF 1 ENDIF   \ expect: FG203
;
' height DROP
LOAD parts/tail.4th
