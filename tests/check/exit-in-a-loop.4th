\ EXIT inside a counted loop.
LOAD parts/head.4th
: first ( -- ? )
	16 0 DO
		I empty-at? IF TRUE EXIT ENDIF   \ expect: FG210
	LOOP
	FALSE
;
' first DROP
LOAD parts/tail.4th
