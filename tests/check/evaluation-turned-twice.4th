\ An evaluation for the player to move whose sign is turned once more.
LOAD parts/head.4th
: lead ( -- n )   0 16 0 DO I player-at White = IF 1+ ENDIF I player-at Black = IF 1- ENDIF LOOP ;
: OnEvaluate ( -- score )
	lead
	current-player Black = IF NEGATE ENDIF
	NEGATE   \ expect: FG564
;
LOAD parts/tail.4th
