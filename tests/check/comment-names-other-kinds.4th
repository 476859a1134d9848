\ A comment that names a player where the code takes a position, and one that agrees.
LOAD parts/head.4th
: worth ( player -- n )   piece-at piece-value ;   \ expect: FG213
: rest ( pos -- n )   piece-at piece-value ;
: OnEvaluate ( -- score )   a1 worth a2 rest + ;
LOAD parts/tail.4th
