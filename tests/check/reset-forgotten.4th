\ A counter that is never reset, unlike its sibling.
LOAD parts/head.4th
VARIABLE taken
VARIABLE steps
: count-it ( -- )   taken ++  steps ++ ;
: OnNewGame ( -- )   taken OFF ;   \ expect: FG563
: OnEvaluate ( -- score )   count-it taken @ steps @ - ;
LOAD parts/tail.4th
