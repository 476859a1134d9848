\ Evaluations that add up what favours the other player, and some that do not.
LOAD parts/head.4th
VARIABLE white-left
: worth ( pos -- n )   4 MOD ;
: way ( player -- n )   0 SWAP 16 0 DO DUP I player-at = IF SWAP I worth + SWAP ENDIF LOOP DROP ;
: count-of ( player -- n )   0 16 0 DO OVER I player-at = IF 1+ ENDIF LOOP SWAP DROP ;
: OnNewGame ( -- )   8 white-left ! ;
: OnEvaluate ( -- score )
	next-player way current-player way -   \ expect: FG564
	current-player material-balance 4 * +
;
: OnEvaluate ( -- score )   current-player count-of 2 * 3 - NEGATE ;   \ expect: FG564
: OnEvaluate ( -- score )
	0 16 0 DO
		I friend-at? IF I worth + ENDIF
		I friend-at? IF I worth - ENDIF   \ expect: FG564
	LOOP
;
: OnEvaluate ( -- score )
	white-left @ 100 *
	current-player White = IF NEGATE ENDIF   \ expect: FG564
;
: OnEvaluate ( -- score )
	white-left @ 100 *
	current-player Black = IF NEGATE ENDIF
;
: OnEvaluate ( -- score )   next-player way current-player way - ;
LOAD parts/tail.4th
