\ Items that may be of several kinds: positions that are calculated, players as numbers, words for all kinds.
LOAD parts/head.4th
VARIABLE place
VARIABLE anything
: larger ( a b -- c )   2DUP > IF DROP ELSE SWAP DROP ENDIF ;
: below ( pos -- pos' )   4 + ;
: number ( player -- n )   2048 / ;
: keep ( x -- )   anything ! ;
: man? ( piece -- ? )   #PieceType AND 1 = ;
: find ( -- pos | -1 )   -1 16 0 DO I friend-at? IF DROP I ENDIF LOOP ;
: OnEvaluate ( -- score )
	-1 place !  here place !  place @ below empty-at?
	here current-player number +  larger
	here keep  current-player keep  anything @ +
	find DUP 0< IF DROP ELSE piece-at piece-value + ENDIF
	piece man? +  current-player 0 = +  piece 0= +
;
LOAD parts/tail.4th
