\ Ways of an IF that stand on the wrong sides, and some that do not.
LOAD parts/head.4th
VARIABLE count
: w ( -- ) n verify from here move add-move ;
: tally ( -- )   0 count !
	9 0 DO
		I empty-at? IF
			I friend-at? IF count ++ ENDIF   \ expect: FG550
		ELSE
			I friend-at? IF 2 count +! ENDIF
		ENDIF
	LOOP
;
: kind ( player -- n )
	DUP White = IF
		DUP Black = IF DROP 1 ELSE DROP 2 ENDIF   \ expect: FG550
	ELSE
		DUP Black = IF DROP 3 ELSE DROP 4 ENDIF
	ENDIF
;
: other? ( -- ? )
	friend? IF
		enemy? NOT   \ expect: FG550
	ELSE
		enemy?
	ENDIF
;
: OnEvaluate ( -- score ) tally count @ current-player kind + other? + ;
: OnIsGameOver ( -- result )
	count @ 3 = IF
		stalemate? IF #UnknownScore ELSE #LossScore ENDIF   \ expect: FG554
	ELSE
		count @ 5 = IF
			turn-number 50 > IF #UnknownScore ELSE #DrawScore ENDIF   \ expect: FG554
		ELSE
			stalemate? NOT count @ 0= OR IF
				turn-number 90 > IF #DrawScore ELSE #UnknownScore ENDIF
			ELSE
				#LossScore
			ENDIF
		ENDIF
	ENDIF
;
{moves more
	{move} w
moves}
LOAD parts/tail-king.4th
