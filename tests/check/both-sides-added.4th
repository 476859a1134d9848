\ An evaluation that adds the pieces of both sides, and an IF without contents.
LOAD parts/head.4th
: OnEvaluate ( -- score )
	0 16 0 DO
		I friend-at? IF 1+ ENDIF
		I enemy-at? IF 1+ ENDIF   \ expect: FG564
	LOOP
	current-player Black = IF ENDIF   \ expect: FG543
;
LOAD parts/tail.4th
