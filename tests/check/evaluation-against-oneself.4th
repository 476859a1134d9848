\ An evaluation that is the worse the more one has.
LOAD parts/head.4th
: OnEvaluate ( -- score )
	0 16 0 DO
		I friend-at? IF 1- ENDIF   \ expect: FG564
		I enemy-at? IF 1+ ENDIF
	LOOP
;
LOAD parts/tail.4th
