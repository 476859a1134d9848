\ Variables that are set again in another place, and a counter that nothing resets as it has no siblings.
LOAD parts/head.4th
VARIABLE taken
VARIABLE steps
VARIABLE games
: count-it ( -- )   taken ++  steps ++ ;
: OnNewGame ( -- )   games ++ ;
: start ( -- )   0 taken !  0 steps !  count-it  0 taken ! ;
: OnEvaluate ( -- score )   start taken @ steps @ - games @ + ;
LOAD parts/tail.4th
