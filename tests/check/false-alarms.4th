\ What is left goes with the flag of UNTIL; of a chain of comparisons exactly one holds.
LOAD parts/head.4th
: first ( n -- n' )
	BEGIN
		n IF DROP 7 8 TRUE ELSE FALSE ENDIF
	UNTIL
	DROP
;
: value ( n -- v )
	DUP 1 = IF 10 SWAP ENDIF
	DUP 2 = IF 20 SWAP ENDIF
	DUP 3 = IF 30 SWAP ENDIF
	DROP
;
DEFER later
: use-later ( -- ) later ;
: dead ( -- ) use-later ;   \ expect: FG403
' first DROP ' value DROP
LOAD parts/tail.4th
