\ A counter that is never reset, because another one is reset twice.
LOAD parts/head.4th
VARIABLE taken
VARIABLE steps
: count-it ( -- )   taken ++  steps ++ ;
: OnNextTurn ( -- )
	0 taken !
	0 taken !   \ expect: FG563
	OnNextTurn
;
: OnEvaluate ( -- score )   count-it taken @ steps @ - ;
LOAD parts/tail.4th
