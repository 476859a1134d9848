\ Each round leaves a position.
LOAD parts/head.4th
: far ( -- )
	BEGIN
		here
		n
	NOT UNTIL   \ expect: FG205
;
' far DROP
LOAD parts/tail.4th
