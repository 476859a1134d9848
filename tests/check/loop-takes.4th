\ Each round takes an item.
LOAD parts/head.4th
: sum ( n -- n' )
	4 0 DO + LOOP   \ expect: FG205
;
' sum DROP
LOAD parts/tail.4th
